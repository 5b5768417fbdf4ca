# SPDX-License-Identifier: MIT
"""Muon for the matrices of the layers, AdamW for embeddings, heads over the vocabulary and norms, behind one step() and one state."""
import torch

from . import llama
from .precision import product_type


def orthogonalise(g: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """Nearest semi-orthogonal matrices of g [batch, rows, columns], by the quintic Newton-Schulz iteration in bf16 (float32 where that is faster).

    K. Jordan et al. 2024, "Muon: an optimizer for hidden layers in neural networks"; coefficients from there.
    """
    x = g.to(product_type(g.device.type))
    flip = x.shape[-2] > x.shape[-1]
    x = x.mT if flip else x
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * (a @ a)) @ x
    return (x.mT if flip else x).to(g.dtype)


class Optimizer:
    """Both rules; `rate` in step() scales their learning rates together."""

    def __init__(self, model: llama.Llama, momentum: float = 0.95, decay: float = 0.02) -> None:
        z = model.shape
        self.momentum, self.decay, self.rate = momentum, decay, z.matrix_rate
        over_vocabulary = lambda n, p: "embed" in n or p.shape[0] > 4 * p.shape[1]
        matrices = [p for n, p in model.named_parameters() if p.dim() == 2 and not over_vocabulary(n, p)]
        groups: dict[tuple, list] = {}
        for p in matrices:
            groups.setdefault(tuple(p.shape), []).append(p)
        self.groups = list(groups.values())
        self.buffers = [torch.zeros(len(g), *g[0].shape, device=g[0].device) for g in self.groups]
        rest = [p for n, p in model.named_parameters() if p.dim() != 2 or over_vocabulary(n, p)]
        self.adam = torch.optim.AdamW(rest, z.vector_rate, betas=(0.9, 0.97), eps=1e-10, weight_decay=0.0)
        self.base = z.vector_rate

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One update from the gradients, which are then cleared."""
        for group, buffer in zip(self.groups, self.buffers):
            g = torch.stack([p.grad for p in group])
            buffer.lerp_(g, 1 - self.momentum)
            rows, columns = group[0].shape
            update = orthogonalise(g.lerp(buffer, self.momentum)) * max(1.0, rows / columns) ** 0.5
            for p, u in zip(group, update):
                p.mul_(1 - self.rate * rate * self.decay).add_(u, alpha=-self.rate * rate)
                p.grad = None
        for group in self.adam.param_groups:
            group["lr"] = self.base * rate
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)

    def state_dict(self) -> dict:
        return {"buffers": self.buffers, "adam": self.adam.state_dict()}

    def load_state_dict(self, state: dict) -> None:
        for mine, theirs in zip(self.buffers, state["buffers"]):
            mine.copy_(theirs)
        self.adam.load_state_dict(state["adam"])
