"""Draws conjunctions.png: both experiments of De Comité et al. (1999), Figure 1, and our choice (takes a minute)."""

from pathlib import Path

from matplotlib.figure import Figure

from onesided.papers.conjunction_experiments import experiment_1, experiment_2, practical

first, second = experiment_1(0), experiment_2(0)
chosen = practical(0, [10, *range(50, 1001, 50)])["chosen"]

figure = Figure(figsize=(9, 3.6), layout="constrained", dpi=90)
left, right = figure.subplots(1, 2, sharey=True)
left.plot(first["labelled"].sizes, first["labelled"].mean, label="N labelled rows")
left.plot(first["exact"].sizes, first["exact"].mean, label="N labels, exact probabilities")
left.set(title="Experiment 1", xlabel="N", ylabel="error, mean of 100 targets", ylim=(0, 0.5))
right.plot(second["labelled"].sizes, second["labelled"].mean, label="M labelled rows")
right.plot(second["pools"].sizes, second["pools"].mean, label="10 labels, M positive and M unlabeled rows")
right.plot(chosen.sizes, chosen.mean, "--", label="M positive and M unlabeled rows,\nMonotoneConjunction's own choice")
right.set(title="Experiment 2", xlabel="M")
for axes in (left, right):
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
figure.savefig(Path(__file__).with_suffix(".png"))
