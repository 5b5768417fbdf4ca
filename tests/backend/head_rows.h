// SPDX-License-Identifier: MIT
// Rows of a drafting head put through its pass.
#pragma once

#include <vector>

#include "engine/model/draft_head.h"
#include "tests/backend/decoding.h"
#include "tests/backend/scalar_head.h"

namespace draftscope::test {

/// What rows gave: states behind the last layer and logits, by row.
struct HeadGiven {
    Logits states, logits;
    bool operator==(const HeadGiven&) const = default;
};

/// Runs rows [first, first + count) of a chain at positions first ..., row i in slot 2 * i. All have inputs of the same
/// kind.
inline void runHeadRows(ForwardPass& pass, const std::vector<HeadRow>& chain, std::size_t first, std::size_t count,
                        HeadGiven& given)
{
    const ModelConfig& config = pass.config();
    std::vector<int> slots;
    for (std::size_t i = 0; i < chain.size(); ++i)
        slots.push_back(int(2 * i));
    Rows rows{{}, {std::span(slots).first(first)}};
    std::vector<float> input;
    for (std::size_t i = first; i < first + count; ++i) {
        rows.rows.push_back({chain[i].token, int(i), 0, slots[i], std::span(slots).subspan(first, i - first), true});
        input.insert(input.end(), chain[i].input.begin(), chain[i].input.end());
    }
    (chain[first].isFeatures ? rows.targetFeatures : rows.inputStates) = input;
    std::vector<float> states(count * std::size_t(config.hiddenSize));
    std::vector<float> logits(count * std::size_t(config.logitCount()));
    rows.hiddenStates = {{config.layerCount, states}};
    pass.run(rows, logits);
    const auto cut = [&](const std::vector<float>& flat, Logits& to) {
        const auto width = std::ptrdiff_t(flat.size() / count);
        for (auto at = flat.begin(); at != flat.end(); at += width)
            to.emplace_back(at, at + width);
    };
    cut(states, given.states);
    cut(logits, given.logits);
}

/// What three siblings behind row 1 of a chain leave behind the first layer: they have the tokens and inputs of its
/// rows 7, 2 and 2.
inline Logits siblingStates(ForwardPass& pass, const std::vector<HeadRow>& chain)
{
    HeadGiven given;
    runHeadRows(pass, chain, 0, 2, given);
    const std::vector<int> prefix = {0, 2};
    const auto width = std::size_t(pass.config().hiddenSize);
    std::vector<float> input, states(3 * width);
    Rows tree{{}, {prefix}};
    for (const std::size_t from : {7U, 2U, 2U}) {
        tree.rows.push_back({chain[from].token, 2, 0, int(100 + tree.rows.size()), {}, false});
        input.insert(input.end(), chain[from].input.begin(), chain[from].input.end());
    }
    (chain.front().isFeatures ? tree.targetFeatures : tree.inputStates) = input;
    tree.hiddenStates = {{1, states}};
    pass.run(tree, {});
    Logits rows;
    for (auto at = states.begin(); at != states.end(); at += std::ptrdiff_t(width))
        rows.emplace_back(at, at + std::ptrdiff_t(width));
    return rows;
}

/// The chain, so many rows a pass; then so many steps of one row, each with the state that the row before it gave. What
/// went in is added to the chain.
inline HeadGiven runHead(ForwardPass& pass, std::vector<HeadRow>& chain, std::size_t rowsAtATime, int steps = 0)
{
    HeadGiven given;
    for (std::size_t first = 0; first < chain.size(); first += rowsAtATime)
        runHeadRows(pass, chain, first, std::min(rowsAtATime, chain.size() - first), given);
    for (int step = 0; step < steps; ++step) {
        const std::vector<float>& last = given.states.back();
        chain.push_back({(step * 29 + 5) % pass.config().vocabularySize, {last.begin(), last.end()}, false});
        runHeadRows(pass, chain, chain.size() - 1, 1, given);
    }
    return given;
}

} // namespace draftscope::test
