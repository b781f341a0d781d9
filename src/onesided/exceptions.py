"""Errors and warnings that speak to the user."""


class InputError(ValueError):
    """The input cannot be used as it is: the message names the place and the remedy."""


class DataWarning(UserWarning):
    """The data allow an answer, but not a trustworthy one: the message says what would help."""
