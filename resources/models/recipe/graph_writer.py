# SPDX-License-Identifier: MIT
"""The writer for a GPU: texts as writer.py's, without their states. At temperature 0 they are the same but for rounding.

One token of thousands of texts is hundreds of small kernels, which take longer to launch than to run. So a step is captured once for SEGMENT columns of the cache
and replayed; rows whose texts have ended leave between two segments. On a CPU the same steps run without being captured.
"""
import torch
from torch.nn import functional as F

from .llama import Llama, rotate
from .writer import Writer

SEGMENT = 64          # columns, and so steps, of one capture


class GraphWriter(Writer):
    """A Writer whose write() keeps no states."""

    def __init__(self, model: Llama, dtype: torch.dtype = torch.bfloat16) -> None:
        super().__init__(model, dtype)
        if self.device.type != "cpu":
            self.side, self.pool = torch.cuda.Stream(), torch.cuda.graph_pool_handle()

    @torch.inference_mode()
    def write(self, prompts: list[list[int]], temperatures: list[float], length: int, generator: torch.Generator,
              kept: None = None) -> list[tuple[list[int], None]]:
        """As Writer.write(), for `kept` None. `generator` is a CPU's; on a GPU it seeds that of the device, which captured steps draw from."""
        first, rows, device = max(map(len, prompts)), len(prompts), self.device
        lengths = [len(p) for p in prompts]
        if device.type != "cpu":
            torch.cuda.manual_seed(int(torch.randint(1 << 62, (1,), generator=generator)))
            generator = None
        columns = -(-length // SEGMENT) * SEGMENT
        cache = self.new_cache(rows, columns)
        for each in cache:          # columns that are not written yet have weight 0, which is nothing only beside a number
            for part in each:
                part.zero_()
        ids = torch.zeros(rows, columns + 1, dtype=torch.long, device=device)
        ids[:, :first] = torch.tensor([[0] * (first - len(p)) + p for p in prompts])
        row = {"empty": first - torch.tensor(lengths, device=device), "heat": torch.tensor(temperatures, device=device)[:, None],
               "ended": torch.zeros(rows, dtype=torch.bool, device=device), "whole": ids}
        texts, number = ids.clone(), torch.arange(rows, device=device)
        states = self._next(ids[:, :first], 0, cache, (), row["empty"])
        self._choose(states[:, -1, -1], first - 1, row, generator)
        column, at = torch.tensor([first], device=device), first
        while at < length - 1:
            if row["ended"].any():
                texts[number] = row["whole"]
                stay = ~row["ended"]
                number, row = number[stay], {k: v[stay] for k, v in row.items()}
                for i, (k, v) in enumerate(cache):          # one layer after another, so that two copies are there of one alone
                    cache[i] = (k[stay], v[stay])
                if not len(number):
                    break
            end = min(length - 1, (at // SEGMENT + 1) * SEGMENT)
            self._run(lambda: self._one(column, -(-end // SEGMENT) * SEGMENT, cache, row, generator), end - at)
            at = end
        texts[number] = row["whole"]
        out = []
        for i, text in enumerate(texts.tolist()):
            text = text[first - lengths[i] : length]
            after = next((j + 1 for j in range(lengths[i], len(text)) if text[j] == self.z.eos), len(text))
            out.append((text[:after], None))
        return out

    def _run(self, step, times: int) -> None:
        """So many steps."""
        if self.device.type == "cpu":
            for _ in range(times):
                step()
            return
        torch.cuda.synchronize()
        with torch.cuda.stream(self.side):
            step()          # what a first call sets up cannot be captured
            graph = torch.cuda.CUDAGraph()
            graph.capture_begin(pool=self.pool)      # the graph before must be there still: it holds the pool
            step()
            graph.capture_end()
            for _ in range(times - 1):
                graph.replay()
        torch.cuda.synchronize()
        self.graph = graph

    def _choose(self, states: torch.Tensor, column: torch.Tensor | int, row: dict, generator: torch.Generator | None) -> None:
        """Draws a token for every row from its state and puts it behind the column."""
        scores = F.linear(states, self.embed).float()
        noise = torch.empty_like(scores).exponential_(generator=generator).log_()
        token = scores.sub_(noise.mul_(row["heat"])).argmax(-1)
        row["whole"].index_copy_(1, torch.as_tensor(column, device=self.device).view(1) + 1, token[:, None])
        row["ended"] |= token == self.z.eos

    def _one(self, column: torch.Tensor, columns: int, cache: list, row: dict, generator: torch.Generator | None) -> None:
        """The pass over the tokens in `column` [1], which sees the cache's first `columns`, and what it draws; the column moves on by one."""
        z = self.z
        x = F.embedding(row["whole"].index_select(1, column)[:, 0], self.embed).float()
        n, place, all_columns = len(x), (column - row["empty"]).clamp_min(0), torch.arange(columns, device=self.device)
        cos, sin = self.model.cos[place][:, None], self.model.sin[place][:, None]
        seen = (all_columns <= column) & (all_columns >= row["empty"][:, None])
        bias = torch.zeros(n, 1, 1, columns, dtype=self.dtype, device=self.device).masked_fill_(~seen[:, None, None], -torch.inf)
        turned = z.heads + z.kv_heads
        for w, (keys, values) in zip(self.layers, cache):
            y = F.linear(w["norms"][0](x).to(self.dtype), w["qkv"]).view(n, -1, z.head_dim)
            qk = rotate(y[:, :turned].float(), cos, sin).to(self.dtype)
            keys.index_copy_(2, column, qk[:, z.heads :, None])
            values.index_copy_(2, column, y[:, turned:, None])
            q = qk[:, : z.heads].reshape(n, z.kv_heads, -1, z.head_dim)          # the query heads of a group are rows over one key head
            y = F.scaled_dot_product_attention(q, keys[:, :, :columns], values[:, :, :columns], attn_mask=bias.expand(-1, z.kv_heads, q.shape[2], -1))
            x = x + F.linear(y.reshape(n, -1), w["o"])
            gate, up = F.linear(w["norms"][1](x).to(self.dtype), w["gate_up"]).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, w["down"])
        self._choose(self.model.model.norm(x).to(self.dtype), column, row, generator)
        column.add_(1)
