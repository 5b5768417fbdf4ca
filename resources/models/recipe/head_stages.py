# SPDX-License-Identifier: MIT
"""The stages of `train` that make heads for the shipped target. They need no checkpoint of it, only resources/models."""
import pathlib

from . import settings as s, shipped
from .corpus import Corpus
from .own_text import OwnText
from .threads import Threads
from .trainer import Stop
from .writer import Writer

STAGES = ["text", "eagle", "eagle3", "medusa", "early-exit", "export-heads", "report-heads"]
PRESETS = {"cpu": {"minutes": 30.0, "tokens": 1.2e6, "batch": 1024}, "gpu": {"minutes": 30.0, "tokens": 2e7, "batch": 16384}}


def run(stage: str, a, work: pathlib.Path, stop: Stop, threads: Threads) -> None:
    """One stage; `a` is the command line."""
    work = work / "heads"
    work.mkdir(exist_ok=True)
    corpus = Corpus(work, a.seed, shipped.vocabulary())
    target = shipped.target()
    text = OwnText(work, corpus, Writer(target))
    if stage == "text":
        text.write(a.text_tokens, s.FUSED, stop)
    elif stage in ("eagle", "eagle3", "medusa"):
        from .head_trainer import HeadTrainer
        t = HeadTrainer(work, text, stage, a.device, a.head_batch, target.to(a.device), a.head_steps)
        if not a.fresh_heads:
            t.load()
        for share, decay in ((1 - a.head_decay, False), (a.head_decay, True)):
            if share > 0:
                t.run(a.head_minutes * share, a.tokens, decay, stop, threads)
    elif stage == "early-exit":
        from .early_exit import train
        train(work, corpus, a, stop, threads)
    elif stage == "export-heads":
        from . import early_exit
        from .head_export import export_heads
        export_heads(work)
        early_exit.export(work)
    elif stage == "report-heads":
        from .head_report import report
        report(work, corpus)
