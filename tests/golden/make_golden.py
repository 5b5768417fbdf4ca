# SPDX-License-Identifier: MIT
"""Makes the golden logits that test_golden_logits compares with: transformers in float32 on the CPU.

    ../shared/tools/oracle tests/golden/make_golden.py

For each of 20 prompts and each position it keeps 24 logits (ids chosen by a fixed rule) and the sum and sum of squares of
all of them, so that the files stay small and no logit can be wrong unnoticed. With --random it also makes the random model
tests/golden/random-llama anew (two layers, GQA, untied, Llama-3 rope scaling, float32; as a directory and as GGUF), with the
embedded vocabulary.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import sentencepiece
import torch
import transformers

here = pathlib.Path(__file__).resolve().parent
models = here.parent.parent / "resources" / "models"

PROMPTS = [
    "Once upon a time, there was a little girl named Lily. She loved to play in the garden.",
    "One day, a small dog found a red ball under the tree. He wanted to show it to his friend.",
    "The capital of France is",
    "def add(a, b):\n    return a + b\n\ndef multiply(a, b):\n",
    '{"name": "Tom", "age": 7, "city": "Paris", "likes": ["cats", "trains"]}',
    "1 + 2 = 3\n4 + 5 =",
    "Colours: red, green, blue, yellow,",
    "\n\n\n",
    "a",
    "The quick brown fox jumps over the lazy dog. " * 4,
    "naïve café, Ærøskøbing, Straße",
    "Привет, мир!",
    "你好，世界",
    "🙂🚀 emoji",
    "שלום עולם",
    "x = [i * i for i in range(10) if i % 2 == 0]",
    "Tom and Sam went to the park. Tom had a kite. The wind was strong and the kite flew",
    "   leading spaces and\ttabs",
    "Summary: the bird could not fly, but its friends helped it.",
    "0123456789 9876543210",
]


def chosen(vocabulary: int, position: int, count: int = 24) -> list[int]:
    return sorted({(position * 7919 + j * 104729 + 13) % vocabulary for j in range(count)})


def golden(directory: pathlib.Path, out: pathlib.Path) -> None:
    model = transformers.AutoModelForCausalLM.from_pretrained(directory, dtype=torch.float32).eval()
    tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(directory / "tokenizer.model"))
    prompts = []
    for text in PROMPTS:
        ids = [tokenizer.bos_id(), *tokenizer.encode(text)][:200]
        with torch.no_grad():
            logits = model(torch.tensor([ids])).logits[0].double()
        positions = []
        for i, row in enumerate(logits):
            picked = chosen(row.numel(), i)
            positions.append({"logits": [round(float(row[t]), 7) for t in picked],
                              "sum": float(row.sum()), "squares": float((row * row).sum()), "argmax": int(row.argmax())})
        prompts.append({"ids": ids, "positions": positions})
    out.write_text(json.dumps({"vocabulary": logits.shape[1], "prompts": prompts}, separators=(",", ":")))
    print(f"{out}: {sum(len(p['ids']) for p in prompts)} positions, {out.stat().st_size} bytes")


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--random", action="store_true", help="make the random model anew")
    p.add_argument("--tools", type=pathlib.Path, default=here.parents[2] / "shared" / "tools")
    a = p.parse_args()
    target = json.loads((models / "embedded.json").read_text())["default"]["target"]
    random = here / "random-llama"
    if a.random:
        subprocess.run([sys.executable, a.tools / "random-llama", random, "--untied", "--rope-scaling", "--dtype", "f32",
                        "--tokenizer", models / target / "tokenizer.model"], check=True)
    golden(models / target, here / "embedded-target.json")
    golden(random, here / "random-llama.json")


if __name__ == "__main__":
    main()
