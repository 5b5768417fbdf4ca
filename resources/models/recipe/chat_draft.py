# SPDX-License-Identifier: MIT
"""A small draft model for a chat target: two layers that read every token of the target and have logits for its most frequent ones.

Embedding and head begin as the target's embedding along its principal directions, since few of 49,152 rows occur often enough in the text to be learnt from
nothing. It learns what the target's head said at the kept states, so the target itself never runs.
"""
import json
import pathlib

import gguf
import torch
from torch import nn

from . import settings as s
from .export import config, write_safetensors
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


def tokenizer_json(path: pathlib.Path) -> dict:
    """The vocabulary of a GGUF file whose byte-level BPE splits digits, as SmolLM2's does, for the tokenizers library."""
    fields = gguf.GGUFReader(path).fields
    if fields["tokenizer.ggml.model"].contents() != "gpt2" or fields["tokenizer.ggml.pre"].contents() != "smollm":
        raise SystemExit(f"{path} has a vocabulary of another kind than SmolLM2's: only that is written for a draft.")
    pieces, kinds = fields["tokenizer.ggml.tokens"].contents(), fields["tokenizer.ggml.token_type"].contents()
    special = [{"id": i, "content": piece, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
               for i, (piece, kind) in enumerate(zip(pieces, kinds)) if kind == gguf.TokenType.CONTROL]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": special, "normalizer": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, byte_level]}, "post_processor": None, "decoder": byte_level,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                      "ignore_merges": False, "vocab": {piece: i for i, piece in enumerate(pieces)}, "merges": fields["tokenizer.ggml.merges"].contents()}}


def export(work: pathlib.Path, target: Llama, path: pathlib.Path) -> None:
    """The draft as a directory of the work directory, where it has a checkpoint; `path` is the target's file, whose vocabulary it gets."""
    from .head_trainer import load_head
    if not (found := load_head(work, KEY, target)):
        print(f"{KEY}: not trained yet")
        return
    draft, seen = found
    z, tokens = draft.shape, draft.own_tokens
    folder = work / z.name
    folder.mkdir(exist_ok=True)
    write_safetensors(folder / "model.safetensors", dict(draft.named_parameters()) | {"d2t": tokens - torch.arange(len(tokens))})
    (folder / "config.json").write_text(json.dumps(config(z) | {"tie_word_embeddings": False, "draft_vocab_size": len(tokens)}, indent=2) + "\n")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_json(path), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": False, "bos_token": "<|im_start|>",
                                                              "eos_token": "<|im_end|>", "clean_up_tokenization_spaces": False}, indent=2) + "\n")
    print(f"{folder}: {sum(p.numel() for p in draft.parameters()):,} parameters, {seen}")
