"""What a run found, as facts: the terminal, --json and the report show the same ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from onesided.finder import Findings


def facts(found: Findings) -> dict[str, Any]:
    """The answer in numbers, ready for JSON."""
    counted = found.labels.take(found.is_counted)
    half, most = np.quantile(found.held_out_positions, [0.5, 0.9])
    prior, quality = found.prior, found.quality
    precision_interval = quality.precision_in_unlabeled_interval
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
        "held_out_half_in_top": float(half),
        "held_out_90_percent_in_top": float(most),
        "n_hidden": prior.n_hidden,
        "n_hidden_interval": [prior.n_hidden_interval.low, prior.n_hidden_interval.high],
        "can_tell": prior.can_tell,
        "n_chosen": int(found.is_chosen.sum()),
        "recall": quality.recall,
        "recall_interval": [quality.recall_interval.low, quality.recall_interval.high],
        "precision": quality.precision_in_unlabeled,
        "precision_interval": [precision_interval.low, precision_interval.high],
        "notes": list(prior.notes),
    }
