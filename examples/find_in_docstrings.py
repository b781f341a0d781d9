"""Find the documents on one subject: thirty are given, the others hide in a pile of real text.

The text is on every machine: the docstrings of NumPy, SciPy and scikit-learn.

Run it: `python examples/find_in_docstrings.py`
"""

import numpy as np

from onesided import Finder
from onesided.datasets import fetch_docstrings

corpus = fetch_docstrings()
is_wanted = corpus.fields == "statistics"
y = np.zeros(len(corpus), dtype=int)
y[np.random.default_rng(0).permutation(np.flatnonzero(is_wanted))[:30]] = 1  # 1 positive, 0 unlabeled

finder = Finder(preset="fast").fit(corpus.texts, y)
found = finder.findings_

first = found.ranking[:10]
for rank, (row, terms) in enumerate(zip(first, finder.explain([corpus.texts[r] for r in first]), strict=True), 1):
    print(f"{rank:2}  {found.scores[row]:5.2f}  {corpus.names[row]:45.45}  {', '.join(term for term, _ in terms[:4])}")

hidden = is_wanted & found.labels.is_unlabeled
low, high = found.prior.n_hidden_interval.low, found.prior.n_hidden_interval.high
print(f"hidden: {low:.0f} to {high:.0f} by the estimate, {hidden.sum()} in truth")

# The estimate at the cut, and the truth, which only an experiment knows.  The intervals are meant to hold it 19 times
# in 20, so a miss now and then is no surprise: with thirty positives, recall is a count out of thirty.
quality, chosen = found.quality, found.is_chosen
print(f"recall:    {quality.recall_interval.low:.2f} to {quality.recall_interval.high:.2f} by the estimate, "
      f"{(chosen & hidden).sum() / hidden.sum():.2f} in truth")  # fmt: skip
hits = quality.precision_in_unlabeled_interval
print(f"precision: {hits.low:.2f} to {hits.high:.2f} by the estimate, {is_wanted[chosen].mean():.2f} in truth")
