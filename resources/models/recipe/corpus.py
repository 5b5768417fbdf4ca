# SPDX-License-Identifier: MIT
"""Text to tokens: shards of packed windows for training, windows by kind for validation.

A shard is an array [windows, CONTEXT + 1] of token ids. Every window starts with BOS; documents end with EOS; a
document is cut only when none of the next few fits, and then the shortest of them. Shard i depends on the seed and i alone.
"""
import pathlib
import random
import subprocess

import numpy as np
import sentencepiece

from . import settings as s
from .generator import KINDS

HELD_OUT = 30        # every 30th piece of a real source is for validation


def _pieces(text: str, limit: int) -> list[str]:
    """Paragraphs joined to pieces of at most `limit` characters, lines of a paragraph rejoined."""
    out, now = [], ""
    for para in text.replace("\r", "").split("\n\n"):
        para = " ".join(para.split())
        if not para or len(para) > limit:
            continue
        if len(now) + len(para) > limit:
            out.append(now)
            now = ""
        now = (now + "\n" + para) if now else para
    return out + [now] if now else out


def _code_pieces(text: str, limit: int) -> list[str]:
    """Top-level functions and classes of the programs, those short enough."""
    blocks, now = [], []
    for line in text.split("\n"):
        if line.startswith(("def ", "class ", "# file:", "if __name__")):
            blocks.append("\n".join(now).strip())
            now = []
        now.append(line)
    return [b for b in blocks if b.startswith(("def ", "class ")) and 80 < len(b) < limit and b.isascii()]


def _stories(name: str) -> list[str]:
    """Stories of the larger sample of TinyStories, or of what was held out of it: blocks with an empty line between them."""
    path = s.CORPUS / "tinystories-13003" / f"{name}.txt.zst"
    if not path.exists():
        return []
    text = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout.decode()
    return [x.strip() for x in text.split("\n\n") if x.strip()]


def held_out_stories() -> list[str]:
    """Stories of the real validation split, which nothing is trained on."""
    return _stories("held-out-220")


def real_sources() -> dict[str, list[str]]:
    """Pieces of text by source; empty when ../shared is not beside the repository."""
    if not s.CORPUS.is_dir():
        return {}
    read = lambda *names: "\n\n".join((s.CORPUS / n).read_text("utf-8", "replace") for n in names)
    ascii_ = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "—": "-", "–": "-"})
    tales = read("tinystories-2MiB/tinystories_sample.txt").translate(ascii_).split("<|endoftext|>")[:-1]
    return {"tinystories": _stories("stories") or [t.strip() for t in tales if t.strip()],
            "fairytales": _pieces(read("fairytaleqa/train.txt", "fairytaleqa/val.txt", "fairytaleqa/test.txt").translate(ascii_), 1500),
            "python": _code_pieces(read("code-python/thealgorithms_python.txt"), 1000),
            "shakespeare": [p for p in (s.CORPUS / "tinyshakespeare/input.txt").read_text().split("\n\n") if 200 < len(p) < 1200]}


class Corpus:
    """Shards and validation windows, made when first asked for and kept in the work directory."""

    def __init__(self, work: pathlib.Path, seed: int = 1, vocabulary: sentencepiece.SentencePieceProcessor | None = None) -> None:
        self.work, self.seed = work, seed
        self.real = real_sources()
        for name, pieces in self.real.items():
            random.Random(f"{seed} {name}").shuffle(pieces)
        self.mix = {k: v for k, v in s.MIX.items() if k in KINDS or self.real.get(k)}
        whole = sum(self.mix.values())
        self.mix = {k: v / whole for k, v in self.mix.items()}
        self.sp = vocabulary

    def documents(self, kind: str, seed: str, shard: int, validation: bool = False):
        """Endless documents of a kind: generated, or from the source's training or held-out part."""
        if kind in KINDS:
            r = random.Random(f"{seed} {kind}")
            while True:
                yield KINDS[kind](r)
        pieces = [p for i, p in enumerate(self.real[kind]) if (i % HELD_OUT == 0) == validation]
        at = 0 if validation else random.Random(f"{seed} start").randrange(len(pieces))
        while True:
            yield pieces[at % len(pieces)]
            at += 1

    def _encoded(self, kind: str, budget: float, seed: str, shard: int, validation: bool = False) -> list[list[int]]:
        out, total = [], 0
        for text in self.documents(kind, seed, shard, validation):
            ids = [s.BOS, *self.sp.encode(text), s.EOS]
            out.append(ids)
            total += len(ids)
            if total >= budget:
                return out

    @staticmethod
    def pack(docs: list[list[int]]) -> np.ndarray:
        """Documents in windows of CONTEXT + 1 tokens."""
        windows, pool, rest = [], docs[:64], iter(docs[64:])
        while len(pool) > 16 or not windows:
            window: list[int] = []
            while len(window) < s.CONTEXT + 1:
                room = s.CONTEXT + 1 - len(window)
                shortest = min(range(len(pool)), key=lambda i: len(pool[i]))
                at = next((i for i, d in enumerate(pool) if len(d) <= room), shortest)
                window += pool.pop(at)[:room]
                pool += [d for d in [next(rest, None)] if d]
                if not pool:
                    return np.array(windows, np.uint16).reshape(-1, s.CONTEXT + 1)
            windows.append(window)
        return np.array(windows, np.uint16)

    def shard(self, index: int) -> np.ndarray:
        """Training windows number `index`, from the work directory or made now."""
        path = self.work / f"shard-{index:04}.npy"
        if not path.exists():
            seed = f"{self.seed} train {index}"
            docs = [d for kind, share in self.mix.items() for d in self._encoded(kind, share * s.SHARD_TOKENS, seed, index)]
            random.Random(seed).shuffle(docs)
            np.save(path.with_suffix(".tmp.npy"), self.pack(docs))
            path.with_suffix(".tmp.npy").rename(path)
        return np.load(path, mmap_mode="r")

    def validation(self, windows: int = 16) -> dict[str, np.ndarray]:
        """By kind, windows that no training shard contains (generated kinds: another seed, the same grammar)."""
        path = self.work / f"validation-{windows}.npz"
        if not path.exists():
            made = {}
            for kind in self.mix:
                docs = self._encoded(kind, (windows + 12) * (s.CONTEXT + 1), f"{self.seed} validation", 0, True)
                made[kind] = self.pack(docs)[:windows]
            if stories := held_out_stories():
                made["held-out stories"] = self.pack([[s.BOS, *self.sp.encode(text), s.EOS] for text in stories])
            np.savez(path, **made)
        return dict(np.load(path))


def train_vocabulary(work: pathlib.Path, seed: int = 1) -> sentencepiece.SentencePieceProcessor:
    """sentencepiece BPE with byte fallback, from a sample of the mix."""
    path = work / "tokenizer.model"
    if not path.exists():
        c, lines = Corpus(work, seed), []
        for kind, share in c.mix.items():
            total = 0
            for text in c.documents(kind, f"{seed} vocabulary", 0):
                lines += [x for x in text.split("\n") if x]
                total += len(text)
                if total > share * 6_000_000:
                    break
        random.Random(seed).shuffle(lines)
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_prefix=str(work / "tokenizer"), model_type="bpe", vocab_size=s.VOCABULARY,
            byte_fallback=True, add_dummy_prefix=True, normalization_rule_name="identity", remove_extra_whitespaces=False,
            split_digits=True, allow_whitespace_only_pieces=True, character_coverage=0.9995, unk_id=s.UNK, bos_id=s.BOS,
            eos_id=s.EOS, pad_id=-1, num_threads=1, minloglevel=1)
    return sentencepiece.SentencePieceProcessor(model_file=str(path))
