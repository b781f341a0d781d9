"""What a run found, as facts: the terminal, --json and the report show the same ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.cli.console import Talk
from onesided.finder import Findings


def facts(found: Findings) -> dict[str, Any]:
    """The answer in numbers."""
    counted = found.labels.take(found.is_counted)
    half, most = np.quantile(found.held_out_positions, [0.5, 0.9])
    prior, quality = found.prior, found.quality
    return {
        "n_positive": counted.n_positive,
        "n_negative": counted.n_negative,
        "n_unlabeled": counted.n_unlabeled,
        "n_duplicates": found.n_duplicates,
        "n_empty": int(found.is_empty.sum()),
        "method": found.chosen_method,
        "methods_tried": {
            one.name: {"criterion": one.criterion, "standard_error": one.standard_error, "pu_auc": one.auc}
            for one in found.candidates
        },
        "held_out_half_in_top": half,
        "held_out_90_percent_in_top": most,
        "n_hidden": prior.n_hidden,
        "n_hidden_interval": [prior.n_hidden_interval.low, prior.n_hidden_interval.high],
        "can_tell": prior.can_tell,
        "n_chosen": int(found.is_chosen.sum()),
        "recall": quality.recall,
        "recall_interval": [quality.recall_interval.low, quality.recall_interval.high],
        "precision": quality.precision_in_unlabeled,
        "precision_interval": [
            quality.precision_in_unlabeled_interval.low,
            quality.precision_in_unlabeled_interval.high,
        ],
        "notes": list(prior.notes),
    }


def tell(talk: Talk, found: Findings, ids: list[str]) -> None:
    """The answer in words."""
    known = facts(found)
    others = len(found.candidates) - 1
    why = f" chosen over {others} other{'s' * (others > 1)}" if others else ""
    talk.say("Fit", f"{known['method']}{why}, {len(found.candidates[0].by_fold)} folds")
    talk.say("Check", f"held-out positives: half rank in the top {known['held_out_half_in_top']:.1%}, "
                      f"90% in the top {known['held_out_90_percent_in_top']:.1%}")  # fmt: skip
    if len(found.suspects):
        shown = ", ".join(ids[row] for row in found.suspects[:4]) + (", …" if len(found.suspects) > 4 else "")
        n = len(found.suspects)
        talk.warn(f"{n} of your positives look{'s' * (n == 1)} unlike the rest: {shown}")
    low, high = known["n_hidden_interval"]
    if known["can_tell"]:
        talk.say("Likely", f"about {known['n_hidden']:,.0f} more (95% interval {low:,.0f} to {high:,.0f})")
    else:
        talk.say("Likely", f"cannot tell yet how many more: between {low:,.0f} and {high:,.0f}")
    for note in known["notes"]:
        talk.warn(note)
    recall, precision = known["recall_interval"], known["precision_interval"]
    talk.say("Cut", f"top {known['n_chosen']:,} · estimated recall {known['recall']:.2f} "
                    f"({recall[0]:.2f} to {recall[1]:.2f}) · precision {known['precision']:.2f} "
                    f"({precision[0]:.2f} to {precision[1]:.2f})")  # fmt: skip
