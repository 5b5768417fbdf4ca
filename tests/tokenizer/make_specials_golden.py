# SPDX-License-Identifier: MIT
"""Makes tests/tokenizer/specials.json: what Hugging Face's tokenizers make of texts with special tokens in them, for vocabularies of
sentencepiece's kind. test_special_tokens compares with it.

    ../shared/tools/oracle tests/tokenizer/make_specials_golden.py

Three small vocabularies, as the tokenizer.json of published models are built: Llama 2's and Phi-3's ("legacy": text behind a special token
begins with a space, as a text does), later conversions of Llama's ("first": it does not), and Gemma's (no such space; runs of newlines
and of U+2581 are added tokens). Texts are drawn by a fixed seed from special tokens, white space, words and characters that no piece has.
"""
import json
import pathlib
import random

import tokenizers

MARK = "\u2581"
WORDS = ["he", f"{MARK}t", f"{MARK}the", f"{MARK}{MARK}", f"{MARK}{MARK}{MARK}{MARK}", "in", "ing", f"{MARK}a"]
LETTERS = [MARK, *"abcdefghijklmnopqrstuvwxyz<>/|_.[]ABCINST\n"]


def added(number: int, content: str, special: bool, rstrip: bool = False) -> dict:
    return {"id": number, "content": content, "special": special, "normalized": False, "single_word": False, "lstrip": False,
            "rstrip": rstrip}


def document(kind: str) -> dict:
    names = ["<unk>", "<bos>", "<eos>"] if kind == "gemma" else ["<unk>", "<s>", "</s>"]
    words = WORDS + (["\n\n", "\n\n\n\n"] if kind == "gemma" else [])
    pieces = names + [f"<0x{byte:02X}>" for byte in range(256)] + words + LETTERS
    number = {piece: i for i, piece in enumerate(pieces)}
    merges = [[piece[:cut], piece[cut:]] for piece in words for cut in range(1, len(piece))
              if piece[:cut] in number and piece[cut:] in number]
    tokens = [added(i, name, True) for i, name in enumerate(names)]
    if kind == "gemma":
        more = [("<start_of_turn>", True, False), ("<end_of_turn>", True, False), ("<unused0>", False, False)]
        tokens += [added(number[run], run, False) for run in (MARK * 2, MARK * 4, "\n\n", "\n\n\n\n")]
    else:
        more = [("<|user|>", True, True), ("<|end|>", True, True), ("<tag>", False, False)]
    tokens += [added(len(pieces) + i, *each) for i, each in enumerate(more)]
    replace = {"type": "Replace", "pattern": {"String": " "}, "content": MARK}
    first = {"type": "Metaspace", "replacement": MARK, "prepend_scheme": "first", "split": False}
    never = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens,
            "normalizer": {"legacy": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": MARK}, replace]},
                           "first": None, "gemma": replace}[kind],
            "pre_tokenizer": {"legacy": None, "first": first, "gemma": never}[kind],
            "post_processor": None, "decoder": None,
            "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
                      "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "vocab": number, "merges": merges}}


def texts(kind: str, tokens: list[str]) -> list[str]:
    source = random.Random(kind)
    parts = tokens + [" ", "  ", "\n", "\n\n", "\n\n\n", "\t", "the", "thing", " a", "[INST]", "é", "🙂", "<s", MARK, MARK * 3, "<", "e\u0301"]
    return ["", " ", *tokens, *["".join(source.choices(parts, k=source.randint(1, 9))) for _ in range(400)]]


def main() -> None:
    cases = []
    for kind in ("legacy", "first", "gemma"):
        made = document(kind)
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(made))
        given = texts(kind, [token["content"] for token in made["added_tokens"]])
        cases.append({"name": kind, "document": made,
                      "texts": [[text, tokenizer.encode(text, add_special_tokens=False).ids] for text in given]})
        print(f"{kind}: {len(given)} texts, {len(made['model']['vocab'])} pieces")
    path = pathlib.Path(__file__).resolve().parent / "specials.json"
    path.write_text(json.dumps(cases, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
