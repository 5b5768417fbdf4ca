# SPDX-License-Identifier: MIT
"""The stages of `train` that make heads: for the shipped target, which need no checkpoint of it, only resources/models, or for one that chats."""
import pathlib

from . import settings as s, shipped
from .chunks import Chunks, to_learn_from
from .corpus import Corpus
from .graph_writer import GraphWriter
from .llama import Llama
from .own_text import OwnText
from .threads import Threads
from .trainer import Stop
from .writer import Writer

TRAINED = ["eagle", "eagle3", "medusa"]
STAGES = ["text", *TRAINED, "early-exit", "export-heads", "report-heads"]
CHAT_STAGES = ["chats", "text", *TRAINED, "draft", "export-heads", "report-heads"]      # for a target that chats
QUANTISED = ["eagle", "eagle3", "draft"]      # what such a target has as a GGUF file
ON_REQUEST = ["keep-chats", "keep-heads"]      # likewise, where they are asked for by name
PRESETS = {"cpu": {"minutes": 30.0, "tokens": 1.2e6, "batch": 1024, "rate": 1.0}, "gpu": {"minutes": 10.0, "tokens": 1e7, "batch": 32768, "rate": 1.5}}


def train(key: str, a, work: pathlib.Path, text: Chunks, target: Llama, stop: Stop, threads: Threads) -> None:
    """Goes on with one head: from its checkpoint, or else from the one that comes with the program."""
    from .head_trainer import HeadTrainer
    if not text.count():
        raise SystemExit(f"There is no text of {target.shape.title} in {work} yet: run the stages before this one.")
    from .head_export import begun
    going_on = None if a.fresh_heads else begun(key, target.cpu())
    t = HeadTrainer(work, text, key, a.device, a.head_batch, target.to(a.device), a.head_steps, going_on, a.fresh_heads)
    t.rate_factor = a.head_rate
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
    if stage == "text":
        OwnText(work, corpus, Writer(target) if a.device == "cpu" else GraphWriter(target.to(a.device))).write(a.text_tokens, target.shape.heads_for_it.fused, stop)
    elif stage in TRAINED:
        train(stage, a, work, to_learn_from(work, target.to(a.device)), target, stop, threads)
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
    """The same for a target that chats. draftscope-cli runs it; on a GPU it only reads the prompts, and torch writes."""
    from .chat_states import ChatStates
    from .chat_text import ChatText, Prompts
    from .chat_writer import ChatWriter, kept
    work, shape, path = work / a.target, s.HEAD_TARGETS[a.target], s.smollm2_file(a.target_file)
    writer = ChatWriter(work, path, a.seed, a.threads, kept(shape.name))
    if stage == "chats":
        if a.device == "cpu":
            writer.write(a.text_tokens, stop)
        else:
            Prompts(work).make(writer, a.text_tokens, stop)
    elif stage == "keep-chats":
        writer.keep()
    elif stage == "keep-heads":
        from .head_export import keep_heads
        keep_heads(work, shipped.from_gguf(path, shape), path, writer.hash_of_target())
    elif stage == "report-heads":
        from . import chat_measure, head_export
        from .heads import head_shape
        heads = {"medusa": work / head_shape("medusa", shape).name} | {key: head_export.quantised_path(work, key, shape) for key in QUANTISED}
        chat_measure.report(writer, {key: x for key, x in heads.items() if x.exists()}, a.chats)
    else:
        target = shipped.from_gguf(path, shape)
        if stage == "text":
            if a.device == "cpu":
                ChatStates(writer, target).write(stop)
            else:
                ChatText(work, Prompts(work), GraphWriter(target.to(a.device)), a.seed).write(a.text_tokens, stop)
        elif stage in (*TRAINED, "draft"):
            train(stage, a, work, to_learn_from(work, target.to(a.device)), target, stop, threads)
        else:
            from .head_export import export_head, export_quantised
            export_head("medusa", work, target, work)
            for key in QUANTISED:
                export_quantised(key, work, target, path, work)
