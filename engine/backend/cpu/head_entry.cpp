// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/head_entry.h"

#include <algorithm>
#include <functional>

#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

namespace {

std::size_t size(int count)
{
    return std::size_t(count);
}

/// Floats of a row of what fc, or q, k and v of EAGLE-3's layer, read.
int wide(const ModelConfig& config)
{
    return config.input == RowInput::state ? 0 : std::max(2 * config.hiddenSize, config.featureSize);
}

/// Floats of a row of embeddings that wait for the first layer, or of what a block adds.
int beside(const ModelConfig& config)
{
    return config.input == RowInput::tokenAndState ? 0 : config.hiddenSize;
}

} // namespace

std::size_t HeadEntry::floatsPerRow(const ModelConfig& config)
{
    return config.isHead() ? size(wide(config)) + size(beside(config)) : 0;
}

void HeadEntry::reserve(int rows)
{
    m_rows = rows;
    m_wide.reserve(size(rows) * size(wide(config())));
    m_embeddings.reserve(size(rows) * size(beside(config())));
}

void HeadEntry::readEmbeddings(const Rows& rows, float* out, int stride) const
{
    for (const Row& row : rows.rows) {
        readRow(m_model.weights.embedding, row.token, out);
        out += stride;
    }
}

void HeadEntry::begin(const Rows& rows, float* stream, PassThreads& threads)
{
    const std::size_t hidden = size(config().hiddenSize);
    const EntryWeights& entry = m_model.weights.entry;
    if (config().input == RowInput::tokenBesideState)
        readEmbeddings(rows, m_embeddings.at(0), config().hiddenSize);
    if (config().input == RowInput::tokenAndState) {
        readEmbeddings(rows, m_wide.at(0), 2 * config().hiddenSize);
        for (std::size_t row = 0; row < size(m_rows); ++row)
            std::copy_n(rows.inputStates.data() + row * hidden, hidden, m_wide.at((2 * row + 1) * hidden));
        applyFc(m_wide.at(0), stream, threads);
    } else if (!rows.targetFeatures.empty()) {
        const float* features = rows.targetFeatures.data();
        const std::size_t width = size(config().featureSize);
        if (!entry.fcNorm.empty()) {
            for (std::size_t row = 0; row < size(m_rows); ++row)
                rmsNorm(features + row * width, entry.fcNorm.data(), config().featureSize, config().normEpsilon,
                        m_wide.at(row * width));
            features = m_wide.at(0);
        }
        applyFc(features, stream, threads);
    } else {
        std::ranges::copy(rows.inputStates, stream);
    }
    for (const ResidualBlock& block : entry.blocks)
        addBlock(block, stream, threads);
}

void HeadEntry::applyFc(const float* in, float* stream, PassThreads& threads)
{
    const EntryWeights& entry = m_model.weights.entry;
    m_packed.begin(m_rows, entry.fc);
    for (int row = 0; row < m_rows; ++row)
        m_packed.packRow(row, in + size(row) * size(entry.fc.columns));
    threads.splitWeightRows(entry.fc.rows, [&](int begin, int end) {
        multiply(m_packed.times(entry.fc, stream, size(config().hiddenSize)), begin, end);
    });
    if (entry.fcBias.empty())
        return;
    for (int row = 0; row < m_rows; ++row, stream += config().hiddenSize)
        std::ranges::transform(entry.fcBias, std::span(stream, entry.fcBias.size()), stream, std::plus());
}

void HeadEntry::addBlock(const ResidualBlock& block, float* stream, PassThreads& threads)
{
    const int hidden = config().hiddenSize;
    m_ones.assign(size(hidden), 1.0f);
    m_packed.begin(m_rows, block.weight);
    for (int row = 0; row < m_rows; ++row)
        m_packed.packRow(row, stream + size(row) * size(hidden));
    threads.splitWeightRows(block.weight.rows, [&](int begin, int end) {
        multiply(m_packed.times(block.weight, m_embeddings.at(0), size(hidden)), begin, end);
    });
    for (int row = 0; row < m_rows; ++row) {
        const std::span change(m_embeddings.at(size(row) * size(hidden)), size(hidden));
        const std::span state(stream + size(row) * size(hidden), size(hidden));
        std::ranges::transform(change, block.bias, change.begin(), std::plus());
        swiglu(change.data(), m_ones.data(), hidden); // SiLU of it, times 1
        std::ranges::transform(state, change, state.begin(), std::plus());
    }
}

void HeadEntry::packBeside(const LayerWeights& layer, float* stream)
{
    const int hidden = config().hiddenSize;
    m_packed.begin(m_rows, layer.q, layer.k, layer.v);
    for (int row = 0; row < m_rows; ++row) {
        float* const joined = m_wide.at(size(row) * size(2 * hidden));
        float* const state = stream + size(row) * size(hidden);
        rmsNorm(m_embeddings.at(size(row) * size(hidden)), layer.embeddingNorm.data(), hidden, config().normEpsilon,
                joined);
        rmsNorm(state, layer.inputNorm.data(), hidden, config().normEpsilon, joined + hidden);
        if (config().normBeforeResidual)
            std::copy_n(joined + hidden, hidden, state);
        m_packed.packRow(row, joined);
    }
}

} // namespace draftscope::cpu
