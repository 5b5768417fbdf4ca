// SPDX-License-Identifier: MIT
// The products of a pass with what comes before and behind them.
#include "engine/backend/cuda/kernels/add_to_stream.cuh"
#include "engine/backend/cuda/kernels/gate.cuh"
#include "engine/backend/cuda/kernels/logits.cuh"
#include "engine/backend/cuda/launch.h"
#include "tests/backend/cuda/kernel_check.h"

using namespace draftscope::cuda;

namespace draftscope::test {

namespace {

/// Sums are f32: each of the products may be rounded off by a few units in the last place of the sum's size.
constexpr double sumError = 4e-6;

/// Operands on the device, and their product in double precision.
template <class T>
struct Operands {
    Table<T> weights, activations;
    DeviceBuffer<T> tiledWeights, tiledActivations;

    Operands(Stream& stream, int outputs, int width, int rows)
        : weights(outputs, width, unsigned(outputs + width)), activations(rows, width, unsigned(rows), 0.5f),
          tiledWeights(onDevice(stream, weights.tiled(16, weightIndex))),
          tiledActivations(onDevice(stream, activations.tiled(8, activationIndex)))
    {
    }
    [[nodiscard]] GemmOperands<T> onDeviceSide() const
    {
        return {tiledWeights.data(), tiledActivations.data(), tilesOf(weights.rows), tilesOf(weights.columns)};
    }
    /// What the product should be, and the sum of the sizes of what is added up.
    [[nodiscard]] std::pair<double, double> expected(int row, int output) const
    {
        double sum = 0, size = 0;
        for (int c = 0; c < weights.columns; ++c) {
            sum += weights(output, c) * activations(row, c);
            size += std::fabs(weights(output, c) * activations(row, c));
        }
        return {sum, size};
    }
};

template <int rowTiles, class T>
unsigned gridFor(const GemmOperands<T>& operands)
{
    return unsigned((operands.outputTiles + outputTilesFor<T>(rowTiles) - 1) / outputTilesFor<T>(rowTiles));
}

template <class T, int rowTiles>
std::string addsToStream(int outputs, int width, int rows)
{
    Stream stream;
    const Operands<T> operands(stream, outputs, width, rows);
    const int tiles = tilesOf(outputs), stride = squaresStride(tiles);
    const Table<float> before(64, tiles * 16, 5), norm(1, tiles * 16, 6);
    std::vector<float> inOrder(before.values.size());
    for (int r = 0; r < 64; ++r)
        for (int c = 0; c < tiles * 16; ++c)
            inOrder[streamIndex(r, c, tiles)] = before.at(r, c);
    const auto values = onDevice(stream, inOrder),
               squares = onDevice(stream, std::vector<float>(std::size_t(64 * stride), -1.0f));
    const auto weightsOfNorm = onDevice(stream, norm.values);
    const T untouched = ofFloat<T>(-77.0f);
    const auto scaled = onDevice(stream, std::vector<T>(inOrder.size(), untouched));
    const auto input = onDevice(stream, std::vector<PassInput>{plainRows(rows)});
    launch<addToStreamKernel<T, rowTiles>>(
        stream, gridFor<rowTiles>(operands.onDeviceSide()), gemmThreads, gemmSharedBytes<T>(rowTiles),
        ResidualStream<T>{values.data(), scaled.data(), squares.data(), weightsOfNorm.data(), tiles},
        operands.onDeviceSide(), input.data(), 0);
    const auto after = fromDevice(stream, values), sums = fromDevice(stream, squares);
    const auto next = fromDevice(stream, scaled);
    std::string wrong;
    for (int r = 0; r < 64 && wrong.empty(); ++r) {
        std::vector<double> squareOf(std::size_t(tiles), 0.0);
        for (int c = 0; c < tiles * 16; ++c) {
            const float value = after[streamIndex(r, c, tiles)];
            const float scaledValue = floatOf(next[activationIndex(r, c, tiles)]);
            if (r >= rows) {
                wrong += differs("scaled behind the rows", r, c, scaledValue, floatOf(untouched), 0);
                continue;
            }
            const auto [sum, size] = c < outputs ? operands.expected(r, c) : std::pair(0.0, 0.0);
            wrong += differs("stream", r, c, value, before(r, c) + sum, sumError * (size + 1));
            wrong += differs("scaled", r, c, scaledValue, floatOf(ofFloat<T>(value * norm.at(0, c))), 0);
            squareOf[std::size_t(c / 16)] += double(value) * double(value);
        }
        for (int t = 0; t < tiles && r < rows; ++t)
            wrong += differs("squares", r, t, sums[std::size_t(r * stride + t)], squareOf[std::size_t(t)],
                             1e-6 * squareOf[std::size_t(t)]);
    }
    return wrong;
}

/// Squares for `rows` rows of a stream of 8 tiles, and the scales that a norm makes of them.
struct Norm {
    static constexpr int tiles = 6, hidden = 90;
    Table<float> squares;
    DeviceBuffer<float> memory;

    explicit Norm(Stream& stream) : squares(64, squaresStride(tiles), 9)
    {
        for (int r = 0; r < 64; ++r)
            for (int t = 0; t < squares.columns; ++t) {
                float& value = squares.values[std::size_t(r * squares.columns + t)];
                value = t < tiles ? std::fabs(value) * float(1 + r) : 0.0f; // rows differ
            }
        memory = onDevice(stream, squares.values);
    }
    [[nodiscard]] NormSquares onDeviceSide() const { return {memory.data(), hidden, tiles, 1e-5f, 4}; }
    [[nodiscard]] double scale(int row) const
    {
        double sum = 0;
        for (int t = 0; t < tiles; ++t)
            sum += squares(row, t);
        return 4 / std::sqrt(sum / hidden + 1e-5);
    }
};

/// An activation as a textbook has it.
double active(DeviceActivation activation, double x)
{
    if (activation == DeviceActivation::silu)
        return x / (1 + std::exp(-x));
    if (activation == DeviceActivation::gelu)
        return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
    return x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
}

template <class T, int rowTiles>
std::string gates(int intermediate, int width, int rows, DeviceActivation activation = DeviceActivation::silu,
                  bool hasGate = true)
{
    Stream stream;
    // Rows 16 t … of the product are gate 8 t …, 8 behind them up 8 t …; without a gate there is up alone.
    const int outputs = hasGate ? (intermediate + 7) / 8 * 16 : intermediate, tiles = tilesOf(intermediate);
    PassShape shape{};
    shape.hasGate = hasGate;
    shape.activation = activation;
    shape.gatedTiles = tiles;
    const Operands<T> operands(stream, outputs, width, rows);
    const Norm norm(stream);
    const auto gated = onDevice(stream, std::vector<T>(std::size_t(64 * tiles * 16), T{}));
    const auto input = onDevice(stream, std::vector<PassInput>{plainRows(rows)});
    launch<gateKernel<T, rowTiles>>(stream, gridFor<rowTiles>(operands.onDeviceSide()), gemmThreads,
                                    gemmSharedBytes<T>(rowTiles), gated.data(), operands.onDeviceSide(),
                                    norm.onDeviceSide(), input.data(), shape, 0);
    const auto result = fromDevice(stream, gated);
    std::string wrong;
    for (int r = 0; r < rows && wrong.empty(); ++r)
        for (int i = 0; i < intermediate; ++i) {
            const int place = hasGate ? i / 8 * 16 + i % 8 : i;
            const auto [gate, gateSize] = operands.expected(r, place);
            const auto [up, upSize] = hasGate ? operands.expected(r, place + 8) : std::pair(1.0, 0.0);
            const double scale = norm.scale(r), g = gate * scale, u = hasGate ? up * scale : 1.0,
                         expected = active(activation, g) * u;
            // The slope is 1.13 at most; what both sums may be off by, and one rounding to T.
            const double off = sumError * scale * (1.13 * gateSize * std::fabs(u) + upSize * std::fabs(g));
            wrong += differs("gated", r, i, floatOf(result[activationIndex(r, i, tiles)]), expected,
                             off + (halfUnit<T> * 1.01 + 4e-6) * std::fabs(expected) + 1e-7);
        }
    return wrong;
}

template <class T, int rowTiles>
std::string writesLogits(int vocabulary, int width, int rows, std::vector<int> wantedRows, float cap = 0)
{
    Stream stream;
    const Operands<T> operands(stream, vocabulary, width, rows);
    const Norm norm(stream);
    PassInput rowsOfPass = plainRows(rows);
    rowsOfPass.wantedCount = int(wantedRows.size());
    std::copy(wantedRows.begin(), wantedRows.end(), rowsOfPass.wantedRows);
    const auto logits = onDevice(stream, std::vector<float>(std::size_t(64 * vocabulary), -5.0f));
    const Table<float> biases(1, tilesOf(vocabulary) * 16, 7, cap > 0 ? 1.0f : 0.0f);
    const auto biasMemory = onDevice(stream, biases.values);
    GemmOperands<T> withBias = operands.onDeviceSide();
    withBias.bias = cap > 0 ? biasMemory.data() : nullptr;
    const auto input = onDevice(stream, std::vector<PassInput>{rowsOfPass});
    launch<logitsKernel<T, rowTiles>>(stream, gridFor<rowTiles>(operands.onDeviceSide()), gemmThreads,
                                      gemmSharedBytes<T>(rowTiles), logits.data(), withBias, norm.onDeviceSide(),
                                      input.data(), vocabulary, cap, 0);
    const auto result = fromDevice(stream, logits);
    std::string wrong;
    for (std::size_t w = 0; w < wantedRows.size() && wrong.empty(); ++w)
        for (int token = 0; token < vocabulary; ++token) {
            const auto [sum, size] = operands.expected(wantedRows[w], token);
            const double scale = norm.scale(wantedRows[w]), biased = sum * scale + biases(0, token);
            wrong += differs("logit", int(w), token, result[w * std::size_t(vocabulary) + std::size_t(token)],
                             cap > 0 ? double(cap) * std::tanh(biased / double(cap)) : biased,
                             sumError * scale * size + 1e-6 * (1 + double(cap)));
        }
    for (std::size_t i = wantedRows.size() * std::size_t(vocabulary); i < result.size(); ++i)
        wrong += differs("behind the logits", 0, int(i), result[i], -5, 0);
    return wrong;
}

/// Widths that leave warps without work, that fill them once, and that make them fetch again and again.
template <class T>
std::string streams()
{
    return addsToStream<T, 1>(40, 40, 1) + addsToStream<T, 1>(33, 2100, 3) + addsToStream<T, 1>(16, 2100, 8)
        + addsToStream<T, 2>(40, 1100, 9) + addsToStream<T, 4>(80, 600, 30) + addsToStream<T, 8>(48, 600, 50)
        + addsToStream<T, 8>(16, 72, 64) + addsToStream<T, 4>(16, 2100, 30) + addsToStream<T, 8>(16, 2100, 64);
}
template <class T>
std::string gateds()
{
    using enum DeviceActivation;
    return gates<T, 1>(52, 40, 1) + gates<T, 1>(20, 1500, 7) + gates<T, 2>(24, 600, 16) + gates<T, 4>(52, 300, 17)
        + gates<T, 8>(20, 300, 64) + gates<T, 1>(52, 40, 3, geluTanh) + gates<T, 4>(52, 70, 30, gelu)
        + gates<T, 1>(52, 70, 8, geluTanh, false) + gates<T, 2>(20, 40, 9, gelu, false)
        + gates<T, 8>(40, 72, 64, silu, false);
}
template <class T>
std::string allLogits()
{
    return writesLogits<T, 1>(37, 40, 1, {0}) + writesLogits<T, 1>(37, 1500, 64, {63, 2, 17})
        + writesLogits<T, 2>(37, 300, 20, {0, 1, 2, 4, 5, 6, 8, 9, 19})
        + writesLogits<T, 4>(70, 300, 40, {0, 1, 2, 4, 5, 6, 8, 9, 19, 20, 21, 22, 23, 24, 25, 26, 39, 38})
        + writesLogits<T, 1>(37, 40, 3, {0, 2}, 3) + writesLogits<T, 8>(37, 40, 40, {0, 2}, 0.5f);
}

} // namespace

std::vector<DeviceCheck> productChecks()
{
    return {
        {"stream, bf16", streams<BFloat16>},   {"stream, f16", streams<Float16>},   {"stream, f32", streams<float>},
        {"gated, bf16", gateds<BFloat16>},     {"gated, f16", gateds<Float16>},     {"gated, f32", gateds<float>},
        {"logits, bf16", allLogits<BFloat16>}, {"logits, f16", allLogits<Float16>}, {"logits, f32", allLogits<float>}};
}

} // namespace draftscope::test
