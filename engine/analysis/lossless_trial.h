// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/joint_distribution_test.h"
#include "engine/analysis/lossless_texts.h"
#include "engine/analysis/repeated_looks.h"

namespace draftscope {

/// What sessions did.
struct SessionCounts {
    std::int64_t texts = 0, rounds = 0, judged = 0, accepted = 0;
    void add(const SampledTexts& written, int number);
};

/// One sampler and one K of a check, whose texts are drawn a few at a time, with what is known of them in between:
/// losslessCheck() is made of these. So many texts give the same figures however they were drawn. Belongs to one
/// thread.
class LosslessTrial {
public:
    /// What a trial is of. The subject's draft has the target's tokenizer; the sampler draws.
    struct Setup {
        LosslessSubject subject; ///< of which neither `samplers`, `prompts` nor `texts` count here
        LosslessOptions options; ///< likewise without draftLengths, seed and level
        SamplerSettings sampler;
        int draftLength = 1;
        std::uint64_t seed = 42;
        std::string prompt;
    };
    /// progress.cancelled has to outlive the trial. Errors and exceptions: as LosslessTexts::create().
    [[nodiscard]] static Result<std::unique_ptr<LosslessTrial>> create(Setup setup,
                                                                       const std::shared_ptr<MemoisingBackend>& backend,
                                                                       const Progress& progress);

    /// Draws more, until there are so many. Throws Cancelled, after which it can go on where it stood, and what
    /// sessions throw.
    void drawUpTo(int texts, const Progress& progress);

    [[nodiscard]] int texts() const { return m_texts; }
    [[nodiscard]] SessionCounts counts() const;
    [[nodiscard]] const std::string& backendName() const { return m_drawn.texts.backendName(); }
    /// The tests of what was drawn, which may compute some of the target's distributions: throws what passes throw, and
    /// Cancelled. Verdicts are passed, until p-values are compared with a level, or not tested.
    [[nodiscard]] std::vector<LosslessCase> cases();
    [[nodiscard]] TrialFigures figures(); ///< throws likewise

private:
    LosslessTrial(Setup setup, SessionSettings settings, LosslessTexts drawn);
    void drawOne(const Progress& progress);
    void noteWhatIsSeen();
    void look(int number, const JointDistributionTest::Bins& bins);
    [[nodiscard]] std::vector<LosslessCase> casesOf(const JointDistributionTest::Bins& bins) const;
    [[nodiscard]] const Model& target() const { return *m_setup.subject.pair.target; }
    [[nodiscard]] JointDistributionTest::Bins bins() { return m_joint.bins(m_drawn.target, target()); }
    [[nodiscard]] TrialDistance distanceOf(const JointDistributionTest::Bins& bins) const;

    Setup m_setup;
    SessionSettings m_settings;
    LosslessTexts m_drawn;
    JointDistributionTest m_joint;
    std::optional<QuantileTests> m_quantiles; ///< where more than the first token is looked at
    FavouredTokensTest m_favoured;
    std::vector<TokenQuantile> m_row;
    std::optional<std::vector<TokenId>> m_written; ///< a text that is drawn and not counted yet
    int m_texts = 0, m_impossible = 0;
    int m_seenTexts = 0; ///< of which distance and look are known, where there are such
    std::vector<TrialDistance> m_distances;
    std::vector<TrialLook> m_looks;
    PValueOverLooks m_overLooks;
    std::optional<int> m_foundAfter;
};

/// What a person asks a trial of.
struct TrialRequest {
    SessionSettings settings;  ///< method with its options and files, shape, verifier, draws, fault, sampler, K, seed
    Pair pair = {};            ///< without a target: the five letters
    MethodData data = {};      ///< what the method drafts with for it
    std::string prompt = "ab"; ///< after which the five letters can all come, with most samplers
    int tokens = 8;            ///< length of the texts; 1: their first token is all that is looked at
};
/// The trial of a request, with draws that the verifier is valid for. Errors: there is nothing to test (a method that
/// drafts nothing, a temperature of 0); those of check() and settingsWithFault(), so that a fault is never left out
/// silently; those of withOneTokenizer() and fiveLetterData().
[[nodiscard]] Result<LosslessTrial::Setup> trialSetupFor(const TrialRequest& request);

/// What a trial draws with no fault, where a fault needs another shape or verifier than `settings` have: as it should
/// be, beside the same with the fault. Errors: those of settingsWithFault().
[[nodiscard]] Result<SessionSettings> settingsBesideFault(SessionSettings settings, std::string_view fault);

} // namespace draftscope
