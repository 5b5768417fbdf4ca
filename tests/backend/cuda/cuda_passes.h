// SPDX-License-Identifier: MIT
// Forward passes on the CUDA backend: on the simulated device, or where the test is built for one, on a real one.
#pragma once

#include <QTest>

#include "engine/backend/cuda/cuda_backend.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"

namespace draftscope::test {

/// The backend that this program was linked with; null on a machine without a device.
[[nodiscard]] inline std::shared_ptr<Backend> cudaBackend()
{
    auto backend = cuda::makeCudaBackend();
    return backend ? *backend : nullptr;
}

/// Skips a test program that was built for a device where there is none. The simulated device is always there.
inline void skipWithoutDevice()
{
    const auto backend = cuda::makeCudaBackend();
#ifdef DRAFTSCOPE_ON_DEVICE
    if (!backend)
        QSKIP(backend.error().sentence.c_str());
#else
    QVERIFY2(backend.has_value(), backend ? "" : backend.error().sentence.c_str());
#endif
}

[[nodiscard]] inline std::unique_ptr<ForwardPass> cudaPass(Backend& backend, std::shared_ptr<const Model> model,
                                                           int slots = 256)
{
    auto pass = backend.makePass(std::move(model), slots);
    if (!pass)
        qFatal("%s", pass.error().sentence.c_str());
    return std::move(*pass);
}

/// The largest difference between two tables of logits, over the largest logit; infinite where one is no number.
[[nodiscard]] inline double worst(const Logits& logits, const Logits& expected)
{
    if (logits.size() != expected.size())
        return 1e30;
    double difference = 0, largest = 1e-30;
    for (std::size_t row = 0; row < expected.size(); ++row)
        for (std::size_t i = 0; i < expected[row].size(); ++i) {
            const double here = std::fabs(double(logits[row][i]) - double(expected[row][i]));
            if (!std::isfinite(here))
                return 1e30;
            difference = std::max(difference, here);
            largest = std::max(largest, std::fabs(double(expected[row][i])));
        }
    return difference / largest;
}

} // namespace draftscope::test
