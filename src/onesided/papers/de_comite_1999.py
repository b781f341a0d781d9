"""De Comité, Denis, Gilleron & Letouzey 1999: conjunctions and decision trees from positive and unlabeled data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from onesided.papers.conjunction_experiments import SIZES, Settings, experiment_1, experiment_2, practical
from onesided.papers.panels import draw_panels
from onesided.papers.paper import Cell, Exhibit, Paper, Values

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

PAPER = Paper(
    id="de-comite-1999",
    title="Positive and unlabeled examples help learning",
    reference="F. De Comité, F. Denis, R. Gilleron, F. Letouzey. ALT 1999 (document 002).",
    about="Both figures are curves without printed numbers.",
    exhibits=(FIGURE_1,),
    cheap=("figure-1", {"experiment": "experiment 2", "size": 200}),
    needs_data=False,
)
