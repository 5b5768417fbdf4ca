# SPDX-License-Identifier: MIT
"""Compares what was exported with what was trained: python -m recipe.check (needs transformers).

transformers opens every directory in float32 and in bfloat16; its float32 logits must equal those of this recipe's
model with the same rounded weights, and its vocabulary must give the ids that sentencepiece gives.
"""
import json
import sys

import sentencepiece
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from . import settings as s
from .report import PROMPTS, exported


def main() -> int:
    work, bad = s.work_directory(), 0
    sp = sentencepiece.SentencePieceProcessor(model_file=str(work / "tokenizer.model"))
    texts = [p["text"] for p in json.loads(PROMPTS.read_text())]
    for key, z in s.SHAPES.items():
        model, _ = exported(work, key)
        path = s.MODELS / z.name
        f32 = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32).eval()
        b16 = AutoModelForCausalLM.from_pretrained(path, dtype=torch.bfloat16).eval()
        worst = coarse = 0.0
        with torch.no_grad():
            for text in texts:
                ids = torch.tensor([[s.BOS, *sp.encode(text)]])
                mine = model(ids)
                worst = max(worst, (f32(ids).logits - mine).abs().max().item())
                coarse = max(coarse, (b16(ids).logits.float() - mine).abs().max().item())
        vocabulary = AutoTokenizer.from_pretrained(path)
        differ = [t for t in texts if vocabulary(t)["input_ids"] != [s.BOS, *sp.encode(t)]]
        print(f"{z.name}: largest difference of logits {worst:.2e} in float32, {coarse:.2e} in bfloat16; "
              f"ids differ for {len(differ)} of {len(texts)} prompts; architecture {f32.config.architectures}")
        bad += worst > 1e-3 or coarse > 1.0 or bool(differ)
    return bad


if __name__ == "__main__":
    sys.exit(main())
