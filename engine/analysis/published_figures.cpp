// SPDX-License-Identifier: MIT
#include "engine/analysis/published_figures.h"

#include <algorithm>

#include <fmt/format.h>

namespace draftscope {

namespace {

constexpr std::string_view setting = "Vicuna 7B v1.3, Spec-Bench, T = 0";
constexpr std::string_view source =
    "The leaderboard of Spec-Bench (Xia et al., arXiv 2401.07851), github.com/hemingkx/Spec-Bench, Leaderboard.md: one "
    "RTX "
    "3090, FP16, batch size 1, greedy; mean accepted tokens per step and overall speed-up over its six tasks.";

} // namespace

/// All from one table, so that they compare with each other: github.com/hemingkx/Spec-Bench, Leaderboard.md at commit
/// 5544fd7a98df8aaf0662381f0c96e8696207e93d, "Leaderboard on 3090" (PyTorch 2.5.1, CUDA 12.1), columns "#Mean Accepted
/// Tokens", which is
/// 1.00 for plain decoding, and "Overall". Of its rows: EAGLE2, EAGLE, SpS, PLD, Medusa, REST, Lookahead. It has none
/// of EAGLE-3, of methods that draft with the target's own layers, and of suffix automata without a head. Its EAGLE and
/// Medusa draft static trees, SpS and PLD chains: other shapes have none.
const std::vector<PublishedFigures>& allPublishedFigures()
{
    static const std::vector<PublishedFigures> all{
        {"eagle", "dynamic", "EAGLE-2", setting, source, 4.35, 2.19},
        {"eagle", "fixed-widths", "EAGLE", setting, source, 3.57, 2.03},
        {"eagle", "best-first", "EAGLE", setting, source, 3.57, 2.03},
        {"two-model", "chain", "speculative sampling (SpS)", setting, source, 2.28, 1.79},
        {"prompt-lookup", "chain", "prompt lookup (PLD)", setting, source, 1.73, 1.64},
        {"medusa", "fixed-widths", "Medusa", setting, source, 2.32, 1.44},
        {"medusa", "best-first", "Medusa", setting, source, 2.32, 1.44},
        {"retrieval", "", "REST", setting, source, 1.63, 1.28},
        {"lookahead", "", "Lookahead", setting, source, 1.64, 1.13},
    };
    return all;
}

std::optional<PublishedFigures> publishedFiguresOf(std::string_view method, std::string_view shape)
{
    const auto& all = allPublishedFigures();
    const auto found = std::ranges::find_if(all, [&](const PublishedFigures& each) {
        return each.method == method && (each.shape.empty() || each.shape == shape);
    });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

Message inWords(const PublishedFigures& figures)
{
    return message("{}, {}: {:.2f} tokens per step, {:.2f}×", figures.name, figures.setting, figures.tokensPerStep,
                   figures.speedUp);
}

} // namespace draftscope
