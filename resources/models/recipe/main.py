# SPDX-License-Identifier: MIT
"""Command line of the recipe; see ../train --help."""
import argparse
import shutil
import sys

import torch

from . import head_stages, settings as s, shipped
from .corpus import Corpus, train_vocabulary
from .threads import Threads
from .trainer import Stop, Trainer, load_final

MODEL_STAGES = ["tokenizer", "target", "decay", "drafts", "export", "report"]
STAGES = MODEL_STAGES + head_stages.STAGES
ON_REQUEST = ["report-stories"]  # needs draftscope-cli, and runs only where it is named
PRESETS = {"cpu": {"minutes": 60.0, "decay": 10.0, "draft": 8.0, "batch": 6, "draft_batch": 4}, "gpu": {"minutes": 120.0, "decay": 20.0, "draft": 20.0, "batch": 48, "draft_batch": 48}}


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="train", description="Trains the embedded models. Stages, in order: " + ", ".join(STAGES) +
                                ". Every stage goes on from what the work directory holds.")
    p.add_argument("stages", nargs="*", help="some of the stages (default: all)")
    p.add_argument("--preset", choices=PRESETS, default="cpu")
    p.add_argument("--device", default="auto", help="auto, cpu or cuda")
    p.add_argument("--minutes", type=float, help="constant-rate training of the target in this call")
    p.add_argument("--decay-minutes", type=float, help="decay of the target")
    p.add_argument("--draft-minutes", type=float, help="training of each draft, its decay included")
    p.add_argument("--tokens", type=float, default=1e12, help="ends each training phase after so many tokens, whichever comes first")
    p.add_argument("--batch", type=int, help=f"windows of {s.CONTEXT} tokens in a step")
    p.add_argument("--draft-batch", type=int, help="the same for the drafts")
    p.add_argument("--threads", type=int, default=0, help="0: as many as are fastest at the time")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--work", help="work directory (default: ${XDG_CACHE_HOME:-~/.cache}/draftscope-models)")
    p.add_argument("--gguf", help="directory for the GGUF files (default: the work directory)")
    p.add_argument("--compile", action="store_true", help="torch.compile the layers: a minute to start, then half as fast again; needs a C++ compiler")
    p.add_argument("--fresh-target", action="store_true", 
                   help="where there is no checkpoint the target starts with random weights and a new vocabulary, not with the shipped ones")
    p.add_argument("--fresh-drafts", action="store_true", help="drafts start anew instead of going on")
    p.add_argument("--text-tokens", type=float, help="how much text of the target heads learn from")
    p.add_argument("--head-minutes", type=float, help="training of each head, its decay included")
    p.add_argument("--head-decay", type=float, default=0.3, help="share of those minutes that the decay takes")
    p.add_argument("--head-batch", type=int, help="tokens in a step of a head")
    p.add_argument("--head-rate", type=float, help="factor of the heads' learning rates: large batches bear larger ones")
    p.add_argument("--head-steps", type=int, default=5, help="steps of the chain that an EAGLE head is trained on; fewer are faster to begin with")
    p.add_argument("--target", choices=s.HEAD_TARGETS, default="tales-6m", help="whose heads are made; another than the shipped one has only the stages " +
                   ", ".join(head_stages.CHAT_STAGES))
    p.add_argument("--target-file", help="GGUF file of a target that is not shipped (smollm2: what draftscope-cli models get smollm2 fetched)")
    p.add_argument("--chats", type=int, default=32, help="held-out chats that report-heads decodes, for such a target")
    p.add_argument("--fresh-heads", action="store_true", help="heads start anew instead of going on")
    a = p.parse_args()
    usual = STAGES if a.target == "tales-6m" else head_stages.CHAT_STAGES
    there = usual + (ON_REQUEST if a.target == "tales-6m" else head_stages.ON_REQUEST)
    if wrong := [x for x in a.stages if x not in there]:
        p.error(f"no stage {wrong[0]} for {a.target}; there are {', '.join(there)}")
    a.stages = [x for x in there if x in (a.stages or usual)]
    preset = PRESETS[a.preset]
    a.minutes = preset["minutes"] if a.minutes is None else a.minutes
    a.decay_minutes = a.decay_minutes or preset["decay"]
    a.draft_minutes = a.draft_minutes or preset["draft"]
    a.batch = a.batch or preset["batch"]
    a.draft_batch = a.draft_batch or preset["draft_batch"]
    heads = head_stages.PRESETS[a.preset]
    a.text_tokens = a.text_tokens or heads["tokens"]
    a.head_minutes = heads["minutes"] if a.head_minutes is None else a.head_minutes
    a.head_batch = a.head_batch or heads["batch"]
    a.head_rate = a.head_rate or heads["rate"]
    if a.device == "auto":
        a.device = "cuda" if torch.cuda.is_available() else "cpu"
    if a.device != "cpu":
        torch.set_float32_matmul_precision("high")
    return a


def main() -> None:
    a = arguments()
    if a.threads:
        torch.set_num_threads(a.threads)
    threads = Threads(fixed=a.threads > 0 or a.device != "cpu")
    work, stop = s.work_directory(a.work), Stop()
    if a.target != "tales-6m":
        for stage in a.stages:
            if not stop.asked:
                print(f"== {stage}", flush=True)
                head_stages.run_for_chats(stage, a, work, stop, threads)
        sys.exit(130 if stop.asked else 0)
    if not s.CORPUS.is_dir():
        print(f"{s.CORPUS} is not there: training on generated text only", flush=True)
    if set(a.stages) & set(MODEL_STAGES + ON_REQUEST):
        if not a.fresh_target and not (work / "tokenizer.model").exists():
            shutil.copy(s.MODELS / s.SHAPES["target"].name / "tokenizer.model", work)
        corpus = Corpus(work, a.seed, train_vocabulary(work, a.seed))
    for stage in a.stages:
        if stop.asked:
            continue
        print(f"== {stage}", flush=True)
        if stage in ("target", "decay"):
            t = Trainer(work, corpus, "target", a.device, a.batch, compiled=a.compile)
            if not t.load() and not a.fresh_target:
                t.begin_with(shipped.target(a.device))
            t.run(a.minutes if stage == "target" else a.decay_minutes, a.tokens, stage == "decay", stop, threads)
        elif stage == "drafts":
            for key in ("draft", "small"):
                t = Trainer(work, corpus, key, a.device, a.draft_batch, load_final(work, "target", a.device)[0], a.compile)
                if not a.fresh_drafts:
                    t.load()
                t.run(a.draft_minutes * 0.7, a.tokens, False, stop, threads)
                t.run(a.draft_minutes * 0.3, a.tokens, True, stop, threads)
        elif stage == "export":
            from .export import export_all
            export_all(work, a.gguf or work)
        elif stage == "report":
            from .report import report
            report(work, corpus)
        elif stage == "report-stories":
            from .story_report import report_stories
            report_stories(work, corpus)
        elif stage in head_stages.STAGES:
            head_stages.run(stage, a, work, stop, threads)
    sys.exit(130 if stop.asked else 0)


if __name__ == "__main__":
    main()
