"""A display as inline SVG that follows the colours of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from onesided.exceptions import InputError
from onesided.report.axes import CUT, GRID, POSITIVE, PRECISION, RECALL, UNLABELED

INK = "#1f2328"
SHADES = {
    INK: "currentColor",
    POSITIVE: "var(--positive)",
    UNLABELED: "var(--unlabeled)",
    RECALL: "var(--recall)",
    PRECISION: "var(--precision)",
    CUT: "var(--cut)",
    GRID: "var(--grid)",
}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: small, searchable, in the reader's own font
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.linewidth": 0.8,
}


def inline_svg(draw: Callable[[Any], Any], name: str, size: tuple[float, float] = (4.0, 2.9)) -> str:
    """What `draw(ax)` draws, as an SVG element.

    The same drawing gives the same bytes.  `name` keeps what one picture defines apart from another's.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError("the report needs matplotlib; install it with: pip install 'onesided[report]'") from error

    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure.add_subplot())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    return _for_a_page(buffer.getvalue())


def _for_a_page(picture: str) -> str:
    """The <svg> element alone, without what only files need, and with the colours of the page."""
    picture = picture[picture.index("<svg") :]
    picture = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", picture, flags=re.DOTALL)
    picture = re.sub(r'\sxmlns(:\w+)?="[^"]*"|\sversion="[^"]*"', "", picture)
    head, rest = picture.split(">", 1)
    picture = re.sub(r'\s(?:width|height)="[^"]*"', "", head) + ">" + rest  # it fills its place; viewBox has its shape
    used = set(re.findall(r"#([\w-]+)", picture))
    picture = re.sub(r'\sid="([^"]+)"', lambda found: found[0] if found[1] in used else "", picture)
    for colour, shade in SHADES.items():
        picture = picture.replace(colour, shade)
    return re.sub(r"\n\s*", "\n", picture).strip()
