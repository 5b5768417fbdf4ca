// SPDX-License-Identifier: MIT
#include "engine/cli/synthetic_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace draftscope {
namespace {

/// What layers do.
enum class Layers : std::uint8_t { llama, gpt2, gemma2, gemma3 };

struct Shape {
    std::string_view name, title;
    int hidden, intermediate, layers, heads, kvHeads, headSize, vocabulary;
    bool tied;
    Layers does = Layers::llama;
};

constexpr std::array shapes = {
    Shape{"tales-6m", "random weights in the shape of Tales 6M", 256, 640, 8, 4, 2, 64, 2560, true},
    Shape{"llama-68m", "random weights in the shape of Llama 68M", 768, 3072, 2, 12, 12, 64, 32000, false},
    Shape{"llama-160m", "random weights in the shape of Llama 160M", 768, 3072, 12, 12, 12, 64, 32000, false},
    Shape{"qwen2.5-0.5b", "random weights in the shape of Qwen 2.5 0.5B", 896, 4864, 24, 14, 2, 64, 151936, true},
    Shape{"llama3-1b", "random weights in the shape of Llama 3.2 1B", 2048, 8192, 16, 32, 8, 64, 128256, true},
    Shape{"tinyllama-1.1b", "random weights in the shape of TinyLlama 1.1B", 2048, 5632, 22, 32, 4, 64, 32000, false},
    Shape{"llama2-7b", "random weights in the shape of Llama 2 7B", 4096, 11008, 32, 32, 32, 128, 32000, false},
    Shape{"gpt2", "random weights in the shape of GPT-2", 768, 3072, 12, 12, 12, 64, 50257, true, Layers::gpt2},
    Shape{"gemma2-2b", "random weights in the shape of Gemma 2 2B", 2304, 9216, 26, 8, 4, 256, 256000, true,
          Layers::gemma2},
    Shape{"gemma3-1b", "random weights in the shape of Gemma 3 1B", 1152, 6912, 26, 4, 1, 256, 262144, true,
          Layers::gemma3},
    Shape{"llama3-8b", "random weights in the shape of Llama 3.1 8B", 4096, 14336, 32, 32, 8, 128, 128256, false},
};

/// Uniform around zero, small enough that activations stay finite through all layers.
std::shared_ptr<const std::vector<std::uint16_t>> randomWeights(std::size_t count, int width, const Progress& progress)
{
    const float scale = 1 / std::sqrt(float(width));
    auto weights = std::make_shared<std::vector<std::uint16_t>>(count);
    std::uint32_t state = 1;
    constexpr std::size_t atOnce = 1 << 20; // between two looks at the progress
    for (std::uint16_t& weight : *weights) {
        if (const auto done = std::size_t(&weight - weights->data()); done % atOnce == 0) {
            if (progress.isCancelled())
                throw Cancelled();
            progress.tell(double(done) / double(count), "Making random weights");
        }
        state = state * 1664525u + 1013904223u;
        const float value = (float(state >> 8) / float(1 << 23) - 1) * scale;
        weight = std::uint16_t(std::bit_cast<std::uint32_t>(value) >> 16);
    }
    return weights;
}

void setGpt2(ModelConfig& config)
{
    config.norm = NormKind::layer;
    config.activation = Activation::geluTanh;
    config.hasGate = false;
    config.hasLearnedPositions = true;
    config.hasQueryKeyValueBias = config.hasAttentionOutputBias = config.hasMlpBias = true;
    config.layerAttention.assign(std::size_t(config.layerCount), {.hasRope = false});
    config.contextLength = 1024;
}

void setGemma(ModelConfig& config, bool isGemma3)
{
    config.activation = Activation::geluTanh;
    config.hasOutputNorms = true;
    config.embeddingScale = std::sqrt(float(config.hiddenSize));
    config.hasQueryKeyNorm = isGemma3;
    config.attentionCap = isGemma3 ? 0.0f : 50.0f;
    config.logitCap = isGemma3 ? 0.0f : 30.0f;
    config.localRopeTheta = isGemma3 ? 10000 : 0;
    const int interval = isGemma3 ? 6 : 2, window = isGemma3 ? 512 : 4096;
    for (int layer = 0; layer < config.layerCount; ++layer) {
        const bool isLocal = (layer + 1) % interval != 0;
        config.layerAttention.push_back({.window = isLocal ? window : 0, .hasLocalRope = isGemma3 && isLocal});
    }
}

/// Norms and biases of ones and zeros, as far as layers have them.
void addVectors(Weights& weights, const ModelConfig& config)
{
    const std::vector<float> ones(std::size_t(config.hiddenSize), 1.0f), zeros(std::size_t(config.hiddenSize), 0.0f);
    const int widest = std::max({config.intermediateSize, config.hiddenSize, config.headCount * config.headSize});
    const auto biases = std::make_shared<const std::vector<float>>(std::size_t(widest), 0.0f);
    weights.storage.push_back(biases);
    weights.finalNorm = ones;
    if (config.norm == NormKind::layer)
        weights.finalNormBias = zeros;
    for (LayerWeights& layer : weights.layers) {
        layer.inputNorm = layer.postAttentionNorm = ones;
        if (config.norm == NormKind::layer)
            layer.inputNormBias = layer.postAttentionNormBias = zeros;
        if (config.hasOutputNorms)
            layer.attentionOutputNorm = layer.mlpOutputNorm = ones;
        if (config.hasQueryKeyNorm)
            layer.queryNorm = layer.keyNorm = std::vector<float>(std::size_t(config.headSize), 1.0f);
        for (MatrixView* matrix : layer.matrices())
            if (config.hasMlpBias && matrix->data)
                matrix->bias = biases->data();
    }
}

} // namespace

std::string syntheticShapes()
{
    std::string names;
    for (const Shape& shape : shapes)
        names += (names.empty() ? "" : ", ") + std::string(shape.name);
    return names;
}

Result<std::shared_ptr<const Model>> syntheticModel(std::string_view name, const Progress& progress)
{
    const auto shape = std::ranges::find(shapes, name, &Shape::name);
    if (shape == shapes.end())
        return fail("There is no shape \"{}\": choose one of {}.", name, syntheticShapes());
    auto model = std::make_shared<Model>();
    model->name = shape->title;
    ModelConfig& config = model->config;
    config.hiddenSize = shape->hidden;
    config.intermediateSize = shape->intermediate;
    config.layerCount = shape->layers;
    config.headCount = shape->heads;
    config.kvHeadCount = shape->kvHeads;
    config.headSize = shape->headSize;
    config.vocabularySize = shape->vocabulary;
    config.contextLength = 8192;
    config.tiedEmbeddings = shape->tied;
    if (shape->does == Layers::gpt2)
        setGpt2(config);
    else if (shape->does != Layers::llama)
        setGemma(config, shape->does == Layers::gemma3);

    const int queries = shape->heads * shape->headSize, keys = shape->kvHeads * shape->headSize;
    const std::size_t rows = std::size_t(std::max({shape->vocabulary, shape->intermediate, queries}));
    const std::size_t columns = std::size_t(std::max({shape->hidden, shape->intermediate, queries}));
    // Every matrix has hidden as one of its sides. One row more, so that the head can begin elsewhere than the
    // embedding.
    const std::size_t most = (std::max(rows, columns) + 1) * std::size_t(shape->hidden);
    const auto block = randomWeights(most, shape->hidden, progress);
    const auto matrix = [&](int matrixRows, int matrixColumns) {
        return MatrixView{block->data(), WeightType::bf16, matrixRows, matrixColumns};
    };
    Weights& weights = model->weights;
    weights.storage.push_back(block);
    weights.embedding = matrix(shape->vocabulary, shape->hidden);
    weights.head = weights.embedding;
    if (!shape->tied) // elsewhere, so that it counts as a matrix of its own
        weights.head.data = block->data() + shape->hidden;
    if (config.hasLearnedPositions)
        weights.positions = matrix(config.contextLength, shape->hidden);
    for (int i = 0; i < shape->layers; ++i) {
        LayerWeights layer;
        layer.q = matrix(queries, shape->hidden);
        layer.k = layer.v = matrix(keys, shape->hidden);
        layer.o = matrix(shape->hidden, queries);
        layer.up = matrix(shape->intermediate, shape->hidden);
        if (config.hasGate)
            layer.gate = layer.up;
        layer.down = matrix(shape->hidden, shape->intermediate);
        weights.layers.push_back(std::move(layer));
    }
    addVectors(weights, config);
    return model;
}

} // namespace draftscope
