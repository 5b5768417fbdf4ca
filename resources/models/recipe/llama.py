# SPDX-License-Identifier: MIT
"""The Llama family in plain PyTorch, parameters named as in a Hugging Face directory."""
import torch
from torch import nn
from torch.nn import functional as F

from . import settings as s


def rotary(context: int, head_dim: int, theta: float = 10000.0) -> tuple[torch.Tensor, torch.Tensor]:
    """cos and sin, [context, head_dim], the two halves alike."""
    freq = theta ** (-torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim)
    angle = torch.outer(torch.arange(context, dtype=torch.float32), freq).repeat(1, 2)
    return angle.cos(), angle.sin()


def rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary position embedding of x [batch, heads, rows, head_dim]."""
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin


class Norm(nn.Module):
    """Root-mean-square norm."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.rms_norm(x.float(), (x.shape[-1],), self.weight, 1e-5)


class Attention(nn.Module):
    """Causal attention with grouped keys and values."""

    def __init__(self, z: s.Shape) -> None:
        super().__init__()
        self.z = z
        self.q_proj = nn.Linear(z.hidden, z.hidden, bias=False)
        self.k_proj = nn.Linear(z.hidden, z.kv_heads * z.head_dim, bias=False)
        self.v_proj = nn.Linear(z.hidden, z.kv_heads * z.head_dim, bias=False)
        self.o_proj = nn.Linear(z.hidden, z.hidden, bias=False)

    def forward(self, x, cos, sin):
        b, t, _ = x.shape
        split = lambda y, n: y.view(b, t, n, self.z.head_dim).transpose(1, 2)
        q = rotate(split(self.q_proj(x), self.z.heads), cos, sin)
        k = rotate(split(self.k_proj(x), self.z.kv_heads), cos, sin)
        v = split(self.v_proj(x), self.z.kv_heads)
        n = self.z.heads // self.z.kv_heads
        k, v = k.repeat_interleave(n, 1), v.repeat_interleave(n, 1)
        y = F.scaled_dot_product_attention(q.to(v.dtype), k.to(v.dtype), v, is_causal=True)
        return self.o_proj(y.transpose(1, 2).reshape(b, t, -1))


class Mlp(nn.Module):
    """SwiGLU."""

    def __init__(self, z: s.Shape) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(z.hidden, z.inter, bias=False)
        self.up_proj = nn.Linear(z.hidden, z.inter, bias=False)
        self.down_proj = nn.Linear(z.inter, z.hidden, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    """Attention and MLP, each behind a norm, each added."""

    def __init__(self, z: s.Shape) -> None:
        super().__init__()
        self.input_layernorm, self.self_attn = Norm(z.hidden), Attention(z)
        self.post_attention_layernorm, self.mlp = Norm(z.hidden), Mlp(z)

    def forward(self, x, cos, sin):
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))


class Llama(nn.Module):
    """Token ids [batch, rows] to logits [batch, rows, vocabulary]; embeddings tied."""

    def __init__(self, z: s.Shape, seed: int = 1) -> None:
        super().__init__()
        torch.manual_seed(seed)
        self.shape = z
        self.model = nn.Module()
        self.model.embed_tokens = nn.Embedding(z.vocabulary, z.hidden)
        self.model.layers = nn.ModuleList(Layer(z) for _ in range(z.layers))
        self.model.norm = Norm(z.hidden)
        for name, p in self.named_parameters():
            if p.dim() == 2:
                scale = 0.02 if "embed" in name else 0.5 * p.shape[1] ** -0.5
                nn.init.normal_(p, std=0.0 if name.endswith(("o_proj.weight", "down_proj.weight")) else scale)
        cos, sin = rotary(z.context, z.head_dim, z.theta)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.model.embed_tokens(ids)
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        for layer in self.model.layers:
            x = layer(x, cos, sin)
        return F.linear(self.model.norm(x), self.model.embed_tokens.weight)

    def streams(self, ids: torch.Tensor) -> list[torch.Tensor]:
        """What enters each layer, what leaves the last one, and that after the final norm: layers + 2 tensors [batch, rows, hidden]."""
        out = [self.model.embed_tokens(ids)]
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        for layer in self.model.layers:
            out.append(layer(out[-1], cos, sin))
        return [*out, self.model.norm(out[-1])]

    def parameters_count(self) -> int:
        """Parameters, the tied embedding once."""
        return sum(p.numel() for p in self.parameters())
