# SPDX-License-Identifier: MIT
"""Tokens a step at temperature 0 that a head would give: exact simulation on greedy text of the target, in float32 on the exported weights.

At temperature 0 what is accepted is what the target's greedy text has, so a round over a text ids[:n] accepts as many drafts as follow the text, and the
target adds one. Chains of all places of a text are computed in one pass (Eagle.chain). Trees: EAGLE-2's dynamic tree (arXiv
2406.16858, section 4), and for Medusa a fixed tree of the most worthwhile ranks (arXiv 2401.10774, section 2.3.3).
"""
import heapq

import torch

from .heads import MEDUSA_HEADS, Eagle, Medusa

NOWHERE = 1 << 20      # rank of a token that the head's vocabulary does not have


def _ranks(logits: torch.Tensor, wanted: torch.Tensor, tokens: torch.Tensor | None) -> torch.Tensor:
    """How many of a row's logits are larger than that of the wanted token."""
    if tokens is not None:
        place = torch.searchsorted(tokens, wanted).clamp_max(len(tokens) - 1)
        known, wanted = tokens[place] == wanted, place
    rank = (logits > logits.gather(1, wanted[:, None])).sum(1)
    return rank if tokens is None else torch.where(known, rank, NOWHERE)


@torch.inference_mode()
def ranks(head: Medusa | Eagle, ids: torch.Tensor, states: torch.Tensor, depth: int) -> torch.Tensor:
    """[depth, len(ids)]: at d - 1, n the rank of token n + d - 1 as draft d of a round over ids[:n] whose drafts before it were accepted."""
    length = len(ids)
    out = torch.full((depth, length), NOWHERE)
    if isinstance(head, Medusa):
        for h in range(min(depth, MEDUSA_HEADS)):
            rows = length - 2 - h                      # row n - 2 says token n + h
            out[h, 2 : 2 + rows] = _ranks(head(states[:rows, -1], h), ids[2 + h :], None)
        return out
    for i, output in enumerate(head.chain(ids[None], states[None], depth)):
        count = length - 2 - i                         # row n - 2 + i, from i on, says token n + i
        if count > 0:
            out[i, 2 : 2 + count] = _ranks(head.read(output[0, i : i + count]), ids[2 + i :], head.tokens())
    return out


def rounds(accepted, start: int, length: int) -> tuple[int, int]:
    """Rounds and tokens that take a text from start + 1 tokens (the first comes with the prompt's pass) to its end; accepted(n) drafts in each."""
    n, count = start + 1, 0
    while n < length:
        n += min(accepted(n) + 1, length - n)
        count += 1
    return count, max(0, length - start - 1)


def chain_rounds(rank: torch.Tensor, k: int, start: int) -> tuple[int, int]:
    """Rounds of chains of k drafts."""
    leading = (rank[:k] == 0).long().cumprod(0).sum(0).tolist()
    return rounds(lambda n: leading[n], start, rank.shape[1])


def worthwhile(rates: list[list[float]], nodes: int) -> set[tuple[int, ...]]:
    """Paths of ranks, best first: rates[d][r] is how often the token at depth d + 1 has rank r."""
    tree: set[tuple[int, ...]] = set()
    heap = [(-rates[0][0], (0,))]
    while heap and len(tree) < nodes:
        worth, path = heapq.heappop(heap)
        tree.add(path)
        d, r = len(path) - 1, path[-1]
        if r + 1 < len(rates[d]) and rates[d][r] > 0:
            heapq.heappush(heap, (worth / rates[d][r] * rates[d][r + 1], (*path[:-1], r + 1)))
        if d + 1 < len(rates):
            heapq.heappush(heap, (worth * rates[d + 1][0], (*path, 0)))
    return tree


def fixed_tree_rounds(rank: torch.Tensor, tree: set[tuple[int, ...]], start: int) -> tuple[int, int]:
    """Rounds of a fixed tree of ranks."""
    def accepted(n: int) -> int:
        path = tuple(rank[:, n].tolist())
        return next((d for d in range(len(path), 0, -1) if path[:d] in tree), 0)
    return rounds(accepted, start, rank.shape[1])


@torch.inference_mode()
def dynamic_tree_rounds(head: Eagle, ids: torch.Tensor, states: torch.Tensor, start: int, children: int, depth: int, nodes: int) -> tuple[int, int]:
    """Rounds of EAGLE-2's tree: each level gives `children` to each of its best `children` nodes; the best `nodes` of all are verified."""
    outputs, past = head.rows(ids[1:], head.fuse(states), 0, head.no_rows(), None)
    names = head.tokens()

    def accepted(n: int) -> int:
        keys = tuple(x[:, : n - 1] for x in past)
        # Nodes as (value, parent, token); those of the last level that are expanded have rows in the head's cache.
        tree: list[tuple[float, int, int]] = []
        level, carried = [(-1, 0.0)], outputs[n - 2 : n - 1]
        below: dict[int, list[int]] = {-1: []}         # rows that a node's row sees beyond the prefix, itself included
        for d in range(depth):
            best = head.read(carried).log_softmax(-1).topk(children)
            fresh = []
            for i, (node, value) in enumerate(level):
                for v, t in zip(best.values[i].tolist(), best.indices[i].tolist()):
                    tree.append((value + v, node, t if names is None else int(names[t])))
                    fresh.append((len(tree) - 1, i))
            if d + 1 == depth:
                break
            fresh = sorted(fresh, key=lambda x: -tree[x[0]][0])[:children]
            rows, drawn = len(fresh), keys[0].shape[1] - (n - 1)
            seen = torch.zeros(rows, n - 1 + drawn + rows, dtype=torch.bool)
            seen[:, : n - 1] = True
            for i, (node, _) in enumerate(fresh):
                below[node] = [*below[tree[node][1]], drawn + i]
                seen[i, [n - 1 + x for x in below[node]]] = True
            carried, keys = head.rows(torch.tensor([tree[x][2] for x, _ in fresh]), carried[[p for _, p in fresh]], n - 1 + d, keys, seen)
            level = [(x, tree[x][0]) for x, _ in fresh]
        held = sorted(range(len(tree)), key=lambda i: -tree[i][0])[:nodes]
        found = {(tree[i][1], tree[i][2]): i for i in held}
        node, count = -1, 0
        while n + count < len(ids) and (node, int(ids[n + count])) in found:
            node, count = found[node, int(ids[n + count])], count + 1
        return count
    return rounds(accepted, start, len(ids))
