// SPDX-License-Identifier: MIT
#include "engine/speculation/lookahead_window.h"

#include <algorithm>
#include <cassert>

namespace draftscope {
namespace {

/// A text is walked in such steps for the first guesses: a prime, so that few lengths are a multiple of it.
constexpr std::size_t step = 7919;

} // namespace

LookaheadWindow::LookaheadWindow(int width, int levels) : m_width(width), m_levels(levels)
{
    assert(width >= 0 && levels >= 1);
}

int LookaheadWindow::rowCount(int width, int levels)
{
    return std::max(0, width * levels - 1);
}

std::vector<SideRow> LookaheadWindow::rows(std::span<const TokenId> text) const
{
    assert(!text.empty());
    std::vector<SideRow> rows;
    for (int level = 0; level < m_levels; ++level)
        for (int column = level == 0 ? 1 : 0; column < m_width; ++column) {
            const auto place = std::size_t(level * m_width + column);
            const TokenId guess =
                m_tokens.empty() ? text[text.size() - 1 - place * step % text.size()] : m_tokens[place];
            rows.push_back({guess, level == 0 ? rowOf(0, column - 1) : rowOf(level - 1, column)});
        }
    return rows;
}

void LookaheadWindow::moveOn(std::span<const SideRow> rows, TokenId behindRoot)
{
    if (rows.empty()) // the round had no room for them
        return;
    assert(int(rows.size()) == rowCount(m_width, m_levels));
    m_tokens.clear();
    for (int level = 1; level < m_levels; ++level)
        for (int column = 0; column < m_width; ++column)
            m_tokens.push_back(rows[std::size_t(rowOf(level, column))].token);
    for (int column = 0; column < m_width; ++column) {
        const int row = rowOf(m_levels - 1, column);
        m_tokens.push_back(row < 0 ? behindRoot : rows[std::size_t(row)].likeliest);
    }
}

} // namespace draftscope
