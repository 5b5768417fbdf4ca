# SPDX-License-Identifier: MIT
"""Perplexity of a text by transformers in float32 on the CPU: each token of a window is scored given those before it in that window.

    ../shared/tools/oracle tests/golden/perplexity.py
    ../shared/tools/oracle tests/golden/perplexity.py MODEL --text FILE [--context N] [--cli build/release/bin/draftscope-cli]

Without a model it makes tests/golden/perplexity.json, which test_text_score compares with. With one, a directory or a GGUF file
(whose weights transformers dequantises), it prints the perplexity of a text, and with --cli also what `draftscope-cli perplexity` says
in both arithmetics, and how far apart they are.
"""
import argparse
import json
import math
import pathlib
import subprocess

import torch
import transformers

here = pathlib.Path(__file__).resolve().parent
TEXT = ("The hare ran on, quick as the wind, and laughed at the tortoise behind him. \"You will never get there!\" he said.\n\n"
        "naïve café, 1 + 2 = 3, def add(a, b): return a + b\n")
CONTEXT = 24


def load(path: pathlib.Path):
    if path.suffix == ".gguf":
        folder, options = path.parent, {"gguf_file": path.name}
    else:
        folder, options = path, {}
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **options).eval()
    if (folder / "tokenizer.model").exists() and not options:
        import sentencepiece
        tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(folder / "tokenizer.model"))
        return model, lambda text: [tokenizer.bos_id(), *tokenizer.encode(text)]
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **options)
    return model, lambda text: tokenizer(text).input_ids


def measure(model, ids: list[int], window: int) -> dict:
    total, scored = 0.0, 0
    for begin in range(0, len(ids), window):
        part = torch.tensor([ids[begin:begin + window]])
        if part.shape[1] < 2:
            continue
        with torch.no_grad():
            mean = float(model(part, labels=part).loss)  # over all tokens but the first
        total += mean * (part.shape[1] - 1)
        scored += part.shape[1] - 1
    return {"tokens": len(ids), "scored": scored, "context": window, "negative_log_likelihood_per_token": total / scored,
            "perplexity": math.exp(total / scored)}


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("model", nargs="?", type=pathlib.Path)
    p.add_argument("--text", type=pathlib.Path)
    p.add_argument("--context", type=int, help="tokens of a window; the model's whole context by default")
    p.add_argument("--cli", type=pathlib.Path)
    a = p.parse_args()
    if not a.model:
        model, encode = load(here / "random-llama")
        found = {"text": TEXT, **measure(model, encode(TEXT), CONTEXT)}
        (here / "perplexity.json").write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
        print(found)
        return
    if not a.text:
        p.error("a model needs --text")
    model, encode = load(a.model)
    window = a.context or model.config.max_position_embeddings
    found = measure(model, encode(a.text.read_text(encoding="utf-8")), window)
    print(f"transformers: {found}")
    if not a.cli:
        return
    for arithmetic in ("f32", "auto"):
        said = json.loads(subprocess.run([a.cli, "perplexity", "--target", a.model, "--text", a.text, "--context", str(window), "--json",
                                          "--backend", "cpu", "--arithmetic", arithmetic], check=True, capture_output=True, text=True).stdout)
        assert said["tokens"] == found["tokens"] and said["scored"] == found["scored"], "other tokens"
        print(f"draftscope:   perplexity {said['perplexity']} with --arithmetic {arithmetic} on {said['backend']}, "
              f"{100 * (said['perplexity'] / found['perplexity'] - 1):+.4f} %")


if __name__ == "__main__":
    main()
