# SPDX-License-Identifier: MIT
"""In what type products are computed: bfloat16 where the device has instructions for it, else float32, which is then ten times as fast."""
import functools

import torch


@functools.cache
def product_type(device: str) -> torch.dtype:
    """For matrix products on a device by its name."""
    if device.split(":")[0] != "cpu":
        return torch.bfloat16
    return torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported() else torch.float32
