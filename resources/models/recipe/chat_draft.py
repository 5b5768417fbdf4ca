# SPDX-License-Identifier: MIT
"""A small draft model for a chat target: two layers that read every token of the target and have logits for its most frequent ones.

Embedding and head begin as the target's embedding along its principal directions, since few of 49,152 rows occur often enough in the text to be learnt from
nothing. It learns what the target's head said at the kept states, so the target itself never runs.
"""
import pathlib

import torch
from torch import nn

from . import settings as s
from .llama import Llama

KEY = "draft"


def draft_shape(target: s.Shape) -> s.Shape:
    """Sizes and learning rates of the draft for a target, whose vocabulary and positions it has."""
    return s.Shape(f"{target.name}-draft", f"{target.title} draft", "draft", min(96, target.hidden), 2, 3, 3, 288, 0.02, 0.004, vocabulary=target.vocabulary, context=target.context,
                   positions=target.positions, bos=target.bos, eos=target.eos)


class ChatDraft(Llama):
    """Logits for own_tokens alone."""

    def __init__(self, target: Llama, tokens: torch.Tensor) -> None:
        z = draft_shape(target.shape)
        super().__init__(z)
        whole = target.model.embed_tokens.weight.detach()
        main = torch.linalg.eigh(whole.T @ whole).eigenvectors[:, -z.hidden :]
        self.model.embed_tokens.weight.data.copy_(whole @ main)
        self.lm_head = nn.Linear(z.hidden, len(tokens), bias=False)
        self.lm_head.weight.data.copy_(whole[tokens] @ main)
        self.register_buffer("own_tokens", tokens)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.model.embed_tokens(ids)
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        for layer in self.model.layers:
            x = layer(x, cos, sin)
        return self.model.norm(x)

    def read(self, output: torch.Tensor) -> torch.Tensor:
        """Logits over own_tokens."""
        return self.lm_head(output)

    def tokens(self) -> torch.Tensor:
        """The target's ids of the logits."""
        return self.own_tokens
