"""Draws two_moons.png: one labelled row in each moon, what a line through them says, and the harmonic potentials."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import make_moons
from sklearn.svm import LinearSVC

from onesided.semi_supervised import HarmonicFunction

X, truth = make_moons(400, noise=0.08, random_state=0)
y = np.full(400, -1)
y[[np.flatnonzero(truth == 0)[0], np.flatnonzero(truth == 1)[0]]] = 0, 1
is_labelled = y >= 0

supervised = LinearSVC().fit(X[is_labelled], y[is_labelled]).predict(X).astype(float)
model = HarmonicFunction().fit(X, y)
shown = {
    f"Two labels alone, a line: {np.mean(supervised == truth):.0%} right": supervised,
    f"HarmonicFunction, potentials: {np.mean(model.transduction_ == truth):.0%} right": model.label_distributions_[
        :, 1
    ],
}

figure = Figure(figsize=(9, 3.2), layout="constrained", dpi=80)
all_axes = figure.subplots(1, 2, sharex=True, sharey=True)
for axes, (title, values) in zip(all_axes, shown.items(), strict=True):
    points = axes.scatter(*X.T, c=values, cmap="coolwarm", vmin=0, vmax=1, s=10)
    axes.scatter(
        *X[is_labelled].T, c=y[is_labelled], cmap="coolwarm", s=150, marker="*", edgecolor="black", linewidth=1
    )
    axes.set_title(title, fontsize=10)
    axes.set_axis_off()
figure.colorbar(points, ax=all_axes, label="probability of class 1", shrink=0.8)
figure.savefig(Path(__file__).with_suffix(".png"))
