// SPDX-License-Identifier: MIT
// Which tiles meet where bf16 panels are multiplied by AMX. amx_product.cpp includes it, which has the tiles of the
// machine, and the test, which has some that any machine computes.
//
// A tile is up to sixteen rows of 64 bytes: the sums of activation rows with a panel, in f32; 32 columns of activation
// rows, as these lie packed; or 32 columns of a panel, as they lie there: two columns of all its weight rows are a row
// of the tile. An instruction multiplies these 32 columns. A dot product is the sum over such blocks in the order of
// the columns, whatever tiles it is computed in, so its bits depend on its two rows only.
//
// `Tiles` is a class of static functions, whose tiles have constant numbers:
//
//   setRows(first, second)      how many rows tiles of activations and of their sums have: rowsOfTile(). Leaves all
// undefined
//   clear<tile>()               sets it to 0
//   load<tile>(from, stride)    fills it from memory, where its rows are `stride` bytes apart
//   addProducts<to, a, w>()     to += activations a times weights w
//   store<tile>(to, stride)     the other way
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/backend/cpu/bf16_product.h"

namespace draftscope::cpu {
namespace {

constexpr int tileCount = 8;
constexpr int mostTileRows = 16;
constexpr std::size_t tileRowBytes = 64;
constexpr std::size_t tileBytes = mostTileRows * tileRowBytes;
constexpr std::size_t tileColumns = 32; ///< that an instruction multiplies

// Numbers of tiles. One group of activation rows meets up to four panels together, two groups up to two: sums are 0 to
// 3.
constexpr int panelsTogether(int groups)
{
    return 4 / groups;
}
constexpr int sumsTile(int groups, int group, int panel)
{
    return group * panelsTogether(groups) + panel;
}
constexpr int activationsTile(int group)
{
    return 4 + group;
}
constexpr int weightsTile(int panel)
{
    return 6 + panel % 2;
}

/// Rows of a tile where the groups of activation rows have so many; second = 0: there is one.
constexpr int rowsOfTile(int tile, int first, int second)
{
    if (tile >= weightsTile(0))
        return mostTileRows;
    const bool isOfSecond = tile == activationsTile(1) || tile == sumsTile(2, 1, 0) || tile == sumsTile(2, 1, 1);
    return isOfSecond && second > 0 ? second : first;
}

/// Calls body.operator()<i>() for i in [0, count).
template <int count, class Body>
inline void eachConstant(const Body& body)
{
    [&]<int... i>(std::integer_sequence<int, i...>)
    {
        (body.template operator()<i>(), ...);
    }
    (std::make_integer_sequence<int, count>());
}

/// Activation rows that are multiplied together: those of the first group from `row` on, behind them those of the
/// second.
struct TileRows {
    int row;
    int count[2];

    [[nodiscard]] int first(int group) const { return row + group * count[0]; }
};

/// Asks memory for the weights that are multiplied some blocks later, be they in the next panels.
inline void fetchAhead(const char* weights, std::size_t bytesLeft, std::size_t bytesToNext)
{
    constexpr std::size_t bytesAhead = 4096;
    const char* const ahead = weights + bytesAhead + (bytesLeft > bytesAhead ? 0 : bytesToNext);
    for (std::size_t byte = 0; byte < tileBytes; byte += 64)
        __builtin_prefetch(ahead + byte);
}

/// Writes the sums of a group with a panel, as far as its weight rows are in [begin, end).
template <class Tiles, int tile>
void writeSums(const Bf16Product& product, int row, int rows, int firstWeightRow, int begin, int end)
{
    float* const out = product.out + std::size_t(row) * product.outStride;
    const bool isAllWanted = begin <= firstWeightRow && firstWeightRow + bf16PanelRows <= end;
    if (isAllWanted && !product.add)
        return Tiles::template store<tile>(out + firstWeightRow, product.outStride * sizeof(float));
    alignas(64) float sums[mostTileRows * bf16PanelRows];
    Tiles::template store<tile>(sums, tileRowBytes);
    const int from = begin > firstWeightRow ? begin : firstWeightRow;
    const int until = end < firstWeightRow + bf16PanelRows ? end : firstWeightRow + bf16PanelRows;
    for (int r = 0; r < rows; ++r)
        for (int n = from; n < until; ++n) {
            float& to = out[std::size_t(r) * product.outStride + std::size_t(n)];
            const float sum = sums[r * bf16PanelRows + n - firstWeightRow];
            to = product.add ? to + sum : sum;
        }
}

/// One or two groups of activation rows times `panels` panels from `panel` on.
template <class Tiles, int groups, int panels>
void multiplyTogether(const Bf16Product& product, const TileRows& rows, int panel, int begin, int end)
{
    const std::size_t panelBytes = (product.columns + 1) / 2 * tileRowBytes;
    const char* const weights = reinterpret_cast<const char*>(product.weights) + std::size_t(panel) * panelBytes;
    eachConstant<groups>(
        [&]<int group> { eachConstant<panels>([&]<int p> { Tiles::template clear<sumsTile(groups, group, p)>(); }); });
    std::size_t byte = 0; // of each panel
    for (std::size_t column = 0; column < product.columns; column += tileColumns, byte += tileBytes) {
        eachConstant<groups>([&]<int group> {
            Tiles::template load<activationsTile(group)>(product.activations
                                                             + std::size_t(rows.first(group)) * product.stride + column,
                                                         product.stride * sizeof(std::uint16_t));
        });
        const std::size_t left = panelBytes - byte;
        eachConstant<panels>([&]<int p> {
            const char* const block = weights + p * panelBytes + byte;
            if (rows.row == 0)
                fetchAhead(block, left, (panels - 1) * panelBytes);
            if (left < tileBytes) { // the last columns: what is behind them is not theirs
                alignas(64) char padded[tileBytes] = {};
                std::memcpy(padded, block, left);
                Tiles::template load<weightsTile(p)>(padded, tileRowBytes);
            } else {
                Tiles::template load<weightsTile(p)>(block, tileRowBytes);
            }
            eachConstant<groups>([&]<int group> {
                Tiles::template addProducts<sumsTile(groups, group, p), activationsTile(group), weightsTile(p)>();
            });
        });
    }
    eachConstant<groups>([&]<int group> {
        eachConstant<panels>([&]<int p> {
            writeSums<Tiles, sumsTile(groups, group, p)>(product, rows.first(group), rows.count[group],
                                                         (panel + p) * bf16PanelRows, begin, end);
        });
    });
}

/// All activation rows times `panels` panels, in groups of almost the same number of them.
template <class Tiles, int groups, int panels>
void multiplyRows(const Bf16Product& product, int panel, int begin, int end)
{
    constexpr int most = groups * mostTileRows;
    const int passes = (product.activationRows + most - 1) / most;
    for (int pass = 0, row = 0; pass < passes; ++pass) {
        const int count = (product.activationRows - row + passes - pass - 1) / (passes - pass);
        const int second = groups == 1 ? 0 : count / 2;
        Tiles::setRows(count - second, second);
        multiplyTogether<Tiles, groups, panels>(product, {row, {count - second, second}}, panel, begin, end);
        row += count;
    }
}

template <class Tiles, int groups>
void multiplyPanels(const Bf16Product& product, int begin, int end)
{
    constexpr int most = panelsTogether(groups);
    const int panelsEnd = (end + bf16PanelRows - 1) / bf16PanelRows;
    for (int panel = begin / bf16PanelRows; panel < panelsEnd; panel += most)
        eachConstant<most>([&]<int before> {
            constexpr int panels = before + 1;
            if (panels == most ? panelsEnd - panel >= most : panelsEnd - panel == panels)
                multiplyRows<Tiles, groups, panels>(product, panel, begin, end);
        });
}

/// multiplyBf16InTiles() in such tiles.
template <class Tiles>
void multiplyInTiles(const Bf16Product& product, int begin, int end)
{
    if (begin >= end)
        return;
    if (product.activationRows <= mostTileRows)
        multiplyPanels<Tiles, 1>(product, begin, end);
    else
        multiplyPanels<Tiles, 2>(product, begin, end);
}

} // namespace
} // namespace draftscope::cpu
