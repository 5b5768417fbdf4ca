// SPDX-License-Identifier: MIT
// A moment of a lesson's run, as fields, conditions and answers look at it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/length_theory.h"
#include "engine/analysis/metrics.h"
#include "engine/analysis/speed.h"
#include "engine/lessons/lesson_setup.h"
#include "engine/lessons/lesson_value.h"
#include "engine/record/recordings.h"

namespace draftscope {

/// What the measurement in the background says about a run.
struct LessonMeasured {
    Speed speed;
    std::optional<double> plainTokensPerSecond;
    std::optional<double> tokensPerStep;
    std::optional<double> plainStep, draftStep, verifyPass; ///< milliseconds, medians
    std::optional<PassCosts> costs;
};

/// A run of a lesson: recorded to its end. Refers to the recordings, which must outlive it.
struct LessonRun {
    LessonSetup setup;
    std::vector<const Recording*> texts;
    std::vector<int> firstRounds;                ///< of the batch, of each text; 0 without a batch
    std::vector<Metrics> metrics;                ///< of each text, all of branch 0
    std::optional<LessonMeasured> measured = {}; ///< nothing until it is there
    LessonLanguage language = LessonLanguage::english;
};
[[nodiscard]] LessonRun lessonRunOf(LessonSetup setup, const Recordings& recordings);

/// Where a step stands in a run.
struct LessonPlace {
    int text = 0;          ///< of a batch, from 0
    Position at;           ///< own position of that text
    bool isBefore = false; ///< the moment to come is what the step is about
    friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};

/// A token at its place in a round.
struct LessonToken {
    int node = -1;   ///< of the draft tree; -1: it was not drafted, or is meant as a token of the distribution
    int context = 0; ///< the distribution behind which it stands: RoundRecord::contexts
    TokenId token = noToken;
    friend bool operator==(const LessonToken&, const LessonToken&) = default;
};

/// What is known at a place. Throws nothing; refers to the run.
class LessonScene {
public:
    LessonScene(const LessonRun& run, LessonPlace place);

    [[nodiscard]] const LessonRun& run() const { return *m_run; }
    [[nodiscard]] const LessonPlace& place() const { return m_place; }
    [[nodiscard]] const Recording& recording() const { return *m_run->texts[std::size_t(m_place.text)]; }
    [[nodiscard]] const Metrics& metrics() const { return m_run->metrics[std::size_t(m_place.text)]; }
    /// The round as the moment shows it, and all of it; empty records where nothing is recorded.
    [[nodiscard]] const RoundRecord& shown() const { return m_shown; }
    [[nodiscard]] const RoundRecord& whole() const { return m_whole; }
    /// The context that the moment is about, and the token: nothing where it is about none.
    [[nodiscard]] int context() const;
    [[nodiscard]] std::optional<LessonToken> token() const;
    /// Nothing where it is not recorded, or the round has no such context.
    [[nodiscard]] const DistributionRecord* distribution(int context) const;
    [[nodiscard]] std::string_view bytes(TokenId token) const { return recording().tokenBytes(token); }

private:
    [[nodiscard]] std::optional<Moment> moment() const; ///< that the scene is about
    const LessonRun* m_run;
    LessonPlace m_place;
    RoundRecord m_shown, m_whole;
};

} // namespace draftscope
