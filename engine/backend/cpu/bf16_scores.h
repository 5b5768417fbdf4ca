// SPDX-License-Identifier: MIT
// Scores of attention: products of queries and keys that are both bf16, as bf16_product.h multiplies, and for the same
// machines.
//
// bf16_scores.cpp is compiled for machines that have the instruction. So that none of its code can be taken for another
// file's, this header includes nothing that has inline functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace draftscope::cpu {

struct Bf16Keys {
    const std::uint16_t* keys = nullptr; ///< [slots, paddedHead] in bf16
    std::size_t paddedHead = 0;          ///< a multiple of 16
    float scale = 1;
};

struct Bf16Query {
    const std::uint16_t* query = nullptr; ///< [paddedHead] in bf16
    const int* path = nullptr;            ///< slots in path order
    float* scores = nullptr; ///< of the positions of the path, behind whose end there is room for three more
    float most = 0;          ///< the largest score so far
};

/// scores [first, end) = query · key * scale for positions of the path, which the `count` queries, at most four, share
/// there; `most` becomes the largest if it is larger. A score's bits depend on its query and key only.
void scoreBf16Keys(const Bf16Keys& keys, Bf16Query* queries, int count, int first, int end);

} // namespace draftscope::cpu
