"""Draw transductive_svm.png: two moons, the boundary of the labelled rows alone and with the unlabeled ones."""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons
from sklearn.kernel_approximation import Nystroem
from sklearn.svm import LinearSVC

from onesided.semi_supervised import TransductiveSVM


def main() -> None:
    points, truth = make_moons(400, noise=0.08, random_state=0)
    features = Nystroem(gamma=10, random_state=0).fit(points)
    y = np.full(400, -1)
    for side in (0, 1):
        y[np.flatnonzero(truth == side)[:3]] = side
    X, known = features.transform(points), y >= 0
    models = {
        "SVM of the six labelled rows": LinearSVC(C=10.0).fit(X[known], y[known]),
        "TransductiveSVM": TransductiveSVM().fit(X, y),
    }

    across, up = np.meshgrid(np.linspace(-1.4, 2.4, 300), np.linspace(-0.9, 1.4, 200))
    grid = features.transform(np.column_stack([across.ravel(), up.ravel()]))
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True, layout="constrained")
    for panel, (title, model) in zip(axes, models.items(), strict=True):
        error = np.mean(model.predict(X[~known]) != truth[~known])
        panel.set_title(f"{title}: {error:.1%} wrong", fontsize=10)
        panel.contour(across, up, model.decision_function(grid).reshape(across.shape), levels=[0], colors="black")
        panel.scatter(*points[~known].T, s=6, color="0.6")
        for side, color in ((0, "tab:blue"), (1, "tab:orange")):
            panel.scatter(*points[y == side].T, s=60, color=color, edgecolor="black", label=f"labelled {side}")
        panel.set_xticks([])
        panel.set_yticks([])
    axes[0].legend(loc="lower left", fontsize=8)
    figure.savefig(Path(__file__).with_suffix(".png"), dpi=110)


if __name__ == "__main__":
    main()
