# SPDX-License-Identifier: MIT
"""Text of a target in chunks, each a file of the work directory: what heads are trained on, whoever wrote it.

A chunk is a dictionary: `ids` of all texts, one after the other; `states` [tokens - texts, streams + 1, hidden], the target's at every token but the last
of each text; lists `lengths`, `starts` (tokens that the target did not write), `kinds`, `temperatures`. Where the vocabulary is large there is for each
state what the target's head said there: `best`, its most probable token, and `whole`, the logarithm of the sum of all exponentials of logits.
"""
import pathlib

import torch


class Chunks:
    """The chunks of a folder."""

    def __init__(self, work: pathlib.Path) -> None:
        self.work = work

    def path(self, index: int) -> pathlib.Path:
        return self.work / f"text-{index:04}.pt"

    def count(self) -> int:
        """Chunks that are there."""
        index = 0
        while self.path(index).exists():
            index += 1
        return index

    def load(self, index: int) -> dict:
        """A chunk, mapped into memory."""
        return torch.load(self.path(index), mmap=True)

    def save(self, index: int, chunk: dict) -> None:
        """Keeps a chunk; one that is there is whole."""
        part = self.path(index).with_suffix(".tmp")
        torch.save(chunk, part)
        part.rename(self.path(index))
