"""The design of the LPLP paper: pairs of sites, pages without templates, likely positives."""

import numpy as np
import pytest
from scipy import sparse

from onesided.papers.lplp_2007 import DESIGNS, likely_positives, pairs_of, without_common_runs
from onesided.papers.protocol import Trial


@pytest.mark.parametrize(("design", "n"), [*zip(DESIGNS, (81, 40, 48, 48), strict=True)])
def test_every_ordered_pair_of_sites_is_there_once(design, n):
    pairs = {tuple(pair.values()) for pair in pairs_of(design)}
    assert len(pairs) == len(pairs_of(design)) == n
    assert all(site_p != site_u for _, site_p, site_u in pairs)


def test_a_site_of_two_verticals_is_unlabeled_for_both():
    on_amazon = {pair["positive"] for pair in pairs_of("SWDE") if pair["site_u"] == "amazon"}
    assert on_amazon == {"book", "camera"}


def test_runs_of_few_pages_stay():
    menu, own = list("abcde"), [list("fghij"), list("klmno")]
    pages = [[*menu, *own[0]], [*menu, *own[1]], *([*menu, str(n)] for n in range(18))]
    cleaned = without_common_runs(pages)
    assert cleaned[:3] == [own[0], own[1], ["0"]]


def test_likely_positives_have_half_of_the_words_and_replace_or_join_p():
    positives = np.tile([1.0] * 10 + [0.0] * 5, (4, 1))
    unlabeled = np.zeros((6, 15))
    unlabeled[0, :5] = unlabeled[1, :4] = 1.0
    unlabeled[2:, 10:] = 1.0
    y = np.repeat([1, 0], [4, 6])
    X = sparse.csr_array(np.vstack([positives, unlabeled]))
    trial = Trial(X, y, X[4:], np.zeros(6, dtype=bool))
    np.testing.assert_array_equal(likely_positives(trial, instead=False)[1], [1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
    np.testing.assert_array_equal(likely_positives(trial, instead=True)[1], [1, 0, 0, 0, 0, 0])


def test_words_that_no_unlabeled_page_has_are_left_out_if_asked():
    positives = np.tile([1.0] * 8 + [3.0] * 10, (4, 1))  # the last ten words are of P's own site, and frequent
    unlabeled = np.zeros((6, 18))
    unlabeled[0, :6] = 1.0
    X = sparse.csr_array(np.vstack([positives, unlabeled]))
    trial = Trial(X, np.repeat([1, 0], [4, 6]), X[4:], np.zeros(6, dtype=bool))
    assert likely_positives(trial, instead=False)[1].sum() == 4
    assert likely_positives(trial, instead=False, shared_words=True)[1].sum() == 5
