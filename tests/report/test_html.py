"""The report is one file that holds everything, and shows the user's text as text."""

import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

from onesided.exceptions import InputError
from onesided.finder import Finder
from onesided.report import facts, write_report

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Outline(HTMLParser):
    """Tags in use, text in view, and whether what is opened is closed."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.open, self.text = set(), [], [], []
        self.feed(page)
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)

    @property
    def words(self):
        return " ".join("".join(self.text).split())


@pytest.fixture(scope="module")
def page(run, tmp_path_factory):
    finder, documents, names = run
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(
        finder, documents, path, ids=names, command="onesided find likes/ pile.csv --report 'a & b.html'",
        skipped=[("broken.pdf", "no text in it"), ("<i>.csv", "not <b>UTF-8</b>")], warnings=["mind <u>this</u>"],
    )  # fmt: skip
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outline(page):
    return Outline(page)


def test_the_answer_comes_first(run, outline):
    known = facts(run[0].findings_)
    first = outline.words[:400]
    low, high = known["n_hidden_interval"]
    assert f"between {low:,.0f} and {high:,.0f}" in first
    assert f"the first {known['n_chosen']} is suggested" in first


def test_text_of_the_user_is_shown_as_text(outline):
    assert "<script>alert('boo')</script>" in outline.words
    assert "<img src=x onerror=alert(1)>.txt" in outline.words
    assert "<i>.csv: not <b>UTF-8</b>" in outline.words
    assert "mind <u>this</u>" in outline.words
    assert "--report 'a & b.html'" in outline.words
    assert not {"script", "img", "i.csv", "u"} & outline.tags
    assert not [name for name, _ in outline.attributes if name.startswith("on")]


def test_nothing_is_fetched(page, outline):
    assert not {"link", "iframe", "object", "embed", "img", "base", "form"} & outline.tags
    places = [value for name, value in outline.attributes if name in ("href", "xlink:href", "src")]
    assert all(place.startswith("#") for place in places)
    assert "default-src 'none'" in page
    assert "://" not in page
    assert "@import" not in page
    assert all(inside.startswith("#") for inside in re.findall(r"url\(([^)]*)\)", page))


def test_what_a_picture_defines_is_its_own(page):
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page))
    assert references <= set(ids)


def test_pictures_take_their_colours_from_the_page(page):
    pictures = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    assert len(pictures) == 4  # this run tried one setting, so there is no path to show
    for picture in pictures:
        colours = set(re.findall(r"(?:fill|stroke): (#\w{6})", picture))
        assert not colours - {"#ffffff"}
        assert "currentColor" in picture
        assert 'width="' not in picture.split(">", 1)[0]


def test_terms_of_a_hit_are_marked(page):
    assert re.search(r"<mark>(planet|orbit|star|comet|moon|telescope|galaxy|dust)</mark>", page)


def test_duplicates_are_shown_once_with_their_number(outline):
    assert "1 copy more" in outline.words
    assert "1 exact duplicate: counted once" in outline.words


def test_what_was_left_out_is_said_with_its_reason(outline):
    assert "broken.pdf: no text in it" in outline.words
    assert "1 without text: ranked last. empty" in outline.words


def test_suspects_are_named(outline):
    assert "stranger1 ranks below" in outline.words
    assert re.search(r"\d of your positives looks? unlike the rest", outline.words)


def test_it_says_how_to_run_it_again(outline):
    assert "onesided find likes/ pile.csv" in outline.words
    assert "random_state=0" in outline.words
    assert f"numpy {np.__version__}" in outline.words


def test_the_same_run_gives_the_same_bytes(run, page, tmp_path):
    finder, documents, names = run
    for copy in ("a.html", "b.html"):
        write_report(finder, documents, tmp_path / copy, ids=names)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_number_of_hits_is_a_choice_and_the_cut_is_drawn_between_them(run, tmp_path):
    finder, documents, names = run
    write_report(finder, documents, tmp_path / "r.html", ids=names, n_hits=280)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    before, after = page.split('<li class="cut-line">')
    assert before.count('<li class="hit">') == finder.findings_.quality.n_called
    without = 27 + 1 + 1  # the positives, the copy and the empty one
    assert before.count('<li class="hit">') + after.count('<li class="hit">') == len(documents) - without


def test_a_matrix_has_no_passages_but_a_report(tmp_path):
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [20, 200])
    X = rng.normal(y[:, None] * [2, 1, 0], 1)
    finder = Finder(preset="fast").fit(X, y)
    write_report(finder, X, tmp_path / "r.html")
    outline = Outline((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert "The first 50" in outline.words


def test_ids_must_fit(run, tmp_path):
    finder, documents, _ = run
    with pytest.raises(InputError, match="2 ids for 305 documents"):
        write_report(finder, documents, tmp_path / "r.html", ids=["a", "b"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("missing", "message"), [("jinja2", "needs Jinja2"), ("matplotlib", "needs matplotlib")])
def test_what_is_not_installed_is_named_with_the_command_to_install_it(run, tmp_path, monkeypatch, missing, message):
    finder, documents, names = run
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(InputError, match=rf"{message}.*onesided\[report\]"):
        write_report(finder, documents, tmp_path / "r.html", ids=names)
    assert not list(tmp_path.iterdir())


def test_neither_is_loaded_before_it_is_needed():
    code = "import onesided.report, sys; print({'matplotlib', 'jinja2'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "set()"
