# SPDX-License-Identifier: MIT
"""Makes the files beside it with torch itself: Medusa heads as torch.save() writes them in several ways, and their logits.

    ../shared/tools/oracle tests/golden/torch/make_torch_files.py
"""
import json
import pathlib

import torch
from torch import nn

HIDDEN, VOCABULARY, HEADS = 8, 16, 2
here = pathlib.Path(__file__).resolve().parent


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(HIDDEN, HIDDEN)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + nn.functional.silu(self.linear(x))


@torch.no_grad()
def main() -> None:
    torch.manual_seed(1)
    heads = nn.ModuleList(nn.Sequential(Block(), nn.Linear(HIDDEN, VOCABULARY, bias=False)) for _ in range(HEADS)).to(torch.bfloat16)
    torch.save(heads.state_dict(), here / "bf16.pt")
    torch.save(heads.half().state_dict(), here / "f16.pt")
    heads.float()  # of the same numbers
    state = heads.state_dict()
    torch.save(state, here / "state-dict.pt")
    torch.save(state, here / "protocol-4.pt", pickle_protocol=4)
    torch.save(dict(heads.named_parameters()), here / "parameters.pt")
    together = torch.cat([tensor.flatten() for tensor in state.values()])  # all tensors are views of one storage
    parts = together.split([tensor.numel() for tensor in state.values()])
    torch.save({name: part.view(state[name].shape) for name, part in zip(state, parts)}, here / "one-storage.pt")
    torch.save(dict(state) | {"0.0.linear.weight": state["0.0.linear.weight"].t()}, here / "transposed.pt")
    torch.save(state, here / "before-1.6.pt", _use_new_zipfile_serialization=False)
    torch.save(heads[0][1], here / "module.pt")
    states = torch.randn(3, HIDDEN)
    expected = {"torch": torch.__version__, "states": states.tolist(), "logits": [head(states).tolist() for head in heads]}
    (here / "expected.json").write_text(json.dumps(expected) + "\n")


if __name__ == "__main__":
    main()
