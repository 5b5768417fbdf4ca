// SPDX-License-Identifier: MIT
#include "engine/analysis/context_memory.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/model/backend.h"

namespace draftscope {

std::size_t ContextMemory::Hash::operator()(const RowKey& key) const
{
    std::uint64_t hash = 0x9E3779B97F4A7C15; // any odd number whose bits look random
    const auto mix = [&hash](std::uint32_t value) {
        hash = (hash ^ value) * 0xD6E8FEB86659FD93;
        hash ^= hash >> 32;
    };
    for (const int number : {key.token, key.position, key.kind, key.beneath, key.ropeLength})
        mix(std::uint32_t(number));
    for (const int row : key.sees)
        mix(std::uint32_t(row));
    for (const float value : key.input)
        mix(std::bit_cast<std::uint32_t>(value));
    return hash;
}

bool ContextMemory::Equal::same(const RowKey& a, const RowKey& b)
{
    return a.token == b.token && a.position == b.position && a.kind == b.kind && a.beneath == b.beneath
        && a.ropeLength == b.ropeLength && std::ranges::equal(a.sees, b.sees) && std::ranges::equal(a.input, b.input);
}

RowKey ContextMemory::keyOf(const std::vector<KnownRow>& rows, int number)
{
    const KnownRow& row = rows[std::size_t(number)];
    return {row.sees, row.token, row.position, row.kind, row.beneath, row.input, row.ropeLength};
}

void ContextMemory::usePass(std::unique_ptr<ForwardPass> pass)
{
    m_pass = std::move(pass);
    m_owners.assign(std::size_t(m_pass->slotCount()), -1);
    m_lastUse.assign(m_owners.size(), 0);
    for (KnownRow& row : m_rows)
        row.slot = -1;
}

int ContextMemory::kindOf(const RowKind& kind)
{
    const auto found = std::ranges::find(m_kinds, kind);
    if (found != m_kinds.end())
        return int(found - m_kinds.begin());
    m_kinds.push_back(kind);
    return int(m_kinds.size()) - 1;
}

int ContextMemory::numberOf(const RowKey& key)
{
    const auto found = m_numbers.find(key);
    if (found != m_numbers.end())
        return *found;
    m_rows.push_back({{key.sees.begin(), key.sees.end()},
                      key.token,
                      key.position,
                      key.kind,
                      key.beneath,
                      key.ropeLength,
                      {key.input.begin(), key.input.end()},
                      {},
                      {}});
    m_bytes += sizeof(KnownRow) + key.sees.size_bytes() + key.input.size_bytes()
        + 4 * sizeof(void*); // the last: the hash table's share
    m_numbers.insert(int(m_rows.size()) - 1);
    return int(m_rows.size()) - 1;
}

std::span<const float> ContextMemory::logitsOf(int number, const std::atomic<bool>* cancelled)
{
    if (m_rows[std::size_t(number)].logits.empty())
        compute(number, true, cancelled);
    return m_rows[std::size_t(number)].logits;
}

std::span<const float> ContextMemory::statesOf(int number, const std::atomic<bool>* cancelled)
{
    if (m_rows[std::size_t(number)].states.empty())
        compute(number, false, cancelled);
    return m_rows[std::size_t(number)].states;
}

void ContextMemory::forget()
{
    m_numbers.clear();
    m_rows.clear();
    std::ranges::fill(m_owners, -1);
    m_bytes = 0;
}

void ContextMemory::compute(int number, bool wantLogits, const std::atomic<bool>* cancelled)
{
    ++m_now;
    m_input.cancelled = cancelled;
    std::vector<int> missing;
    collect(number, missing);
    m_input.endIfCancelled();
    std::ranges::sort(missing); // so that a row comes after those that it sees

    const auto kindAt = [this](const Step& step) { return m_rows[std::size_t(step.row)].kind; };
    try {
        const std::vector<Step> all = steps(missing);
        for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
            for (end = first + 1; end < all.size() && end - first < textRowsPerPass; ++end)
                if (kindAt(all[end]) != kindAt(all[first]) || all[end].slot == all[end - 1].slot)
                    break;
            runSteps(std::span(all).subspan(first, end - first), end == all.size(), wantLogits);
        }
    } catch (...) { // cancelled, for instance: what their slots hold now is not theirs
        for (const int row : missing) {
            int& slot = m_rows[std::size_t(row)].slot;
            if (slot >= 0)
                m_owners[std::size_t(slot)] = -1;
            slot = -1;
        }
        throw;
    }
    KnownRow& row = m_rows[std::size_t(number)];
    if (wantLogits)
        row.logits = m_logits;
    row.states = m_states;
    m_bytes += (row.logits.size() + row.states.size()) * sizeof(float);
}

void ContextMemory::collect(int number, std::vector<int>& missing)
{
    missing.push_back(number);
    m_rows[std::size_t(number)].wantedAt = m_now;
    if (const int slot = m_rows[std::size_t(number)].slot; slot >= 0)
        m_lastUse[std::size_t(slot)] = m_now;
    for (std::size_t next = 0; next < missing.size(); ++next) {
        const bool isThere = m_rows[std::size_t(missing[next])].slot >= 0; // and what is beneath it with it
        for (int run = missing[next]; run >= 0; run = isThere ? -1 : m_rows[std::size_t(run)].beneath) {
            for (const int seen : m_rows[std::size_t(run)].sees) {
                KnownRow& row = m_rows[std::size_t(seen)];
                if (row.slot >= 0)
                    m_lastUse[std::size_t(row.slot)] = m_now;
                else if (std::exchange(row.wantedAt, m_now) != m_now)
                    missing.push_back(seen);
            }
        }
    }
}

std::vector<ContextMemory::Step> ContextMemory::steps(std::span<const int> missing)
{
    std::vector<Step> all;
    for (const int number : missing) {
        const std::size_t first = all.size();
        int& slot = m_rows[std::size_t(number)].slot;
        const bool isThere = slot >= 0;
        if (!isThere)
            slot = freeSlot(number);
        for (int run = number; run >= 0; run = isThere ? -1 : m_rows[std::size_t(run)].beneath)
            all.push_back({run, slot});
        std::reverse(all.begin() + std::ptrdiff_t(first), all.end()); // what is beneath is run first
    }
    return all;
}

int ContextMemory::freeSlot(int row)
{
    const auto oldest = std::ranges::min_element(m_lastUse);
    const auto slot = std::size_t(oldest - m_lastUse.begin());
    if (*oldest == m_now)
        throw BackendFailure("A row depends on more other rows than its text has tokens: the session has lost track "
                             "of its K/V slots. Please report it.");
    if (m_owners[slot] >= 0)
        m_rows[std::size_t(m_owners[slot])].slot = -1;
    m_owners[slot] = row;
    m_lastUse[slot] = m_now;
    return int(slot);
}

void ContextMemory::runSteps(std::span<const Step> steps, bool isLast, bool wantLogits)
{
    std::size_t ancestorCount = 0;
    for (const Step& step : steps)
        ancestorCount += m_rows[std::size_t(step.row)].sees.size();
    m_ancestors.clear();
    m_ancestors.reserve(ancestorCount); // rows point into it
    m_inputs.clear();
    m_input.rows.clear();
    m_input.prefixes.assign(1, {});
    for (const Step& step : steps) {
        const KnownRow& row = m_rows[std::size_t(step.row)];
        const std::size_t first = m_ancestors.size();
        for (const int seen : row.sees)
            m_ancestors.push_back(m_rows[std::size_t(seen)].slot);
        m_inputs.insert(m_inputs.end(), row.input.begin(), row.input.end());
        m_input.rows.push_back({row.token, row.position, 0, step.slot,
                                std::span(m_ancestors).subspan(first, row.sees.size()),
                                isLast && wantLogits && &step == &steps.back(), row.ropeLength});
    }
    const RowKind& kind = m_kinds[std::size_t(m_rows[std::size_t(steps.front().row)].kind)];
    m_input.part = kind.part;
    m_input.inputStates = kind.readsFeatures ? std::span<const float>() : m_inputs;
    m_input.targetFeatures = kind.readsFeatures ? m_inputs : std::span<const float>();
    m_input.hiddenStates.clear();
    const std::size_t hidden = std::size_t(m_pass->config().hiddenSize), count = steps.size();
    const std::size_t states = isLast ? kind.states.size() : 0;
    std::vector<float> left(states * count * hidden);
    for (std::size_t i = 0; i < states; ++i)
        m_input.hiddenStates.push_back({kind.states[i], std::span(left).subspan(i * count * hidden, count * hidden)});
    m_logits.resize(std::size_t(m_pass->config().logitCount()));
    m_pass->run(m_input, isLast && wantLogits ? std::span<float>(m_logits) : std::span<float>());
    m_computedRows += std::int64_t(count);
    m_states.clear();
    for (std::size_t i = 0; i < states; ++i) {
        const auto ofLast = std::span(left).subspan(((i + 1) * count - 1) * hidden, hidden);
        m_states.insert(m_states.end(), ofLast.begin(), ofLast.end());
    }
}

} // namespace draftscope
