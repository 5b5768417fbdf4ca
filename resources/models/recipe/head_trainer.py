# SPDX-License-Identifier: MIT
"""Training of a head on text of the target: the same phases and checkpoints as a model's (trainer.py), another loss.

The loss is the cross entropy against the target: half against its distribution, half against its most probable token, which is what counts at
temperature 0. An EAGLE head is unrolled: step i reads what step i - 1 put out, and a row counts in a step only if the drafts before it were good enough
that a tree would have held them. So each step weighs as much as it is reached.
"""
import pathlib
import random

import torch
from torch.nn import functional as F

from .chat_draft import ChatDraft
from .chunks import Chunks
from .head_beginnings import begin
from .heads import MEDUSA_HEADS, Eagle, Eagle3, Medusa
from .llama import Llama
from .optimizer import Optimizer
from .trainer import Trainer

HARD = 0.5             # weight of the most probable token beside the distribution
GOOD_ENOUGH = 0.05     # probability of a draft from which on the chain is followed further
STATE_WEIGHT = 0.2     # of the distance of EAGLE-1/2's output to the target's state
FITTED = 100_000       # tokens, or a little more, that the first weights are fitted to
BEFORE = 0.2           # weight of rows in a text's beginning, which the target did not write


class CrossEntropy(torch.autograd.Function):
    """Cross entropy of rows of logits against rows of weights, [rows]: one softmax for the loss and its gradient."""

    @staticmethod
    def forward(ctx, logits: torch.Tensor, p: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        z = logits.float()
        whole, most = p.sum(-1), z.amax(-1, keepdim=True)
        inside = torch.einsum("nv,nv->n", z, p)
        q = (z if z is not logits else z.clone()).sub_(most).exp_()
        sums = q.sum(-1, keepdim=True)
        q.div_(sums)
        ctx.save_for_backward(q, p, whole)
        ctx.kind = logits.dtype
        ctx.mark_non_differentiable(q)
        return whole * (sums.log() + most)[:, 0] - inside, q

    @staticmethod
    def backward(ctx, given: torch.Tensor, _) -> tuple[torch.Tensor, None]:
        q, p, whole = ctx.saved_tensors
        return (q * (whole * given)[:, None]).addcmul_(p, given[:, None], value=-1).to(ctx.kind), None


def frequent_tokens(text: Chunks, target: Llama, count: int) -> torch.Tensor:
    """So many of the most frequent tokens of the target's text, ascending; EOS is always among them."""
    z = target.shape
    counts = torch.zeros(z.vocabulary, dtype=torch.long)
    for i in range(text.count()):
        counts += torch.bincount(text.outline(i)["ids"].long(), minlength=z.vocabulary)
    counts[z.eos] = counts.sum() + 1
    # Of tokens that are as frequent, above all of those that never occurred, the first: byte-level vocabularies begin with what is merged first.
    return counts.sort(descending=True, stable=True).indices[:count].sort().values


def make_head(key: str, target: Llama, tokens: torch.Tensor | None) -> torch.nn.Module:
    """A head with its first weights."""
    torch.manual_seed(1)
    if key == "draft":
        return ChatDraft(target, tokens)
    return Medusa(target) if key == "medusa" else Eagle(target, tokens) if key == "eagle" else Eagle3(target, tokens)


class HeadTrainer(Trainer):
    """A head and its optimiser. `batch` is in tokens. Where there is no checkpoint it goes on from `begun`, a head with how long it was trained
    ({"tokens": …, "seconds": …}), if one is given."""

    warm_up = 20

    def __init__(self, work: pathlib.Path, text: Chunks, key: str, device: str, batch: int, target: Llama,
                 steps: int = 5, begun: tuple[torch.nn.Module, dict] | None = None, fresh: bool = False) -> None:
        self.work, self.text, self.key, self.device, self.batch, self.target = work, text, key, device, batch, target
        self.steps = steps
        known = next((x for x in (self.path(), self.path(True)) if x.exists()), None)
        state = torch.load(known, map_location="cpu") if known and not fresh else None
        tokens, heads = None, target.shape.heads_for_it
        if key in ("eagle3", "draft") or key == "eagle" and heads.cut:
            count = heads.frequent if key == "eagle3" else heads.cut
            tokens = state["model"]["own_tokens"] if state else begun[0].tokens() if begun else frequent_tokens(text, target, count)
        texts = self._texts() if state is None and not begun and key != "draft" else []
        self.model = make_head(key, target.cpu(), tokens)
        if texts:
            begin(self.model, texts)
        elif state is None and begun:
            self.model.load_state_dict(begun[0].state_dict())
        self.model.to(device)
        target.to(device)
        # Tokens over which the loss is, and the target's head for them; None is all.
        self.cut = None if tokens is None else tokens.to(device)
        self.cut_head = None if self.cut is None else target.model.embed_tokens.weight[self.cut].clone()
        self.optimizer = Optimizer(self.model)
        self.step = self.windows_seen = 0
        self.tokens, self.seconds = (begun[1]["tokens"], float(begun[1]["seconds"])) if begun else (0, 0.0)
        self._queue: list[tuple[int, list[int]]] = []

    def _texts(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Texts that the first weights are fitted to."""
        out = []
        for i in range(self.text.count()):
            if sum(len(ids) for ids, _ in out) > FITTED:
                break
            chunk = self._chunk(i)
            fits = 1 + FITTED * len(chunk["lengths"]) // sum(chunk["lengths"])      # texts of a large chunk
            out += [(chunk["ids"][at : at + n].long().cpu(), chunk["states"][at - r : at - r + n - 1].cpu())
                    for r, (n, at) in enumerate(zip(chunk["lengths"][:fits], chunk["at"])) if n > 16]
        return out

    # --- checkpoints
    def save(self, final: bool = False) -> None:
        """As a model's, but the decayed one can be gone on from, too."""
        path = self.path(final)
        torch.save(self.state(), path.with_suffix(".tmp"))
        path.with_suffix(".tmp").rename(path)

    def load(self) -> bool:
        """Goes on from the checkpoint that has seen most: heads are trained in short calls, whose decays are worth keeping."""
        there = [p for p in (self.path(), self.path(True)) if p.exists()]
        if not there:
            return False
        state = max((torch.load(p, map_location=self.device) for p in there), key=lambda x: x["tokens"])
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.tokens, self.seconds, self.windows_seen = (state[k] for k in ("step", "tokens", "seconds", "windows"))
        return True

    # --- data
    def next_batch(self) -> dict[str, torch.Tensor]:
        """Texts of about one length, padded. A batch is from one chunk; chunks come in an order that the passes over them seed."""
        while not self._queue:
            self._fill()
        self.windows_seen += 1
        index, rows = self._queue.pop()
        chunk = self._chunk(index)
        pick = lambda name: torch.tensor([chunk[name][r] for r in rows], device=chunk["ids"].device)[:, None]
        length, at, before = pick("lengths"), pick("at"), pick("starts")
        column = torch.arange(int(length.max()), device=at.device)
        inside, last = column < length, column[:-1] < length - 1
        # A text has one state less than tokens.
        state_at = torch.where(last, at - torch.tensor(rows, device=at.device)[:, None] + column[:-1], 0)
        weight = torch.where(column[:-1] < before - 1, BEFORE, 1.0) * last
        batch = {"ids": torch.where(inside, chunk["ids"][torch.where(inside, at + column, 0)].long(), 0), "weight": weight,
                 "states": chunk["states"][state_at] * last[..., None, None]}
        for name in ("best", "whole") if "best" in chunk else ():       # what the target's head said at those states
            batch[name] = chunk[name][state_at] * last
        return {k: v.to(self.device) for k, v in batch.items()}

    def _chunk(self, index: int) -> dict:
        if getattr(self, "_loaded", (-1,))[0] != index:
            chunk = self.text.load(index)
            lengths = torch.tensor(chunk["lengths"])
            self._loaded = (index, {**chunk, "at": (lengths.cumsum(0) - lengths).tolist()})
        return self._loaded[1]

    def _fill(self) -> None:
        """The batches of one more pass over the chunks that are there, without those that were seen before a restart."""
        self._pass = getattr(self, "_pass", -1) + 1
        r = random.Random(f"{self.key} {self._pass} {self.windows_seen}")
        chunks = list(range(self.text.count()))
        r.shuffle(chunks)
        for index in chunks:
            lengths, batches = self.text.outline(index)["lengths"], [[]]
            for row in sorted(range(len(lengths)), key=lambda i: lengths[i] + r.random() * 20):
                if (len(batches[-1]) + 1) * lengths[row] > self.batch and batches[-1]:
                    batches.append([])
                batches[-1].append(row)
            r.shuffle(batches)
            self._queue += [(index, b) for b in batches]

    def size(self, batch: dict) -> int:
        return int((batch["weight"] > 0).sum())

    # --- loss
    def wanted(self, states: torch.Tensor, batch: dict, ahead: int = 1) -> torch.Tensor:
        """What a draft should be, [rows, tokens of the loss], for the target's states after its final norm [rows, hidden], which begin with row `ahead` of each text."""
        with torch.no_grad(), self.autocast() if self.device == "cpu" else torch.autocast("cuda", enabled=False):       # there float32 products are fast enough
            if "best" in batch and self.cut is not None:        # the whole vocabulary was read once, with the states
                later = lambda name: F.pad(batch[name][:, ahead:], (0, ahead)).flatten()[:, None]
                p = F.linear(states, self.cut_head).float().sub_(later("whole")).exp_().mul_(1 - HARD)
                best = self.place(later("best"))
                return p.scatter_add_(1, best.clamp_min(0), HARD * (best >= 0).float())
            z = F.linear(states, self.target.model.embed_tokens.weight).float()
            best = z.argmax(-1, keepdim=True)
            p = z.softmax(-1).mul_(1 - HARD)
            p.scatter_add_(1, best, torch.full_like(best, HARD, dtype=p.dtype))
            return p if self.cut is None else p[:, self.cut]

    def place(self, tokens: torch.Tensor) -> torch.Tensor:
        """Where the loss has these tokens of the target; -1 where it does not."""
        if self.cut is None:
            return tokens
        own = torch.full((self.target.shape.vocabulary,), -1, device=tokens.device)
        own[self.cut] = torch.arange(len(self.cut), device=tokens.device)
        return own[tokens.long()]

    def loss(self, batch: dict) -> torch.Tensor:
        return {"medusa": self.medusa_loss, "draft": self.draft_loss}.get(self.key, self.eagle_loss)(batch)

    def draft_loss(self, batch: dict) -> torch.Tensor:
        """A model of its own says at every row what the target says there."""
        states, weight = batch["states"][:, :, -1].float(), batch["weight"]
        keep = weight > 0
        p = self.wanted(states.flatten(0, 1), batch, 0)[keep.flatten()]
        with self.autocast():
            per, _ = CrossEntropy.apply(self.model.read(self.model(batch["ids"][:, :-1])[keep]), p)
        return (per * weight[keep]).sum() / weight.sum()

    def medusa_loss(self, batch: dict) -> torch.Tensor:
        """Every head at every row that has a state so far ahead; later heads weigh less."""
        states, weight = batch["states"][:, :, -1].float(), batch["weight"]
        rows = states.shape[1]
        p = self.wanted(states.flatten(0, 1), {}).unflatten(0, states.shape[:2])
        total = states.new_zeros(())
        for h in range(MEDUSA_HEADS):
            ahead = h + 1
            keep = weight[:, ahead:] > 0
            with self.autocast():
                per, _ = CrossEntropy.apply(self.model(states[:, : rows - ahead][keep], h), p[:, ahead:][keep])
            total = total + 0.8**h * (per * weight[:, ahead:][keep]).sum() / weight[:, ahead:].sum()
        return total

    def eagle_loss(self, batch: dict) -> torch.Tensor:
        ids, states, weight = batch["ids"], batch["states"].float(), batch["weight"]
        b, rows = weight.shape
        # Row P wants what the target says at P + 1; the text's token there is P + 2.
        weight = F.pad(weight[:, 1:], (0, 1))
        after = F.pad(states[:, 1:, -1], (0, 0, 0, 1))
        p = self.wanted(after.flatten(0, 1), batch)
        follow = self.place(F.pad(ids[:, 2:], (0, rows - ids.shape[1] + 2)).flatten())
        index = torch.arange(b * rows, device=ids.device)
        alive, whole, total = weight > 0, weight.sum(), states.new_zeros(())
        self.reached = []
        with self.autocast():
            for i, output in enumerate(self.model.chain(ids, states, self.steps)):
                at = index[alive.flatten()]
                if not len(at):
                    break
                h, w = output.flatten(0, 1)[at], weight.flatten()[at]
                per, q = CrossEntropy.apply(self.model.read(h), p[at])
                if self.key == "eagle":
                    per = per + STATE_WEIGHT * F.smooth_l1_loss(h.float(), after.flatten(0, 1)[at], reduction="none").mean(-1)
                total = total + (per * w).sum() / whole
                self.reached.append([((per.detach() * w).sum() / w.sum()).item(), (w.sum() / whole).item()])
                with torch.no_grad():
                    said = follow[at]
                    good = (q.gather(1, said.clamp_min(0)[:, None])[:, 0] > GOOD_ENOUGH) & (said >= 0)
                    held = torch.zeros(b * rows, dtype=torch.bool, device=ids.device)
                    held[at] = good
                    alive = F.pad(held.view(b, rows)[:, :-1], (1, 0)) & (weight > 0)
        return total

    def validate(self) -> dict[str, float]:
        return {}


def load_head(work: pathlib.Path, key: str, target: Llama) -> tuple[torch.nn.Module, dict] | None:
    """A head to export: decayed weights, or the constant-rate ones; None where it was never trained."""
    path = next((p for p in (work / f"{key}-final.pt", work / f"{key}.pt") if p.exists()), None)
    if path is None:
        return None
    state = torch.load(path, map_location="cpu")
    head = make_head(key, target, state["model"].get("own_tokens"))
    head.load_state_dict(state["model"])
    return head.eval(), {k: state[k] for k in ("step", "tokens", "seconds")} | {"device": state.get("device", "")}
