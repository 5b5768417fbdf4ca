// SPDX-License-Identifier: MIT
#include "engine/speculation/sequence_cache.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {
namespace {

constexpr std::size_t rowsPerPass = textRowsPerPass;

} // namespace

SequenceCache::SequenceCache(PassShare pass, int promptCount)
    : m_pass(std::move(pass)), m_table(m_pass.shared->table), m_promptCount(promptCount)
{
}

int SequenceCache::chunkBegin(int token) const
{
    return token < m_promptCount ? token - token % pass().promptRowsPerPass() : token;
}

std::size_t SequenceCache::nextChunk(int count, std::size_t missing) const
{
    if (count >= m_promptCount)
        return std::min(missing, rowsPerPass);
    assert(chunkBegin(count) == count);
    const auto chunk = std::size_t(std::min(pass().promptRowsPerPass(), m_promptCount - count));
    assert(missing >= chunk);
    return chunk;
}

int SequenceCache::align(std::span<const TokenId> text, std::span<const int> drafted)
{
    if (expectLength(int(text.size()) + 1))
        return 0;
    const std::span<const int> path = this->path();
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
    m_table.truncate(m_pass.sequence, chunkBegin(int(same)));
    return cachedCount();
}

bool SequenceCache::expectLength(int textLength)
{
    const int before = std::exchange(m_ropeLength, textLength);
    const bool isOther = config().sameRopeUntil(before) != config().sameRopeUntil(textLength);
    if (isOther)
        m_table.clear(m_pass.sequence);
    return isOther;
}

void SequenceCache::feed(std::span<const TokenId> tokens, std::span<float> logits, const Progress& progress)
{
    const std::size_t all = tokens.size();
    while (!tokens.empty()) {
        const std::size_t count = nextChunk(cachedCount(), tokens.size());
        if (count < all)
            progress.tell(double(all - tokens.size()) / double(all), "Reading the text");
        const bool last = count == tokens.size();
        feedChunk(tokens.first(count), last ? logits : std::span<float>(), progress);
        tokens = tokens.subspan(count);
    }
}

void SequenceCache::feedChunk(std::span<const TokenId> tokens, std::span<float> logits, const Progress& progress)
{
    const bool isPrompt = !hasPrompt();
    planTokens(tokens, !logits.empty());
    m_rows.arePrompt = isPrompt;
    assert(!isPrompt || logits.empty());
    try {
        run(logits, progress);
    } catch (const Cancelled&) {
        for (const int slot : m_passSlots)
            m_table.release(slot);
        throw;
    }
    commitPlanned();
}

void SequenceCache::planTokens(std::span<const TokenId> tokens, bool wantLogits)
{
    assert(!config().isHead()); // whose rows do not begin with tokens alone
    const int first = cachedCount();
    const std::size_t count = tokens.size();
    m_passSlots.clear();
    for (std::size_t i = 0; i < count; ++i) {
        m_passSlots.push_back(take(first + int(i), tokens[i]));
        assert(m_passSlots.back() >= 0);
    }
    m_rows.rows.clear();
    for (std::size_t i = 0; i < count; ++i)
        m_rows.rows.push_back({tokens[i], first + int(i), 0, m_passSlots[i], std::span(m_passSlots).first(i),
                               i + 1 == count && wantLogits});
    setRopeLength(m_rows.rows);
    m_rows.prefixes.assign(1, visible());
    m_rows.arePrompt = false;
    m_rows.cancelled = nullptr;
}

void SequenceCache::setRopeLength(std::vector<Row>& rows) const
{
    for (Row& row : rows)
        row.ropeLength = m_ropeLength;
}

const Rows& SequenceCache::planFeed(std::span<const TokenId> tokens, bool wantLogits)
{
    assert(hasPrompt() && !tokens.empty() && tokens.size() <= rowsPerPass);
    planTokens(tokens, wantLogits);
    return m_rows;
}

void SequenceCache::commitPlanned()
{
    for (const Row& row : m_rows.rows)
        m_table.commit(row.slot);
}

void SequenceCache::run(std::span<float> logits, const Progress& progress)
{
    m_rows.cancelled = progress.cancelled;
    m_rows.endIfCancelled();
    m_pass.shared->run(m_rows, logits);
}

const Rows& SequenceCache::askForStates()
{
    m_pass.shared->askForStates(m_rows);
    return m_rows;
}

void SequenceCache::runPart(Rows rows, std::span<float> logits, const Progress& progress)
{
    assert(!m_pass.shared->keepsStates());
    setRopeLength(rows.rows);
    rows.prefixes.assign(1, visible());
    rows.cancelled = progress.cancelled;
    rows.endIfCancelled();
    pass().run(rows, logits);
}

void SequenceCache::keepStale(int slot)
{
    if (m_left.size() == std::size_t(mostLeftBehind)) {
        m_table.release(m_left.front());
        m_left.erase(m_left.begin());
    }
    m_table.keep(slot);
    m_left.push_back(slot);
}

void SequenceCache::clear()
{
    m_table.clear(m_pass.sequence);
    for (const int slot : m_left)
        m_table.release(slot);
    m_left.clear();
}

std::span<const int> SequenceCache::visible()
{
    if (m_left.empty())
        return path();
    m_visible.assign(path().begin(), path().end());
    m_visible.insert(m_visible.end(), m_left.begin(), m_left.end());
    return m_visible;
}

const Rows& SequenceCache::plan(std::span<const Row> rows, HeadInput input)
{
    m_rows.rows.assign(rows.begin(), rows.end());
    setRopeLength(m_rows.rows);
    m_rows.prefixes.assign(1, visible());
    m_rows.arePrompt = false;
    m_rows.cancelled = nullptr;
    m_rows.inputStates = input.states;
    m_rows.targetFeatures = input.features;
    return m_rows;
}

} // namespace draftscope
