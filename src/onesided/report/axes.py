"""Where a display draws, and in which colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onesided.exceptions import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Every colour has one meaning, here and in the report, which gives each a second shade for dark screens.
POSITIVE = "#c2410c"
UNLABELED = "#64748b"
RECALL = "#2563eb"
PRECISION = "#0f766e"
CUT = "#57606a"
GRID = "#d8dee4"


class Display:
    """What the displays share: `plot` draws into given axes or new ones and keeps them in `ax_` and `figure_`."""

    ax_: Axes
    figure_: Any

    def _axes(self, ax: Axes | None) -> Axes:
        if ax is None:
            try:
                from matplotlib import pyplot
            except ImportError as error:
                raise InputError("plots need matplotlib; install it with: pip install 'onesided[report]'") from error
            _, ax = pyplot.subplots(layout="constrained")
        self.ax_, self.figure_ = ax, ax.figure
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(color=GRID, linewidth=0.6)
        ax.set_axisbelow(True)
        return ax


def few_ticks(ax: Axes) -> None:
    """Room for long numbers along a linear axis: at most six, with a common power of ten."""
    ax.locator_params(axis="x", nbins=6)
    ax.ticklabel_format(axis="x", scilimits=(-2, 4), useMathText=True)
