// SPDX-License-Identifier: MIT
// How fast the executor is: changes of fibers, threads that never wait, and a product on its tensor cores.
#include <chrono>
#include <cstdio>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"
#include "tests/simt/executor.h"
#include "tests/simt/product_kernel.cuh"

using namespace draftscope::cuda;

namespace {

__global__ void shuffling(int* out, int rounds)
{
    int value = static_cast<int>(threadIdx.x);
    for (int i = 0; i < rounds; ++i)
        value = __shfl_xor_sync(0xffffffffu, value, 1 + i % 31);
    out[threadIdx.x] = value;
}

__global__ void synchronizing(int* out, int rounds)
{
    for (int i = 0; i < rounds; ++i)
        __syncthreads();
    out[threadIdx.x] = rounds;
}

__global__ void adding(float* y, const float* x, int count)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        y[i] += x[i];
}

template <class Work>
void measure(const char* name, const Work& work)
{
    const simt::Statistics before = simt::statistics();
    const auto begin = std::chrono::steady_clock::now();
    work();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto switches = static_cast<double>(simt::statistics().switches - before.switches);
    const auto threads = static_cast<double>(simt::statistics().threads - before.threads);
    std::printf("%-34s %8.1f ms  %7.1f M switches/s  %7.1f M threads/s\n", name, seconds * 1e3,
                switches / seconds * 1e-6, threads / seconds * 1e-6);
}

} // namespace

int main()
{
    Stream stream;
    auto ints = deviceMemory<int>(1024);
    measure("shuffles, 256 threads", [&] { launch<shuffling>(stream, 1, 256, 0, ints.data(), 20000); });
    measure("barriers, 256 threads", [&] { launch<synchronizing>(stream, 1, 256, 0, ints.data(), 20000); });
    measure("barriers, 1024 threads", [&] { launch<synchronizing>(stream, 1, 1024, 0, ints.data(), 5000); });
    constexpr int count = 10'000'000;
    auto x = deviceMemory<float>(count);
    auto y = deviceMemory<float>(count);
    measure("y += x, 10 M elements",
            [&] { launch<adding>(stream, (count + 255) / 256, 256, 0, y.data(), x.data(), count); });
    constexpr unsigned outputs = 256, rows = 64, width = 2560;
    auto weights = deviceMemory<BFloat16>(outputs * width);
    auto activations = deviceMemory<BFloat16>(rows * width);
    weights.fillBytes(stream, 0x3f);
    activations.fillBytes(stream, 0x3e);
    auto product = deviceMemory<float>(rows * outputs);
    measure("product 64 x 256 x 2560, bf16",
            [&] { launchProduct(stream, product.data(), weights.data(), activations.data(), outputs, rows, width); });
    auto halfWeights = deviceMemory<Float16>(outputs * width);
    auto halfActivations = deviceMemory<Float16>(rows * width);
    halfWeights.fillBytes(stream, 0x3f);
    halfActivations.fillBytes(stream, 0x3e);
    measure("product 64 x 256 x 2560, f16", [&] {
        launchProduct(stream, product.data(), halfWeights.data(), halfActivations.data(), outputs, rows, width);
    });
}
