# SPDX-License-Identifier: MIT
"""Heads that draft for the target from its hidden states: Medusa (arXiv 2401.10774), EAGLE-1/2 (2401.15077, 2406.16858), EAGLE-3 (2503.01840).

Parameters are named as in the published checkpoints. Rows of an EAGLE head: row P takes the embedding of token P + 1 and the
state that the target has at P, sits at position P, and says what follows token P + 1. What it hands on to row P + 1 in place of the target's state is its
own output: with EAGLE-1/2 what the target's head reads, with EAGLE-3 what its own norm reads.
"""
import dataclasses
from collections.abc import Iterator

import torch
from torch import nn
from torch.nn import functional as F

from . import settings as s
from .llama import Llama, Mlp, Norm, rotary, rotate


@dataclasses.dataclass(frozen=True)
class HeadShape:
    """Names, sizes and learning rates of a head."""
    name: str
    title: str
    inter: int
    matrix_rate: float = 0.006
    vector_rate: float = 0.002


TITLES = {"medusa": "Medusa heads", "eagle": "EAGLE head", "eagle3": "EAGLE-3 head"}
MEDUSA_HEADS = 4


def head_shape(key: str, target: s.Shape) -> HeadShape:
    """That of a head for a target."""
    return HeadShape(f"{target.name}-{key}", f"{target.title} {TITLES[key]}", target.heads_for_it.inter)


class Medusa(nn.Module):
    """MEDUSA_HEADS heads of one residual block each. Head h, from 0, says what stands h + 2 tokens after the row's token."""

    def __init__(self, target: Llama) -> None:
        super().__init__()
        self.shape, width = head_shape("medusa", target.shape), target.shape.hidden
        for h in range(MEDUSA_HEADS):
            block = nn.Module()
            block.linear = nn.Linear(width, width)
            nn.init.zeros_(block.linear.weight)
            nn.init.zeros_(block.linear.bias)
            lm_head = nn.Linear(width, target.shape.vocabulary, bias=False)
            lm_head.weight.data.copy_(target.model.embed_tokens.weight)
            self.add_module(str(h), nn.ModuleList([block, lm_head]))

    def forward(self, state: torch.Tensor, h: int) -> torch.Tensor:
        """Logits [..., vocabulary] of head h for states after the target's final norm."""
        block, lm_head = self.get_submodule(str(h))
        return lm_head(state + F.silu(block.linear(state)))


class HeadAttention(nn.Module):
    """The projections of grouped attention whose input may be wider than its output."""

    def __init__(self, z: s.Shape, width: int) -> None:
        super().__init__()
        self.z = z
        self.q_proj = nn.Linear(width, z.hidden, bias=False)
        self.k_proj = nn.Linear(width, z.kv_heads * z.head_dim, bias=False)
        self.v_proj = nn.Linear(width, z.kv_heads * z.head_dim, bias=False)
        self.o_proj = nn.Linear(z.hidden, z.hidden, bias=False)

    def rows(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """q, k and v [batch, heads, rows, head_dim]; k and v repeated for each query head."""
        b, t, _ = x.shape
        split = lambda y: y.view(b, t, -1, self.z.head_dim).transpose(1, 2)
        q, k, v = rotate(split(self.q_proj(x)), cos, sin), rotate(split(self.k_proj(x)), cos, sin), split(self.v_proj(x))
        n = self.z.heads // self.z.kv_heads
        return q.to(v.dtype), k.to(v.dtype).repeat_interleave(n, 1), v.repeat_interleave(n, 1)


class HeadLayer(nn.Module):
    """A decoder layer without the norm before its attention; EAGLE-3's has one for each half of its input."""

    def __init__(self, z: s.Shape, width: int, norms: bool) -> None:
        super().__init__()
        self.self_attn, self.mlp = HeadAttention(z, width), Mlp(z)
        self.post_attention_layernorm = Norm(z.hidden)
        if norms:
            self.input_layernorm, self.hidden_norm = Norm(z.hidden), Norm(z.hidden)


class Eagle(nn.Module):
    """EAGLE-1/2: fc over (embedding, state after the final norm), one layer; the target's embedding and head are used, or of the head the rows of some
    tokens (FR-Spec, arXiv 2502.14856)."""

    def __init__(self, target: Llama, tokens: torch.Tensor | None = None) -> None:
        super().__init__()
        self.shape = head_shape("eagle", target.shape)
        self.z = dataclasses.replace(target.shape, inter=self.shape.inter)
        self.fc = nn.Linear(2 * self.z.hidden, self.z.hidden, bias=True)
        self.layers = nn.ModuleList([HeadLayer(self.z, self.z.hidden, False)])
        self._common(target)
        self.register_buffer("own_tokens", tokens)
        self.register_buffer("head", self.embedding if tokens is None else self.embedding[tokens], persistent=False)
        self._begin()

    def _common(self, target: Llama) -> None:
        self.register_buffer("embedding", target.model.embed_tokens.weight.detach(), persistent=False)
        for name, value in zip(("cos", "sin"), rotary(self.z.context, self.z.head_dim, self.z.theta)):
            self.register_buffer(name, value, persistent=False)

    def _begin(self) -> None:
        for name, p in self.layer.named_parameters():
            if p.dim() == 2:
                nn.init.normal_(p, std=0.0 if name.endswith(("o_proj.weight", "down_proj.weight")) else 0.5 * p.shape[1] ** -0.5)

    @property
    def layer(self) -> HeadLayer:
        return self.layers[0]

    def fuse(self, states: torch.Tensor) -> torch.Tensor:
        """What stands for the target in a row, from its states [..., kept streams + 1, hidden]."""
        return states[..., -1, :]

    def enter(self, embedding: torch.Tensor, carried: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Input of the attention, and what its output is added to."""
        x = self.fc(torch.cat((embedding.to(carried.dtype), carried), -1)).float()
        return x, x

    def leave(self, residual: torch.Tensor, attended: torch.Tensor) -> torch.Tensor:
        """The row's output from the heads' output side by side [..., hidden]."""
        x = residual + self.layer.self_attn.o_proj(attended)
        return x + self.layer.mlp(self.layer.post_attention_layernorm(x))

    def read(self, output: torch.Tensor) -> torch.Tensor:
        """Logits over the head's vocabulary."""
        return F.linear(output, self.head)

    def tokens(self) -> torch.Tensor | None:
        """The target's ids of the head's vocabulary; None where they are the same."""
        return self.own_tokens

    def chain(self, ids: torch.Tensor, states: torch.Tensor, steps: int) -> Iterator[torch.Tensor]:
        """Outputs [batch, rows, hidden] of step 0, 1, ... over a text ids [batch, rows + 1] with the target's states [batch, rows, ...].

        Row P of step i is where a chain stands that began i tokens earlier and whose drafts were the text's: it sees rows up to P - i made from the
        target's states, then the chain's own rows of the steps before, then itself (EAGLE-3's training-time test). Rows below i are meaningless.
        """
        rows = states.shape[1]
        cos, sin = self.cos[:rows], self.sin[:rows]
        embedding, carried = F.embedding(ids[:, 1 : rows + 1], self.embedding), self.fuse(states)
        shift = lambda y, n: F.pad(y, (0, 0, n, 0))[..., : y.shape[-2], :]
        column = torch.arange(rows, device=ids.device)
        own: list[tuple[torch.Tensor, torch.Tensor]] = []
        for i in range(steps):
            x, residual = self.enter(embedding, carried)
            q, k, v = self.layer.self_attn.rows(x, cos, sin)
            own.append((k, v))
            if i == 0:
                y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                seen = column[None, :] <= column[:, None] - i
                far = (q @ own[0][0].mT).float().masked_fill(~seen, -1e30)
                near = [(q * shift(own[j][0], i - j)).sum(-1, keepdim=True).float() for j in range(1, i + 1)]
                weight = (torch.cat([far, *near], -1) * self.z.head_dim**-0.5).softmax(-1).to(v.dtype)
                y = weight[..., :rows] @ own[0][1]
                for j in range(1, i + 1):
                    y = y + weight[..., rows + j - 1 : rows + j] * shift(own[j][1], i - j)
            output = self.leave(residual, y.transpose(1, 2).reshape(*x.shape[:2], -1))
            yield output
            carried = shift(output, 1)

    def rows(self, tokens: torch.Tensor, carried: torch.Tensor, position: int, past: tuple[torch.Tensor, torch.Tensor],
             seen: torch.Tensor | None) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
        """Outputs [rows, hidden] for tokens [rows] that all stand at `position`, or, where `seen` is None, at it and the places after it.

        `past` holds keys and values [heads, n, head_dim]; `seen` [rows, n + rows] says what each row sees of them and of these rows. Returned
        with them: keys and values of the past and of these rows.
        """
        n = len(tokens)
        at = torch.full((n,), position) if seen is not None else torch.arange(position, position + n)
        x, residual = self.enter(F.embedding(tokens, self.embedding), carried)
        q, k, v = (y[0] for y in self.layer.self_attn.rows(x[None], self.cos[at], self.sin[at]))
        k, v = torch.cat([past[0], k], 1), torch.cat([past[1], v], 1)
        if seen is None:
            seen = torch.ones(n, k.shape[1], dtype=torch.bool).tril(k.shape[1] - n)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        return self.leave(residual, y.transpose(0, 1).reshape(n, -1)), (k, v)

    def no_rows(self) -> tuple[torch.Tensor, torch.Tensor]:
        """A past without rows."""
        return tuple(torch.empty(self.z.heads, 0, self.z.head_dim) for _ in "kv")


class Eagle3(Eagle):
    """EAGLE-3: fc over three of the target's streams, one layer that reads embedding and carried state side by side, a head of its own."""

    def __init__(self, target: Llama, tokens: torch.Tensor) -> None:
        nn.Module.__init__(self)
        self.shape = head_shape("eagle3", target.shape)
        self.z = dataclasses.replace(target.shape, inter=self.shape.inter)
        self.fc = nn.Linear(3 * self.z.hidden, self.z.hidden, bias=False)
        self.midlayer = HeadLayer(self.z, 2 * self.z.hidden, True)
        self.norm = Norm(self.z.hidden)
        self.lm_head = nn.Linear(self.z.hidden, len(tokens), bias=False)
        self._common(target)
        self.register_buffer("own_tokens", tokens)
        self._begin()
        nn.init.normal_(self.fc.weight, std=0.001)
        self.norm.weight.data.copy_(target.model.norm.weight)
        self.lm_head.weight.data.copy_(target.model.embed_tokens.weight[tokens])

    @property
    def layer(self) -> HeadLayer:
        return self.midlayer

    def fuse(self, states: torch.Tensor) -> torch.Tensor:
        return self.fc(states[..., :-1, :].flatten(-2)).float()

    def enter(self, embedding: torch.Tensor, carried: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.cat((self.midlayer.input_layernorm(embedding), self.midlayer.hidden_norm(carried)), -1), carried

    def read(self, output: torch.Tensor) -> torch.Tensor:
        return self.lm_head(self.norm(output))
