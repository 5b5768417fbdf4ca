// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/prompt_kernels.h"

#include <type_traits>

#include "engine/backend/cuda/attention_memory.cuh"
#include "engine/backend/cuda/kernels/prompt_rows.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

template <class T>
void PromptLaunch<T>::untile(T* rows, const DeviceMatrix& matrix, int firstTile, int rowTiles, int columnTiles) const
{
    const dim3 grid(static_cast<unsigned>(columnTiles), static_cast<unsigned>(rowTiles));
    if constexpr (std::is_same_v<T, BFloat16>)
        if (matrix.kind.form != WeightForm::dense)
            return launch<expandWeightsKernel<T>>(m_stream, grid, 256, 0, rows, matrix, firstTile, columnTiles);
    const T* const tiles =
        static_cast<const T*>(matrix.data) + std::size_t(firstTile) * std::size_t(columnTiles) * tileSize * tileSize;
    launch<untileWeightsKernel<T>>(m_stream, grid, 32, 0, rows, tiles, columnTiles);
}

template <class T>
void PromptLaunch<T>::embed(float* stream, const PassInput* input, int rows) const
{
    launch<embedRowsKernel<T>>(m_stream, unsigned(rows), promptThreads, 0, stream,
                               TokenEmbedding<T>{{m_weights.embedding(), m_shape.hiddenTiles},
                                                 m_shape.embeddingScale,
                                                 m_weights.floats(m_weights.layout().positions)},
                               input);
}

template <class T>
template <class To>
void PromptLaunch<T>::putNorm(To* normal, const float* stream, const DeviceNorm& norm, int rows) const
{
    if (norm.biases)
        launch<layerNormRowsKernel<To>>(m_stream, unsigned(rows), rowThreads, 0, normal, stream,
                                        RowNorm{norm.weights, norm.biases, m_shape.hidden, m_shape.normEpsilon},
                                        m_shape.hiddenTiles * tileSize, norm.weightScale);
    else
        launch<rmsNormRowsKernel<To>>(m_stream, unsigned(rows), promptThreads, 0, normal, stream, norm.weights,
                                      m_shape.hidden, m_shape.hiddenTiles, m_shape.normEpsilon, norm.weightScale);
}

template <class T>
void PromptLaunch<T>::norm(T* normal, const float* stream, const DeviceNorm& norm, int rows) const
{
    putNorm(normal, stream, norm, rows);
}

template <class T>
void PromptLaunch<T>::normalise(float* stream, const DeviceNorm& norm, int rows) const
{
    if (norm.isThere)
        putNorm(stream, stream, norm, rows);
}

template <class T>
void PromptLaunch<T>::placeQueriesKeysValues(const float* products, const PassInput* input, int rows,
                                             std::size_t layer) const
{
    const dim3 grid(unsigned(rows), unsigned(m_shape.heads + 2 * m_shape.kvHeads));
    const unsigned threads = unsigned(m_shape.headSize / 2 + 31) / 32 * 32;
    const WeightLayout::Layer& matrices = m_weights.layout().layers[layer];
    const HeadNorms norms = {m_weights.floats(matrices.queriesKeysValuesBias), m_weights.floats(matrices.queryNorm),
                             m_weights.floats(matrices.keyNorm)};
    launch<placeHeadsKernel<T>>(m_stream, grid, threads, 0, attentionMemoryOf(m_memory, m_shape, layer), products,
                                norms, input, m_weights.rotation(layer), m_shape);
}

template <class T>
void PromptLaunch<T>::takeAttended(T* attended, int rows) const
{
    launch<untileActivationsKernel<T>>(m_stream, unsigned(rows), promptThreads, 0, attended, m_memory.attended.data(),
                                       m_shape.attendedTiles);
}

template <class T>
void PromptLaunch<T>::gate(T* gated, const float* products, int rows, std::size_t layer) const
{
    launch<gateRowsKernel<T>>(m_stream, unsigned(rows), promptThreads, 0, gated, products,
                              m_weights.floats(m_weights.layout().layers[layer].gateUpBias), gateUpTiles(m_shape),
                              m_shape);
}

template <class T>
void PromptLaunch<T>::addBias(float* stream, const float* bias, int rows) const
{
    if (bias)
        launch<addBiasRowsKernel>(m_stream, unsigned(rows), promptThreads, 0, stream, bias, m_shape.hiddenTiles);
}

template <class T>
void PromptLaunch<T>::addNormed(float* stream, const float* products, const float* bias, const float* norm,
                                int rows) const
{
    launch<addNormedRowsKernel>(m_stream, unsigned(rows), rowThreads, 0, stream, products, bias,
                                RowNorm{norm, nullptr, m_shape.hidden, m_shape.normEpsilon},
                                m_shape.hiddenTiles * tileSize);
}

template class PromptLaunch<BFloat16>;
template class PromptLaunch<Float16>;
template class PromptLaunch<float>;

} // namespace draftscope::cuda
