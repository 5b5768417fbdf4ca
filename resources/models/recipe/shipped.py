# SPDX-License-Identifier: MIT
"""The targets that heads are trained for, as the program reads them: the shipped one, bit for bit, and one of a GGUF file, dequantised."""
import json
import pathlib

import gguf
import numpy as np
import sentencepiece
import torch

from . import settings as s
from .export import gguf_name
from .llama import Llama

TYPES = {"BF16": (np.int16, torch.bfloat16), "F32": (np.float32, None), "I64": (np.int64, None), "BOOL": (np.bool_, None)}


def read_safetensors(path: pathlib.Path) -> dict[str, torch.Tensor]:
    """All tensors of a file, in their own types."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    out = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        stored, view = TYPES[entry["dtype"]]
        t = torch.from_numpy(np.frombuffer(data[8 + size + begin : 8 + size + end], stored).copy()).view(entry["shape"])
        out[name] = t.view(view) if view else t
    return out


def target(device: str = "cpu") -> Llama:
    """The shipped target: its bf16 weights in float32, without gradients."""
    z = s.SHAPES["target"]
    model = Llama(z)
    model.load_state_dict({k: v.float() for k, v in read_safetensors(s.MODELS / z.name / "model.safetensors").items()})
    return model.to(device).eval().requires_grad_(False)


def from_gguf(path: pathlib.Path, z: s.Shape) -> Llama:
    """A target of that shape from a GGUF file, its weights in float32, without gradients."""
    stored = {t.name: t for t in gguf.GGUFReader(path).tensors}
    model = Llama(z)
    for name, p in model.named_parameters():
        t = stored.get(gguf_name(name))
        if t is None or tuple(reversed(t.shape.tolist())) != tuple(p.shape):
            raise SystemExit(f"{path} is not {z.title}: its tensor {gguf_name(name)} is {'missing' if t is None else 'of another size'}.")
        weight = torch.from_numpy(gguf.dequantize(t.data, t.tensor_type).astype(np.float32)).view(p.shape)
        for part, heads in (("q_proj", z.heads), ("k_proj", z.kv_heads)):
            if part in name:
                weight = halves(weight, heads)
        p.data.copy_(weight)
    return model.eval().requires_grad_(False)


def halves(w: torch.Tensor, heads: int) -> torch.Tensor:
    """The inverse of export.interleave: rows of q and k with the rotary pairs in halves."""
    rows, columns = w.shape
    return w.view(heads, rows // heads // 2, 2, columns).transpose(1, 2).reshape(rows, columns)


def vocabulary() -> sentencepiece.SentencePieceProcessor:
    """The shipped vocabulary."""
    return sentencepiece.SentencePieceProcessor(model_file=str(s.MODELS / s.SHAPES["target"].name / "tokenizer.model"))
