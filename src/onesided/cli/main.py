"""The program `onesided`: its commands, and what an error looks like."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any, NoReturn

import typer

from onesided._version import __version__
from onesided.cli import audit, compare, demo, estimate, find, helping, methods, papers, predict, train
from onesided.exceptions import InputError

TERMINATED = 143
"""What shells give a program that SIGTERM ended."""

app = typer.Typer(
    name="onesided",
    cls=helping.group("onesided find my_papers/ pile.csv -o found.csv"),
    help="You have examples of what you want and a pile of unlabeled ones: find the rest.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings=helping.SETTINGS,
)
helping.add(app, find.find, "onesided find my_papers/ pile.csv -o found.csv --report report.html")
helping.add(app, compare.compare, "onesided compare my_papers/ pile.csv --methods rank-svm,s-em,roc-svm")
helping.add(app, estimate.estimate, "onesided estimate my_papers/ pile.csv")
app.add_typer(audit.app)
helping.add(app, train.train, "onesided train my_papers/ pile.csv -o papers.onesided")
helping.add(app, predict.predict, "onesided predict papers.onesided new.csv -o scored.csv")
app.add_typer(papers.app)
helping.add(app, methods.methods, "onesided methods")
helping.add(app, demo.demo, "onesided demo --field statistics")


def _version(asked: bool) -> None:
    if asked:
        print(f"onesided {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> NoReturn:
    """Exit code 0; 1 if we are at fault; 2 if the input is; 130 after Ctrl-C, 143 after SIGTERM."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if threading.current_thread() is threading.main_thread():  # Python allows no other to set it
        signal.signal(signal.SIGTERM, _terminate)
    try:
        code = app(arguments, prog_name="onesided", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except SystemExit as stop:
        code = stop.code
    except BrokenPipeError:  # the reader (head, less) has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - nothing more can be written
        code = 0
    except Exception as error:
        if {"-v", "--verbose"} & set(arguments) and not hasattr(error, "format_message"):
            raise
        code = _tell(error)
    if code in (130, TERMINATED):
        print("onesided: stopped; files that were there before are as they were", file=sys.stderr)
    sys.exit(code if isinstance(code, int) else 0)


def _terminate(*_: Any) -> NoReturn:
    """Leave by an exception, as after Ctrl-C: temporary files are removed, which a second signal does not stop."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(TERMINATED)


def _tell(error: Any) -> int:
    """One line on standard error; whose fault it was."""
    if hasattr(error, "format_message"):  # a mistake on the command line itself
        message = error.format_message()
        if message:  # none if help was asked for by giving no argument
            print(f"onesided: {_one_line(message)}; onesided --help shows what there is", file=sys.stderr)
        return 2
    if isinstance(error, InputError):
        print(f"onesided: {_one_line(error)}", file=sys.stderr)
        return 2
    if isinstance(error, OSError):
        print(f"onesided: {error.filename or 'standard output'}: {error.strerror or error}", file=sys.stderr)
        return 2
    if isinstance(error, MemoryError):
        print("onesided: not enough memory for this input; try --preset fast, or a part of the pile", file=sys.stderr)
        return 2
    cause = f"{type(error).__name__}: {_one_line(error)}"
    print(f"onesided: this should not have happened ({cause}); run again with -v and report it", file=sys.stderr)
    return 1


def _one_line(error: object) -> str:
    return " ".join(str(error).split()).rstrip(".")
