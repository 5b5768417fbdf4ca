# SPDX-License-Identifier: MIT
"""Makes the models of tests/golden/families and their golden logits, which test_golden_families compares with.

    ../shared/tools/oracle tests/golden/make_families_golden.py [NAME…]

Each model is random, has a few layers of 32 elements and f16 weights, and lies there as a Hugging Face directory and, where GGUF
has its family and all that it does, as a GGUF file with the same weights. Logits are transformers' in float32 on the CPU, of 20 prompts: of every
position a few of them (ids chosen by a fixed rule) and the sum and the sum of squares of all. Where transformers can read the GGUF
file, its logits must be the same: then the file is as converters write it.
"""
import argparse
import json
import math
import pathlib

import gguf
import numpy as np
import tokenizers
import torch
import transformers

from make_golden import PROMPTS, chosen

here = pathlib.Path(__file__).resolve().parent
CHOSEN, LONGEST = 3, 28  # logits kept of a position; tokens of a prompt
MERGES = ["Ġ t", "h e", "i n", "r e", "o n", "Ġt he", "e r", "a t", "Ġ a", "Ġ s", "n d", "Ġ w", "Ġ b", "o u", "i s", "Ġa nd",
          "in g", "Ġ f", "e d", "Ġ T", "o r", "e n", "Ġ h", "l l", "Ġ c"]
SIZES = dict(hidden_size=32, intermediate_size=40, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
             max_position_embeddings=128, rms_norm_eps=1e-6, initializer_range=0.2)
QWEN_SPLIT = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def vocabulary() -> list[str]:
    pieces = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    return pieces + [m.replace(" ", "") for m in MERGES]


def write_tokenizer(directory: pathlib.Path) -> None:
    pieces = vocabulary()
    document = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": len(pieces), "content": "<|endoftext|>", "special": True, "normalized": False,
                          "single_word": False, "lstrip": False, "rstrip": False}],
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": QWEN_SPLIT}, "behavior": "Isolated", "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}]},
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                  "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False,
                  "vocab": {piece: i for i, piece in enumerate(pieces)}, "merges": MERGES}}
    (directory / "tokenizer.json").write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    (directory / "tokenizer_config.json").write_text(json.dumps({"eos_token": "<|endoftext|>"}))


def shape(family: str, **changes):
    """A configuration of a family with a vocabulary of ours."""
    return transformers.AutoConfig.for_model(family, **{
        **SIZES, "vocab_size": len(vocabulary()) + 1, "eos_token_id": len(vocabulary()), "bos_token_id": None,
        "pad_token_id": None, **changes})


def configurations() -> dict:
    return {
        "llama": shape("llama", attention_bias=True, mlp_bias=True, tie_word_embeddings=False,
                       rope_parameters={"rope_type": "linear", "factor": 2.0, "rope_theta": 10000.0}),
        "mistral": shape("mistral", sliding_window=8, head_dim=8, tie_word_embeddings=False),
        "qwen2": shape("qwen2", tie_word_embeddings=True, rope_parameters={"rope_type": "default", "rope_theta": 1e6}),
        "qwen3": shape("qwen3", head_dim=16, tie_word_embeddings=False,
                       rope_parameters={"rope_type": "yarn", "factor": 4.0, "rope_theta": 1e6,
                                        "original_max_position_embeddings": 32}),
        "smollm3": shape("smollm3", num_hidden_layers=4, tie_word_embeddings=True,
                         rope_parameters={"rope_type": "default", "rope_theta": 2e6}),
        "qwen2-windows": shape("qwen2", tie_word_embeddings=True, use_sliding_window=True, sliding_window=6, max_window_layers=1,
                               rope_parameters={"rope_type": "default", "rope_theta": 1e6}),
        "qwen3-windows": shape("qwen3", head_dim=16, tie_word_embeddings=False, use_sliding_window=True, sliding_window=9,
                               layer_types=["sliding_attention", "full_attention"],
                               rope_parameters={"rope_type": "default", "rope_theta": 1e6}),
        "phi3": shape("phi3", sliding_window=8, tie_word_embeddings=False,
                      rope_parameters={"rope_type": "default", "rope_theta": 1e4}),
        "phi3-longrope": shape("phi3", tie_word_embeddings=False, original_max_position_embeddings=64,
                               rope_parameters={"rope_type": "longrope", "rope_theta": 1e4, "short_factor": [1.0, 1.05, 1.3, 2.5],
                                                "long_factor": [1.5, 2.0, 4.0, 8.0], "original_max_position_embeddings": 64}),
        # A query_pre_attn_scalar that is not the head's size, and caps that the small random numbers come near.
        "gemma2": shape("gemma2", num_hidden_layers=3, head_dim=16, sliding_window=8, query_pre_attn_scalar=16,
                        attn_logit_softcapping=3.0, final_logit_softcapping=6.0,
                        rope_parameters={"rope_type": "default", "rope_theta": 1e4}),
        "gemma2-scalar": shape("gemma2", head_dim=16, sliding_window=6, query_pre_attn_scalar=24, attn_logit_softcapping=None,
                               final_logit_softcapping=None, rope_parameters={"rope_type": "default", "rope_theta": 1e4}),
        "gemma3": shape("gemma3_text", num_hidden_layers=6, head_dim=16, sliding_window=8, query_pre_attn_scalar=16,
                        rope_parameters={"full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
                                         "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}}),
        "gpt2": transformers.GPT2Config(n_embd=32, n_layer=2, n_head=4, n_positions=128, vocab_size=len(vocabulary()) + 1,
                                        eos_token_id=len(vocabulary()), bos_token_id=None),
    }


# By family: GGUF's architecture, and whether its converter puts rotary pairs side by side.
GGUF = {"llama": ("llama", True), "qwen2": ("qwen2", False), "qwen3": ("qwen3", False), "smollm3": ("smollm3", True),
        "phi3": ("phi3", False), "phi3-longrope": ("phi3", False), "gemma2": ("gemma2", False), "gemma3": ("gemma3", False),
        "gpt2": ("gpt2", False)}
# Whose GGUF files transformers reads wrongly or not at all: smollm3 is not known to it, and of phi3 it takes no factors.
NOT_READ_BACK = ("smollm3", "phi3-longrope")
NAMES = {"input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
         "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "post_attention_layernorm": "ffn_norm",
         "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm", "mlp.gate_proj": "ffn_gate",
         "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down", "self_attn.qkv_proj": "attn_qkv",
         "mlp.gate_up_proj": "ffn_up"}
GEMMA_NAMES = {"post_attention_layernorm": "post_attention_norm", "pre_feedforward_layernorm": "ffn_norm",
               "post_feedforward_layernorm": "post_ffw_norm"}
GPT2_NAMES = {"ln_1": "attn_norm", "ln_2": "ffn_norm", "attn.c_attn": "attn_qkv", "attn.c_proj": "attn_output",
              "mlp.c_fc": "ffn_up", "mlp.c_proj": "ffn_down"}
TOP = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
       "lm_head.weight": "output.weight", "transformer.wte.weight": "token_embd.weight",
       "transformer.wpe.weight": "position_embd.weight", "transformer.ln_f.weight": "output_norm.weight",
       "transformer.ln_f.bias": "output_norm.bias"}


def interleaved(w: np.ndarray, heads: int) -> np.ndarray:
    """Rows of q and k (or their biases) with the halves of each rotary pair side by side."""
    return w.reshape(heads, 2, w.shape[0] // heads // 2, *w.shape[1:]).swapaxes(1, 2).reshape(w.shape)


def write_rope(w: gguf.GGUFWriter, config, architecture: str) -> None:
    rope = config.rope_parameters
    if architecture == "gemma3":  # whose files say nothing of the layers with a window
        rope = rope["full_attention"]
    w.add_rope_freq_base(rope["rope_theta"])
    if architecture == "phi3":  # whose files name no type
        original = config.original_max_position_embeddings
        w.add_rope_scaling_orig_ctx_len(original)
        w.add_sliding_window(config.sliding_window or 0)
        if rope["rope_type"] == "longrope":
            w.add_rope_scaling_attn_factors(math.sqrt(1 + math.log(config.max_position_embeddings / original) / math.log(original)))
            for kind in ("long", "short"):
                w.add_tensor(f"rope_factors_{kind}.weight", np.array(rope[f"{kind}_factor"], np.float32))
    elif rope["rope_type"] != "default":
        w.add_rope_scaling_type({"linear": gguf.RopeScalingType.LINEAR, "yarn": gguf.RopeScalingType.YARN}[rope["rope_type"]])
        w.add_rope_scaling_factor(rope["factor"])
        if rope["rope_type"] == "yarn":
            w.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])


def write_gguf(path: pathlib.Path, config, tensors: dict, architecture: str, sideBySide: bool) -> None:
    w = gguf.GGUFWriter(path, architecture)
    w.add_context_length(config.max_position_embeddings)
    w.add_embedding_length(config.hidden_size)
    w.add_block_count(config.num_hidden_layers)
    w.add_head_count(config.num_attention_heads)
    if architecture == "gpt2":
        w.add_feed_forward_length(4 * config.n_embd)
        w.add_layer_norm_eps(config.layer_norm_epsilon)
    else:
        w.add_feed_forward_length(config.intermediate_size)
        w.add_head_count_kv(config.num_key_value_heads)
        w.add_layer_norm_rms_eps(config.rms_norm_eps)
        headSize = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
        if architecture == "phi3":
            w.add_rope_dimension_count(headSize)
        else:
            w.add_key_length(headSize)
            w.add_value_length(headSize)
        write_rope(w, config, architecture)
    if architecture in ("gemma2", "gemma3"):
        w.add_sliding_window(config.sliding_window)
    if architecture == "gemma2":
        w.add_attn_logit_softcapping(config.attn_logit_softcapping)
        w.add_final_logit_softcapping(config.final_logit_softcapping)
    pieces = vocabulary()
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("qwen2")
    w.add_token_list([*pieces, "<|endoftext|>"])
    w.add_token_types([gguf.TokenType.NORMAL] * len(pieces) + [gguf.TokenType.CONTROL])
    w.add_token_merges(MERGES)
    w.add_eos_token_id(len(pieces))
    w.add_add_bos_token(False)
    for key, tensor in tensors.items():
        array = tensor.float().numpy()
        if key in TOP:
            name = TOP[key]
        else:
            layer, rest = key.removeprefix("model.layers.").removeprefix("transformer.h.").split(".", 1)
            part, kind = rest.rsplit(".", 1)
            gemma = GEMMA_NAMES.get(part) if architecture.startswith("gemma") else None
            name = f"blk.{layer}.{gemma or NAMES.get(part) or GPT2_NAMES[part]}.{kind}"
            if architecture == "gpt2" and array.ndim == 2:
                array = array.T
            if sideBySide and part.endswith(("q_proj", "k_proj")):
                array = interleaved(array, config.num_attention_heads if "q_proj" in part else config.num_key_value_heads)
        if architecture.startswith("gemma") and name.endswith("norm.weight"):
            array = array + 1  # as llama.cpp's converter does
        w.add_tensor(name, np.ascontiguousarray(array, np.float32 if array.ndim == 1 else np.float16))
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def randomise(model) -> None:
    """Weights of f16 that keep activations near 1, norms around 1, biases that matter. More layers have smaller weights: in f32 every
    layer's rounding is the next one's noise."""
    gain = 2.0 if model.config.num_hidden_layers <= 2 else 1.2
    for name, parameter in model.named_parameters():
        with torch.no_grad():
            noise = torch.randn_like(parameter)
            if parameter.ndim > 1:
                isTable = "embed" in name or name.endswith(("wte.weight", "wpe.weight"))
                width = parameter.shape[0 if ".c_" in name else 1]  # GPT-2's matrices are stored the other way round
                value = noise * (0.5 if isTable else gain * width ** -0.5)
            else:
                one = 0 if model.config.model_type.startswith("gemma") else 1  # that is added where they are used
                value = one + 0.3 * noise if name.endswith(("norm.weight", "ln_1.weight", "ln_2.weight", "ln_f.weight")) else 0.5 * noise
            parameter.copy_(value.half().float())


def logits_of(model, ids: list[int]) -> torch.Tensor:
    with torch.no_grad():
        return model(torch.tensor([ids])).logits[0].double()


def make(name: str, config) -> None:
    directory = here / "families" / name
    directory.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(sum(name.encode()))
    how = {"attn_implementation": "eager"} if name.startswith("gemma") else {}  # the other ways do not cap scores
    model = transformers.AutoModelForCausalLM.from_config(config, dtype=torch.float32, **how).eval()
    randomise(model)
    write_tokenizer(directory)
    tokenizer = tokenizers.Tokenizer.from_file(str(directory / "tokenizer.json"))
    prompts = []
    for text in PROMPTS:
        ids = tokenizer.encode(text).ids[:LONGEST]
        positions = [{"logits": [round(float(row[t]), 6) for t in chosen(row.numel(), i, CHOSEN)],
                      "sum": round(float(row.sum()), 5), "squares": round(float((row * row).sum()), 3)}
                     for i, row in enumerate(logits_of(model, ids))]
        prompts.append({"ids": ids, "positions": positions})
    (directory / "logits.json").write_text(
        json.dumps({"vocabulary": config.vocab_size, "chosen": CHOSEN, "prompts": prompts}, separators=(",", ":")))

    tensors = {k: v for k, v in model.state_dict().items() if k != "lm_head.weight" or not config.tie_word_embeddings}
    if name in GGUF:
        write_gguf(directory / "model.gguf", config, tensors, *GGUF[name])
    expected = logits_of(model, prompts[0]["ids"])
    half = model.half()
    half.config.dtype = torch.float16
    half.save_pretrained(directory)
    (directory / "generation_config.json").unlink(missing_ok=True)
    if name == "qwen2-windows":  # older files do not list what max_window_layers says
        document = json.loads((directory / "config.json").read_text())
        del document["layer_types"]
        (directory / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    if name == "gemma3":  # as the first files were: less is said, and in other words
        document = json.loads((directory / "config.json").read_text())
        del document["layer_types"], document["rope_parameters"]
        document |= {"rope_theta": 1e6, "rope_local_base_freq": 1e4, "rope_scaling": {"factor": 8.0, "rope_type": "linear"},
                     "sliding_window_pattern": 6}
        (directory / "config.json").write_text(json.dumps(document, indent=2) + "\n")
    checked = ""
    if name in GGUF and name not in NOT_READ_BACK:
        read = transformers.AutoModelForCausalLM.from_pretrained(directory, gguf_file="model.gguf", config=config,
                                                                 dtype=torch.float32, **how).eval()
        difference = float((logits_of(read, prompts[0]["ids"]) - expected).abs().max())
        assert difference < 1e-5, difference
        checked = f", transformers reads the GGUF within {difference:.2g}"
    sizes = {file.name: file.stat().st_size for file in sorted(directory.iterdir())}
    print(f"{name}: {sum(len(p['ids']) for p in prompts)} positions, {sizes}{checked}")


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*", help="which of them; all by default")
    a = p.parse_args()
    for name, config in configurations().items():
        if not a.names or name in a.names:
            make(name, config)


if __name__ == "__main__":
    main()
