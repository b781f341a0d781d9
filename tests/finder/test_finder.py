"""The main job: what the Finder promises to the analyst."""

import pickle
import warnings
import zipfile

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from onesided.datasets import fetch_docstrings, make_text
from onesided.exceptions import DataWarning, InputError
from onesided.finder import Finder
from onesided.finder.calibration import Calibration
from onesided.finder.cut import best_f_cut
from onesided.finder.explanation import nearest, strongest_terms
from onesided.finder.methods import METHODS, PRESETS
from onesided.labels import read_labels


@pytest.fixture(scope="module")
def problem():
    """Documents on clustering among others, thirty of them given."""
    corpus = fetch_docstrings()
    fields = np.asarray(corpus.fields)
    used = ["clustering", "special functions", "image processing", "polynomials", "files"]
    rows = np.flatnonzero(np.isin(fields, used))
    texts = [corpus.texts[row] for row in rows]
    is_wanted = fields[rows] == "clustering"
    y = np.zeros(len(rows), dtype=int)
    y[np.random.default_rng(0).permutation(np.flatnonzero(is_wanted))[:30]] = 1
    return texts, y, is_wanted


@pytest.fixture(scope="module")
def finder(problem):
    texts, y, _ = problem
    return Finder(preset="fast").fit(texts, y)


def test_hidden_positives_are_found(problem, finder):
    _, _, is_wanted = problem
    found = finder.findings_
    assert is_wanted[found.ranking[:20]].mean() >= 0.95
    is_hidden = is_wanted & found.labels.is_unlabeled
    assert (found.is_chosen & is_hidden).sum() / is_hidden.sum() > 0.6
    assert (found.is_chosen & is_hidden).sum() / found.is_chosen.sum() > 0.8


def test_estimates_hold_the_truth(problem, finder):
    _, _, is_wanted = problem
    found = finder.findings_
    counted = found.is_counted & found.labels.is_unlabeled
    assert (is_wanted & counted).sum() in found.prior.n_hidden_interval
    precision = is_wanted[found.is_chosen & found.is_counted].mean()
    assert precision in found.quality.precision_in_unlabeled_interval
    assert found.quality.n_called == (found.is_chosen & found.is_counted).sum()


def test_scores_are_measured_from_the_cut_and_probabilities_follow_them(finder):
    found = finder.findings_
    pile = found.labels.is_unlabeled
    assert found.scores[pile].std() == pytest.approx(1, rel=0.05)
    assert np.all((found.probabilities >= 0) & (found.probabilities <= 1))
    assert np.all(np.diff(found.probabilities[found.ranking]) <= 1e-12)
    counted = pile & found.is_counted
    assert found.probabilities[counted].sum() == pytest.approx(found.prior.n_hidden, rel=0.01)


def test_quality_at_any_number_counts_that_number(finder):
    assert finder.findings_.quality_at(25).n_called == 25
    assert (
        finder.findings_.quality_at(10**9).n_called
        == (finder.findings_.is_counted & finder.findings_.labels.is_unlabeled).sum()
    )


def test_same_seed_same_answer(problem, finder):
    texts, y, _ = problem
    again = Finder(preset="fast").fit(texts, y)
    np.testing.assert_array_equal(again.findings_.scores, finder.findings_.scores)


def test_new_documents_are_scored_as_by_the_saved_model(problem, finder, tmp_path):
    texts, _, _ = problem
    path = tmp_path / "model.onesided"
    finder.save(path)
    loaded = Finder.load(path)
    np.testing.assert_allclose(loaded.decision_function(texts[:50]), finder.decision_function(texts[:50]))
    np.testing.assert_array_equal(loaded.predict(texts), finder.predict(texts))
    np.testing.assert_allclose(loaded.predict_proba(texts[:9]), finder.predict_proba(texts[:9]))
    assert loaded.explain(texts[:3]) == finder.explain(texts[:3])


def test_a_model_file_holds_no_document(problem, finder, tmp_path):
    texts, _, _ = problem
    path = tmp_path / "model.onesided"
    finder.save(path)
    with zipfile.ZipFile(path) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert texts[0][:60].encode() not in content


def test_a_file_that_is_no_model_is_refused_and_not_run(tmp_path):
    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "ran"), "w"))

    path = tmp_path / "evil.onesided"
    path.write_bytes(pickle.dumps(Evil()))
    with pytest.raises(InputError, match="not a model file"):
        Finder.load(path)
    assert not (tmp_path / "ran").exists()
    with pytest.raises(InputError, match="no such model file"):
        Finder.load(tmp_path / "absent")


def test_a_model_with_foreign_parts_is_refused(finder, tmp_path):
    import skops.io

    path, forged = tmp_path / "model.onesided", tmp_path / "forged.onesided"
    finder.save(path)
    with zipfile.ZipFile(path) as good, zipfile.ZipFile(forged, "w") as bad:
        for name in good.namelist():
            content = skops.io.dumps(pytest.raises) if name == "estimator.skops" else good.read(name)
            bad.writestr(name, content)
    with pytest.raises(InputError, match="foreign types"):
        Finder.load(forged)


def test_a_document_in_both_pools_never_counts_as_a_hidden_positive(problem):
    texts, y, _ = problem
    copy = int(np.flatnonzero(y)[0])
    found = Finder(preset="fast").fit([*texts, texts[copy].upper()], [*y, 0]).findings_
    assert found.labels.is_positive[-1]
    assert not found.is_counted[-1]
    assert len(texts) not in found.ranking


def test_duplicates_in_the_pile_share_a_score_and_count_once(problem):
    texts, y, _ = problem
    first = int(np.flatnonzero(y == 0)[0])
    found = Finder(preset="fast").fit([*texts, texts[first]], [*y, 0]).findings_
    assert found.scores[-1] == found.scores[first]
    assert found.is_counted[[first, -1]].sum() == 1
    assert found.n_duplicates >= 1


def test_empty_documents_rank_last(problem):
    texts, y, _ = problem
    found = Finder(preset="fast").fit([*texts, "  \n"], [*y, 0]).findings_
    assert found.ranking[-1] == len(texts)
    assert found.scores[-1] == -np.inf
    assert found.probabilities[-1] == 0


def test_a_positive_unlike_the_rest_is_named(problem):
    texts, y, _ = problem
    polynomial = "Evaluate a Chebyshev polynomial series at points x, with coefficients c of degree n and its domain."
    found = Finder(preset="fast").fit([*texts, polynomial], [*y, 1]).findings_
    assert found.suspects.tolist() == [len(texts)]


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if not method.needs_table])
def test_every_method_works_by_name(problem, name):
    texts, y, is_wanted = problem
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # what a method says of its own trouble is tested in its folder
        found = Finder(name, cv=3).fit(texts, y).findings_
    assert is_wanted[found.ranking[:20]].mean() > 0.3


def test_balanced_keeps_the_first_method_unless_another_is_clearly_ahead(problem):
    texts, y, _ = problem
    found = Finder(preset="balanced").fit(texts, y).findings_
    assert {one.name for one in found.candidates} == set(PRESETS["balanced"].methods)
    first = next(one for one in found.candidates if one.name == PRESETS["balanced"].methods[0])
    best = max(found.candidates, key=lambda one: one.criterion)
    if found.chosen_method != first.name:
        assert best.criterion > first.criterion + best.standard_error


def test_a_matrix_is_taken_as_it_is():
    X, y, truth = make_text(n_documents=1500, n_features=2000, random_state=0, return_labels="both")
    for rows in (X, X[:, :300].toarray()):
        finder = Finder(preset="fast").fit(rows, y)
        found = finder.findings_
        assert truth[found.ranking[:50]].mean() > 2 * truth[y == 0].mean()
        assert finder.explain(rows[:1])[0][0][0].startswith("column ")


@pytest.mark.parametrize(
    ("texts", "y", "message"),
    [
        (["a b", "c d", "e f"], [1, 0, 0], "1 usable positive"),
        (["a b", "c d", "a b", "c d"], [1, 1, 0, 0], "nothing is left to search"),
        (["same words", "same words", "same words"], [1, 0, 0], "1 usable positive"),
        (["a b", "c d"], [1, 0, 0], "3 labels for 2 documents"),
    ],
)
def test_what_cannot_work_is_said_in_one_line(texts, y, message):
    with pytest.raises(InputError, match=message) as caught:
        Finder(preset="fast").fit(texts, y)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_answered_with_the_closest():
    with pytest.raises(InputError, match="did you mean rank-svm"):
        Finder("rank_svm").fit(["a", "b", "c", "d"], [1, 1, 0, 0])
    with pytest.raises(InputError, match="preset='quick'"):
        Finder(preset="quick").fit(["a", "b", "c", "d"], [1, 1, 0, 0])


def test_documents_without_a_common_word_are_refused():
    texts = [f"word{number}" for number in range(40)]
    with pytest.raises(InputError, match=r"term|words"):
        Finder(preset="fast").fit(texts, [1] * 6 + [0] * 34)


def test_an_unfitted_finder_says_so():
    with pytest.raises(NotFittedError):
        Finder().predict(["a"])


def test_few_positives_are_said(problem):
    texts, y, _ = problem
    few = np.zeros_like(y)
    few[np.flatnonzero(y)[:4]] = 1
    with pytest.warns(DataWarning, match="only 4 positives"):
        Finder(preset="fast").fit(texts, few)


def test_calibrated_probabilities_sum_to_the_hidden_number():
    random = np.random.default_rng(0)
    positive = random.normal(2, 1, 200)
    unlabeled = np.concatenate([random.normal(2, 1, 300), random.normal(0, 1, 1700)])
    calibrated = Calibration(positive, unlabeled, 0.15)
    probabilities = calibrated(unlabeled)
    assert probabilities.mean() == pytest.approx(0.15, abs=1e-6)
    assert probabilities[:300].mean() > 3 * probabilities[300:].mean()


def test_the_cut_is_near_the_best_f():
    random = np.random.default_rng(1)
    is_positive = random.random(20_000) < 0.1
    scores = random.normal(2.5 * is_positive, 1)
    y = is_positive & (random.random(20_000) < 0.3)
    cut = best_f_cut(read_labels(y), scores, 0.1)

    def f(threshold):
        called = scores > threshold
        return 2 * (called & is_positive).sum() / (called.sum() + is_positive.sum())

    assert f(cut) > max(f(t) for t in np.linspace(-1, 4, 200)) - 0.01


def test_strongest_terms_are_the_largest_parts_of_the_score():
    X = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]])
    terms = strongest_terms(X, np.array([1.0, 0.7, -1.0]), np.array(["a", "b", "c"]), n_terms=2)
    assert terms == [[("b", 1.4), ("a", 1.0)], [("b", 0.7)]]


def test_the_nearest_example_has_the_largest_cosine():
    rows = np.eye(3)
    found, cosines = nearest(rows, rows[[2, 0]])
    assert found.tolist()[0] == 1
    assert found.tolist()[2] == 0
    assert cosines[0] == 1


def test_labels_of_equal_texts_agree(problem):
    texts, y, _ = problem
    found = Finder(preset="fast").fit(texts, y).findings_
    for group in np.unique(found.groups[found.groups >= 0])[:50]:
        assert len(set(found.labels.codes[found.groups == group])) == 1
