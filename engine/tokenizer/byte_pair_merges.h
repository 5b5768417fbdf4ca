// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// The merges of byte-pair encoding (Sennrich et al. 2016, arXiv:1508.07909): which two neighbours may become one
/// token, the earlier ones first.
class BytePairMerges {
public:
    struct Merge {
        TokenId left = noToken, right = noToken, result = noToken;
        std::uint32_t rank = 0; ///< the lowest goes first
    };

    BytePairMerges() = default;
    /// Where a pair comes twice, its last merge counts, as with Hugging Face's tokenizers.
    explicit BytePairMerges(std::span<const Merge> merges);

    /// Merges neighbours until nothing can be merged any more: always the pair with the lowest rank, of several the
    /// leftmost. Takes time proportional to n log n for n tokens.
    void apply(std::vector<TokenId>& tokens) const;

private:
    struct Entry {
        std::uint64_t pair = 0;
        std::uint32_t rank = 0;
        TokenId result = noToken; ///< noToken: the entry is free
    };

    [[nodiscard]] const Entry* find(TokenId left, TokenId right) const;
    void applyToFew(std::vector<TokenId>& tokens) const;
    void applyToMany(std::vector<TokenId>& tokens) const;

    std::vector<Entry> m_entries; ///< a hash table with open addressing; its size is a power of two
};

} // namespace draftscope
