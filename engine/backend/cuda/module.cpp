// SPDX-License-Identifier: MIT
// The edge of the CUDA module: all that can be seen of the shared library from outside.

/// Loader and module were built together when this is the number that the loader expects.
extern "C" __attribute__((visibility("default"))) int draftscope_cuda_interface()
{
    return 1;
}
