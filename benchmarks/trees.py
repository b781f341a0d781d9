"""Trees and forests: time against scikit-learn's on the same rows, and accuracy of our C4.5.

    python benchmarks/trees.py                              # time: some four minutes
    python benchmarks/trees.py accuracy                     # 10 folds on five data sets: some ten minutes
    python benchmarks/trees.py j48 --weka weka.jar [cup_runtime.jar]     # beside Weka's J48, same folds: needs java

Time is CPU seconds, the median of seven runs taken in turns.  scikit-learn's trees get the categories of adult as
ordinal codes (missing ones as a code of their own) or as one column for each category; ours get them as they are.  A
tree of ours is pruned, with subtree raising; scikit-learn's is not.  Forests also compute their out-of-bag scores.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from onesided.datasets import fetch_adult, fetch_kr_vs_kp, fetch_spambase
from onesided.queries import PosUnlForest, PosUnlTree

N_RUNS = 7
PENALTIES = (0.0, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2)


def as_numbers(table: Any) -> tuple[np.ndarray, np.ndarray]:
    """Columns as numbers, NaN where a value is missing, and which of them are nominal."""
    columns = [
        values
        if values.dtype.kind == "f"
        else np.where(values == "", np.nan, np.unique(values, return_inverse=True)[1])
        for values in table.columns.values()
    ]
    return np.column_stack(columns), np.array([values.dtype.kind != "f" for values in table.columns.values()])


def without_missing(X: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(X), np.nanmax(X, axis=0) + 1, X)


# --- time


def jobs(full: bool) -> Iterator[tuple[str, int, int, bool, Callable[[], Any], str]]:
    """(name, rows, columns, ours or not, fit, note) of each fit."""
    table = fetch_adult()
    X, is_nominal = as_numbers(table)
    is_train = table.splits == "train"
    X, truth = X[is_train], (table.labels == "<=50K")[is_train].astype(int)
    codes = without_missing(X)
    one_hot = np.hstack([codes[:, ~is_nominal], OneHotEncoder(sparse_output=False).fit_transform(codes[:, is_nominal])])
    is_labelled = truth * (np.random.default_rng(0).random(len(truth)) < 0.3)
    prior = float(truth.mean())
    n_rows = len(X)
    ours = {"categorical_features": is_nominal, "random_state": 0}
    n_trees = 100 if full else 20

    def job(name: str, is_ours: bool, model: Any, X: np.ndarray, y: np.ndarray, note: str = "") -> Any:
        return name, n_rows, X.shape[1], is_ours, lambda: model.fit(X, y), note

    yield job("onesided: tree of labels", True, PosUnlTree(supervised=True, **ours), X, truth)
    yield job("onesided: tree of P and U, prior given", True, PosUnlTree(prior=prior, **ours), X, is_labelled)
    yield job("onesided: tree of P and U", True, PosUnlTree(**ours), X, is_labelled, "prior by 30 trees")
    yield job("scikit-learn: tree, ordinal codes", False, DecisionTreeClassifier(random_state=0), codes, truth)
    yield job("scikit-learn: tree, one-hot", False, DecisionTreeClassifier(random_state=0), one_hot, truth)
    forest, settings = f"forest of {n_trees}", {"oob_score": True, "random_state": 0}
    many = {"n_estimators": n_trees, **ours}
    yield job(
        f"onesided: {forest}, labels, to the end", True, PosUnlForest(supervised=True, min_cases=1, **many), X, truth
    )
    yield job(f"onesided: {forest}, labels", True, PosUnlForest(supervised=True, **many), X, truth)
    yield job(f"onesided: {forest}, P and U, prior given", True, PosUnlForest(prior=prior, **many), X, is_labelled)
    yield job(f"onesided: {forest}, P and U", True, PosUnlForest(**many), X, is_labelled, "prior by 30 more trees")
    for name, table_of in (("ordinal codes", codes), ("one-hot", one_hot)):
        for note, least in (("to the end", 1), ("5 rows a leaf", 5)):
            model = RandomForestClassifier(n_trees, min_samples_leaf=least, **settings)
            yield job(f"scikit-learn: {forest}, {name}, {note}", False, model, table_of, truth)


def rows(full: bool) -> Iterator[dict[str, Any]]:
    """CPU and wall seconds of each fit, and the number of leaves of a tree."""
    warnings.filterwarnings("ignore", "Some inputs do not have OOB scores")
    warm_up()
    planned = list(jobs(full))
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name, *_ in planned}
    models: dict[str, Any] = {}
    for _ in range(N_RUNS):
        for name, _, _, _, fit, _ in planned:
            cpu, wall = time.process_time(), time.perf_counter()
            models[name] = fit()
            spent[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    for name, n_rows, n_columns, is_ours, _, note in planned:
        cpu, wall = np.median(spent[name], axis=0).tolist()
        yield {
            "job": name, "rows": n_rows, "columns": n_columns, "cpu": cpu, "wall": wall, "runs": N_RUNS,
            "is_ours": is_ours, "note": note, "leaves": n_leaves(models[name]),
        }  # fmt: skip


def warm_up() -> None:
    """Compile, or load what was compiled."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 3)), (rng.random(200) < 0.5).astype(int)
    PosUnlTree(random_state=0).fit(X, y)
    PosUnlForest(2, prior=0.8, random_state=0).fit(X, y)


def n_leaves(model: Any) -> float:
    members = getattr(model, "estimators_", [model])
    return float(np.mean([m.n_leaves if hasattr(m, "n_leaves") else m.get_n_leaves() for m in members]))


# --- accuracy


def data_sets() -> Iterator[tuple[str, np.ndarray, np.ndarray, np.ndarray]]:
    """Name, rows, which columns are nominal, truth."""
    for name, table, positive in (
        ("kr-vs-kp", fetch_kr_vs_kp(), "won"),
        ("adult", fetch_adult(), "<=50K"),
        ("spambase", fetch_spambase(), "spam"),
    ):
        yield name, *as_numbers(table), (table.labels == positive).astype(int)
    for name, bunch, truth in (
        ("breast_cancer", load_breast_cancer(), None),
        ("digits, even or odd", load_digits(), load_digits().target % 2),
    ):
        yield name, bunch.data, np.zeros(bunch.data.shape[1], dtype=bool), bunch.target if truth is None else truth


def folds(X: np.ndarray, y: np.ndarray) -> Any:
    return StratifiedKFold(10, shuffle=True, random_state=0).split(X, y)


def accuracy() -> None:
    """10-fold accuracy, in percent, of our tree and of scikit-learn's, plain and with its penalty found in 5 folds."""
    heads = "".join(f"{name:>10}{'leaves':>8}" for name in ("onesided", "sklearn", "pruned"))
    print(f"{'accuracy, 10 folds':<22}{heads}")
    for name, X, is_nominal, y in data_sets():
        codes = without_missing(X)
        pruned = GridSearchCV(DecisionTreeClassifier(random_state=0), {"ccp_alpha": PENALTIES}, cv=5)
        plain = DecisionTreeClassifier(random_state=0)
        ours = PosUnlTree(supervised=True, categorical_features=is_nominal)
        right: list[list[float]] = [[], [], []]
        leaves: list[list[float]] = [[], [], []]
        for inside, outside in folds(X, y):
            for place, (model, table) in enumerate(((ours, X), (plain, codes), (pruned, codes))):
                model.fit(table[inside], y[inside])
                right[place].append(100 * float(np.mean(model.predict(table[outside]) == y[outside])))
                leaves[place].append(n_leaves(getattr(model, "best_estimator_", model)))
        cells = "".join(f"{np.mean(r):>10.2f}{np.mean(n):>8.0f}" for r, n in zip(right, leaves, strict=True))
        print(f"{name:<22}{cells}", flush=True)


# --- Weka


def j48(jars: list[Path]) -> None:
    """10-fold accuracy of Weka's J48 and of ours on the same folds."""
    for name, X, is_nominal, y in data_sets():
        if name not in ("kr-vs-kp", "adult"):
            continue
        n_values = [
            int(np.nanmax(column)) + 1 if nominal else 0 for column, nominal in zip(X.T, is_nominal, strict=True)
        ]
        both = []
        for inside, outside in folds(X, y):
            with tempfile.TemporaryDirectory() as folder:
                train, test = Path(folder, "train.arff"), Path(folder, "test.arff")
                write_arff(train, X[inside], y[inside], n_values)
                write_arff(test, X[outside], y[outside], n_values)
                command = ["java", "-Xmx1g", "-cp", ":".join(map(str, jars)), "weka.classifiers.trees.J48"]
                said = subprocess.run([*command, "-t", train, "-T", test], capture_output=True, text=True, check=True)
            theirs = float(re.findall(r"Correctly Classified Instances\s+\d+\s+([\d.]+)", said.stdout)[-1])
            tree = PosUnlTree(supervised=True, categorical_features=is_nominal).fit(X[inside], y[inside])
            both.append((theirs, 100 * float(np.mean(tree.predict(X[outside]) == y[outside]))))
            print(f"{name}: J48 {both[-1][0]:.2f}, onesided {both[-1][1]:.2f}", flush=True)
        theirs, ours = np.mean(both, axis=0)
        print(f"{name}, mean of 10 folds: J48 {theirs:.2f}, onesided {ours:.2f}", flush=True)


def write_arff(path: Path, X: np.ndarray, y: np.ndarray, n_values: list[int]) -> None:
    lines = ["@relation rows"]
    for number, n in enumerate(n_values):
        kind = "{" + ",".join(f"v{value}" for value in range(n)) + "}" if n else "numeric"
        lines.append(f"@attribute a{number} {kind}")
    lines += ["@attribute class {0,1}", "@data"]
    for row, label in zip(X, y, strict=True):
        cells = [
            "?" if np.isnan(x) else f"v{int(x)}" if n else repr(float(x)) for x, n in zip(row, n_values, strict=True)
        ]
        lines.append(",".join([*cells, str(label)]))
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("time", "accuracy", "j48"), default="time")
    parser.add_argument("--weka", type=Path, nargs="+", default=[], help="weka.jar, and what it needs")
    parser.add_argument("--quick", action="store_true", help="20 trees instead of 100")
    arguments = parser.parse_args()
    if arguments.what == "accuracy":
        return accuracy()
    if arguments.what == "j48":
        return j48(arguments.weka)
    for row in rows(not arguments.quick):
        print(f"{row['job']:<55}{row['cpu']:>9.3f} s CPU{row['leaves']:>9.0f} leaves  {row['note']}")
    return None


if __name__ == "__main__":
    main()
