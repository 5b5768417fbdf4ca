// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/analysis/lossless.h"
#include "engine/analysis/memoising_backend.h"
#include "engine/analysis/sampled_texts.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// What sessions did.
struct SessionCounts {
    std::int64_t texts = 0, rounds = 0, judged = 0, accepted = 0;
    void add(const SampledTexts& written, int number);
};

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

private:
    struct Prepared;
    [[nodiscard]] Result<Prepared> prepare(const std::string& prompt);
    [[nodiscard]] Result<void> compareSampledTexts(const std::string& prompt);
    [[nodiscard]] Result<void> compareGreedyTexts();
    void tell(double share) const;
    void addCase(std::string test, int tokens, const ChiSquare& values, int impossible, const char* whyNot);

    const LosslessSubject& m_subject;
    const LosslessOptions& m_options;
    const std::shared_ptr<MemoisingBackend>& m_backend;
    const Progress& m_progress;
    SessionSettings m_settings;
    LosslessCase m_common; ///< what all cases have in common
    std::vector<LosslessCase> m_cases;
    SessionCounts m_counts;
    std::string m_backendName;
};

} // namespace draftscope
