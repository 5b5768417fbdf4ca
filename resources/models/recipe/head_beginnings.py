# SPDX-License-Identifier: MIT
"""First weights of heads by least squares over text of the target, which saves most of the training.

What the target's state is one token on, given this state and that token, is to a good part linear. Solving for that map takes seconds, and a head
that begins with it agrees with the target on half of the tokens of held-out text.
"""
import torch
from torch.nn import functional as F

from .heads import MEDUSA_HEADS, Eagle, Eagle3, Medusa

Texts = list[tuple[torch.Tensor, torch.Tensor]]      # ids [n] and states [n - 1, streams + 1, hidden] of each text
LEFT_OUT = 4          # rows at the beginning of a text, whose states are unlike all others
RIDGE = 10.0
GATE = 4.0            # what the gates are that let EAGLE-3's MLP begin as a linear map
SHARPNESS = 4.8       # of EAGLE-3's first attention, which looks at the row itself


def solve(pairs) -> torch.Tensor:
    """W of least squares, x W ~ y, over pairs of x [rows, inputs] and y [rows, outputs]."""
    xx = xy = 0.0
    for x, y in pairs:
        xx = xx + (x.T @ x).double()
        xy = xy + (x.T @ y).double()
    return torch.linalg.solve(xx + RIDGE * torch.eye(len(xx), dtype=torch.float64), xy).float()


def unit(x: torch.Tensor) -> torch.Tensor:
    """x scaled to a root mean square of 1."""
    return F.rms_norm(x, (x.shape[-1],))


def ones(x: torch.Tensor) -> torch.Tensor:
    """A column of ones beside x."""
    return torch.ones(len(x), 1)


@torch.no_grad()
def begin_medusa(head: Medusa, texts: Texts) -> None:
    """Each head's matrix over the vocabulary: the target's, over the state so many tokens on as this state alone predicts it."""
    for h in range(MEDUSA_HEADS):
        ahead = h + 1
        w = solve((st[LEFT_OUT:-ahead, -1].float(), st[LEFT_OUT + ahead :, -1].float()) for _, st in texts if len(st) > LEFT_OUT + ahead)
        lm_head = head.get_submodule(str(h))[1]
        lm_head.weight.copy_(lm_head.weight @ w.T)


@torch.no_grad()
def begin_eagle(head: Eagle, texts: Texts) -> None:
    """fc is the whole map; the layer adds nothing yet."""
    def pairs():
        for ids, st in texts:
            f = st[:, -1].float()
            x = torch.cat((F.embedding(ids[1:-1], head.embedding), f[:-1]), 1)
            yield torch.cat((x, ones(x)), 1)[LEFT_OUT:], f[1:][LEFT_OUT:]
    w = solve(pairs())
    head.fc.weight.copy_(w[:-1].T)
    head.fc.bias.copy_(w[-1])


@torch.no_grad()
def begin_eagle3(head: Eagle3, texts: Texts) -> None:
    """fc is the last stream alone, since the head's output has to be its like; attention adds the embedding to it; the MLP is the map.

    The attention looks at its own row only: queries and keys are one constant (a direction that all rows share) in the fastest pairs of the
    rotary embedding, whose product is largest at distance 0. Gates of the MLP are constants in the same way.
    """
    width, layer, z = head.z.hidden, head.midlayer, head.z
    scale = torch.cat([st[LEFT_OUT:, -2].float() for _, st in texts]).pow(2).mean().sqrt()
    head.fc.weight[:, -width:] = torch.eye(width) / scale
    for norm in (layer.hidden_norm, layer.input_layernorm, layer.post_attention_layernorm):
        norm.weight.fill_(1.0)
    inputs = [torch.cat((unit(F.embedding(ids[1:-1], head.embedding)), unit(head.fc(st[:-1, :-1].flatten(-2).float()))), 1) for ids, st in texts]
    constant = solve((x[LEFT_OUT:], ones(x)[LEFT_OUT:]) for x in inputs)[:, 0]
    for proj in (layer.self_attn.q_proj, layer.self_attn.k_proj):
        for first in range(0, proj.weight.shape[0], z.head_dim):
            proj.weight[first : first + 6] = SHARPNESS * constant
            proj.weight[first + z.head_dim // 2 : first + z.head_dim // 2 + 6] = 0.0
    # Of the map from the embedding to the next state the values hold as much as they have room for; one query head of each group carries it on.
    nexts = [unit(st[1:, -2].float()) for _, st in texts]
    w = solve((x[LEFT_OUT:], y[LEFT_OUT:]) for x, y in zip(inputs, nexts))[:width]
    u, sizes, v = torch.linalg.svd(w, full_matrices=False)
    room, group = z.kv_heads * z.head_dim, z.heads // z.kv_heads
    layer.self_attn.v_proj.weight.zero_()
    layer.self_attn.v_proj.weight[:, :width] = u[:, :room].T
    for i in range(z.kv_heads):
        part = slice(i * z.head_dim, (i + 1) * z.head_dim)
        layer.self_attn.o_proj.weight[:, i * group * z.head_dim : (i * group + 1) * z.head_dim] = (sizes[part, None] * v[part]).T
    residuals = [head.fc(st[:-1, :-1].flatten(-2).float()) + x[:, :width] @ u[:, :room] * sizes[:room] @ v[:room]
                 for x, (_, st) in zip(inputs, texts)]
    constant = solve((unit(r)[LEFT_OUT:], ones(r)[LEFT_OUT:]) for r in residuals)[:, 0]
    w = solve((unit(r)[LEFT_OUT:], (y - r)[LEFT_OUT:]) for r, y in zip(residuals, nexts))
    layer.mlp.down_proj.weight.zero_()
    layer.mlp.gate_proj.weight[:width] = GATE * constant
    layer.mlp.up_proj.weight[:width] = torch.eye(width)
    layer.mlp.down_proj.weight[:, :width] = w.T / F.silu(torch.tensor(GATE))


def begin(head, texts: Texts) -> None:
    """First weights of any head."""
    {Medusa: begin_medusa, Eagle: begin_eagle, Eagle3: begin_eagle3}[type(head)](head, texts)
