// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/memoising_backend.h"
#include "engine/session/methods.h"

namespace draftscope {

/// Writes many texts after one prompt, each by a session of its own: drafter, caches, verify passes, verifier and
/// commits are those of every decode. Belongs to one thread.
///
/// Each text has its own seed, made from `settings.seed` and the text's number. All random numbers of a session are
/// functions of its seed and of where in the text they are used, so two texts with one seed would be the same text;
/// with different keys Philox gives streams that are independent of each other, which the tests of the texts need.
/// Seeds of
/// 64 bits that are themselves Philox's do not meet within any number of texts that can be run.
class SampledTexts {
public:
    /// `data`: what the method has opened. Errors: those of a session, which is made once to see whether it can be.
    [[nodiscard]] static Result<SampledTexts> create(Pair pair, SessionSettings settings, std::string prompt,
                                                     MethodData data, std::shared_ptr<MemoisingBackend> backend,
                                                     std::optional<double> brokenDraftTemperature,
                                                     const Progress& progress);

    [[nodiscard]] const std::vector<TokenId>& prompt() const { return m_prompt; }
    [[nodiscard]] const std::string& backendName() const { return m_backendName; }
    /// A model's own distributions after the prompt.
    [[nodiscard]] Result<ContextDistributions> targetAlone(const Progress& progress) const;
    [[nodiscard]] Result<ContextDistributions> draftAlone(const Progress& progress) const;

    /// Tokens after the prompt: settings.maxTokens, or fewer where the text ended, or where `rounds` of it are enough
    /// (0: they never are) and one token is there. Throws what sessions throw; the text then counts nowhere.
    std::vector<TokenId> write(std::uint32_t text, const Progress& progress, int rounds = 0);

    [[nodiscard]] std::int64_t rounds() const { return m_rounds; }
    [[nodiscard]] std::int64_t judged() const { return m_judged; }
    [[nodiscard]] std::int64_t accepted() const { return m_accepted; }

private:
    SampledTexts(Pair pair, SessionSettings settings, std::string prompt, MethodData data,
                 std::shared_ptr<MemoisingBackend> backend);
    [[nodiscard]] Result<ContextDistributions> alone(const std::shared_ptr<const Model>& model,
                                                     const SamplerSettings& sampler, const Progress& progress) const;
    void forceDrafts(Session& session, std::uint64_t seed, int round);

    Pair m_pair;
    SessionSettings m_settings;
    std::string m_promptText;
    MethodData m_data;
    std::shared_ptr<MemoisingBackend> m_backend;
    std::vector<TokenId> m_prompt;
    std::string m_backendName;
    std::optional<ContextDistributions> m_forcedDrafts; ///< where the rule is broken on purpose
    std::int64_t m_rounds = 0, m_judged = 0, m_accepted = 0;
};

} // namespace draftscope
