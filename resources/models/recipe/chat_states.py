# SPDX-License-Identifier: MIT
"""Chats that the target wrote (chat_writer.py), read again for the hidden states that heads learn from.

The target's weights are those of its file, dequantised, and products are in float32; the program that wrote the chats may have rounded activations. How
often the two agree on greedy text is printed with every greedy chunk.
"""
import time

import torch
from torch.nn import functional as F

from .chat_writer import ChatWriter
from .chunks import Chunks
from .llama import Llama
from .writer import Writer


class ChatStates(Chunks):
    """Chunks made from those of a ChatWriter, which have the same numbers."""

    def __init__(self, chats: ChatWriter, target: Llama | None) -> None:
        super().__init__(chats.work)
        self.chats, self.target = chats, target
        self.reader = Writer(target, torch.float32) if target else None

    @torch.inference_mode()
    def make(self, written: list[dict]) -> dict:
        """The states of some chats. The token after a text's last state is there, too: the text ends with it."""
        z = self.target.shape
        out: dict = {"ids": [], "states": [], "best": [], "whole": [], "lengths": [], "starts": [], "kinds": [], "temperatures": []}
        for one in written:
            ids = [*one["prompt_ids"], *one["ids"]][: z.context]
            if len(ids) - len(one["prompt_ids"]) < 2:
                continue
            states = self.reader.read(ids, z.heads_for_it.fused)
            logits = F.linear(states[:, -1], self.reader.embed)
            out["ids"] += ids
            out["states"].append(states.bfloat16())
            out["best"].append(logits.argmax(-1).int())
            out["whole"].append(logits.logsumexp(-1))
            for key, value in (("lengths", len(ids)), ("starts", len(one["prompt_ids"])), ("kinds", one["kind"]), ("temperatures", one["temperature"])):
                out[key].append(value)
        return out | {"ids": torch.tensor(out["ids"], dtype=torch.int32), **{k: torch.cat(out[k]) for k in ("states", "best", "whole")}}

    def write(self, stop) -> None:
        """Makes the chunks whose chats are there."""
        for index in range(self.count(), self.chats.count()):
            if stop.asked:
                return
            begin, chunk = time.time(), self.make(self.chats.load(index))
            self.save(index, chunk)
            print(f"text {index}: {len(chunk['ids'])} tokens in {time.time() - begin:.0f} s{agreement(chunk)}", flush=True)


def agreement(chunk: dict) -> str:
    """In words, how much of the greedy text the states' own most probable tokens are; nothing where no text is greedy."""
    at = same = count = 0
    for row, (n, first, heat) in enumerate(zip(chunk["lengths"], chunk["starts"], chunk["temperatures"])):
        if heat == 0:
            best = chunk["best"][at - row + first - 1 : at - row + n - 1]
            same += int((best == chunk["ids"][at + first : at + n]).sum())
            count += len(best)
        at += n
    return f", {100 * same / count:.1f} % of its greedy tokens are the most probable ones" if count else ""
