// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/analysis/lossless_trial.h"

namespace draftscope {

/// The cases of one subject with one sampler and one K: losslessCheck() in parts.
class LosslessConfiguration {
public:
    /// The subject's draft has the target's tokenizer. All arguments must live as long as this.
    LosslessConfiguration(const LosslessSubject& subject, const SamplerSettings& sampler, int draftLength,
                          std::uint64_t seed, const LosslessOptions& options,
                          const std::shared_ptr<MemoisingBackend>& backend, const Progress& progress);

    /// Texts after one prompt, or with a greedy sampler one text after each of the subject's. Verdicts are passed,
    /// until p-values are compared with a level, or not tested. Errors and exceptions: as losslessCheck(), and
    /// Cancelled.
    [[nodiscard]] Result<std::vector<LosslessCase>> run(const std::string& prompt);

    [[nodiscard]] const SessionCounts& counts() const { return m_counts; }
    [[nodiscard]] const std::string& backendName() const { return m_backendName; }
    /// Nothing with a greedy sampler, or before run().
    [[nodiscard]] const std::optional<TrialFigures>& trial() const { return m_trial; }

private:
    [[nodiscard]] Result<std::vector<LosslessCase>> compareSampledTexts(const std::string& prompt);
    [[nodiscard]] Result<std::vector<LosslessCase>> compareGreedyTexts();
    void tell(double share) const;

    const LosslessSubject& m_subject;
    const SamplerSettings& m_sampler;
    int m_draftLength;
    std::uint64_t m_seed;
    const LosslessOptions& m_options;
    const std::shared_ptr<MemoisingBackend>& m_backend;
    const Progress& m_progress;
    SessionCounts m_counts;
    std::string m_backendName;
    std::optional<TrialFigures> m_trial;
};

} // namespace draftscope
