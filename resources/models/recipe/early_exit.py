# SPDX-License-Identifier: MIT
"""A target whose first layers can draft for it (LayerSkip, arXiv 2404.16710, sections 4.1 and 4.2): layer dropout and an early-exit loss.

It is fine-tuned from the shipped target and learns the target's distribution at its last layer and, with less weight, at the exits: the state
behind an earlier layer, through the same final norm and head. Each step trains every EVERY-th exit in turn. Layers are left out of a step at random, for whole
texts, later layers more often. The weights are those of a plain Llama; which exit to draft with is chosen when decoding.
"""
import dataclasses
import math
import pathlib

import torch
from torch.nn import functional as F

from . import settings as s, shipped
from .corpus import Corpus
from .export import entry_of, write_directory
from .head_trainer import CrossEntropy
from .listing import Listing
from .llama import Llama
from .optimizer import Optimizer
from .trainer import Stop, Trainer
from .threads import Threads

KEY = "early-exit"
MOST_DROPPED = 0.1     # of the last layer; the first is never left out
EXIT_SCALE = 0.2       # weight of the exits against each other and the last layer
EVERY = 3
SHAPE = dataclasses.replace(s.SHAPES["target"], name="tales-6m-early-exit", title="Tales 6M early exit", matrix_rate=0.004, vector_rate=0.0008)


class EarlyExitTrainer(Trainer):
    """The target, going on from its shipped weights. `batch` is in tokens."""

    warm_up = 20

    def __init__(self, work: pathlib.Path, corpus: Corpus, device: str, batch: int, target: Llama) -> None:
        self.work, self.corpus, self.key, self.device, self.batch, self.target = work, corpus, KEY, device, max(1, batch // s.CONTEXT), target
        self.model = Llama(SHAPE)
        self.model.load_state_dict(target.state_dict())
        self.model.to(device)
        self.optimizer = Optimizer(self.model)
        self.step = self.tokens = self.windows_seen = 0
        self.seconds = 0.0

    def weights(self) -> dict[int, float]:
        """Of the exits behind so many layers in this step: later ones weigh more, the last most; together 1."""
        layers = SHAPE.layers
        chosen = [e for e in range(1, layers) if e % EVERY == self.step % EVERY]
        raw = {e: EXIT_SCALE * e * (e + 1) / 2 for e in chosen} | {layers: layers - 1 + EXIT_SCALE * layers * (layers - 1) / 2}
        return {e: w / sum(raw.values()) for e, w in raw.items()}

    def loss(self, window: torch.Tensor) -> torch.Tensor:
        ids, total = window[:, :-1], torch.zeros((), device=window.device)
        with self.autocast():
            with torch.no_grad():
                p = self.target(ids).flatten(0, 1).float().softmax(-1)
            m, weights = self.model, self.weights()
            x = m.model.embed_tokens(ids)
            cos, sin = m.cos[: ids.shape[1]], m.sin[: ids.shape[1]]
            for i, layer in enumerate(m.model.layers):
                dropped = MOST_DROPPED * (math.exp(i * math.log(2) / (SHAPE.layers - 1)) - 1)
                kept = (torch.rand(len(ids), 1, 1, device=ids.device) >= dropped).float()
                x = x + kept * (layer(x, cos, sin) - x)
                if (weight := weights.get(i + 1)) is not None:
                    per, _ = CrossEntropy.apply(F.linear(m.model.norm(x), m.model.embed_tokens.weight).flatten(0, 1), p)
                    total = total + weight * per.mean()
        return total


def train(work: pathlib.Path, corpus: Corpus, a, stop: Stop, threads: Threads) -> None:
    """The stage: constant rate, then decay."""
    t = EarlyExitTrainer(work, corpus, a.device, a.head_batch, shipped.target(a.device))
    t.rate_factor = a.head_rate
    if not a.fresh_heads:
        t.load()
    for share, decay in ((1 - a.head_decay, False), (a.head_decay, True)):
        if share > 0:
            t.run(a.head_minutes * share, a.tokens, decay, stop, threads, 10**9)


def export(work: pathlib.Path) -> None:
    """The directory, where there is a checkpoint."""
    path = next((p for p in (work / f"{KEY}-final.pt", work / f"{KEY}.pt") if p.exists()), None)
    if path is None:
        print(f"{KEY}: not trained yet")
        return
    state = torch.load(path, map_location="cpu")
    model = Llama(SHAPE)
    model.load_state_dict(state["model"])
    write_directory(s.MODELS / SHAPE.name, model, s.MODELS / s.SHAPES["target"].name / "tokenizer.model", f"""---
license: mit
language: en
---
# {SHAPE.title}

Tales 6M, trained further with layer dropout and an early-exit loss (LayerSkip, arXiv 2404.16710), so that its first layers, with its own final norm and head, can draft for
the whole of it. Plain Llama weights: {model.parameters_count():,} parameters in bf16. Trained by the recipe beside this directory on {state['tokens'] / 1e6:.2f} million tokens in
{state['seconds'] / 60:.0f} minutes of training on a shared machine without a GPU. Data, licences and figures: `docs/models.md`.
""")
    with Listing() as listing:
        listing.put("models", entry_of(model))
        listing.put("pairs", {"name": "tales-early-exit", "target": SHAPE.name, "draft": s.SHAPES["draft"].name})
    print(f"{SHAPE.name}: {state['tokens']:,} tokens in {state['seconds'] / 60:.0f} minutes")
