// SPDX-License-Identifier: MIT
// The simulated device of a module has $DRAFTSCOPE_SIMULATED_BYTES of memory, if that is set.
#include <cstdlib>

#include "tests/simt/simulated_device.h"

namespace {

[[maybe_unused]] const bool isSet = [] {
    const char* bytes = std::getenv("DRAFTSCOPE_SIMULATED_BYTES");
    if (bytes)
        simt::simulatedDevice().memoryBytes = std::strtoull(bytes, nullptr, 10);
    return bytes != nullptr;
}();

} // namespace
