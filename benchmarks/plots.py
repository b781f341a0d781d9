"""Cost against size, on logarithmic axes: a straight line of slope one is linear growth."""

from __future__ import annotations

from pathlib import Path

from results import Result

OURS = ("#0b6e4f", "#5fa8d3", "#7ac74f", "#1b4965", "#3fa34d", "#62b6cb")
PEERS = ("#b5651d", "#d62828", "#8d5a97", "#6c757d")
UNIT = "0.6"
MOST_LINES = 10


def sizes(result: Result) -> list[int]:
    """Sizes that were measured; none where there is only one, or more lines than an eye can tell apart."""
    found = sorted({cost.n_rows for cost in result.costs if cost.n_rows and cost.cpu is not None})
    n_lines = len({cost.contestant for cost in result.costs})
    return found if len(found) > 1 and n_lines <= MOST_LINES else []


def draw(result: Result, path: Path) -> None:
    """Write the plot of one question."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams |= {"svg.hashsalt": "onesided", "font.size": 9}
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7.2, 3.9), layout="constrained")
    lines = _lines(result)
    for name, (points, is_ours, colour) in lines.items():
        axes.loglog(*zip(*points, strict=True), marker="o" if is_ours else "s", markersize=4, color=colour, label=name,
                    linewidth=2 if is_ours else 1.2, linestyle="-" if is_ours else "--")  # fmt: skip
    axes.set(xlabel="rows", ylabel="CPU seconds", xticks=sizes(result), xticklabels=[f"{n:,}" for n in sizes(result)])
    axes.minorticks_off()
    axes.grid(which="major", color="0.9")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right upper", frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _lines(result: Result) -> dict[str, tuple[list[tuple[int, float]], bool, str]]:
    """Points, side and colour of each contestant; ours first, in greens and blues."""
    lines: dict[str, tuple[list[tuple[int, float]], bool, str]] = {}
    for cost in sorted(result.costs, key=lambda cost: (not cost.is_ours, cost.n_rows)):
        if cost.cpu is None or not cost.n_rows:
            continue
        if cost.contestant not in lines:
            n_before = sum(is_ours == cost.is_ours for _, is_ours, _ in lines.values())
            palette = OURS if cost.is_ours else PEERS
            colour = UNIT if cost.contestant == "a pair" else palette[n_before % len(palette)]
            lines[cost.contestant] = [], cost.is_ours, colour
        lines[cost.contestant][0].append((cost.n_rows, cost.cpu))
    return lines
