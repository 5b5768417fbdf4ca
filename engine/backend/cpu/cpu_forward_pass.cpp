// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/cpu_forward_pass.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <iterator>
#include <new>
#include <numeric>

#include <fmt/format.h>

#include "engine/backend/cpu/cached_attention.h"
#include "engine/backend/cpu/head_entry.h"
#include "engine/backend/cpu/packed_activations.h"
#include "engine/backend/cpu/pass_threads.h"
#include "engine/backend/cpu/weight_panels.h"
#include "engine/core/stopwatch.h"
#include "engine/model/backend.h"
#include "engine/model/pass_stages.h"

namespace draftscope {

namespace {

using namespace cpu;

/// Activations are f32, [rows, width] each. Weights lie in panels and become f32 in registers, or meet rounded
/// activations.
class CpuForwardPass final : public ForwardPass {
public:
    CpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool, int slotCount,
                   Arithmetic arithmetic);

    [[nodiscard]] const ModelConfig& config() const override { return m_model->config; }
    [[nodiscard]] int slotCount() const override { return m_attention.slotCount(); }
    [[nodiscard]] std::string backendName() const override;
    void run(const Rows& rows, std::span<float> logits) override;
    [[nodiscard]] std::vector<StageTime> timeStages(const Rows& rows, int turns) override;

private:
    /// Called behind each stage.
    void reached(PassStage stage)
    {
        m_running->endIfCancelled();
        if (m_samples)
            m_samples->add(stage, m_watch.lap());
    }
    void runRows(const Rows& rows, std::span<float> logits);
    [[nodiscard]] int rowCount() const { return int(m_allRows.size()); }

    /// out [hidden] = the norm of a row of the stream.
    void normalise(const float* row, const std::vector<float>& weight, const std::vector<float>& bias,
                   float* out) const;
    /// The norm of the stream's rows, packed for `matrices`.
    template <class... Matrices>
    void normAndPack(const std::vector<float>& weight, const std::vector<float>& bias, std::span<const int> rows,
                     const Matrices&... matrices);
    /// Packs rows of `in` for `matrices`, which may look at it until they are multiplied.
    template <class... Matrices>
    void pack(const FloatBuffer& in, std::span<const int> rows, const Matrices&... matrices);
    /// Packs what a layer's q, k and v read.
    void packLayerInput(const LayerWeights& weights);

    void prepare(const Rows& rows);
    void beginStream(const Rows& rows);
    /// Gives the stream to who wants it where it enters a layer, or after the final norm.
    void giveStates(const Rows& rows, int entering);
    void attentionBlock(int layer);
    void projectQueriesKeysValues(int layer);
    void mlpBlock(const LayerWeights& weights);
    /// Adds a matrix's products with what is packed within a block to the stream, through `norm` where there is one.
    void addToStream(const MatrixView& matrix, const std::vector<float>& norm);
    /// What enters the product with `down`: compute(begin, end) makes columns [begin, end) of m_gate, for all rows.
    template <class Compute>
    void activate(const LayerWeights& weights, const Compute& compute);
    void gateAndUp(const LayerWeights& weights);
    void upAlone(const LayerWeights& weights);
    void writeLogits(bool hasFinalNorm, std::span<float> logits);

    std::shared_ptr<const Model> m_model; ///< with weights in panels
    PassThreads m_threads;
    CachedAttention m_attention;
    Arithmetic m_arithmetic;
    PackedActivations m_packed; ///< what enters a block, or the head
    /// What enters the last product of a block. It is packed as it comes, while others still read m_packed.
    PackedActivations m_packedWithin;
    HeadEntry m_entry;                    ///< not used but by drafting heads
    std::vector<int> m_allRows, m_wanted; ///< indices of all rows, and of those that want logits
    FloatBuffer m_stream, m_normal;       ///< [rows, hidden]: residual stream; what a block reads
    FloatBuffer m_queriesKeysValues;      ///< [rows, (heads + 2 * kvHeads) * d]
    FloatBuffer m_gate, m_up;             ///< [rows, intermediate]; without a gate there is only m_gate, for up
    const Rows* m_running = nullptr;      ///< what run() runs
    StageSamples* m_samples = nullptr;    ///< while stages are timed
    Stopwatch m_watch;
};

std::size_t size(int count)
{
    return std::size_t(count);
}

CpuForwardPass::CpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool, int slotCount,
                               Arithmetic arithmetic)
    : m_model(std::move(model)), m_threads(std::move(pool)), m_attention(m_model, slotCount, arithmetic),
      m_arithmetic(arithmetic), m_packed(arithmetic), m_packedWithin(arithmetic), m_entry(*m_model, m_packed)
{
}

std::string CpuForwardPass::backendName() const
{
    const Weights& weights = m_model->weights;
    return cpuBackendName(weights.layers.empty() ? weights.head.type : weights.layers[0].q.type, m_arithmetic,
                          m_threads.count());
}

void CpuForwardPass::run(const Rows& rows, std::span<float> logits)
{
    const auto reserved = m_threads.reserve();
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
    m_threads.begin(rows);
    prepare(rows);
    beginStream(rows);
    reached(PassStage::embedding);
    const int end = rows.part.end(config().layerCount);
    for (int layer = rows.part.firstLayer; layer < end; ++layer) {
        giveStates(rows, layer);
        if (rows.part.hasAttention(layer))
            attentionBlock(layer);
        if (rows.part.hasMlp(layer))
            mlpBlock(m_model->weights.layers[size(layer)]);
    }
    giveStates(rows, end);
    giveStates(rows, HiddenStates::afterFinalNorm);
    writeLogits(rows.part.hasFinalNorm, logits);
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
    std::vector<float> logits(rows.rows.size() * size(config().logitCount()));
    StageSamples samples(stageBytes(m_model->weights, config(), rows, m_attention.cacheElementSize()));
    run(rows, logits); // caches and clock get warm
    for (int turn = 0; turn < turns; ++turn) {
        samples.beginPass();
        const auto reserved = m_threads.reserve(); // waiting for others is no part of a stage
        const Sampling sampling(m_samples, samples);
        m_watch.lap();
        runRows(rows, logits);
    }
    return samples.medians();
}

void CpuForwardPass::prepare(const Rows& rows)
{
    const ModelConfig& c = config();
    assert(fits(rows, c, slotCount()));
    m_attention.prepare(rows, m_threads.count());
    m_allRows.resize(rows.rows.size());
    std::iota(m_allRows.begin(), m_allRows.end(), 0);
    m_wanted.clear();
    std::ranges::copy_if(m_allRows, std::back_inserter(m_wanted),
                         [&](int row) { return rows.rows[size(row)].wantLogits; });

    const std::size_t count = rows.rows.size(), hidden = size(c.hiddenSize);
    m_stream.reserve(count * hidden);
    m_normal.reserve(count * hidden);
    m_queriesKeysValues.reserve(count * size((c.headCount + 2 * c.kvHeadCount) * c.headSize));
    m_gate.reserve(count * size(c.intermediateSize));
    m_up.reserve(c.hasGate ? count * size(c.intermediateSize) : 0);
    if (c.isHead())
        m_entry.reserve(rowCount());
}

void CpuForwardPass::beginStream(const Rows& rows)
{
    if (config().isHead())
        return m_entry.begin(rows, m_stream.at(0), m_threads);
    if (!rows.inputStates.empty()) {
        std::ranges::copy(rows.inputStates, m_stream.at(0));
        return;
    }
    const Weights& weights = m_model->weights;
    for (int row = 0; row < rowCount(); ++row) {
        const std::size_t width = size(config().hiddenSize), at = size(row) * width;
        readRow(weights.embedding, rows.rows[size(row)].token, m_stream.at(at));
        if (const float scale = config().embeddingScale; scale != 1)
            std::transform(m_stream.at(at), m_stream.at(at) + width, m_stream.at(at),
                           [scale](float each) { return each * scale; });
        if (!config().hasLearnedPositions)
            continue;
        readRow(weights.positions, rows.rows[size(row)].position, m_normal.at(at));
        std::transform(m_stream.at(at), m_stream.at(at) + width, m_normal.at(at), m_stream.at(at), std::plus());
    }
}

void CpuForwardPass::giveStates(const Rows& rows, int entering)
{
    const int hidden = config().hiddenSize;
    for (const HiddenStates& wanted : rows.hiddenStates) {
        if (wanted.entering != entering)
            continue;
        m_threads.eachRow(rowCount(), hidden, [&](int row) {
            const std::size_t at = size(row) * size(hidden);
            if (entering == HiddenStates::afterFinalNorm && !m_model->weights.finalNorm.empty())
                normalise(m_stream.at(at), m_model->weights.finalNorm, m_model->weights.finalNormBias,
                          wanted.out.data() + at);
            else
                std::copy_n(m_stream.at(at), hidden, wanted.out.data() + at);
        });
    }
}

void CpuForwardPass::normalise(const float* row, const std::vector<float>& weight, const std::vector<float>& bias,
                               float* out) const
{
    if (config().norm == NormKind::layer)
        layerNorm(row, weight.data(), bias.data(), config().hiddenSize, config().normEpsilon, out);
    else
        rmsNorm(row, weight.data(), config().hiddenSize, config().normEpsilon, out);
}

template <class... Matrices>
void CpuForwardPass::normAndPack(const std::vector<float>& weight, const std::vector<float>& bias,
                                 std::span<const int> rows, const Matrices&... matrices)
{
    const int hidden = config().hiddenSize;
    m_packed.begin(int(rows.size()), matrices...);
    m_threads.eachRow(int(rows.size()), hidden, [&](int i) {
        float* const normal = m_normal.at(size(i) * size(hidden));
        normalise(m_stream.at(size(rows[size(i)]) * size(hidden)), weight, bias, normal);
        m_packed.packRow(i, normal);
    });
}

template <class... Matrices>
void CpuForwardPass::pack(const FloatBuffer& in, std::span<const int> rows, const Matrices&... matrices)
{
    const int columns = std::max({matrices.columns...}); // they share them
    if (rows.size() == m_allRows.size() && m_packed.beginAsTheyLie(in.at(0), int(rows.size()), matrices...))
        return;
    m_packed.begin(int(rows.size()), matrices...);
    m_threads.eachRow(int(rows.size()), columns,
                      [&](int i) { m_packed.packRow(i, in.at(size(rows[size(i)]) * size(columns))); });
}

void CpuForwardPass::packLayerInput(const LayerWeights& weights)
{
    if (!weights.embeddingNorm.empty())
        m_entry.packBeside(weights, m_stream.at(0));
    else if (weights.inputNorm.empty())
        pack(m_stream, m_allRows, weights.q, weights.k, weights.v);
    else
        normAndPack(weights.inputNorm, weights.inputNormBias, m_allRows, weights.q, weights.k, weights.v);
}

void CpuForwardPass::attentionBlock(int layer)
{
    const LayerWeights& weights = m_model->weights.layers[size(layer)];
    packLayerInput(weights);
    projectQueriesKeysValues(layer);
    reached(PassStage::queriesKeysValues);
    const FloatBuffer& attended = m_attention.attended();
    const bool serveAsTheyLie = m_packedWithin.beginAsTheyLie(attended.at(0), rowCount(), weights.o);
    const bool arePacked = !serveAsTheyLie && config().headSize % packedMultiple == 0; // by who attends
    m_attention.attend(layer, m_threads, arePacked ? &m_packedWithin : nullptr);
    if (!serveAsTheyLie && !arePacked)
        m_threads.eachRow(rowCount(), weights.o.columns, [&](int row) {
            m_packedWithin.packRow(row, attended.at(size(row) * size(weights.o.columns)));
        });
    reached(PassStage::attention);
    addToStream(weights.o, weights.attentionOutputNorm);
    reached(PassStage::attentionOutput);
}

void CpuForwardPass::projectQueriesKeysValues(int layer)
{
    const LayerWeights& weights = m_model->weights.layers[size(layer)];
    const std::array<const MatrixView*, 3> matrices = {&weights.q, &weights.k, &weights.v};
    const std::array<int, 3> rowCounts = {weights.q.rows, weights.k.rows, weights.v.rows};
    const std::array<int, 3> offsets = {0, weights.q.rows, weights.q.rows + weights.k.rows};
    const int width = offsets[2] + weights.v.rows, headSize = config().headSize;
    const auto multiplyPart = [&](int begin, int end) {
        eachMatrix(rowCounts, begin, end, [&](std::size_t i, int from, int to) {
            multiply(m_packed.times(*matrices[i], m_queriesKeysValues.at(size(offsets[i])), size(width)), from, to);
        });
    };
    const auto place = [&](int row, int begin, int end) {
        m_attention.place(layer, row, begin / headSize, end / headSize,
                          m_queriesKeysValues.at(size(row) * size(width)));
    };
    // Where whole heads can be dealt evenly, who computes them places them, and threads need not meet in between.
    const int grain = std::lcm(2 * tileRows, headSize), grains = width / grain, threads = m_threads.count();
    if (width % grain == 0 && (grains % threads == 0 || grains >= 8 * threads)) {
        m_threads.split(width, grain, [&](int begin, int end) {
            multiplyPart(begin, end);
            for (int row = 0; row < rowCount(); ++row)
                place(row, begin, end);
        });
        return;
    }
    m_threads.splitWeightRows(width, multiplyPart);
    m_threads.eachRow(rowCount(), width, [&](int row) { place(row, 0, width); });
}

template <class Compute>
void CpuForwardPass::activate(const LayerWeights& weights, const Compute& compute)
{
    const int width = config().intermediateSize;
    if (m_packedWithin.beginAsTheyLie(m_gate.at(0), rowCount(), weights.down)) {
        m_threads.splitWeightRows(width, compute);
        return;
    }
    static_assert(2 * tileRows % packedMultiple == 0);
    m_threads.split(width, 2 * tileRows, [&](int begin, int end) {
        compute(begin, end);
        for (int row = 0; row < rowCount(); ++row)
            m_packedWithin.packColumns(row, begin, m_gate.at(size(row) * size(width) + size(begin)), end - begin);
    });
}

void CpuForwardPass::gateAndUp(const LayerWeights& weights)
{
    const std::size_t width = size(config().intermediateSize);
    const Activation activation = config().activation;
    const auto gateUp = activation == Activation::silu ? swiglu : activation == Activation::gelu ? gegluExact : geglu;
    normAndPack(weights.postAttentionNorm, weights.postAttentionNormBias, m_allRows, weights.gate, weights.up);
    activate(weights, [&](int begin, int end) {
        multiply(m_packed.times(weights.gate, m_gate.at(0), width), begin, end);
        multiply(m_packed.times(weights.up, m_up.at(0), width), begin, end);
        for (int row = 0; row < rowCount(); ++row) {
            const std::size_t at = size(row) * width + size(begin);
            gateUp(m_gate.at(at), m_up.at(at), end - begin);
        }
    });
}

void CpuForwardPass::upAlone(const LayerWeights& weights)
{
    const std::size_t width = size(config().intermediateSize);
    normAndPack(weights.postAttentionNorm, weights.postAttentionNormBias, m_allRows, weights.up);
    const auto activation = config().activation == Activation::gelu ? gelu : geluTanh;
    activate(weights, [&](int begin, int end) {
        multiply(m_packed.times(weights.up, m_gate.at(0), width), begin, end);
        for (int row = 0; row < rowCount(); ++row)
            activation(m_gate.at(size(row) * width + size(begin)), end - begin);
    });
}

void CpuForwardPass::mlpBlock(const LayerWeights& weights)
{
    assert(config().hasGate || config().activation != Activation::silu); // of no such pair there is a family
    if (config().hasGate)
        gateAndUp(weights);
    else
        upAlone(weights);
    reached(PassStage::gateUp);
    addToStream(weights.down, weights.mlpOutputNorm);
    reached(PassStage::down);
}

void CpuForwardPass::addToStream(const MatrixView& matrix, const std::vector<float>& norm)
{
    const std::size_t hidden = size(config().hiddenSize);
    float* const out = norm.empty() ? m_stream.at(0) : m_normal.at(0); // whose rows have been multiplied by now
    m_threads.splitWeightRows(matrix.rows, [&](int begin, int end) {
        multiply(m_packedWithin.times(matrix, out, hidden, norm.empty()), begin, end);
    });
    if (norm.empty())
        return;
    m_threads.eachRow(rowCount(), config().hiddenSize, [&](int row) {
        float* const added = m_normal.at(size(row) * hidden);
        float* const stream = m_stream.at(size(row) * hidden);
        rmsNorm(added, norm.data(), config().hiddenSize, config().normEpsilon, added);
        std::transform(stream, stream + hidden, added, stream, std::plus());
    });
}

void CpuForwardPass::writeLogits(bool hasFinalNorm, std::span<float> logits)
{
    const Weights& weights = m_model->weights;
    assert(logits.size() >= m_wanted.size() * size(config().logitCount()));
    if (m_wanted.empty())
        return;
    if (hasFinalNorm && !weights.finalNorm.empty())
        normAndPack(weights.finalNorm, weights.finalNormBias, m_wanted, weights.head);
    else
        pack(m_stream, m_wanted, weights.head);
    m_threads.splitWeightRows(weights.head.rows, [&](int begin, int end) {
        multiply(m_packed.times(weights.head, logits.data(), size(config().logitCount())), begin, end);
        for (std::size_t row = 0; config().logitCap > 0 && row < m_wanted.size(); ++row)
            softCap(logits.data() + row * size(config().logitCount()) + begin, end - begin, config().logitCap);
    });
}

} // namespace

std::unique_ptr<ForwardPass> makeCpuForwardPass(std::shared_ptr<const Model> model, std::shared_ptr<ThreadPool> pool,
                                                int slotCount, Arithmetic arithmetic)
{
    model = WeightPanels().withPanels(std::move(model), *pool);
    return makeArrangedForwardPass(std::move(model), std::move(pool), slotCount, arithmetic);
}

std::unique_ptr<ForwardPass> makeArrangedForwardPass(std::shared_ptr<const Model> model,
                                                     std::shared_ptr<ThreadPool> pool, int slotCount,
                                                     Arithmetic arithmetic)
{
    return std::make_unique<CpuForwardPass>(std::move(model), std::move(pool), slotCount, arithmetic);
}

} // namespace draftscope
