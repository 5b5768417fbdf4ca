// SPDX-License-Identifier: MIT
// Small tokenizer.json files, to be bent by tests.
#pragma once

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/tokenizer/byte_level_alphabet.h"

namespace draftscope::fixtures {

/// An added token with all that a file must say of one.
inline nlohmann::json addedTokenJson(int id, const char* content)
{
    return {{"id", id},        {"content", content}, {"special", true},     {"normalized", false},
            {"lstrip", false}, {"rstrip", false},    {"single_word", false}};
}

/// The 256 bytes, "he", "the" (of "t" and "he"), " the", and the added token <|end|>.
inline nlohmann::json smallByteLevelJson()
{
    nlohmann::json vocab = nlohmann::json::object();
    for (int byte = 0; byte < 256; ++byte)
        vocab[byteLevelPieceOf(std::string(1, char(byte)))] = byte;
    vocab["he"] = 256;
    vocab["the"] = 257;
    vocab["Ġthe"] = 258;
    return {{"added_tokens", {addedTokenJson(259, "<|end|>")}},
            {"normalizer", nullptr},
            {"pre_tokenizer",
             {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}}},
            {"post_processor", nullptr},
            {"model", {{"type", "BPE"}, {"vocab", vocab}, {"merges", {"h e", "t he", "Ġ the"}}}}};
}

/// Of sentencepiece's kind: three control pieces, 256 bytes, "▁", "t", "h", "e", "he", "the", "▁the".
inline nlohmann::json smallSentencePieceJson()
{
    nlohmann::json vocab = {{"<unk>", 0}, {"<s>", 1}, {"</s>", 2}};
    for (int byte = 0; byte < 256; ++byte)
        vocab[fmt::format("<0x{:02X}>", byte)] = 3 + byte;
    int id = 259;
    for (const char* piece : {"▁", "t", "h", "e", "he", "the", "▁the"})
        vocab[piece] = id++;
    return {{"added_tokens", {addedTokenJson(1, "<s>"), addedTokenJson(2, "</s>")}},
            {"normalizer",
             {{"type", "Sequence"},
              {"normalizers",
               {{{"type", "Prepend"}, {"prepend", "▁"}},
                {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}}}}}},
            {"pre_tokenizer", nullptr},
            {"decoder",
             {{"type", "Sequence"},
              {"decoders",
               {{{"type", "Replace"}, {"pattern", {{"String", "▁"}}}, {"content", " "}},
                {{"type", "ByteFallback"}},
                {{"type", "Fuse"}},
                {{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}}}}}},
            {"model",
             {{"type", "BPE"},
              {"unk_token", "<unk>"},
              {"byte_fallback", true},
              {"vocab", vocab},
              {"merges", nlohmann::json::parse(R"([["h", "e"], ["t", "he"], ["▁", "the"]])")}}}};
}

} // namespace draftscope::fixtures
