# SPDX-License-Identifier: MIT
"""Figures as text."""


def table(head: list[str], rows: list[list]) -> str:
    """A Markdown table."""
    line = lambda cells: "| " + " | ".join(str(c) for c in cells) + " |"
    return "\n".join([line(head), line(["---"] * len(head)), *map(line, rows)])


def amount(tokens: int) -> str:
    """So many tokens, in words that do not make few look like many."""
    return f"{tokens / 1e6:.2f} million tokens" if tokens >= 100_000 else f"{tokens:,} tokens"
