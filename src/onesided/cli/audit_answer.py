"""What a filled-in audit says."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.cli.audit_file import FilledAudit
from onesided.cli.console import Talk
from onesided.labels import NEGATIVE, POSITIVE, UNLABELED, Labels
from onesided.prior import Audit, audit_cut_quality, estimate_from_audit


def as_facts(filled: FilledAudit) -> dict[str, Any]:
    """The new estimates, ready for JSON."""
    labels, scores, audit = _rebuild(filled)
    threshold = filled.design["cut"] - 0.5
    prior = estimate_from_audit(labels, scores, audit, filled.is_positive)
    quality = audit_cut_quality(labels, scores, audit, filled.is_positive, threshold)
    return {
        "n_labelled": len(filled.stratum),
        "n_positive": int(filled.is_positive.sum()),
        "n_blank": filled.n_blank,
        "n_hidden": prior.n_hidden,
        "n_hidden_interval": _ends(prior.n_hidden_interval),
        "can_tell": prior.can_tell,
        "n_called": quality.n_called,
        "recall": quality.recall,
        "recall_interval": _ends(quality.recall_interval),
        "precision": quality.precision_in_unlabeled,
        "precision_interval": _ends(quality.precision_in_unlabeled_interval),
    }


def _rebuild(filled: FilledAudit) -> tuple[Labels, np.ndarray, Audit]:
    """The problem as the draw saw it, with the number of its stratum as the score of each row."""
    design = filled.design
    sizes = np.array(design["sizes"])
    top, bottom = len(sizes), -1  # labelled rows are only known to be above or below the cut
    codes, scores = [np.full(sizes.sum(), UNLABELED)], [np.repeat(np.arange(len(sizes)), sizes)]
    for code, (n, n_above) in ((POSITIVE, design["positives"]), (NEGATIVE, design["negatives"])):
        codes.append(np.full(n, code))
        scores.append(np.repeat([top, bottom], [n_above, n - n_above]))
    labels = Labels(np.concatenate(codes).astype(np.int8), np.array([0, 1]))
    begins = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    # Which rows of a stratum were drawn does not matter, only how many; so the first ones stand for them.
    place = np.array([np.sum(filled.stratum[:i] == h) for i, h in enumerate(filled.stratum)])
    chances = np.array(design["drawn"]) / np.maximum(sizes, 1)
    audit = Audit(
        (begins[filled.stratum] + place).astype(np.intp), chances[filled.stratum], np.arange(0.5, len(sizes) - 1)
    )
    return labels, np.concatenate(scores).astype(float), audit


def tell_audit(talk: Talk, known: dict[str, Any]) -> None:
    """The new estimates in words."""
    blank = f" · {known['n_blank']} left blank, taken to be like the others" if known["n_blank"] else ""
    talk.say("Read", f"{known['n_labelled']} labels, {known['n_positive']} of them yes{blank}")
    low, high = known["n_hidden_interval"]
    if known["can_tell"]:
        talk.say("Hidden", f"about {known['n_hidden']:,.0f} (95% interval {low:,.0f} to {high:,.0f})")
    else:
        talk.say(
            "Hidden",
            f"cannot tell yet: between {low:,.0f} and {high:,.0f} (95% interval); four times as many labels halve it",
        )
    recall, precision = known["recall_interval"], known["precision_interval"]
    talk.say("Cut", f"{known['n_called']:,} above it · recall {known['recall']:.2f} "
                    f"({recall[0]:.2f} to {recall[1]:.2f}) · precision {known['precision']:.2f} "
                    f"({precision[0]:.2f} to {precision[1]:.2f})")  # fmt: skip
    talk.say("Note", "these assume nothing about how your positives were chosen, only that the labels are right")


def _ends(interval: Any) -> list[float]:
    return [float(interval.low), float(interval.high)]
