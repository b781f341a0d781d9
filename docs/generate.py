"""Renew what the documentation takes from the program: `.venv/bin/python docs/generate.py`.

What can drift is not written by hand: the page of the command line, the reference part of the page of each estimator
(between two marks, from the docstring), the table of methods, the pages on the papers, and what the examples print.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from inspect import getdoc
from pathlib import Path
from typing import Any

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"  # as in `make test`: neighbours at equal distances come in the order of the threads

import onesided  # noqa: E402
from onesided.papers.catalogue import all_papers  # noqa: E402
from onesided.papers.page import write_page  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))
from pages import ROOT, pages, with_outputs  # noqa: E402

BEGIN, END = "<!-- from the docstring of {name} -->", "<!-- end -->"
METHODS_BEGIN, METHODS_END = "<!-- from onesided methods -->", "<!-- end of methods -->"
PAPERS_BEGIN, PAPERS_END = "<!-- from onesided papers -->", "<!-- end of papers -->"
PAPERS = ROOT / "docs" / "papers"
COMMAND_LINE = Path(__file__).with_name("command-line.md")
MATH_BLOCK = re.compile(r"^\.\. math:: ?(.*(?:\n[ ]+\S.*)*)", re.MULTILINE)
ROLE = re.compile(r":(?:class|func|meth|mod):`(~?)([^`]+)`")


def main() -> None:
    """Write every page that is out of date, and say which."""
    for paper in all_papers():
        if (ROOT / "results" / paper.id).is_dir():
            write_page(paper, ROOT / "results", PAPERS)
    for page in {COMMAND_LINE, *pages()}:
        old = page.read_text(encoding="utf-8") if page.exists() else ""
        new = command_line_page() if page == COMMAND_LINE else with_outputs(with_reference(old))
        if new != old:
            page.write_text(new, encoding="utf-8")
            print(f"renewed {page.relative_to(ROOT)}")


# --- the papers


def _papers() -> list[str]:
    """Those that have a page."""
    there = [paper for paper in all_papers() if (PAPERS / f"{paper.id}.md").exists()]
    return [f"- [{one.id}](papers/{one.id}.md): {one.title}{'' if one.title.endswith('?') else '.'}" for one in there]


# --- the command line


def command_line_page() -> str:
    """The help of every command."""
    import typer

    from onesided.cli.main import app

    program = typer.main.get_command(app)
    lines = [
        "# The command line", "",
        "Written by `docs/generate.py` from the program itself: what `onesided COMMAND --help` says.", "",
        "Progress and messages go to standard error, data to standard output or to `-o`. Exit codes: 0, 1 (our fault),",
        "2 (the input's fault), 130 (stopped by Ctrl-C), 143 (by SIGTERM). See also [inputs](text.md),",
        "[methods](choosing.md) and [estimates](estimates.md).",
    ]  # fmt: skip
    context: Any = program.make_context("onesided", ["methods"], resilient_parsing=True, terminal_width=100)
    return "\n".join([*lines, *_help(program, context, "##")]) + "\n"


def _help(command: Any, context: Any, level: str) -> list[str]:
    """The help of a command and of those below it."""
    lines = ["", f"{level} {context.command_path}", "", "```text", command.get_help(context).rstrip(), "```"]
    for name, one in getattr(command, "commands", {}).items():
        below = type(context)(one, info_name=name, parent=context, terminal_width=100)
        lines += _help(one, below, level if context.parent is None else level + "#")
    return lines


# --- the reference part of an estimator's page


def with_reference(text: str) -> str:
    """The page with its reference parts, its table of methods and its list of papers renewed."""
    table = re.compile(f"{METHODS_BEGIN}.*?{METHODS_END}", re.DOTALL)
    text = table.sub(lambda _: "\n".join([METHODS_BEGIN, "", *_methods(), "", METHODS_END]), text)
    listed = re.compile(f"{PAPERS_BEGIN}.*?{PAPERS_END}", re.DOTALL)
    text = listed.sub(lambda _: "\n".join([PAPERS_BEGIN, "", *_papers(), "", PAPERS_END]), text)
    marked = re.compile(re.escape(BEGIN).replace(r"\{name\}", r"(\w+)") + f".*?{re.escape(END)}", re.DOTALL)
    return marked.sub(lambda found: reference(found[1]), text)


def reference(name: str) -> str:
    """What the docstring of a public name says, in Markdown; its example is left out, since the page has its own."""
    sections = _sections(getdoc(getattr(onesided, name)) or "")
    parts = [BEGIN.format(name=name), "", f"### {name}", "", _markdown(sections.pop("")), *_by_name(name)]
    for title in ("Parameters", "Attributes"):
        if title in sections:
            parts += ["", f"**{title}**", "", *_table(sections[title])]
    if "References" in sections:
        entries = re.split(r"^\.\. (?=\[\d+\])", sections["References"], flags=re.MULTILINE)[1:]
        parts += ["", "**References**", "", *(f"- {' '.join(entry.split())}" for entry in entries)]
    return "\n".join([*parts, "", END])


def _by_name(name: str) -> list[str]:
    """How the Finder and the command line call it, as `onesided methods` says."""
    from onesided.finder.methods import METHODS

    for method in METHODS.values():
        if type(method.make(0)).__name__ == name:
            said = f"By name, in the Finder and on the command line: `--method {method.name}`. "
            said += f"{method.when[0].upper()}{method.when[1:]}. Cost there: {method.cost}."
            return ["", *textwrap.wrap(said, 120)]
    return []


def _methods() -> list[str]:
    """What `onesided methods` lists, with links to the pages."""
    from onesided.finder.methods import METHODS, PRESETS

    lines = ["| method | what it is | when to use it | cost |", "|---|---|---|---|"]
    for one in METHODS.values():
        page = type(one.make(0)).__name__.removesuffix("CV")
        lines.append(f"| [{one.name}](methods/{page}.md) | {one.summary} | {one.when} | {one.cost} |")
    lines += ["", "| preset | what it tries | methods | for tables without text |", "|---|---|---|---|"]
    for name, one in PRESETS.items():
        for_tables = (
            ", ".join(one.for_tables) if one.most is None else f"the first there is of {', '.join(one.for_tables)}"
        )
        lines.append(f"| `{name}` | {one.summary} | {', '.join(one.methods)} | {for_tables} |")
    return lines


def _sections(docstring: str) -> dict[str, str]:
    """The parts of a numpydoc docstring by title; what stands before the first title under ''."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", docstring, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _table(section: str) -> list[str]:
    """Rows of a table from the entries of a section; sentences at the end of it stand below the table."""
    rows, after = ["| name | type, default | meaning |", "|---|---|---|"], []
    for entry in re.split(r"\n(?=\S)", section.strip("\n")):
        head, _, body = entry.partition("\n")
        names, _, kind = head.partition(" : ")
        if not re.fullmatch(r"[\w*, ]+", names):
            after.append(_markdown(entry))
            continue
        names = ", ".join(f"`{name.strip()}`" for name in names.split(","))
        rows.append(f"| {names} | {_in_cell(_markdown(kind))} | {_in_cell(_markdown(body))} |")
    return [*rows, *([""] if after else []), *after]


def _markdown(text: str) -> str:
    """The few marks that our docstrings use, as Markdown."""
    text = MATH_BLOCK.sub(lambda found: f"```math\n{found[1].strip()}\n```", text.replace("``", "`"))
    text = re.sub(r":math:`([^`]*)`", lambda found: "$" + " ".join(found[1].split()) + "$", text)
    text = ROLE.sub(lambda found: f"`{found[2].rsplit('.', 1)[-1] if found[1] else found[2]}`", text)
    text = re.sub(r"\[(\d+)\]_", r"[\1]", text)
    return re.sub(r"(?<=[.:;])  (?=\S)", " ", text).strip()


def _in_cell(text: str) -> str:
    formulas = re.sub(r"\$[^$]*\$", lambda found: found[0].replace("|", r"\mid "), " ".join(text.split()))
    return formulas.replace("|", r"\|")


if __name__ == "__main__":
    main()
