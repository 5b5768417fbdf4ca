// SPDX-License-Identifier: MIT
#include "tests/fuzz/walk_trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const draftscope::fuzz::InputFile input(data, size);
    draftscope::fuzz::walkTrace(input.path());
    return 0;
}
