// SPDX-License-Identifier: MIT
#include "tests/simt/platform_warp.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "tests/simt/half_conversions.h"

namespace simt {

namespace {

struct MmaCall {
    const std::uint32_t* a;
    const std::uint32_t* b;
    const float* c;
    float* d;
};

struct LoadCall {
    std::uint32_t* fragment;
    const unsigned char* row;
    unsigned matrices;
    bool transposed;
};

void requireWholeWarp(unsigned arrived)
{
    if (arrived != ~0u)
        faultOfLane(static_cast<unsigned>(std::countr_zero(arrived)),
                    fmt::format("all 32 lanes have to be there, and only {:#010x} are", arrived));
}

template <float (*toFloat)(std::uint16_t)>
void unpackPair(std::uint32_t pair, float& low, float& high)
{
    low = toFloat(static_cast<std::uint16_t>(pair));
    high = toFloat(static_cast<std::uint16_t>(pair >> 16));
}

template <float (*toFloat)(std::uint16_t)>
void completeMma(void* const* operands, unsigned arrived)
{
    requireWholeWarp(arrived);
    float a[16][16]; // [m, k]
    float b[16][8];  // [k, n]
    float d[16][8];  // [m, n]
    for (unsigned lane = 0; lane < 32; ++lane) {
        const auto& call = *static_cast<const MmaCall*>(operands[lane]);
        const unsigned g = lane / 4;
        const unsigned t = 2 * (lane % 4);
        unpackPair<toFloat>(call.a[0], a[g][t], a[g][t + 1]);
        unpackPair<toFloat>(call.a[1], a[g + 8][t], a[g + 8][t + 1]);
        unpackPair<toFloat>(call.a[2], a[g][t + 8], a[g][t + 9]);
        unpackPair<toFloat>(call.a[3], a[g + 8][t + 8], a[g + 8][t + 9]);
        unpackPair<toFloat>(call.b[0], b[t][g], b[t + 1][g]);
        unpackPair<toFloat>(call.b[1], b[t + 8][g], b[t + 9][g]);
        d[g][t] = call.c[0];
        d[g][t + 1] = call.c[1];
        d[g + 8][t] = call.c[2];
        d[g + 8][t + 1] = call.c[3];
    }
    for (auto m = 0; m < 16; ++m)
        for (auto k = 0; k < 16; ++k)
            for (auto n = 0; n < 8; ++n)
                d[m][n] += a[m][k] * b[k][n];
    for (unsigned lane = 0; lane < 32; ++lane) {
        float* result = static_cast<const MmaCall*>(operands[lane])->d;
        const unsigned g = lane / 4;
        const unsigned t = 2 * (lane % 4);
        result[0] = d[g][t];
        result[1] = d[g][t + 1];
        result[2] = d[g + 8][t];
        result[3] = d[g + 8][t + 1];
    }
}

void completeLoad(void* const* operands, unsigned arrived)
{
    requireWholeWarp(arrived);
    const auto call = [&](unsigned lane) -> const LoadCall& { return *static_cast<const LoadCall*>(operands[lane]); };
    const unsigned matrices = call(0).matrices;
    for (unsigned matrix = 0; matrix < matrices; ++matrix) {
        std::uint16_t elements[8][8];
        for (unsigned r = 0; r < 8; ++r) {
            const LoadCall& from = call(8 * matrix + r);
            if (from.matrices != matrices || from.transposed != call(0).transposed)
                faultOfLane(8 * matrix + r, "lanes load different kinds of matrices");
            if (reinterpret_cast<std::uintptr_t>(from.row) % 16 != 0)
                faultOfLane(8 * matrix + r, "the address of a row is not a multiple of 16");
            std::memcpy(elements[r], from.row, 16);
        }
        for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned g = lane / 4;
            const unsigned t = 2 * (lane % 4);
            const bool turn = call(lane).transposed;
            const std::uint16_t low = turn ? elements[t][g] : elements[g][t];
            const std::uint16_t high = turn ? elements[t + 1][g] : elements[g][t + 1];
            call(lane).fragment[matrix] = low | static_cast<std::uint32_t>(high) << 16;
        }
    }
}

void completeTranspose(void* const* operands, unsigned arrived)
{
    requireWholeWarp(arrived);
    std::uint32_t before[32];
    for (unsigned lane = 0; lane < 32; ++lane)
        before[lane] = *static_cast<const std::uint32_t*>(operands[lane]);
    const auto element = [&](unsigned row, unsigned column) {
        return before[row * 4 + column / 2] >> 16 * (column % 2) & 0xffff;
    };
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned g = lane / 4;
        const unsigned t = 2 * (lane % 4);
        *static_cast<std::uint32_t*>(operands[lane]) = element(t, g) | element(t + 1, g) << 16;
    }
}

} // namespace

void multiplyAccumulate(ToFloat toFloat, float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                        const float (&c)[4])
{
    MmaCall call{a, b, c, d};
    const bool bfloat16 = toFloat == floatOfBFloat16;
    collective(WarpOperation::mma, ~0u, &call, bfloat16 ? completeMma<floatOfBFloat16> : completeMma<floatOfFloat16>,
               {});
}

void loadMatrices(std::uint32_t* fragment, unsigned matrices, bool transposed, const void* row)
{
    LoadCall call{fragment, static_cast<const unsigned char*>(row), matrices, transposed};
    collective(WarpOperation::ldmatrix, ~0u, &call, completeLoad, {});
}

std::uint32_t transposeMatrix(std::uint32_t pair)
{
    collective(WarpOperation::movmatrix, ~0u, &pair, completeTranspose, {});
    return pair;
}

void checkAligned(const void* address, const char* what)
{
    if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
        fault(fmt::format("{} with an address that is not a multiple of 16", what));
}

void copyAsync(void* to, const void* from, int valid)
{
    checkAligned(to, "cpAsync16");
    checkAligned(from, "cpAsync16");
    if (valid < 0 || valid > 16)
        fault("cpAsync16 of fewer than 0 or more than 16 bytes");
    unsigned char bytes[16] = {};
    if (valid > 0)
        std::memcpy(bytes, from, static_cast<std::size_t>(valid));
    copyLater(to, bytes);
}

} // namespace simt
