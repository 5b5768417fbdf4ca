// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/tokenizer/sentencepiece_proto.h"

namespace draftscope {

/// Where a text may be cut so that its parts, encoded one by one by byte-pair encoding, have the tokens of the whole:
/// between two bytes that follow each other in no piece. No merge ever joins what lies on both sides of such a place,
/// so each side is merged as if the other were not there. (For unigram models it does not hold: they add up scores from
/// the beginning of the text, and the sums are rounded.)
class CutPoints {
public:
    /// Of the text as pieces see it; `space` is what they have in the place of a space.
    CutPoints(const std::vector<VocabularyPiece>& pieces, std::string_view space);

    /// The first place at or after `from` where `text` may be cut; its size if there is none.
    [[nodiscard]] std::size_t next(std::string_view text, std::size_t from) const;

private:
    [[nodiscard]] static std::size_t pair(char left, char right)
    {
        return std::size_t(static_cast<unsigned char>(left)) << 8 | static_cast<unsigned char>(right);
    }

    std::bitset<1 << 16> m_neighbours; ///< pairs of bytes that some piece contains
    char m_spaceBegin, m_spaceEnd;     ///< first and last byte of the space mark
};

} // namespace draftscope
