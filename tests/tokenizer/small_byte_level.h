// SPDX-License-Identifier: MIT
// Small tokenizer.json files, to be bent by tests.
#pragma once

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/tokenizer/byte_level_alphabet.h"

namespace draftscope::fixtures {

/// The 256 bytes, "he", "the" (of "t" and "he"), " the", and the added token <|end|>.
inline nlohmann::json smallByteLevelJson()
{
    nlohmann::json vocab = nlohmann::json::object();
    for (int byte = 0; byte < 256; ++byte)
        vocab[byteLevelPieceOf(std::string(1, char(byte)))] = byte;
    vocab["he"] = 256;
    vocab["the"] = 257;
    vocab["Ġthe"] = 258;
    return {{"added_tokens", {{{"id", 259}, {"content", "<|end|>"}, {"special", true}, {"normalized", false}}}},
            {"normalizer", nullptr},
            {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
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
    return {{"added_tokens",
             {{{"id", 1}, {"content", "<s>"}, {"special", true}}, {{"id", 2}, {"content", "</s>"}, {"special", true}}}},
            {"normalizer",
             {{"type", "Sequence"},
              {"normalizers",
               {{{"type", "Prepend"}, {"prepend", "▁"}},
                {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}}}}}},
            {"pre_tokenizer", nullptr},
            {"model",
             {{"type", "BPE"},
              {"unk_token", "<unk>"},
              {"byte_fallback", true},
              {"vocab", vocab},
              {"merges", nlohmann::json::parse(R"([["h", "e"], ["t", "he"], ["▁", "the"]])")}}}};
}

} // namespace draftscope::fixtures
