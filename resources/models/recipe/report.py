# SPDX-License-Identifier: MIT
"""Figures of docs/models.md: losses, a picture of their curves, samples, acceptance. Written between two markers."""
import json
import os
import pathlib
import platform
import time

import matplotlib
import sentencepiece
import torch
from torch.nn import functional as F

from . import acceptance, settings as s
from .corpus import Corpus
from .llama import Llama
from .tables import table
from .trainer import load_final

matplotlib.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402  (after the choice of backend)

DOCS = s.MODELS.parents[1] / "docs"
BEGIN, END = "<!-- figures: written by `train report` -->", "<!-- end of figures -->"
PROMPTS = s.MODELS.parent / "prompts" / "prompts.json"


def exported(work: pathlib.Path, key: str) -> tuple[Llama, dict]:
    """The model with its weights rounded to bf16 as in the export, computing in float32."""
    model, seen = load_final(work, key)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(p.bfloat16().float())
    return model, seen


def machine() -> str:
    """The processor as the system names it, and the cores that may be used."""
    model = platform.processor() or platform.machine()
    if pathlib.Path("/proc/cpuinfo").exists():
        names = [x.split(":", 1)[1].strip() for x in pathlib.Path("/proc/cpuinfo").read_text().split("\n") if x.startswith("model name")]
        model = names[0] if names else model
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    return f"{model}, {len(os.sched_getaffinity(0))} cores, {gpu}; torch {torch.__version__}"


def curves(work: pathlib.Path, path: pathlib.Path) -> None:
    """Loss over tokens, as a picture: each model's training loss, and the target's validation loss by kind."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.2), dpi=90, width_ratios=(1, 1.15))
    for key, z in s.SHAPES.items():
        rows = [json.loads(x) for x in (work / f"{key}.jsonl").read_text().splitlines()]
        x = [r["tokens"] / 1e6 for r in rows]
        y = [sum(r["loss"] for r in rows[max(0, i - 9) : i + 1]) / (i - max(0, i - 9) + 1) for i in range(len(rows))]
        left.plot(x, y, label=z.title + ("" if key == "target" else " (cross entropy against the target + 0.1 text)"), linewidth=1)
    left.set(xlabel="million tokens", ylabel="training loss, mean of 10 logged steps", yscale="log")
    rows = [r for r in map(json.loads, (work / "target.jsonl").read_text().splitlines()) if "validation" in r]
    for colour, kind in enumerate(rows[-1]["validation"] if rows else []):
        right.plot([r["tokens"] / 1e6 for r in rows], [r["validation"].get(kind) for r in rows], label=kind, linewidth=1, color=f"C{colour % 10}",
                   linestyle="-" if colour < 10 else "--")
    right.set(xlabel="million tokens", ylabel=s.SHAPES["target"].title + ": validation loss, nats per token", yscale="log")
    left.legend(fontsize=7)
    right.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5))
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)


@torch.no_grad()
def losses(models: dict[str, Llama], corpus: Corpus) -> str:
    """Cross entropy on held-out windows by kind, every model."""
    rows = []
    for kind, data in corpus.validation().items():
        w = torch.from_numpy(data.astype("int64"))
        cells = [F.cross_entropy(m(w[:, :-1]).flatten(0, 1), w[:, 1:].flatten()).item() for m in models.values()]
        rows.append([kind, w.shape[0], *(f"{c:.3f}" for c in cells)])
    return table(["kind", "windows", *(m.shape.title for m in models.values())], rows)


def acceptances(target: Llama, drafts: list[Llama], sp, prompts: list[dict], seed: int = 1) -> str:
    """By kind of prompt: expected acceptance a token, greedy agreement, tokens a round for K = 2, 4, 8."""
    parts = []
    for draft in drafts:
        rows = []
        for kind in dict.fromkeys(p["kind"] for p in prompts):
            alpha, n, same, m = 0.0, 0, 0, 0
            tokens = {k: [0, 0] for k in (2, 4, 8)}
            g = torch.Generator().manual_seed(seed)
            for p in (p for p in prompts if p["kind"] == kind):
                ids = [s.BOS, *sp.encode(p["text"])]
                text = acceptance.generate(target, ids, 96, 1.0, g)
                if len(text) > len(ids):
                    a, b = acceptance.expected(target, draft, text, len(ids))
                    alpha, n = alpha + a, n + b
                greedy = acceptance.generate(target, ids, 96, 0.0, g)
                if len(greedy) > len(ids):
                    a, b = acceptance.greedy_agreement(target, draft, greedy, len(ids))
                    same, m = same + a, m + b
                for k in tokens:
                    count, _, emitted = acceptance.rounds(target, draft, ids, k, 64, 1.0, g)
                    tokens[k][0] += count
                    tokens[k][1] += emitted
            rows.append([kind, n, f"{alpha / max(n, 1):.3f}", f"{same / max(m, 1):.3f}", *(f"{e / max(c, 1):.2f}" for c, e in tokens.values())])
        parts.append(f"{draft.shape.title} drafting for {target.shape.title}:\n\n" +
                     table(["kind", "positions", "accepted at temperature 1", "same token, greedy", "tokens a round, K = 2", "K = 4", "K = 8"], rows))
    return "\n\n".join(parts)


def samples(target: Llama, sp, prompts: list[dict]) -> str:
    """The target's continuation of the first prompts of each kind: greedy, and drawn at temperature 0.7."""
    out, seen = [], {}
    for p in prompts:
        seen[p["kind"]] = seen.get(p["kind"], 0) + 1
        if seen[p["kind"]] > (2 if p["kind"] == "story" else 1):
            continue
        ids = [s.BOS, *sp.encode(p["text"])]
        for name, temperature in (("greedy", 0.0), ("temperature 0.7", 0.7)):
            text = sp.decode(acceptance.generate(target, ids, 260, temperature, torch.Generator().manual_seed(7))[1:])
            out.append(f"{p['title']}, {name} (the prompt is the first {len(p['text'])} characters):\n\n```text\n{text}\n```")
    return "\n\n".join(out)


def speeds(work: pathlib.Path) -> list[str]:
    """Per model: logged steps, median tokens per second over them."""
    out = []
    for key in s.SHAPES:
        rates = sorted(json.loads(x)["tokens_per_second"] for x in (work / f"{key}.jsonl").read_text().splitlines())
        out.append(f"{rates[len(rates) // 2]:,} (best {rates[-1]:,})")
    return out


def report(work: pathlib.Path, corpus: Corpus) -> None:
    """Writes the figures into docs/models.md and the picture beside it."""
    start, sp = time.time(), corpus.sp
    prompts = json.loads(PROMPTS.read_text())
    loaded = {key: exported(work, key) for key in s.SHAPES}
    models = {key: m for key, (m, _) in loaded.items()}
    curves(work, DOCS / "models-loss.png")
    sizes = [[z.title, f"{models[k].parameters_count():,}", z.hidden, z.layers, f"{z.heads}/{z.kv_heads}", z.inter,
              f"{(s.MODELS / z.name / 'model.safetensors').stat().st_size:,}", f"{loaded[k][1]['tokens'] / 1e6:.2f}", f"{loaded[k][1]['seconds'] / 60:.1f}", rate]
             for (k, z), rate in zip(s.SHAPES.items(), speeds(work))]
    text = "\n\n".join([
        f"Machine that trained and measured: {machine()}. Threads: {torch.get_num_threads()}. Other programs ran on the same cores.",
        "### Sizes and training", table(["model", "parameters", "hidden", "layers", "heads/KV", "inner", "bytes of weights", "million tokens seen",
                                         "minutes of training", "tokens a second, median"], sizes),
        f"Share of the tokens: {', '.join(f'{k} {v:.0%}' for k, v in corpus.mix.items())}.",
        "![Loss curves](models-loss.png)",
        "### Validation loss, nats per token", losses(models, corpus),
        "### Acceptance", acceptances(models["target"], [models["draft"], models["small"]], sp, prompts),
        "### Samples", samples(models["target"], sp, prompts)])
    page = DOCS / "models.md"
    old = page.read_text()
    page.write_text(old[: old.index(BEGIN) + len(BEGIN)] + "\n\n" + text + "\n\n" + old[old.index(END) :])
    print(f"report written to {page} in {time.time() - start:.0f} s")
