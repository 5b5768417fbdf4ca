// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/copy_bandwidth.h"

#include <algorithm>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/event.h"

namespace draftscope::cuda {

double copyBandwidth(const Device& device)
{
    constexpr int copies = 10;
    const std::size_t bytes = std::min(8 * device.properties().level2Cache, device.memory().free / 4);
    auto from = DeviceBuffer<unsigned char>::allocate(bytes, "measuring"),
         to = DeviceBuffer<unsigned char>::allocate(bytes, "measuring");
    if (!from || !to || bytes == 0)
        return 0;
    Event begin, end;
    Stream stream;
    from->fillBytes(stream, 1);
    double best = 0;
    for (int i = 0; i < copies; ++i) {
        begin.record(stream);
        stream.copy(to->data(), static_cast<const unsigned char*>(from->data()), bytes);
        end.record(stream);
        end.synchronize();
        best = std::max(best, 2 * double(bytes) / (1e-3 * double(end.millisecondsSince(begin))));
    }
    return best;
}

} // namespace draftscope::cuda
