# SPDX-License-Identifier: MIT
"""Acceptance of a draft by its target, by kind of text and K, in PyTorch on the exported bf16 weights.

At one position a drafted token is accepted with probability sum over x of min(p(x), q(x)) (Leviathan et al. 2023,
"Fast Inference from Transformers via Speculative Decoding", section 3). Rounds are also simulated: K tokens drawn
from q, each accepted with probability min(1, p/q), else one from the residual; with all accepted, one more from p.
"""
import torch

from . import settings as s
from .llama import Llama


@torch.no_grad()
def logits(model: Llama, ids: list[int]) -> torch.Tensor:
    """Logits [rows, vocabulary] in float32."""
    return model(torch.tensor([ids])).squeeze(0).float()


@torch.no_grad()
def generate(model: Llama, ids: list[int], length: int, temperature: float, generator: torch.Generator) -> list[int]:
    """Continues ids by at most `length` tokens, up to EOS; temperature 0 is greedy."""
    ids = list(ids)
    for _ in range(min(length, s.CONTEXT - len(ids))):
        z = logits(model, ids)[-1]
        token = int(z.argmax()) if temperature == 0 else int(torch.multinomial((z / temperature).softmax(-1), 1, generator=generator))
        if token == s.EOS:
            break
        ids.append(token)
    return ids


@torch.no_grad()
def expected(target: Llama, draft: Llama, text: list[int], start: int, temperature: float = 1.0) -> tuple[float, int]:
    """Sum over the positions of `text` from `start` on of the probability that a drafted token is accepted, and their number."""
    p, q = ((logits(m, text) / temperature).softmax(-1) for m in (target, draft))
    overlap = torch.minimum(p, q).sum(-1)[start - 1 : -1]
    return float(overlap.sum()), len(overlap)


@torch.no_grad()
def greedy_agreement(target: Llama, draft: Llama, text: list[int], start: int) -> tuple[int, int]:
    """On how many positions both models have the same most probable token."""
    same = (logits(target, text).argmax(-1) == logits(draft, text).argmax(-1))[start - 1 : -1]
    return int(same.sum()), len(same)


@torch.no_grad()
def rounds(target: Llama, draft: Llama, prompt: list[int], k: int, length: int, temperature: float, generator: torch.Generator) -> tuple[int, int, int]:
    """Decodes speculatively: rounds, drafted tokens and emitted tokens."""
    ids, count, drafted, first = list(prompt), 0, 0, len(prompt)
    uniform = lambda: float(torch.rand((), generator=generator))
    draw = lambda v: int(torch.multinomial(v, 1, generator=generator))
    soft = lambda z: (z / temperature).softmax(-1) if temperature else torch.nn.functional.one_hot(z.argmax(-1), s.VOCABULARY).float()
    while len(ids) - first < length and len(ids) + k + 1 < s.CONTEXT and ids[-1] != s.EOS:
        run, qs = list(ids), []
        for _ in range(k):
            qs.append(soft(logits(draft, run)[-1]))
            run.append(draw(qs[-1]))
        ps = soft(logits(target, run))[len(ids) - 1 :]
        new: list[int] = []
        for i in range(k + 1):
            if i == k:
                new.append(draw(ps[i]))
            elif uniform() < float(ps[i][run[len(ids) + i]] / qs[i][run[len(ids) + i]]):
                new.append(run[len(ids) + i])
                continue
            else:
                new.append(draw((ps[i] - qs[i]).clamp_min(0)))
            break
        if s.EOS in new:
            new = new[: new.index(s.EOS) + 1]
        ids += new
        count += 1
        drafted += k
    return count, drafted, len(ids) - first
