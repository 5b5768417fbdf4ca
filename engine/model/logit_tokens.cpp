// SPDX-License-Identifier: MIT
#include "engine/model/logit_tokens.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include "engine/formats/tensor_source.h"
#include "engine/model/model_config.h"

namespace draftscope {

std::vector<std::int64_t> asOffsets(std::vector<std::int64_t> d2t)
{
    if (std::ranges::adjacent_find(d2t, std::ranges::greater_equal()) == d2t.end())
        for (std::size_t i = 0; i < d2t.size(); ++i)
            d2t[i] -= std::int64_t(i);
    return d2t;
}

Result<std::vector<TokenId>> tokensOfLogits(std::span<const std::int64_t> d2t, int vocabulary, std::string_view where)
{
    std::vector<TokenId> tokens;
    std::set<TokenId> seen;
    for (std::size_t i = 0; i < d2t.size(); ++i) {
        if (d2t[i] < -std::int64_t(i) || d2t[i] >= vocabulary - std::int64_t(i)
            || !seen.insert(TokenId(std::int64_t(i) + d2t[i])).second)
            return fail(
                "The d2t of {} gives logit {} a token that another logit has or the target has not: download it "
                "again.",
                where, i);
        tokens.push_back(TokenId(std::int64_t(i) + d2t[i]));
    }
    return tokens;
}

Result<std::vector<TokenId>> readTokensOfLogits(const TensorSource& source, std::string_view embeddingName,
                                                bool mayBeTokens, ModelConfig& config)
{
    const std::string where = source.path().string();
    if (!source.has("d2t")) {
        if (config.draftVocabularySize == 0 && !source.has("t2d"))
            return std::vector<TokenId>();
        return fail("{} is of a draft with a vocabulary of its own and has no tensor d2t, which says whose tokens its "
                    "logits are: download it again.",
                    where);
    }
    auto offsets = source.wholeNumbers("d2t");
    if (!offsets)
        return tl::unexpected(offsets.error());
    if (mayBeTokens)
        *offsets = asOffsets(std::move(*offsets));
    const auto count = offsets->size();
    if (count == 0 || (config.draftVocabularySize > 0 && count != std::size_t(config.draftVocabularySize)))
        return fail("The tensor d2t of {} has {} elements where the configuration says {}: the files do not belong "
                    "together, download them again.",
                    where, count, config.logitCount());
    auto tokens = tokensOfLogits(*offsets, config.vocabularySize, where);
    if (!tokens)
        return tokens;
    const auto embedding = source.tensor(embeddingName);
    if (embedding && !embedding->shape.empty() && embedding->shape[0] < config.vocabularySize)
        return fail("The embedding of {} has {} rows and the vocabulary has {} tokens: a draft reads all tokens of its "
                    "target, so only its head may be smaller. Use a draft with a whole embedding.",
                    where, embedding->shape[0], config.vocabularySize);
    if (int(count) == config.vocabularySize) {
        if (std::ranges::any_of(*offsets, [](std::int64_t offset) { return offset != 0; }))
            return fail("The tensor d2t of {} puts all {} tokens of the vocabulary in another order, and only the head "
                        "of a part of them may have an order of its own: use the whole model instead.",
                        where, count);
        config.draftVocabularySize = 0;
        return std::vector<TokenId>(); // nothing was cut
    }
    config.draftVocabularySize = int(count);
    config.tiedEmbeddings = false; // whatever config.json says of the whole model
    return tokens;
}

void spreadLogits(std::span<const TokenId> tokenOfLogit, std::span<const float> logits, std::span<float> all)
{
    if (tokenOfLogit.empty()) {
        assert(logits.size() == all.size());
        std::ranges::copy(logits, all.begin());
        return;
    }
    assert(logits.size() == tokenOfLogit.size());
    std::ranges::fill(all, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < logits.size(); ++i)
        all[std::size_t(tokenOfLogit[i])] = logits[i];
}

} // namespace draftscope
