"""Draws demo.png: the scores and the quality of every cut, for the documents on clustering of `onesided demo`."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from onesided import Finder
from onesided.datasets import fetch_docstrings
from onesided.report import CutQualityDisplay, ScoreDistributionDisplay

corpus = fetch_docstrings()
members = np.flatnonzero(np.asarray(corpus.fields) == "clustering")
y = np.zeros(len(corpus), dtype=int)
y[np.random.default_rng(0).permutation(members)[:30]] = 1
found = Finder(random_state=0).fit(corpus.texts, y).findings_

figure = Figure(figsize=(10, 3.9), layout="constrained", dpi=110)
left, right = figure.subplots(1, 2)
ScoreDistributionDisplay.from_findings(found, ax=left)
CutQualityDisplay.from_findings(found, ax=right)
figure.savefig(Path(__file__).with_suffix(".png"))
