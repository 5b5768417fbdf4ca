// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/batch_session.h"
#include "engine/tokenizer/conversation.h"

namespace draftscope {

/// How many texts a run decodes at a time, and how they lie in the K/V caches.
struct BatchSetup {
    int sequences = 1;                ///< 1: no batch, and nothing of the rest counts
    std::vector<std::string> prompts; ///< a text each, as many as there are; empty: that of the setup for each sequence
    bool isSynchronised = false;      ///< as in BatchSettings
    ShortDraft shortDraft = ShortDraft::twoTokens;
    static constexpr int most = 256; ///< sequences, and texts
    [[nodiscard]] bool isBatch() const { return sequences > 1; }
    friend bool operator==(const BatchSetup&, const BatchSetup&) = default;
};

/// What runs compute on.
struct BackendChoice {
    std::string name = "auto";       ///< as --backend takes it
    int threads = 0;                 ///< 0 chooses
    std::string arithmetic = "auto"; ///< as --arithmetic takes it
    static constexpr int mostThreads = 1024;
    friend bool operator==(const BackendChoice&, const BackendChoice&) = default;
};

/// Everything that a run begins with; what the Setup panel edits and Restart uses again.
struct RunSetup {
    std::string target, draft; ///< paths, or names of embedded models; the draft may be empty for plain decoding
    SessionSettings settings;
    std::string prompt;
    bool isChat = false;               ///< the prompt is a message, and the target's chat template makes the text of it
    std::optional<std::string> system; ///< with it: what the target is told beforehand; nothing: the template's own
    Conversation turns = {};           ///< with it: what was said before the prompt
    BatchSetup batch = {};
    std::optional<BackendChoice> backend = {}; ///< of this run alone; nothing: that of the program
    friend bool operator==(const RunSetup&, const RunSetup&) = default;
};

/// The runs that a batch is: a text each with a seed of its own, so that a prompt that is there twice gives two texts.
/// Of no batch the setup itself.
[[nodiscard]] std::vector<RunSetup> sequencesOf(const RunSetup& setup);
[[nodiscard]] BatchSettings batchSettingsOf(const RunSetup& setup);
/// The setup's prompt decoded alone.
[[nodiscard]] RunSetup aloneOf(RunSetup setup);
/// check() of the settings, and what cannot be of them in a batch.
[[nodiscard]] Result<void> check(const RunSetup& setup);

/// Of a setup, what decides how much memory a run takes; the rest at its defaults.
[[nodiscard]] RunSetup memorySetup(const RunSetup& setup);

/// Another target. Where a draft for it comes with the program, it takes the place of the one that came so with the
/// target so far, and brings along the K and the copies in front that go with the pair, where no others are chosen;
/// any other draft stays, and the check of the pair says what is wrong with it. Opens the files of both targets.
void chooseTarget(RunSetup& setup, std::string target);

/// How a run drafts to begin with whose target a person has named or fetched: two models where a draft for it comes
/// with the program, with the K and the copies in front that go with the pair; else copies of its own text, for which
/// nothing else has to be there. Opens the target's files.
void chooseWayFor(RunSetup& setup);

/// What a trace was recorded with, as far as its header says; the rest as in `otherwise`.
[[nodiscard]] RunSetup setupOf(const TraceHeader& header, const RunSetup& otherwise);

/// The embedded pair on a story; without embedded models the names are empty and the sentence says why.
struct DefaultSetup {
    RunSetup setup;
    std::string problem;
};
[[nodiscard]] DefaultSetup defaultSetup();

} // namespace draftscope
