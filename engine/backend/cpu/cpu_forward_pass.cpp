// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/cpu_forward_pass.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <new>
#include <numeric>

#include <fmt/format.h>

#include "engine/backend/cpu/key_value_cache.h"
#include "engine/backend/cpu/packed_activations.h"
#include "engine/backend/cpu/rotary_embedding.h"
#include "engine/core/stopwatch.h"
#include "engine/core/thread_pool.h"
#include "engine/model/backend.h"
#include "engine/model/pass_stages.h"

namespace draftscope {

namespace {

using namespace cpu;

constexpr int tileRows = 4; ///< weight rows that the matrix product takes together; threads share them in such groups

/// Activations are f32, [rows, width] each; weights stay as they lie in the memory map and become f32 in registers.
class CpuForwardPass final : public ForwardPass {
public:
    CpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool, int slotCount,
                   Arithmetic arithmetic);

    [[nodiscard]] const ModelConfig& config() const override { return m_model->config; }
    [[nodiscard]] int slotCount() const override { return m_cache.slotCount(); }
    [[nodiscard]] std::string backendName() const override;
    void run(const Rows& rows, std::span<float> logits) override;
    [[nodiscard]] std::vector<StageTime> timeStages(const Rows& rows, int turns) override;
    void copySlot(int from, int to) override { m_cache.copySlot(from, to); }

private:
    /// Called behind each stage.
    void reached(PassStage stage)
    {
        m_running->endIfCancelled();
        if (m_samples)
            m_samples->add(stage, m_watch.lap());
    }
    void runRows(const Rows& rows, std::span<float> logits);
    /// The pool's split(). Once the pass is cancelled the rest of the ranges is left out, and reached() ends the pass: a
    /// stage of a large model takes longer than somebody who stops it should wait.
    template <class Job>
    void split(int count, const Job& job)
    {
        m_pool->split(count, tileRows, [&](int begin, int end) {
            if (!m_running->isCancelled())
                job(begin, end);
        });
    }
    [[nodiscard]] int rowCount() const { return int(m_paths.size()); }
    [[nodiscard]] std::size_t attentionWidth() const
    {
        return std::size_t(config().headCount) * std::size_t(m_cache.paddedHead());
    }

    void prepare(const Rows& rows);
    void embed(const Rows& rows);
    void rmsNormRows(const std::vector<float>& weight);
    void attentionBlock(int layer, const Rows& rows);
    void projectQueriesKeysValues(const LayerWeights& weights);
    void storeKeysValues(int layer, int row, int slot);
    void attendHeads(int layer);
    void gatedBlock(const LayerWeights& weights);
    void writeLogits(const Rows& rows, std::span<float> logits);

    std::shared_ptr<const Model> m_model;
    std::shared_ptr<ThreadPool> m_pool;
    KeyValueCache m_cache;
    RotaryEmbedding m_rope;
    Arithmetic m_arithmetic;
    PackedActivations m_packed;
    std::vector<std::vector<int>> m_paths; ///< [rows]: the slots that each sees, itself last
    FloatBuffer m_stream, m_normal;        ///< [rows, hidden]: residual stream; what a block reads
    FloatBuffer m_queriesKeysValues;       ///< [rows, (heads + 2 * kvHeads) * d]
    FloatBuffer m_queries, m_attended;     ///< [rows, heads * paddedHead]; [rows, heads * d]
    FloatBuffer m_gate, m_up;              ///< [rows, intermediate]
    const Rows* m_running = nullptr;       ///< what run() runs
    StageSamples* m_samples = nullptr;     ///< while stages are timed
    Stopwatch m_watch;
    FloatBuffer m_scores; ///< [threads, longest path]
    std::size_t m_scoresStride = 0;
};

std::size_t size(int count)
{
    return std::size_t(count);
}

CpuForwardPass::CpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool, int slotCount,
                               Arithmetic arithmetic)
    : m_model(std::move(model)), m_pool(std::move(pool)), m_cache(m_model->config, slotCount),
      m_rope(ropeFrequencies(m_model->config), m_model->weights.interleavedRope), m_arithmetic(arithmetic),
      m_packed(arithmetic)
{
}

std::string CpuForwardPass::backendName() const
{
    const int threads = m_pool->threadCount();
    const std::string target = cpuTargetName();
    const bool hasBf16Weights = m_model->weights.head.type == WeightType::bf16;
    return fmt::format("CPU · {}{} · {} thread{}", target == "AVX3" ? "AVX-512" : target,
                       m_arithmetic == Arithmetic::bf16 && hasBf16Weights ? " BF16" : "", threads,
                       threads == 1 ? "" : "s");
}

void CpuForwardPass::run(const Rows& rows, std::span<float> logits)
{
    const auto reserved = m_pool->reserve();
    try {
        runRows(rows, logits);
    } catch (const std::bad_alloc&) {
        throw BackendFailure(fmt::format("There is not enough memory to run {} tokens of {} together: close other "
                                         "programs, or choose a smaller model.",
                                         rows.rows.size(), m_model->name));
    }
}

void CpuForwardPass::runRows(const Rows& rows, std::span<float> logits)
{
    if (rows.rows.empty())
        return;
    rows.endIfCancelled();
    m_running = &rows;
    prepare(rows);
    embed(rows);
    reached(PassStage::embedding);
    for (int layer = 0; layer < config().layerCount; ++layer) {
        attentionBlock(layer, rows);
        gatedBlock(m_model->weights.layers[size(layer)]);
    }
    writeLogits(rows, logits);
    reached(PassStage::logits);
    if (const auto unchanged = m_model->weights.filesUnchanged(); !unchanged)
        throw BackendFailure(unchanged.error().sentence);
}

namespace {

/// Samples are taken for as long as it lives, whatever ends that.
class Sampling {
public:
    Sampling(StageSamples*& taken, StageSamples& samples) : m_taken(taken) { m_taken = &samples; }
    ~Sampling() { m_taken = nullptr; }
    Sampling(const Sampling&) = delete;
    Sampling& operator=(const Sampling&) = delete;

private:
    StageSamples*& m_taken;
};

} // namespace

std::vector<StageTime> CpuForwardPass::timeStages(const Rows& rows, int turns)
{
    assert(turns > 0 && !rows.rows.empty());
    std::vector<float> logits(rows.rows.size() * size(config().vocabularySize));
    StageSamples samples(stageBytes(m_model->weights, config(), rows, sizeof(float)));
    run(rows, logits); // caches and clock get warm
    for (int turn = 0; turn < turns; ++turn) {
        samples.beginPass();
        const auto reserved = m_pool->reserve(); // waiting for others is no part of a stage
        const Sampling sampling(m_samples, samples);
        m_watch.lap();
        runRows(rows, logits);
    }
    return samples.medians();
}

void CpuForwardPass::prepare(const Rows& rows)
{
    const ModelConfig& c = config();
    m_paths.resize(rows.rows.size());
    std::size_t longest = 0;
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const Row& row = rows.rows[i];
        assert(row.token >= 0 && row.token < c.vocabularySize);
        assert(row.slot >= 0 && row.slot < slotCount());
        assert(row.position >= 0 && row.position < c.contextLength);
        const std::span<const int> prefix = rows.prefixes[size(row.sequence)];
        std::vector<int>& path = m_paths[i];
        path.assign(prefix.begin(), prefix.end());
        path.insert(path.end(), row.ancestors.begin(), row.ancestors.end());
        path.push_back(row.slot);
        longest = std::max(longest, path.size());
    }
    m_rope.prepare(rows.rows);

    const std::size_t count = rows.rows.size(), hidden = size(c.hiddenSize);
    m_stream.reserve(count * hidden);
    m_normal.reserve(count * hidden);
    m_queriesKeysValues.reserve(count * size((c.headCount + 2 * c.kvHeadCount) * c.headSize));
    m_queries.reserve(count * attentionWidth());
    m_attended.reserve(count * attentionWidth());
    m_gate.reserve(count * size(c.intermediateSize));
    m_up.reserve(count * size(c.intermediateSize));
    m_scoresStride = size(paddedTo(packedMultiple, int(longest)));
    m_scores.reserve(size(m_pool->threadCount()) * m_scoresStride);
}

void CpuForwardPass::embed(const Rows& rows)
{
    for (int row = 0; row < rowCount(); ++row)
        readRow(m_model->weights.embedding, rows.rows[size(row)].token,
                m_stream.at(size(row) * size(config().hiddenSize)));
}

void CpuForwardPass::rmsNormRows(const std::vector<float>& weight)
{
    const int hidden = config().hiddenSize;
    for (int row = 0; row < rowCount(); ++row)
        rmsNorm(m_stream.at(size(row) * size(hidden)), weight.data(), hidden, config().normEpsilon,
                m_normal.at(size(row) * size(hidden)));
}

/// Calls work(matrix index, begin, end) for the parts of [begin, end) that fall into each of several matrices whose
/// rows are counted through: one parallel region for all of them.
template <class Work>
void eachMatrix(std::span<const int> rowCounts, int begin, int end, const Work& work)
{
    int first = 0;
    for (std::size_t i = 0; i < rowCounts.size(); first += rowCounts[i++]) {
        const int from = std::max(begin, first), to = std::min(end, first + rowCounts[i]);
        if (from < to)
            work(i, from - first, to - first);
    }
}

void CpuForwardPass::attentionBlock(int layer, const Rows& rows)
{
    const LayerWeights& weights = m_model->weights.layers[size(layer)];
    const std::size_t hidden = size(config().hiddenSize);
    rmsNormRows(weights.inputNorm);
    projectQueriesKeysValues(weights);
    for (int row = 0; row < rowCount(); ++row)
        storeKeysValues(layer, row, rows.rows[size(row)].slot);
    reached(PassStage::queriesKeysValues);
    attendHeads(layer);
    reached(PassStage::attention);
    m_packed.pack(m_attended.at(0), rowCount(), weights.o);
    split(weights.o.rows,
          [&](int begin, int end) { multiply(m_packed.times(weights.o, m_stream.at(0), hidden, true), begin, end); });
    reached(PassStage::attentionOutput);
}

void CpuForwardPass::projectQueriesKeysValues(const LayerWeights& weights)
{
    m_packed.pack(m_normal.at(0), rowCount(), weights.q, weights.k, weights.v);
    const std::array<const MatrixView*, 3> matrices = {&weights.q, &weights.k, &weights.v};
    const std::array<int, 3> rowCounts = {weights.q.rows, weights.k.rows, weights.v.rows};
    const std::array<int, 3> offsets = {0, weights.q.rows, weights.q.rows + weights.k.rows};
    const int width = offsets[2] + weights.v.rows;
    split(width, [&](int begin, int end) {
        eachMatrix(rowCounts, begin, end, [&](std::size_t i, int from, int to) {
            multiply(m_packed.times(*matrices[i], m_queriesKeysValues.at(size(offsets[i])), size(width)), from, to);
        });
    });
}

void CpuForwardPass::storeKeysValues(int layer, int row, int slot)
{
    const ModelConfig& c = config();
    const int padding = m_cache.paddedHead() - c.headSize;
    const float* in = m_queriesKeysValues.at(size(row) * size((c.headCount + 2 * c.kvHeadCount) * c.headSize));
    for (int head = 0; head < c.headCount; ++head, in += c.headSize) {
        float* query = m_queries.at(size(row) * attentionWidth() + size(head) * size(m_cache.paddedHead()));
        m_rope.rotate(row, in, query);
        std::fill_n(query + c.headSize, padding, 0.0f);
    }
    for (int head = 0; head < c.kvHeadCount; ++head, in += c.headSize) {
        float* key = m_cache.keys(layer, slot, head);
        m_rope.rotate(row, in, key);
        std::fill_n(key + c.headSize, padding, 0.0f);
    }
    for (int head = 0; head < c.kvHeadCount; ++head, in += c.headSize) {
        float* value = m_cache.values(layer, slot, head);
        std::copy_n(in, c.headSize, value);
        std::fill_n(value + c.headSize, padding, 0.0f);
    }
}

void CpuForwardPass::attendHeads(int layer)
{
    const ModelConfig& c = config();
    const int padded = m_cache.paddedHead(), group = c.headCount / c.kvHeadCount;
    m_pool->splitWithThread(rowCount() * c.headCount, 1, [&](int thread, int begin, int end) {
        for (int job = begin; job < end && !m_running->isCancelled(); ++job) {
            const int row = job / c.headCount, head = job % c.headCount;
            const std::vector<int>& path = m_paths[size(row)];
            float* query = m_queries.at(size(row) * attentionWidth() + size(head) * size(padded));
            attend({query, m_cache.keys(layer, 0, head / group), m_cache.values(layer, 0, head / group),
                    m_cache.slotStride(), path.data(), int(path.size()), padded, 1.0f / std::sqrt(float(c.headSize)),
                    m_scores.at(size(thread) * m_scoresStride), query});
            std::copy_n(query, c.headSize,
                        m_attended.at(size(row) * size(c.headCount * c.headSize) + size(head) * size(c.headSize)));
        }
    });
}

void CpuForwardPass::gatedBlock(const LayerWeights& weights)
{
    const std::size_t width = size(config().intermediateSize);
    rmsNormRows(weights.postAttentionNorm);
    m_packed.pack(m_normal.at(0), rowCount(), weights.gate, weights.up);
    split(weights.gate.rows, [&](int begin, int end) {
        multiply(m_packed.times(weights.gate, m_gate.at(0), width), begin, end);
        multiply(m_packed.times(weights.up, m_up.at(0), width), begin, end);
        for (int row = 0; row < rowCount(); ++row) {
            const std::size_t at = size(row) * width + size(begin);
            swiglu(m_gate.at(at), m_up.at(at), end - begin);
        }
    });
    reached(PassStage::gateUp);
    m_packed.pack(m_gate.at(0), rowCount(), weights.down);
    split(weights.down.rows, [&](int begin, int end) {
        multiply(m_packed.times(weights.down, m_stream.at(0), size(config().hiddenSize), true), begin, end);
    });
    reached(PassStage::down);
}

void CpuForwardPass::writeLogits(const Rows& rows, std::span<float> logits)
{
    const Weights& weights = m_model->weights;
    const int hidden = config().hiddenSize;
    int wanted = 0;
    for (int row = 0; row < rowCount(); ++row)
        if (rows.rows[size(row)].wantLogits)
            rmsNorm(m_stream.at(size(row) * size(hidden)), weights.finalNorm.data(), hidden, config().normEpsilon,
                    m_normal.at(size(wanted++) * size(hidden)));
    assert(logits.size() >= size(wanted) * size(config().vocabularySize));
    if (wanted == 0)
        return;
    m_packed.pack(m_normal.at(0), wanted, weights.head);
    split(weights.head.rows, [&](int begin, int end) {
        multiply(m_packed.times(weights.head, logits.data(), size(config().vocabularySize)), begin, end);
    });
}

} // namespace

/// As prepare() and PackedActivations reserve them.
std::size_t cpuPassBytes(const Model& model, int rows, int slotCount, int threads, Arithmetic arithmetic)
{
    const ModelConfig& c = model.config;
    std::array<int, packingCount> widest = {}; // floats of a packed row
    const auto pack = [&](const MatrixView& matrix) {
        const Packing packing = packingFor(matrix.type, arithmetic);
        int& width = widest[size(int(packing))];
        width = std::max(width, packedFloats(packing, matrix.columns));
    };
    for (const LayerWeights& layer : model.weights.layers)
        for (const MatrixView* matrix : layer.matrices())
            pack(*matrix);
    pack(model.weights.head);
    const std::size_t row = 2 * size(c.hiddenSize) + size((c.headCount + 2 * c.kvHeadCount) * c.headSize)
        + 2 * size(c.headCount * paddedTo(headMultiple, c.headSize)) + 2 * size(c.intermediateSize)
        + size(std::accumulate(widest.begin(), widest.end(), 0));
    return (size(rows) * row + size(threads) * size(paddedTo(packedMultiple, slotCount))) * sizeof(float);
}

std::unique_ptr<ForwardPass> makeCpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool,
                                                int slotCount, Arithmetic arithmetic)
{
    return std::make_unique<CpuForwardPass>(std::move(model), std::move(pool), slotCount, arithmetic);
}

} // namespace draftscope
