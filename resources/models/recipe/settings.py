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
class Heads:
    """What heads for a target have to be told."""
    fused: tuple[int, ...]    # what an EAGLE-3 head fuses: what enters these layers of the target; its number of layers is what leaves the last
    inter: int                # inner size of an EAGLE head's layer
    frequent: int             # tokens of an EAGLE-3 head's own vocabulary
    cut: int = 0              # the same of an EAGLE-1/2 head and of a draft; an EAGLE-1/2 head with 0 says all


@dataclasses.dataclass(frozen=True)
class Shape:
    """A model: one of the family, which share the vocabulary and the context, or another one that heads are trained for."""
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
    vocabulary: int = VOCABULARY
    context: int = CONTEXT    # tokens of a text that the recipe reads at most
    positions: int = CONTEXT  # what the model itself can read
    theta: float = 10000.0    # of the rotary embedding
    bos: int = BOS
    eos: int = EOS
    heads_for_it: Heads | None = None

    @property
    def head_dim(self) -> int:
        return self.hidden // self.heads


SHAPES = {
    "target": Shape("tales-6m", "Tales 6M", "target", 256, 8, 4, 2, 640, 0.02, 0.004, heads_for_it=Heads((2, 5, 8), 640, 1536)),
    "draft": Shape("tales-0.8m", "Tales 0.8M", "draft", 128, 2, 4, 2, 512, 0.02, 0.006),
    "small": Shape("tales-0.3m", "Tales 0.3M", "draft", 64, 2, 2, 1, 192, 0.02, 0.008),
}

# Targets that heads can be trained for, by their names on the command line.
SMOLLM2 = Shape("smollm2-135m-instruct", "SmolLM2-135M-Instruct", "target", 576, 30, 9, 3, 1536, 0.0, 0.0, vocabulary=49152, context=1024, positions=8192, theta=100000.0, bos=1, eos=2,
                heads_for_it=Heads((2, 15, 30), 1536, 4096, cut=8192))
HEAD_TARGETS = {"tales-6m": SHAPES["target"], "smollm2": SMOLLM2}

# Share of the tokens by source. Without ../shared the first eight are scaled up to the whole. Stories that people read come first, and the
# templates have only what code, records, lists and sums need to be written without a slip.
MIX = {"story": 0.06, "facts": 0.03, "code": 0.05, "json": 0.05, "list": 0.02, "arithmetic": 0.03, "summary": 0.05, "repeat": 0.03,
       "tinystories": 0.64, "fairytales": 0.02, "python": 0.015, "shakespeare": 0.005}
SHARD_TOKENS = 2_000_000


def work_directory(given: str | None = None) -> pathlib.Path:
    """Where vocabulary, shards of tokens, checkpoints and logs are kept between sessions."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    path = pathlib.Path(given) if given else cache / "draftscope-models"
    path.mkdir(parents=True, exist_ok=True)
    return path


def smollm2_file(given: str | None = None) -> pathlib.Path:
    """The GGUF file of SmolLM2-135M-Instruct: the one given, what draftscope-cli fetched, or one in the cache."""
    folder = lambda name, *usual: pathlib.Path(os.environ.get(name) or pathlib.Path.home().joinpath(*usual))
    name = "SmolLM2-135M-Instruct.Q4_1.gguf"
    places = [pathlib.Path(given)] if given else [folder("XDG_DATA_HOME", ".local", "share") / "draftscope" / "models" / "smollm2" / name,
                                                  folder("XDG_CACHE_HOME", ".cache") / "smollm2" / name]
    for path in places:
        if path.exists():
            return path
    raise SystemExit(f"{places[0]} is not there: fetch it with `draftscope-cli models get smollm2`, or say with --target-file where SmolLM2-135M-Instruct lies as GGUF.")
