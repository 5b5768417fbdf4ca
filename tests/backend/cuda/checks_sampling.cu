// SPDX-License-Identifier: MIT
// The sampler's parts with numbers that no round meets: sums of all exponents, and draws with any u.
#include <cmath>
#include <random>

#include "engine/backend/cuda/kernels/inverse_cdf.cuh"
#include "engine/backend/cuda/launch.h"
#include "engine/sampling/distribution.h"
#include "engine/sampling/exact_sum.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

/// The sum of a row in both ways.
__global__ void sumKernel(const float* row, int count, double* sums)
{
    const Mass ofWeights = massOfRow(row, count, [](float weight, int) { return weight; });
    Mass ofDoubles{};
    forEachOf(row, count, [&](float weight, int) { ofDoubles.add(double(weight)); });
    const double first = scanOverBlock(ofWeights).total.value(), second = scanOverBlock(ofDoubles).total.value();
    if (threadIdx.x == 0) {
        sums[0] = first;
        sums[1] = second;
    }
}

/// Block b draws with u[b].
__global__ void drawAnyKernel(Probabilities entries, const double* u, int* tokens)
{
    const int token = drawFrom(entries, entries.count, u[blockIdx.x]);
    if (threadIdx.x == 0)
        tokens[blockIdx.x] = token;
}

std::string sumOf(const std::vector<float>& numbers, unsigned threads)
{
    Stream stream;
    const auto row = onDevice(stream, numbers);
    const auto sums = deviceMemory<double>(2);
    launch<sumKernel>(stream, 1, threads, 0, row.data(), int(numbers.size()), sums.data());
    ExactSum expected;
    for (const float number : numbers)
        expected.add(double(number));
    return difference("sum of " + std::to_string(numbers.size()), fromDevice(stream, sums),
                      std::vector<double>(2, expected.value()));
}

std::string sums()
{
    std::string wrong;
    std::mt19937 random(1);
    for (const int bits : {1, 3, 24}) { // few bits: halves of both grids, which go to the even neighbour
        std::vector<float> numbers(40'000);
        for (float& number : numbers) {
            const auto significand = float(random() % (1u << bits) + (1u << bits >> 1));
            number = std::min(std::ldexp(significand, -int(random() % 126)), 1.0f);
        }
        for (const unsigned threads : {32u, 64u, 1024u})
            wrong += sumOf(numbers, threads);
        for (float& number : numbers) // all of them under the fine grid or near it
            number = std::ldexp(number, -55);
        wrong += sumOf(numbers, 256);
    }
    return wrong + sumOf(std::vector<float>(1 << 22, 1.0f), 1024)
        + sumOf(std::vector<float>(100'000, 1.0f - 0x1p-24f), 64);
}

std::string drawsOf(const std::vector<float>& weights, unsigned threads)
{
    Stream stream;
    double sum = 0;
    for (const float weight : weights)
        sum += double(weight);
    const double scale = 1 / sum;
    Distribution entries;
    for (const float weight : weights)
        entries.push_back(double(weight) * scale);
    std::vector<double> u = {0, 0x1p-53, 0.5, 1 - 0x1p-53, 1}; // 1: a goal that nothing exceeds
    std::mt19937 random(2);
    for (int i = 0; i < 20; ++i)
        u.push_back(double(random()) * 0x1p-32);
    double cumulative = 0; // at the edges between tokens
    for (std::size_t i = 0; i < entries.size() && u.size() < 60; i += 1 + entries.size() / 30)
        u.push_back(std::min(cumulative += entries[i], 1.0));
    std::vector<int> expected;
    for (const double some : u)
        expected.push_back(drawFrom(entries, some));
    const auto row = onDevice(stream, weights);
    const auto uMemory = onDevice(stream, u);
    const auto tokens = deviceMemory<int>(u.size());
    launch<drawAnyKernel>(stream, unsigned(u.size()), threads, 0, Probabilities{row.data(), scale, int(weights.size())},
                          uMemory.data(), tokens.data());
    return difference("token of " + std::to_string(weights.size()), fromDevice(stream, tokens), expected);
}

std::string draws()
{
    std::string wrong;
    std::mt19937 random(3);
    for (const int count : {1, 2, 31, 33, 64, 65, 1000, 1023, 4097, 33'000})
        for (const unsigned share : {1u, 2u, 50u}) { // every share-th weight is not 0
            std::vector<float> weights(std::size_t(count), 0.0f);
            for (float& weight : weights)
                if (random() % share == 0)
                    weight = std::exp(-float(random() % 2000) / 100);
            weights[random() % std::size_t(count)] = 1;
            wrong += drawsOf(weights, 64) + (count > 4000 ? drawsOf(weights, 1024) : "");
        }
    return wrong;
}

} // namespace

std::vector<DeviceCheck> samplingChecks()
{
    return {{"sums", sums}, {"draws", draws}};
}

} // namespace draftscope::test
