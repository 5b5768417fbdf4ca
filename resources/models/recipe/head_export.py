# SPDX-License-Identifier: MIT
"""Writes the heads of the shipped target, and Medusa's of a target that chats, as directories, named and laid out as the published checkpoints of their kind; EAGLE heads and
the draft of a target that chats as GGUF files."""
import json
import pathlib

import torch

from . import settings as s, shipped
from .chat_draft import KEY as DRAFT, draft_shape
from .export import config, entry_of, write_safetensors
from .head_gguf import draft_name, head_name, read_into, tokens_of, write_draft, write_head
from .head_trainer import load_head, make_head
from .heads import MEDUSA_HEADS, head_shape
from .listing import Listing
from .llama import Llama
from .tables import amount

KEYS = ("eagle", "eagle3", "medusa")
WHAT = {"medusa": "Four Medusa-1 heads (arXiv 2401.10774), one residual block each: head h, from 0, says what stands h + 2 tokens after the token whose state, after the "
                  "target's final norm, it reads",
        "eagle": "An EAGLE-1/2 head (arXiv 2401.15077, 2406.16858): `fc`, with a bias, over the embedding of token P + 1 and the target's state after its final norm at P, "
                 "one decoder layer without an input norm; the target's embedding and head are used",
        "eagle3": "An EAGLE-3 head (arXiv 2503.01840): `fc` over three of the target's residual streams, one decoder layer over the embedding and the fused state, a "
                  "head of its own over {own:,} frequent tokens. `d2t` is what has to be added to an id of the head to have the target's. "
                  "`eagle_aux_hidden_state_layer_ids` {ids} are the streams that *enter* these layers of the target, counted from 0; {layers}, its number of layers, is what leaves "
                  "the last one, before the final norm"}


def head_config(key: str, target: Llama, head: torch.nn.Module, seen: dict) -> dict:
    """config.json of a head; `seen` says how long it was trained, which a later training adds to."""
    return architecture(key, target, head) | {"training": {"tokens": seen["tokens"], "seconds": round(seen["seconds"]), "device": seen["device"]}}


def architecture(key: str, target: Llama, head: torch.nn.Module) -> dict:
    """What the published checkpoints of its kind say of a head in config.json."""
    base, name = config(target.shape), target.shape.name
    if key == "medusa":
        return {"model_type": "medusa", "medusa_num_heads": MEDUSA_HEADS, "medusa_num_layers": 1, "base_model_name_or_path": name,
                "hidden_size": target.shape.hidden, "vocab_size": target.shape.vocabulary, "torch_dtype": "bfloat16"}
    base |= {"num_hidden_layers": 1, "intermediate_size": head.z.inter, "tie_word_embeddings": key == "eagle", "bias": key == "eagle",
             "base_model_name_or_path": name}
    if head.tokens() is not None:
        base["draft_vocab_size"] = len(head.tokens())
    if key == "eagle3":
        base |= {"architectures": ["LlamaForCausalLMEagle3"], "target_hidden_size": target.shape.hidden,
                 "norm_before_residual": False, "norm_before_fc": False,
                 "eagle_config": {"use_aux_hidden_state": True, "eagle_aux_hidden_state_layer_ids": list(target.shape.heads_for_it.fused),
                                  "eagle_aux_hidden_state_convention": "input of the layer"}}
    return base


def tensors(key: str, head: torch.nn.Module, vocabulary: int) -> dict[str, torch.Tensor]:
    """What a head's file holds."""
    out = dict(head.named_parameters())
    if key != "medusa" and (tokens := head.tokens()) is not None:
        t2d = torch.zeros(vocabulary, dtype=torch.bool)
        t2d[tokens] = True
        out |= {"d2t": tokens - torch.arange(len(tokens)), "t2d": t2d}
    return out


def file_name(key: str) -> str:
    return "medusa_lm_head.safetensors" if key == "medusa" else "model.safetensors"


def exported(key: str, target: s.Shape) -> pathlib.Path:
    """The directory of a target's head that comes with the program."""
    return s.MODELS / head_shape(key, target).name


def load_exported(key: str, target: Llama) -> torch.nn.Module:
    """A head as it was exported, its bf16 weights in float32."""
    name = head_shape(key, target.shape).name
    read = shipped.read_safetensors(exported(key, target.shape) / file_name(key))
    d2t = read.pop("d2t", None)
    tokens = None if d2t is None else d2t + torch.arange(len(d2t))
    read.pop("t2d", None)
    head = make_head(key, target, tokens)
    missing = head.load_state_dict({k: v.float() for k, v in read.items()}, strict=False)
    if missing.unexpected_keys or set(missing.missing_keys) - {"own_tokens"}:
        raise ValueError(f"{name} does not fit the recipe: {missing}")
    return head.eval()


def quantised_path(folder: pathlib.Path, key: str, target: s.Shape) -> pathlib.Path:
    """Where an EAGLE head or a draft for a target lies in Q8_0."""
    return folder / f"{draft_shape(target).name if key == DRAFT else head_shape(key, target).name}.gguf"


def begun(key: str, target: Llama) -> tuple[torch.nn.Module, dict] | None:
    """The head that comes with the program, and how long it was trained, for a training that goes on from it; None where there is none."""
    if (path := quantised_path(s.MODELS, key, target.shape)).exists():
        head = make_head(key, target, tokens_of(path))
        seen = read_into(path, head.shape if key == DRAFT else head.z, head, draft_name if key == DRAFT else head_name)
        return head, seen
    if key == DRAFT:
        return None
    folder = exported(key, target.shape)
    if not (folder / file_name(key)).exists():
        return None
    return load_exported(key, target), json.loads((folder / "config.json").read_text()).get("training", {"tokens": 0, "seconds": 0.0})


def card(key: str, head: torch.nn.Module, seen: dict, target: s.Shape) -> str:
    """Model card; the figures come from the checkpoint."""
    z, fused = head_shape(key, target), target.heads_for_it.fused
    count = sum(p.numel() for p in head.parameters())
    own = None if key == "medusa" else head.tokens()
    what = WHAT[key].format(own=0 if own is None else len(own), ids=list(fused), layers=target.layers)
    # Only of the shipped target's heads are the figures kept.
    where = "Data, licences, and how many tokens a step it gives: `docs/models.md`." if target in s.SHAPES.values() else \
        "How many tokens a step it gives prints the recipe's stage `report-heads`; more training gives more."
    return f"""---
license: mit
language: en
---
# {z.title}

{what}. {count:,} parameters in bf16. It drafts for {target.title}, which it was trained against, and for no other model; it has no vocabulary of its own: tokens
are the target's.

Trained by the recipe beside this directory on {amount(seen['tokens'])} of text that the target wrote, in {seen['seconds'] / 60:.0f} minutes of training
({seen['device'] or 'a shared machine without a GPU'} at last). {where}
"""


def export_head(key: str, work: pathlib.Path, target: Llama, folder: pathlib.Path) -> None:
    """A head, where it has a checkpoint, as a directory of that folder."""
    if not (found := load_head(work, key, target)):
        print(f"{key}: not trained yet")
        return
    head, seen = found
    path = folder / head_shape(key, target.shape).name
    path.mkdir(parents=True, exist_ok=True)
    (path / "config.json").write_text(json.dumps(head_config(key, target, head, seen), indent=2) + "\n")
    write_safetensors(path / file_name(key), tensors(key, head, target.shape.vocabulary))
    (path / "README.md").write_text(card(key, head, seen, target.shape))
    print(f"{path}: {sum(p.numel() for p in head.parameters()):,} parameters, {seen}")


def export_heads(work: pathlib.Path, target: Llama, folder: pathlib.Path) -> None:
    """Every head that has a checkpoint, each as a directory of that folder."""
    for key in KEYS:
        export_head(key, work, target, folder)


def export_quantised(key: str, work: pathlib.Path, target: Llama, target_file: pathlib.Path, folder: pathlib.Path) -> torch.nn.Module | None:
    """An EAGLE head or the draft, written in Q8_0 as a file of that folder; None where it has no checkpoint. A draft's vocabulary is that of the target's file."""
    if not (found := load_head(work, key, target)):
        print(f"{key}: not trained yet")
        return None
    path = quantised_path(folder, key, target.shape)
    if key == DRAFT:
        write_draft(path, *found, target_file)
    else:
        write_head(path, *found, target)
    print(f"{path}: {sum(p.numel() for p in found[0].parameters()):,} parameters, {path.stat().st_size / 1e6:.1f} MB, {found[1]}")
    return found[0]


def keep_heads(work: pathlib.Path, target: Llama, target_file: pathlib.Path, target_hash: str) -> None:
    """EAGLE head, EAGLE-3 head and draft, where they have checkpoints, as what comes with the program, and in embedded.json: they are found by the hash of
    their target."""
    with Listing() as listing:
        for key in ("eagle", "eagle3"):
            if export_quantised(key, work, target, target_file, s.MODELS):
                listing.put("heads", {"name": head_shape(key, target.shape).name, "directory": quantised_path(s.MODELS, key, target.shape).name, "method": key,
                                      "target_hash": target_hash})
        if draft := export_quantised(DRAFT, work, target, target_file, s.MODELS):
            listing.put("models", entry_of(draft) | {"directory": quantised_path(s.MODELS, DRAFT, target.shape).name})
            listing.put("pairs", {"name": target.shape.name, "target_hash": target_hash, "draft": draft.shape.name})
