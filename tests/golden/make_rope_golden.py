# SPDX-License-Identifier: MIT
"""Makes tests/golden/rope.json, which test_golden_rope compares with: what transformers writes where rotary positions are scaled.

    ../shared/tools/oracle tests/golden/make_rope_golden.py

Each case is a model of tests/golden/families with a changed config.json. Its text is 40 tokens that transformers adds greedily to a prompt, in
float32 on the CPU and without a cache: every token is the likeliest one behind all before it, read again from the beginning. Kept are the
tokens and, at each of them, the logarithms of a few probabilities. Where frequencies follow the length of the text (longrope, dynamic) that
is what "as transformers" means; generate() with its cache makes the keys of longrope models again where the frequencies change, so its text
is checked to be the same.
"""
import json
import pathlib
import shutil
import tempfile

import tokenizers
import torch
import transformers

here = pathlib.Path(__file__).resolve().parent
SHORT, LONG, COUNT, KEPT = "Once upon", "Once upon a time, there was a little bear in the woods", 40, 3
FOUR = {"short_factor": [1.0, 1.05, 1.3, 2.5], "long_factor": [1.5, 2.0, 4.0, 8.0]}
TWO = {"short_factor": [1.0, 1.3], "long_factor": [2.0, 8.0]}


torch.set_num_threads(1)


def scaled(kind: str, **more) -> dict:
    return {"rope_parameters": None, "rope_theta": 10000.0, "rope_scaling": {"rope_type": kind, **more}}


CASES = {
    "longrope": ("phi3-longrope", {**scaled("longrope", **FOUR), "original_max_position_embeddings": 24}),
    "longrope, its old name": ("phi3-longrope", {"rope_parameters": None, "rope_theta": 10000.0, "original_max_position_embeddings": 24,
                                                 "rope_scaling": {"type": "su", "original_max_position_embeddings": 24, **FOUR}}),
    "longrope with its attention factor": ("phi3-longrope", {**scaled("longrope", attention_factor=1.4, **FOUR),
                                                             "original_max_position_embeddings": 24}),
    "longrope of half a head": ("phi3", {**scaled("longrope", **TWO), "original_max_position_embeddings": 24, "partial_rotary_factor": 0.5,
                                         "sliding_window": None}),
    "longrope in a window": ("phi3", {**scaled("longrope", **FOUR), "original_max_position_embeddings": 24, "sliding_window": 12}),
    "longrope of a Llama": ("llama", scaled("longrope", original_max_position_embeddings=24, factor=4.0, **FOUR)),
    "half a head": ("phi3", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.5}}),
    "three quarters of a head": ("phi3", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4}, "partial_rotary_factor": 0.75,
                                          "sliding_window": None}),
    "a part that Llama does not know": ("llama", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4},
                                                  "partial_rotary_factor": 0.5}),
    "dynamic": ("llama", {**scaled("dynamic", factor=4.0), "max_position_embeddings": 24}),
    "dynamic of a Qwen2": ("qwen2", {"rope_parameters": {"rope_type": "dynamic", "factor": 5.0, "rope_theta": 1e6},
                                     "max_position_embeddings": 20}),
    "dynamic within its context": ("llama", scaled("dynamic", factor=4.0)),
    "linear": ("llama", {**scaled("linear", factor=4.0), "max_position_embeddings": 24}),
    "llama3": ("llama", {**scaled("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
                                  original_max_position_embeddings=24), "max_position_embeddings": 128}),
    "llama3 left at its original length": ("llama", {**scaled("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0),
                                                     "max_position_embeddings": 24}),
    "yarn": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=24)),
    "yarn left at its original length": ("llama", {**scaled("yarn", factor=4.0, original_max_position_embeddings=24),
                                                   "max_position_embeddings": 24}),
    "yarn that says no original length": ("llama", {**scaled("yarn", factor=4.0), "max_position_embeddings": 24}),
    "yarn with mscale": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=24, mscale=0.7, mscale_all_dim=1.3)),
    "yarn with one mscale": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=24, mscale=0.7)),
    "yarn with an attention factor": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=24, attention_factor=1.4)),
    "yarn with betas": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=96, beta_fast=8.0, beta_slow=2.0)),
    "yarn not truncated": ("llama", scaled("yarn", factor=4.0, original_max_position_embeddings=96, beta_fast=8.0, beta_slow=2.0,
                                           truncate=False)),
    "yarn in a window": ("mistral", {**scaled("yarn", factor=4.0, original_max_position_embeddings=24), "sliding_window": 8}),
    "yarn in windows of some layers": ("qwen3-windows", {**scaled("yarn", factor=4.0, original_max_position_embeddings=24)}),
    "linear local layers": ("gemma3", {"rope_scaling": None, "rope_parameters": {
        "full_attention": {"rope_type": "default", "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "linear", "factor": 2.0, "rope_theta": 1e4}}}),
    "yarn in local layers": ("gemma3", {"rope_scaling": None, "rope_parameters": {
        "full_attention": {"rope_type": "yarn", "factor": 4.0, "rope_theta": 1e6, "original_max_position_embeddings": 32},
        "sliding_attention": {"rope_type": "yarn", "factor": 2.0, "rope_theta": 1e4, "original_max_position_embeddings": 32}}}),
}


def written(model, ids: list[int]) -> tuple[list[int], list]:
    """The greedy text without a cache, and at each token [id, ln p] of the likeliest few."""
    text, steps = list(ids), []
    for _ in range(COUNT):
        with torch.no_grad():
            row = model(torch.tensor([text]), use_cache=False).logits[0, -1].double()
        logs = torch.log_softmax(row, -1)
        best = torch.topk(logs, KEPT).indices.tolist()
        steps.append([[token, round(float(logs[token]), 5)] for token in best])
        text.append(best[0])
    return text[len(ids):], steps


def make(name: str) -> list[dict]:
    base, changes = CASES[name]
    source = here / "families" / base
    tokenizer = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json"))
    made = []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(source / "model.safetensors", folder)
        document = json.loads((source / "config.json").read_text()) | changes
        document = {key: value for key, value in document.items() if changes.get(key, 0) is not None}
        (pathlib.Path(folder) / "config.json").write_text(json.dumps(document))
        for text in (SHORT, LONG):
            how = {"attn_implementation": "eager"} if base.startswith("gemma") else {}
            model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **how).eval()
            ids = tokenizer.encode(text).ids
            tokens, steps = written(model, ids)
            if base.startswith("phi3"):
                cached = model.generate(torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long),
                                        max_new_tokens=COUNT, do_sample=False, eos_token_id=None)[0, len(ids):].tolist()
                assert cached == tokens, (name, cached, tokens)
            margin = min(step[0][1] - step[1][1] for step in steps)
            print(f"{name}: {len(ids)} + {COUNT} tokens, the likeliest one leads by {margin:.5f} at least")
            made.append({"name": f"{name}, {len(ids)} tokens", "base": base, "changes": changes, "prompt": text, "tokens": tokens,
                         "steps": steps})
    return made


def main() -> None:
    cases = [case for name in CASES for case in make(name)]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (here / "rope.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
