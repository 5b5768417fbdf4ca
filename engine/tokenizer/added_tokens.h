// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/token.h"

namespace draftscope {

/// A token that is found in a text before anything else is done with it, as Hugging Face's tokenizers have them:
/// "<|im_end|>".
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

/// Finds added tokens in texts.
class AddedTokens {
public:
    enum class Order {
        leftmost, ///< first the leftmost, and of those that begin at one place the longest: Hugging Face's tokenizers
        longest,  ///< first all places of the longest token, then of the next one: llama.cpp, and so GGUF files
    };
    struct Found {
        std::size_t begin = 0, end = 0; ///< bytes of the text that it takes
        TokenId id = noToken;
    };

    AddedTokens() = default;
    explicit AddedTokens(std::vector<AddedToken> tokens, Order order = Order::leftmost);

    [[nodiscard]] bool empty() const { return m_tokens.empty(); }
    /// Cuts a text at its added tokens, in the order of construction: calls `rest` for what lies between them, which is
    /// never empty, and `take` for each of them. Ends with the first error of `rest`.
    template <class Rest, class Take>
    [[nodiscard]] Result<void> cut(std::string_view text, const Rest& rest, const Take& take) const
    {
        std::size_t done = 0;
        for (const Found& found : m_order == Order::longest ? findLongestFirst(text) : findLeftmost(text)) {
            if (found.begin > done)
                if (Result<void> added = rest(text.substr(done, found.begin - done)); !added)
                    return added;
            take(found.id);
            done = found.end; // may lie before the end of one that takes white space behind it
        }
        return done < text.size() ? rest(text.substr(done)) : Result<void>();
    }

private:
    [[nodiscard]] std::optional<std::size_t> longestAt(std::string_view text, std::size_t at) const;
    [[nodiscard]] std::vector<Found> findLeftmost(std::string_view text) const;
    [[nodiscard]] std::vector<Found> findLongestFirst(std::string_view text) const;
    [[nodiscard]] std::vector<std::size_t> tokensIn(std::string_view text) const;

    Order m_order = Order::leftmost;
    std::vector<std::size_t> m_ranks;           ///< places in m_tokens, in the order in which llama.cpp looks for them
    std::vector<AddedToken> m_tokens;           ///< by first byte, and then the longest first
    std::array<std::size_t, 257> m_begins = {}; ///< where those with a first byte begin
};

} // namespace draftscope
