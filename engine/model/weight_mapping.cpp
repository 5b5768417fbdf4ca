// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <set>
#include <string>

#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/model/tensor_mapper.h"

namespace draftscope {

namespace {

std::string layerName(const char* pattern, int layer)
{
    std::string name = pattern;
    return name.replace(name.find("%d"), 2, std::to_string(layer));
}

/// The layer that a tensor of any kind belongs to: the number where the pattern has its %d.
std::optional<std::uint64_t> layerOf(std::string_view name, std::string_view pattern)
{
    const std::string_view prefix = pattern.substr(0, pattern.find("%d"));
    std::uint64_t layer = 0;
    if (!name.starts_with(prefix))
        return std::nullopt;
    const auto read = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), layer);
    return read.ec == std::errc() ? std::optional(layer) : std::nullopt;
}

bool isNeedless(std::string_view name, const TensorNames& names)
{
    const auto isBeginning = [&](std::string_view beginning) { return name.starts_with(beginning); };
    if (std::any_of(names.otherParts.begin(), names.otherParts.end(), isBeginning))
        return true;
    return std::any_of(names.needless.begin(), names.needless.end(), [&](std::string_view pattern) {
        const std::size_t number = pattern.find("%d");
        return number == std::string_view::npos ? name == pattern
                                                : layerOf(name, pattern) && name.ends_with(pattern.substr(number + 2));
    });
}

/// Whether two tensors hold the same numbers. Reads both from end to end.
bool areEqual(const TensorSource& source, std::string_view one, std::string_view other)
{
    const auto a = source.tensor(one), b = source.tensor(other);
    return a && b && a->type == b->type && a->shape == b->shape && std::memcmp(a->data, b->data, a->bytes) == 0;
}

/// Refuses tensors that nothing was taken from.
Result<void> checkNothingLeft(const TensorSource& source, const ModelConfig& config, const TensorNames& names,
                              const std::set<std::string, std::less<>>& taken)
{
    std::uint64_t layers = 0;
    std::vector<std::string> left;
    for (std::string& name : source.names()) {
        if (const auto layer = layerOf(name, names.inputNorm))
            layers = std::max(layers, *layer + 1);
        const bool saysWhoseLogits = name == "d2t" || name == "t2d"; // the same: readTokensOfLogits() has read it
        if (!taken.contains(name) && !saysWhoseLogits && !isNeedless(name, names))
            left.push_back(std::move(name));
    }
    const std::string path = source.path().string();
    if (layers > std::uint64_t(config.layerCount))
        return fail("The configuration of {} says {} layer{} and the file has {}: the files do not belong together, "
                    "download them again.",
                    path, config.layerCount, config.layerCount == 1 ? "" : "s", layers);
    for (const std::string& name : left) {
        if (config.tiedEmbeddings && (name == names.head || name == names.embedding))
            continue; // the same as the other one: see mapWholeModel()
        return fail(
            "{} has the tensor {}{}, which Draftscope has no use for and cannot leave out without changing what "
            "the model says: use another model.",
            path, name, left.size() == 1 ? std::string() : fmt::format(" and {} more like it", left.size() - 1));
    }
    return {};
}

/// The tensors that a configuration asks for, by a family's names.
class WeightMapping {
public:
    WeightMapping(const TensorSource& source, const ModelConfig& config, const TensorNames& names, Weights& weights)
        : m_source(source), m_config(config), m_names(names), m_weights(weights), m_mapper(source, weights)
    {
    }

    [[nodiscard]] const TensorMapper& mapper() const { return m_mapper; }

    void mapWholeModel()
    {
        // Tied checkpoints store one of the two, whichever they like, or both; untied ones must have both. Where both
        // are there and differ, the model has two, whatever the configuration says: so does transformers (5.24,
        // tie_weights).
        const bool hasEmbedding = m_source.has(m_names.embedding), hasHead = m_source.has(m_names.head);
        const bool isTied = m_config.tiedEmbeddings
            && !(hasEmbedding && hasHead && !areEqual(m_source, m_names.head, m_names.embedding));
        const bool onlyHead = isTied && !hasEmbedding && hasHead;
        m_weights.embedding =
            m_mapper.matrix(onlyHead ? m_names.head : m_names.embedding, m_config.vocabularySize, m_config.hiddenSize);
        m_weights.head =
            isTied ? m_weights.embedding : m_mapper.matrix(m_names.head, m_config.logitCount(), m_config.hiddenSize);
        if (m_config.hasLearnedPositions)
            m_weights.positions = m_mapper.matrix(m_names.positions, m_config.contextLength, m_config.hiddenSize);
        mapNorm(m_names.finalNorm, m_weights.finalNorm, m_weights.finalNormBias);
    }

    void mapLayer(int index)
    {
        const int hidden = m_config.hiddenSize, inner = m_config.intermediateSize;
        const int queries = m_config.headCount * m_config.headSize, keys = m_config.kvHeadCount * m_config.headSize;
        const auto form = [&](bool hasBias) { return MatrixForm{hasBias, m_names.areTransposed}; };
        const MatrixForm inQkv = form(m_config.hasQueryKeyValueBias), inMlp = form(m_config.hasMlpBias);
        const auto matrix = [&](const char* name, int rows, int columns, const MatrixForm& how) {
            return m_mapper.matrix(layerName(name, index), rows, columns, how);
        };
        LayerWeights layer;
        mapNorm(layerName(m_names.inputNorm, index), layer.inputNorm, layer.inputNormBias);
        mapNorm(layerName(m_names.postAttentionNorm, index), layer.postAttentionNorm, layer.postAttentionNormBias);
        if (m_config.hasQueryKeyNorm) {
            layer.queryNorm = normWeight(layerName(m_names.queryNorm, index), m_config.headSize);
            layer.keyNorm = normWeight(layerName(m_names.keyNorm, index), m_config.headSize);
        }
        if (m_config.hasOutputNorms) {
            layer.attentionOutputNorm = normWeight(layerName(m_names.attentionOutputNorm, index), hidden);
            layer.mlpOutputNorm = normWeight(layerName(m_names.mlpOutputNorm, index), hidden);
        }
        if (m_names.queriesKeysValues) {
            const auto parts =
                m_mapper.stacked(layerName(m_names.queriesKeysValues, index), {queries, keys, keys}, hidden, inQkv);
            layer.q = parts[0], layer.k = parts[1], layer.v = parts[2];
        } else {
            layer.q = matrix(m_names.q, queries, hidden, inQkv);
            layer.k = matrix(m_names.k, keys, hidden, inQkv);
            layer.v = matrix(m_names.v, keys, hidden, inQkv);
        }
        layer.o = matrix(m_names.o, hidden, queries, form(m_config.hasAttentionOutputBias));
        if (m_names.gateUp) {
            const auto parts = m_mapper.stacked(layerName(m_names.gateUp, index), {inner, inner}, hidden, inMlp);
            layer.gate = parts[0], layer.up = parts[1];
        } else {
            if (m_config.hasGate)
                layer.gate = matrix(m_names.gate, inner, hidden, inMlp);
            layer.up = matrix(m_names.up, inner, hidden, inMlp);
        }
        layer.down = matrix(m_names.down, hidden, inner, inMlp);
        m_weights.layers.push_back(std::move(layer));
    }

private:
    std::vector<float> normWeight(const std::string& name, int size)
    {
        std::vector<float> weight = m_mapper.vector(name, size);
        if (m_names.normsLackOne)
            for (float& each : weight)
                each += 1;
        return weight;
    }

    void mapNorm(const std::string& name, std::vector<float>& weight, std::vector<float>& bias)
    {
        weight = normWeight(name, m_config.hiddenSize);
        if (m_config.norm == NormKind::layer)
            bias = m_mapper.vector(biasName(name), m_config.hiddenSize);
    }

    const TensorSource& m_source;
    const ModelConfig& m_config;
    const TensorNames& m_names;
    Weights& m_weights;
    TensorMapper m_mapper;
};

} // namespace

Result<Weights> mapWeights(const TensorSource& source, const ModelConfig& config, const TensorNames& names)
{
    Weights weights;
    weights.files = source.storage();
    weights.storage.assign(weights.files.begin(), weights.files.end());
    WeightMapping mapping(source, config, names, weights);
    const TensorMapper& mapper = mapping.mapper();
    mapping.mapWholeModel();
    for (int i = 0; i < config.layerCount && !mapper.error(); ++i)
        mapping.mapLayer(i);
    if (mapper.error())
        return tl::unexpected(*mapper.error());
    if (auto nothing = checkNothingLeft(source, config, names, mapper.taken()); !nothing)
        return tl::unexpected(nothing.error());
    return weights;
}

} // namespace draftscope
