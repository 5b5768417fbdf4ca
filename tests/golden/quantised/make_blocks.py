# SPDX-License-Identifier: MIT
"""Makes blocks.gguf with the Python package gguf: for each quantised type a tensor of random blocks under the type's name, and
under NAME.f32 the numbers that the package makes of it.

    pip install gguf==0.19.0 && python3 tests/golden/quantised/make_blocks.py
"""
import pathlib

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFWriter
from gguf.quants import dequantize

# Where the IEEE halves of a block lie; all other bytes may be anything.
HALVES = {"Q8_0": [0], "Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}


def main() -> None:
    random = np.random.default_rng(1)
    writer = GGUFWriter(pathlib.Path(__file__).resolve().parent / "blocks.gguf", "blocks")
    for name, halves in HALVES.items():
        kind = GGMLQuantizationType[name]
        elements, size = GGML_QUANT_SIZES[kind]
        blocks = random.integers(0, 256, (3, max(1, 64 // elements), size), dtype=np.uint8)  # [rows, blocks, bytes]
        for at in halves:
            scales = random.uniform(-0.1, 0.1, blocks.shape[:2]).astype(np.float16)
            scales[0, 0], scales[1, 0] = 3e-7, 0  # a subnormal number
            blocks[:, :, at : at + 2] = scales[..., None].view(np.uint8)
        rows = blocks.reshape(3, -1)
        writer.add_tensor(name, rows, raw_dtype=kind)
        writer.add_tensor(f"{name}.f32", dequantize(rows, kind).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main()
