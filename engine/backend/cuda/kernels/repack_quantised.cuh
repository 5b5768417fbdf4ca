// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/quantised_tiles.cuh"
#include "engine/backend/cuda/kernels/row_placement.h"

namespace draftscope::cuda {

/// The scales of 32 elements that a checkpoint keeps, as floats.
struct GroupScales {
    float scale[2]; ///< of each 16
    float least;    ///< that is added

    __device__ GroupScales(WeightType type, const QuantisedGroup& group)
    {
        const float d = toFloat(Float16{group.d}), m = toFloat(Float16{group.m});
        scale[0] = __fmul_rn(d, float(group.s[0]));
        scale[1] = __fmul_rn(d, float(group.s[1]));
        least = hasGroupLeast(type) ? -__fmul_rn(m, float(group.t)) : m;
    }
};

/// Quantised rows as they came from disk, `rowBytes` each, become records of `kind`, or tiles of T where that is dense.
/// `firstRow` is the number of the first of them in the matrix. Grid (groups of 32 columns in threads, rows).
template <class T>
__global__ void repackQuantisedKernel(unsigned char* matrix, WeightKind kind, const std::byte* rows, WeightType type,
                                      std::size_t rowBytes, int firstRow, int columns, RowPlacement placement)
{
    const int number = int(blockIdx.x * blockDim.x + threadIdx.x), first = number * groupSize;
    if (first >= columns)
        return;
    const QuantisedGroup group = readGroup(type, rows + std::size_t(blockIdx.y) * rowBytes, number);
    const GroupScales scales(type, group);
    const int row = placement.of(firstRow + int(blockIdx.y)), columnTiles = (columns + tileSize - 1) / tileSize;
    if (kind.form == WeightForm::dense) {
        for (int i = 0; i < groupSize; ++i)
            reinterpret_cast<T*>(matrix)[weightIndex(row, first + i, columnTiles)] =
                fromFloat<T>(__fadd_rn(__fmul_rn(scales.scale[i / 16], float(group.q[i])), scales.least));
        return;
    }
    unsigned char* const record = matrix + recordAt(kind.form, row, first, columnTiles);
    // Whole numbers of 4 bits have no sign: what was subtracted from them is a part of the least.
    const int added = kind.form == WeightForm::nibbles ? storedZero(type) : 0;
    for (int i = 0; i < groupSize; ++i) {
        const int q = group.q[i] + added;
        unsigned char& byte = record[quantAt(kind.form, row, first + i)];
        if (kind.form == WeightForm::bytes)
            byte = static_cast<unsigned char>(q);
        else if (i % 16 < 8)
            byte = static_cast<unsigned char>(q | (group.q[i + 8] + added) << 4);
    }
    const float second =
        kind.hasLeast ? __fadd_rn(scales.least, -__fmul_rn(scales.scale[0], float(added))) : scales.scale[1];
    *reinterpret_cast<std::uint32_t*>(record + scalesAt(kind.form, row, first)) =
        pack<Float16>(scales.scale[0] / kind.unit, second / kind.unit);
}

} // namespace draftscope::cuda
