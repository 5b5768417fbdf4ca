// SPDX-License-Identifier: MIT
#include "engine/tokenizer/cut_points.h"

namespace draftscope {

CutPoints::CutPoints(const std::vector<VocabularyPiece>& pieces, std::string_view space)
    : m_spaceBegin(space.front()), m_spaceEnd(space.back())
{
    for (const VocabularyPiece& piece : pieces)
        for (std::size_t i = 1; i < piece.text.size(); ++i)
            m_neighbours.set(pair(piece.text[i - 1], piece.text[i]));
}

std::size_t CutPoints::next(std::string_view text, std::size_t from) const
{
    for (std::size_t at = from == 0 ? 1 : from; at < text.size(); ++at) {
        const char left = text[at - 1] == ' ' ? m_spaceEnd : text[at - 1];
        const char right = text[at] == ' ' ? m_spaceBegin : text[at];
        const bool beginsCharacter = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (beginsCharacter && !m_neighbours.test(pair(left, right)))
            return at;
    }
    return text.size();
}

} // namespace draftscope
