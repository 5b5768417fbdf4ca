# SPDX-License-Identifier: MIT
"""Sizes, mix of texts and paths: everything a person may want to change."""
import dataclasses
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent                                  # resources/models: what the program embeds
CORPUS = MODELS.parents[2] / "shared" / "data" / "corpus"   # ../shared beside the repository; may be absent
VOCABULARY = 2560
CONTEXT = 512
UNK, BOS, EOS = 0, 1, 2


@dataclasses.dataclass(frozen=True)
class Shape:
    """One model of the family. All share the vocabulary and the context."""
    name: str
    title: str
    role: str
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    inter: int
    matrix_rate: float        # learning rate of the matrices (Muon)
    vector_rate: float        # learning rate of embeddings and norms (AdamW)

    @property
    def head_dim(self) -> int:
        return self.hidden // self.heads


SHAPES = {
    "target": Shape("tales-6m", "Tales 6M", "target", 256, 8, 4, 2, 640, 0.02, 0.004),
    "draft": Shape("tales-0.8m", "Tales 0.8M", "draft", 128, 2, 4, 2, 512, 0.02, 0.006),
    "small": Shape("tales-0.3m", "Tales 0.3M", "draft", 64, 2, 2, 1, 192, 0.02, 0.008),
}

FUSED = (2, 5, 8)     # what an EAGLE-3 head fuses: what enters these layers of the target; 8, its number of layers, is what leaves the last

# Share of the tokens by source. Without ../shared the first eight are scaled up to the whole.
MIX = {"story": 0.31, "facts": 0.05, "code": 0.07, "json": 0.09, "list": 0.04, "arithmetic": 0.05, "summary": 0.12, "repeat": 0.06,
       "tinystories": 0.15, "fairytales": 0.03, "python": 0.02, "shakespeare": 0.01}
SHARD_TOKENS = 2_000_000


def work_directory(given: str | None = None) -> pathlib.Path:
    """Where vocabulary, shards of tokens, checkpoints and logs are kept between sessions."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    path = pathlib.Path(given) if given else cache / "draftscope-models"
    path.mkdir(parents=True, exist_ok=True)
    return path
