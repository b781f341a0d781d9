"""Sellamanickam, Garg & Selvaraj 2011 (RSVM-LPU): the ranking SVM against the SVM, BSVM and EN."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.metrics import precision_recall_curve
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC

from onesided.feature_selection import AUCSelector
from onesided.labels import Labels
from onesided.linear import BiasedSVM, BiasedSVMCV, RankSVMCV
from onesided.metrics import lee_liu_score
from onesided.papers.paper import Cell, Exhibit, Paper, Values
from onesided.papers.rsvm_lpu_2011_data import ALL_ROWS, MOST_ROWS, Split, tasks
from onesided.papers.rsvm_lpu_2011_drawing import draw_panels, draw_ratios
from onesided.wrappers import ElkanNoto

TAUS_1 = (0.1, 0.3, 0.6, 1.0, 2.0)
TAUS_2 = (0.1, 0.3, 1.0, 3.0)
SHARES_2 = (0.2, 0.4)
SHARE = 0.3
THETAS = (10, 30, 100)
THETAS_5 = (10, 20, 30, 50, 70, 100)
FRACTIONS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
TWO = ("News20", "WebKB")
AT_A_TENTH, AT_THE_END = "0.1 less 1", "estimated less best at 100"
PARTS = 1  # 2 adds the other groups, classes and topics: raise it to extend a run, and finished cells are kept
GRID_C, GRID_J = np.logspace(-4, 2, 7), (1, 3, 9, 27, 81, 243)


# --- learning from positives and negatives: the same solvers, judged by F itself


def best_cut(is_positive: Any, scores: Any) -> tuple[float, float]:
    """The best F of any cut, and the cut halfway to the next score below."""
    precision, recall, cuts = precision_recall_curve(is_positive, scores)
    f = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    best = int(np.argmax(f[:-1]))
    below = cuts[best - 1] if best else cuts[best] - 1.0
    return float(f[best]), float((cuts[best] + below) / 2)


def _f_of_fold(labels: Labels, scores: Any, threshold: float, weights: Any) -> float:
    return best_cut(labels.is_positive, scores)[0] if labels.is_positive.any() else 0.0


class Supervised:
    """A linear learner of the toolkit on P against known negatives: C (and J) and the cut by F in five folds."""

    def __init__(self, model: Any):
        self.model = model.set_params(criterion=_f_of_fold)

    def fit(self, X: Any, y: Any) -> Supervised:
        self.model.fit(X, y)
        self.cut = best_cut(y == 1, self.model.cv_scores_)[1]
        return self

    def predict(self, X: Any) -> Any:
        return (self.model.decision_function(X) + self.model.threshold_ > self.cut).astype(int)


def elkan_noto(X: Any, y: Any, seed: int) -> ElkanNoto:
    """EN with an SVM whose C and J have the best F of labelled against unlabeled rows, as in the paper."""
    chosen = BiasedSVMCV(criterion=_f_of_fold, random_state=seed).fit(X, y).best_params_
    return ElkanNoto(BiasedSVM(**chosen), random_state=seed).fit(X, y)


def grid_by_liblinear(X: Any, y: Any, seed: int) -> LinearSVC:
    """BSVM as published: every C and J in five folds by LIBLINEAR, the best by r²/Pr[f=1], a finer C, a last fit."""
    folds = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(X, y))

    def make(C: float, ratio: float) -> LinearSVC:
        return LinearSVC(C=C, class_weight={1: ratio, 0: 1.0}, dual=True, random_state=seed)

    def value(C: float, ratio: float) -> float:
        fitted = ((make(C, ratio).fit(X[train], y[train]), out) for train, out in folds)
        return float(np.mean([lee_liu_score(y[out], model.predict(X[out])) for model, out in fitted]))

    values = {(C, ratio): value(C, ratio) for C in GRID_C for ratio in GRID_J}
    C, ratio = max(values, key=lambda one: values[one])
    values |= {(C * step, ratio): value(C * step, ratio) for step in 10.0 ** np.linspace(-0.75, 0.75, 6)}
    return make(*max(values, key=lambda one: values[one])).fit(X, y)


# --- the figures


def _parts(quick: bool) -> range:
    return range(1 if quick else PARTS)


def _cells_1(quick: bool) -> Iterator[Cell]:
    for part in _parts(quick):
        for data, task in tasks(part)[:: 3 if quick else 1]:
            for tau in TAUS_1:
                yield {"part": part, "data": data, "task": task, "tau": tau}


def _run_1(cell: Cell) -> Values:
    # Section 6.2 draws P out of a training part of 80%: the same here, with P ∪ U as that part.
    split = Split.draw(cell["data"], cell["task"], SHARE * 0.8, cell["seed"])
    rows = split.supervised(cell["tau"])
    if rows is None:
        return dict.fromkeys(("rsvm", "svm", "seconds_rsvm", "seconds_svm"), float("nan"))
    values = {}
    for name, model in (("rsvm", RankSVMCV()), ("svm", BiasedSVMCV())):
        begin = time.process_time()
        fitted = Supervised(model.set_params(random_state=cell["seed"])).fit(*rows)
        values[f"seconds_{name}"] = time.process_time() - begin
        values[name] = split.f(fitted)
    return values


def _entries_1(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    if values["rsvm"] == values["rsvm"]:
        yield cell["tau"], f"{cell['data']}, RSVM", values["rsvm"]
        yield cell["tau"], f"{cell['data']}, SVM", values["svm"]


def _cells_2(quick: bool) -> Iterator[Cell]:
    for part in _parts(quick):
        for data, task in tasks(part)[:: 3 if quick else 1]:
            for share in SHARES_2:
                yield {"part": part, "data": data, "task": task, "X": share}


def _run_2(cell: Cell) -> Values:
    split = Split.draw(cell["data"], cell["task"], cell["X"], cell["seed"])
    values = {"rsvm": split.f(RankSVMCV(random_state=cell["seed"]).fit(*split.training()))}
    for tau in TAUS_2:
        rows = split.supervised(tau)
        model = Supervised(BiasedSVMCV(random_state=cell["seed"]))
        values[f"svm_{tau}"] = float("nan") if rows is None else split.f(model.fit(*rows))
    return values


def _entries_2(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    percent = round(100 * float(cell["X"]))
    for tau in TAUS_2:
        yield str(tau), f"{cell['data']} X={percent}, RSVM-LPU", values["rsvm"]
        if values[f"svm_{tau}"] == values[f"svm_{tau}"]:
            yield str(tau), f"{cell['data']} X={percent}, SVM", values[f"svm_{tau}"]


def _cells_3(quick: bool) -> Iterator[Cell]:
    for part in _parts(quick):
        for data, task in tasks(part)[:: 3 if quick else 1]:
            for theta in THETAS:
                yield {"part": part, "data": data, "task": task, "theta": theta}


def _run_3(cell: Cell) -> Values:
    split, seed = Split.draw(cell["data"], cell["task"], SHARE, cell["seed"]), cell["seed"]
    X, y = split.training(cell["theta"])
    return {
        "rsvm": split.f(RankSVMCV(random_state=seed).fit(X, y)),
        "bsvm": split.f(BiasedSVMCV(threshold=0.0, random_state=seed).fit(X, y)),
        "en": split.f(elkan_noto(X, y, seed)),
        "en_default": split.f(ElkanNoto(BiasedSVM(C=1.0, ratio=1.0), random_state=seed).fit(X, y)),
    }


NAMES_3 = {"rsvm": "RSVM-LPU", "bsvm": "BSVM", "en": "EN", "en_default": "EN, C = J = 1"}


def _entries_3(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    for name, method in NAMES_3.items():
        yield cell["theta"], f"{cell['data']}, {method}", values[name]


def _cells_of_times(quick: bool) -> Iterator[Cell]:
    for data, task in dict(reversed(tasks(0))).items() if not quick else tasks(0)[:1]:
        yield {"data": data, "task": task}


def _run_times(cell: Cell) -> Values:
    split, seed = Split.draw(cell["data"], cell["task"], SHARE, cell["seed"]), cell["seed"]
    X, y = split.training()
    seconds, f = {}, {}
    for name, fit in (
        ("rsvm", lambda: RankSVMCV(random_state=seed).fit(X, y)),
        ("liblinear", lambda: grid_by_liblinear(X, y, seed)),
        ("bsvm", lambda: BiasedSVMCV(threshold=0.0, random_state=seed).fit(X, y)),
        ("again", lambda: RankSVMCV(random_state=seed).fit(X, y)),
    ):
        begin = time.process_time()
        f[name] = split.f(fit())
        seconds[name] = time.process_time() - begin
    unit = (seconds["rsvm"] + seconds["again"]) / 2
    return {
        "liblinear": seconds["liblinear"] / unit, "bsvm": seconds["bsvm"] / unit, "unit": unit,
        "f_rsvm": f["rsvm"], "f_liblinear": f["liblinear"], "f_bsvm": f["bsvm"],
    }  # fmt: skip


def _entries_of_times(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    yield cell["data"], "BSVM by LIBLINEAR", values["liblinear"]
    yield cell["data"], "BSVM of the toolkit", values["bsvm"]


def _cells_4(quick: bool) -> Iterator[Cell]:
    for part in _parts(quick):
        for data, task in tasks(part, TWO)[:: 2 if quick else 1]:
            yield {"part": part, "data": data, "task": task}


def _run_4(cell: Cell) -> Values:
    split, seed = Split.draw(cell["data"], cell["task"], 0.2, cell["seed"], ALL_ROWS), cell["seed"]
    unlabeled, known = split.training(), split.supervised(1.0)
    assert known is not None
    values = {}
    for fraction in FRACTIONS:
        for select, learn in (("lpu", "lpu"), ("lpu", "sl"), ("sl", "sl")):
            selector = AUCSelector(fraction=fraction).fit(*(unlabeled if select == "lpu" else known))
            X, y = unlabeled if learn == "lpu" else known
            model: Any = RankSVMCV(random_state=seed)
            model = (model if learn == "lpu" else Supervised(model)).fit(selector.transform(X), y)
            values[f"{select}_{learn}_{fraction}"] = split.f(_Selected(selector, model))
    return values


class _Selected:
    """A model behind a selection of columns."""

    def __init__(self, selector: Any, model: Any):
        self.selector, self.model = selector, model

    def predict(self, X: Any) -> Any:
        return self.model.predict(self.selector.transform(X))


def _entries_4(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    for pair in ("lpu_lpu", "lpu_sl", "sl_sl"):
        column = f"{cell['data']}, {pair.upper().replace('_', '-')}"
        for fraction in FRACTIONS:
            yield str(fraction), column, values[f"{pair}_{fraction}"]
        yield AT_A_TENTH, column, values[f"{pair}_0.1"] - values[f"{pair}_1.0"]


def _run_5(cell: Cell) -> Values:
    split = Split.draw(cell["data"], cell["task"], SHARE, cell["seed"], ALL_ROWS)
    values: dict[str, float] = {}
    for theta in THETAS_5:
        model = RankSVMCV(random_state=cell["seed"]).fit(*split.training(theta))
        values |= {f"estimated_{theta}": split.f(model), f"best_{theta}": split.best_f(model)}
    return values


def _entries_5(cell: Cell, values: Values) -> Iterator[tuple[str, str, float]]:
    for theta in THETAS_5:
        for cut in ("estimated", "best"):
            yield str(theta), f"{cell['data']}, {cut}", values[f"{cut}_{theta}"]
    yield AT_THE_END, f"{cell['data']}, estimated", values["estimated_100"] - values["best_100"]


CHOICES = (
    "  Tf-idf by the toolkit's vectoriser.  X% of the positives are P; of the other rows 80% are U and 20% the test"
    " set.  F is the mean over the classes of a collection.  The ranking SVM has 10 values of C and 6 finer ones, the"
    " SVMs 7 of C by 6 of J and 6 finer ones, by 5 folds; cuts are pooled over the folds.  One draw; the published"
    " averages are of 10."
)
SETTINGS = (
    f"A random {MOST_ROWS:,} rows of each collection and few classes, so that a run takes minutes: rec.autos and "
    "sci.med of News20 (18,828 messages, 20 groups), course and student of WebKB (8,282 pages; the paper has "
    "these, faculty and other), adult in binary columns as in a5a, and acq of Reuters' ten largest topics and "
    "IMDB in place of ccat, gcat and real-sim.  PARTS = 2 in the source has all classes, and those three from "
    "LIBSVM files where the user has them." + CHOICES
)
WHOLE = (
    "rec.autos and sci.med of all 18,828 messages of News20, and course and student of all 8,282 pages of WebKB "
    "(PARTS = 2 in the source has all classes).  The whole collections were taken after a run on 4,000 rows of "
    "each had been seen, where a tenth of the columns lost 0.026 (News20) and 0.038 (WebKB), and the estimated "
    "cut 0.058 and 0.042, with about 30 and 80 positives in the test set." + CHOICES
)
SUPERVISED = (
    "  With known negatives C, J and the cut are chosen by F.  τ = r(T)/r(train), r being the positives by the"
    " negatives."
)
QUICK = "every third task"

PAPER = Paper(
    id="rsvm-lpu-2011",
    title="A pairwise ranking based approach to learning with positive and unlabeled examples",
    reference="S. Sellamanickam, P. Garg, S. K. Selvaraj. CIKM 2011; figures as described in its text.",
    about="The paper prints curves and no numbers; what its text claims in numbers stands beside ours, as a row of "
    "its own.  As it says: RSVM and SVM are close, and both fall for τ well below 1 (Figure 1); RSVM-LPU is "
    "ahead of the SVM with few negatives (τ = 0.1) in 9 of 10 curves and behind it at τ = 1 in all (Figure 2);"
    " RSVM-LPU and BSVM meet as θ grows, EN is far below on News20, and BSVM takes several times as long "
    "(Figure 3).  Not as it says: on WebKB BSVM is not clearly better than RSVM-LPU here, and EN is level with"
    " both at θ = 100 on four of five collections.  Single points are of one draw and move by several "
    "hundredths with another; at θ = 10 there are six positives on News20.",
    exhibits=(
        Exhibit(
            id="figure-1",
            title="The ranking SVM and the SVM with known negatives, by the class ratio τ",
            cells=_cells_1,
            run=_run_1,
            entries=_entries_1,
            settings=SETTINGS + SUPERVISED + "  X = 30% of the positives of a training part of 80%.",
            quick=QUICK,
            seconds=4.0,
            published_look="The curves of RSVM and SVM are very close on every data set.  Both fall steeply as τ goes"
            " below 1, and rise a little above it; for very small τ RSVM is better on News20 and WebKB.",
            labels=("τ", "F"),
            draw=partial(draw_panels, xlabel="τ", log=True),
        ),
        Exhibit(
            id="figure-2",
            title="RSVM-LPU without negatives and the SVM with so many of them",
            cells=_cells_2,
            run=_run_2,
            entries=_entries_2,
            settings=SETTINGS + SUPERVISED + "  X = 20 and 40.",
            quick=QUICK,
            seconds=12.0,
            published_look="RSVM-LPU is a level line.  It is well ahead of the SVM for small τ on every data set;"
            " around τ = 1 the SVM is ahead, clearly on News20 and WebKB, by less than 3% on gcat, ccat and real-sim.",
            labels=("τ", "F"),
            draw=partial(draw_panels, xlabel="τ", log=True),
        ),
        Exhibit(
            id="figure-3",
            title="RSVM-LPU, BSVM and EN by the percentage θ of P that is labelled",
            cells=_cells_3,
            run=_run_3,
            entries=_entries_3,
            settings=SETTINGS
            + "  X = 30.  BSVM is cut at 0; EN takes C and J by F of labelled against unlabeled rows.",
            quick=QUICK,
            seconds=8.0,
            published_look="All rise with θ.  RSVM-LPU and BSVM are close; RSVM-LPU is clearly better on News20, BSVM"
            " on WebKB.  EN is below both, far below on News20 and gcat, and closer for large θ; without a search of"
            " its parameters it loses more than 0.1 in several cases.",
            labels=("θ, % of P", "F"),
            draw=partial(draw_panels, xlabel="θ, % of P"),
        ),
        Exhibit(
            id="figure-3-times",
            title="CPU time of training BSVM in units of RSVM-LPU's",
            cells=_cells_of_times,
            run=_run_times,
            entries=_entries_of_times,
            settings=SETTINGS + "  X = 30, θ = 100, one class of each collection.  LIBLINEAR (scikit-learn's LinearSVC)"
            " fits the whole grid; the searches of the toolkit end a path of C when the criterion has clearly turned."
            "  Both run in one process, one after the other; RSVM-LPU before and after, its mean is the unit.",
            quick="one collection",
            seconds=60.0,
            tolerance=0.5,
            published_look="More than 3 times as long for BSVM and EN on every data set, about 10 times on adult.",
            labels=("", "times RSVM-LPU"),
            draw=draw_ratios,
        ),
        Exhibit(
            id="figure-4",
            title="The ranking SVM on the columns with the best AUC, by the share of columns",
            cells=_cells_4,
            run=_run_4,
            entries=_entries_4,
            settings=WHOLE
            + SUPERVISED
            + "  X = 20, θ = 100, τ = 1.  The first of a pair selects columns, the second"
            " learns: from P and U (LPU) or from P and known negatives (SL).",
            quick=QUICK,
            seconds=50.0,
            tolerance=0.0,
            protocol=2,
            judged=lambda row, column: row == AT_A_TENTH,
            reasons={
                "WebKB, LPU-LPU": "The columns are not at fault: with known negatives the same ones lose nothing"
                " (LPU-SL).  What is left is the ranking and its cut without negatives, and that this is one draw.",
            },
            published_look="On News20 the three curves lie together; on WebKB LPU-LPU is slightly better with few"
            " columns and SL better with many.  With a tenth of the columns the loss is within 2 to 3%.",
            labels=("share of the columns", "F"),
            draw=partial(draw_panels, xlabel="share of the columns", log=True),
        ),
        Exhibit(
            id="figure-5",
            title="RSVM-LPU with the estimated and with the best cut, by θ",
            cells=_cells_4,
            run=_run_5,
            entries=_entries_5,
            settings=WHOLE + "  X = 30.  The best cut is found on the test set, in hindsight.",
            quick=QUICK,
            seconds=20.0,
            tolerance=0.0,
            protocol=2,
            judged=lambda row, column: row == AT_THE_END,
            published_look="The estimated cut is poor for small θ, more so on News20; for large θ it is within about 2"
            " to 3% of the best.",
            labels=("θ, % of P", "F"),
            draw=partial(draw_panels, xlabel="θ, % of P"),
        ),
    ),
    cheap=("figure-3", {"part": 0, "data": "adult", "task": ">50K", "theta": 30}),
)  # fmt: skip
