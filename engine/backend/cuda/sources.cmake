# SPDX-License-Identifier: MIT
# What the CUDA module is made of. engine/backend/cuda compiles the .cu files with nvcc; tests/simt compiles the same
# files with g++ against the SIMT executor, and its own runtime in the place of runtime_cuda.cpp.
set(directory ${CMAKE_CURRENT_LIST_DIR})
set(DRAFTSCOPE_CUDA_SOURCES
    ${directory}/attention_order.cpp
    ${directory}/copy_bandwidth.cpp
    ${directory}/cuda_backend.cpp
    ${directory}/cuda_forward_pass.cpp
    ${directory}/cuda_round_runner.cpp
    ${directory}/device.cpp
    ${directory}/device_weights.cpp
    ${directory}/listed_context.cpp
    ${directory}/memory_error.cpp
    ${directory}/memory_plan.cpp
    ${directory}/pass_memory.cpp
    ${directory}/pass_rows.cpp
    ${directory}/pass_shape.cpp
    ${directory}/pass_size.cpp
    ${directory}/prompt_memory.cpp
    ${directory}/prompt_pass.cpp
    ${directory}/round_answer.cpp
    ${directory}/round_growth.cpp
    ${directory}/round_question.cpp
    ${directory}/slot_list.cpp
    ${directory}/weight_cache.cpp
    ${directory}/weight_layout.cpp
    ${directory}/weight_upload.cpp
)
# Files that launch kernels.
set(DRAFTSCOPE_CUDA_KERNEL_SOURCES
    ${directory}/device_code.cu
    ${directory}/growth_kernels.cu
    ${directory}/pass_kernels_bf16.cu
    ${directory}/pass_kernels_f16.cu
    ${directory}/pass_kernels_f32.cu
    ${directory}/prompt_kernels.cu
    ${directory}/repack.cu
    ${directory}/round_states.cu
    ${directory}/sampling_kernels.cu
)
set(DRAFTSCOPE_CUDA_LINK draftscope-model draftscope-sampling draftscope-core)
