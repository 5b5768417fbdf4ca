// SPDX-License-Identifier: MIT
// Norms of whole rows, in passes and in prompts.
#include "engine/backend/cuda/kernels/normed_stream.cuh"
#include "engine/backend/cuda/kernels/prompt_rows.cuh"
#include "engine/backend/cuda/launch.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

constexpr int rowNormRows = 11, rowNormHidden = 300, rowNormTiles = 19, rowNormWidth = rowNormTiles * 16;
constexpr float rowNormEpsilon = 1e-3f;

enum class RowNormKind { none, rms, layer };

/// A norm's numbers, on the device and here.
struct NormOfRows {
    RowNormKind kind;
    Table<float> weights, biases;
    DeviceBuffer<float> weightMemory, biasMemory;

    NormOfRows(Stream& stream, RowNormKind ofKind, unsigned seed)
        : kind(ofKind), weights(1, rowNormWidth, seed), biases(1, rowNormWidth, seed + 1),
          weightMemory(onDevice(stream, weights.values)), biasMemory(onDevice(stream, biases.values))
    {
    }
    [[nodiscard]] RowNorm onDeviceSide() const
    {
        return {kind == RowNormKind::none ? nullptr : weightMemory.data(),
                kind == RowNormKind::layer ? biasMemory.data() : nullptr, rowNormHidden, rowNormEpsilon};
    }
    /// What it makes of a row.
    [[nodiscard]] std::vector<double> of(std::vector<double> row) const
    {
        if (kind == RowNormKind::none)
            return row;
        double mean = 0, squares = 0;
        for (const double value : row)
            mean += kind == RowNormKind::layer ? value / double(row.size()) : 0.0;
        for (const double value : row)
            squares += (value - mean) * (value - mean);
        const double scale = 1 / std::sqrt(squares / double(row.size()) + double(rowNormEpsilon));
        for (std::size_t c = 0; c < row.size(); ++c)
            row[c] =
                (row[c] - mean) * scale * weights(0, int(c)) + (kind == RowNormKind::layer ? biases(0, int(c)) : 0.0);
        return row;
    }
};

/// Numbers whose mean is far from 0, so that a variance of sums of squares would show.
Table<float> shiftedRows(int rows, unsigned seed)
{
    Table<float> table(rows, rowNormWidth, seed);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < rowNormWidth; ++c) {
            float& value = table.values[std::size_t(r * rowNormWidth + c)];
            value = c < rowNormHidden ? value + 3.0f : 0.0f;
        }
    return table;
}

std::vector<double> rowOf(const Table<float>& table, int row)
{
    std::vector<double> all;
    for (int c = 0; c < rowNormHidden; ++c)
        all.push_back(table(row, c));
    return all;
}

/// A stream on the device, and whether it holds what it should.
template <class T>
struct StreamOfRows {
    Table<float> before = shiftedRows(64, 5);
    DeviceBuffer<float> values;
    DeviceBuffer<T> scaled;

    explicit StreamOfRows(Stream& stream)
    {
        std::vector<float> inOrder(before.values.size());
        for (int r = 0; r < 64; ++r)
            for (int c = 0; c < rowNormWidth; ++c)
                inOrder[streamIndex(r, c, rowNormTiles)] = before.at(r, c);
        values = onDevice(stream, inOrder);
        scaled = onDevice(stream, std::vector<T>(inOrder.size(), T{}));
    }
    [[nodiscard]] NormedStream<T> onDeviceSide(const NormOfRows& next) const
    {
        return {values.data(), scaled.data(), next.onDeviceSide(), rowNormTiles};
    }
    /// expected(row) of the rows of a pass, and nothing else was touched.
    template <class Expected>
    [[nodiscard]] std::string check(Stream& stream, const NormOfRows& next, const Expected& expected) const
    {
        const auto after = fromDevice(stream, values);
        const auto left = fromDevice(stream, scaled);
        std::string wrong;
        for (int r = 0; r < 16; ++r) {
            const bool isOfPass = r < rowNormRows;
            const std::vector<double> row = isOfPass ? expected(r) : rowOf(before, r), normal = next.of(row);
            for (int c = 0; c < rowNormWidth; ++c) {
                const bool isThere = c < rowNormHidden;
                wrong += differs("stream", r, c, after[streamIndex(r, c, rowNormTiles)],
                                 isThere ? row[std::size_t(c)] : 0, 2e-5);
                const double value = isThere && isOfPass ? normal[std::size_t(c)] : 0;
                wrong += differs("scaled", r, c, floatOf(left[activationIndex(r, c, rowNormTiles)]), value,
                                 (halfUnit<T> * 1.01 + 1e-5) * std::fabs(value) + 2e-5);
            }
        }
        return wrong;
    }
};

/// Embeddings, states and what a sublayer adds.
template <class T>
std::string rowsBecome(RowNormKind nextKind, RowNormKind addedKind)
{
    Stream stream;
    const NormOfRows next(stream, nextKind, 20), addedNorm(stream, addedKind, 30);
    const auto input = onDevice(stream, std::vector<PassInput>{plainRows(rowNormRows)});
    const Table<float> products = shiftedRows(16, 7);
    const auto productMemory = onDevice(stream, products.values);
    const StreamOfRows<T> sum(stream);
    launch<addRowsKernel<T>>(stream, 16, rowThreads, 0, sum.onDeviceSide(next), productMemory.data(),
                             addedNorm.onDeviceSide(), input.data());
    std::string wrong = sum.check(stream, next, [&](int r) {
        std::vector<double> row = addedNorm.of(rowOf(products, r));
        for (int c = 0; c < rowNormHidden; ++c)
            row[std::size_t(c)] += sum.before(r, c);
        return row;
    });

    const Table<float> states(16, rowNormHidden, 8);
    const auto stateMemory = onDevice(stream, states.values);
    const StreamOfRows<T> given(stream);
    launch<putNormedStatesKernel<T>>(stream, 16, rowThreads, 0, given.onDeviceSide(next), stateMemory.data(),
                                     input.data());
    wrong += given.check(stream, next, [&](int r) { return rowOf(states, r); });

    const Table<T> embedding(50, rowNormHidden, 9);
    const auto table = onDevice(stream, embedding.tiled(16, weightIndex));
    const StreamOfRows<T> embedded(stream);
    PassInput rows = plainRows(rowNormRows);
    for (int r = 0; r < rowNormRows; ++r)
        rows.rows[r].token = 3 * r, rows.rows[r].position = r + 1;
    const auto tokens = onDevice(stream, std::vector<PassInput>{rows});
    launch<embedNormedKernel<T>>(stream, 16, rowThreads, 0, embedded.onDeviceSide(next),
                                 TokenEmbedding<T>{{{table.data(), {}}, rowNormTiles}, 0.5f, productMemory.data()},
                                 tokens.data());
    wrong += embedded.check(stream, next, [&](int r) {
        std::vector<double> row = rowOf(products, r + 1);
        for (int c = 0; c < rowNormHidden; ++c)
            row[std::size_t(c)] += 0.5 * embedding(3 * r, c);
        return row;
    });

    const auto taken = onDevice(stream, std::vector<float>(16 * rowNormHidden, -7.0f));
    const StreamOfRows<T> shown(stream);
    launch<takeNormedStatesKernel>(stream, 16, rowThreads, 0, taken.data(), shown.values.data(), next.onDeviceSide(),
                                   4.0f, rowNormTiles, input.data());
    const auto got = fromDevice(stream, taken);
    for (int r = 0; r < 16; ++r) {
        const auto normal = next.of(rowOf(shown.before, r));
        for (int c = 0; c < rowNormHidden; ++c)
            wrong += differs("state", r, c, got[std::size_t(r * rowNormHidden + c)],
                             r < rowNormRows ? 4 * normal[std::size_t(c)] : -7, 1e-4);
    }
    return wrong;
}

template <class T>
std::string rowsBecome()
{
    using enum RowNormKind;
    return rowsBecome<T>(layer, none) + rowsBecome<T>(rms, rms) + rowsBecome<T>(none, rms);
}

/// The same of a prompt's rows, which lie one behind the other.
template <class T>
std::string rowsOfPrompts()
{
    Stream stream;
    const NormOfRows layer(stream, RowNormKind::layer, 20), rms(stream, RowNormKind::rms, 30);
    const Table<float> before = shiftedRows(rowNormRows, 5), products = shiftedRows(rowNormRows, 7);
    const auto values = onDevice(stream, before.values), added = onDevice(stream, products.values);
    const auto normal = onDevice(stream, std::vector<T>(before.values.size(), T{}));
    launch<layerNormRowsKernel<T>>(stream, rowNormRows, rowThreads, 0, normal.data(), values.data(),
                                   layer.onDeviceSide(), rowNormWidth, 2.0f);
    launch<addNormedRowsKernel>(stream, rowNormRows, rowThreads, 0, values.data(), added.data(),
                                layer.biasMemory.data(), rms.onDeviceSide(), rowNormWidth);
    const auto biased = onDevice(stream, before.values);
    launch<addBiasRowsKernel>(stream, rowNormRows, promptThreads, 0, biased.data(), layer.biasMemory.data(),
                              rowNormTiles);
    const auto gotNormal = fromDevice(stream, normal);
    const auto gotSum = fromDevice(stream, values), gotBiased = fromDevice(stream, biased);
    std::string wrong;
    for (int r = 0; r < rowNormRows; ++r) {
        const auto expected = layer.of(rowOf(before, r));
        std::vector<double> row = rowOf(products, r);
        for (int c = 0; c < rowNormHidden; ++c)
            row[std::size_t(c)] += layer.biases(0, c);
        row = rms.of(row);
        for (int c = 0; c < rowNormWidth; ++c) {
            const bool isThere = c < rowNormHidden;
            const auto at = std::size_t(r * rowNormWidth + c);
            const double value = isThere ? 2 * expected[std::size_t(c)] : 0;
            wrong += differs("normal", r, c, floatOf(gotNormal[at]), value,
                             (halfUnit<T> * 1.01 + 1e-5) * std::fabs(value) + 2e-5);
            wrong += differs("biased", r, c, gotBiased[at], double(before.at(r, c) + layer.biases.at(0, c)), 0);
            wrong += differs("sum", r, c, gotSum[at], isThere ? before(r, c) + row[std::size_t(c)] : 0, 2e-5);
        }
    }
    return wrong;
}

/// Gated products of a prompt, and those of an MLP without a gate.
template <class T>
std::string rowsAreGated(bool hasGate)
{
    Stream stream;
    PassShape shape{};
    constexpr int intermediate = 52;
    shape.hasGate = hasGate;
    shape.activation = DeviceActivation::geluTanh;
    shape.gatedTiles = tilesOf(intermediate);
    const int tiles = hasGate ? (intermediate + 7) / 8 : shape.gatedTiles;
    const Table<float> products(5, tiles * 16, 3, 2), bias(1, tiles * 16, 4);
    const auto productMemory = onDevice(stream, products.values), biasMemory = onDevice(stream, bias.values);
    const int width = shape.gatedTiles * 16;
    const auto gated = onDevice(stream, std::vector<T>(std::size_t(5 * width), T{}));
    launch<gateRowsKernel<T>>(stream, 5, promptThreads, 0, gated.data(), productMemory.data(), biasMemory.data(), tiles,
                              shape);
    const auto got = fromDevice(stream, gated);
    std::string wrong;
    for (int r = 0; r < 5; ++r)
        for (int c = 0; c < intermediate; ++c) {
            const int place = hasGate ? c / 8 * 16 + c % 8 : c;
            const auto at = [&](int column) { return products(r, column) + bias(0, column); };
            const double x = at(place);
            const double active = x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
            const double expected = active * (hasGate ? at(place + 8) : 1.0);
            wrong += differs("gated", r, c, floatOf(got[std::size_t(r * width + c)]), expected,
                             (halfUnit<T> * 1.01 + 1e-5) * std::fabs(expected) + 1e-5);
        }
    return wrong;
}

template <class T>
std::string promptRowsBecome()
{
    return rowsOfPrompts<T>() + rowsAreGated<T>(true) + rowsAreGated<T>(false);
}

} // namespace

std::vector<DeviceCheck> rowNormChecks()
{
    return {{"normalised rows, bf16", rowsBecome<BFloat16>},     {"normalised rows, f16", rowsBecome<Float16>},
            {"normalised rows, f32", rowsBecome<float>},         {"rows of prompts, bf16", promptRowsBecome<BFloat16>},
            {"rows of prompts, f16", promptRowsBecome<Float16>}, {"rows of prompts, f32", promptRowsBecome<float>}};
}

} // namespace draftscope::test
