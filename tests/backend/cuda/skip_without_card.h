// SPDX-License-Identifier: MIT
// For tests of kernels alone, which need a device and no backend.
#pragma once

#include <QTest>

#include "engine/backend/cuda/device.h"

namespace draftscope::test {

/// The simulated device is always there; on a machine without a card its tests are skipped.
inline void skipWithoutCard()
{
    const auto device = cuda::Device::open();
#ifdef DRAFTSCOPE_ON_DEVICE
    if (!device)
        QSKIP(device.error().sentence.c_str());
#endif
    QVERIFY(device.has_value());
}

} // namespace draftscope::test
