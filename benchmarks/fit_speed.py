"""One fit and one search on synthetic sparse text, beside scikit-learn's solvers, at equal accuracy.

    python benchmarks/fit_speed.py                  # 20,000 × 50,000, medians of five

Peers solve the same weighted problem; each is run at the loosest setting that reaches the stated gap to the best
objective seen.  CPU seconds, interleaved, medians; F needs no prior: methods choose their cut from P and U alone.
"""

from __future__ import annotations

import argparse
import time
import warnings
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, f1_score
from sklearn.svm import LinearSVC

from onesided.datasets import make_text
from onesided.finder import Finder
from onesided.linear import RankSVMCV, SetAsideSVM, WeightedLogisticRegression, WeightedLogisticRegressionCV

GAP = 1e-3
PENALTY = 1.0


def objective(w: Any, b: float, X: Any, signs: Any, weights: Any) -> float:
    """Balanced logistic loss plus penalty·(‖w‖² + b²)."""
    return float(weights @ np.logaddexp(0, -signs * (X @ w + b)) + PENALTY * (w @ w + b * b))


def timed(function: Any) -> tuple[float, Any]:
    begin = time.process_time()
    result = function()
    return time.process_time() - begin, result


def solvers(X: Any, y: Any, weights: Any) -> dict[str, list[Any]]:
    """For each solver its settings from loose to tight."""
    with_one = {"intercept_scaling": 1.0, "C": 1 / (2 * PENALTY)}  # liblinear penalises its intercept as we do
    return {
        "onesided": [
            lambda t=tol: WeightedLogisticRegression(penalty=PENALTY, tol=t).fit(X, y) for tol in (1e-2, 1e-3, 1e-4)
        ],
        "liblinear (dual)": [
            lambda t=tol: LogisticRegression(solver="liblinear", dual=True, tol=t, max_iter=10**5, **with_one).fit(
                X, y, weights
            )
            for tol in (1e0, 1e-1, 1e-2, 1e-3)
        ],
        "liblinear (primal)": [
            lambda t=tol: LogisticRegression(solver="liblinear", tol=t, max_iter=10**5, **with_one).fit(X, y, weights)
            for tol in (1e-2, 1e-3, 1e-4)
        ],
        "L-BFGS": [
            lambda t=tol: LogisticRegression(C=1 / (2 * PENALTY), tol=t, max_iter=10**5).fit(X, y, weights)
            for tol in (1e-3, 1e-4, 1e-5, 1e-6)
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    X, y, truth = make_text(options.rows, options.columns, label_frequency=0.2, random_state=0, return_labels="both")
    signs = np.where(y == 1, 1.0, -1.0)
    weights = np.where(y == 1, (y == 0).sum() / (y == 1).sum(), 1.0)
    WeightedLogisticRegression(penalty=100).fit(X, y)  # compiles the kernels

    best = min(objective(m.coef_[0], m.intercept_[0], X, signs, weights)
               for m in [WeightedLogisticRegression(penalty=PENALTY, tol=1e-6).fit(X, y)])  # fmt: skip
    chosen: dict[str, Any] = {}
    for name, settings in solvers(X, y, weights).items():
        for setting in settings:
            model = setting()
            gap = objective(model.coef_[0], model.intercept_[0], X, signs, weights) / best - 1
            # L-BFGS leaves its intercept unpenalised, which is another (slightly easier) problem: its own gap is not
            # comparable, so it is given the setting at which its scores agree with ours to two digits.
            if gap <= GAP or (name == "L-BFGS" and gap <= 10 * GAP):
                chosen[name] = setting
                break
    times: dict[str, list[float]] = {name: [] for name in chosen}
    for _ in range(options.repeats):
        for name, setting in chosen.items():
            times[name].append(timed(setting)[0])
    ours = np.median(times["onesided"])
    print(f"One fit of balanced logistic regression, {options.rows:,} × {options.columns:,}, gap {GAP:g}")
    for name, seconds in times.items():
        print(f"  {name:<22}{np.median(seconds):8.3f} s   {np.median(seconds) / ours:6.1f} × ours")

    print("F with the prior unknown, cut from P and U alone (rows are scored by the fitted model; peers' best .851)")
    methods: dict[str, Any] = {
        "WeightedLogisticRegressionCV": WeightedLogisticRegressionCV(random_state=0),
        "RankSVMCV": RankSVMCV(random_state=0),
        "SetAsideSVM": SetAsideSVM(random_state=0),
        "Finder (balanced)": Finder(),
    }
    hidden = y == 0
    for name, method in methods.items():
        seconds, model = timed(lambda method=method: method.fit(X, y))
        raw = model.findings_.scores if hasattr(model, "findings_") else model.cv_scores_ - model.threshold_
        f_all, ap = f1_score(truth, raw > 0), average_precision_score(truth[hidden], raw[hidden])
        print(f"  {name:<30}F {f_all:.3f}   average precision in the pile {ap:.3f}   {seconds:6.1f} s")
    seconds, model = timed(lambda: LinearSVC(C=0.1, dual=True).fit(X, truth))
    f_truth = f1_score(truth, model.predict(X))
    print(f"  {'(LinearSVC on the truth)':<30}F {f_truth:.3f} on its own training rows   {seconds:.1f} s")


if __name__ == "__main__":
    main()
