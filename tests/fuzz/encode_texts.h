// SPDX-License-Identifier: MIT
// Texts that are encoded with a tokenizer that a fuzzer has made.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/core/utf8.h"
#include "engine/tokenizer/tokenizer.h"
#include "tests/fuzz/input_file.h"

namespace draftscope::fuzz {

inline void encode(const Tokenizer& tokenizer, std::string_view text)
{
    const auto ids = tokenizer.encode(text);
    requireSentence(ids);
    if (!ids)
        return;
    require(tokenizer.fewestTokens(text) <= ids->size());
    for (const TokenId id : *ids)
        require(id >= 0 && id < tokenizer.size());
    (void)tokenizer.decode(*ids);
}

/// `input`: what the tokenizer was made of.
inline void encodeTexts(const Tokenizer& tokenizer, std::string_view input)
{
    for (const char* text : {"", " ", "the quick  brown fox ", "été ﬁ ① Ａ 語文 🙂\n\t", "▁▁ </s><0x0A>"})
        encode(tokenizer, text);
    // The input's own bytes: what its pieces and rules are made of.
    Utf8Stream stream;
    encode(tokenizer, stream.add(input.substr(0, 4000)));
    std::string pieces;
    for (TokenId token = 0; token < std::min(tokenizer.size(), 300); ++token)
        pieces += tokenizer.piece(token);
    encode(tokenizer, asUtf8(pieces));
}

} // namespace draftscope::fuzz
