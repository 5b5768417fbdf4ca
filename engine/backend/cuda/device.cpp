// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/device.h"

#include <fmt/format.h>

#include "engine/backend/cuda/device_error.h"

namespace draftscope::cuda {

int Device::count()
{
    std::string whyNone;
    return runtime::deviceCount(whyNone);
}

Result<Device> Device::open(int index)
{
    return atModuleEdge([&]() -> Result<Device> {
        std::string whyNone;
        const int count = runtime::deviceCount(whyNone);
        if (count == 0)
            return tl::unexpected<Error>(Error{whyNone});
        if (index < 0 || index >= count)
            return fail("There is no CUDA device {}: choose one from 0 to {}.", index, count - 1);
        Device device(index, runtime::deviceProperties(index));
        if (device.m_properties.computeMajor < 8)
            return fail("{} is too old: Draftscope needs compute capability 8.0 or later.", device.description());
        device.use(); // takes some of its memory
        return device;
    });
}

std::string Device::description() const
{
    return fmt::format("{} (compute capability {}.{})", m_properties.name, m_properties.computeMajor,
                       m_properties.computeMinor);
}

MemoryInfo Device::memory() const
{
    use();
    return runtime::memoryInfo();
}

} // namespace draftscope::cuda
