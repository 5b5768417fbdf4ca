// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/queries_keys_values.cuh"
#include "engine/backend/cuda/pass_memory.h"

namespace draftscope::cuda {

/// Where queries, keys and values of a layer lie in a pass's memory.
template <class T>
[[nodiscard]] AttentionMemory<T> attentionMemoryOf(const PassMemory<T>& memory, const PassShape& shape,
                                                   std::size_t layer)
{
    T* keys = memory.cache.data() + 2 * layer * cachePartElements(shape);
    return {memory.queries.data(), keys, keys + cachePartElements(shape)};
}

} // namespace draftscope::cuda
