// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/model.h"

namespace draftscope {

/// A pass that is to be made: the arguments of Backend::makePass().
struct PlannedPass {
    std::shared_ptr<const Model> model; ///< opened; its weights need not have been read
    int slotCount = 0;
};

/// The memory that one pass needs on its backend, in bytes.
struct PassBytes {
    std::size_t weights = 0; ///< 0 where the backend has these weights already
    std::size_t staging = 0; ///< needed besides the weights while they are copied to the device, then freed
    std::size_t cache = 0;   ///< K/V cache with slotCount slots
    std::size_t buffers = 0; ///< all other memory that the pass keeps
    int slotCount = 1;

    /// The peak. Staging memory is freed before the cache and the buffers are allocated, so they are never there
    /// together.
    [[nodiscard]] std::size_t most() const { return weights + std::max(staging, cache + buffers); }
};

/// The memory that the passes of a run need together, in bytes. It is computed before anything is allocated, and it
/// assumes that the passes are made one after another and all kept. A RoundRunner is not part of the plan: it allocates
/// some memory more if there is any, and a session works without it.
struct LoadPlan {
    std::vector<std::string> models; ///< names of the models, each once
    std::string device;              ///< the device whose memory it is; empty for the machine's own memory
    bool isLimited = false;          ///< the machine's own memory, and a control group allows only a part of it
    std::size_t weights = 0;         ///< weights that the device does not have yet
    /// Weights that it has already, of other sessions; not among what is needed. On CUDA 0, also where there are some.
    std::size_t present = 0;
    std::size_t cache = 0;   ///< K/V caches
    std::size_t buffers = 0; ///< all other memory that the passes keep
    std::size_t needed = 0;  ///< the peak; staging memory can make it larger than the three together
    /// What the plan may use. Memory that can be freed first (cached files, unused weights) is part of it; memory that
    /// a device needs for itself is not.
    std::size_t free = 0;
    std::size_t total = 0; ///< of the device, the machine or the control group
    std::string note;      ///< a sentence on what will be slower than it could be, or empty

    [[nodiscard]] bool fits() const { return needed <= free; }
    /// What the passes have once they are there: what is needed, and weights that are there already.
    [[nodiscard]] std::size_t taken() const { return needed + present; }
    /// Whether all or some of the weights are there already.
    [[nodiscard]] bool needsMore() const { return weights == 0 || present != 0; }
    /// Adds a model's name, unless the plan has it.
    void name(const Model& model);
    /// Adds the pass that is made next.
    void add(const PassBytes& pass);
    /// The number of tokens by which the text must be shorter for the plan to fit; 0 if a shorter text does not help.
    [[nodiscard]] int tokensTooMany() const;
    /// "15.20 GB of 22.10 GB free on NVIDIA RTX 4090"; "15.20 GB more of ..." where the device has weights already.
    [[nodiscard]] std::string need() const;
    /// The same as a sentence: "Needs 15.20 GB of 22.10 GB free on NVIDIA RTX 4090."
    [[nodiscard]] Message needs() const;
    /// "Llama 7B and Llama 68M need 15.20 GB of 22.10 GB free on NVIDIA RTX 4090"
    [[nodiscard]] std::string summary() const;
    /// For a plan that does not fit: "Llama 7B and Llama 68M need 15.20 GB, and 10.10 GB are free on NVIDIA RTX 4090."
    [[nodiscard]] Message shortfall() const;
    /// For a plan that does not fit: an Error that also says what the memory is needed for, and what to do.
    [[nodiscard]] Error tooLarge() const;

private:
    [[nodiscard]] bool isOne() const { return models.size() == 1; }
    /// What `needed` would be if no cache had more than slotCount slots.
    [[nodiscard]] std::size_t neededWith(int slotCount) const;

    std::vector<PassBytes> m_passes;
};

} // namespace draftscope
