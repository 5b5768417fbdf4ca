// SPDX-License-Identifier: MIT
// Kernels of a pass one by one against double precision, free of Qt: test_cuda_kernels runs these on the executor,
// gpu_test_cuda_kernels on a device.
#pragma once

#include <cmath>
#include <cstdio>
#include <vector>

#include "engine/backend/cuda/attention_order.h"
#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/kernels/pass_input.h"
#include "tests/simt/device_check.h"
#include "tests/simt/half_conversions.h"

namespace draftscope::test {

std::vector<DeviceCheck> productChecks();
std::vector<DeviceCheck> attentionChecks();
std::vector<DeviceCheck> cacheChecks();
std::vector<DeviceCheck> weightChecks();
std::vector<DeviceCheck> quantisedChecks();
std::vector<DeviceCheck> rowNormChecks();
std::vector<DeviceCheck> samplingChecks(); ///< of test_cuda_sampling: against the host's bits

/// Half a unit in the last place of T, over the number, at most.
template <class T>
inline constexpr double halfUnit = 0;
template <>
inline constexpr double halfUnit<cuda::BFloat16> = 0x1p-8;
template <>
inline constexpr double halfUnit<cuda::Float16> = 0x1p-11;

template <class T>
T ofFloat(float value);
template <>
inline cuda::BFloat16 ofFloat<cuda::BFloat16>(float value)
{
    return {simt::bfloat16OfFloat(value)};
}
template <>
inline cuda::Float16 ofFloat<cuda::Float16>(float value)
{
    return {simt::float16OfFloat(value)};
}
template <>
inline float ofFloat<float>(float value)
{
    return value;
}
inline float floatOf(cuda::BFloat16 value)
{
    return simt::floatOfBFloat16(value.bits);
}
inline float floatOf(cuda::Float16 value)
{
    return simt::floatOfFloat16(value.bits);
}
inline float floatOf(float value)
{
    return value;
}

/// A table of numbers that T holds exactly, uniform in [-scale, scale]; the same each time.
template <class T>
struct Table {
    int rows, columns;
    std::vector<T> values;

    Table(int rowCount, int columnCount, unsigned seed, float scale = 1) : rows(rowCount), columns(columnCount)
    {
        unsigned state = seed * 2654435761u + 12345u;
        for (int i = 0; i < rows * columns; ++i) {
            state = state * 1664525u + 1013904223u;
            values.push_back(ofFloat<T>((float(state >> 8) / float(1 << 23) - 1) * scale));
        }
    }
    [[nodiscard]] T at(int row, int column) const
    {
        return values[std::size_t(row) * std::size_t(columns) + std::size_t(column)];
    }
    [[nodiscard]] double operator()(int row, int column) const { return double(floatOf(at(row, column))); }

    /// In the order of index(row, column, column tiles), `rowsOfTile` rows to a tile, zeros around.
    template <class Index>
    [[nodiscard]] std::vector<T> tiled(int rowsOfTile, const Index& index) const
    {
        const int columnTiles = cuda::tilesOf(columns);
        std::vector<T> out(
            std::size_t((rows + rowsOfTile - 1) / rowsOfTile * rowsOfTile) * std::size_t(columnTiles) * 16, T{});
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c)
                out[index(r, c, columnTiles)] = at(r, c);
        return out;
    }
};

/// Nothing, or where a number is further from what it should be than it may.
inline std::string differs(const char* what, int row, int column, double got, double expected, double allowed)
{
    if (std::fabs(got - expected) <= allowed)
        return {};
    char text[200];
    std::snprintf(text, sizeof text, "%s (%d, %d) is %.9g instead of %.9g +- %.3g. ", what, row, column, got, expected,
                  allowed);
    return text;
}

/// Rows without paths, as products see them.
inline cuda::PassInput plainRows(int count)
{
    cuda::PassInput input{};
    input.rowCount = count;
    for (int i = 0; i < count; ++i)
        input.rows[i].slot = i;
    cuda::orderForAttention(input, {});
    return input;
}

} // namespace draftscope::test
