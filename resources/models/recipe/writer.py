# SPDX-License-Identifier: MIT
"""Writes text with the target, many texts at once, over a K/V cache, and keeps the hidden states that heads learn from.

Rows of a batch have prompts of one length. A token is drawn as the largest of logit + temperature * Gumbel noise, which is
softmax sampling at that temperature and greedy at 0. Texts that have ended leave the batch.
"""
import torch
from torch.nn import functional as F

from .llama import Llama, rotate

COMPACT = 16          # steps between two looks for rows that have ended


class Writer:
    """The target with matrices and products in `dtype`, bf16 being what they are stored in; norms and the residual stream in float32."""

    def __init__(self, model: Llama, dtype: torch.dtype = torch.bfloat16) -> None:
        self.model, self.z, self.dtype = model, model.shape, dtype
        bits = lambda w: w.detach().to(dtype)
        self.embed = bits(model.model.embed_tokens.weight)
        self.layers = [{"qkv": bits(torch.cat([x.self_attn.q_proj.weight, x.self_attn.k_proj.weight, x.self_attn.v_proj.weight])),
                        "o": bits(x.self_attn.o_proj.weight), "down": bits(x.mlp.down_proj.weight),
                        "gate_up": bits(torch.cat([x.mlp.gate_proj.weight, x.mlp.up_proj.weight])),
                        "norms": (x.input_layernorm, x.post_attention_layernorm)} for x in model.model.layers]

    def _pass(self, ids: torch.Tensor, at: int, cache: list[tuple[torch.Tensor, torch.Tensor]], kept: tuple[int, ...]) -> torch.Tensor:
        """Runs ids [batch, rows] at positions from `at` on; hidden states [batch, rows, len(kept) + 1, hidden]."""
        z, (b, t) = self.z, ids.shape
        cos, sin = self.model.cos[at : at + t], self.model.sin[at : at + t]
        x, out = F.embedding(ids, self.embed).float(), []
        for i, (w, (keys, values)) in enumerate(zip(self.layers, cache)):
            if i in kept:
                out.append(x.to(self.dtype))
            y = F.linear(w["norms"][0](x).to(self.dtype), w["qkv"]).float().view(b, t, -1, z.head_dim).transpose(1, 2)
            q, k, v = y.split([z.heads, z.kv_heads, z.kv_heads], 1)
            keys[:, :, at : at + t] = rotate(k, cos, sin).to(self.dtype)
            values[:, :, at : at + t] = v.to(self.dtype)
            q, k, v = rotate(q, cos, sin).to(self.dtype), keys[:, :, : at + t], values[:, :, : at + t]
            if t == 1:          # the query heads of a group are rows over one key head: nothing is copied
                y = F.scaled_dot_product_attention(q.reshape(b, z.kv_heads, -1, z.head_dim), k, v).reshape(b, 1, -1)
            else:
                n = z.heads // z.kv_heads
                y = F.scaled_dot_product_attention(q, k.repeat_interleave(n, 1), v.repeat_interleave(n, 1), is_causal=True)
                y = y.transpose(1, 2).reshape(b, t, -1)
            x = x + F.linear(y, w["o"])
            gate, up = F.linear(w["norms"][1](x).to(self.dtype), w["gate_up"]).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, w["down"])
        if z.layers in kept:
            out.append(x.to(self.dtype))
        return torch.stack([*out, self.model.model.norm(x).to(self.dtype)], 2)

    @torch.inference_mode()
    def write(self, prompts: list[list[int]], temperatures: list[float], length: int, generator: torch.Generator,
              kept: tuple[int, ...] = ()) -> list[tuple[list[int], torch.Tensor]]:
        """Continues prompts of one length to at most `length` tokens each, up to EOS and with it.

        With each text come its hidden states [len - 1, len(kept) + 1, hidden]: what enters the layers `kept` (the number of layers
        stands for what leaves the last one), then the state after the final norm. The last token has none: nothing has read it.
        """
        z, first, rows = self.z, len(prompts[0]), len(prompts)
        shape = (rows, z.kv_heads, length, z.head_dim)
        cache = [(torch.empty(shape, dtype=self.dtype), torch.empty(shape, dtype=self.dtype)) for _ in self.layers]
        ids = torch.zeros(rows, length, dtype=torch.long)
        ids[:, :first] = torch.tensor(prompts)
        states = torch.empty(rows, length, len(kept) + 1, z.hidden, dtype=self.dtype)
        heat = torch.tensor(temperatures)[:, None]
        live, ended = torch.arange(rows), torch.zeros(rows, dtype=torch.bool)
        ends, at = torch.full((rows,), length), first
        fed, begin = ids[:, :first], 0
        while at < length and len(live):
            states[live, begin:at] = (now := self._pass(fed, begin, cache, kept))
            scores = F.linear(now[:, -1, -1], self.embed).float()
            noise = torch.empty_like(scores).exponential_(generator=generator).log_()
            token = (scores - heat[live] * noise).argmax(-1)
            ids[live, at] = token
            begin, at = at, at + 1
            over = (token == z.eos) & ~ended
            ends[live[over]] = at
            ended |= over
            if ended.any() and (at % COMPACT == 0 or ended.all()):
                stay = ~ended
                live, token, ended = live[stay], token[stay], ended[stay]
                cache = [(k[stay], v[stay]) for k, v in cache]
            fed = token[:, None]
        return [(ids[i, :n].tolist(), states[i, : n - 1].clone()) for i, n in enumerate(ends.tolist())]

    @torch.inference_mode()
    def read(self, ids: list[int], kept: tuple[int, ...] = ()) -> torch.Tensor:
        """The hidden states [len - 1, len(kept) + 1, hidden] of a text that is there already."""
        z = self.z
        cache = [tuple(torch.empty(1, z.kv_heads, len(ids), z.head_dim, dtype=self.dtype) for _ in "kv") for _ in self.layers]
        return self._pass(torch.tensor([ids[:-1]]), 0, cache, kept)[0]
