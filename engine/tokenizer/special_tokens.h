// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// Ids of a text in which the names of control tokens ("<s>", "</s>") stand for those tokens; what lies between them is
/// encoded as texts of their own. Only for input that a person means so: text from elsewhere goes through encode().
[[nodiscard]] Result<std::vector<TokenId>> encodeWithSpecialTokens(const Tokenizer& tokenizer, std::string_view text);

} // namespace draftscope
