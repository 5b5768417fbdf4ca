// SPDX-License-Identifier: MIT
// Runs of a tiny pair by every shape and verifier, for what explains their rounds.
#pragma once

#include <QTest>

#include "engine/session/combinations.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"

namespace draftscope::fixtures {

inline constexpr int wholeVocabulary = 4096; ///< more than the pair has

/// Ways to decode whose rounds are explained in different ways.
inline void addExplainedRuns()
{
    QTest::addColumn<QString>("combination");
    QTest::addColumn<double>("temperature");
    for (const char* name :
         {"two-model", "two-model+block", "two-model+k-seq", "two-model+typical", "two-model+deterministic-children",
          "two-model+fixed-widths+speculative-sampling", "two-model+fixed-widths+k-seq",
          "two-model+fixed-widths+without-replacement", "two-model+fixed-widths+deterministic-children",
          "two-model+fixed-widths+typical", "two-model+best-first+without-replacement", "two-model+dynamic",
          "two-model+dynamic+typical", "prompt-lookup", "plain"})
        QTest::addRow("%s", name) << QString(name) << 0.8;
    for (const char* name : {"two-model", "two-model+fixed-widths", "plain"})
        QTest::addRow("%s, greedy", name) << QString(name) << 0.0;
}

/// `topTokens` of the vocabulary are listed.
inline Recording explainedRun(const QString& combination, double temperature, int topTokens, int tokens = 40,
                              const std::string& fault = {})
{
    const TinyPair models = makeTinyPair(64);
    SessionSettings settings;
    settings.sampler.temperature = temperature;
    settings.draftLength = 4;
    settings.seed = 5;
    settings = settingsFor(combinationNamed(combination.toStdString()).value(), settings).value();
    settings.maxTokens = tokens;
    settings.topTokens = topTokens;
    settings.fault = fault;
    const auto session = makeSession({models.target, models.draft}, settings, "Once Once Once");
    Recording recording = decode(*session);
    recording.learnPrompt([&](TokenId token) { return "t" + std::to_string(token); });
    for (int r = 0; r < recording.roundCount(0); ++r)
        recording.learnTokens(recording.round(0, r), [&](TokenId token) { return "t" + std::to_string(token); });
    return recording;
}

} // namespace draftscope::fixtures
