// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/core/decode_failure.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/thread_pool.h"
#include "engine/model/forward_pass.h"
#include "engine/model/load_plan.h"
#include "engine/model/model.h"
#include "engine/model/round_runner.h"

namespace draftscope {

/// A device failed in the middle of its work. Thrown by the passes of a Backend; the session that it ends cannot go on,
/// nor may others on the same device. what() is a sentence for people.
class BackendFailure : public DecodeFailure {
public:
    using DecodeFailure::DecodeFailure;
};

/// What models run on: a machine's cores, or a GPU. Shared by the sessions on it, and with it whatever they can share
/// (threads, weights on a device). Passes belong to one thread each; where two threads run passes of the same backend,
/// one of them waits until the other's pass is done.
class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string_view name() const = 0; ///< as --backend takes it: "cpu"
    /// A forward pass over `model` with a cache of slotCount K/V slots. The first one of a model may have to bring its
    /// weights to a device, and reports that. The Error says what there was too little of, or that it was cancelled.
    [[nodiscard]] virtual Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model,
                                                                        int slotCount,
                                                                        const Progress& progress = {}) = 0;
    /// For passes of this backend that will outlive it. drafts: the pass that all levels go through, or one for each
    /// level; none in plain decoding. Null where a session has to go moment by moment.
    [[nodiscard]] virtual std::unique_ptr<RoundRunner> makeRoundRunner(ForwardPass& /*target*/,
                                                                       std::span<ForwardPass* const> /*drafts*/)
    {
        return nullptr;
    }
    /// The threads that its passes run on, for what a session does between them (sampling, writing down); reserve()
    /// them first. Null where passes run on a device.
    [[nodiscard]] virtual std::shared_ptr<ThreadPool> threads() { return nullptr; }
    /// What makePass() of these, one after another, would take now, beside the passes that there are. Allocates
    /// nothing. Errors: a model that this backend does not take, a device that does not answer; not that it does not
    /// fit.
    [[nodiscard]] virtual Result<LoadPlan> plan(std::span<const PlannedPass> passes) = 0;
    /// Bytes a second at which memory that holds weights can be read, measured now. Throws Cancelled.
    [[nodiscard]] virtual double measureBandwidth(const Progress& progress = {}) = 0;
};

} // namespace draftscope
