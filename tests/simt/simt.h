// SPDX-License-Identifier: MIT
#pragma once

/// What a kernel file sees of CUDA C++ when g++ compiles it; see executor.h for how it runs. Included by
/// engine/backend/cuda/platform.h.

#include "tests/simt/language.h" // IWYU pragma: export

#include "tests/simt/builtins_atomic.h" // IWYU pragma: export
#include "tests/simt/builtins_block.h"  // IWYU pragma: export
#include "tests/simt/builtins_math.h"   // IWYU pragma: export
#include "tests/simt/builtins_warp.h"   // IWYU pragma: export
