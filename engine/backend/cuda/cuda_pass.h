// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/backend/cuda/pass_kernels.h"
#include "engine/model/forward_pass.h"

namespace draftscope::cuda {

/// Hidden states that the rows of a pass begin with or leave, on the device.
struct PassStates {
    const float* given = nullptr; ///< [rows, hidden], or of an EAGLE-3 head [rows, featureSize]; null: none
    bool areFeatures = false;     ///< the latter
    std::vector<int> asked = {};  ///< HiddenStates::entering
    float* left = nullptr;        ///< [asked, maxRows, hidden]
};

/// A pass of this backend, whatever the type of its weights: what rounds on the device need besides ForwardPass.
class CudaPass : public ForwardPass {
public:
    [[nodiscard]] virtual const PassShape& shape() const = 0;
    [[nodiscard]] virtual const Model& model() const = 0;
    /// Device memory that any of its passes may write: [maxRows, logits of a row].
    [[nodiscard]] virtual float* logits() const = 0;
    /// Puts the kernels of a pass into a stream; it may be captured. Input and list lie on the device; `logits`
    /// receives [rows that want them, logits of a row]. No other work of this pass may be under way.
    virtual void launch(Stream& stream, const PassInput* input, const int* list, const PassSize& size, float* logits,
                        const PassStates& states) = 0;
};

} // namespace draftscope::cuda
