// SPDX-License-Identifier: MIT
// A module that does not go with this program.
#include "engine/backend/cuda_module.h"

using namespace draftscope;

extern "C" int draftscope_cuda_interface()
{
    return cudaModuleInterface - 1;
}
extern "C" void draftscope_cuda_backend(std::shared_ptr<Backend>&, std::string&) {}
