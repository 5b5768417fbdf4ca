// SPDX-License-Identifier: MIT
// The products of bf16_product.h in the tiles of Intel's AMX: an instruction (TDPBF16PS) multiplies up to sixteen
// activation rows with 32 columns of a panel. A row's bits depend on its own inputs only. They are not those of
// multiplyBf16(), which adds up in another order.
//
// amx_product.cpp is compiled for machines that have the instruction. So that none of its code can be taken for another
// file's, this header includes nothing that has inline functions.
#pragma once

#include "engine/backend/cpu/bf16_product.h"

namespace draftscope::cpu {

/// Whether this machine has the instruction, beside that of bf16_product.h, and the build the code, and the system lets
/// this process have tiles, for which it is asked once.
[[nodiscard]] bool hasAmxProduct();

/// As multiplyBf16(): out[r * outStride + n] for n in [begin, end).
void multiplyBf16InTiles(const Bf16Product& product, int begin, int end);

} // namespace draftscope::cpu
