# SPDX-License-Identifier: MIT
"""Chats that an instruction-tuned target wrote: prompts of chats.py, answered by draftscope-cli, many at a time.

A chunk is one file of JSON Lines, one chat a line: kind, temperature, prompt, text, prompt_ids, ids (the answer's, with the end token where it ended).
Chunk i depends on the seed and, through follow-ups, on chunk i - 1; made once, kept in the work directory. Chunks below 0 are never trained on: they are held out.
What was written for a target that many train heads for lies compressed in the repository (kept()): it saves the next one the writing.
"""
import contextlib
import json
import lzma
import os
import pathlib
import random
import shutil
import subprocess
import time

from . import chats, settings as s

CHATS = 32            # of a chunk: what is lost when the writing is stopped
BATCH = 32            # answered at a time
LENGTH = 320          # tokens of an answer at most
FOLLOWED = 0.12       # share of the chats that go on from one of the chunk before
TEMPERATURES = (0.0, 0.8, 0.0, 1.0, 0.0, 0.7)         # one a chunk: half of the text is greedy
SEPARATOR = "<|endoftext|>"                            # a token of its own that no prompt has: tokens of many prompts come from one call


def program(given: str | None = None) -> str:
    """draftscope-cli: the one given, DRAFTSCOPE_CLI, the release build of this repository, or that of the PATH."""
    built = s.MODELS.parents[1] / "build" / "release" / "bin" / "draftscope-cli"
    found = given or os.environ.get("DRAFTSCOPE_CLI") or (str(built) if built.exists() else shutil.which("draftscope-cli"))
    if not found:
        raise SystemExit("draftscope-cli writes the chats and is not there: build it (README.md), or say where it is with DRAFTSCOPE_CLI.")
    return found


def split(ids: list[int], separator: int) -> list[list[int]]:
    """Pieces between separators."""
    out = [[]]
    for token in ids:
        if token == separator:
            out.append([])
        else:
            out[-1].append(token)
    return out


class Stopped(Exception):
    """The person who waits has asked to stop; what was not finished is not kept."""


class Never:
    """Nobody asks to stop."""
    asked = False


def kept(name: str) -> pathlib.Path:
    """The archive of chats that a target wrote: JSON Lines, xz, each with the number of its chunk beside what a chunk says of it."""
    return s.MODELS / "chats" / f"{name}.jsonl.xz"


class ChatWriter:
    """Chunks of chats in a folder. `archive`: what to begin with where the folder has none; None for nothing."""

    def __init__(self, work: pathlib.Path, target: pathlib.Path, seed: int, threads: int = 0, archive: pathlib.Path | None = None) -> None:
        work.mkdir(parents=True, exist_ok=True)
        self.work, self.target, self.seed, self.threads, self.archive = work, target, seed, threads, archive

    def keep(self) -> None:
        """Writes the archive of all chunks."""
        self.archive.parent.mkdir(exist_ok=True)
        part = self.archive.with_suffix(".tmp")
        with lzma.open(part, "wt", encoding="utf-8", preset=9) as out:
            for index in [-2, -1, *range(self.count())]:
                for chat in self.load(index):
                    out.write(json.dumps({"chunk": index, "seed": self.seed} | chat) + "\n")
        part.rename(self.archive)
        print(f"{self.archive}: {self.count()} chunks, {self.archive.stat().st_size:,} bytes", flush=True)

    def unpack(self) -> None:
        """The chunks of the archive that are not there; none where it is of another seed."""
        if not self.archive or not self.archive.exists():
            return
        chunks: dict[int, list[dict]] = {}
        with lzma.open(self.archive, "rt", encoding="utf-8") as lines:
            for chat in map(json.loads, lines):
                if chat.pop("seed") != self.seed:
                    return
                chunks.setdefault(chat.pop("chunk"), []).append(chat)
        for index, chunk in chunks.items():
            if not self.path(index).exists():
                self._store(index, chunk)

    def _store(self, index: int, chunk: list[dict]) -> None:
        part = self.path(index).with_suffix(".tmp")
        part.write_text("".join(json.dumps(x) + "\n" for x in chunk))
        part.rename(self.path(index))

    def path(self, index: int) -> pathlib.Path:
        return self.work / (f"chats-{index:04}.jsonl" if index >= 0 else f"held-out-{-index:02}.jsonl")

    def count(self) -> int:
        """Chunks that are there to be trained on."""
        index = 0
        while self.path(index).exists():
            index += 1
        return index

    def load(self, index: int) -> list[dict]:
        """The chats of a chunk."""
        return [json.loads(line) for line in self.path(index).read_text().splitlines()]

    def prompts(self, index: int) -> list[tuple[str, str]]:
        """Kinds and prompts of a chunk."""
        r = random.Random(f"{self.seed} chats {index}")
        before = [x for x in self.load(index - 1) if x["ended"] and x["kind"] in chats.KINDS] if index > 0 else []
        out = []
        while len(out) < CHATS:
            earlier = None
            if before and r.random() < FOLLOWED:
                one = r.choice(before)
                earlier = (one["prompt"].rsplit("<|im_start|>user\n", 1)[1].split("<|im_end|>", 1)[0], one["text"].removesuffix("<|im_end|>").strip())
            out.append(chats.prompt(r, earlier))
        return out

    def run(self, *arguments: str, given: str | None = None, stop=Never) -> dict:
        """What a command of draftscope-cli says in JSON; `given` is its standard input. Stopped when `stop` is asked meanwhile."""
        running = subprocess.Popen([program(), *arguments, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while True:
            try:
                said, complaint = running.communicate(given, timeout=1)
                break
            except subprocess.TimeoutExpired:
                given = None          # communicate() remembers it
                if stop.asked:
                    running.terminate()
        if stop.asked and running.returncode:
            raise Stopped
        if running.returncode:
            raise SystemExit(f"draftscope-cli {arguments[0]} failed: {complaint.strip()}")
        return json.loads(said)

    def hash_of_target(self) -> str:
        """What draftscope-cli knows the target's weights by, wherever their file lies."""
        said = subprocess.run([program(), "inspect", "model", str(self.target)], capture_output=True, text=True, check=True).stdout
        return next(line.split()[1] for line in said.splitlines() if line.startswith("hash "))

    def tokens(self, prompts: list[str]) -> list[list[int]]:
        """Ids of each prompt, as the target reads it."""
        scratch = self.work / "prompts.txt"
        scratch.write_text(SEPARATOR.join(prompts))
        mark = self.run("tokenize", "--tokenizer", str(self.target), SEPARATOR)["token_ids"]
        out = split(self.run("tokenize", "--tokenizer", str(self.target), "--file", str(scratch))["token_ids"], mark[0])
        scratch.unlink()
        if len(mark) != 1 or len(out) != len(prompts):
            raise SystemExit(f"{self.target.name} has no token {SEPARATOR}: chats are written for SmolLM2 and its kin.")
        return out

    def make(self, index: int, temperature: float, stop=Never) -> list[dict]:
        """Writes a chunk."""
        prompts = self.prompts(index)
        wanted = "".join(json.dumps({"prompt": text}) + "\n" for _, text in prompts)
        said = self.run("batch", "--target", str(self.target), "--method", "plain", "--batch", str(BATCH), "--tokens", str(LENGTH), "--temperature", str(temperature),
                         "--seed", str(1000 * (index + 100)), "--prompts", "-", "--threads", str(self.threads), given=wanted, stop=stop)
        ids = self.tokens([text for _, text in prompts])
        out = [{"kind": kind, "temperature": temperature, "prompt": text, "text": one["text"], "ended": one["ended_by"] != "token limit", "prompt_ids": p, "ids": one["token_ids"]}
               for (kind, text), p, one in zip(prompts, ids, said["sequences"])]
        self._store(index, out)
        return out

    def write(self, tokens: float, stop) -> None:
        """The held-out chunks; then chunks until they hold so many tokens of answers."""
        with contextlib.suppress(Stopped):
            self.hold_out(stop)
            self._write(tokens, stop)

    def hold_out(self, stop=Never) -> None:
        """What the archive has, and held-out chunks, one greedy and one at temperature 1."""
        self.unpack()
        for index, temperature in ((-1, 0.0), (-2, 1.0)):
            if not self.path(index).exists() and not stop.asked:
                self.make(index, temperature, stop)

    def _write(self, tokens: float, stop) -> None:
        total = sum(len(x["ids"]) for i in range(self.count()) for x in self.load(i))
        while total < tokens and not stop.asked:
            begin, index = time.time(), self.count()
            count = sum(len(x["ids"]) for x in self.make(index, TEMPERATURES[index % len(TEMPERATURES)], stop))
            total += count
            print(f"chats {index}: {count} tokens in {time.time() - begin:.0f} s, {total} in all", flush=True)
