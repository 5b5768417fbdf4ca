// SPDX-License-Identifier: MIT
#pragma once

// How the products of a pass are launched: kernels that are compiled for numbers of row tiles, over up to productRows
// rows.

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "engine/backend/cuda/kernels/skinny_gemm.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

/// Calls work(std::integral_constant<int, row tiles>) for a number of rows that a product takes.
template <class Work>
void withRowTiles(int rows, const Work& work)
{
    if (rows <= 8)
        work(std::integral_constant<int, 1>());
    else if (rows <= 16)
        work(std::integral_constant<int, 2>());
    else if (rows <= 32)
        work(std::integral_constant<int, 4>());
    else
        work(std::integral_constant<int, 8>());
}

/// Calls work(std::integral_constant<int, row tiles>, first row) for the rows as products take them.
template <class Work>
void eachProduct(int rows, const Work& work)
{
    for (int first = 0; first < rows; first += productRows)
        withRowTiles(std::min(rows - first, productRows), [&](auto tiles) { work(tiles, first); });
}

/// Calls work(GemmOperands) with the weights as they lie: with quantised ones activations are bf16.
template <class T, class Work>
void withOperands(const DeviceMatrix& weights, const T* activations, int outputTiles, int columnTiles,
                  const float* bias, const Work& work)
{
    const auto of = [&]<class W>(std::type_identity<W>) {
        work(GemmOperands<T, W>{static_cast<const W*>(weights.data), activations, outputTiles, columnTiles, bias,
                                weights.kind.hasLeast, weights.kind.unit});
    };
    if constexpr (std::is_same_v<T, BFloat16>) {
        if (weights.kind.form == WeightForm::nibbles)
            return of(std::type_identity<Nibbles>());
        if (weights.kind.form == WeightForm::bytes)
            return of(std::type_identity<Bytes>());
    }
    assert(weights.kind.form == WeightForm::dense);
    of(std::type_identity<T>());
}

/// Puts a product over these operands into the stream; `arguments` are the kernel's.
template <auto Kernel, int rowTiles, class T, class W, class... Arguments>
void launchProduct(Stream& stream, const GemmOperands<T, W>& operands, const Arguments&... arguments)
{
    constexpr int together = outputTilesFor<T, W>(rowTiles);
    launchEarly<Kernel>(stream, unsigned((operands.outputTiles + together - 1) / together), gemmThreads,
                        gemmSharedBytes<T, W>(rowTiles), arguments...);
}

} // namespace draftscope::cuda
