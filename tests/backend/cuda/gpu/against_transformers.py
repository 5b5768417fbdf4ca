#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tokens per second of draftscope-cli and of transformers, turn by turn in one run, on the same weights and card.

    against_transformers.py CLI --target MODELS/tales-6m --draft MODELS/tales-0.8m [-k 6]
    against_transformers.py CLI --shape llama3-1b --tokenizer MODELS/tales-6m

Plain and assisted generation, batch 1, greedy, bf16 unless said otherwise. The first tokens, which the prompt's pass
gives, are left out on both sides. --shape makes a model of that shape with random weights as safetensors (in --cache)
and drafts for itself with it: what is compared then is the work of a round, and nothing is gained by drafting. Needs
torch, transformers and safetensors.
"""
import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SHAPES = {  # hidden, inner, layers, heads, kv heads, head size, vocabulary
    "tiny": (128, 320, 3, 4, 2, 32, 4096),
    "llama-160m": (768, 3072, 12, 12, 12, 64, 32000),
    "llama3-1b": (2048, 8192, 16, 32, 8, 64, 128256),
}


def write_random_model(folder, shape, tokenizer):
    """A tied Llama of random bf16 weights. Rows of the embedding that the tokenizer has no token for are zero, so that
    both programs choose among the same tokens."""
    import torch
    from safetensors.torch import save_file

    hidden, inner, layers, heads, kv_heads, head_size, vocabulary = SHAPES[shape]
    known = json.loads((tokenizer / "config.json").read_text())
    torch.manual_seed(1)

    def matrix(rows, columns):
        return (torch.randn(rows, columns) * columns ** -0.5).to(torch.bfloat16)

    embedding = matrix(vocabulary, hidden)
    embedding[known["vocab_size"]:] = 0
    tensors = {"model.embed_tokens.weight": embedding, "model.norm.weight": torch.ones(hidden, dtype=torch.bfloat16)}
    for i in range(layers):
        at = f"model.layers.{i}."
        for name, rows, columns in (("self_attn.q_proj", heads * head_size, hidden),
                                    ("self_attn.k_proj", kv_heads * head_size, hidden),
                                    ("self_attn.v_proj", kv_heads * head_size, hidden),
                                    ("self_attn.o_proj", hidden, heads * head_size), ("mlp.gate_proj", inner, hidden),
                                    ("mlp.up_proj", inner, hidden), ("mlp.down_proj", hidden, inner)):
            tensors[f"{at}{name}.weight"] = matrix(rows, columns)
        for name in ("input_layernorm", "post_attention_layernorm"):
            tensors[f"{at}{name}.weight"] = torch.ones(hidden, dtype=torch.bfloat16)
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    for file in tokenizer.iterdir():
        if file.name.startswith(("tokenizer", "special_tokens")):
            shutil.copy(file, folder)
    config = dict(known, hidden_size=hidden, intermediate_size=inner, num_hidden_layers=layers,
                  num_attention_heads=heads, num_key_value_heads=kv_heads, head_dim=head_size, vocab_size=vocabulary,
                  max_position_embeddings=4096)
    (folder / "config.json").write_text(json.dumps(config, indent=2))  # last: the folder is complete


class Draftscope:
    def __init__(self, a):
        self.a = a
        self.name = ""

    def run(self, tokens, method):
        command = [self.a.cli, "generate", "--target", self.a.target, "--greedy", "--ignore-eos", "--json", "--prompt",
                   self.a.prompt, "--tokens", str(tokens), "--method", method, "--backend",
                   "cuda" if self.a.device == "cuda" else "cpu"]
        if method == "two-model":
            command += ["--draft", self.a.draft, "--k", str(self.a.k)]
        p = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if p.returncode:
            sys.exit(f"{' '.join(map(str, command))}\nexit {p.returncode}: {(p.stderr or p.stdout).strip()[-600:]}")
        out = json.loads(p.stdout)
        self.name = out["backend"]
        self.prompt_ids = out["prompt_ids"]
        return out["clock_tokens_per_second"], out["token_ids"]


class Transformers:
    def __init__(self, a, prompt_ids):
        import torch
        import transformers
        transformers.logging.set_verbosity_error()
        transformers.utils.logging.disable_progress_bar()
        self.torch, self.a = torch, a
        if a.threads:
            torch.set_num_threads(a.threads)
        self.name = f"transformers {transformers.__version__}, torch {torch.__version__}"
        self.device = torch.cuda.get_device_name() if a.device == "cuda" else "cpu"
        load = transformers.AutoModelForCausalLM.from_pretrained
        kind = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}[a.dtype]
        self.target = load(str(a.target), dtype=kind).to(a.device).eval()
        self.draft = load(str(a.draft), dtype=kind).to(a.device).eval()
        self.ids = torch.tensor([prompt_ids], device=a.device)

    def generate(self, tokens, method):
        more = {}
        if method == "two-model":
            settings = self.draft.generation_config
            settings.num_assistant_tokens = self.a.k
            settings.num_assistant_tokens_schedule = "constant"
            settings.assistant_confidence_threshold = 0.0
            more = {"assistant_model": self.draft}
        for model in (self.target, self.draft):  # both go on where a text would end
            model.generation_config.eos_token_id = None
            model.generation_config.pad_token_id = 0
        with self.torch.inference_mode():
            if self.a.device == "cuda":
                self.torch.cuda.synchronize()
            begin = time.perf_counter()
            out = self.target.generate(self.ids, attention_mask=self.torch.ones_like(self.ids), do_sample=False,
                                       max_new_tokens=tokens, **more)
            if self.a.device == "cuda":
                self.torch.cuda.synchronize()
            return time.perf_counter() - begin, out[0, self.ids.shape[1]:].tolist()

    def run(self, tokens, method):
        """The first token's time, and what generate() prepares, are subtracted."""
        first, one = self.generate(1, method)
        whole, ids = self.generate(tokens, method)
        return (len(ids) - len(one)) / max(whole - first, 1e-9), ids


def same_length(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cli", type=pathlib.Path, help="draftscope-cli")
    p.add_argument("--target", type=pathlib.Path, help="a Hugging Face directory that both programs read")
    p.add_argument("--draft", type=pathlib.Path, help="likewise; the target itself where none is given")
    p.add_argument("--shape", choices=SHAPES, help="random weights instead")
    p.add_argument("--tokenizer", type=pathlib.Path, help="a model directory whose tokenizer --shape takes")
    p.add_argument("--cache", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "draftscope-random")
    p.add_argument("-k", type=int, default=4)
    p.add_argument("--tokens", type=int, default=128)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    p.add_argument("--dtype", choices=("bf16", "f16", "f32"), default="bf16",
                   help="in which transformers computes; Draftscope takes the file's")
    p.add_argument("--threads", type=int, default=0, help="of transformers on the CPU")
    p.add_argument("--prompt", default="Once upon a time, there was a little")
    p.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    a = p.parse_args()
    if a.shape:
        if not a.tokenizer:
            p.error("--shape needs --tokenizer")
        a.target = a.cache / a.shape
        if not (a.target / "config.json").exists():
            write_random_model(a.target, a.shape, a.tokenizer)
    if not a.target:
        p.error("name a --target or a --shape")
    a.draft = a.draft or a.target

    ours = Draftscope(a)
    ours.run(8, "plain")
    theirs = Transformers(a, ours.prompt_ids)
    report = {"target": a.target.name, "draft": a.draft.name, "k": a.k, "tokens": a.tokens, "runs": a.runs,
              "device": theirs.device, "draftscope": ours.name, "transformers": f"{theirs.name}, {a.dtype}"}
    for method in ("plain", "two-model"):
        pairs = []
        for turn in range(a.runs + 1):
            (mine, my_ids), (other, other_ids) = ours.run(a.tokens, method), theirs.run(a.tokens, method)
            if turn > 0:  # the first one warms up
                pairs.append((mine, other))
        ratios = [x / y for x, y in pairs]
        report[method] = {"draftscope_tokens_per_second": statistics.median(x for x, _ in pairs),
                          "transformers_tokens_per_second": statistics.median(y for _, y in pairs),
                          "ratio": statistics.median(ratios), "least_ratio": min(ratios), "largest_ratio": max(ratios),
                          "tokens_before_they_differ": same_length(my_ids, other_ids)}
    if a.json:
        print(json.dumps(report))
        return
    print(f"{report['target']} with {report['draft']} drafting, {a.tokens} tokens, {a.runs} turns, {report['device']}\n"
          f"{report['draftscope']} against {report['transformers']}")
    for method in ("plain", "two-model"):
        r = report[method]
        title = method if method == "plain" else f"{method}, K = {a.k}"
        print(f"{title}: {r['draftscope_tokens_per_second']:.1f} against {r['transformers_tokens_per_second']:.1f} tokens/s, "
              f"ratio {r['ratio']:.2f} ({r['least_ratio']:.2f} to {r['largest_ratio']:.2f}); the first "
              f"{r['tokens_before_they_differ']} tokens are the same")


if __name__ == "__main__":
    main()
