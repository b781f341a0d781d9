"""Draws posunl_forest.png: probabilities of a tree and of a forest, from positive and unlabeled points."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import make_moons

from onesided.queries import PosUnlForest, PosUnlTree

X, truth = make_moons(1500, noise=0.25, random_state=0)
is_labelled = (truth == 1) & (np.random.default_rng(0).random(1500) < 0.3)
line = [np.linspace(*X[:, k][[X[:, k].argmin(), X[:, k].argmax()]], 200) for k in range(2)]
grid = np.stack(np.meshgrid(*line), axis=-1).reshape(-1, 2)
figure = Figure(figsize=(9, 3.8), layout="constrained", dpi=90)
for axes, model in zip(
    figure.subplots(1, 2, sharey=True), (PosUnlTree(random_state=0), PosUnlForest(random_state=0)), strict=True
):
    model.fit(X, is_labelled.astype(int))
    shown = axes.pcolormesh(*line, model.predict_proba(grid)[:, 1].reshape(200, 200), cmap="coolwarm", vmin=0, vmax=1)
    axes.scatter(*X[~is_labelled].T, s=3, color="0.35", label="unlabeled")
    axes.scatter(*X[is_labelled].T, s=14, color="white", edgecolor="black", lw=0.5, label="labelled positive")
    right = np.mean(model.predict(X) == truth)
    axes.set_title(f"{type(model).__name__}: prior {model.prior_:.2f}, {right:.1%} right", fontsize=10)
figure.colorbar(shown, ax=figure.axes, label="probability of a positive")
figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8)
figure.savefig(Path(__file__).with_suffix(".png"))
