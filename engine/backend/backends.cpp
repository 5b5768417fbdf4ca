// SPDX-License-Identifier: MIT
#include "engine/backend/backends.h"

#include "engine/backend/cpu/cpu_backend.h"

namespace draftscope {

Result<void> checkBackendName(std::string_view name)
{
    if (name == "auto" || name == "cpu")
        return {};
    return fail("There is no backend \"{}\" in this build: choose auto or cpu.", name);
}

Result<ChosenBackend> backendNamed(std::string_view name, int threads)
{
    if (Result<void> known = checkBackendName(name); !known)
        return tl::unexpected(known.error());
    return ChosenBackend{makeCpuBackend(threads), name == "auto" ? "this build has no other backend" : ""};
}

} // namespace draftscope
