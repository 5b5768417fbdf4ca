# SPDX-License-Identifier: MIT
"""Writes an EAGLE head, or a draft with logits for a part of its target's vocabulary, as a GGUF file in Q8_0, half the size of a directory: tensors and
keys are named as llama.cpp's converter names those of EAGLE-3, and those of EAGLE-1/2, which it does not write, likewise."""
import pathlib
from collections.abc import Callable

import gguf
import torch

from . import settings as s, shipped
from .export import gguf_name, interleave
from .heads import Eagle, Eagle3
from .llama import Llama

# Without what the layer is called: midlayer. of EAGLE-3, layers.0. of EAGLE-1/2.
NAMES = {"fc": "fc", "input_layernorm": "blk.0.attn_norm", "hidden_norm": "blk.0.attn_norm_2", "self_attn.q_proj": "blk.0.attn_q", "self_attn.k_proj": "blk.0.attn_k",
         "self_attn.v_proj": "blk.0.attn_v", "self_attn.o_proj": "blk.0.attn_output", "post_attention_layernorm": "blk.0.ffn_norm", "mlp.gate_proj": "blk.0.ffn_gate",
         "mlp.up_proj": "blk.0.ffn_up", "mlp.down_proj": "blk.0.ffn_down", "norm": "output_norm", "lm_head": "output"}
KIND = gguf.GGMLQuantizationType.Q8_0


TRAINING = "draftscope.training."      # keys that say for how many tokens and seconds a head was trained


def sizes_of(w: gguf.GGUFWriter, z: s.Shape, inter: int, layers: int, seen: dict) -> None:
    """The keys that any decoder has, and how long it was trained."""
    w.add_license("MIT")
    w.add_description("Trained by Draftscope's recipe (resources/models) on text that its target wrote; for that target and no other model.")
    w.add_uint64(TRAINING + "tokens", seen["tokens"])
    w.add_uint64(TRAINING + "seconds", round(seen["seconds"]))
    w.add_context_length(z.positions)
    w.add_embedding_length(z.hidden)
    w.add_block_count(layers)
    w.add_feed_forward_length(inter)
    w.add_head_count(z.heads)
    w.add_head_count_kv(z.kv_heads)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_rope_dimension_count(z.head_dim)
    w.add_rope_freq_base(z.theta)
    w.add_vocab_size(z.vocabulary)
    w.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)


def heads_of(z: s.Shape, name: str) -> int:
    """Heads whose rotary pairs a tensor has in another order; 0 of all others."""
    return z.heads if "q_proj" in name else z.kv_heads if "k_proj" in name else 0


def head_name(name: str) -> str:
    """GGUF's name of an EAGLE head's tensor."""
    stem, _, kind = name.removeprefix("midlayer.").removeprefix("layers.0.").rpartition(".")
    return f"{NAMES[stem]}.{kind}"


def draft_name(name: str) -> str:
    """GGUF's name of a draft's tensor."""
    return "output.weight" if name == "lm_head.weight" else gguf_name(name)


def add_tensors(w: gguf.GGUFWriter, z: s.Shape, model: torch.nn.Module, name_of: Callable[[str], str]) -> None:
    """Matrices in Q8_0, norms in float32; d2t holds the target's token of each logit."""
    for name, p in model.named_parameters():
        heads = heads_of(z, name)
        t = (interleave(p, heads) if heads else p).detach().float().cpu().contiguous().numpy()
        w.add_tensor(name_of(name), t if t.ndim == 1 else gguf.quants.quantize(t, KIND), raw_dtype=None if t.ndim == 1 else KIND)
    if model.own_tokens is not None:
        w.add_tensor("d2t", model.own_tokens.to(torch.int64).cpu().numpy())
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def write_head(path: pathlib.Path, head: Eagle | Eagle3, seen: dict, target: Llama) -> None:
    """An EAGLE head; the target's embedding is used, and by EAGLE-1/2 the target's head, too."""
    is_eagle3 = isinstance(head, Eagle3)
    w = gguf.GGUFWriter(path, "eagle3" if is_eagle3 else "eagle")
    w.add_name(head.shape.title)
    sizes_of(w, head.z, head.z.inter, 1, seen)
    if is_eagle3:
        w.add_array("eagle3.target_layers", list(target.shape.heads_for_it.fused))
        w.add_uint32("eagle3.target_hidden_size", target.shape.hidden)
        w.add_bool("eagle3.norm_before_residual", False)
    add_tensors(w, head.z, head, head_name)


def write_draft(path: pathlib.Path, draft: Llama, seen: dict, target: pathlib.Path) -> None:
    """A draft with the vocabulary of the GGUF file `target`, which is copied from there."""
    z = draft.shape
    w = gguf.GGUFWriter(path, "llama")
    w.add_name(z.name)
    sizes_of(w, z, z.inter, z.layers, seen)
    for key, field in gguf.GGUFReader(target).fields.items():
        if key.startswith("tokenizer."):
            w.add_key_value(key, field.contents(), field.types[0], field.types[-1] if len(field.types) > 1 else None)
    add_tensors(w, z, draft, draft_name)


def tokens_of(path: pathlib.Path) -> torch.Tensor | None:
    """The target's token of each logit of such a file; None where it says all tokens."""
    tokens = next((x for x in gguf.GGUFReader(path).tensors if x.name == "d2t"), None)
    return None if tokens is None else torch.from_numpy(tokens.data.copy())


def read_into(path: pathlib.Path, z: s.Shape, model: torch.nn.Module, name_of: Callable[[str], str]) -> dict:
    """Takes the weights of such a file back; returns how long they were trained."""
    reader = gguf.GGUFReader(path)
    stored = {x.name: torch.tensor(gguf.quants.dequantize(x.data, x.tensor_type)) for x in reader.tensors if x.name != "d2t"}
    with torch.no_grad():
        for name, p in model.named_parameters():
            t, heads = stored.pop(name_of(name), torch.empty(0)), heads_of(z, name)
            if t.shape != p.shape:
                raise SystemExit(f"{path} is of another recipe: its tensor {name_of(name)} is missing or of another size.")
            p.copy_(shipped.halves(t, heads) if heads else t)
    if stored:
        raise SystemExit(f"{path} is of another recipe: it has {', '.join(stored)}, too.")
    return {key: reader.fields[TRAINING + key].contents() for key in ("tokens", "seconds")}
