"""The documentation is complete, and what it says is so."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

import pytest
from sklearn.base import BaseEstimator

import onesided

DOCS = Path(__file__).parents[1] / "docs"


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pages = _load("pages")
generate = _load("generate")
PAGES = pages.pages()
ESTIMATORS = [
    name
    for name in onesided.__all__
    if inspect.isclass(getattr(onesided, name)) and issubclass(getattr(onesided, name), BaseEstimator)
]


def _name(page: Path) -> str:
    return page.relative_to(DOCS.parent).as_posix()


@pytest.mark.parametrize("name", ESTIMATORS)
def test_every_public_estimator_has_a_page(name):
    page = DOCS / "methods" / f"{name.removesuffix('CV')}.md"
    assert page.exists(), f"write docs/methods/{page.name}"
    text = page.read_text(encoding="utf-8")
    assert generate.BEGIN.format(name=name) in text, f"{page.name} has no reference part for {name}"
    for heading in ("## When to use it", "## Example", "## Cost", "## Reference"):
        assert heading in text, f"{page.name} has no section {heading!r}"
    assert "```python" in text, f"{page.name} has no example that runs"


def test_every_page_is_reached_from_the_index():
    linked = pages.LINK.findall((DOCS / "index.md").read_text(encoding="utf-8"))
    reached = {(DOCS / target).resolve() for target, _ in linked}
    missing = [_name(page) for page in DOCS.rglob("*.md") if page.resolve() not in reached and page.name != "index.md"]
    assert not missing


def test_the_page_of_the_command_line_is_that_of_the_program():
    written = generate.COMMAND_LINE.read_text(encoding="utf-8")
    assert written == generate.command_line_page(), "run .venv/bin/python docs/generate.py"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_reference_parts_are_those_of_the_docstrings(page):
    text = page.read_text(encoding="utf-8")
    assert text == generate.with_reference(text), "run .venv/bin/python docs/generate.py"


@pytest.mark.parametrize("page", [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")], ids=_name)
def test_the_examples_run_and_print_what_the_page_says(page):
    for said, printed in pages.run(page.read_text(encoding="utf-8")):
        assert printed == (said or ""), "run .venv/bin/python docs/generate.py if the new output is right"


@pytest.mark.parametrize("page", [*PAGES, DOCS.parent / "CONTRIBUTING.md", DOCS.parent / "CHANGELOG.md"], ids=_name)
def test_no_relative_link_is_broken(page):
    assert not pages.broken_links(page)


def test_a_broken_link_and_a_missing_heading_are_found(tmp_path):
    (tmp_path / "there.md").write_text("# A heading, here\n")
    page = tmp_path / "page.md"
    page.write_text("[a](there.md) [b](there.md#a-heading-here) [c](nowhere.md) [d](there.md#none) [e](https://x.y)\n")
    assert pages.broken_links(page) == ["nowhere.md", "there.md#none"]


def test_an_example_that_fails_or_warns_is_found():
    with pytest.raises(ZeroDivisionError):
        list(pages.run("```python\n1 / 0\n```\n"))
    with pytest.raises(UserWarning, match="look out"):
        list(pages.run("```python\nimport warnings\n\nwarnings.warn('look out')\n```\n"))


def test_the_output_of_an_example_is_renewed_and_blocks_share_a_namespace():
    page = "```python\na = 1\n```\n\nThen:\n\n```python\nprint(a + 1)\n```\n\n```text\n3\n```\n\nThe end.\n"
    assert list(pages.run(page)) == [(None, ""), ("3\n", "2\n")]
    assert pages.with_outputs(page) == page.replace("3", "2")


def test_the_readme_names_both_commands():
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text
