#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Encodes random and hand-picked strings with this engine and with Hugging Face's tokenizers (or tiktoken, for a tokenizer.model of
ranks, or sentencepiece, for one of its own), and prints how many differ and the first of them. Both split texts by the letters that
their Unicode knows: Debian 12's PCRE2 knows Unicode 14, and so does Python 3.11, which tells such texts apart. Special tokens of a text
are dropped when it is decoded.

    python3 -m venv v && v/bin/pip install tokenizers tiktoken sentencepiece gguf
    v/bin/python tests/tokenizer/compare_with_tokenizers.py build/release/tests/encode_lines TOKENIZER... [--count 10000]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import unicodedata

LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
PICKED = ["", " ", "  ", "\n", "\r\n\r\n \t", "a" * 2000, " " * 300 + "x", "1234567 89", "it's IT'S I'LL we'd", "'ſ 'S", "ﬁ①Ａ", "e\u0301 é",
          "🙂👩‍👩‍👧 🇩🇪", "\u180e\u0085\u00a0\u2028x", "مرحبا بالعالم", "नमस्ते दुनिया", "สวัสดี", "\u0000\u0001", "\ufeffx", "<|endoftext|>", "a<|endoftext|> b",
          "<|im_start|>user\nhi<|im_end|>", "<s></s>", "<|begin_of_text|>x<|eot_id|>", "def f(x):\n    return x  # ok\n\n\n", "\u0e40\u0301", "0" * 50]


def random_text(rng):
    kinds = rng.choices(["ascii", "spaces", "latin", "plane0", "planes", "picked", "digits"], k=rng.randint(1, 8))
    text = ""
    for kind in kinds:
        n = rng.randint(1, 12)
        if kind == "ascii":
            text += "".join(chr(rng.randint(32, 126)) for _ in range(n))
        elif kind == "spaces":
            text += "".join(rng.choice(" \t\n\r\u00a0\u3000\u2028\u0085\u180e") for _ in range(rng.randint(1, 4)))
        elif kind == "latin":
            text += "".join(chr(rng.randint(0xc0, 0x24f)) for _ in range(n))
        elif kind == "plane0":
            text += "".join(c for c in (chr(rng.randint(0x250, 0xffff)) for _ in range(n)) if not 0xd800 <= ord(c) <= 0xdfff)
        elif kind == "planes":
            text += "".join(chr(rng.randint(0x10000, 0x10ffff)) for _ in range(n))
        elif kind == "picked":
            text += rng.choice(PICKED)
        else:
            text += "".join(rng.choice("0123456789½٣Ⅷ") for _ in range(n))
    return text


def reference(path):
    if os.path.isdir(path):
        path = os.path.join(path, "tokenizer.json") if os.path.exists(os.path.join(path, "tokenizer.json")) else path
    if path.endswith(".json"):
        from tokenizers import Tokenizer
        tokenizer = Tokenizer.from_file(path)
        specials = [token.content for token in tokenizer.get_added_tokens_decoder().values()]
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids, tokenizer.decode, specials
    if path.endswith(".gguf"):      # smollm: each digit by itself, then GPT-2's rule
        import gguf
        from tokenizers import Tokenizer
        from tokenizers.decoders import ByteLevel as Decoder
        from tokenizers.models import BPE
        from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence
        fields = gguf.GGUFReader(path).fields
        if fields["tokenizer.ggml.pre"].contents() != "smollm":
            raise SystemExit(f"{path} splits texts in another way than this script knows.")
        pieces, kinds = fields["tokenizer.ggml.tokens"].contents(), fields["tokenizer.ggml.token_type"].contents()
        merges = [tuple(merge.split(" ")) for merge in fields["tokenizer.ggml.merges"].contents()]
        tokenizer = Tokenizer(BPE({piece: i for i, piece in enumerate(pieces)}, merges))
        tokenizer.pre_tokenizer = Sequence([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)])
        tokenizer.decoder = Decoder()
        specials = [piece for piece, kind in zip(pieces, kinds) if kind == gguf.TokenType.CONTROL]
        tokenizer.add_special_tokens(specials)
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids, tokenizer.decode, specials
    if path.endswith(".model") and open(path, "rb").read(1) == b"\n":      # a message of protobuf; a file of ranks begins with base64
        import sentencepiece
        processor = sentencepiece.SentencePieceProcessor(path)
        # It takes the names of special tokens for text, as this engine does not.
        return processor.encode, processor.decode, [processor.id_to_piece(i) for i in range(processor.vocab_size()) if processor.is_control(i) or processor.is_unknown(i)]
    if path.endswith(".model"):
        import base64
        import tiktoken
        ranks = {base64.b64decode(a): int(b) for a, b in (line.split() for line in open(path, "rb") if line.strip())}
        names = ["<|begin_of_text|>", "<|end_of_text|>", "<|reserved_special_token_0|>", "<|reserved_special_token_1|>", "<|finetune_right_pad_id|>",
                 "<|reserved_special_token_2|>", "<|start_header_id|>", "<|end_header_id|>", "<|eom_id|>", "<|eot_id|>", "<|python_tag|>"]
        names += [f"<|reserved_special_token_{i}|>" for i in range(3, 256 - len(names) + 3)]
        encoding = tiktoken.Encoding("llama3", pat_str=LLAMA3, mergeable_ranks=ranks,
                                     special_tokens={name: len(ranks) + i for i, name in enumerate(names)})
        return lambda text: encoding.encode(text, allowed_special="all"), encoding.decode, names
    from tokenizers import ByteLevelBPETokenizer
    tokenizer = ByteLevelBPETokenizer(os.path.join(path, "vocab.json"), os.path.join(path, "merges.txt"))
    tokenizer.add_special_tokens(["<|endoftext|>"])
    return lambda text: tokenizer.encode(text).ids, tokenizer.decode, ["<|endoftext|>"]


def encode_here(program, path, texts):
    """For each text whether it comes back, and its ids."""
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    out = subprocess.run([program, path], input=lines.encode(), capture_output=True, check=True).stdout.decode().splitlines()
    assert len(out) == len(texts), (len(out), len(texts))
    return [(line.split()[0] == "same", [int(word) for word in line.split()[1:]]) for line in out]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tokenizer", nargs="+")
    parser.add_argument("--count", type=int, default=10000)
    options = parser.parse_args()
    rng = random.Random(1)
    texts = PICKED + [random_text(rng) for _ in range(options.count - len(PICKED))]
    failed = False
    for path in options.tokenizer:
        encode, decode, specials = reference(path)
        ours = encode_here(options.program, path, texts)
        different, newer, undone, shown = 0, 0, 0, 0
        for text, (comes_back, ids) in zip(texts, ours):
            expected = encode(text)
            has_special = any(name in text for name in specials)
            if has_special and "sentencepiece" in sys.modules:
                continue
            # Some vocabularies lack bytes, or have spaces twice: what comes back nowhere is no fault of this engine.
            undone += not comes_back and not has_special and decode(expected) == text
            if ids != expected:
                different += 1
                # A difference of Unicode's versions is one that goes with the characters that have come since.
                known = "".join(c for c in text if unicodedata.category(c) != "Cn")
                newer += known != text and encode_here(options.program, path, [known])[0][1] == encode(known)
                if shown < 5:
                    shown += 1
                    print(f"  {text!r}\n    here  {ids[:40]}\n    there {expected[:40]}  {[unicodedata.name(c, hex(ord(c))) for c in text[:6]]}")
        print(f"{path}: {len(texts)} texts, {different} with other ids ({newer} of them with characters that Unicode "
              f"{unicodedata.unidata_version} does not know yet), {undone} without special tokens that come back there and not here")
        failed = failed or different > newer or undone > 0
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
