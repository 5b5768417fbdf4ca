# SPDX-License-Identifier: MIT
"""Writes copies of the program's own SmolLM2 draft and EAGLE-3 head that llama-server of llama.cpp loads.

The draft says 8,192 tokens only, which llama.cpp knows of heads but not of models: its copy has a row for every token.
The head's file has no tokenizer, because it drafts for a target that has one: its copy has the draft's.

    oracle for_llama_server.py MODELS_DIRECTORY OUT_DIRECTORY
"""
import sys
from pathlib import Path

import gguf
import numpy as np


def copy_fields(reader, writer, skip=()):
    for name, field in reader.fields.items():
        if name.startswith("GGUF.") or name == "general.architecture" or name in skip:
            continue
        value_type = field.types[0]
        sub_type = field.types[-1] if value_type == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(name, field.contents(), value_type, sub_type=sub_type)


def copy_tensors(reader, writer, replaced):
    for tensor in reader.tensors:
        if tensor.name in replaced:
            if replaced[tensor.name] is not None:
                writer.add_tensor(tensor.name, replaced[tensor.name])
        else:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)


def write(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def whole_head(reader):
    """The output matrix with a row for each token of the vocabulary, in float16."""
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    rows = gguf.quants.dequantize(tensors["output.weight"].data, tensors["output.weight"].tensor_type)
    said = np.asarray(tensors["d2t"].data).reshape(-1)
    vocabulary = reader.fields["llama.vocab_size"].contents()
    # <|im_start|> begins turns and is never written in one: the draft has learnt that it is not likely anywhere.
    never = rows[list(said).index(reader.fields["tokenizer.ggml.bos_token_id"].contents())]
    whole = np.tile(never, (vocabulary, 1))
    whole[said] = rows
    return whole.astype(np.float16)


def main():
    models, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    draft = gguf.GGUFReader(models / "smollm2-135m-instruct-draft.gguf")
    writer = gguf.GGUFWriter(out / "draft.gguf", "llama")
    copy_fields(draft, writer)
    copy_tensors(draft, writer, {"output.weight": whole_head(draft), "d2t": None})
    write(writer)

    head = gguf.GGUFReader(models / "smollm2-135m-instruct-eagle3.gguf")
    writer = gguf.GGUFWriter(out / "eagle3.gguf", "eagle3")
    copy_fields(head, writer)
    for name, field in draft.fields.items():
        if name.startswith("tokenizer."):
            sub_type = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
            writer.add_key_value(name, field.contents(), field.types[0], sub_type=sub_type)
    copy_tensors(head, writer, {})
    write(writer)


main()
