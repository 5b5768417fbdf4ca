# SPDX-License-Identifier: MIT
"""Text that the target wrote itself, with its hidden states: what heads learn from.

A head drafts for the target, so it has to know the target's own text: greedy text above all, which repeats itself as no person does, and
text at temperatures up to 1. Each text goes on from the beginning of a document of the corpus' training part. A tenth are documents
as they are. Chunk i depends on the seed and i alone; made once, kept in the work directory.
"""
import pathlib
import random
import time

import torch

from . import settings as s
from .chunks import IDS, WITH_STATES, Chunks
from .corpus import HELD_OUT, Corpus
from .writer import Writer

# Share of the texts by source: most from texts that no generator wrote, which are the hard ones. Scaled up where some are missing.
TEXT_MIX = {"tinystories": 0.27, "fairytales": 0.16, "python": 0.14, "shakespeare": 0.11, "story": 0.07, "facts": 0.03, "code": 0.04, "json": 0.05,
            "list": 0.03, "arithmetic": 0.03, "summary": 0.05, "repeat": 0.02}
ROWS = 96             # texts written at once
CHUNK_ROWS = 192      # texts of a chunk, about 40,000 tokens
GPU_ROWS = 2048       # both on a GPU, where the states are not kept (chunks.py)
LENGTH = 320          # tokens of a text at most, its beginning included; a few go on to the whole context
GREEDY = 0.5          # share of the texts written at temperature 0; the others between 0 and 1
AS_IT_IS = 0.1        # share of the texts that are documents of the corpus


class OwnText(Chunks):
    """Chunks that the writer makes."""

    def __init__(self, work: pathlib.Path, corpus: Corpus, writer: Writer) -> None:
        self.corpus, self.writer, self.live = corpus, writer, writer.device.type != "cpu"
        super().__init__(work, IDS if self.live else WITH_STATES)
        self.rows, self.chunk_rows = (GPU_ROWS, GPU_ROWS) if self.live else (ROWS, CHUNK_ROWS)
        mix = {k: v for k, v in TEXT_MIX.items() if k in corpus.mix}
        self.kinds, self.shares = list(mix), list(mix.values())

    def beginnings(self, r: random.Random, index: int, first: int, rows: int) -> list[tuple[str, list[int]]]:
        """Beginnings of `first` tokens, BOS included, of documents that are longer; some begin inside a document, at a line or sentence."""
        streams = {k: self.corpus.documents(k, f"{self.corpus.seed} own {index} {first} {r.random()}", 0) for k in self.kinds}
        pieces = {k: [p for i, p in enumerate(self.corpus.real[k]) if i % HELD_OUT] for k in self.kinds if k in self.corpus.real}
        out = []
        while len(out) < rows:
            kind = r.choices(self.kinds, self.shares)[0]
            text = r.choice(pieces[kind]) if kind in pieces else next(streams[kind])
            if kind in pieces and r.random() < 0.5:
                cuts = [i + 1 for i, c in enumerate(text[:-40]) if c in "\n." and text[i + 1] in " \n" or c == "\n"]
                if cuts:
                    text = text[r.choice(cuts) :].strip()
            ids = [s.BOS, *self.corpus.sp.encode(text)]
            if len(ids) > first + 2:
                out.append((kind, ids[:first]))
        return out

    def make(self, index: int, kept: tuple[int, ...]) -> dict:
        """Writes chunk `index`."""
        r, g = random.Random(f"{self.corpus.seed} own {index}"), torch.Generator().manual_seed(1000 + index)
        texts, kinds, heats, starts = [], [], [], []
        plain = round(self.chunk_rows * AS_IT_IS)
        while len(texts) < self.chunk_rows - plain:
            first = r.choice((6, 8, 12, 16, 24, 32, 48, 64, 96))
            length = s.CONTEXT if r.random() < 0.15 else LENGTH
            rows = min(self.rows, self.chunk_rows - plain - len(texts))
            chosen = self.beginnings(r, index, first, rows)
            heat = [0.0 if r.random() < GREEDY else r.random() for _ in range(rows)]
            texts += self.writer.write([b for _, b in chosen], heat, length, g, None if self.live else kept)
            kinds += [k for k, _ in chosen]
            heats += heat
            starts += [first] * rows
        for kind, ids in self.beginnings(r, index, 24, plain):          # the whole documents, read instead of written
            whole = next(d for d in self.corpus.documents(kind, f"{self.corpus.seed} plain {index} {r.random()}", 0) if len(d) > 80)
            ids = [s.BOS, *self.corpus.sp.encode(whole), s.EOS][: s.CONTEXT]
            texts.append((ids, None if self.live else self.writer.read(ids, kept)))
            kinds, heats, starts = [*kinds, kind], [*heats, -1.0], [*starts, 1]
        states = {} if self.live else {"states": torch.cat([x for _, x in texts])}
        return {"ids": torch.tensor([i for t, _ in texts for i in t], dtype=torch.int16), **states,
                "lengths": [len(t) for t, _ in texts], "starts": starts, "kinds": kinds, "temperatures": heats}

    def write(self, tokens: float, kept: tuple[int, ...], stop) -> None:
        """Makes chunks until they hold so many tokens."""
        total = sum(sum(self.outline(i)["lengths"]) for i in range(self.count()))
        while total < tokens and not stop.asked:
            begin, index = time.time(), self.count()
            chunk = self.make(index, kept)
            self.save(index, chunk)
            total += sum(chunk["lengths"])
            print(f"chunk {index}: {sum(chunk['lengths'])} tokens in {time.time() - begin:.0f} s, {total} in all", flush=True)
