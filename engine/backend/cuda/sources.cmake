# SPDX-License-Identifier: MIT
# What the CUDA module is made of. engine/backend/cuda compiles the .cu files with nvcc; tests/simt compiles the same
# files with g++ against the SIMT executor, and its own runtime in the place of runtime_cuda.cpp.
set(directory ${CMAKE_CURRENT_LIST_DIR})
set(DRAFTSCOPE_CUDA_SOURCES
    ${directory}/device.cpp
    ${directory}/memory_error.cpp
)
# Files that launch kernels.
set(DRAFTSCOPE_CUDA_KERNEL_SOURCES
)
set(DRAFTSCOPE_CUDA_LINK draftscope-model draftscope-sampling draftscope-core)
