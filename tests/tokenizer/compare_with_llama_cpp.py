#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Encodes random and hand-picked strings with this engine and with llama.cpp's library, for every way to split texts that llama.cpp
knows (tokenizer.ggml.pre), for many mixes of token types of a sentencepiece vocabulary, and for names of tokens that end a text. Prints a
line for each: how many strings have other ids, and the first of them. The vocabularies are written here: byte-pair encoding with GPT-2's
pieces (--bpe, a folder with gpt2_vocab.json and gpt2_merges.txt) and a tokenizer.model (--spm).

    ../shared/tools/oracle tests/tokenizer/compare_with_llama_cpp.py build/release/tests/encode_lines $(../shared/tools/llama-cpp) \\
        --source $(../shared/tools/llama-cpp --source)
"""
import argparse
import ctypes
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from compare_with_tokenizers import PICKED, encode_here, random_text

MORE = ["I'LL we'Re 'tis don'T it'S", "camelCase HTMLParser XMLHttpRequest aB Ab AB ab", "привет МИР Мир", "안녕하세요 세계 ㄱㄴ", "こんにちは 世界 カタカナ",
        "漢字 汉字假名", "１２３ ４５", "12 123 1234 12345 123456 1234567 12345678", "٣٤٥ 123٤ 99", "<sentinel:12> IMGIMGABCZ IMGIMGABCDEZ",
        "x" + " " * 3, "x" + " " * 600 + "y", "\t\t\tif (a) {\n\n\n    return;\r\n}", "a\n\n\nb", "\n", "\n \n", " \n", "a/b//c /\n/", "!!!\n\n ???", "e\u0301\u0302 n\u0303",
        "हिन्दी में", "สวัสดีครับ", "العربية ١٢٣", "🙂🙂 👩‍👩‍👧", "a\u2028b\u3000c\u00a0d\u0085e", "…。，、 ،۔", "«quoted» „text“", "$100 + 5% = <b> | ~ ^ `x`", "$x+y<=z>^~|`",
        "\u01c5\u02b0\u2160\u00b2\u00bd", "_under_score_", "word.word,word!word?", "\u200b\u200d\ufeff", "http://a.b/c?d=e&f#g", "\u2126\u212a\u1f7d", "  leading", "trailing  ",
        "\u30fc\u30fc", "\u3105\u3106", "\ufe30\u3001\u300c\u300d", "\u2018a\u2019 \u201cb\u201d \u2014", "1.234,56", "a1b2c3", "½ ¼ Ⅻ ①"]


def texts_of(count, seed=1):
    rng = random.Random(seed)
    texts = PICKED + MORE
    while len(texts) < count:
        text = random_text(rng)
        if rng.random() < 0.5:
            text += rng.choice(MORE) + rng.choice(["", " ", "\n", "x", "7"]) + rng.choice(MORE)
        texts.append(text)
    return [text.replace("\0", "") for text in texts[:max(count, len(PICKED + MORE))]]


class Params(ctypes.Structure):  # llama_model_params of include/llama.h
    _fields_ = [("devices", ctypes.c_void_p), ("overrides", ctypes.c_void_p), ("layers", ctypes.c_int32), ("split", ctypes.c_int), ("load", ctypes.c_int),
                ("lazy", ctypes.c_int), ("main", ctypes.c_int32), ("tensor_split", ctypes.c_void_p), ("progress", ctypes.c_void_p), ("data", ctypes.c_void_p),
                ("kv", ctypes.c_void_p), ("vocab_only", ctypes.c_bool), ("check", ctypes.c_bool), ("extra", ctypes.c_bool), ("host", ctypes.c_bool),
                ("alloc", ctypes.c_bool), ("mtp", ctypes.c_bool)]


def serve(library, path):
    """Child process: ids that llama.cpp gives to the JSON strings of stdin, a line each, and first a line of the ids that end a text."""
    llama = ctypes.CDLL(library)
    quiet = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(lambda *_: None)
    llama.llama_log_set(quiet, None)
    llama.llama_model_default_params.restype = Params
    llama.llama_model_load_from_file.argtypes = [ctypes.c_char_p, Params]
    llama.llama_model_load_from_file.restype = llama.llama_model_get_vocab.restype = ctypes.c_void_p
    llama.llama_model_get_vocab.argtypes = llama.llama_vocab_n_tokens.argtypes = [ctypes.c_void_p]
    llama.llama_vocab_is_eog.argtypes = [ctypes.c_void_p, ctypes.c_int32]
    llama.llama_vocab_is_eog.restype = ctypes.c_bool
    llama.llama_tokenize.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_bool, ctypes.c_bool]
    params = llama.llama_model_default_params()
    params.vocab_only = True
    model = llama.llama_model_load_from_file(path.encode(), params)
    if not model:
        raise SystemExit("llama.cpp does not open it")
    vocab = llama.llama_model_get_vocab(model)
    print("ids", *[i for i in range(llama.llama_vocab_n_tokens(vocab)) if llama.llama_vocab_is_eog(vocab, i)])
    for line in sys.stdin:
        text = json.loads(line).encode()
        ids = (ctypes.c_int32 * (4 * len(text) + 16))()
        print("ids", *ids[:llama.llama_tokenize(vocab, text, len(text), ids, len(ids), False, True)], flush=True)


def encode_there(options, path, texts):
    library = os.path.join(options.llama, "libllama.so")
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run([sys.executable, __file__, "--serve", library, path], input=lines.encode(), capture_output=True, env={**os.environ, "GGML_NO_BACKTRACE": "1"})
    out = [line[3:] for line in done.stdout.decode(errors="replace").splitlines() if line.startswith("ids ") or line == "ids"]  # the library prints, too
    if not out:
        return None, done.stderr.decode()[:300]
    return [int(i) for i in out[0].split()], [[int(i) for i in line.split()] for line in out[1:]]


def write(path, fill, name=""):
    import gguf  # here, so that child processes start at once
    writer = gguf.GGUFWriter(path, "llama")
    if name:
        writer.add_name(name)
    for key, value in (("context_length", 64), ("embedding_length", 8), ("block_count", 1), ("feed_forward_length", 8)):
        writer.add_uint32(f"llama.{key}", value)
    writer.add_head_count(1)
    writer.add_layer_norm_rms_eps(1e-5)
    fill(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


def report(options, what, path, texts):
    ends, there = encode_there(options, path, texts)
    try:
        here = encode_here(options.program, path, texts)
        own_ends = [int(i) for i in subprocess.run([options.program, "--ends", path], capture_output=True, check=True).stdout.split()]
    except subprocess.CalledProcessError as error:
        print(f"{what}: refused here: {error.stderr.decode().strip()}; there {'refused, too' if ends is None else 'opened'}")
        return ends is not None
    if ends is None:
        print(f"{what}: refused there ({there[:200]}), opened here")
        return True
    bad = [(text, a, b) for text, (_, a), b in zip(texts, here, there) if a != b]
    cut = f", the other program ended after {len(there)} of them" if len(there) < len(texts) else ""
    print(f"{what}: {len(texts)} texts, {len(bad)} with other ids{cut}; ends {'equal' if ends == own_ends else f'{own_ends} here, {ends} there'}")
    for text, a, b in bad[:options.show]:
        print(f"  {text!r}\n    here  {a[:40]}\n    there {b[:40]}")
    return bool(bad) or ends != own_ends or bool(cut)


def byte_level(folder, merges_wanted):
    ids = json.loads((folder / "gpt2_vocab.json").read_text(encoding="utf-8"))
    lines = [line for line in (folder / "gpt2_merges.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("ids ") or line == "ids"][:merges_wanted]
    pieces = sorted((piece for piece, i in ids.items() if i < 256), key=ids.get) + ["".join(line.split(" ")) for line in lines]
    return pieces, lines


def characters(pieces, merges):
    """The same as characters with U+2581 for a space, as Gemma 4 has them."""
    shown = [*range(0x21, 0x7f), *range(0xa1, 0xad), *range(0xae, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    back = {chr(byte): byte for byte in shown} | {chr(0x100 + i): byte for i, byte in enumerate(hidden)}

    def text(piece):
        try:
            return bytes(back[c] for c in piece).decode().replace(" ", "\u2581")
        except UnicodeDecodeError:
            return None
    known = dict.fromkeys([f"<0x{b:02X}>" for b in range(256)] + [chr(c) for c in range(33, 127)] + ["\u2581", "\n\n", "\n\n\n"])
    kept = []
    for line in merges:
        a, b = (text(piece) for piece in line.split(" "))
        if a and b and "\n" not in a + b and a in known and b in known:
            known[a + b] = None
            kept.append(f"{a} {b}")
    return list(known), kept


def compare_pres(options, folder):
    source = (pathlib.Path(options.source) / "src/llama-vocab.cpp").read_text(encoding="utf-8")
    names = [None, *dict.fromkeys(re.findall(r'tokenizer_pre == "([^"]+)"', source))]
    pieces, merges = byte_level(pathlib.Path(options.bpe), 8000)
    spelled, joined = characters(pieces, merges)
    texts = texts_of(options.count)
    failed = []
    for name in names:
        if options.only and name not in options.only:
            continue
        own, lines = (spelled, joined) if name in ("gemma4", "sarvam-moe", "granite-embed-multi-311m", "whitespace") else (pieces, merges)
        marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<s>", "</s>", "<|begin_of_text|>", "<|eot_id|>", "user word"]
        kinds = [1] * len(own) + [3] * (len(marks) - 1) + [4]
        if own is spelled:
            kinds[:256] = [6] * 256

        def fill(writer):
            writer.add_tokenizer_model("whitespace" if name == "whitespace" else "gpt2")
            if name is not None:
                writer.add_tokenizer_pre(name)
            writer.add_token_list(own + marks)
            writer.add_token_types(kinds)
            writer.add_token_merges(lines)
            writer.add_eos_token_id(len(own))
            writer.add_bos_token_id(len(own))
        path = f"{folder}/pre.gguf"
        write(path, fill)
        if report(options, f"pre {name}", path, texts):
            failed.append(name)
    return failed


def compare_types(options, folder):
    import sentencepiece
    model = sentencepiece.SentencePieceProcessor(model_file=options.spm)
    size = 6000
    pieces, scores = [model.id_to_piece(i) for i in range(size)], [model.get_score(i) for i in range(size)]
    kinds = [2 if model.is_unknown(i) else 3 if model.is_control(i) else 6 if model.is_byte(i) else 1 for i in range(size)]
    extra = [("[PAD]", 5), ("<|im_end|>", 1), ("<|user|>", 4), ("  ", 4), ("   ", 4), ("\n\n", 4), ("two words", 4), ("ords the", 4), ("<unused7>", 3), ("\u2581\u2581", 4),
             ("ab", 4), ("bc", 3), ("<|assistant|>", 3), ("<|endoftext|>", 3)]
    for text, kind in extra:
        if text in pieces:
            kinds[pieces.index(text)] = kind
        else:
            pieces.append(text), scores.append(0.0), kinds.append(kind)
    pad = pieces.index("[PAD]")
    # Real vocabularies have the letters behind everything else.
    letters = [chr(c) for c in range(33, 127)] + ["\u2581"]
    for letter in letters:
        if letter not in pieces:
            pieces.append(letter), scores.append(-1e4 - len(pieces)), kinds.append(1)
    rng = random.Random(7)
    texts = texts_of(options.count) + ["two  words   the\n\n\nend", "<s> a</s> b <unk>", "abc ab bc", "<|user|>\n hi <|assistant|>  \n there", "[PAD][PAD] x", "a<unused7> b", "\u2581\u2581\u2581 x", "<0x41>"]

    def mix(change):
        own = list(kinds)
        change(own)
        return own

    def some(kind, share):
        def change(own):
            for i in range(259, len(own)):
                if rng.random() < share:
                    own[i] = kind
        return change

    def every(own):
        for i in range(len(own)):
            own[i] = 6 if 3 <= i < 259 else rng.choice([1, 1, 1, 2, 3, 4, 5])  # it refuses files whose other tokens are bytes
    cases = [("as converted in 2023", kinds, {}), ("<unk> control, as today", mix(lambda k: k.__setitem__(0, 3)), {}),
             ("<unk> control, padding unknown", mix(lambda k: [k.__setitem__(0, 3), k.__setitem__(pad, 2)]), {}),
             ("no unknown token, no ids", mix(lambda k: k.__setitem__(0, 1)), {"bos": None, "eos": None, "unk": None}),
             ("<unk> unknown and padding unknown", mix(lambda k: k.__setitem__(pad, 2)), {}),
             ("no prefix", kinds, {"prefix": False}), ("prefix stated", kinds, {"prefix": True}), ("extra spaces removed", kinds, {"spaces": True}),
             ("Phi-3 by name", kinds, {"name": "Phi-3 Mini"}), ("no bytes typed", mix(lambda k: [k.__setitem__(i, 1) for i in range(3, 259)]), {})]
    for kind, word in ((1, "normal"), (2, "unknown"), (3, "control"), (4, "user-defined"), (5, "unused")):
        cases += [(f"a tenth {word}", mix(some(kind, 0.1)), {}), (f"all {word}", mix(some(kind, 1)), {})]
    cases += [(f"any types, {i}", mix(every), {"prefix": rng.choice([None, True, False])}) for i in range(4)]
    failed = []
    for what, own, more in cases:
        def fill(writer):
            writer.add_tokenizer_model("llama")
            writer.add_tokenizer_pre("default")
            writer.add_token_list(pieces)
            writer.add_token_scores(scores)
            writer.add_token_types(own)
            for key, add, value in (("bos", writer.add_bos_token_id, 1), ("eos", writer.add_eos_token_id, 2), ("unk", writer.add_unk_token_id, 0)):
                if more.get(key, value) is not None:
                    add(value)
            if more.get("prefix") is not None:
                writer.add_add_space_prefix(more["prefix"])
            if "spaces" in more:
                writer.add_remove_extra_whitespaces(True)
        path = f"{folder}/types.gguf"
        write(path, fill, more.get("name", ""))
        if report(options, f"types: {what}", path, texts):
            failed.append(what)
    return failed


def compare_ends(options, folder):
    source = (pathlib.Path(options.source) / "src/llama-vocab.cpp").read_text(encoding="utf-8")
    names = list(dict.fromkeys(re.findall(r't\.first == "([^"]+)"', source))) + ["<|plamo:eos|>", "<|other|>"]
    pieces, merges = byte_level(pathlib.Path(options.bpe), 100)
    rng = random.Random(3)
    failed = 0
    for _ in range(200):
        marks = rng.sample(names, rng.randint(0, 12))
        kinds = [1] * len(pieces) + [rng.choice([1, 3, 3, 4]) for _ in marks]
        keys = {key: rng.randrange(len(kinds)) for key in ("eos", "eot", "eom", "fim_pad", "fim_rep", "fim_sep") if rng.random() < 0.3}

        def fill(writer):
            writer.add_tokenizer_model("gpt2")
            writer.add_tokenizer_pre("gpt-2")
            writer.add_token_list(pieces + marks)
            writer.add_token_types(kinds)
            writer.add_token_merges(merges)
            for key, value in keys.items():
                writer.add_uint32(f"tokenizer.ggml.{key}_token_id", value)
        path = f"{folder}/ends.gguf"
        write(path, fill)
        texts = ["".join(rng.choice([rng.choice(marks or ["x"]), " a", "b\n"]) for _ in range(8)) for _ in range(4)]
        ends, there = encode_there(options, path, texts)
        own = [int(i) for i in subprocess.run([options.program, "--ends", path], capture_output=True, check=True).stdout.split()]
        here = [ids for _, ids in encode_here(options.program, path, texts)]
        if "eos" not in keys:  # llama.cpp takes the token 11 then, whatever it is
            own = sorted({*own, 11})
        if own != ends or here != there:
            failed += 1
            print(f"  {marks} {keys}: {own} here, {ends} there{'' if here == there else ', other ids'}")
    print(f"ends of texts: 200 vocabularies, {failed} with others")
    return ["ends"] if failed else []


def golden(options, folder):
    """A small vocabulary that joins whatever stands beside each other in some texts, so that every cut is seen in the ids, and the ids for every
    way to split; a small sentencepiece vocabulary with its types mixed; texts of tokens that end a text."""
    source = (pathlib.Path(options.source) / "src/llama-vocab.cpp").read_text(encoding="utf-8")
    names = list(dict.fromkeys(re.findall(r'tokenizer_pre == "([^"]+)"', source)))
    texts = [t for t in MORE if len(t) < 60] + ["user words <|im_end|> a<|eot_id|>", "Hello world 123abc!", "don't ABC'Def"]
    shown = [*range(0x21, 0x7f), *range(0xa1, 0xad), *range(0xae, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    stand = {byte: chr(byte) for byte in shown} | {byte: chr(0x100 + i) for i, byte in enumerate(hidden)}
    spelled = {False: lambda c: "".join(stand[b] for b in c.encode()), True: lambda c: c.replace(" ", "\u2581")}
    made = {"texts": texts, "kinds": []}
    for characters in (False, True):
        pieces = dict.fromkeys([f"<0x{b:02X}>" for b in range(256)] if characters else [stand[b] for b in range(256)])
        merges = []
        for c in dict.fromkeys("".join(texts)):
            for i in range(1, len(spelled[characters](c))):
                a, b = spelled[characters](c)[:i], spelled[characters](c)[i]
                pieces[a + b] = None
                merges.append(f"{a} {b}")
            pieces[spelled[characters](c)] = None
        for pair in dict.fromkeys(t[i:i + 2] for t in texts for i in range(len(t) - 1)):
            a, b = (spelled[characters](c) for c in pair)
            if "\n" in a + b and characters:
                continue
            pieces[a + b] = None
            merges.append(f"{a} {b}")
        pieces, merges = list(pieces), list(dict.fromkeys(merges))
        marks = ["<|im_end|>", "<|eot_id|>", "user words"]
        kinds = ([6] * 256 if characters else [1] * 256) + [1] * (len(pieces) - 256) + [3, 3, 4]
        groups = {}
        for name in names:
            if (name in ("gemma4", "sarvam-moe", "granite-embed-multi-311m", "whitespace")) != characters:
                continue

            def fill(writer):
                writer.add_tokenizer_model("whitespace" if name == "whitespace" else "gpt2")
                writer.add_tokenizer_pre(name)
                writer.add_token_list(pieces + marks)
                writer.add_token_types(kinds)
                writer.add_token_merges(merges)
                writer.add_eos_token_id(len(pieces))
            path = f"{folder}/golden.gguf"
            write(path, fill)
            groups.setdefault(json.dumps(encode_there(options, path, texts)[1]), []).append(name)
        made["kinds"].append({"tokens": pieces + marks, "types": kinds, "merges": merges, "ids": [{"names": n, "ids": json.loads(i)} for i, n in groups.items()]})
    made["pieces"] = golden_types(options, folder)
    with open(options.golden, "w", encoding="utf-8") as out:
        json.dump(made, out, ensure_ascii=False, separators=(",", ":"))
        out.write("\n")
    return []


def golden_types(options, folder):
    rng = random.Random(2)
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)] + list("abcdehlorstw.") + ["\u2581", "th", "he", "the", "\u2581the", "\u2581t", "\u2581\u2581", "ll", "hello", "ello",
              "  ", "\n\n", "two words", "<|im_end|>", "<|end|>", "[PAD]", "<unused1>", "ab", "bc", "or", "ord"]
    scores = [0.0] * 259 + [-float(rng.randint(1, 40)) for _ in tokens[259:]]
    texts = ["the hello", "  the", "a  b", "two words the", "abc bcd", "hello<|im_end|>the</s> a", "<s>the<unk>é", "[PAD]x\n\n\ny", "<unused1> or<|end|> \nord", "\u2581the \u2581\u2581"]
    cases = []
    for number in range(14):
        kinds = [2, 3, 3] + [6] * 256 + [1] * (len(tokens) - 259)
        if number:
            kinds[0] = [3, 1, 2, 4, 5][number % 5]
            for i in range(259, len(tokens)):
                kinds[i] = rng.choice([1, 1, 2, 3, 4, 5])
        more = {"prefix": [None, True, False][number % 3], "name": "phi-3" if number == 5 else ""}
        own = tokens + (["<|endoftext|>"] if number == 5 else [])

        def fill(writer):
            writer.add_tokenizer_model("llama")
            writer.add_token_list(own)
            writer.add_token_scores(scores + [0.0] * (len(own) - len(tokens)))
            writer.add_token_types(kinds + [3] * (len(own) - len(tokens)))
            if more["prefix"] is not None:
                writer.add_add_space_prefix(more["prefix"])
        path = f"{folder}/golden.gguf"
        write(path, fill, more["name"])
        ends, ids = encode_there(options, path, texts)
        cases.append({"types": kinds[259:], "unknown": kinds[0], "phi": number == 5, "prefix": more["prefix"], "ends": ends, "ids": ids})
    return {"tokens": tokens, "scores": scores, "texts": texts, "cases": cases}


def main():
    if sys.argv[1:2] == ["--serve"]:
        return serve(*sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("llama")
    parser.add_argument("--source", required=True)
    parser.add_argument("--bpe", default="../shared/data/tokenizers/gpt2")
    parser.add_argument("--spm", default="../shared/data/tokenizers/llama2/tokenizer.model")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--show", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="names of ways to split, or types, ends")
    parser.add_argument("--golden", help="writes this file for test_llama_cpp_vectors, and nothing else")
    options = parser.parse_args()
    parts = [golden] if options.golden else [part for word, part in (("types", compare_types), ("ends", compare_ends), (None, compare_pres)) if not options.only or word in options.only or (word is None and set(options.only) - {"types", "ends"})]
    with tempfile.TemporaryDirectory() as folder:
        failed = [name for part in parts for name in part(options, folder)]
    print(f"failed: {failed}")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
