// SPDX-License-Identifier: MIT
#include "engine/backend/backends.h"

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cuda_module.h"

namespace draftscope {

Result<void> checkBackendName(std::string_view name)
{
    if (name == "auto" || name == "cpu" || name == "cuda")
        return {};
    return fail("There is no backend \"{}\": choose auto, cpu or cuda.", name);
}

Result<ChosenBackend> backendNamed(std::string_view name, int threads)
{
    if (Result<void> known = checkBackendName(name); !known)
        return tl::unexpected(known.error());
    if (name == "cpu")
        return ChosenBackend{makeCpuBackend(threads), ""};
    auto device = loadCudaBackend();
    if (name == "cuda" && !device)
        return tl::unexpected(device.error());
    if (device)
        return ChosenBackend{std::move(*device), ""};
    return ChosenBackend{makeCpuBackend(threads), device.error().sentence};
}

} // namespace draftscope
