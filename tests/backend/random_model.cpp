// SPDX-License-Identifier: MIT
#include "tests/backend/random_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include <hwy/base.h>

#include "engine/core/quantised_blocks.h"

namespace draftscope::test {

namespace {

/// IEEE half of a number of 2^-14 or more and under 1 that needs no rounding, or of 0.
std::uint16_t exactHalf(float value)
{
    if (value == 0)
        return 0;
    int exponent;
    const float fraction = std::frexp(std::fabs(value), &exponent); // in [1/2, 1)
    const auto mantissa = std::uint16_t(std::lround((fraction * 2 - 1) * 1024));
    return std::uint16_t((value < 0 ? 0x8000 : 0) | ((exponent + 14) << 10) | (mantissa & 0x3FF));
}

/// The half nearest to 0 beside a number under 1.
std::uint16_t halfOf(float value)
{
    if (std::fabs(value) < std::ldexp(1.0f, -14))
        return std::uint16_t((value < 0 ? 0x8000 : 0) | std::lround(std::fabs(value) * std::ldexp(1.0f, 24)));
    const float step = std::ldexp(1.0f, std::ilogb(std::fabs(value)) - 10);
    return exactHalf(std::trunc(value / step) * step);
}

class Builder {
public:
    Builder(Model& model, const Shape& shape, std::uint64_t seed) : m_model(model), m_shape(shape), m_random(seed) {}

    MatrixView biasedMatrix(int rows, int columns)
    {
        MatrixView view = matrix(rows, columns);
        if (!m_shape.biases)
            return view;
        auto bias = std::make_shared<std::vector<float>>();
        for (int i = 0; i < rows; ++i)
            bias->push_back(symmetric());
        view.bias = bias->data();
        m_model.weights.storage.push_back(bias);
        return view;
    }

    MatrixView matrix(int rows, int columns)
    {
        const WeightType type = m_shape.type;
        const std::size_t size = std::size_t(rows) * rowBytes(type, columns), block = blockOf(type).bytes;
        auto bytes = std::make_shared<std::vector<unsigned char>>(size + std::size_t(64 + m_shape.misalignment));
        unsigned char* data = bytes->data();
        data += 64 - reinterpret_cast<std::uintptr_t>(data) % 64 + std::uintptr_t(m_shape.misalignment);
        const float scale = 2.0f / std::sqrt(float(columns));
        for (std::size_t at = 0; at < size; at += block)
            isQuantised(type) ? storeBlock(data + at, scale) : store(data + at, scale);
        m_model.weights.storage.push_back(bytes);
        return {data, type, rows, columns};
    }

    /// Of a LayerNorm, where the shape has them.
    std::vector<float> normBias(int size)
    {
        std::vector<float> bias(m_shape.gpt2 ? std::size_t(size) : 0, 0.0f);
        for (float& each : bias)
            each = 0.5f * symmetric();
        return bias;
    }

    std::vector<float> norm(int size)
    {
        std::vector<float> weights(std::size_t(size), 0.0f);
        for (float& weight : weights)
            weight = 1 + 0.5f * symmetric();
        return weights;
    }

private:
    float symmetric() { return float(int(m_random() % 2001) - 1000) / 1000.0f; }

    void store(unsigned char* at, float scale)
    {
        const float value = symmetric() * scale;
        if (m_shape.type == WeightType::f32) {
            std::memcpy(at, &value, 4);
        } else if (m_shape.type == WeightType::bf16) {
            const hwy::bfloat16_t rounded = hwy::BF16FromF32(value);
            std::memcpy(at, &rounded, 2);
        } else {
            const float step = std::ldexp(1.0f, std::max(-14, std::ilogb(std::fabs(value) + 1e-9f) - 10));
            const std::uint16_t half = exactHalf(std::trunc(value / step) * step);
            std::memcpy(at, &half, 2);
        }
    }

    /// Random bytes, and d and m such that elements are about uniform within +-scale.
    void storeBlock(unsigned char* at, float scale)
    {
        std::generate_n(at, blockOf(m_shape.type).bytes, [this] { return (unsigned char)(m_random()); });
        const auto half = [&](std::size_t offset, float value) {
            const std::uint16_t bits = halfOf(value);
            std::memcpy(at + offset, &bits, 2);
        };
        const float size = scale * (1 + 0.5f * symmetric());
        switch (m_shape.type) {
        case WeightType::q8_0:
            return half(0, size / 128);
        case WeightType::q4_0:
            return half(0, size / 8);
        case WeightType::q5_0:
            return half(0, size / 16);
        case WeightType::q4_1:
            return half(0, 2 * size / 15), half(2, -size);
        case WeightType::q5_1:
            return half(0, 2 * size / 31), half(2, -size);
        case WeightType::q4_k:
            return half(0, 2 * size / (15 * 63)), half(2, size / 63);
        case WeightType::q5_k:
            return half(0, 2 * size / (31 * 63)), half(2, size / 63);
        default:
            return half(208, size / (32 * 128)); // Q6_K
        }
    }

    Model& m_model;
    const Shape& m_shape;
    std::mt19937_64 m_random;
};

} // namespace

std::shared_ptr<const Model> randomModel(const Shape& shape, std::uint64_t seed)
{
    auto model = std::make_shared<Model>();
    model->name = shape.name;
    ModelConfig& config = model->config;
    config.hiddenSize = shape.hidden;
    config.intermediateSize = shape.intermediate;
    config.layerCount = shape.layers;
    config.headCount = shape.heads;
    config.kvHeadCount = shape.kvHeads;
    config.headSize = shape.headSize;
    config.vocabularySize = shape.vocabulary;
    config.contextLength = shape.context;
    config.tiedEmbeddings = shape.tied;
    config.hasQueryKeyNorm = shape.headNorms;
    config.hasQueryKeyValueBias = config.hasAttentionOutputBias = config.hasMlpBias = shape.biases;
    config.ropeAttentionFactor = shape.ropeAttentionFactor;
    for (int i = 0; i < shape.layers && (shape.window > 0 || shape.layerWithoutRope >= 0); ++i)
        config.layerAttention.push_back({.hasRope = i != shape.layerWithoutRope, .window = i > 0 ? shape.window : 0});

    if (shape.gemma) {
        config.activation = Activation::geluTanh;
        config.hasOutputNorms = true;
        config.embeddingScale = 6.5f;
        config.queryScalar = 7;
        config.attentionCap = 2;
        config.logitCap = 3;
        config.localRopeTheta = 100;
        for (LayerAttention& attention : config.layerAttention)
            attention.hasLocalRope = attention.window > 0;
    }

    if (shape.gpt2) {
        config.norm = NormKind::layer;
        config.activation = Activation::geluTanh;
        config.hasGate = false;
        config.hasLearnedPositions = true;
        config.layerAttention.assign(std::size_t(shape.layers), {.hasRope = false});
    }

    Builder builder(*model, shape, seed);
    Weights& weights = model->weights;
    weights.interleavedRope = shape.interleavedRope;
    weights.embedding = builder.matrix(shape.vocabulary, shape.hidden);
    const int queries = shape.heads * shape.headSize, keys = shape.kvHeads * shape.headSize;
    for (int i = 0; i < shape.layers; ++i) {
        LayerWeights layer;
        layer.inputNorm = builder.norm(shape.hidden);
        layer.postAttentionNorm = builder.norm(shape.hidden);
        layer.inputNormBias = builder.normBias(shape.hidden);
        layer.postAttentionNormBias = builder.normBias(shape.hidden);
        if (shape.headNorms) {
            layer.queryNorm = builder.norm(shape.headSize);
            layer.keyNorm = builder.norm(shape.headSize);
        }
        if (shape.gemma) {
            layer.attentionOutputNorm = builder.norm(shape.hidden);
            layer.mlpOutputNorm = builder.norm(shape.hidden);
        }
        layer.q = builder.biasedMatrix(queries, shape.hidden);
        layer.k = builder.biasedMatrix(keys, shape.hidden);
        layer.v = builder.biasedMatrix(keys, shape.hidden);
        layer.o = builder.biasedMatrix(shape.hidden, queries);
        if (config.hasGate)
            layer.gate = builder.biasedMatrix(shape.intermediate, shape.hidden);
        layer.up = builder.biasedMatrix(shape.intermediate, shape.hidden);
        layer.down = builder.biasedMatrix(shape.hidden, shape.intermediate);
        weights.layers.push_back(std::move(layer));
    }
    if (config.hasLearnedPositions)
        weights.positions = builder.matrix(shape.context, shape.hidden);
    weights.finalNorm = builder.norm(shape.hidden);
    weights.finalNormBias = builder.normBias(shape.hidden);
    weights.head = shape.tied ? weights.embedding : builder.matrix(shape.vocabulary, shape.hidden);
    return model;
}

std::vector<double> elements(const MatrixView& matrix, int row)
{
    std::vector<double> all;
    if (isQuantised(matrix.type)) {
        std::vector<float> floats(std::size_t(matrix.columns));
        toFloats(matrix.type, static_cast<const std::byte*>(matrix.data) + std::size_t(row) * matrix.rowBytes(),
                 floats);
        all.assign(floats.begin(), floats.end());
    } else {
        for (int column = 0; column < matrix.columns; ++column)
            all.push_back(element(matrix, row, column));
    }
    return all;
}

double element(const MatrixView& matrix, int row, int column)
{
    if (isQuantised(matrix.type))
        return elements(matrix, row)[std::size_t(column)];
    const std::size_t index = std::size_t(row) * std::size_t(matrix.columns) + std::size_t(column);
    const auto* at = static_cast<const unsigned char*>(matrix.data) + index * bytesPer(matrix.type);
    if (matrix.type == WeightType::f32) {
        float value;
        std::memcpy(&value, at, 4);
        return double(value);
    }
    std::uint16_t bits;
    std::memcpy(&bits, at, 2);
    const bool half = matrix.type == WeightType::f16;
    const int mantissaBits = half ? 10 : 7, bias = half ? 15 : 127;
    const int exponent = (bits & 0x7FFF) >> mantissaBits, mantissa = bits & ((1 << mantissaBits) - 1);
    const double magnitude = exponent == 0
        ? std::ldexp(double(mantissa), 1 - bias - mantissaBits)
        : std::ldexp(double(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
    return bits & 0x8000 ? -magnitude : magnitude;
}

} // namespace draftscope::test
