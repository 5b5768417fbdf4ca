// SPDX-License-Identifier: MIT
// The edge of the CUDA module: all that can be seen of the shared library from outside.
#include "engine/backend/cuda/cuda_backend.h"
#include "engine/backend/cuda_module.h"

using namespace draftscope;

extern "C" {

__attribute__((visibility("default"))) int draftscope_cuda_interface()
{
    return cudaModuleInterface;
}

__attribute__((visibility("default"))) void draftscope_cuda_backend(std::shared_ptr<Backend>& backend,
                                                                    std::string& whyNot)
{
    auto made = cuda::makeCudaBackend();
    if (made)
        backend = std::move(*made);
    else
        whyNot = std::move(made.error().sentence);
}

} // extern "C"

static_assert(std::is_same_v<decltype(draftscope_cuda_interface), CudaInterfaceFunction>);
static_assert(std::is_same_v<decltype(draftscope_cuda_backend), CudaBackendFunction>);
