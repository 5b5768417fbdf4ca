# SPDX-License-Identifier: MIT
"""Chats that the target writes on a GPU, thousands at a time, for heads that learn from tens of millions of tokens.

A part of the prompts are instructions that the target wrote itself, begun with nothing but the words that open a user's turn (Magpie, arXiv 2406.08464); the
others are those of chats.py, among them questions about texts of ../shared/data/corpus where that is, and some go on from an earlier chat. draftscope-cli
reads the prompts beforehand (Prompts.make), so that the machine with the GPU does not need it.
"""
import contextlib
import json
import pathlib
import random
import time

import torch

from . import chats
from .chat_writer import SEPARATOR, ChatWriter, Stopped
from .chunks import IDS, Chunks
from .graph_writer import GraphWriter

ROWS = 4096           # chats of a wave, which are written in two halves
CHUNK_CHATS = 512     # of a chunk: their states are in the GPU's memory together
ANSWER = 320          # tokens of an answer at most
INSTRUCTION = 96      # tokens of an instruction of the target's own at most
TOKENS_A_CHAT = 220   # of an answer, about: how many prompts are needed
OWN = 0.6              # share of the chats that begin as instructions of the target's own; three quarters of those are kept
FOLLOWED = 0.1         # share of later turns
GIVEN = 0.5            # what that leaves for prompts that are not the target's own
ABOUT_A_TEXT = 0.25    # of the other prompts, the share of those about a text
TEMPERATURES = (0.0, 0.0, 0.0, 0.7, 0.8, 1.0)         # of a chat, one of these


class Prompts:
    """What the target is asked, as ids, in a file of the work directory."""

    def __init__(self, work: pathlib.Path) -> None:
        self.path = work / "prompts.json"

    def make(self, writer: ChatWriter, tokens: float, stop) -> None:
        """Writes prompts for so many tokens of answers, none of which is held out; those that are there stay if they are enough."""
        from .corpus import real_sources
        count, r = round(1.1 * GIVEN * tokens / TOKENS_A_CHAT), random.Random(f"{writer.seed} prompts")
        if self.path.exists() and self.load().get("seed") == writer.seed and len(self.load()["prompts"]) >= count:
            return
        texts = [x for kind, pieces in real_sources().items() for x in pieces if 200 < len(x) < 1100 and SEPARATOR not in x] or [chats.passages.short_passage(r)[0] for _ in range(2000)]
        with contextlib.suppress(Stopped):
            writer.hold_out(stop)
        if stop.asked:
            return
        held_out = {x["prompt"] for index in (-1, -2) for x in writer.load(index)}
        made: dict[str, str] = {}
        while len(made) < count:
            kind, text = ("about a text", chats.chatml(chats.USUAL, [chats.about_a_text(r, texts)])) if r.random() < ABOUT_A_TEXT else chats.prompt(r)
            if text not in held_out:
                made[text] = kind
        opened = chats.chatml(chats.USUAL, [""])
        end = "<|im_end|>\n<|im_start|>assistant\n"
        parts = {"open": [opened.removesuffix(end), opened.removesuffix(end).split("<|im_end|>\n", 1)[1]], "answer": [end.removeprefix("<|im_end|>")],
                 "go on": [f"\n<|im_start|>user\n{x}{end}" for x in chats.FOLLOW_UPS]}
        ids = writer.tokens([*made, *(x for some in parts.values() for x in some)])
        out = {"seed": writer.seed, "prompts": [[kind, ids.pop(0)] for kind in made.values()]}
        out |= {name: [ids.pop(0) for _ in some] for name, some in parts.items()}
        self.path.write_text(json.dumps(out))
        print(f"{self.path}: {count} prompts", flush=True)

    def load(self) -> dict:
        """`prompts`: pairs of kind and ids; `open`: what stands before a user's words, `answer` what stands behind their end, `go on` further turns of a user."""
        return json.loads(self.path.read_text())


class ChatText(Chunks):
    """Chunks, without states, of chats that are written here."""

    def __init__(self, work: pathlib.Path, prompts: Prompts, writer: GraphWriter, seed: int) -> None:
        super().__init__(work, IDS)
        self.prompts, self.writer, self.seed = prompts.load(), writer, seed
        self.generator = torch.Generator()

    def instructions(self, r: random.Random, count: int) -> list[list[int]]:
        """Prompts whose instruction the target writes."""
        begun = r.choices(self.prompts["open"], (4, 1), k=count)
        heat = [r.uniform(0.7, 1.0) for _ in begun]
        said = self.writer.write(begun, heat, max(map(len, begun)) + INSTRUCTION, self.generator)
        ended = [(b, ids) for b, (ids, _) in zip(begun, said) if ids[-1] == self.writer.z.eos and len(ids) > len(b) + 3]
        return [ids + self.prompts["answer"][0] for _, ids in ended]

    def wave(self, index: int, before: list[list[int]]) -> tuple[list[tuple[str, float, list[int], list[int]]], float]:
        """Kind, temperature, prompt and whole text of ROWS chats, about; and the seconds that it took. `before`: texts to go on from."""
        begin, r = time.time(), random.Random(f"{self.seed} wave {index}")
        self.generator.manual_seed(1000 * self.seed + index)
        z = self.writer.z
        wanted = [("own", p) for p in self.instructions(r, round(ROWS * OWN))]
        room = z.context - ANSWER
        going_on = [b + r.choice(self.prompts["go on"]) for b in r.sample(before, min(len(before), round(ROWS * FOLLOWED)))]
        wanted += [("follow-up", p) for p in going_on if len(p) <= room]
        there = self.prompts["prompts"]
        chosen = [there[(round(index * ROWS * GIVEN) + i) % len(there)] for i in range(ROWS - len(wanted))]
        wanted += [(kind, p) for kind, p in chosen if len(p) <= room]
        wanted.sort(key=lambda x: len(x[1]))
        out = []
        for part in (wanted[: ROWS // 2], wanted[ROWS // 2 :]):       # those of about one length together
            heat = [r.choice(TEMPERATURES) for _ in part]
            said = self.writer.write([p for _, p in part], heat, max(len(p) for _, p in part) + ANSWER, self.generator)
            out += [(kind, h, p, ids) for (kind, p), h, (ids, _) in zip(part, heat, said) if len(ids) > len(p) + 1]
        r.shuffle(out)
        return out, time.time() - begin

    def write(self, tokens: float, stop) -> None:
        """Makes chunks until answers have so many tokens."""
        made = [self.load(i) for i in range(self.count())]
        total, before = sum(sum(c["lengths"]) - sum(c["starts"]) for c in made), []
        index = made[-1]["wave"] + 1 if made else 0
        while total < tokens and not stop.asked:
            texts, seconds = self.wave(index, before)
            before = [ids for kind, _, _, ids in texts if kind != "plain" and kind != "follow-up" and ids[-1] == self.writer.z.eos]
            for first in range(0, len(texts), CHUNK_CHATS):
                some = texts[first : first + CHUNK_CHATS]
                self.save(self.count(), {"ids": torch.tensor([t for _, _, _, ids in some for t in ids], dtype=torch.int32), "lengths": [len(ids) for _, _, _, ids in some],
                                         "starts": [len(p) for _, _, p, _ in some], "kinds": [kind for kind, _, _, _ in some], "temperatures": [h for _, h, _, _ in some], "wave": index})
            written = sum(len(ids) - len(p) for _, _, p, ids in texts)
            total, index = total + written, index + 1
            print(f"wave {index - 1}: {written} tokens in {seconds:.1f} s, {total} in all; {sum(k == 'own' for k, *_ in texts)} of {len(texts)} instructions are its own", flush=True)
