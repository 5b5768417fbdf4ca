// SPDX-License-Identifier: MIT
// The checks of test_simt on a real device. Exit code 77, and the reason, where there is none.
#include <cstdio>

#include "engine/backend/cuda/device.h"
#include "tests/simt/device_check.h"

int main()
{
    const auto device = draftscope::cuda::Device::open();
    if (!device) {
        std::printf("SKIP: %s\n", device.error().sentence.c_str());
        return 77;
    }
    std::printf("%s\n", device->description().c_str());
    int passed = 0;
    int failed = 0;
    for (const DeviceCheck& check : deviceChecks()) {
        std::string wrong;
        try {
            wrong = check.run();
        } catch (const draftscope::cuda::DeviceError& error) {
            wrong = error.what();
        }
        std::printf("%s: %s %s\n", wrong.empty() ? "PASS" : "FAIL!", check.name, wrong.substr(0, 1000).c_str());
        ++(wrong.empty() ? passed : failed);
    }
    std::printf("Totals: %d passed, %d failed, 0 skipped\n", passed, failed);
    return failed > 0;
}
