// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/copy_bandwidth.h"

#include <algorithm>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/event.h"

namespace draftscope::cuda {

CopyPlan copyPlan(std::size_t level2Cache, std::size_t free)
{
    constexpr std::size_t inAll = 4'000'000'000, piece = 512 << 20, mostCopies = 1000;
    const std::size_t bytes = std::min(std::max(piece, 8 * level2Cache), free / 4);
    return {bytes, bytes == 0 ? 0 : int(std::min((inAll + bytes - 1) / bytes, mostCopies))};
}

double copyBandwidth(const Device& device)
{
    constexpr int measurements = 3;
    const auto [bytes, copies] = copyPlan(device.properties().level2Cache, device.memory().free);
    auto from = DeviceBuffer<unsigned char>::allocate(bytes, "measuring"),
         to = DeviceBuffer<unsigned char>::allocate(bytes, "measuring");
    if (!from || !to || bytes == 0)
        return 0;
    Event begin, end;
    Stream stream;
    from->fillBytes(stream, 1);
    to->fillBytes(stream, 1); // the first access to memory is no copy
    double best = 0;
    for (int i = 0; i < measurements; ++i) {
        begin.record(stream);
        for (int copy = 0; copy < copies; ++copy)
            stream.copy(to->data(), static_cast<const unsigned char*>(from->data()), bytes);
        end.record(stream);
        end.synchronize();
        best = std::max(best, 2 * double(bytes) * copies / (1e-3 * double(end.millisecondsSince(begin))));
    }
    return best;
}

} // namespace draftscope::cuda
