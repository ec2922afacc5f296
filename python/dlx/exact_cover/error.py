"""In place of exact_cover.error."""


class NoSolution(Exception):
    """There is no exact cover."""


__all__ = ["NoSolution"]
