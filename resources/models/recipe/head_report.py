# SPDX-License-Identifier: MIT
"""The heads' figures in docs/models.md: sizes, training, and tokens a step at temperature 0 by kind of text. Written between two markers."""
import json
import pathlib
import time

import torch

from . import head_acceptance as acceptance, settings as s, shipped
from .chunks import Chunks, to_learn_from
from .corpus import Corpus
from .head_export import KEYS, file_name, load_exported
from .heads import MEDUSA_HEADS, Medusa, head_shape
from .report import DOCS, PROMPTS, machine
from .tables import table
from .writer import Writer

BEGIN, END = "<!-- heads: written by `train report-heads` -->", "<!-- end of heads -->"
REAL = ("tinystories", "fairytales", "python", "shakespeare")
PIECES, BEGINNING, LENGTH = 8, 40, 128       # held-out pieces of a kind, their tokens that are the prompt, tokens that the target writes
CHAIN, CHILDREN, DEPTH, NODES = 6, 8, 7, 32  # drafts of a chain; EAGLE's tree; NODES are Medusa's, too

Text = tuple[str, int, torch.Tensor, torch.Tensor]      # kind, tokens of the prompt, ids, states


def held_out(corpus: Corpus) -> list[Text]:
    """Greedy texts of the target after prompts that no head was trained on, with its states, in float32."""
    writer, out = Writer(shipped.target(), torch.float32), []
    prompts = []
    for kind in (k for k in REAL if k in corpus.real):
        documents, found = corpus.documents(kind, "", 0, True), 0
        while found < PIECES:
            ids = [s.BOS, *corpus.sp.encode(next(documents))]
            if len(ids) > BEGINNING + 10:
                prompts.append((kind, ids[:BEGINNING]))
                found += 1
    prompts += [(p["kind"], [s.BOS, *corpus.sp.encode(p["text"])]) for p in json.loads(PROMPTS.read_text())]
    for kind, ids in prompts:
        [(text, states)] = writer.write([ids], [0.0], min(s.CONTEXT, len(ids) + LENGTH), torch.Generator().manual_seed(1), s.SHAPES["target"].heads_for_it.fused)
        out.append((kind, len(ids), torch.tensor(text), states))
    return out


def medusa_tree(head: Medusa, text: Chunks) -> set[tuple[int, ...]]:
    """The fixed tree that is best by how often each rank was right on greedy text of the first chunk."""
    chunk, counts, at = text.load(0), torch.zeros(MEDUSA_HEADS, 16), 0
    total = 0
    for r, n in enumerate(chunk["lengths"]):
        if chunk["temperatures"][r] == 0:
            rank = acceptance.ranks(head, chunk["ids"][at : at + n].long(), chunk["states"][at - r : at - r + n - 1].float(), MEDUSA_HEADS)
            rank = rank[:, chunk["starts"][r] + 1 : n - MEDUSA_HEADS]
            total += rank.shape[1]
            for h in range(MEDUSA_HEADS):
                counts[h] += torch.bincount(rank[h][rank[h] < 16], minlength=16)
        at += n
    return acceptance.worthwhile((counts / max(total, 1)).tolist(), NODES)


def tokens_a_step(head, texts: list[Text], text: Chunks) -> dict[str, list[tuple[int, int]]]:
    """By kind: rounds and tokens of chains and of trees."""
    depth = MEDUSA_HEADS if isinstance(head, Medusa) else CHAIN
    tree = medusa_tree(head, text) if isinstance(head, Medusa) and text.count() else None
    out: dict[str, list[tuple[int, int]]] = {}
    for kind, start, ids, states in texts:
        rank = acceptance.ranks(head, ids, states, depth)
        runs = [acceptance.chain_rounds(rank, depth, start)]
        if isinstance(head, Medusa):
            runs.append(acceptance.fixed_tree_rounds(rank, tree, start) if tree else (0, 0))
        else:
            runs.append(acceptance.dynamic_tree_rounds(head, ids, states, start, CHILDREN, DEPTH, NODES))
        out[kind] = [(a + c, b + d) for (a, b), (c, d) in zip(out.get(kind, [(0, 0), (0, 0)]), runs)]
    return out


def figures(results: dict[str, dict[str, list[tuple[int, int]]]], texts: list[Text]) -> str:
    """The table of tokens a step."""
    kinds = list(dict.fromkeys(k for k, *_ in texts))
    groups = [(k, [k]) for k in kinds] + [("**no generator wrote it**", [k for k in kinds if k in REAL]), ("**generated**", [k for k in kinds if k not in REAL])]
    rows = []
    for name, members in groups:
        count = sum(kind in members for kind, *_ in texts)
        cells = []
        for result in results.values():
            for shape in (0, 1):
                steps, tokens = (sum(result[k][shape][i] for k in members) for i in (0, 1))
                cells.append(f"{tokens / steps:.2f}" if steps else "–")
        rows.append([name, count, *cells])
    names = {"eagle": "EAGLE", "eagle3": "EAGLE-3", "medusa": "Medusa"}
    head = [x for key in results for x in (f"{names[key]}, chain of {MEDUSA_HEADS if key == 'medusa' else CHAIN}", f"{names[key]}, tree of {NODES}")]
    return table(["kind", "prompts", *head], rows)


def training(heads: dict) -> str:
    """Sizes, and what the heads say of their training."""
    rows = []
    for key, head in heads.items():
        z = head_shape(key, s.SHAPES["target"])
        folder = s.MODELS / z.name
        seen = {"tokens": 0, "seconds": 0, "device": ""} | json.loads((folder / "config.json").read_text()).get("training", {})
        rows.append([z.title, f"{sum(p.numel() for p in head.parameters()):,}", f"{(folder / file_name(key)).stat().st_size:,}", f"{seen['tokens'] / 1e6:.2f}", f"{seen['seconds'] / 60:.0f}",
                     seen["device"] or "a CPU"])
    return table(["head", "parameters", "bytes", "million tokens seen", "minutes of training", "at last on"], rows)


def report(work: pathlib.Path, corpus: Corpus) -> None:
    """Writes the figures into docs/models.md."""
    start, target = time.time(), shipped.target()
    heads = {key: load_exported(key, target) for key in KEYS if (s.MODELS / head_shape(key, target.shape).name / file_name(key)).exists()}
    own, texts = to_learn_from(work, target), held_out(corpus)
    results = {key: tokens_a_step(head, texts, own) for key, head in heads.items()}
    text = "\n\n".join([
        f"Machine that measured: {machine()}. Heads were trained side by side; what they saw is text of the target, a part of it more than once.",
        training(heads),
        f"Tokens a step at temperature 0, on exactly the target's greedy text: {LENGTH} tokens at most after the first {BEGINNING} of {PIECES} held-out pieces of each kind that no "
        f"generator wrote, and after the prompts of `resources/prompts/prompts.json`. A step is one pass of the target. EAGLE's trees: {CHILDREN} children of each of the {CHILDREN} "
        f"best nodes of a level, {DEPTH} levels, the best {NODES} nodes verified. Medusa's tree: {NODES} nodes, fixed.",
        figures(results, texts)])
    page = DOCS / "models.md"
    old = page.read_text()
    page.write_text(old[: old.index(BEGIN) + len(BEGIN)] + "\n\n" + text + "\n\n" + old[old.index(END) :])
    print(f"heads reported in {page} in {time.time() - start:.0f} s")
