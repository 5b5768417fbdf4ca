// SPDX-License-Identifier: MIT
#include "engine/tokenizer/tokenizer_hash.h"

#include "engine/core/fnv1a.h"

namespace draftscope {
namespace {

void addNumber(Fnv1a& hash, std::uint64_t number)
{
    unsigned char bytes[8];
    for (unsigned char& byte : bytes) {
        byte = static_cast<unsigned char>(number);
        number >>= 8;
    }
    hash.add(bytes, sizeof bytes);
}

void addText(Fnv1a& hash, std::string_view text)
{
    addNumber(hash, text.size());
    hash.add(text.data(), text.size());
}

} // namespace

std::uint64_t tokenizerHash(const Tokenizer& tokenizer)
{
    Fnv1a hash;
    addText(hash, tokenizer.kind());
    addNumber(hash, std::uint64_t(tokenizer.size()));
    for (TokenId token = 0; token < tokenizer.size(); ++token)
        addText(hash, tokenizer.piece(token));
    return hash.value();
}

} // namespace draftscope
