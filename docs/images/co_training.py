"""Draws co_training.png: two intervals, from one view each, learned from eight labelled points."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.naive_bayes import GaussianNB

from onesided.semi_supervised import CoTraining

rng = np.random.default_rng(0)
truth = np.repeat([1, 0], [150, 450])
# In each view the positives lie in [4, 6] and the others outside, independently of the other view.
inside = rng.uniform(4, 6, (600, 2))
outside = np.where(rng.random((600, 2)) < 0.5, rng.uniform(0, 4, (600, 2)), rng.uniform(6, 10, (600, 2)))
X = np.where(truth[:, np.newaxis] == 1, inside, outside)
y = np.full(600, -1)
given = [0, 1, *range(150, 156)]
y[given] = truth[given]

figure = Figure(figsize=(9, 4.2), layout="constrained", dpi=90)
line = np.linspace(0, 10, 400)
for axes, rounds in zip(figure.subplots(1, 2, sharey=True), (0, 30), strict=True):
    model = CoTraining(GaussianNB(), views=([0], [1]), n_rounds=rounds, random_state=0).fit(X, y)
    rows = [step.row for step in model.trace_]
    axes.scatter(*X.T, s=5, color="0.8", label="unlabeled")
    for kind, color in ((0, "tab:blue"), (1, "tab:red")):
        name = ("other", "wanted")[kind]
        some = [step.row for step in model.trace_ if step.label == kind]
        if some:
            axes.scatter(*X[some].T, s=12, color=color, alpha=0.5, label=f"called {name}")
        axes.scatter(*X[y == kind].T, s=70, color=color, marker="*", edgecolor="black", label=f"labelled {name}")
    for view, span in ((0, axes.axvspan), (1, axes.axhspan)):
        called = line[model.predict_view(np.column_stack([line, line]), view) == 1]
        if len(called):
            span(called.min(), called.max(), color="tab:red", alpha=0.12, lw=0)
    title = "labelled points alone" if rounds == 0 else f"after {model.n_rounds_} rounds of co-training"
    error = np.mean(model.predict(X) != truth)
    axes.set(title=f"{title}: error {error:.1%}", xlabel="view 0", xlim=(0, 10), ylim=(0, 10))
figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=5, fontsize=8)
figure.axes[0].set_ylabel("view 1")
figure.savefig(Path(__file__).with_suffix(".png"))
