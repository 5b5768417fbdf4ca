// SPDX-License-Identifier: MIT
#include "engine/tokenizer/tokenizer.h"

#include "engine/core/utf8.h"

namespace draftscope {

Result<std::vector<TokenId>> Tokenizer::encodePrompt(std::string_view text) const
{
    auto ids = encode(text);
    if (ids && addsBos() && bos() != noToken)
        ids->insert(ids->begin(), bos());
    return ids;
}

Result<void> Tokenizer::checkText(std::string_view text)
{
    if (const std::size_t bad = validUtf8Length(text); bad < text.size())
        return fail("The text is not valid UTF-8 at byte {}: save it as UTF-8.", bad);
    if (text.size() > longestText)
        return fail("The text has {} MiB, and more than {} are too much: shorten it.", text.size() >> 20,
                    longestText >> 20);
    return {};
}

} // namespace draftscope
