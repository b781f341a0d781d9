"""Do the intervals cover?  Simulated data sets with known truth: coverage, width and error, method by method.

Each data set draws a prior (0.05 to 0.5), a label frequency (0.1 to 0.8), n (2,000 to 20,000, even on a log scale)
and a distance between two classes (AUC 0.76 to 0.98), and scores that are either drawn directly or the out-of-fold
scores of logistic regression on five features.  The truth is that of the population, computed exactly from the
normal distributions of each fold's scores; for the number of hidden positives it is the count itself.

    python benchmarks/prior_coverage.py --n-datasets 200              # a minute or two
    python benchmarks/prior_coverage.py --n-datasets 40 --slow        # also TIcE and KM2
    python benchmarks/prior_coverage.py --shapes                      # classes that are not normal
    python benchmarks/prior_coverage.py --audits                      # intervals of audits, with biased labelling
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression

from onesided import prior as pu

DISTANCES = (1.0, 1.5, 2.0, 3.0)
N_FEATURES, N_FOLDS = 5, 5
SEED = 0


@dataclass
class Setting:
    prior: float
    label_frequency: float
    n: int
    distance: float


def settings(n_datasets):
    rng = np.random.default_rng(SEED)
    for _ in range(n_datasets):
        yield Setting(
            rng.uniform(0.05, 0.5),
            rng.uniform(0.1, 0.8),
            int(np.exp(rng.uniform(np.log(2_000), np.log(20_000)))),
            float(rng.choice(DISTANCES)),
        )


def draws(number):
    """The random numbers of one data set."""
    return np.random.default_rng([SEED, number])


def direct_scores(setting, rng):
    """Scores drawn from the two normal distributions: one fold with mean `distance` against 0."""
    is_positive = rng.random(setting.n) < setting.prior
    is_labelled = is_positive & (rng.random(setting.n) < setting.label_frequency)
    scores = rng.standard_normal(setting.n) + setting.distance * is_positive
    return is_positive, is_labelled, scores, [(1.0, setting.distance, 0.0, 1.0)]


def two_samples(setting, rng):
    """U drawn from the population, and P, separately, from the positives: as many as the label frequency says."""
    hidden = rng.random(setting.n) < setting.prior
    n_positive = max(int(setting.label_frequency * setting.prior * setting.n), 1)
    is_positive = np.concatenate([np.ones(n_positive, dtype=bool), hidden])
    scores = rng.standard_normal(len(is_positive)) + setting.distance * is_positive
    return is_positive, np.arange(len(scores)) < n_positive, scores, [(1.0, setting.distance, 0.0, 1.0)]


def out_of_fold_scores(setting, rng):
    """Scores of logistic regression of labelled against unlabeled rows, each row by a model that has not seen it."""
    is_positive = rng.random(setting.n) < setting.prior
    is_labelled = is_positive & (rng.random(setting.n) < setting.label_frequency)
    shift = np.full(N_FEATURES, setting.distance / np.sqrt(N_FEATURES))
    X = rng.standard_normal((setting.n, N_FEATURES)) + np.outer(is_positive, shift)
    fold = np.empty(setting.n, dtype=int)
    for side in (is_labelled, ~is_labelled):
        fold[side] = rng.permutation(np.count_nonzero(side)) % N_FOLDS
    scores, folds = np.empty(setting.n), []
    for k in range(N_FOLDS):
        model = LogisticRegression(C=1.0).fit(X[fold != k], is_labelled[fold != k])
        w, b = model.coef_[0], model.intercept_[0]
        scores[fold == k] = X[fold == k] @ w + b
        folds.append((np.mean(fold == k), shift @ w + b, b, float(np.linalg.norm(w))))
    return is_positive, is_labelled, scores, folds


def population_truth(folds, prior, threshold):
    """Recall, precision, F and AUC in the population of a mixture of folds (weight, mean +, mean -, spread)."""
    weight, up, down, spread = np.array(folds).T
    weight = weight / weight.sum()
    recall = weight @ norm.sf(threshold, up, spread)
    alarms = weight @ norm.sf(threshold, down, spread)
    precision = prior * recall / (prior * recall + (1 - prior) * alarms)
    f1 = 2 * prior * recall / (prior + prior * recall + (1 - prior) * alarms)
    apart = (up[:, None] - down) / np.hypot(spread[:, None], spread)
    return {"recall": recall, "precision": precision, "f1": f1, "auc": float(weight @ norm.cdf(apart) @ weight)}


def best_threshold(folds, prior):
    """The cut at which a row is as likely positive as negative: an honest cut that looks at no label."""
    weight, up, down, spread = np.array(folds).T

    def balance(t):
        return prior * (weight @ norm.pdf(t, up, spread)) - (1 - prior) * (weight @ norm.pdf(t, down, spread))

    return brentq(balance, down.min() - 10 * spread.max(), up.max() + 10 * spread.max())


class Tally:
    def __init__(self):
        self.rows = defaultdict(list)

    def add(self, name, truth, estimate, interval):
        inside = interval.low <= truth <= interval.high
        self.rows[name].append((inside, interval.width, abs(estimate - truth), truth < interval.low))

    def print(self, title):
        print(f"\n{title}")
        print(f"{'quantity':54} {'n':>5} {'covered':>8} {'median width':>13} {'mean error':>11} {'truth below':>12}")
        for name, rows in self.rows.items():
            inside, width, error, below = np.array(rows, dtype=float).T
            print(
                f"{name:54} {len(rows):5d} {inside.mean():8.3f} {np.median(width):13.3f} {error.mean():11.4f} "
                f"{below.mean():12.3f}"
            )


def run_intervals(n_datasets, make, title, sampling="one"):
    tally, by_distance, seconds = Tally(), Tally(), []
    for number, setting in enumerate(settings(n_datasets)):
        rng = draws(number)
        is_positive, is_labelled, scores, folds = make(setting, rng)
        if is_labelled.sum() < 5:
            continue
        start = time.perf_counter()
        found = pu.estimate_prior(is_labelled, scores, sampling=sampling, panel=False)
        seconds.append(time.perf_counter() - start)
        n_hidden, n_unlabeled = np.count_nonzero(is_positive & ~is_labelled), np.count_nonzero(~is_labelled)
        tally.add("number hidden / unlabeled", n_hidden / n_unlabeled, found.share_in_unlabeled, found.share_interval)
        by_distance.add(f"prior, distance {setting.distance}", setting.prior, found.prior, found.prior_interval)
        tally.add("prior", setting.prior, found.prior, found.prior_interval)
        cut = best_threshold(folds, setting.prior)
        for name, threshold in (("", cut), (" (cut half a spread higher)", cut + 0.5 * folds[0][3])):
            truth = population_truth(folds, setting.prior, threshold)
            quality = pu.cut_quality(is_labelled, scores, threshold, found)
            for measure in ("recall", "precision", "f1"):
                tally.add(
                    measure + name, truth[measure], getattr(quality, measure), getattr(quality, measure + "_interval")
                )
            called = (scores > threshold) & ~is_labelled
            if called.any():
                tally.add(
                    "precision of the hits in U" + name,
                    is_positive[called].mean(),
                    quality.precision_in_unlabeled,
                    quality.precision_in_unlabeled_interval,
                )
        tally.add(
            "auc", population_truth(folds, setting.prior, cut)["auc"], *pu.auc_quality(is_labelled, scores, found)
        )
    tally.rows.update(by_distance.rows)
    tally.print(f"{title}: {n_datasets} data sets, median {np.median(seconds):.2f} s an estimate")


def run_errors(n_datasets, make, title, names):
    errors, seconds = defaultdict(list), defaultdict(float)
    for number, setting in enumerate(settings(n_datasets)):
        _, is_labelled, scores, _ = make(setting, draws(number))
        if is_labelled.sum() < 5:
            continue
        for name in names:
            start = time.perf_counter()
            share = pu.METHODS[name](scores[is_labelled], scores[~is_labelled])
            seconds[name] += time.perf_counter() - start
            n_all = is_labelled.sum() + share * np.count_nonzero(~is_labelled)
            errors[name].append(n_all / setting.n - setting.prior)
    print(f"\n{title}: error of the prior, {n_datasets} data sets")
    print(f"{'method':16} {'mean absolute':>14} {'bias':>8} {'s each':>8}")
    for name, values in errors.items():
        print(f"{name:16} {np.abs(values).mean():14.4f} {np.mean(values):+8.4f} {seconds[name] / len(values):8.3f}")


def shape_scores(shape):
    """Classes that are not normal but thin out at the top as the estimate assumes, and four that do not."""

    def make(setting, rng):
        n, d = setting.n, setting.distance
        y = rng.random(n) < setting.prior
        z = rng.standard_normal(n)
        spread = {1.0: 1.3, 1.5: 0.9, 2.0: 0.6, 3.0: 0.3}[d]
        if shape == "wider positives":
            scores = np.where(y, 1.5 * z + 1.25 * d, z)
        elif shape == "skewed left":
            scores = d * y - 0.8 * rng.gumbel(size=n)
        elif shape == "beta":
            scores = np.where(y, rng.beta(1 + d, 1.0, n), rng.beta(1.0, 1 + d, n))
        elif shape == "two kinds of positives":
            scores = z + np.where(y, np.where(rng.random(n) < 0.4, d + 1, d - 0.7), 0)
        elif shape == "two kinds of negatives":
            scores = np.where(y, z + d, np.where(rng.random(n) < 0.15, 0.6 * z + d - 1.5, z - 0.5))
        elif shape == "probit chance":
            noisy = z + spread * rng.standard_normal(n)
            y, scores = noisy > np.quantile(noisy, 1 - setting.prior), z
        elif shape == "gamma":
            scores = np.where(y, rng.gamma(1.5 + d, 1.0, n), rng.gamma(1.5, 0.7, n))
        elif shape == "ramp on flat (floor above)":
            scores = np.where(y, rng.random(n) ** (1 / (1 + d)), rng.random(n))
        elif shape == "three kinds of negatives":
            scores = z + np.where(y, d, rng.choice([-2.0, 0.0, 0.5 * d - 0.5], n))
        elif shape == "wider negatives (no floor)":
            scores = np.where(y, z + 1.1 * d, 1.2 * z)
        elif shape == "logistic (floor above)":
            scores = 0.55 * rng.logistic(size=n) + d * y
        else:
            scores = 0.8 * rng.gumbel(size=n) + d * y
        return y, y & (rng.random(n) < setting.label_frequency), scores

    return make


SHAPES = (
    "wider positives",
    "skewed left",
    "beta",
    "two kinds of positives",
    "two kinds of negatives",
    "probit chance",
    "gamma",
    "three kinds of negatives",
    "ramp on flat (floor above)",
    "wider negatives (no floor)",
    "logistic (floor above)",
    "skewed right (floor above)",
)


def run_shapes(n_datasets):
    tally = Tally()
    for shape in SHAPES:
        make = shape_scores(shape)
        for number, setting in enumerate(settings(n_datasets)):
            y, labelled, scores = make(setting, draws(number))
            if labelled.sum() >= 5:
                found = pu.estimate_prior(labelled, scores, panel=False)
                truth = np.count_nonzero(y & ~labelled) / np.count_nonzero(~labelled)
                tally.add(shape, truth, found.share_in_unlabeled, found.share_interval)
    tally.print(f"Share hidden, other shapes: {n_datasets} data sets each")


def run_audits(n_datasets, n_rows=100):
    tally = Tally()
    for n_strata in (1, 3):
        for number, setting in enumerate(settings(n_datasets)):
            rng = draws(number)
            y, _, scores, folds = direct_scores(setting, rng)
            # Biased: the higher a positive's score, the likelier its label.
            labelled = y & (rng.random(setting.n) < setting.label_frequency * norm.cdf(scores - setting.distance))
            if not labelled.any():
                continue
            cut = best_threshold(folds, setting.prior)
            audit = pu.draw_audit(
                labelled,
                scores,
                n_rows,
                n_strata=n_strata,
                threshold=cut if n_strata > 1 else None,
                random_state=number,
            )
            found = pu.estimate_from_audit(labelled, scores, audit, y[audit.rows])
            tag = f", {n_strata} strata" if n_strata > 1 else ", evenly"
            hidden = np.count_nonzero(y & ~labelled) / np.count_nonzero(~labelled)
            tally.add("share hidden" + tag, hidden, found.share_in_unlabeled, found.share_interval)
            quality = pu.audit_cut_quality(labelled, scores, audit, y[audit.rows], cut)
            called = scores > cut
            truth = {"recall": called[y].mean(), "precision": y[called].mean() if called.any() else 0.0}
            truth["f1"] = 2 * np.count_nonzero(y & called) / (called.sum() + y.sum())
            for measure, value in truth.items():
                tally.add(measure + tag, value, getattr(quality, measure), getattr(quality, measure + "_interval"))
            guess = pu.estimate_prior(labelled, scores, panel=False)
            if n_strata > 1:
                tally.add("share hidden, without audit", hidden, guess.share_in_unlabeled, guess.share_interval)
    tally.print(f"Audits of {n_rows} rows under biased labelling: {n_datasets} data sets each")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n-datasets", type=int, default=200)
    parser.add_argument("--slow", action="store_true", help="TIcE and KM2, too")
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--audits", action="store_true")
    parser.add_argument("--seed", type=int, default=1, help="0 was looked at while the method was made")
    options = parser.parse_args()
    global SEED
    SEED = options.seed
    if options.shapes:
        run_shapes(options.n_datasets)
    elif options.audits:
        run_audits(options.n_datasets)
    elif options.slow:
        run_errors(options.n_datasets, out_of_fold_scores, "Out-of-fold scores", list(pu.METHODS))
    else:
        run_intervals(options.n_datasets, direct_scores, "Scores drawn directly")
        run_intervals(options.n_datasets, out_of_fold_scores, "Out-of-fold scores of logistic regression")
        run_intervals(options.n_datasets, two_samples, "Two samples, scores drawn directly", sampling="two")
        quick = [name for name in pu.METHODS if name not in pu.COSTS]
        run_errors(options.n_datasets, out_of_fold_scores, "Out-of-fold scores", quick)


if __name__ == "__main__":
    main()
