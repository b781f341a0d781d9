"""A tree for people: as indented text, as rules, as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from onesided.queries.tree_columns import Columns
from onesided.queries.tree_structure import Tree


def tree_as_text(
    tree: Tree, names: list[str], columns: Columns, classes: NDArray[Any], max_depth: int | None = None
) -> str:
    """One line for each branch, indented by its depth; a leaf says its class, its rows and its share of positives."""
    if tree.feature[0] < 0:
        return leaf_text(tree, 0, classes)
    lines: list[str] = []

    def write(node: int, indent: str) -> None:
        is_cut = max_depth is not None and tree.depth[node] + 1 >= max_depth
        for way, child in tree.branches_of(node):
            question = condition(tree, node, way, names, columns)
            if tree.feature[child] < 0 or is_cut:
                more = "" if tree.feature[child] < 0 else " ..."
                lines.append(f"{indent}{question}: {leaf_text(tree, child, classes)}{more}")
            else:
                lines.append(f"{indent}{question}")
                write(child, indent + "|   ")

    write(0, "")
    return "\n".join(lines)


def leaf_text(tree: Tree, node: int, classes: NDArray[Any]) -> str:
    """What a leaf says."""
    rows = tree.masses[node].sum()
    called = classes[int(tree.value[node] > 0.5)]
    return f"{called} ({rows:.1f} rows, {share_of(tree, node):.0%} positive)"


def share_of(tree: Tree, node: int) -> float:
    """The share of positives in a node; where there are no rows of the population, what it predicts."""
    rows = tree.masses[node].sum()
    return float(tree.masses[node, 0] / rows) if rows > 0 else float(tree.value[node])


def condition(tree: Tree, node: int, way: int, names: list[str], columns: Columns) -> str:
    """The question of a node, as answered by one of its branches."""
    feature = int(tree.feature[node])
    kinds = columns.categories[feature]
    if kinds is not None:
        return f"{names[feature]} = {kinds[way]}"
    return f"{names[feature]} {'<=' if way == 0 else '>'} {tree.threshold[node]:.6g}"


def rules_of(tree: Tree, names: list[str], columns: Columns, classes: NDArray[Any]) -> list[str]:
    """A rule for each leaf that is called positive, the surest first."""
    found: list[tuple[float, float, str]] = []
    ways: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    while ways:
        node, path = ways.pop()
        ways += [(child, [*path, (node, way)]) for way, child in tree.branches_of(node)]
        if tree.feature[node] < 0 and tree.value[node] > 0.5:
            conditions = " and ".join(_merged(tree, path, names, columns)) or "always"
            text = f"if {conditions} then {leaf_text(tree, node, classes)}"
            found.append((-float(tree.value[node]), -float(tree.masses[node].sum()), text))
    return [text for _, _, text in sorted(found)]


def _merged(tree: Tree, path: list[tuple[int, int]], names: list[str], columns: Columns) -> list[str]:
    """The conditions of a path; of several bounds on one side of a number only the narrowest."""
    narrowest: dict[tuple[int, int], str] = {}
    for node, way in path:  # a later bound on the same side is narrower
        side = (int(tree.feature[node]), -1 if np.isnan(tree.threshold[node]) else way)
        narrowest[side] = condition(tree, node, way, names, columns)
    return list(narrowest.values())


def plot_tree(
    tree: Tree, names: list[str], columns: Columns, classes: NDArray[Any], max_depth: int | None = None, ax: Any = None
) -> Any:
    """Draw the tree: questions in boxes, answers on the lines, the share of positives as color."""
    import matplotlib.pyplot as plt

    shown, places = _layout(tree, max_depth)
    if ax is None:
        width = 1.6 * max(2.0, 1 + max(x for x, _ in places.values()))
        height = 1.3 * (2 + max(-y for _, y in places.values()))
        ax = plt.figure(figsize=(width, height), layout="constrained").add_subplot()
    colors = plt.get_cmap("coolwarm")
    for node in shown:
        x, y = places[node]
        is_split = any(child in places for _, child in tree.branches_of(node))
        share = share_of(tree, node)
        if is_split:
            text = f"{names[tree.feature[node]]}?"
        else:
            more = "" if tree.feature[node] < 0 else "\n..."
            text = f"{classes[int(tree.value[node] > 0.5)]}\n{tree.masses[node].sum():.0f} rows\n{share:.0%}{more}"
        box = {
            "boxstyle": "round" if is_split else "square",
            "facecolor": [0.5 + 0.5 * part for part in colors(share)[:3]],
            "edgecolor": "0.4",
        }
        ax.text(x, y, text, ha="center", va="center", fontsize=8, bbox=box, zorder=2)
        if not is_split:
            continue
        for way, child in tree.branches_of(node):
            to_x, to_y = places[child]
            ax.plot([x, to_x], [y, to_y], color="0.7", zorder=0)
            answer = condition(tree, node, way, names, columns).removeprefix(names[tree.feature[node]]).strip()
            label = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
            ax.text((x + to_x) / 2, (y + to_y) / 2, answer, ha="center", va="center", fontsize=7, bbox=label, zorder=1)
    ax.set(xlim=(-0.7, max(x for x, _ in places.values()) + 0.7), ylim=(min(y for _, y in places.values()) - 0.6, 0.5))
    ax.axis("off")
    return ax


def _layout(tree: Tree, max_depth: int | None) -> tuple[list[int], dict[int, tuple[float, float]]]:
    """The nodes to draw and their places: leaves side by side, each node above the middle of its branches."""
    places: dict[int, tuple[float, float]] = {}
    shown: list[int] = []
    n_leaves = 0

    def put(node: int) -> float:
        nonlocal n_leaves
        shown.append(node)
        depth = int(tree.depth[node])
        below = (
            [] if max_depth is not None and depth >= max_depth else [put(child) for _, child in tree.branches_of(node)]
        )
        if below:
            x = (below[0] + below[-1]) / 2
        else:
            x, n_leaves = float(n_leaves), n_leaves + 1
        places[node] = (x, -float(depth))
        return x

    put(0)
    return shown, places
