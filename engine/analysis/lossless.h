// SPDX-License-Identifier: MIT
// Does speculative decoding write what the target alone would? Measured with whole sessions, not assumed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/speed.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/session/methods.h"

namespace draftscope {

/// A pair and how it is sampled.
struct LosslessSubject {
    Pair pair;
    /// With a greedy sampler every prompt is tested; else each case takes one, in turn.
    std::vector<std::string> prompts;
    std::vector<SamplerSettings> samplers;
    int tokens = 8;     ///< length of the texts; more where it is not at least 4 and more than K
    int texts = 10'000; ///< sampled a case; one a prompt with a greedy sampler
    /// What the method drafts with besides models, and the files of its own that it reads, by name.
    MethodData data = {};
    std::map<std::string, std::string, std::less<>> files = {};
    /// A text ends after its first round, and its first token is all that is tested.
    bool onlyFirstToken = false;
};

struct LosslessOptions {
    /// Method, shape, verifier, draws and their options; the method drafts. Its own options that are not given are set
    /// as low as they go, so that it drafts as often as it can. The rest of it is the check's.
    SessionSettings settings;
    std::vector<int> draftLengths = {1, 2, 3, 4, 5, 6}; ///< K; each is tested with each sampler
    std::uint64_t seed = 42;
    /// A correct program fails the whole check with this chance at most (Bonferroni over the cases).
    double level = 1e-4;
    /// Breaks the rule on purpose: drafts are drawn at the sampler's temperature times this, and judged by q without
    /// it.
    std::optional<double> brokenDraftTemperature;
    /// Sessions with a fault (engine/session/faults.h), and with the shape and the verifier that it is one of. Where it
    /// would change nothing, as with some samplers, they have none.
    std::string fault;
    /// The same for a single trial, which is looked at several times (repeated_looks.h).
    double trialLevel = 1e-3;
};

enum class LosslessVerdict : std::uint8_t { passed, failed, notTested };

/// One test of texts that sessions wrote.
struct LosslessCase {
    std::string pair;   ///< the target's name
    std::string prompt; ///< the first, where there are several
    SamplerSettings sampler;
    int draftLength = 1; ///< K
    std::string test;    ///< "joint distribution of tokens 1 to 4"
    int tokens = 4;      ///< how many of each text the test looks at
    int samples = 0;     ///< texts
    double chiSquare = 0;
    int degreesOfFreedom = 0;
    double pValue = 1;
    std::optional<double> totalVariation; ///< of the joint distribution
    LosslessVerdict verdict = LosslessVerdict::notTested;
    std::string reason; ///< why it was not tested, or what failed where that is no chi-square; else empty

    [[nodiscard]] std::string name() const; ///< "temperature 0.7, top-p 0.9: joint distribution of tokens 1 to 4"
};

/// What was drawn of a text's beginning, or of one of its tokens.
struct TrialBar {
    std::vector<TokenId> tokens;
    std::string text;       ///< bytes of the tokens, which need not be UTF-8; of a control token its piece
    double exact = 0;       ///< probability that the target gives it
    int drawn = 0;          ///< texts that have it
    Interval interval = {}; ///< of the probability that it was drawn with: shareInterval()
};

/// The likeliest of what tokens `first` to `last` of a text can be, at most 24, by the target's probability, or by
/// token where a token has at most eight.
struct TrialBars {
    int first = 1, last = 1;
    std::vector<TrialBar> bars;
    double restExact = 0; ///< of all others together
    int restDrawn = 0;
    Interval restInterval = {0, 1};
};

/// How far texts were from the target's distribution once there were so many.
struct TrialDistance {
    int texts = 0;
    double distance = 0; ///< total variation of the beginnings
    double chance = 0;   ///< what chance alone gives on average: chanceDistance()
};

/// What was seen when a trial was looked at (repeated_looks.h).
struct TrialLook {
    int texts = 0;
    double pValue = 1;    ///< of this look alone: the smallest of the tests' times their number, at most 1
    double corrected = 1; ///< of all looks so far: PValueOverLooks, at most 1
    /// Distance of the beginnings that this look finds with 90 % chance: smallestBias(); nothing where it finds none.
    std::optional<double> smallestBias;
};

/// How a trial stands: one sampler, one K, and texts after one prompt.
struct TrialFigures {
    std::string pair, prompt;
    SamplerSettings sampler;
    int draftLength = 1;
    std::string method, shape, verifier; ///< of the sessions, by name
    std::string fault;                   ///< likewise; may be empty
    int texts = 0;
    int tokens = 4;                  ///< of a text's beginning
    int length = 8;                  ///< of texts
    double level = 0;                ///< LosslessOptions::trialLevel
    std::vector<LosslessCase> cases; ///< the tests now
    std::vector<TrialBars> bars;     ///< each token of the beginning, where they can all be listed, and the beginning
    std::vector<TrialDistance> distances; ///< after 10, 15, 20, 30, 50, 70, 100, ... texts, and now
    std::vector<TrialLook> looks;
    std::optional<int> foundAfter; ///< texts of the first look of which the corrected p-value was at most the level
    int nextLook = 0;              ///< texts
    int impossible = 0;            ///< texts that the target could not have written
    double acceptanceRate = 0, roundsPerText = 0;

    /// Of all looks; 1 before the first.
    [[nodiscard]] double correctedPValue() const { return looks.empty() ? 1 : looks.back().corrected; }
};

struct LosslessReport {
    std::vector<LosslessCase> cases;
    std::vector<TrialFigures> trials;  ///< one for each sampler and K that draws
    std::vector<std::string> untested; ///< pairs of which no case could be tested
    double acceptanceRate = 0;         ///< accepted / judged over everything sampled
    double roundsPerText = 0;
    std::string backend; ///< that the models ran on: ForwardPass::backendName()

    [[nodiscard]] int count(LosslessVerdict verdict) const;
    /// No case failed, and at least one of every pair was tested.
    [[nodiscard]] bool passed() const;
};

/// The settings to test sessions with: with draws that the verifier is valid for, where none are given. Errors: those
/// of check() with a sampler that draws, or for the verifier greedy with one that does not.
[[nodiscard]] Result<SessionSettings> losslessSettings(SessionSettings settings);

/// The same pair with one tokenizer, so that thousands of sessions need not compare two vocabularies each. Errors:
/// there is no draft; the two do not fit.
[[nodiscard]] Result<Pair> withOneTokenizer(Pair pair);

/// `settings` with draws that their verifier is valid for, where they name none. Errors: those of check().
[[nodiscard]] Result<SessionSettings> withValidDraws(SessionSettings settings);

/// The five-letter pair (five_letter_drafts.h), with and without an end of text, and greedy; then `chosen` after
/// `prompt`, if it has a target, with samplers that leave few tokens; `data`: what the method drafts with for it.
/// `texts` are sampled a case of the former, a quarter of that of the latter. For the verifier greedy only what is
/// greedy. Errors: those of fiveLetterData().
[[nodiscard]] Result<std::vector<LosslessSubject>> losslessSubjects(const SessionSettings& settings, const Pair& chosen,
                                                                    const MethodData& data, const std::string& prompt,
                                                                    int texts = 10'000);

/// Has whole sessions (engine/session) write texts of several rounds and compares them with the target run alone, one
/// row a pass. For every sampler and K:
/// - the joint distribution of the first four tokens: chi-square over texts that expect at least 5 samples;
/// - each token given the one before it, and the correlations of tokens at all distances within a text, hence across
///   rounds: quantile_tests.h;
/// - how many tokens are such that the draft favours: favoured_tokens_test.h;
/// - greedy: the very same text.
/// A case without degrees of freedom is not tested, which is not passed. Deterministic for a seed.
///
/// Sessions run on a MemoisingBackend over `backend`, so each round is computed moment by moment, even where the
/// backend could decide it by itself (RoundRunner). Errors: those of sessions, a prompt without room for four tokens
/// behind it, cancelled. Throws what sessions throw.
[[nodiscard]] Result<LosslessReport> losslessCheck(const std::vector<LosslessSubject>& subjects,
                                                   const LosslessOptions& options, std::shared_ptr<Backend> backend,
                                                   const Progress& progress = {});

} // namespace draftscope
