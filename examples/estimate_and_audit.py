"""How many are hidden, and how good is the cut?  First by the estimate, then by an audit of 100 rows.

Run it: `python examples/estimate_and_audit.py`
"""

from onesided import SetAsideSVM
from onesided.datasets import make_text
from onesided.prior import audit_cut_quality, cut_quality, draw_audit, estimate_from_audit, estimate_prior

X, y, truth = make_text(n_documents=4000, n_features=5000, label_frequency=0.3, random_state=0, return_labels="both")
model = SetAsideSVM(random_state=0).fit(X, y)
scores, cut = model.cv_scores_, model.threshold_  # scores out of fold: no row is judged by a model that saw it

is_hit = (scores > cut) & (y == 0)
n_hidden, precision = int(truth[y == 0].sum()), truth[is_hit].mean()
print(f"truth      {n_hidden} hidden, {precision:.2f} of the {is_hit.sum()} hits right")


def show(name, prior, quality):
    hidden, right = prior.n_hidden_interval, quality.precision_in_unlabeled_interval
    print(f"{name:<9}  {hidden.low:.0f} to {hidden.high:.0f} hidden", end=", ")
    print(f"{right.low:.2f} to {right.high:.2f} of the hits right")


# Without any negative: rests on positives labelled at random, and negatives that thin out among the highest scores.
estimate = estimate_prior(y, scores)
show("estimate", estimate, cut_quality(y, scores, cut, estimate))
for note in estimate.notes:
    print("  -", note)

# With 100 rows of the pile read by somebody (here the truth answers): rests on nothing but the draw.
audit = draw_audit(y, scores, 100, threshold=cut, random_state=0)
answers = truth[audit.rows] == 1
show("audit", estimate_from_audit(y, scores, audit, answers), audit_cut_quality(y, scores, audit, answers, cut))
