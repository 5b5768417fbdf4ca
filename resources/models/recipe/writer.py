# SPDX-License-Identifier: MIT
"""Writes text with the target, many texts at once, over a K/V cache, and keeps the hidden states that heads learn from.

Prompts of a batch end in one column: shorter ones have empty columns at their left, which no row sees. A token is drawn as the largest of
logit + temperature * Gumbel noise, which is softmax sampling at that temperature and greedy at 0. Texts that have ended leave the batch.
"""
import torch
from torch.nn import functional as F

from .llama import Llama, rotate

COMPACT = 16          # steps between two looks for rows that have ended
PROMPT_TOKENS = 1 << 17     # of prompts, empty columns included, that are read at a time


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

    @property
    def device(self) -> torch.device:
        return self.embed.device

    def new_cache(self, rows: int, columns: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Keys and values of every layer, empty."""
        return [tuple(torch.empty(rows, self.z.kv_heads, columns, self.z.head_dim, dtype=self.dtype, device=self.device) for _ in "kv") for _ in self.layers]

    def _pass(self, ids: torch.Tensor, at: int, cache: list[tuple[torch.Tensor, torch.Tensor]], kept: tuple[int, ...], empty: torch.Tensor | None = None) -> torch.Tensor:
        """Runs ids [batch, rows] in columns from `at` on; hidden states [batch, rows, len(kept) + 1, hidden]. `empty` [batch] columns at the left hold no text."""
        z, (b, t) = self.z, ids.shape
        if empty is None:
            cos, sin, seen = self.model.cos[at : at + t], self.model.sin[at : at + t], None
        else:
            column = torch.arange(at + t, device=self.device)
            places = (column[at:] - empty[:, None]).clamp_min(0)
            cos, sin = self.model.cos[places][:, None], self.model.sin[places][:, None]
            seen = (column >= empty[:, None])[:, None, None]
            if t > 1:      # an empty column sees itself, so that no row of weights is empty
                seen = seen & (column <= column[at:, None]) | (column == column[at:, None])
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
                y = F.scaled_dot_product_attention(q.reshape(b, z.kv_heads, -1, z.head_dim), k, v, attn_mask=seen).reshape(b, 1, -1)
            else:
                n = z.heads // z.kv_heads
                y = F.scaled_dot_product_attention(q, k.repeat_interleave(n, 1), v.repeat_interleave(n, 1), attn_mask=seen, is_causal=seen is None)
                y = y.transpose(1, 2).reshape(b, t, -1)
            x = x + F.linear(y, w["o"])
            gate, up = F.linear(w["norms"][1](x).to(self.dtype), w["gate_up"]).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, w["down"])
        if z.layers in kept:
            out.append(x.to(self.dtype))
        return torch.stack([*out, self.model.model.norm(x).to(self.dtype)], 2)

    @torch.inference_mode()
    def write(self, prompts: list[list[int]], temperatures: list[float], length: int, generator: torch.Generator,
              kept: tuple[int, ...] | None = ()) -> list[tuple[list[int], torch.Tensor | None]]:
        """Continues prompts until the longest has `length` tokens, up to EOS and with it.

        With each text come its hidden states [len - 1, len(kept) + 1, hidden]: what enters the layers `kept` (the number of layers
        stands for what leaves the last one), then the state after the final norm. The last token has none: nothing has read it.
        With `kept` None there are no states.
        """
        first, rows, device = max(map(len, prompts)), len(prompts), self.device
        lengths = [len(p) for p in prompts]
        empty = None if min(lengths) == first else first - torch.tensor(lengths, device=device)
        cache = self.new_cache(rows, length)
        ids = torch.zeros(rows, length, dtype=torch.long, device=device)
        ids[:, :first] = torch.tensor([[0] * (first - len(p)) + p for p in prompts])
        states = None if kept is None else torch.empty(rows, length, len(kept) + 1, self.z.hidden, dtype=self.dtype, device=device)
        heat = torch.tensor(temperatures, device=device)[:, None]
        live, ended = torch.arange(rows, device=device), torch.zeros(rows, dtype=torch.bool, device=device)
        ends, at, begin = torch.full((rows,), length, device=device), first, 0
        while at < length and len(live):
            now = self._next(ids[live, begin:at], begin, cache, kept or (), empty)
            if states is not None:
                states[live, begin:at] = now
            scores = F.linear(now[:, -1, -1], self.embed).float()
            noise = torch.empty_like(scores).exponential_(generator=generator).log_()
            token = (scores - heat[live] * noise).argmax(-1)
            ids[live, at] = token
            begin, at = at, at + 1
            over = (token == self.z.eos) & ~ended
            ends[live] = torch.where(over, at, ends[live])
            ended |= over
            if at % COMPACT == 0 and ended.any() or device.type == "cpu" and ended.all():
                stay = ~ended
                live, ended = live[stay], ended[stay]
                cache = [(k[stay], v[stay]) for k, v in cache]
                empty = None if empty is None else empty[stay]
        texts = ids.tolist()
        return [(texts[i][first - lengths[i] : n], None if states is None else states[i, first - lengths[i] : n - 1].clone()) for i, n in enumerate(ends.tolist())]

    def _next(self, ids: torch.Tensor, at: int, cache: list[tuple[torch.Tensor, torch.Tensor]], kept: tuple[int, ...], empty: torch.Tensor | None) -> torch.Tensor:
        """A pass; prompts of many rows in parts."""
        part = max(1, PROMPT_TOKENS // ids.shape[1])
        if len(ids) <= part:
            return self._pass(ids, at, cache, kept, empty)
        cut = [slice(i, i + part) for i in range(0, len(ids), part)]
        return torch.cat([self._pass(ids[c], at, [(k[c], v[c]) for k, v in cache], kept, None if empty is None else empty[c]) for c in cut])

    @torch.inference_mode()
    def read(self, ids: list[int], kept: tuple[int, ...] = ()) -> torch.Tensor:
        """The hidden states [len - 1, len(kept) + 1, hidden] of a text that is there already."""
        return self._pass(torch.tensor([ids[:-1]], device=self.device), 0, self.new_cache(1, len(ids)), kept)[0]

    @torch.inference_mode()
    def read_many(self, texts: list[torch.Tensor], kept: tuple[int, ...], tokens: int = 4096) -> torch.Tensor:
        """The same of many texts, one after the other [all tokens but the last of each text, len(kept) + 1, hidden]; those of about one length are read together."""
        out: list = [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        while order:
            together = order[-max(1, tokens // len(texts[order[-1]])) :]
            del order[-len(together) :]
            ids = torch.nn.utils.rnn.pad_sequence([texts[i][:-1].long() for i in together], batch_first=True).to(self.device)
            states = self._pass(ids, 0, self.new_cache(*ids.shape), kept)
            for i, state in zip(together, states):
                out[i] = state[: len(texts[i]) - 1]
        return torch.cat(out)
