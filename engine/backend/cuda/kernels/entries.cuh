// SPDX-License-Identifier: MIT
#pragma once

// Probabilities by id, as they are wanted: computed from weights and scales each time, with the bits of the host.

#include "engine/backend/cuda/kernels/mass.cuh"
#include "engine/backend/cuda/kernels/round_data.h"

namespace draftscope::cuda {

/// A context's p or q.
struct Probabilities {
    const float* weights;
    double scale;
    int count; ///< ids from here on have 0

    [[nodiscard]] static __device__ Probabilities of(const DeviceDistributions& all, int context)
    {
        return {all.weights + std::size_t(context) * std::size_t(all.vocabulary), all.scales[context], all.vocabulary};
    }
    [[nodiscard]] __device__ double operator()(int id) const { return id < count ? double(weights[id]) * scale : 0.0; }
};

/// max(0, p - q) · factor. CPU twin: residualOf().
struct Residual {
    Probabilities p, q;
    double factor;

    [[nodiscard]] __device__ double operator()(int id) const
    {
        const float weight = id < p.count ? p.weights[id] : 0.0f;
        if (!(weight > 0))
            return 0;
        const double difference = double(weight) * p.scale - q(id);
        return difference > 0 ? difference * factor : 0;
    }
};

/// Calls visit(entries(id), id) for this thread's share of the ids under `count`.
template <class Entries, class Visit>
__device__ void forEachEntry(const Entries& entries, int count, const Visit& visit)
{
#pragma unroll 4
    for (int id = block::thread(); id < count; id += block::threads())
        visit(entries(id), id);
}

} // namespace draftscope::cuda
