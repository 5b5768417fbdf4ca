# SPDX-License-Identifier: MIT
"""tokenizer.json from tokenizer.model, so that transformers reads the vocabulary without protobuf.

A sentencepiece BPE merges the pair whose joined piece scores highest; ids of pieces fall with the score. So every way to
cut a piece into two pieces is a merge, in the order of the ids.
"""
import sentencepiece


def merges(sp: sentencepiece.SentencePieceProcessor) -> list[list[str]]:
    """All merges, best first."""
    normal = [i for i in range(sp.vocab_size()) if not (sp.is_unknown(i) or sp.is_control(i) or sp.is_byte(i))]
    pieces = {sp.id_to_piece(i): sp.get_score(i) for i in normal}
    out = []
    for piece, score in sorted(pieces.items(), key=lambda x: -x[1]):
        cuts = [(piece[:i], piece[i:]) for i in range(1, len(piece)) if piece[:i] in pieces and piece[i:] in pieces]
        out += [list(c) for c in sorted(cuts, key=lambda c: -len(c[0]))]
    return out


def tokenizer_json(sp: sentencepiece.SentencePieceProcessor) -> dict:
    """The file as the tokenizers library reads it."""
    special = [{"id": i, "content": sp.id_to_piece(i), "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True} for i in (0, 1, 2)]
    bos = {"SpecialToken": {"id": "<s>", "type_id": 0}}
    part = lambda name: {"Sequence": {"id": name, "type_id": 0}}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"},
                                                           {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
        "pre_tokenizer": None,
        "post_processor": {"type": "TemplateProcessing", "single": [bos, part("A")], "pair": [bos, part("A"), part("B")],
                           "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}},
        "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"},
                                                     {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": True,
                  "byte_fallback": True, "ignore_merges": False, "vocab": {sp.id_to_piece(i): i for i in range(sp.vocab_size())}, "merges": merges(sp)}}
