// SPDX-License-Identifier: MIT
// A module on a machine without a device.
#include "engine/backend/cuda_module.h"

using namespace draftscope;

extern "C" int draftscope_cuda_interface()
{
    return cudaModuleInterface;
}
extern "C" void draftscope_cuda_backend(std::shared_ptr<Backend>&, std::string& whyNot)
{
    whyNot = "There is no CUDA device in this machine.";
}
