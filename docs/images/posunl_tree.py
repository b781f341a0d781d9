"""Draws posunl_tree.png: a tree from positive and unlabeled rows, as `PosUnlTree.plot` shows it."""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from onesided.queries import PosUnlTree

rng = np.random.default_rng(0)
n = 6000
rows = pd.DataFrame(
    {
        "age": rng.integers(18, 80, n),
        "region": rng.choice(["north", "south", "west"], n),
        "visits": rng.poisson(4, n),
        "member": rng.choice(["yes", "no"], n),
    }
)
interested = (rows["region"] == "north") & (rows["age"] <= 40) | (rows["member"] == "yes") & (rows["visits"] > 5)
asked = interested & (rng.random(n) < 0.3)
tree = PosUnlTree(prior=interested.mean()).fit(rows, np.where(asked, "positive", "unlabeled"))
figure = Figure(figsize=(10, 5), layout="constrained", dpi=90)
axes = tree.plot(ax=figure.add_subplot())
axes.set_title(f"{asked.sum()} customers asked, {n - asked.sum()} did not (yet): who is interested?", fontsize=10)
figure.savefig(Path(__file__).with_suffix(".png"))
print(tree.export_text(), np.mean((tree.predict(rows) == "positive") == interested))
