# SPDX-License-Identifier: MIT
"""The stages of `train` that make heads: for the shipped target, which need no checkpoint of it, only resources/models, or for one that chats."""
import pathlib

from . import settings as s, shipped
from .chunks import Chunks
from .corpus import Corpus
from .llama import Llama
from .own_text import OwnText
from .threads import Threads
from .trainer import Stop
from .writer import Writer

TRAINED = ["eagle", "eagle3", "medusa"]
STAGES = ["text", *TRAINED, "early-exit", "export-heads", "report-heads"]
CHAT_STAGES = ["chats", "text", *TRAINED, "draft", "export-heads", "report-heads"]      # for a target that chats
QUANTISED = ["eagle3", "draft"]      # what such a target has as a GGUF file
ON_REQUEST = ["keep-chats", "keep-heads"]      # likewise, where they are asked for by name
PRESETS = {"cpu": {"minutes": 30.0, "tokens": 1.2e6, "batch": 1024}, "gpu": {"minutes": 30.0, "tokens": 2e7, "batch": 16384}}


def train(key: str, a, work: pathlib.Path, text: Chunks, target: Llama, stop: Stop, threads: Threads) -> None:
    """Goes on with one head: from its checkpoint, or else from the one that comes with the program."""
    from .head_trainer import HeadTrainer
    if not text.count():
        raise SystemExit(f"There is no text of {target.shape.title} in {work} yet: run the stages before this one.")
    from .head_export import begun
    going_on = None if a.fresh_heads else begun(key, target)
    t = HeadTrainer(work, text, key, a.device, a.head_batch, target.to(a.device), a.head_steps, going_on, a.fresh_heads)
    if not a.fresh_heads:
        t.load()
    for share, decay in ((1 - a.head_decay, False), (a.head_decay, True)):
        if share > 0:
            t.run(a.head_minutes * share, a.tokens, decay, stop, threads)


def run(stage: str, a, work: pathlib.Path, stop: Stop, threads: Threads) -> None:
    """One stage for the shipped target; `a` is the command line."""
    work = work / "heads"
    work.mkdir(exist_ok=True)
    corpus = Corpus(work, a.seed, shipped.vocabulary())
    target = shipped.target()
    text = OwnText(work, corpus, Writer(target))
    if stage == "text":
        text.write(a.text_tokens, target.shape.heads_for_it.fused, stop)
    elif stage in TRAINED:
        train(stage, a, work, text, target, stop, threads)
    elif stage == "early-exit":
        from .early_exit import train as train_early_exit
        train_early_exit(work, corpus, a, stop, threads)
    elif stage == "export-heads":
        from . import early_exit
        from .head_export import export_heads
        export_heads(work, target, s.MODELS)
        early_exit.export(work)
    elif stage == "report-heads":
        from .head_report import report
        report(work, corpus)


def run_for_chats(stage: str, a, work: pathlib.Path, stop: Stop, threads: Threads) -> None:
    """One stage for a target that chats, which draftscope-cli runs."""
    from .chat_states import ChatStates
    from .chat_writer import ChatWriter, kept
    work, shape, path = work / a.target, s.HEAD_TARGETS[a.target], s.smollm2_file(a.target_file)
    writer = ChatWriter(work, path, a.seed, a.threads, kept(shape.name))
    if stage == "chats":
        writer.write(a.text_tokens, stop)
    elif stage == "keep-chats":
        writer.keep()
    elif stage == "keep-heads":
        from .head_export import keep_heads
        keep_heads(work, shipped.from_gguf(path, shape), path, writer.hash_of_target())
    elif stage == "report-heads":
        from . import chat_measure, head_export
        from .heads import head_shape
        heads = {key: work / head_shape(key, shape).name for key in ("eagle", "medusa")} | {key: head_export.quantised_path(work, key, shape) for key in QUANTISED}
        chat_measure.report(writer, {key: x for key, x in heads.items() if x.exists()}, a.chats)
    else:
        target = shipped.from_gguf(path, shape)
        text = ChatStates(writer, target)
        if stage == "text":
            text.write(stop)
        elif stage in (*TRAINED, "draft"):
            train(stage, a, work, text, target, stop, threads)
        else:
            from .head_export import export_head, export_quantised
            for key in ("eagle", "medusa"):
                export_head(key, work, target, work)
            for key in QUANTISED:
                export_quantised(key, work, target, path, work)
