// SPDX-License-Identifier: MIT
#include "engine/cli/synthetic_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace draftscope {
namespace {

struct Shape {
    std::string_view name, title;
    int hidden, intermediate, layers, heads, kvHeads, headSize, vocabulary;
    bool tied;
};

constexpr std::array shapes = {
    Shape{"tales-6m", "random weights in the shape of Tales 6M", 256, 640, 8, 4, 2, 64, 2560, true},
    Shape{"llama-68m", "random weights in the shape of Llama 68M", 768, 3072, 2, 12, 12, 64, 32000, false},
    Shape{"llama-160m", "random weights in the shape of Llama 160M", 768, 3072, 12, 12, 12, 64, 32000, false},
    Shape{"qwen2.5-0.5b", "random weights in the shape of Qwen 2.5 0.5B", 896, 4864, 24, 14, 2, 64, 151936, true},
    Shape{"llama3-1b", "random weights in the shape of Llama 3.2 1B", 2048, 8192, 16, 32, 8, 64, 128256, true},
    Shape{"tinyllama-1.1b", "random weights in the shape of TinyLlama 1.1B", 2048, 5632, 22, 32, 4, 64, 32000, false},
    Shape{"llama2-7b", "random weights in the shape of Llama 2 7B", 4096, 11008, 32, 32, 32, 128, 32000, false},
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
    weights.finalNorm.assign(std::size_t(shape->hidden), 1.0f);
    for (int i = 0; i < shape->layers; ++i) {
        LayerWeights layer;
        layer.inputNorm = layer.postAttentionNorm = weights.finalNorm;
        layer.q = matrix(queries, shape->hidden);
        layer.k = layer.v = matrix(keys, shape->hidden);
        layer.o = matrix(shape->hidden, queries);
        layer.gate = layer.up = matrix(shape->intermediate, shape->hidden);
        layer.down = matrix(shape->hidden, shape->intermediate);
        weights.layers.push_back(std::move(layer));
    }
    return model;
}

} // namespace draftscope
