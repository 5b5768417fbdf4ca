// SPDX-License-Identifier: MIT
// The stages of a forward pass of any family, as both backends go through them, to say what each costs.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/model/weights.h"

namespace draftscope {

/// In the order of a layer; norms belong to the stage that reads what they give.
enum class PassStage : unsigned char {
    embedding,
    queriesKeysValues, ///< with rotation and the cache's new entries
    attention,
    attentionOutput,
    gateUp,
    down,
    logits,
};
inline constexpr int passStageCount = 7;

/// Bytes that reading a whole matrix takes, where a backend keeps it in another form than the checkpoint does.
using MatrixBytes = std::function<double(const MatrixView&)>;

/// Bytes that a pass of these rows has to read in each stage at least: weights as the checkpoint stores them, or as
/// `matrixBytes` says, and once for each slot that any row sees a key and a value of elements of so many bytes. By
/// PassStage; the weights' shares of a whole model as it is stored (the embedding's rows aside) sum up to
/// Weights::bytesPerPass().
[[nodiscard]] std::array<double, passStageCount> stageBytes(const Weights& weights, const ModelConfig& config,
                                                            const Rows& rows, std::size_t bytesPerCacheElement,
                                                            const MatrixBytes& matrixBytes = {});

/// Collects what stages took in several passes.
class StageSamples {
public:
    explicit StageSamples(const std::array<double, passStageCount>& bytes) : m_bytes(bytes) {}
    /// Begins another pass.
    void beginPass() { m_passes.push_back({}); }
    /// Of the pass begun last; a stage may come once a layer.
    void add(PassStage stage, double milliseconds) { m_passes.back()[std::size_t(stage)] += milliseconds; }
    /// Each stage's median over the passes, one of which at least has been begun.
    [[nodiscard]] std::vector<StageTime> medians() const;

private:
    std::array<double, passStageCount> m_bytes;
    std::vector<std::array<double, passStageCount>> m_passes;
};

} // namespace draftscope
