"""The benchmarks: the harness counts right, every goal has its question, the page is that of the stored results."""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import random_array

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def bench():
    """The modules of `benchmarks/`, which find each other as scripts do."""
    before = set(sys.modules)
    sys.path.insert(0, str(FOLDER))
    yield importlib.import_module
    sys.path.remove(str(FOLDER))
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == FOLDER:
            del sys.modules[name]


@pytest.fixture(scope="module")
def harness(bench):
    return bench("harness")


def cost(harness, name, n_rows, cpu, **facts):
    return harness.Cost(name, n_rows, 10, cpu, cpu, 5, is_ours=name.startswith("onesided"), **facts)


def test_contestants_take_turns(harness):
    order = []
    jobs = {name: lambda name=name: order.append(name) for name in "ABC"}
    runs = harness.interleaved(jobs, 2, tell=lambda line: None)
    assert "".join(order) == "ABCABC"
    assert all(len(run.cpu) == len(run.wall) == 2 for run in runs.values())


def test_cpu_time_counts_work_and_wall_time_counts_waiting(harness):
    run = harness.Runs()
    run.time(lambda: time.sleep(0.05))
    assert run.wall[0] >= 0.05
    assert run.cpu[0] < 0.04


def test_a_peer_that_cannot_become_the_fastest_is_run_once(harness):
    def busy(seconds):
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass

    jobs = {"onesided": lambda: busy(0.05), "quick": lambda: busy(0.01), "slow": lambda: busy(0.08)}
    runs = harness.interleaved(jobs, 3, tell=lambda line: None, drop_slower_than=2)
    assert [len(run.cpu) for run in runs.values()] == [3, 3, 1]


def test_the_loosest_setting_that_is_good_is_taken_and_else_the_tightest(harness):
    settings = [(tol, lambda tol=tol: tol) for tol in (1.0, 0.1, 0.01)]
    assert harness.loosest(settings, lambda result: result <= 0.1) == (0.1, 0.1)
    assert harness.loosest(settings, lambda result: False) == (0.01, 0.01)


def test_the_cost_is_the_median(harness):
    runs = harness.Runs(cpu=[1.0, 9.0, 2.0], wall=[3.0, 1.0, 2.0])
    found = runs.cost("onesided", (20, 5))
    assert (found.cpu, found.wall, found.n_runs, found.n_rows) == (2.0, 2.0, 3, 20)


def test_a_pair_is_a_product_with_the_matrix_and_one_with_its_transpose(harness):
    products = []

    class Watched:
        shape, dtype = (4, 3), np.dtype(np.float32)

        def __matmul__(self, vector):
            products.append((len(vector), vector.dtype))

        @property
        def T(self):
            return self

    harness.pairs(Watched(), 2)()
    assert products == [(3, np.float32), (4, np.float32)] * 2


def test_all_eight_goals_are_there_and_each_has_its_question(bench):
    goals, run = bench("goals"), bench("run")
    assert {goal.part for goal in goals.GOALS} == set("12345678")
    assert {goal.question for goal in goals.GOALS} <= set(run.QUESTIONS)
    assert all((goal.at_least is None) != (goal.at_most is None) for goal in goals.GOALS)


@pytest.mark.parametrize(("ours", "is_met"), [(1.0, True), (1.1, False)])
def test_a_ratio_is_that_of_the_fastest_peer(bench, harness, ours, is_met):
    goals = bench("goals")
    costs = [cost(harness, "onesided", 20, ours), cost(harness, "slow", 20, 9.0), cost(harness, "quick", 20, 5.0)]
    goal = goals.Goal("1", "", "", "", goals.faster(20), at_least=5)
    assert goal.number(costs) == pytest.approx(5.0 / ours)
    assert goal.is_met(costs) == is_met


def test_a_fast_answer_that_is_less_accurate_is_short(bench, harness):
    goals = bench("goals")
    costs = [
        cost(harness, "onesided", 20, 1.0, accuracy={"F": 0.7}),
        cost(harness, "peer", 20, 9.0, accuracy={"F": 0.8}),
    ]
    assert not goals.Goal("2", "", "", "", goals.faster(20), 5, None, goals.at_least_the_peers("F", 20)).is_met(costs)


def test_a_peer_that_misses_the_accuracy_does_not_make_a_goal_short(bench, harness):
    goals = bench("goals")
    ours, peer = cost(harness, "onesided", 20, 1.0, accuracy={"gap": 1e-4}), cost(harness, "p", 20, 9.0)
    peer.accuracy = {"gap": 0.1}
    goal = goals.Goal("1", "", "", "", goals.faster(20), 5, None, goals.accuracy("gap", 20, at_most=1e-3))
    assert goal.is_met([ours, peer])
    ours.accuracy = {"gap": 1e-2}
    assert not goal.is_met([ours, peer])


def test_a_size_that_was_not_measured_is_no_number(bench, harness):
    goals = bench("goals")
    with pytest.raises(LookupError):
        goals.faster(200)([cost(harness, "onesided", 20, 1.0), cost(harness, "peer", 20, 1.0)])


def test_the_exponent_tells_linear_from_quadratic(bench):
    exponent = bench("doubling").exponent
    assert exponent({10: 1.0, 20: 2.0, 40: 4.0}) == pytest.approx(1.0)
    assert exponent({10: 1.0, 20: 2.0, 40: 8.0}) == pytest.approx(2.0)


def test_every_question_says_what_it_asks_and_how(bench):
    for question in bench("run").QUESTIONS:
        text = (FOLDER / f"{question}.py").read_text(encoding="utf-8")
        assert "\nTITLE = " in text
        assert "\nACCURACY = " in text
        assert "def measure(" in text


def test_a_result_comes_back_from_its_file_and_a_small_one_is_kept_apart(bench, harness, tmp_path):
    results = bench("results")
    facts = {"title": "T", "accuracy": "A", "machine": {}, "versions": {}, "date": "d", "commit": "c", "seconds": 1.0}
    full = results.Result(question="q", is_full=True, costs=[cost(harness, "onesided", 20, 1.0)], **facts)
    small = results.Result(question="q", is_full=False, costs=[], **facts)
    assert full.save(tmp_path) != small.save(tmp_path)
    assert results.load("q", True, tmp_path) == full
    assert results.load("q", False, tmp_path) == small
    assert results.load("other", True, tmp_path) is None


def test_what_is_stored_names_no_machine(bench):
    import platform

    assert set(bench("results").machine()) == {"cores", "processor", "memory_gb", "system", "load"}
    for path in (FOLDER / "results").glob("*.json"):
        assert platform.node() not in path.read_text(encoding="utf-8") or len(platform.node()) < 4


def test_the_page_is_that_of_the_stored_results(bench):
    report = bench("report")
    assert report.PAGE.read_text(encoding="utf-8") == report.page(), "run .venv/bin/python benchmarks/report.py"


def test_the_plot_has_a_line_for_each_contestant(bench, harness, tmp_path):
    results, plots = bench("results"), bench("plots")
    costs = [cost(harness, name, n, n * 1e-3) for name in ("onesided", "peer") for n in (20, 200)]
    result = results.Result("q", "T", "A", True, costs, {}, {}, "d", "c", 1.0)
    assert plots.sizes(result) == [20, 200]
    assert {name: len(points) for name, (points, *_) in plots._lines(result).items()} == {"onesided": 2, "peer": 2}
    plots.draw(result, tmp_path / "plot.svg")
    assert "<svg" in (tmp_path / "plot.svg").read_text()


def test_the_words_of_the_documents_are_all_different(bench):
    words = bench("command_line").pronounceable(5000)
    assert len(set(words)) == 5000


def test_counts_have_the_places_of_the_values(bench):
    X = random_array((20, 30), density=0.2, format="csr", rng=np.random.default_rng(0), dtype=np.float32)
    counts = bench("data").as_counts(X)
    assert np.array_equal(counts.indices, X.indices)
    assert counts.data.min() >= 1
    assert np.array_equal(counts.data, np.rint(counts.data))
