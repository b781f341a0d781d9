import pickle
import subprocess
import sys

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer_names as names_of_sklearn
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from onesided.exceptions import InputError
from onesided.metrics import get_scorer, get_scorer_names, lee_liu_score, pu_auc, register_scorers

BY_NAME = ["lee_liu", "neg_error_frequency_sum", "pu_auc", "pu_recall"]


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    return X, (X[:, 0] + rng.normal(size=200) > 1).astype(int)


@pytest.mark.parametrize("scoring", BY_NAME)
def test_a_search_takes_the_criterion_by_name(data, scoring):
    search = GridSearchCV(LogisticRegression(), {"C": [0.01, 1]}, scoring=scoring, cv=3, error_score="raise").fit(*data)
    by_object = cross_val_score(LogisticRegression(**search.best_params_), *data, scoring=get_scorer(scoring), cv=3)
    assert search.best_score_ == pytest.approx(by_object.mean())


def test_several_criteria_at_once(data):
    found = cross_validate(LogisticRegression(), *data, scoring=BY_NAME, cv=3, error_score="raise")
    assert all(np.all(np.isfinite(found[f"test_{name}"])) for name in BY_NAME)


def test_names_work_whichever_import_comes_first():
    code = (
        "from sklearn.model_selection import GridSearchCV, cross_val_score\n"
        "import onesided.metrics\n"
        "from sklearn.linear_model import LogisticRegression as L\n"
        "X, y = [[i % 7] for i in range(40)], [int(i % 7 > 4) for i in range(40)]\n"
        "GridSearchCV(L(), {'C': [1, 2]}, scoring='lee_liu', error_score='raise').fit(X, y)\n"
        "cross_val_score(L(), X, y, scoring='pu_auc', error_score='raise')\n"
    )
    first, second, *rest = code.splitlines()
    for lines in ([first, second, *rest], [second, first, *rest]):
        subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def test_no_scorer_of_scikit_learn_is_replaced():
    assert "accuracy" in names_of_sklearn()
    assert set(BY_NAME) <= set(names_of_sklearn())
    assert not {"pu_f1", "pu_precision"} & set(names_of_sklearn())


def test_a_given_prior_makes_the_other_names_known(data, monkeypatch):
    from sklearn.metrics import _scorer

    monkeypatch.setattr(_scorer, "_SCORERS", dict(_scorer._SCORERS))
    assert register_scorers(prior=0.4) == get_scorer_names()
    by_name = cross_val_score(LogisticRegression(), *data, scoring="pu_f1", error_score="raise")
    by_object = cross_val_score(LogisticRegression(), *data, scoring=get_scorer("pu_f1", prior=0.4))
    np.testing.assert_array_equal(by_name, by_object)


@pytest.mark.parametrize("model", [LogisticRegression(), GaussianNB(), make_pipeline(StandardScaler(), GaussianNB())])
@pytest.mark.parametrize("name", ["pu_auc", "lee_liu"])
def test_words_in_reverse_alphabetical_order_score_as_numbers_do(data, model, name):
    X, y = data
    plain = get_scorer(name)(model.fit(X, y), X, y)
    words = np.where(y == 1, "P", "U")  # scikit-learn sorts: its second class is "U"
    assert get_scorer(name)(model.fit(X, words), X, words) == pytest.approx(plain)
    other = np.where(y == 1, "apple", "pear")
    assert get_scorer(name, pos_label="apple")(model.fit(X, other), X, other) == pytest.approx(plain)


def test_missing_labels_are_unlabeled(data):
    X, y = data
    model = LogisticRegression().fit(X, y)
    with_missing = np.where(y == 1, 1.0, np.nan)
    assert get_scorer("lee_liu")(model, X, with_missing) == lee_liu_score(y, model.predict(X))
    assert get_scorer("pu_auc")(model, X, with_missing) == pu_auc(y, model.decision_function(X))


def test_the_pos_label_of_the_estimator_is_used(data):
    class Reader(LogisticRegression):
        def __init__(self, pos_label=None):
            super().__init__()
            self.pos_label = pos_label

    X, y = data
    words = np.where(y == 1, "apple", "pear")
    model = make_pipeline(StandardScaler(), Reader(pos_label="apple")).fit(X, words)
    assert get_scorer("lee_liu")(model, X, words) == lee_liu_score(words, model.predict(X), pos_label="apple")


def test_weights_reach_the_criterion(data):
    X, y = data
    weights = np.random.default_rng(1).uniform(size=len(y))
    model = LogisticRegression().fit(X, y)
    expected = lee_liu_score(y, model.predict(X), sample_weight=weights)
    assert get_scorer("lee_liu")(model, X, y, sample_weight=weights) == expected


def test_less_is_better_is_negated(data):
    X, y = data
    assert get_scorer("neg_error_frequency_sum")(LogisticRegression().fit(X, y), X, y) < 0


def test_scorers_can_be_pickled(data):
    X, y = data
    model = LogisticRegression().fit(X, y)
    scorer = get_scorer("pu_f1", prior=0.3, sampling="two")
    assert pickle.loads(pickle.dumps(scorer))(model, X, y) == scorer(model, X, y)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [("f2", {}, "there are lee_liu"), ("pu_f1", {}, "prior=..."), ("lee_liu", {"prior": 0.1}, "no option 'prior'")],
)
def test_mistakes_are_named(name, options, message):
    with pytest.raises(InputError, match=message):
        get_scorer(name, **options)
