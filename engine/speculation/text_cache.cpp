// SPDX-License-Identifier: MIT
#include "engine/speculation/text_cache.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {
namespace {

constexpr std::size_t rowsPerPass =
    64; ///< enough to use every weight many times, small enough to keep scratch memory small

} // namespace

TextCache::TextCache(std::unique_ptr<ForwardPass> pass) : m_pass(std::move(pass)), m_table(m_pass->slotCount()) {}

int TextCache::align(std::span<const TokenId> text, std::span<const int> drafted)
{
    const std::span<const int> path = m_table.path(0);
    const auto slots = m_table.allSlots();
    std::size_t same = 0;
    while (same < path.size() && same < text.size() && slots[std::size_t(path[same])].token == text[same])
        ++same;
    if (same == path.size()) {
        for (const int slot : drafted) {
            if (same == text.size() || m_table.allSlots()[std::size_t(slot)].token != text[same])
                break;
            m_table.commit(slot);
            ++same;
        }
    }
    m_table.truncate(0, int(same));
    return int(same);
}

void TextCache::feed(std::span<const TokenId> tokens, std::span<float> logits)
{
    while (!tokens.empty()) {
        const std::size_t count = std::min(tokens.size(), rowsPerPass);
        const int first = cachedCount();
        m_chunk.clear();
        for (std::size_t i = 0; i < count; ++i) {
            m_chunk.push_back(take(first + int(i), tokens[i]));
            assert(m_chunk.back() >= 0);
        }
        const bool last = count == tokens.size();
        m_rows.rows.clear();
        for (std::size_t i = 0; i < count; ++i)
            m_rows.rows.push_back({tokens[i], first + int(i), 0, m_chunk[i], std::span(m_chunk).first(i),
                                   last && i + 1 == count && !logits.empty()});
        m_rows.prefixes.assign(1, m_table.path(0));
        m_pass->run(m_rows, last ? logits : std::span<float>());
        for (const int slot : m_chunk)
            m_table.commit(slot);
        tokens = tokens.subspan(count);
    }
}

void TextCache::run(std::span<const Row> rows, std::span<float> logits)
{
    m_pass->run(rowsOf(rows), logits);
}

const Rows& TextCache::rowsOf(std::span<const Row> rows)
{
    m_rows.rows.assign(rows.begin(), rows.end());
    m_rows.prefixes.assign(1, m_table.path(0));
    return m_rows;
}

} // namespace draftscope
