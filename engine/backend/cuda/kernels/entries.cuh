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
    [[nodiscard]] __device__ double operator()(int id) const { return double(weight(id)) * scale; }
    [[nodiscard]] __device__ float weight(int id) const { return id < count ? weights[id] : 0.0f; }
    /// Those of four neighbours, `id` being a multiple of four.
    __device__ void fourWeights(float (&four)[4], int id) const
    {
        if (reinterpret_cast<std::uintptr_t>(weights) % 16 == 0 && id + 4 <= count) {
            const float4 all = *reinterpret_cast<const float4*>(weights + id);
            four[0] = all.x, four[1] = all.y, four[2] = all.z, four[3] = all.w;
        } else {
            for (int i = 0; i < 4; ++i)
                four[i] = weight(id + i);
        }
    }
    __device__ void four(double (&entries)[4], int id) const
    {
        float all[4];
        fourWeights(all, id);
        for (int i = 0; i < 4; ++i)
            entries[i] = double(all[i]) * scale;
    }
};

/// max(0, p - q) · factor. CPU twin: residualOf().
struct Residual {
    Probabilities p, q;
    double factor;

    [[nodiscard]] __device__ double operator()(int id) const { return of(p.weight(id), q.weight(id)); }
    __device__ void four(double (&entries)[4], int id) const
    {
        float ps[4], qs[4];
        p.fourWeights(ps, id);
        q.fourWeights(qs, id);
        for (int i = 0; i < 4; ++i)
            entries[i] = of(ps[i], qs[i]);
    }

private:
    [[nodiscard]] __device__ double of(float pWeight, float qWeight) const
    {
        if (!(pWeight > 0))
            return 0;
        const double difference = double(pWeight) * p.scale - double(qWeight) * q.scale;
        return difference > 0 ? difference * factor : 0;
    }
};

/// Calls visit(entries(id), id), in rising order, for the ids from `first` on of every stride-th piece of four of those
/// under `last`. `first` and `stride` are multiples of four.
template <class Entries, class Visit>
__device__ void forEntriesFrom(const Entries& entries, int first, int last, int stride, const Visit& visit)
{
#pragma unroll 2
    for (; first < last; first += stride) {
        double four[4];
        entries.four(four, first);
        for (int i = 0; i < 4; ++i)
            if (first + i < last)
                visit(four[i], first + i);
    }
}

/// Calls visit(entries(id), id) for this thread's share of the ids under `count`, in rising order.
template <class Entries, class Visit>
__device__ void forEachEntry(const Entries& entries, int count, const Visit& visit)
{
    forEntriesFrom(entries, 4 * block::thread(), count, 4 * block::threads(), visit);
}

} // namespace draftscope::cuda
