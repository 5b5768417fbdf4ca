// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/repack.h"

#include "engine/backend/cuda/kernels/repack.cuh"
#include "engine/backend/cuda/kernels/repack_quantised.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

namespace {

template <class T, class From>
void launchFrom(Stream& stream, unsigned char* matrix, const RawRows& rows, const RowPlacement& placement)
{
    constexpr int threads = 128;
    const dim3 grid(unsigned((rows.columns + threads - 1) / threads), unsigned(rows.count));
    launch<repackKernel<T, From>>(stream, grid, threads, 0, reinterpret_cast<T*>(matrix),
                                  static_cast<const From*>(rows.data), rows.first, rows.columns, placement);
}

} // namespace

template <class T>
void launchRepack(Stream& stream, unsigned char* matrix, const WeightKind& kind, const RawRows& rows,
                  const RowPlacement& placement)
{
    switch (rows.type) {
    case WeightType::f32:
        return launchFrom<T, float>(stream, matrix, rows, placement);
    case WeightType::f16:
        return launchFrom<T, Float16>(stream, matrix, rows, placement);
    case WeightType::bf16:
        return launchFrom<T, BFloat16>(stream, matrix, rows, placement);
    default:
        break;
    }
    constexpr int threads = 128;
    const dim3 grid(unsigned((rows.columns / groupSize + threads - 1) / threads), unsigned(rows.count));
    launch<repackQuantisedKernel<T>>(stream, grid, threads, 0, matrix, kind, static_cast<const std::byte*>(rows.data),
                                     rows.type, rowBytes(rows.type, rows.columns), rows.first, rows.columns, placement);
}

template void launchRepack<BFloat16>(Stream&, unsigned char*, const WeightKind&, const RawRows&, const RowPlacement&);
template void launchRepack<Float16>(Stream&, unsigned char*, const WeightKind&, const RawRows&, const RowPlacement&);
template void launchRepack<float>(Stream&, unsigned char*, const WeightKind&, const RawRows&, const RowPlacement&);

} // namespace draftscope::cuda
