"""The program `onesided`: its commands, and what an error looks like."""

from __future__ import annotations

import sys

import typer

from onesided._version import __version__
from onesided.cli import demo, find, methods, predict, train
from onesided.exceptions import InputError

EXAMPLE = "onesided find my_papers/ pile.csv -o found.csv"

app = typer.Typer(
    name="onesided",
    help=f"[bold]{EXAMPLE}[/bold]\n\nYou have examples of what you want and a pile of unlabeled ones: find the rest.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("find")(find.find)
app.command("train")(train.train)
app.command("predict")(predict.predict)
app.command("demo")(demo.demo)
app.command("methods")(methods.methods)


def _version(asked: bool) -> None:
    if asked:
        print(f"onesided {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def main() -> None:
    """Exit code 0; 1 if we are at fault; 2 if the input is; 130 after Ctrl-C."""
    wants_traceback = bool({"-v", "--verbose"} & set(sys.argv[1:]))
    try:
        app()
    except KeyboardInterrupt:
        _stop("stopped; nothing was written", 130)
    except (InputError, OSError) as error:
        if wants_traceback:
            raise
        _stop(_one_line(error), 2)
    except Exception as error:
        if wants_traceback:
            raise
        _stop(f"this should not have happened ({type(error).__name__}: {_one_line(error)}); "
              "run again with -v for the details and report it", 1)


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return " ".join(str(error).split())


def _stop(message: str, code: int) -> None:
    print(f"onesided: {message}", file=sys.stderr)
    sys.exit(code)
