# SPDX-License-Identifier: MIT
"""Reads back what the program ships: the target that heads are trained for is the exported one, bit for bit."""
import json
import pathlib

import numpy as np
import sentencepiece
import torch

from . import settings as s
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


def vocabulary() -> sentencepiece.SentencePieceProcessor:
    """The shipped vocabulary."""
    return sentencepiece.SentencePieceProcessor(model_file=str(s.MODELS / s.SHAPES["target"].name / "tokenizer.model"))
