"""What a run found, in words; the numbers are those of --json and the report."""

from __future__ import annotations

from onesided.cli.console import Talk
from onesided.finder import Findings
from onesided.report import facts


def tell_fit(talk: Talk, found: Findings, ids: list[str]) -> None:
    """What was chosen, and how well it ranks positives that it did not see."""
    known = facts(found)
    others = len(found.candidates) - 1
    why = f" chosen over {others} other{'s' * (others > 1)}" if others else ""
    talk.say("Fit", f"{known['method']}{why}, {len(found.candidates[0].by_fold)} folds")
    talk.say("Check", f"held-out positives: half rank in the top {known['held_out_half_in_top']:.1%}, "
                      f"90% in the top {known['held_out_90_percent_in_top']:.1%}")  # fmt: skip
    n = len(found.suspects)
    if n:
        shown = ", ".join(ids[row] for row in found.suspects[:4]) + (", …" if n > 4 else "")
        talk.warn(f"{n} of your positives look{'s' * (n == 1)} unlike the rest: {shown}")


def tell_answer(talk: Talk, found: Findings) -> None:
    """How many there are, where to cut, and how good that is."""
    known = facts(found)
    low, high = known["n_hidden_interval"]
    if known["can_tell"]:
        talk.say("Likely", f"about {known['n_hidden']:,.0f} more (95% interval {low:,.0f} to {high:,.0f})")
    else:
        talk.say("Likely", f"cannot tell yet how many more: between {low:,.0f} and {high:,.0f} (95% interval); "
                           "onesided audit narrows it")  # fmt: skip
    if known["can_tell"] and not found.prior.agree:
        talk.warn("methods disagree on how many: trust the interval; onesided estimate shows them side by side")
    if talk.verbose:
        for note in known["notes"]:
            talk.say("Note", note)
    recall, precision = known["recall_interval"], known["precision_interval"]
    talk.say("Cut", f"top {known['n_chosen']:,} · estimated recall {known['recall']:.2f} "
                    f"({recall[0]:.2f} to {recall[1]:.2f}) · precision {known['precision']:.2f} "
                    f"({precision[0]:.2f} to {precision[1]:.2f})")  # fmt: skip
