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

/// A pass that is to be made: what Backend::makePass() takes.
struct PlannedPass {
    std::shared_ptr<const Model> model; ///< opened; its weights need not have been read
    int slotCount = 0;
};

/// What one pass takes of a backend's memory, in bytes.
struct PassBytes {
    std::size_t weights = 0; ///< 0: they are there already
    std::size_t staging = 0; ///< beside the weights for as long as they are brought
    std::size_t cache = 0;   ///< K/V cache, of slotCount slots
    std::size_t buffers = 0; ///< everything else that stays
    int slotCount = 1;

    /// At any time: what serves to bring weights is given back before the cache is made.
    [[nodiscard]] std::size_t most() const { return weights + std::max(staging, cache + buffers); }
};

/// What passes that are made one after another and used together take of a backend's memory, in bytes, known before
/// anything is allocated. Rounds that a device decides by itself (ChainRunner) take some more where there is room for it;
/// where there is not they go by their moments.
struct LoadPlan {
    std::vector<std::string> models; ///< their names, each once
    std::string device;              ///< whose memory; empty: this machine's own
    std::size_t weights = 0;         ///< without those that are on the device already
    std::size_t cache = 0;           ///< K/V caches
    std::size_t buffers = 0;         ///< everything else that stays
    std::size_t needed = 0;          ///< the most at any time: bringing weights takes buffers, too, that do not stay
    std::size_t free =
        0; ///< that may be planned with: what can be dropped counts, what a device keeps for itself does not
    std::size_t total = 0;
    std::string note; ///< a sentence on what will be slower than it could be, or empty

    [[nodiscard]] bool fits() const { return needed <= free; }
    void name(const Model& model);
    /// The next pass that is made.
    void add(const PassBytes& pass);
    /// By how many tokens a text must be shorter for its caches to fit; 0 where that does not help.
    [[nodiscard]] int tokensTooMany() const;
    /// "15.20 GB of 22.10 GB free on NVIDIA RTX 4090"; "more" where the weights are there already.
    [[nodiscard]] std::string need() const;
    /// "Llama 7B and Llama 68M need 15.20 GB of 22.10 GB free on NVIDIA RTX 4090"
    [[nodiscard]] std::string summary() const;
    /// Of a plan that does not fit: "Llama 7B and Llama 68M need 15.20 GB, and 10.10 GB are free on NVIDIA RTX 4090."
    [[nodiscard]] std::string shortfall() const;
    /// The same as an Error; it says how much is for what, and what to do.
    [[nodiscard]] Error tooLarge() const;

private:
    /// `needed` if no cache had more slots than these.
    [[nodiscard]] std::size_t neededWith(int slotCount) const;

    std::vector<PassBytes> m_passes;
};

} // namespace draftscope
