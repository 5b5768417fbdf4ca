// SPDX-License-Identifier: MIT
// A tokenizer.model, and texts that are encoded with what loads: sentencepiece itself must not fail on it.
#include <string>

#include "engine/core/utf8.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace {

void encode(const Tokenizer& tokenizer, std::string_view text)
{
    const auto ids = tokenizer.encode(text);
    fuzz::requireSentence(ids);
    if (!ids)
        return;
    fuzz::require(tokenizer.fewestTokens(text) <= ids->size());
    for (const TokenId id : *ids)
        fuzz::require(id >= 0 && id < tokenizer.size());
    (void)tokenizer.decode(*ids);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view proto(reinterpret_cast<const char*>(data), size);
    const auto made = SentencePieceTokenizer::fromProto(proto, "input");
    fuzz::requireSentence(made);
    if (!made)
        return 0;
    const Tokenizer& tokenizer = **made;
    for (const char* text : {"", " ", "the quick  brown fox ", "été ﬁ ① Ａ 語文 🙂\n\t", "▁▁ </s><0x0A>"})
        encode(tokenizer, text);
    // The input's own bytes: what its pieces and rules are made of.
    Utf8Stream stream;
    encode(tokenizer, stream.add(proto.substr(0, 4000)));
    std::string pieces;
    for (TokenId token = 0; token < std::min(tokenizer.size(), 300); ++token)
        pieces += tokenizer.piece(token);
    encode(tokenizer, asUtf8(pieces));
    return 0;
}
