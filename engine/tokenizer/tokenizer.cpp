// SPDX-License-Identifier: MIT
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

Result<std::vector<TokenId>> Tokenizer::encodePrompt(std::string_view text) const
{
    auto ids = encode(text);
    if (ids && addsBos() && bos() != noToken)
        ids->insert(ids->begin(), bos());
    return ids;
}

} // namespace draftscope
