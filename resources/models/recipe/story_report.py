# SPDX-License-Identifier: MIT
"""Stories of the family as it lies here: losses on held-out stories, ten stories of the window's default run with what each
tells, and its first round. Written between two markers of docs/models.md; draftscope-cli writes the texts."""
import json
import pathlib
import subprocess
import tempfile

import torch
from torch.nn import functional as F

from . import settings as s
from .chat_writer import program
from .corpus import Corpus
from .llama import Llama
from .report import DOCS, PROMPTS, exported
from .shipped import read_safetensors
from .tables import table

BEGIN, END = "<!-- stories: written by `train report-stories` -->", "<!-- end of stories -->"
RETOLD = s.MODELS / "retold.json"
KINDS = ("held-out stories", "tinystories", "story")
RUN = ["--k", "5", "--temperature", "0.8"]  # the window's first run, with seed 6
SEEDS, DEFAULT_SEED = range(1, 11), 6


def as_shipped(key: str) -> Llama:
    """The model of that key as it lies in this repository, computing in float32."""
    model = Llama(s.SHAPES[key])
    tensors = read_safetensors(s.MODELS / s.SHAPES[key].name / "model.safetensors")
    model.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
    return model.eval().requires_grad_(False)


def loss(model: Llama, windows: torch.Tensor) -> float:
    """Cross entropy a token over windows of tokens, in nats."""
    sums = [F.cross_entropy(model(part[:, :-1]).flatten(0, 1), part[:, 1:].flatten(), reduction="sum").item() for part in windows.split(8)]
    return sum(sums) / (windows.shape[0] * (windows.shape[1] - 1))


def losses(work: pathlib.Path, corpus: Corpus) -> str:
    """The shipped models beside what lies trained in the work directory, on the same windows."""
    models = {z.title: as_shipped(key) for key, z in s.SHAPES.items()}
    for key, z in s.SHAPES.items():
        if (work / f"{key}-final.pt").exists():
            models[z.title + ", work directory"] = exported(work, key)[0]
    validation = corpus.validation()
    rows = []
    for kind in (k for k in KINDS if k in validation):
        windows = torch.from_numpy(validation[kind].astype("int64"))
        rows.append([kind, windows.shape[0], *(f"{loss(m, windows):.3f}" for m in models.values())])
    return table(["kind", "windows", *models], rows)


def story(prompt: str, seed: int, *options: str) -> str:
    run = [program(), "generate", "--target", "tales-6m", "--draft", "tales-0.8m", "--prompt", prompt, *RUN, "--seed", str(seed), "--tokens", "220", *options]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def ten_stories(prompt: str) -> str:
    """Each with what it tells, as a person wrote it down for exactly this text; a text that has changed has none."""
    retold = {entry["story"]: entry["tells"] for entry in json.loads(RETOLD.read_text())}
    parts, told = [], 0
    for seed in SEEDS:
        text = " ".join(story(prompt, seed).split())
        told += text in retold
        parts.append(f"{seed}. … {text}\n\n   *{retold.get(text, 'Not retold yet: resources/models/retold.json.')}*")
    return f"{told} of {len(SEEDS)} are retold.\n\n" + "\n\n".join(parts)


def first_round(prompt: str, corpus: Corpus) -> str:
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.jsonl"
        story(prompt, DEFAULT_SEED, "--trace", str(trace))
        records = [json.loads(line) for line in trace.read_text().splitlines()]
    rounds = [record for record in records if record["type"] == "round"]
    rows = [[f"`{corpus.sp.id_to_piece(n['token'])}`", f"{n['q']:.3f}", f"{n['p']:.5f}", f"{n['acceptance']:.3f}" if "acceptance" in n else "",
             f"{n['u']:.3f}" if "u" in n else "", n["verdict"]] for n in rounds[0]["nodes"]]
    return table(["draft", "q", "p", "min(1, p / q)", "u", "verdict"], rows)


@torch.no_grad()
def report_stories(work: pathlib.Path, corpus: Corpus) -> None:
    prompt = json.loads(PROMPTS.read_text())[0]["text"]
    text = "\n\n".join([
        "### Losses on stories, nats per token", losses(work, corpus),
        f"### Ten stories\n\nSeeds {SEEDS[0]} to {SEEDS[-1]} of the window's first run, `{' '.join(RUN)}`, after this prompt:\n\n```text\n{prompt}\n```", ten_stories(prompt),
        f"### The first round\n\nOf the same run with seed {DEFAULT_SEED}, which the window starts with:", first_round(prompt, corpus)])
    page = DOCS / "models.md"
    old = page.read_text()
    page.write_text(old[: old.index(BEGIN) + len(BEGIN)] + "\n\n" + text + "\n\n" + old[old.index(END) :])
    print(f"stories written to {page}", flush=True)
