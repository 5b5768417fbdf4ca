// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include "engine/core/error.h"
#include "engine/model/forward_pass.h"
#include "engine/model/model.h"

namespace draftscope {

/// What models run on: a machine's cores, or a GPU. Shared by the sessions on it, and with it whatever they can share
/// (threads, weights on a device). Its passes may run one after another only, whichever thread asks.
class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string_view name() const = 0; ///< as --backend takes it: "cpu"
    /// A forward pass over `model` with a cache of slotCount K/V slots. The Error says what there was too little of.
    [[nodiscard]] virtual Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model,
                                                                        int slotCount) = 0;
    /// Bytes a second at which memory that holds weights can be read, measured now.
    [[nodiscard]] virtual double measureBandwidth() = 0;
};

} // namespace draftscope
