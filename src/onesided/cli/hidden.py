"""Estimates of the number of hidden positives, side by side and in words."""

from __future__ import annotations

from typing import Any

from onesided.cli.console import Talk
from onesided.finder import Finder, Findings, Problem
from onesided.prior import auc_quality
from onesided.prior.selection import MIN_POSITIVES, scar_test


def as_facts(found: Findings) -> dict[str, Any]:
    """Everything that is known about the number hidden, ready for JSON."""
    prior = found.prior
    auc, around_auc = auc_quality(found.labels.take(found.is_counted), found.scores[found.is_counted], prior)
    return {
        "n_positive": prior.n_positive,
        "n_negative": prior.n_negative,
        "n_unlabeled": prior.n_unlabeled,
        "scores_from": found.chosen_method,
        "method": prior.method,
        "n_hidden": prior.n_hidden,
        "n_hidden_interval": _ends(prior.n_hidden_interval),
        "prior": prior.prior,
        "prior_interval": _ends(prior.prior_interval),
        "share_in_unlabeled": prior.share_in_unlabeled,
        "share_interval": _ends(prior.share_interval),
        "level": prior.share_interval.level,
        "n_hidden_upper_bound": prior.share_upper_bound * prior.n_unlabeled,
        "can_tell": prior.can_tell,
        "methods_agree": prior.agree,
        "panel": {one.method: {"n_hidden": one.n_hidden, "prior": one.prior} for one in prior.panel},
        "auc": auc,
        "auc_interval": _ends(around_auc),
        "notes": list(prior.notes),
    }


def selection_facts(finder: Finder, problem: Problem, seed: int) -> dict[str, Any]:
    """Whether the positives were chosen at random among all positives, as far as a test can tell; ready for JSON."""
    if problem.counted.n_positive < MIN_POSITIVES or problem.counted.n_unlabeled < MIN_POSITIVES:
        return {
            "p_value": None,
            "is_alarm": None,
            "notes": [f"Not tested: this needs {MIN_POSITIVES} positives or more."],
        }
    test = scar_test(finder.matrix(problem.counted_documents), problem.counted, random_state=seed)
    return {"p_value": test.p_value, "is_alarm": test.is_alarm, "level": test.level, "notes": list(test.words)}


def show(known: dict[str, Any]) -> None:
    """The panel on standard output."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None, pad_edge=False)
    grid.add_column("method", no_wrap=True)
    for name in ("hidden", "95% interval", "prior"):
        grid.add_column(name, justify="right", no_wrap=True)
    low, high = known["n_hidden_interval"]
    estimate = f"{known['n_hidden']:,.0f}" if known["can_tell"] else "cannot tell"
    prior = f"{known['prior']:.1%}" if known["can_tell"] else ""
    grid.add_row(known["method"], estimate, f"{low:,.0f} to {high:,.0f}", prior)
    for name, said in known["panel"].items():
        grid.add_row(name, f"{said['n_hidden']:,.0f}", "", f"{said['prior']:.1%}")
    grid.add_row("at most", f"{known['n_hidden_upper_bound']:,.0f}", "", "")
    Console(soft_wrap=True).print(grid)


def tell_hidden(talk: Talk, known: dict[str, Any]) -> None:
    """What the numbers mean."""
    low, high = known["auc_interval"]
    talk.say("Check", f"a positive outranks a negative with chance {known['auc']:.3f} ({low:.3f} to {high:.3f})")
    for note in known["notes"]:
        talk.say("Note", note)
    for note in known["selection_test"]["notes"]:
        talk.say("Random?", note)


def _ends(interval: Any) -> list[float]:
    return [float(interval.low), float(interval.high)]
