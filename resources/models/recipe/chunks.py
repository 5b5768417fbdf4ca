# SPDX-License-Identifier: MIT
"""Text of a target in chunks, each a file of the work directory: what heads are trained on, whoever wrote it.

A chunk is a dictionary: `ids` of all texts, one after the other; `states` [tokens - texts, streams + 1, hidden], the target's at every token but the last
of each text; lists `lengths`, `starts` (tokens that the target did not write), `kinds`, `temperatures`. Where the vocabulary is large there is for each
state what the target's head said there: `best`, its most probable token, and `whole`, the logarithm of the sum of all exponentials of logits.

On a GPU states are not kept, since reading the text again takes less time than loading them: such chunks have names of their own (IDS) and get their states
when they are loaded (LiveStates).
"""
import pathlib

import torch
from torch.nn import functional as F

from .llama import Llama
from .writer import Writer

WITH_STATES, IDS = "text", "ids"      # of files
READ_TOKENS = 131072      # of texts that are read together
READ_AT_ONCE = 16384      # states whose logits are there at a time


class Chunks:
    """The chunks of a folder that have states, or those that have none."""

    def __init__(self, work: pathlib.Path, name: str = WITH_STATES) -> None:
        self.work, self.name = work, name

    def path(self, index: int) -> pathlib.Path:
        return self.work / f"{self.name}-{index:04}.pt"

    def count(self) -> int:
        """Chunks that are there."""
        index = 0
        while self.path(index).exists():
            index += 1
        return index

    def load(self, index: int) -> dict:
        """A chunk, mapped into memory."""
        return torch.load(self.path(index), mmap=True)

    def outline(self, index: int) -> dict:
        """A chunk, of which the states are not asked for."""
        return self.load(index)

    def save(self, index: int, chunk: dict) -> None:
        """Keeps a chunk; one that is there is whole."""
        part = self.path(index).with_suffix(".tmp")
        torch.save(chunk, part)
        part.rename(self.path(index))


class LiveStates(Chunks):
    """Chunks without states, which the target reads for them when they are loaded, on its own device."""

    def __init__(self, work: pathlib.Path, target: Llama) -> None:
        super().__init__(work, IDS)
        self.z, self.reader = target.shape, Writer(target)

    def outline(self, index: int) -> dict:
        return super().load(index)

    @torch.inference_mode()
    def load(self, index: int) -> dict:
        chunk = super().load(index)
        states = self.reader.read_many(list(chunk["ids"].split(chunk["lengths"])), self.z.heads_for_it.fused, READ_TOKENS)
        chunk = {**chunk, "ids": chunk["ids"].to(self.reader.device), "states": states}
        if self.z.heads_for_it.cut:
            said = [self._said(part) for part in states[:, -1].split(READ_AT_ONCE)]
            chunk |= {name: torch.cat([x[name] for x in said]) for name in said[0]}
        return chunk

    def _said(self, states: torch.Tensor) -> dict:
        logits = F.linear(states.float(), self.reader.model.model.embed_tokens.weight)
        return {"best": logits.argmax(-1).int(), "whole": logits.logsumexp(-1)}


def to_learn_from(work: pathlib.Path, target: Llama) -> Chunks:
    """What there is in a folder for heads of that target: what a GPU wrote, or else chunks with states."""
    return LiveStates(work, target) if Chunks(work, IDS).count() else Chunks(work)
