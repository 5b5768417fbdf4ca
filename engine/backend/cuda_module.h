// SPDX-License-Identifier: MIT
// The CUDA backend is a shared library of its own, so that a program built with it starts where there is no CUDA. This
// is all that the library and who loads it agree on; they are built together, or it is refused.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/backend.h"

namespace draftscope {

/// Raised whenever Backend, ForwardPass, Model or what they are made of change.
inline constexpr int cudaModuleInterface = 6;

/// What the library's two functions are called, and look like.
inline constexpr const char* cudaInterfaceFunction = "draftscope_cuda_interface";
using CudaInterfaceFunction = int();
inline constexpr const char* cudaBackendFunction = "draftscope_cuda_backend";
/// Null, and the sentence, when there is no device that it can use.
using CudaBackendFunction = void(std::shared_ptr<Backend>& backend, std::string& whyNot);

/// Where the library may lie, in the order tried: $DRAFTSCOPE_CUDA_MODULE alone if it is set; else lib/draftscope
/// beside the program's directory, in a build tree as when installed.
[[nodiscard]] std::vector<std::filesystem::path> cudaModulePaths();

/// Loads the library and opens the first device. Error: no library, one of another build, no device that can be used.
[[nodiscard]] Result<std::shared_ptr<Backend>> loadCudaBackend();

} // namespace draftscope
