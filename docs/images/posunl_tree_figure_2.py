"""Draws posunl_tree_figure_2.png: Figure 2 of De Comité et al. (1999), from benchmarks/results/tree_figure_2.csv."""

from pathlib import Path

import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

HERE = Path(__file__)
results = pl.read_csv(HERE.parents[2] / "benchmarks" / "results" / "tree_figure_2.csv")
cells = (
    results.group_by("data", "n_labelled", "method")
    .agg((100 * pl.col("error").mean()).alias("mean"), (100 * pl.col("error").std() / pl.len().sqrt()).alias("spread"))
    .sort("n_labelled")
)
figure = Figure(figsize=(9, 3.8), layout="constrained", dpi=90)
for axes, data in zip(figure.subplots(1, 2), ("kr-vs-kp", "adult"), strict=True):
    for method, color in (("C4.5", "0.4"), ("published", "tab:orange"), ("ours", "tab:blue")):
        line = cells.filter((pl.col("data") == data) & (pl.col("method") == method))
        label = {"C4.5": "C4.5 of LAB", "published": "C4.5PosUnl as published", "ours": "PosUnlTree"}[method]
        axes.errorbar(line["n_labelled"], line["mean"], line["spread"], color=color, marker="o", ms=3, label=label)
    axes.set(title=data, xlabel="labelled rows", xscale="log", ylim=(0, None))
    axes.xaxis.set_major_formatter(ScalarFormatter())
figure.axes[0].set_ylabel("error in percent, mean of 100 draws")
figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=8)
figure.savefig(HERE.with_suffix(".png"))
