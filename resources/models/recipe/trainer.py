# SPDX-License-Identifier: MIT
"""Training of one model: warm-up, constant rate for as long as wanted, and at any time a decay branched off from it.

The constant-rate checkpoint (NAME.pt) is what later sessions go on from; the decayed weights (NAME-final.pt) are what is
exported. A draft learns the target's distribution (cross entropy against it) and, with a small weight, the text.
"""
import json
import pathlib
import signal
import time

import torch
from torch._inductor import config as inductor_config
from torch.nn import functional as F

from . import settings as s
from .corpus import Corpus
from .llama import Llama
from .optimizer import Optimizer
from .precision import product_type
from .threads import Threads

WARM_UP = 60          # steps
TEXT_WEIGHT = 0.1     # of the cross entropy in a draft's loss


class Stop:
    """Set by SIGTERM or Ctrl-C: the trainer saves and ends."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "asked", True))


class Trainer:
    """One model and its optimiser; `target` makes it a distillation."""

    warm_up = WARM_UP
    rate_factor = 1.0         # of the learning rates

    def __init__(self, work: pathlib.Path, corpus: Corpus, key: str, device: str, batch: int, target: Llama | None = None,
                 compiled: bool = False) -> None:
        self.work, self.corpus, self.key, self.device, self.batch, self.target = work, corpus, key, device, batch, target
        self.model = Llama(s.SHAPES[key]).to(device)
        self.optimizer = Optimizer(self.model)
        if compiled:
            inductor_config.cpp.dynamic_threads = True      # the number of threads changes while it runs
            for layer in self.model.model.layers:
                layer.compile()
        self.step = self.tokens = 0
        self.seconds = 0.0
        self.windows_seen = 0
        if target is not None:
            target.eval().requires_grad_(False)
            for layer in target.model.layers if compiled else []:
                layer.compile()

    # --- checkpoints
    def path(self, final: bool = False) -> pathlib.Path:
        return self.work / f"{self.key}{'-final' if final else ''}.pt"

    def state(self) -> dict:
        return {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step, "tokens": self.tokens,
                "seconds": self.seconds, "windows": self.windows_seen, "device": "" if self.device == "cpu" else torch.cuda.get_device_name()}

    def save(self, final: bool = False) -> None:
        path = self.path(final)
        state = self.state()
        if final:
            del state["optimizer"]
        torch.save(state, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").rename(path)

    def load(self) -> bool:
        """Goes on from the constant-rate checkpoint, if there is one."""
        if not self.path().exists():
            return False
        state = torch.load(self.path(), map_location=self.device)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.tokens, self.seconds, self.windows_seen = (state[k] for k in ("step", "tokens", "seconds", "windows"))
        return True

    def begin_with(self, model: Llama) -> None:
        """Takes over its weights; the optimiser begins anew and warms up."""
        self.model.load_state_dict(model.state_dict())

    # --- data
    def next_batch(self) -> torch.Tensor:
        """Windows in order, shard after shard; a shard ends with its last whole batch."""
        count, index = self.windows_seen, 0
        while count + self.batch > (size := len(shard := self._shard(index))):
            count -= size // self.batch * self.batch
            index += 1
        self.windows_seen += self.batch
        return torch.from_numpy(shard[count : count + self.batch].astype("int64")).to(self.device)

    def _shard(self, index: int):
        if not hasattr(self, "_shards"):
            self._shards = {}
        if index not in self._shards:
            self._shards[index] = self.corpus.shard(index)
        return self._shards[index]

    def size(self, batch: torch.Tensor) -> int:
        """Tokens that a batch counts for."""
        return len(batch) * s.CONTEXT

    # --- steps
    def autocast(self):
        kind = product_type(self.device)
        return torch.autocast(self.device.split(":")[0], torch.bfloat16, enabled=kind == torch.bfloat16)

    def loss(self, window: torch.Tensor) -> torch.Tensor:
        ids, wanted = window[:, :-1], window[:, 1:].flatten()
        with self.autocast():
            logits = self.model(ids).flatten(0, 1)
            if self.target is None:
                return F.cross_entropy(logits.float(), wanted)
            with torch.no_grad():
                p = self.target(ids).flatten(0, 1).float().softmax(-1)
            q = logits.float().log_softmax(-1)
            # Cross entropy against p: the divergence, but for the entropy of p, which has no gradient.
            distilled = -torch.dot(p.flatten(), q.flatten()) / len(p)
            return distilled - TEXT_WEIGHT * q.gather(1, wanted[:, None]).mean()

    def run(self, minutes: float, tokens: float, decay: bool, stop: Stop, threads: Threads, validate_every: int = 200) -> None:
        """Trains until the minutes or the tokens of this call are used up. With `decay` the rate goes linearly to 0."""
        start, first, saved = time.time(), self.tokens, time.time()
        shown, mark = time.time(), self.tokens
        log = (self.work / f"{self.key}.jsonl").open("a", buffering=1)
        base = self.seconds
        while not stop.asked:
            done = max((time.time() - start) / (60 * minutes), (self.tokens - first) / tokens)
            if done >= 1:
                break
            rate = min(1.0, (self.step + 1) / self.warm_up) * (max(0.02, 1 - done) if decay else 1.0)
            batch = self.next_batch()
            loss = self.loss(batch)
            loss.backward()
            self.optimizer.step(rate * self.rate_factor)
            threads.tick()
            self.step += 1
            self.tokens += self.size(batch)
            self.seconds = base + time.time() - start
            if self.step % 10 == 0:
                now = time.time()
                row = {"step": self.step, "tokens": self.tokens, "seconds": round(self.seconds, 1), "loss": round(loss.item(), 4), "rate": round(rate, 4),
                       "phase": "decay" if decay else "constant", "tokens_per_second": round((self.tokens - mark) / (now - shown)),
                       "threads": torch.get_num_threads()}
                shown, mark = now, self.tokens
                if self.step % validate_every == 0:
                    row["validation"] = self.validate()
                log.write(json.dumps(row) + "\n")
                print(self.key, row, flush=True)
            if not decay and time.time() - saved > 120:
                self.save()
                saved = time.time()
        if not decay:
            self.save()
        elif not stop.asked:
            self.save(final=True)

    @torch.no_grad()
    def validate(self, windows: int = 4) -> dict[str, float]:
        """Cross entropy of the text by kind, on a few held-out windows."""
        out = {}
        for kind, data in self.corpus.validation().items():
            w = torch.from_numpy(data[:windows].astype("int64")).to(self.device)
            with self.autocast(), torch.compiler.set_stance("force_eager"):
                logits = self.model(w[:, :-1])
            out[kind] = round(F.cross_entropy(logits.float().flatten(0, 1), w[:, 1:].flatten()).item(), 4)
        return out


def load_final(work: pathlib.Path, key: str, device: str = "cpu") -> tuple[Llama, dict]:
    """The model to export or to distil from: decayed weights, or the constant-rate ones where no decay has run."""
    for name in (f"{key}-final.pt", f"{key}.pt"):
        if (work / name).exists():
            state = torch.load(work / name, map_location=device)
            model = Llama(s.SHAPES[key]).to(device)
            model.load_state_dict(state["model"])
            return model.eval(), {k: state[k] for k in ("step", "tokens", "seconds")}
    raise FileNotFoundError(f"no checkpoint of {key} in {work}; run the target and draft stages first")
