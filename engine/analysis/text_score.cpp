// SPDX-License-Identifier: MIT
#include "engine/analysis/text_score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/sampling/distribution.h"
#include "engine/sampling/usable_logits.h"

namespace draftscope {

double TextScore::perplexity() const
{
    return std::exp(perToken());
}

TextScore scoreText(ForwardPass& pass, std::span<const TokenId> text, int window, int tokenizerSize,
                    std::string_view model, const Progress& progress)
{
    assert(window > 1 && window <= pass.config().contextLength);
    const auto width = std::size_t(window), vocabulary = std::size_t(pass.config().vocabularySize);
    std::vector<int> slots(std::min(width, text.size()));
    std::iota(slots.begin(), slots.end(), 0);
    assert(slots.size() <= std::size_t(pass.slotCount()));
    std::vector<float> logits(std::size_t(textRowsPerPass) * vocabulary);
    TextScore score;
    for (std::size_t begin = 0; begin + 1 < text.size(); begin += width) {
        const std::span<const TokenId> tokens = text.subspan(begin, std::min(width, text.size() - begin));
        const std::size_t last = tokens.size() - 1; // which nothing is asked behind
        for (std::size_t first = 0; first < last; first += std::size_t(textRowsPerPass)) {
            progress.tell(double(begin + first) / double(text.size()), "Reading the text");
            Rows rows;
            rows.cancelled = progress.cancelled;
            rows.endIfCancelled();
            rows.prefixes = {std::span(slots).first(first)};
            const std::size_t end = std::min(first + std::size_t(textRowsPerPass), last);
            for (std::size_t at = first; at < end; ++at)
                rows.rows.push_back({tokens[at], int(at), 0, slots[at], std::span(slots).subspan(first, at - first),
                                     true, int(tokens.size())});
            pass.run(rows, logits);
            for (std::size_t at = first; at < end; ++at) {
                const auto row = std::span<const float>(logits).subspan((at - first) * vocabulary, vocabulary);
                requireUsable(row, tokenizerSize, model, int(begin + at) + 1);
                score.negativeLogLikelihood -= Softmax(row.first(std::size_t(tokenizerSize))).logAt(tokens[at + 1]);
                ++score.scored;
            }
        }
    }
    return score;
}

} // namespace draftscope
