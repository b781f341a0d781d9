"""A textbook learner becomes a PU learner: it asks for shares of the population, and an oracle answers.

The learner below finds the best one-column rule "value above a threshold". It was written for labelled rows, and
nothing in it is changed: the oracle alone decides where the answers come from.

Run it: `python examples/any_query_learner.py`
"""

import numpy as np

from onesided.queries import LabelledOracle, PositiveUnlabeledOracle
from onesided.queries.bounds import sample_sizes

N_COLUMNS = 50
THRESHOLDS = np.linspace(-3, 3, 31)


def best_stump(oracle):
    """The column and threshold whose rule "above it is positive" has the smallest error: 31 queries a column."""
    errors = [
        oracle.ask(lambda X, label, column=column: (X[:, [column]] > THRESHOLDS) != label)
        for column in range(N_COLUMNS)
    ]
    column, place = np.unravel_index(np.argmin(errors), (N_COLUMNS, len(THRESHOLDS)))
    return int(column), float(THRESHOLDS[place])


def draw(n_rows):
    """Fifty columns, of which column 3 tells the positives (four in ten rows) from the others."""
    truth = rng.random(n_rows) < 0.4
    X = rng.normal(size=(n_rows, N_COLUMNS))
    X[:, 3] += 1.5 * truth
    return X, truth


rng = np.random.default_rng(0)
X_new, truth_new = draw(20_000)
errors: dict[str, list[float]] = {}
for _ in range(20):
    (X, truth), (X_few, truth_few) = draw(2000), draw(20)
    oracles = {
        "2,000 labels": LabelledOracle(X, truth),
        "20 labels": LabelledOracle(X_few, truth_few),
        # Here labels serve for one number, the share of positives; everything else is counted without them.
        "20 labels, 500 positive and 2,000 unlabeled rows": PositiveUnlabeledOracle(
            X[truth][:500], draw(2000)[0], labelled=truth_few
        ),
    }
    for name, oracle in oracles.items():
        column, threshold = best_stump(oracle)
        errors.setdefault(name, []).append(np.mean((X_new[:, column] > threshold) != truth_new))
for name, found in errors.items():
    print(f"{name}: error {np.mean(found):.3f}, mean of {len(found)} draws")

n_queries = N_COLUMNS * len(THRESHOLDS)
sizes = sample_sizes(0.1, n_queries=n_queries)
print(
    f"to be sure of all {n_queries:,} answers within 0.1: {sizes.n_labelled:,} labels, "
    f"{sizes.n_positive:,} positive and {sizes.n_unlabeled:,} unlabeled rows"
)
