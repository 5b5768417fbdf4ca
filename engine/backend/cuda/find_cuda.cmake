# SPDX-License-Identifier: MIT
# Enables the language CUDA when DRAFTSCOPE_CUDA allows it and nvcc is there: sets DRAFTSCOPE_HAS_CUDA.
set(DRAFTSCOPE_CUDA AUTO CACHE STRING "Build the CUDA module: AUTO (when nvcc is found), ON or OFF")
set(DRAFTSCOPE_CUDA_ARCHITECTURES "" CACHE STRING
    "Cards to compile for: 'release' (all that are supported), a list for CMAKE_CUDA_ARCHITECTURES, or empty for this machine's cards")
set(DRAFTSCOPE_HAS_CUDA OFF)
if(NOT DRAFTSCOPE_CUDA)
    return()
endif()
# The device code is the same with sanitizers, and on the host they get in the driver's way; the SIMT executor is there
# for them.
if(DRAFTSCOPE_SANITIZE AND DRAFTSCOPE_CUDA STREQUAL "AUTO")
    message(STATUS "CUDA module: not built with sanitizers")
    return()
endif()

find_program(DRAFTSCOPE_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin PATHS /usr/local/cuda/bin)
set(version 0)
if(DRAFTSCOPE_NVCC)
    execute_process(COMMAND ${DRAFTSCOPE_NVCC} --version OUTPUT_VARIABLE text ERROR_QUIET)
    string(REGEX MATCH "release ([0-9.]+)" match "${text}")
    set(version "${CMAKE_MATCH_1}")
endif()
if(version VERSION_LESS 12.0) # C++20
    if(NOT DRAFTSCOPE_CUDA STREQUAL "AUTO")
        message(FATAL_ERROR "DRAFTSCOPE_CUDA is ON, but there is no nvcc of CUDA 12.0 or later (found: ${DRAFTSCOPE_NVCC} ${version})")
    endif()
    message(STATUS "CUDA module: not built, no nvcc of CUDA 12.0 or later")
    return()
endif()

# Real code for the usual cards, and PTX, from which a driver makes code for later ones.
set(release 80-real 86-real 89-real 90 120-real)
if(version VERSION_LESS 12.8)
    list(REMOVE_ITEM release 120-real)
endif()
# The cards of this machine that are supported and that nvcc knows.
execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE cards ERROR_QUIET)
execute_process(COMMAND ${DRAFTSCOPE_NVCC} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
string(REGEX MATCHALL "sm_[0-9]+" known "${known}")
string(REGEX MATCHALL "[0-9]+\\.[0-9]" cards "${cards}")
set(present)
foreach(card ${cards})
    string(REPLACE "." "" number ${card})
    if(number GREATER_EQUAL 80 AND "sm_${number}" IN_LIST known)
        list(APPEND present ${number}-real)
    endif()
endforeach()
list(REMOVE_DUPLICATES present)

if(DRAFTSCOPE_CUDA_ARCHITECTURES STREQUAL "release")
    set(CMAKE_CUDA_ARCHITECTURES ${release})
elseif(DRAFTSCOPE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${DRAFTSCOPE_CUDA_ARCHITECTURES})
elseif(NOT CMAKE_CUDA_ARCHITECTURES AND present)
    set(CMAKE_CUDA_ARCHITECTURES ${present})
elseif(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90) # with PTX: no card is seen here, and it may run elsewhere
endif()
# Tests run where they are built, and each card costs their compiler its time: they need no code for others than those
# that are here. Where none is, PTX of the one that has most of the kernels' paths keeps them from rotting, and runs on
# a later one.
set(DRAFTSCOPE_CUDA_TEST_ARCHITECTURES ${present})
set(DRAFTSCOPE_CARD_PRESENT ON)
if(NOT present)
    set(DRAFTSCOPE_CUDA_TEST_ARCHITECTURES 90-virtual)
    set(DRAFTSCOPE_CARD_PRESENT OFF)
endif()
set(CMAKE_CUDA_COMPILER ${DRAFTSCOPE_NVCC})
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake 3.25.1 does not know it of nvcc
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
find_package(CUDAToolkit REQUIRED)
set(DRAFTSCOPE_HAS_CUDA ON)
message(STATUS "CUDA module: nvcc ${version} for ${CMAKE_CUDA_ARCHITECTURES}")
