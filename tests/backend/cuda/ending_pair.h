// SPDX-License-Identifier: MIT
// Models whose texts end now and then, and models whose logits are not usable.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <QTest>

#include "engine/core/decode_failure.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"

namespace draftscope::test {

/// A copy whose weights may be changed, with a head apart from the embedding.
struct ChangedModel {
    std::shared_ptr<Model> model;
    std::shared_ptr<std::vector<float>> embedding, head; ///< [vocabulary, hidden]

    explicit ChangedModel(const Model& from) : model(std::make_shared<Model>(from))
    {
        const auto* values = static_cast<const float*>(from.weights.embedding.data);
        const auto count = std::size_t(from.config.vocabularySize) * std::size_t(from.config.hiddenSize);
        embedding = std::make_shared<std::vector<float>>(values, values + count);
        head = std::make_shared<std::vector<float>>(*embedding);
        model->config.tiedEmbeddings = false;
        model->weights.embedding.data = embedding->data();
        model->weights.head.data = head->data();
        model->weights.storage.push_back(embedding);
        model->weights.storage.push_back(head);
    }
    [[nodiscard]] std::span<float> row(std::vector<float>& matrix, TokenId token) const
    {
        const auto hidden = std::size_t(model->config.hiddenSize);
        return std::span(matrix).subspan(std::size_t(token) * hidden, hidden);
    }
};

/// </s> is likely now and then.
inline Pair endingPair()
{
    const auto [target, draft] = fixtures::makeTinyPair(128, true);
    const auto changed = [](const Model& from) {
        const ChangedModel copy(from);
        for (float& value : copy.row(*copy.head, 2))
            value *= 2.5f;
        return copy.model;
    };
    return {changed(*target), changed(*draft)};
}

/// All its logits are the same.
inline std::shared_ptr<const Model> flatCopy(const Model& from)
{
    const ChangedModel copy(from);
    std::ranges::fill(*copy.head, 0.0f);
    return copy.model;
}

/// Its logits are NaN after `token`, or after any if that is negative.
inline std::shared_ptr<const Model> brokenAfter(const Model& from, TokenId token)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const ChangedModel copy(from);
    if (token < 0)
        copy.model->weights.finalNorm[0] = nan;
    else
        copy.row(*copy.embedding, token)[0] = nan;
    return copy.model;
}

/// The tiny pair with one of its models so.
inline Pair brokenPair(bool isDraft, TokenId token)
{
    Pair pair = tinyPair();
    std::shared_ptr<const Model>& broken = isDraft ? pair.draft : pair.target;
    broken = brokenAfter(*broken, token);
    return pair;
}

/// Decodes a round at a time until something is thrown; what that says.
template <class FinishRound>
QString failureOf(Session& session, Recording& recording, const FinishRound& finishRound)
{
    try {
        while (session.ended() == EndReason::none) {
            finishRound(session);
            recording.put(0, session.round());
        }
    } catch (const DecodeFailure& failure) {
        return failure.what();
    }
    return "none";
}

/// Decodes by rounds and by moments until both fail: with the same sentence after the same rounds, which it tells;
/// "none" where nothing fails.
inline void failsAlike(const Pair& pair, const SessionSettings& settings, const std::shared_ptr<Backend>& backend,
                       QString& sentence, int& rounds)
{
    const auto byRounds = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    Recording one(byRounds->header()), other(byMoments->header());
    sentence = failureOf(*byRounds, one, [](Session& session) { session.finishRound(); });
    QCOMPARE(failureOf(*byMoments, other,
                       [](Session& session) {
                           while (session.advance().kind != MomentKind::commit) {}
                       }),
             sentence);
    compareRounds(one, other);
    rounds = one.roundCount(0);
}

} // namespace draftscope::test
