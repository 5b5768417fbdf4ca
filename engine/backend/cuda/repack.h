// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/kernels/row_placement.h"
#include "engine/backend/cuda/kernels/weight_kind.h"
#include "engine/backend/cuda/stream.h"
#include "engine/model/weights.h"

namespace draftscope::cuda {

/// `count` rows of a matrix as they came from disk, to be put where they belong.
struct RawRows {
    const void* data; ///< on the device, [count, columns]
    WeightType type;
    int first, count; ///< row numbers in the matrix
    int columns;
};

/// Repacks them into `matrix`: records, where `kind` is quantised as they are, or tiles of T, BFloat16, Float16 or
/// float. The padding is not written.
template <class T>
void launchRepack(Stream& stream, unsigned char* matrix, const WeightKind& kind, const RawRows& rows,
                  const RowPlacement& placement);

} // namespace draftscope::cuda
