"""De Comité, Denis, Gilleron & Letouzey 1999: conjunctions and decision trees from positive and unlabeled data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from onesided.papers.conjunction_experiments import SIZES, Settings, experiment_1, experiment_2, practical
from onesided.papers.panels import draw_panels
from onesided.papers.paper import Cell, Exhibit, Paper, Values
from onesided.papers.tree_experiments import ADULT, KR_VS_KP, METHODS, TreeData, figure_2, load_adult, load_kr_vs_kp

EXPERIMENTS = {
    "experiment 1": {"labelled": "N labelled", "exact": "N labelled, exact probabilities"},
    "experiment 2": {"labelled": "M labelled", "pools": "10 labelled, M positive, M unlabeled"},
    "chosen by ours": {"chosen": "M positive, M unlabeled", "chosen_with_share": "the same, share of positives known"},
}
RUNS = {"experiment 1": experiment_1, "experiment 2": experiment_2, "chosen by ours": practical}
# The choice by cross-validation costs some hundred times an ordering: fewer sizes show its curve.
SIZES_OF_CHOICE = (10, 20, 50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 800, 1000)


def _conjunction_cells(quick: bool) -> Iterator[Cell]:
    for experiment in EXPERIMENTS:
        sizes = SIZES_OF_CHOICE if experiment == "chosen by ours" else SIZES
        for size in sizes[::5] if quick else sizes:
            yield {"experiment": experiment, "size": size}


def _run_conjunctions(cell: Cell) -> Values:
    settings = Settings(n_repetitions=20) if cell["experiment"] == "chosen by ours" else Settings()
    curves = RUNS[cell["experiment"]](cell["seed"], [cell["size"]], settings)
    values = [float(curve.mean[0]) for curve in curves.values()]
    return {"first": values[0], "second": values[1]}


def _conjunction_entries(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    names = EXPERIMENTS[cell["experiment"]].values()
    for name, value in zip(names, (values["first"], values["second"]), strict=True):
        yield cell["size"], f"{cell['experiment']}: {name}", value


FIGURE_1 = Exhibit(
    id="figure-1",
    title="Error of monotone conjunctions from labelled, and from positive and unlabeled examples",
    cells=_conjunction_cells,
    run=_run_conjunctions,
    entries=_conjunction_entries,
    settings="100 variables, targets of 5, labels flipped with probability 0.2.  Experiments 1 and 2: the smallest"
    " error of a conjunction along the list of variables, exactly from the distribution, averaged over 100"
    " repetitions, as in the document.  \"Chosen by ours\" is not in the document: the error of the one conjunction"
    " that `MonotoneConjunction` chooses from P and U alone, 20 repetitions.",
    quick="every fifth size",
    seconds=0.4,
    higher_is_better=False,
    published_look="Experiment 1: the curve of N labelled examples on top falls with N; with exact probabilities of"
    " positive and unlabeled examples beside them it lies at the bottom from the start.  Experiment 2: M from 10 to"
    " 1000; the curves of M labelled examples, and of 10 labelled, M positive and M unlabeled ones, nearly coincide.",
    labels=("examples, N or M", "error"),
    draw=partial(draw_panels, labels=("examples, N or M", "error")),
)  # fmt: skip

# Figure 2: trees.  A cell is one repetition with every size and method, since they share their draws.

TREES = {"kr-vs-kp": (load_kr_vs_kp, KR_VS_KP), "adult": (load_adult, ADULT)}
TREE_NAMES = {"C4.5": "C4.5 of LAB", "published": "C4.5PosUnl as published", "ours": "PosUnlTree, default"}
LABELLED = sorted({*KR_VS_KP.labelled, *ADULT.labelled})


def _tree_cells(quick: bool) -> Iterator[Cell]:
    for data in TREES:
        for repetition in range(5 if quick else 100):
            yield {"data": data, "repetition": repetition}


@lru_cache(maxsize=len(TREES))
def _rows_of(data: str) -> TreeData:
    return TREES[data][0]()


def _run_trees(cell: Cell) -> Values:
    """Error and leaves of every size and method; NaN for the sizes of the other data set."""
    values = {f"{kind} {m} {n}": float("nan") for kind in ("error", "leaves") for m in METHODS for n in LABELLED}
    data, sizes = _rows_of(cell["data"]), TREES[cell["data"]][1]
    for one in figure_2(data, sizes, n_repetitions=1, first=cell["repetition"], seed=cell["seed"]):
        values[f"error {one.method} {one.n_labelled}"] = one.error
        values[f"leaves {one.method} {one.n_labelled}"] = float(one.n_leaves)
    return values


def _tree_entries(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    for method, name in TREE_NAMES.items():
        for size in TREES[cell["data"]][1].labelled:
            yield str(size), f"{cell['data']}: {name}", values[f"error {method} {size}"]


FIGURE_2 = Exhibit(
    id="figure-2",
    title="Error of decision trees by the number of labelled examples",
    cells=_tree_cells,
    run=_run_trees,
    entries=_tree_entries,
    settings="The sizes of the document: 1,000 test rows, 600 positive and 600 unlabeled for kr-vs-kp; 15,000, 10,000"
    " and 10,000 for adult; the majority class is positive; 100 repetitions, all sets drawn anew and disjoint.  C4.5"
    " learns from LAB alone.  C4.5PosUnl, as published, counts POS and UNL in every node and takes the share of"
    " positives from LAB; ours counts all three and prunes by a confidence bound.",
    quick="5 repetitions",
    seconds=6.0,
    higher_is_better=False,
    published_look="Both panels: C4.5PosUnl is ahead below about 100 labelled examples, and C4.5 beyond; its trees are"
    " consistently larger than those of C4.5, for which the document blames the pruning.",
    labels=("labelled examples", "error"),
    draw=partial(draw_panels, labels=("labelled examples", "error"), log=True),
)

PAPER = Paper(
    id="de-comite-1999",
    title="Positive and unlabeled examples help learning",
    reference="F. De Comité, F. Denis, R. Gilleron, F. Letouzey. ALT 1999 (document 002).",
    about="Both figures are curves without printed numbers.",
    exhibits=(FIGURE_1, FIGURE_2),
    cheap=("figure-1", {"experiment": "experiment 2", "size": 200}),
    needs_data=False,
)
