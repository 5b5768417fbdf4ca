// SPDX-License-Identifier: MIT
// Ways to put a text through a forward pass.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/core/thread_pool.h"

namespace draftscope::test {

using Logits = std::vector<std::vector<float>>; ///< [rows][vocabulary]

[[nodiscard]] inline std::unique_ptr<ForwardPass> passOf(std::shared_ptr<const Model> model, int threads,
                                                         int slots = 256, Arithmetic arithmetic = Arithmetic::int8)
{
    return makeCpuForwardPass(std::move(model), std::make_shared<ThreadPool>(threads), slots, arithmetic);
}

/// Runs rows and cuts their logits apart.
[[nodiscard]] inline Logits run(ForwardPass& pass, const Rows& rows)
{
    const auto vocabulary = std::size_t(pass.config().vocabularySize);
    std::size_t wanted = 0;
    for (const Row& row : rows.rows)
        wanted += row.wantLogits;
    std::vector<float> flat(wanted * vocabulary);
    pass.run(rows, flat);
    Logits logits;
    for (std::size_t i = 0; i < wanted; ++i)
        logits.emplace_back(flat.begin() + std::ptrdiff_t(i * vocabulary),
                            flat.begin() + std::ptrdiff_t((i + 1) * vocabulary));
    return logits;
}

/// A text of pseudo-random tokens.
[[nodiscard]] inline std::vector<TokenId> someText(int length, int vocabulary)
{
    std::vector<TokenId> text;
    for (int i = 0; i < length; ++i)
        text.push_back((i * i * 31 + i * 7 + 3) % vocabulary);
    return text;
}

/// Logits of every token of a text that goes in `rowsAtATime` rows a pass; token i lies in slots[i].
[[nodiscard]] inline Logits decode(ForwardPass& pass, const std::vector<TokenId>& text, int rowsAtATime,
                                   const std::vector<int>& slots)
{
    Logits logits;
    for (std::size_t first = 0; first < text.size(); first += std::size_t(rowsAtATime)) {
        const std::size_t end = std::min(text.size(), first + std::size_t(rowsAtATime));
        Rows rows;
        rows.prefixes = {std::span(slots).first(first)};
        for (std::size_t i = first; i < end; ++i)
            rows.rows.push_back({text[i], int(i), 0, slots[i], std::span(slots).subspan(first, i - first), true});
        for (auto& row : run(pass, rows))
            logits.push_back(std::move(row));
    }
    return logits;
}

[[nodiscard]] inline std::vector<int> slotsInOrder(int count)
{
    std::vector<int> slots;
    for (int i = 0; i < count; ++i)
        slots.push_back(i);
    return slots;
}

/// The largest difference of two tables, of logits or states, over the largest number expected; 1e30 where one is no
/// number or they are not of the same shape. `Number` is double for what was computed one multiplication after another.
template <class Number = float>
[[nodiscard]] double worst(const Logits& given, const std::vector<std::vector<Number>>& expected)
{
    if (given.size() != expected.size())
        return 1e30;
    double difference = 0, largest = 1e-30;
    for (std::size_t row = 0; row < expected.size(); ++row) {
        if (given[row].size() != expected[row].size())
            return 1e30;
        for (std::size_t i = 0; i < expected[row].size(); ++i) {
            const double here = std::fabs(double(given[row][i]) - double(expected[row][i]));
            if (!std::isfinite(here))
                return 1e30;
            difference = std::max(difference, here);
            largest = std::max(largest, std::fabs(double(expected[row][i])));
        }
    }
    return difference / largest;
}

/// What worst() may be where the same numbers are added in f32 in another order.
inline constexpr double f32Tolerance = 1e-5;

} // namespace draftscope::test
