// SPDX-License-Identifier: MIT
// Tensor cores, ldmatrix and asynchronous copies against triple loops and the layouts of the PTX manual.
#include <bit>
#include <cmath>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"
#include "tests/simt/half_conversions.h"
#include "tests/simt/product_kernel.cuh"

using namespace draftscope::cuda;

namespace {

template <class T>
T half(float value)
{
    if constexpr (std::is_same_v<T, BFloat16>)
        return {simt::bfloat16OfFloat(value)};
    else
        return {simt::float16OfFloat(value)};
}
template <class T>
float value(T number)
{
    if constexpr (std::is_same_v<T, BFloat16>)
        return simt::floatOfBFloat16(number.bits);
    else
        return simt::floatOfFloat16(number.bits);
}

/// d[16, 8] = a[16, 16] · b[16, 8] + c[16, 8] by one warp, from fragments filled element by element. b lies as [n, k].
template <class T>
__global__ void mmaKernel(float* d, const T* a, const T* b, const float* c)
{
    const unsigned g = threadIdx.x / 4;
    const unsigned t = threadIdx.x % 4;
    const auto pairOf = [](const T* low) { return low[0].bits | static_cast<unsigned>(low[1].bits) << 16; };
    const std::uint32_t fragmentA[4] = {pairOf(a + g * 16 + 2 * t), pairOf(a + (g + 8) * 16 + 2 * t),
                                        pairOf(a + g * 16 + 2 * t + 8), pairOf(a + (g + 8) * 16 + 2 * t + 8)};
    const std::uint32_t fragmentB[2] = {pairOf(b + g * 16 + 2 * t), pairOf(b + g * 16 + 2 * t + 8)};
    float sums[4] = {c[g * 8 + 2 * t], c[g * 8 + 2 * t + 1], c[(g + 8) * 8 + 2 * t], c[(g + 8) * 8 + 2 * t + 1]};
    mma_m16n8k16<T>(sums, fragmentA, fragmentB, sums);
    d[g * 8 + 2 * t] = sums[0];
    d[g * 8 + 2 * t + 1] = sums[1];
    d[(g + 8) * 8 + 2 * t] = sums[2];
    d[(g + 8) * 8 + 2 * t + 1] = sums[3];
}

template <class T>
std::vector<float> multiply(const std::vector<T>& a, const std::vector<T>& b, const std::vector<float>& c)
{
    Stream stream;
    auto d = deviceMemory<float>(128);
    const auto da = onDevice(stream, a);
    const auto db = onDevice(stream, b);
    const auto dc = onDevice(stream, c);
    launch<mmaKernel<T>>(stream, 1, 32, 0, d.data(), da.data(), db.data(), dc.data());
    return fromDevice(stream, d);
}

template <class T>
std::string checkMma()
{
    std::string wrong;
    for (const bool whole : {true, false}) { // whole numbers: sums are exact in any order
        std::vector<T> a(256);
        std::vector<T> b(128);
        std::vector<float> c(128);
        for (unsigned i = 0; i < 256; ++i)
            a[i] = half<T>(whole ? static_cast<float>(i * 7 % 17) - 8 : std::sin(0.7f * static_cast<float>(i)));
        for (unsigned i = 0; i < 128; ++i) {
            b[i] = half<T>(whole ? static_cast<float>(i * 5 % 19) - 9 : std::cos(1.3f * static_cast<float>(i)));
            c[i] = whole ? static_cast<float>(i) - 60 : 0.01f * static_cast<float>(i);
        }
        const std::vector<float> d = multiply(a, b, c);
        for (unsigned m = 0; m < 16; ++m) {
            for (unsigned n = 0; n < 8; ++n) {
                double expected = c[m * 8 + n];
                for (unsigned k = 0; k < 16; ++k)
                    expected += double(value(a[m * 16 + k])) * double(value(b[n * 16 + k]));
                if (std::fabs(d[m * 8 + n] - expected) > (whole ? 0.0 : 1e-5))
                    wrong += "d[" + std::to_string(m) + "][" + std::to_string(n) + "] is "
                        + std::to_string(d[m * 8 + n]) + " instead of " + std::to_string(expected) + ". ";
            }
        }
        // A column of d does not know its neighbours: column 3 keeps its bits whatever the others are, infinities too.
        std::vector<T> others = b;
        for (unsigned i = 0; i < 128; ++i)
            if (i / 16 != 3)
                others[i] = half<T>(i % 5 == 0 ? INFINITY : 1e4f);
        const std::vector<float> again = multiply(a, others, c);
        for (unsigned m = 0; m < 16; ++m)
            if (std::bit_cast<unsigned>(again[m * 8 + 3]) != std::bit_cast<unsigned>(d[m * 8 + 3]))
                wrong += "row " + std::to_string(m) + " of column 3 depends on other columns. ";
    }
    return wrong;
}

std::string mmaOfBFloat16()
{
    return checkMma<BFloat16>();
}
std::string mmaOfFloat16()
{
    return checkMma<Float16>();
}

/// out [12, 32]: the fragments of x4, x4_trans, x2 and x2_trans; in [32, 8] are the rows of four matrices.
__global__ void ldmatrixKernel(std::uint32_t* out, const std::uint16_t* in)
{
    std::uint16_t* rows = dynamicShared<std::uint16_t>();
    for (unsigned i = threadIdx.x; i < 256; i += 32)
        rows[i] = in[i];
    __syncwarp();
    std::uint32_t four[4];
    std::uint32_t two[2];
    unsigned to = threadIdx.x;
    const auto store = [&](const std::uint32_t* fragment, int count) {
        for (int i = 0; i < count; ++i, to += 32)
            out[to] = fragment[i];
    };
    ldmatrix_x4(four, rows + 8 * threadIdx.x);
    store(four, 4);
    ldmatrix_x4_trans(four, rows + 8 * threadIdx.x);
    store(four, 4);
    ldmatrix_x2(two, rows + 8 * (threadIdx.x % 16));
    store(two, 2);
    ldmatrix_x2_trans(two, rows + 8 * (16 + threadIdx.x % 16));
    store(two, 2);
}

std::string ldmatrix()
{
    std::vector<std::uint16_t> in(256);
    for (unsigned i = 0; i < 256; ++i)
        in[i] = static_cast<std::uint16_t>(i * 257);
    Stream stream;
    auto out = deviceMemory<std::uint32_t>(12 * 32);
    const auto rows = onDevice(stream, in);
    launch<ldmatrixKernel>(stream, 1, 32, 512, out.data(), rows.data());
    std::vector<std::uint32_t> expected;
    const auto expect = [&](unsigned matrix, bool transposed) {
        for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned r = lane / 4;
            const unsigned c = 2 * (lane % 4);
            const auto at = [&](unsigned row, unsigned column) -> std::uint32_t {
                return in[64 * matrix + 8 * row + column];
            };
            expected.push_back(transposed ? at(c, r) | at(c + 1, r) << 16 : at(r, c) | at(r, c + 1) << 16);
        }
    };
    for (const bool transposed : {false, true})
        for (unsigned matrix = 0; matrix < 4; ++matrix)
            expect(matrix, transposed);
    expect(0, false);
    expect(1, false);
    expect(2, true);
    expect(3, true);
    return difference("fragments", fromDevice(stream, out), expected);
}

template <class T>
std::string checkProduct(unsigned outputs, unsigned rows, unsigned width)
{
    std::vector<T> weight(std::size_t(outputs) * width);
    std::vector<T> activation(std::size_t(rows) * width);
    for (std::size_t i = 0; i < weight.size(); ++i)
        weight[i] = half<T>(static_cast<float>(i * 31 % 13) - 6);
    for (std::size_t i = 0; i < activation.size(); ++i)
        activation[i] = half<T>(static_cast<float>(i * 17 % 11) - 5);
    Stream stream;
    const auto w = onDevice(stream, weight);
    const auto x = onDevice(stream, activation);
    auto y = deviceMemory<float>(std::size_t(rows) * outputs);
    launchProduct(stream, y.data(), w.data(), x.data(), outputs, rows, width);
    std::vector<float> expected(std::size_t(rows) * outputs);
    for (unsigned r = 0; r < rows; ++r)
        for (unsigned o = 0; o < outputs; ++o)
            for (unsigned k = 0; k < width; ++k)
                expected[r * outputs + o] +=
                    value(weight[std::size_t(o) * width + k]) * value(activation[std::size_t(r) * width + k]);
    return difference(std::to_string(outputs) + " x " + std::to_string(rows) + " x " + std::to_string(width),
                      fromDevice(stream, y), expected);
}

std::string products()
{
    std::string wrong;
    for (const unsigned rows : {1u, 7u, 8u, 9u, 33u, 64u}) {
        wrong += checkProduct<BFloat16>(48, rows, 96);
        wrong += checkProduct<Float16>(16, rows, 160);
    }
    return wrong;
}

/// Copies in three stages ahead of their use; the last piece is cut at `count` bytes and padded with zeros.
__global__ void pipelineKernel(unsigned char* out, const unsigned char* in, int count, int pieces)
{
    constexpr int stages = 3;
    unsigned char* memory = dynamicShared<unsigned char>(); // [stages, threads, 16]
    const int thread = static_cast<int>(threadIdx.x);
    const int pieceBytes = 16 * static_cast<int>(blockDim.x);
    const auto start = [&](int piece) {
        const int from = piece * pieceBytes + 16 * thread;
        unsigned char* to = memory + piece % stages * pieceBytes + 16 * thread;
        if (piece < pieces && from + 16 <= count)
            cpAsync16(to, in + from);
        else if (piece < pieces)
            cpAsync16(to, in, 0 < count - from ? count - from : 0);
        cpAsyncCommit();
    };
    start(0);
    start(1);
    for (int piece = 0; piece < pieces; ++piece) {
        start(piece + 2);
        cpAsyncWait<2>();
        __syncthreads();
        const int other = static_cast<int>(blockDim.x) - 1 - thread; // another thread's copy
        for (int i = 0; i < 16; ++i)
            out[piece * pieceBytes + 16 * other + i] = memory[piece % stages * pieceBytes + 16 * other + i];
        __syncthreads();
    }
    cpAsyncWait<0>();
}

std::string asynchronousCopies()
{
    std::string wrong;
    for (const int threads : {1, 32, 75}) {
        for (const int pieces : {1, 2, 5}) {
            const int bytes = pieces * threads * 16;
            std::vector<unsigned char> in(static_cast<std::size_t>(bytes));
            for (std::size_t i = 0; i < in.size(); ++i)
                in[i] = static_cast<unsigned char>(1 + i * 37 % 251);
            Stream stream;
            const auto values = onDevice(stream, in);
            auto out = deviceMemory<unsigned char>(in.size());
            launch<pipelineKernel>(stream, 1, static_cast<unsigned>(threads), static_cast<std::size_t>(48 * threads),
                                   out.data(), values.data(), bytes - 5, pieces);
            // The cut piece reads the first 11 bytes of all, padded with zeros.
            for (std::size_t i = 0; i < 16; ++i)
                in[in.size() - 16 + i] = i < 11 ? static_cast<unsigned char>(1 + i * 37 % 251) : 0;
            wrong += difference(std::to_string(threads) + " threads", fromDevice(stream, out), in);
        }
    }
    return wrong;
}

__global__ void movmatrixKernel(std::uint32_t* out)
{
    const unsigned row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
    out[threadIdx.x] = movmatrix_trans((row * 100 + column) | (row * 100 + column + 1) << 16);
}

std::string movmatrix()
{
    Stream stream;
    auto out = deviceMemory<std::uint32_t>(32);
    launch<movmatrixKernel>(stream, 1, 32, 0, out.data());
    std::vector<std::uint32_t> expected;
    for (unsigned lane = 0; lane < 32; ++lane)
        expected.push_back((lane % 4 * 200 + lane / 4) | (lane % 4 * 200 + 100 + lane / 4) << 16);
    return difference("movmatrix", fromDevice(stream, out), expected);
}

} // namespace

std::vector<DeviceCheck> tensorChecks()
{
    return {{"mma bf16", mmaOfBFloat16}, {"mma f16", mmaOfFloat16}, {"ldmatrix", ldmatrix},
            {"movmatrix", movmatrix},    {"products", products},    {"asynchronous copies", asynchronousCopies}};
}
