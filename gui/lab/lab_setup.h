// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/analysis/lossless_trial.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// What the right side of the lab has otherwise than the left one.
struct LabRight {
    enum class Kind { fault, rule, sampler };
    Kind kind = Kind::fault;
    std::string name;        ///< of the fault or the verifier
    SamplerSettings sampler; ///< where that is what differs
    friend bool operator==(const LabRight&, const LabRight&) = default;
};

/// Everything that a trial of the lab is made of.
struct LabSetup {
    std::string target, draft; ///< as RunSetup has them; an empty target: the five letters
    SessionSettings settings;  ///< of the left side: no fault
    LabRight right;
    std::string prompt;
    int tokens = 8;     ///< length of the texts; 1: the first token alone. Of a loaded pair 1
    int texts = 50'000; ///< of each side
    [[nodiscard]] bool isFiveLetters() const { return target.empty(); }
    [[nodiscard]] int textLength() const { return isFiveLetters() ? tokens : 1; }
    friend bool operator==(const LabSetup&, const LabSetup&) = default;
};

/// Five letters, a sampler with which every bug changes something, and p in the place of the residual.
[[nodiscard]] LabSetup defaultLabSetup();
/// The same method, rule and right side with a pair, or with the five letters where `pair` names no target: with a
/// prompt that leaves it a choice.
[[nodiscard]] LabSetup withModels(LabSetup setup, const RunSetup& pair);

/// What the two sides decode.
struct LabSides {
    SessionSettings left, right;
};
/// Where the fault needs another verifier or shape both sides have it. Errors: a side cannot be tested; the sentence
/// says what to change.
[[nodiscard]] Result<LabSides> sidesOf(const LabSetup& setup);
/// The right side's rule keeps the target's distribution, and nothing is broken.
[[nodiscard]] bool isRightLossless(const LabSetup& setup);
/// Whether a right side goes with the setup. The Error says why not.
[[nodiscard]] Result<void> checkRight(const LabSetup& setup, const LabRight& right);
/// The samplers that are offered for the right side.
[[nodiscard]] std::vector<SamplerSettings> labSamplers();

/// Some settings under each other: what *Every rule, every bug…* tries.
struct LabRow {
    std::string verifier; ///< of the row, by name
    std::string fault;    ///< likewise; may be empty
    SessionSettings settings;
    std::string whyNot;     ///< why they cannot be tried, a sentence; else empty
    bool isLossless = true; ///< the rule is, and nothing is broken
};
/// Every rule as it should be, chains where it can judge them; then those that are not lossless; then every bug.
[[nodiscard]] std::vector<LabRow> labRows(const LabSetup& setup);

} // namespace draftscope
