// SPDX-License-Identifier: MIT
#include "engine/backend/cuda_module.h"

#include <cstdlib>
#include <system_error>

#include <dlfcn.h>

namespace draftscope {

namespace {

namespace fs = std::filesystem;

/// Never closed: a backend's code must outlive all that was made with it.
Result<void*> open(const fs::path& path)
{
    if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
        return library;
    return fail("The CUDA backend cannot be loaded ({}): install Draftscope again, or choose --backend cpu.",
                dlerror());
}

Result<std::shared_ptr<Backend>> backendOf(void* library, const fs::path& path)
{
    const auto interface = reinterpret_cast<CudaInterfaceFunction*>(dlsym(library, cudaInterfaceFunction));
    const auto make = reinterpret_cast<CudaBackendFunction*>(dlsym(library, cudaBackendFunction));
    if (!interface || !make || interface() != cudaModuleInterface)
        return fail(
            "The CUDA backend {} is of another build of Draftscope: build both together, or choose --backend cpu.",
            path.string());
    std::shared_ptr<Backend> backend;
    std::string whyNot;
    make(backend, whyNot);
    if (!backend)
        return tl::unexpected<Error>(Error{whyNot});
    return backend;
}

} // namespace

std::vector<fs::path> cudaModulePaths()
{
    if (const char* named = std::getenv("DRAFTSCOPE_CUDA_MODULE"))
        return {named};
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    if (program.empty())
        return {};
    const fs::path beside = program.parent_path().parent_path();
    return {beside / "lib" / "draftscope" / "draftscope_cuda.so",
            beside / DRAFTSCOPE_LIBRARY_FOLDER / "draftscope" / "draftscope_cuda.so"};
}

Result<std::shared_ptr<Backend>> loadCudaBackend()
{
    for (const fs::path& path : cudaModulePaths()) {
        std::error_code ignored;
        if (!fs::exists(path, ignored))
            continue;
        const auto library = open(path);
        if (!library)
            return tl::unexpected(library.error());
        return backendOf(*library, path);
    }
    return fail("This Draftscope was built without CUDA: build it with the CUDA Toolkit, or choose --backend cpu.");
}

} // namespace draftscope
