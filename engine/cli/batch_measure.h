// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/speed_measurement.h"
#include "engine/session/batch_session.h"

namespace draftscope {

/// What one text of a batch gave.
struct BatchedText {
    std::vector<TokenId> tokens;     ///< generated, end-of-text token included
    std::string text;                ///< of those tokens
    Metrics metrics;                 ///< times are those of passes that it shared
    EndReason end = EndReason::none; ///< none: cancelled
};

/// What many texts gave together.
struct BatchDecoded {
    std::string backend;
    std::vector<BatchedText> texts;
    int batchSize = 0; ///< sequences at a time at most
    int rounds = 0;    ///< of the batch: each is one of every sequence in it
    int blocks = 0;    ///< rounds of all sequences: what a sequence drafted and had verified at a time
    BatchCounts counts;
    std::size_t tokens = 0;
    double seconds = 0;                 ///< wall time of all rounds, prompts included; not what comes before the first
    std::optional<std::string> failure; ///< why it did not go on to the end: the texts are those until there
    [[nodiscard]] std::optional<double> tokensPerSecond() const;
    [[nodiscard]] std::optional<double> blockEfficiency() const; ///< tokens a block
};

/// Told of the rounds as they are finished. An Error ends the decode as a failure.
using OnRounds = std::function<Result<void>(const BatchSession& batch, const std::vector<RoundRecord>& rounds)>;

/// Decodes them to their end, or until it is cancelled or fails: then they have the rounds until there. Errors: those
/// of BatchSession::create().
[[nodiscard]] Result<BatchDecoded> decodeBatch(const Pair& pair, const SessionSettings& settings,
                                               const std::vector<BatchText>& texts, const BatchSettings& how,
                                               const std::shared_ptr<Backend>& backend, const Progress& progress,
                                               const OnRounds& onRounds = {});

/// The same texts in a batch and one after another.
struct BatchComparison {
    BatchDecoded batch;
    std::size_t tokens = 0; ///< of all turns; as many either way
    double batchSeconds = 0, singleSeconds = 0;
    bool sameTokens = true;
    [[nodiscard]] std::optional<double> batchTokensPerSecond() const;
    [[nodiscard]] std::optional<double> singleTokensPerSecond() const;
    [[nodiscard]] std::optional<double> speedUp() const; ///< the batch's tokens per second over the others'
};

/// Decodes them in a batch, by sessions one after another, by sessions and in a batch, so that a machine that grows
/// slower or faster meanwhile does so for both. Once unmeasured before. Throws Cancelled.
[[nodiscard]] Result<BatchComparison> compareBatch(const Pair& pair, const SessionSettings& settings,
                                                   const std::vector<BatchText>& texts, const BatchSettings& how,
                                                   const std::shared_ptr<Backend>& backend, const Progress& progress);

/// The batch beside a plain batch of the same texts and size: 0 drafts, 1 is plain. In turns (DecodesInTurn), until the
/// rule is content. Errors: those of BatchSession::create(). Throws Cancelled and DecodeFailure.
[[nodiscard]] Result<SpeedMeasurement> measureAgainstPlain(const Pair& pair, const SessionSettings& settings,
                                                           const std::vector<BatchText>& texts,
                                                           const BatchSettings& how,
                                                           const std::shared_ptr<Backend>& backend,
                                                           const Progress& progress, const MeasuringRule& rule = {});

} // namespace draftscope
