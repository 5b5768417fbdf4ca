#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""For every normaliser, pre-tokenizer, model and kind of added token of Hugging Face's tokenizers: encodes random and hand-picked strings
with this engine and with the library, and prints a line for each with the number of strings that have other ids, or that come back from
their ids there and not here. The vocabularies are written here.

    ../shared/tools/oracle tests/tokenizer/compare_parts_with_tokenizers.py build/release/tests/encode_lines [--count 1000] [--only NAME...]
    ../shared/tools/oracle tests/tokenizer/compare_parts_with_tokenizers.py build/release/tests/encode_lines --golden tests/tokenizer/parts.json
"""
import argparse
import base64
import json
import os
import random
import struct
import subprocess
import tempfile

from tokenizers import Tokenizer

from compare_with_llama_cpp import MORE
from compare_with_tokenizers import PICKED, encode_here, random_text

SPACE = "\u2581"
ADDED = [("<|end|>", {}), ("<s>", {"rstrip": True}), ("[MASK]", {"lstrip": True}), ("word", {"single_word": True, "special": False, "normalized": True}),
         ("Ünï", {"special": False, "normalized": True}), ("  ", {"special": False}), ("both", {"lstrip": True, "rstrip": True, "special": False}),
         ("e\u0301", {"special": False, "normalized": True, "single_word": True})]
EXTRA = ["Hello WORLD Ünï word words [MASK] <s> x both  y", "İstanbul ẞ Σς", "ﬁne ½ ① Ａ㌀", "e\u0301 ä a\u0308 Å", "  a  b  ", "a-b--c_d", "\u00ad\u200b\ufeff\u2060x", "中文字 and 日本 ㍿",
         "a\u0000b\u0007c\ufffd", "привет Мир", "tést naïve", "hello hello", "the-final--countdown", "x\u0300\u0301\u0302 y\u0323\u0307", "\uac00\u1100\u1161\u11a8", "\u0958\u2126\u212b"]


def texts_of(count, seed):
    rng = random.Random(seed)
    texts = PICKED + MORE + EXTRA
    while len(texts) < count:
        text = random_text(rng)
        if rng.random() < 0.6:
            text += rng.choice(EXTRA + MORE) + rng.choice(["", " ", "\n", "x", "7"]) + rng.choice(EXTRA + [a for a, _ in ADDED])
        texts.append(text)
    return texts


def characters_of(texts):
    return sorted({c for text in texts for c in text} | {chr(c) for c in range(32, 127)} | {SPACE})


def vocabulary(words, marked=""):
    """Pieces for all characters of some words, and merges of their beginnings."""
    vocab = {"<unk>": 0}
    for c in characters_of(words):
        vocab.setdefault(c, len(vocab))
    merges = []
    for word in words:
        for i in range(1, min(len(word), 6)):
            a, b = word[:i], word[i]
            if a in vocab and b in vocab and [a, b] not in merges:
                merges.append([a, b])
                vocab.setdefault(a + b, len(vocab))
    return vocab, merges


def alphabet():
    shown = [*range(0x21, 0x7f), *range(0xa1, 0xad), *range(0xae, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {byte: chr(0x100 + i) for i, byte in enumerate(hidden)}


WORDS = ["hello", "world", "the", "final", "word", "words", "count", "ing", SPACE + "the", SPACE + "hello", SPACE + "a", SPACE + SPACE, "12", "123", "ab", "HTML", "e\u0301", "مرحبا", "привет", "中文", "..", "!!", "--", "  ", "\n\n", " the",
         "\u0120the", "\u0120\u0120", "\u0120hello", "\u00c3\u00a9"]
MODELS = {}
vocab, merges = vocabulary(WORDS)
bpe = {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
       "ignore_merges": False, "vocab": vocab, "merges": merges}
with_bytes = dict(vocab)
for byte in range(256):
    with_bytes.setdefault(f"<0x{byte:02X}>", len(with_bytes))
byte_vocab = dict(vocab)
for c in alphabet().values():
    byte_vocab.setdefault(c, len(byte_vocab))
some_bytes = {piece: i for piece, i in with_bytes.items() if piece != "<0xC3>"}
few = {piece: i for i, piece in enumerate(p for p in vocab if len(p) > 1 or p.isascii())}
few_merges = [m for m in merges if m[0] in few and m[1] in few and m[0] + m[1] in few]
MODELS["bpe"] = bpe
MODELS["bpe, few characters"] = dict(bpe, vocab=few, merges=few_merges)
MODELS["bpe, few characters, fused"] = dict(bpe, vocab=few, merges=few_merges, fuse_unk=True)
MODELS["bpe, few characters, no unknown"] = dict(bpe, vocab=few, merges=few_merges, unk_token=None)
MODELS["bpe, whole pieces"] = dict(bpe, ignore_merges=True, merges=merges[::3])
MODELS["bpe, bytes"] = dict(bpe, vocab={**{f"<0x{b:02X}>": i for i, b in enumerate(range(256))}, **{p: 256 + i for p, i in few.items()}}, merges=few_merges, byte_fallback=True, fuse_unk=True)
MODELS["bpe, some bytes"] = dict(bpe, vocab={**{f"<0x{b:02X}>": i for i, b in enumerate(range(255))}, **{p: 255 + i for p, i in few.items()}}, merges=few_merges, byte_fallback=True, fuse_unk=True)
MODELS["bpe, some bytes, apart"] = dict(MODELS["bpe, some bytes"], fuse_unk=False)
MODELS["bpe, merges as text"] = dict(bpe, vocab=few, merges=[" ".join(m) for m in few_merges if " " not in "".join(m)])
tails = {"<unk>": 0}
for word in ["hello", "world", "the", "a", "b"]:
    for i in range(len(word)):
        for piece in (word[i], "@@" + word[i], word[i] + "</w>", "@@" + word[i] + "</w>"):
            tails.setdefault(piece, len(tails))
for a, b, both in (("h", "@@e", "he"), ("he", "@@l", "hel"), ("t", "@@h", "th"), ("th", "@@e</w>", "the</w>")):
    tails.setdefault(both, len(tails))
MODELS["bpe, prefix and suffix"] = dict(bpe, vocab=tails, merges=[["h", "@@e"], ["he", "@@l"], ["t", "@@h"], ["th", "@@e</w>"]], continuing_subword_prefix="@@", end_of_word_suffix="</w>")
pieces = ["[UNK]", "##s", "##ing", "##o", "##e", "##l", "##h", "##t", "##2", "##3"] + [p for p in vocab if p != "<unk>"]
MODELS["WordPiece"] = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 12, "vocab": {p: i for i, p in enumerate(dict.fromkeys(pieces))}}
MODELS["WordLevel"] = {"type": "WordLevel", "unk_token": "<unk>", "vocab": vocab}
scored = [["<unk>", 0.0]] + [[p, -3.0 - (i * 7919 % 97) / 10] for i, p in enumerate(vocab) if p != "<unk>"]
MODELS["Unigram"] = {"type": "Unigram", "unk_id": 0, "vocab": scored, "byte_fallback": False}
MODELS["Unigram, few characters"] = {"type": "Unigram", "unk_id": 0, "vocab": [s for s in scored if s[0] in few], "byte_fallback": False}
MODELS["Unigram, bytes"] = {"type": "Unigram", "unk_id": 0, "vocab": [s for s in scored if s[0] in few] + [[f"<0x{b:02X}>", -9.0] for b in range(256)], "byte_fallback": True}
MODELS["bpe of bytes"] = dict(bpe, vocab=byte_vocab)


def character_map(rules):
    """A map of sentencepiece: a double array of one level, and the replacements."""
    units, texts = [0x80000000] * 1024, b""
    units[0] = 256 << 10
    for i, (byte, text) in enumerate(rules):
        node = 256 ^ byte
        leaf = 512 + i * 2
        units[node] = ((node ^ leaf) << 10) | 0x100 | byte
        units[leaf] = 0x80000000 | len(texts)
        texts += text + b"\0"
    return base64.b64encode(struct.pack("<I", len(units) * 4) + struct.pack(f"<{len(units)}I", *units) + texts).decode()


def replace(pattern, content, kind="String"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


NORMALIZERS = {name: {"type": name} for name in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt")}
NORMALIZERS |= {f"Strip {a} {b}": {"type": "Strip", "strip_left": a, "strip_right": b} for a in (True, False) for b in (True, False)}
NORMALIZERS |= {"Replace text": replace(" ", SPACE), "Replace text by nothing": replace("--", ""), "Replace nothing": replace("", "_"), "Replace groups": replace(r"(l)(l)", "$2<$1>", "Regex"), "Replace dollars": replace("l", "$1"), "Replace expression": replace(r"\s+", " ", "Regex"), "Replace lines": replace("^a|c$", "<>", "Regex"),
                "Replace words": replace(r"\b\w", "#", "Regex"), "Prepend": {"type": "Prepend", "prepend": SPACE},
                "NFKD, StripAccents, Lowercase": {"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]},
                "Prepend and Replace": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": SPACE}, replace(" ", SPACE)]},
                "nested": {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [{"type": "NFC"}]}, {"type": "Sequence", "normalizers": []}, {"type": "Lowercase"}]},
                "Precompiled": {"type": "Precompiled", "precompiled_charsmap": character_map([(ord("T"), b"t"), (ord("A"), b"aa"), (ord("-"), b""), (ord("x"), "é".encode())])}}
NORMALIZERS |= {f"BertNormalizer {bits:04b}": {"type": "BertNormalizer", "clean_text": bool(bits & 8), "handle_chinese_chars": bool(bits & 4), "strip_accents": [None, True, False][bits % 3],
                                              "lowercase": bool(bits & 1)} for bits in range(16)}
BEHAVIORS = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]


def split(pattern, kind, behavior, invert=False):
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behavior, "invert": invert}


GPT4O = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
         r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
EXPRESSIONS = {"gpt-4o": GPT4O, "kimi": r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+|\p{N}{1,3}|\s+",
               "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s", "superbpe": r"(?=(\d{3})+(?!\d))",
               "deepseek": r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+", "words": r"\w+|\W+",
               "boundaries": r"\b", "no boundaries": r"a\B.", "lines": r"^.|.$", "hex": r"\h+|\H", "unions": r"[a-c[x-z][0-9]]+", "negated union": r"[^a-c[x-z]\S]+", "posix": r"[[:punct:]]+|[[:upper:]]+|[[:digit:]]+",
               "repeats": r"a{,2}b|\d{2}+|x{2,}?", "digits": r"\d+(?=\D)", "dots": r"(?m:a.)|b.", "comment": r"(?#x)a+", "code": r"[\u0430-\u044f]+|\x{4e2d}", "tiny_aya": r"\d{1,3}(?=(?:\d{3})*\b)",
               "bloom": r" ?[^(\s|[.,!?…。，、।۔،])]+"}
PRE = {"none": None, "Whitespace": {"type": "Whitespace"}, "WhitespaceSplit": {"type": "WhitespaceSplit"}, "BertPreTokenizer": {"type": "BertPreTokenizer"}, "UnicodeScripts": {"type": "UnicodeScripts"},
       "Digits": {"type": "Digits", "individual_digits": False}, "Digits, individual": {"type": "Digits", "individual_digits": True}, "Punctuation": {"type": "Punctuation"},
       "FixedLength": {"type": "FixedLength"}, "FixedLength 3": {"type": "FixedLength", "length": 3}}
PRE |= {f"Punctuation {b}": {"type": "Punctuation", "behavior": b} for b in BEHAVIORS}
PRE |= {f"CharDelimiterSplit {c}": {"type": "CharDelimiterSplit", "delimiter": c} for c in " -é"}
PRE |= {f"Split text {b} {i}": split(t, "String", b, i) for b in BEHAVIORS for i in (False, True) for t in ["-"]}
PRE |= {f"Split nothing {b}": split("", "String", b) for b in BEHAVIORS}
PRE |= {f"Split words {b} {i}": split(r"\w+|[^\w\s]+", "Regex", b, i) for b in BEHAVIORS for i in (False, True)}
PRE |= {f"Split empty {b} {i}": split(r"(?=[A-Z])", "Regex", b, i) for b in BEHAVIORS for i in (False, True)}
PRE |= {f"expression {name}": split(e, "Regex", "Isolated") for name, e in EXPRESSIONS.items()}
PRE |= {f"Metaspace {s} {p}": {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": p, "split": s} for s in (True, False) for p in ("always", "first", "never")}
PRE |= {"Metaspace, old": {"type": "Metaspace", "replacement": "_", "str_rep": "_", "add_prefix_space": True},
        "WhitespaceSplit, Metaspace": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": "first"}]},
        "Punctuation, Digits, Metaspace": {"type": "Sequence", "pretokenizers": [{"type": "Punctuation", "behavior": "Contiguous"}, {"type": "Digits", "individual_digits": True},
                                                                                {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": "always", "split": False}]}}


def byte_level(prefix, regex):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}


PRE_BYTES = {f"ByteLevel {p} {r}": byte_level(p, r) for p in (True, False) for r in (True, False)}
PRE_BYTES |= {"Digits, ByteLevel": {"type": "Sequence", "pretokenizers": [PRE["Digits, individual"], byte_level(False, True)]},
              "Digits, ByteLevel with a prefix": {"type": "Sequence", "pretokenizers": [PRE["Digits"], byte_level(True, True)]},
              "ByteLevel, Digits": {"type": "Sequence", "pretokenizers": [byte_level(False, True), PRE["Digits"]]},
              "Punctuation, ByteLevel": {"type": "Sequence", "pretokenizers": [PRE["Punctuation Contiguous"], byte_level(False, True)]},
              "Split, ByteLevel": {"type": "Sequence", "pretokenizers": [split(GPT4O, "Regex", "Removed", True), byte_level(False, False)]},
              "Split text, ByteLevel": {"type": "Sequence", "pretokenizers": [split(" ", "String", "MergedWithPrevious"), byte_level(False, False)]},
              "WhitespaceSplit, ByteLevel": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, byte_level(False, False)]}}
BYTE_DECODER = byte_level(True, True)
LLAMA_DECODER = {"type": "Sequence", "decoders": [replace(SPACE, " "), {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}
DECODERS = {"none": None, "Llama's": LLAMA_DECODER, "ByteLevel": BYTE_DECODER, "Metaspace": {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": "always"},
            "WordPiece": {"type": "WordPiece", "prefix": "##", "cleanup": True}, "WordPiece, plain": {"type": "WordPiece", "prefix": "##", "cleanup": False}, "BPEDecoder": {"type": "BPEDecoder", "suffix": "</w>"}}


def document(model, normalizer=None, pre=None, decoder=None, added=False):
    tokens = []
    for i, (content, flags) in enumerate(ADDED if added else []):
        model_vocab = model["vocab"] if isinstance(model["vocab"], dict) else {p: j for j, (p, _) in enumerate(model["vocab"])}
        fresh = 1 + max(model_vocab.values()) + sum(c not in model_vocab for c, _ in ADDED[:i])
        tokens.append({"id": model_vocab.get(content, fresh), "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True} | flags)
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": normalizer, "pre_tokenizer": pre, "post_processor": None, "decoder": decoder, "model": model}


def cases():
    for name, normalizer in NORMALIZERS.items():
        yield f"normalizer {name}", document(MODELS["bpe, few characters"], normalizer, PRE["WhitespaceSplit"], added=True)
        yield f"normalizer {name}, whole", document(MODELS["bpe, bytes"], normalizer, None, LLAMA_DECODER)
    yield "normalizer ByteLevel", document(MODELS["bpe of bytes"], {"type": "ByteLevel"}, None, BYTE_DECODER, added=True)
    for name, pre in PRE.items():
        yield f"pre {name}", document(MODELS["bpe, few characters"], None, pre, added=True)
        yield f"pre {name}, bytes", document(MODELS["bpe, bytes"], None, pre, LLAMA_DECODER)
    for name, pre in PRE_BYTES.items():
        yield f"pre {name}", document(MODELS["bpe of bytes"], None, pre, BYTE_DECODER, added=True)
        yield f"pre {name}, NFKC", document(MODELS["bpe of bytes"], {"type": "NFKC"}, pre, BYTE_DECODER)
    for name, model in MODELS.items():
        for pre in ("none", "WhitespaceSplit", "Metaspace True always", "Metaspace False first"):
            yield f"model {name}, {pre}", document(model, None, PRE[pre], LLAMA_DECODER, added=pre != "none")
    for name, decoder in DECODERS.items():
        for model in ("bpe, bytes", "WordPiece", "bpe, prefix and suffix"):
            yield f"decoder {name}, {model}", document(MODELS[model], None, PRE["WhitespaceSplit"], decoder, added=True)


def golden(path):
    """A few short texts for every part, with the library's ids."""
    rng = random.Random(5)
    entries = []
    models, added = {}, {}
    for name, whole in cases():
        key = json.dumps(whole["model"], sort_keys=True)
        model = models.setdefault(key, len(models))
        tokenizer = Tokenizer.from_str(json.dumps(whole))
        texts = rng.sample(EXTRA + [m for m in MORE if len(m) < 30], 3)
        try:
            ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
        except Exception:  # no token for what is unknown
            continue
        parts = {k: v for k, v in whole.items() if k in ("normalizer", "pre_tokenizer", "decoder") and v is not None}
        if whole["added_tokens"]:
            added[model] = whole["added_tokens"]
        entries.append({"name": name, "model": model, "added": bool(whole["added_tokens"]), "parts": parts, "texts": [[t, i] for t, i in zip(texts, ids)]})
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"models": [json.loads(k) for k in models], "added": [added.get(i, []) for i in range(len(models))], "cases": entries}, out, ensure_ascii=False, separators=(",", ":"))
        out.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--show", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--golden")
    options = parser.parse_args()
    if options.golden:
        return golden(options.golden)
    texts = texts_of(options.count, 11)
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for name, whole in cases():
            if options.only and not any(word in name for word in options.only):
                continue
            path = os.path.join(folder, "tokenizer.json")
            with open(path, "w", encoding="utf-8") as out:
                json.dump(whole, out)
            tokenizer = Tokenizer.from_file(path)
            expected = []
            for text in texts:
                try:
                    expected.append(tokenizer.encode(text, add_special_tokens=False).ids)
                except Exception:
                    expected.append(None)
            try:
                here = [(back, ids) for back, ids in encode_or_none(options.program, path, texts)]
            except subprocess.CalledProcessError as error:
                print(f"{name}: refused here: {error.stderr.decode().strip()}")
                failed.append(name)
                continue
            bad = [(t, a, b) for t, (_, a), b in zip(texts, here, expected) if a != b]
            specials = [c for c, flags in ADDED if flags.get("special", True)]
            # Here the space that the tokenizer puts in front is taken away again.
            prefix = " " if '"add_prefix_space": true' in json.dumps(whole["pre_tokenizer"]) else "\0"
            undone = [t for t, (back, _), b in zip(texts, here, expected) if b is not None and not back and not any(s in t for s in specials) and not t.startswith(prefix)
                      and tokenizer.decode(b) == t]
            print(f"{name}: {len(texts)} texts, {len(bad)} with other ids, {len(undone)} that come back there and not here", flush=True)
            for text, a, b in bad[:options.show]:
                print(f"  {text!r}\n    here  {a and a[:40]}\n    there {b and b[:40]}")
            for text in undone[:options.show]:
                print(f"  {text!r} comes back there")
            if bad or undone:
                failed.append(name)
    print(f"{len(failed)} failed: {failed}")
    raise SystemExit(bool(failed))


def encode_or_none(program, path, texts):
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    out = subprocess.run([program, path], input=lines.encode(), capture_output=True, check=True).stdout.decode().split("\n")
    return [(line.split()[0] == "same", [int(w) for w in line.split()[1:]]) if line.split()[0] in ("same", "other") else (False, None) for line in out if line]


if __name__ == "__main__":
    main()
