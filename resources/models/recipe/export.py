# SPDX-License-Identifier: MIT
"""Writes the models as Hugging Face directories (bf16) beside the recipe, and as GGUF files elsewhere."""
import json
import pathlib
import shutil

import gguf
import numpy as np
import sentencepiece
import torch

from . import settings as s
from .fast_tokenizer import tokenizer_json
from .listing import Listing
from .llama import Llama
from .trainer import load_final


def bf16_bits(t: torch.Tensor) -> np.ndarray:
    """bfloat16 bit patterns, round to nearest even."""
    return t.detach().cpu().bfloat16().contiguous().view(torch.int16).numpy().view(np.uint16)


def stored(t: torch.Tensor) -> tuple[str, np.ndarray]:
    """Type by name and data of a tensor: integers and truth values as they are, everything else in bf16."""
    if t.dtype == torch.bool:
        return "BOOL", t.cpu().numpy()
    return ("I64", t.cpu().numpy()) if t.dtype == torch.long else ("BF16", bf16_bits(t))


def write_safetensors(path: pathlib.Path, tensors: dict[str, torch.Tensor]) -> None:
    """The safetensors format by hand: header length, JSON header, data, in the order of the names, 8-byte types first."""
    header: dict = {"__metadata__": {"format": "pt"}}
    blobs, at = [], 0
    order = {"I64": 0, "BF16": 1, "BOOL": 2}
    for name in sorted(tensors, key=lambda n: (order[stored(tensors[n])[0]], n)):
        kind, data = stored(tensors[name])
        blob = data.tobytes()
        header[name] = {"dtype": kind, "shape": list(tensors[name].shape), "data_offsets": [at, at + len(blob)]}
        at += len(blob)
        blobs.append(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(blobs))


def config(z: s.Shape) -> dict:
    """config.json of one model."""
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "hidden_size": z.hidden,
            "intermediate_size": z.inter, "num_hidden_layers": z.layers, "num_attention_heads": z.heads, "num_key_value_heads": z.kv_heads,
            "head_dim": z.head_dim, "vocab_size": z.vocabulary, "max_position_embeddings": z.positions, "rope_theta": z.theta, "rms_norm_eps": 1e-05,
            "attention_bias": False, "mlp_bias": False, "tie_word_embeddings": True, "bos_token_id": z.bos, "eos_token_id": z.eos,
            "torch_dtype": "bfloat16"}


def write_directory(path: pathlib.Path, model: Llama, tokenizer: pathlib.Path, card: str) -> None:
    """One Hugging Face directory."""
    path.mkdir(parents=True, exist_ok=True)
    dump = lambda name, value: (path / name).write_text(json.dumps(value, indent=2) + "\n")
    dump("config.json", config(model.shape))
    dump("generation_config.json", {"bos_token_id": s.BOS, "eos_token_id": s.EOS, "do_sample": True, "temperature": 0.8, "top_p": 0.95, "max_length": s.CONTEXT})
    dump("tokenizer_config.json", {"tokenizer_class": "LlamaTokenizer", "legacy": True, "add_bos_token": True, "add_eos_token": False, "bos_token": "<s>",
                                   "eos_token": "</s>", "unk_token": "<unk>", "clean_up_tokenization_spaces": False, "model_max_length": s.CONTEXT})
    write_safetensors(path / "model.safetensors", dict(model.named_parameters()))
    shutil.copyfile(tokenizer, path / "tokenizer.model")
    fast = tokenizer_json(sentencepiece.SentencePieceProcessor(model_file=str(tokenizer)))
    (path / "tokenizer.json").write_text(json.dumps(fast, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    (path / "README.md").write_text(card)


def interleave(w: torch.Tensor, heads: int) -> torch.Tensor:
    """Rows of q and k in the order GGUF readers expect for this family: rotary pairs beside each other, not in halves."""
    rows, columns = w.shape
    return w.view(heads, 2, rows // heads // 2, columns).transpose(1, 2).reshape(rows, columns)


def gguf_name(name: str) -> str:
    """GGUF's name of a Hugging Face tensor."""
    plain = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight"}
    if name in plain:
        return plain[name]
    _, _, layer, *rest = name.split(".")
    part = {"q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "o_proj": "attn_output", "gate_proj": "ffn_gate", "up_proj": "ffn_up",
            "down_proj": "ffn_down", "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm"}[rest[-2]]
    return f"blk.{layer}.{part}.weight"


def write_gguf(path: pathlib.Path, model: Llama, tokenizer: pathlib.Path) -> None:
    """One GGUF file: matrices bf16, norms f32, the vocabulary inside."""
    z, sp = model.shape, sentencepiece.SentencePieceProcessor(model_file=str(tokenizer))
    w = gguf.GGUFWriter(path, "llama")
    w.add_name(z.title)
    w.add_license("MIT")
    w.add_context_length(s.CONTEXT)
    w.add_embedding_length(z.hidden)
    w.add_block_count(z.layers)
    w.add_feed_forward_length(z.inter)
    w.add_head_count(z.heads)
    w.add_head_count_kv(z.kv_heads)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_rope_dimension_count(z.head_dim)
    w.add_rope_freq_base(10000.0)
    w.add_vocab_size(s.VOCABULARY)
    w.add_file_type(gguf.LlamaFileType.MOSTLY_BF16)
    w.add_tokenizer_model("llama")
    ids, kinds = range(s.VOCABULARY), gguf.TokenType
    w.add_token_list([sp.id_to_piece(i).encode() for i in ids])
    w.add_token_scores([sp.get_score(i) for i in ids])
    w.add_token_types([kinds.UNKNOWN if sp.is_unknown(i) else kinds.CONTROL if sp.is_control(i) else kinds.BYTE if sp.is_byte(i) else kinds.NORMAL for i in ids])
    w.add_bos_token_id(s.BOS)
    w.add_eos_token_id(s.EOS)
    w.add_unk_token_id(s.UNK)
    w.add_add_bos_token(True)
    w.add_add_eos_token(False)
    w.add_add_space_prefix(True)
    for name, p in model.named_parameters():
        if p.dim() == 1:
            w.add_tensor(gguf_name(name), p.detach().bfloat16().float().numpy())
            continue
        t = interleave(p, z.heads) if "q_proj" in name else interleave(p, z.kv_heads) if "k_proj" in name else p
        w.add_tensor(gguf_name(name), bf16_bits(t).view(np.uint8), raw_dtype=gguf.GGMLQuantizationType.BF16)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def card(model: Llama, seen: dict) -> str:
    """Model card; the figures come from the checkpoint."""
    z = model.shape
    role = "the target" if z.role == "target" else "a draft, distilled from Tales 6M"
    return f"""---
license: mit
language: en
---
# {z.title}

{role.capitalize()} of Draftscope's embedded family: a Llama-type model of {model.parameters_count():,} parameters in bf16 ({z.layers} layers, hidden size {z.hidden},
{z.heads} heads of {z.head_dim} with {z.kv_heads} key/value heads, inner size {z.inter}, vocabulary {s.VOCABULARY}, context {s.CONTEXT}, embeddings tied). It writes very simple
stories, facts, JSON records, lists, sums, small Python functions and summaries in the style of its training text, and nothing else: facts
outside that text are wrong. It exists to show how speculative decoding works.

Trained by the recipe beside this directory from random weights on {seen['tokens'] / 1e6:.1f} million tokens in {seen['seconds'] / 60:.0f} minutes of training (this model's own; shared machine). Data,
licences, losses, samples and acceptance: `docs/models.md`.
"""


def entry_of(model: Llama) -> dict:
    """What embedded.json says of a model in a directory of its name."""
    z = model.shape
    return {"name": z.name, "directory": z.name, "title": z.title, "role": z.role, "parameters": model.parameters_count()}


def export_all(work: pathlib.Path, gguf_directory) -> None:
    """Every model that has a checkpoint, and what embedded.json says of them."""
    tokenizer = work / "tokenizer.model"
    target, draft, small = (z.name for z in s.SHAPES.values())
    with Listing() as listing:
        for key, z in s.SHAPES.items():
            model, seen = load_final(work, key)
            write_directory(s.MODELS / z.name, model, tokenizer, card(model, seen))
            pathlib.Path(gguf_directory).mkdir(parents=True, exist_ok=True)
            write_gguf(pathlib.Path(gguf_directory) / f"{z.name}.gguf", model, tokenizer)
            listing.put("models", entry_of(model))
            print(f"{z.name}: {model.parameters_count():,} parameters, {seen}")
        listing.parts["default"] = {"target": target, "draft": draft}
        listing.put("pairs", {"name": "tales", "target": target, "draft": draft})
        listing.put("pairs", {"name": "tales-small", "target": target, "draft": small})
