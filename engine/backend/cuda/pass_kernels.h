// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "engine/backend/cuda/device_weights.h"
#include "engine/backend/cuda/pass_memory.h"
#include "engine/model/pass_part.h"
#include "engine/model/pass_stages.h"

namespace draftscope::cuda {

/// How large a pass is, as far as the launches of its kernels depend on it: rounded up, so that few graphs serve all.
struct PassSize {
    int rows = 1;                                      ///< 1, 2, 4, 8, 16, 32, 64 or 65
    int wanted = 0;                                    ///< rows that want logits: 0 or one of these
    int groups = 1;                                    ///< of rows of one prefix: likewise rounded up
    int splits = 1;                                    ///< of the longest path: a power of two, or all there can be
    auto operator<=>(const PassSize&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it

    [[nodiscard]] static PassSize of(int rows, int wanted, int groups, int longestPath, const PassShape& shape);
};

/// What the rows of a pass begin with besides their tokens, on the device.
struct RowStates {
    RowInput kind = RowInput::token;
    const float* states = nullptr;   ///< [rows, hidden]; null: none, or features
    const float* features = nullptr; ///< [rows, featureSize]
    int featureSize = 0;
    bool normBeforeResidual = false; ///< ModelConfig::normBeforeResidual
};

/// Everything that a pass's kernels read and write.
template <class T>
struct PassArguments {
    const DeviceWeights<T>& weights;
    const PassMemory<T>& memory;
    const PassInput* input; ///< on the device, written before
    const int* list;        ///< on the device: PassRows::list()
    const PassShape& shape;
    float* logits;               ///< [wanted rows, vocabulary]
    PassPart part = {};          ///< of the model
    RowStates given = {};        ///< what the rows begin with
    std::vector<int> asked = {}; ///< HiddenStates::entering of all that are wanted
    float* states = nullptr;     ///< [asked, maxRows, hidden]
};

/// Puts all kernels of a pass into the stream. T is BFloat16, Float16 or float. CPU twin: CpuForwardPass::run().
/// `after`, where there is one, is called behind the kernels of each stage of each layer.
template <class T>
void launchPass(Stream& stream, const PassArguments<T>& arguments, const PassSize& size,
                const std::function<void(PassStage)>& after = {});

/// Puts the attention of a layer into the stream alone: from PassMemory::queries and the cache to PassMemory::attended.
template <class T>
void launchAttention(Stream& stream, const PassArguments<T>& arguments, const PassSize& size, std::size_t layer);

} // namespace draftscope::cuda
