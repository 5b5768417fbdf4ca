// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// A token that is found in a text before anything else is done with it, as Hugging Face's tokenizers have them: "<|im_end|>".
struct AddedToken {
    std::string text;
    TokenId id = noToken;
    bool isSpecial = true;                                   ///< it steers the model and adds nothing to a text
    bool isNormalized = false;                               ///< it is looked for behind normalisation
    bool takesSpaceBefore = false, takesSpaceBehind = false; ///< white space beside it belongs to it
    bool isWord = false; ///< it is only found where no letter, digit or underscore is beside it
};

/// More than any published vocabulary adds.
inline constexpr std::size_t mostAddedTokens = std::size_t(1) << 16;

/// Appends those of `more` whose id and text are not there yet. Takes time in proportion to both.
void addMissing(std::vector<AddedToken>& tokens, const std::vector<AddedToken>& more);

/// Finds added tokens in texts: the leftmost, and of those that begin at one place the longest.
class AddedTokens {
public:
    struct Found {
        std::size_t begin = 0, end = 0; ///< bytes of the text that it takes
        TokenId id = noToken;
    };

    AddedTokens() = default;
    explicit AddedTokens(std::vector<AddedToken> tokens);

    [[nodiscard]] bool empty() const { return m_tokens.empty(); }
    /// The first one in `text` at or behind `from`. What it takes of the text begins there or later.
    [[nodiscard]] std::optional<Found> next(std::string_view text, std::size_t from) const;

private:
    std::vector<AddedToken> m_tokens;           ///< by first byte, and then the longest first
    std::array<std::size_t, 257> m_begins = {}; ///< where those with a first byte begin
};

} // namespace draftscope
