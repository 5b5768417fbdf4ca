# SPDX-License-Identifier: MIT
"""Writes an EAGLE-3 head as a GGUF file in Q8_0, half the size of its directory: tensors and keys are named as llama.cpp's converter names them."""
import pathlib

import gguf
import torch

from .export import interleave
from .heads import Eagle3
from .llama import Llama

NAMES = {"fc": "fc", "midlayer.input_layernorm": "blk.0.attn_norm", "midlayer.hidden_norm": "blk.0.attn_norm_2", "midlayer.self_attn.q_proj": "blk.0.attn_q",
         "midlayer.self_attn.k_proj": "blk.0.attn_k", "midlayer.self_attn.v_proj": "blk.0.attn_v", "midlayer.self_attn.o_proj": "blk.0.attn_output",
         "midlayer.post_attention_layernorm": "blk.0.ffn_norm", "midlayer.mlp.gate_proj": "blk.0.ffn_gate", "midlayer.mlp.up_proj": "blk.0.ffn_up",
         "midlayer.mlp.down_proj": "blk.0.ffn_down", "norm": "output_norm", "lm_head": "output"}
KIND = gguf.GGMLQuantizationType.Q8_0


def write_head(path: pathlib.Path, head: Eagle3, target: Llama) -> None:
    """Matrices in Q8_0, norms in float32; d2t holds the target's token of each logit. The target's embedding is used."""
    z = head.z
    w = gguf.GGUFWriter(path, "eagle3")
    w.add_name(head.shape.title)
    w.add_context_length(z.positions)
    w.add_embedding_length(z.hidden)
    w.add_block_count(1)
    w.add_feed_forward_length(z.inter)
    w.add_head_count(z.heads)
    w.add_head_count_kv(z.kv_heads)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_rope_dimension_count(z.head_dim)
    w.add_rope_freq_base(z.theta)
    w.add_vocab_size(z.vocabulary)
    w.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    w.add_array("eagle3.target_layers", list(target.shape.heads_for_it.fused))
    w.add_uint32("eagle3.target_hidden_size", target.shape.hidden)
    w.add_bool("eagle3.norm_before_residual", False)
    for name, p in head.named_parameters():
        stored = NAMES[name.removesuffix(".weight")] + ".weight"
        heads = z.heads if "q_proj" in name else z.kv_heads if "k_proj" in name else 0
        t = (interleave(p, heads) if heads else p).detach().float().cpu().contiguous().numpy()
        w.add_tensor(stored, t if t.ndim == 1 else gguf.quants.quantize(t, KIND), raw_dtype=None if t.ndim == 1 else KIND)
    w.add_tensor("d2t", head.own_tokens.to(torch.int64).cpu().numpy())
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
