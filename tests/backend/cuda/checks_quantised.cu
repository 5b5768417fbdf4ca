// SPDX-License-Identifier: MIT
// Quantised weights: on their way into records, looked up one by one, and multiplied.
#include <random>

#include "engine/backend/cuda/kernels/embed.cuh"
#include "engine/backend/cuda/kernels/logits.cuh"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/product_launch.cuh"
#include "engine/backend/cuda/repack.h"
#include "engine/core/quantised_blocks.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

constexpr WeightType types[] = {WeightType::q8_0, WeightType::q4_0, WeightType::q4_1, WeightType::q5_0,
                                WeightType::q5_1, WeightType::q4_k, WeightType::q5_k, WeightType::q6_k};

bool hasScalesOfScales(WeightType type)
{
    return blockOf(type).elements > groupSize;
}

/// Random blocks, as a checkpoint keeps them, and the same in records on the device.
struct QuantisedMatrix {
    WeightType type;
    int rows, columns;
    std::vector<unsigned char> blocks;
    DeviceBuffer<unsigned char> records;

    QuantisedMatrix(Stream& stream, WeightType ofType, int rowCount, int columnCount)
        : type(ofType), rows(rowCount), columns(columnCount),
          blocks(std::size_t(rowCount) * draftscope::rowBytes(ofType, columnCount))
    {
        std::mt19937 random(unsigned(ofType) + 1);
        const WeightBlock block = blockOf(type);
        for (std::size_t at = 0; at < blocks.size(); at += block.bytes) {
            std::generate_n(blocks.begin() + std::ptrdiff_t(at), block.bytes,
                            [&] { return (unsigned char)(random()); });
            const float scale = float(random() % 1000 + 24) * (hasScalesOfScales(type) ? 1e-6f : 1e-4f);
            const auto put = [&](std::size_t offset, float value) {
                const std::uint16_t bits = simt::float16OfFloat(value);
                std::memcpy(&blocks[at + offset], &bits, 2);
            };
            put(type == WeightType::q6_k ? 208 : 0, scale);
            if (type == WeightType::q4_1 || type == WeightType::q5_1)
                put(2, -8 * scale);
            if (hasGroupLeast(type))
                put(2, 8 * scale);
        }
        records = onDevice(
            stream,
            std::vector<unsigned char>(std::size_t(tilesOf(rows)) * rowTileBytes(kind().form, tilesOf(columns), 2)));
        const auto raw = onDevice(stream, blocks);
        const std::size_t rowBytes = draftscope::rowBytes(type, columns);
        const int some = rows / 3; // in two pieces
        launchRepack<BFloat16>(stream, records.data(), kind(), {raw.data(), type, 0, some, columns}, {});
        launchRepack<BFloat16>(stream, records.data(), kind(),
                               {raw.data() + std::size_t(some) * rowBytes, type, some, rows - some, columns}, {});
        stream.synchronize();
    }
    [[nodiscard]] WeightKind kind() const { return kindOf(type); }
    [[nodiscard]] DeviceMatrix onDeviceSide() const { return {records.data(), kind()}; }
    [[nodiscard]] std::vector<float> row(int number) const
    {
        std::vector<float> out(static_cast<std::size_t>(columns));
        toFloats(type,
                 reinterpret_cast<const std::byte*>(blocks.data())
                     + std::size_t(number) * draftscope::rowBytes(type, columns),
                 out);
        return out;
    }
    /// How far an element may be off: products of two scales are rounded to halves.
    [[nodiscard]] double rounding() const { return hasScalesOfScales(type) ? 0x1p-11 : 0x1p-22; }
};

/// Each element is what the blocks stand for.
std::string looksUp(WeightType type)
{
    Stream stream;
    constexpr int vocabulary = 37, hidden = 256, tiles = hidden / 16, rows = 11;
    const QuantisedMatrix matrix(stream, type, vocabulary, hidden);
    const auto ones = onDevice(stream, std::vector<float>(hidden, 1.0f));
    const auto values = deviceMemory<float>(64 * hidden);
    const auto squares = deviceMemory<float>(std::size_t(64 * squaresStride(tiles)));
    const auto scaled = deviceMemory<BFloat16>(64 * hidden);
    PassInput rowsOfPass = plainRows(rows);
    for (int r = 0; r < rows; ++r)
        rowsOfPass.rows[r].token = (r * 17 + 3) % vocabulary;
    const auto input = onDevice(stream, std::vector<PassInput>{rowsOfPass});
    launch<embedKernel<BFloat16>>(
        stream, dim3(tiles, 2), 32, 0,
        ResidualStream<BFloat16>{values.data(), scaled.data(), squares.data(), ones.data(), tiles},
        TokenEmbedding<BFloat16>{{matrix.onDeviceSide(), tiles}, 1, nullptr}, input.data());
    const auto got = fromDevice(stream, values);
    std::string wrong;
    for (int r = 0; r < rows; ++r) {
        const std::vector<float> expected = matrix.row(rowsOfPass.rows[r].token);
        double largest = 0;
        for (const float value : expected)
            largest = std::max(largest, std::fabs(double(value)));
        for (int c = 0; c < hidden; ++c)
            wrong += differs("element", r, c, got[streamIndex(r, c, tiles)], expected[std::size_t(c)],
                             2 * matrix.rounding() * largest);
    }
    return wrong;
}

/// The product of any number of rows is that of the elements, and a row has the same bits among all numbers of rows.
std::string multiplies(WeightType type, int outputs, int width)
{
    Stream stream;
    const QuantisedMatrix matrix(stream, type, outputs, width);
    const Table<BFloat16> activations(productRows, width, 2, 0.5f);
    const auto tiled = onDevice(stream, activations.tiled(8, activationIndex));
    std::vector<std::vector<float>> elements;
    for (int output = 0; output < outputs; ++output)
        elements.push_back(matrix.row(output));
    std::string wrong;
    std::vector<float> ofAll;
    for (const int rows : {64, 1, 8, 9, 17, 33}) {
        PassInput rowsOfPass = plainRows(rows);
        rowsOfPass.wantedCount = rows;
        for (int r = 0; r < rows; ++r)
            rowsOfPass.wantedRows[r] = r;
        const auto input = onDevice(stream, std::vector<PassInput>{rowsOfPass});
        const auto logits = onDevice(stream, std::vector<float>(std::size_t(productRows * outputs), -5.0f));
        withOperands<BFloat16>(matrix.onDeviceSide(), tiled.data(), tilesOf(outputs), tilesOf(width), nullptr,
                               [&](const auto& operands) {
                                   using Weight = typename std::remove_cvref_t<decltype(operands)>::Weight;
                                   eachProduct(rows, [&](auto rowTiles, int firstRow) {
                                       launchProduct<logitsKernel<BFloat16, rowTiles(), Weight>, rowTiles()>(
                                           stream, operands, logits.data(), operands, NormSquares{nullptr, 0, 0, 0, 1},
                                           input.data(), outputs, 0.0f, firstRow);
                                   });
                               });
        const auto result = fromDevice(stream, logits);
        if (rows == productRows)
            ofAll = result;
        for (int r = 0; r < rows && wrong.empty(); ++r)
            for (int output = 0; output < outputs; ++output) {
                const std::size_t at = std::size_t(r * outputs + output);
                if (result[at] != ofAll[at])
                    return "Row " + std::to_string(r) + " of " + std::to_string(rows) + " has other bits. ";
                if (rows != productRows)
                    continue;
                double sum = 0, size = 0;
                for (int c = 0; c < width; ++c) {
                    const double product = double(elements[std::size_t(output)][std::size_t(c)]) * activations(r, c);
                    sum += product;
                    size += std::fabs(product);
                }
                wrong += differs("product", r, output, result[at], sum, (2e-5 + 2 * matrix.rounding()) * size + 1e-6);
            }
    }
    return wrong;
}

std::string lookUps()
{
    std::string wrong;
    for (const WeightType type : types)
        if (const std::string here = looksUp(type); !here.empty())
            wrong += std::string(nameOf(type)) + ": " + here.substr(0, 300);
    return wrong;
}

/// Widths of one record, of fewer than there are warps, and of more than are on their way.
std::string products()
{
    std::string wrong;
    for (const WeightType type : types)
        for (const auto& [outputs, width] : {std::pair(37, 256), {16, 2304}, {20, 768}})
            if (const std::string here = multiplies(type, outputs, width); !here.empty())
                wrong += std::string(nameOf(type)) + ": " + here.substr(0, 300);
    // A record that is half empty: 96 columns are no whole records.
    for (const WeightType type : {WeightType::q8_0, WeightType::q4_1})
        wrong += multiplies(type, 37, 96);
    return wrong;
}

} // namespace

std::vector<DeviceCheck> quantisedChecks()
{
    return {{"quantised elements", lookUps}, {"quantised products", products}};
}

} // namespace draftscope::test
