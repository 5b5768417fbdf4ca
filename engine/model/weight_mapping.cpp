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
        if (!taken.contains(name) && !isNeedless(name, names))
            left.push_back(std::move(name));
    }
    const std::string path = source.path().string();
    if (layers > std::uint64_t(config.layerCount))
        return fail("The configuration of {} says {} layer{} and the file has {}: the files do not belong together, "
                    "download them again.",
                    path, config.layerCount, config.layerCount == 1 ? "" : "s", layers);
    for (const std::string& name : left) {
        const bool isTied = config.tiedEmbeddings && (name == names.head || name == names.embedding);
        if (isTied && areEqual(source, names.head, names.embedding))
            continue;
        if (isTied)
            return fail("The configuration of {} says that {} and {} are the same, and they are not: the files do not "
                        "belong together, download them again.",
                        path, names.embedding, names.head);
        return fail(
            "{} has the tensor {}{}, which Draftscope has no use for and cannot leave out without changing what "
            "the model says: use another model.",
            path, name, left.size() == 1 ? std::string() : fmt::format(" and {} more like it", left.size() - 1));
    }
    return {};
}

} // namespace

Result<Weights> mapWeights(const TensorSource& source, const ModelConfig& config, const TensorNames& names)
{
    Weights weights;
    weights.files = source.storage();
    weights.storage.assign(weights.files.begin(), weights.files.end());
    TensorMapper mapper(source, weights);
    const int hidden = config.hiddenSize, inner = config.intermediateSize;
    const int queries = config.headCount * config.headSize, keys = config.kvHeadCount * config.headSize;

    // Tied checkpoints store one of the two, whichever they like; untied ones must have both.
    const bool onlyHead = config.tiedEmbeddings && !source.has(names.embedding) && source.has(names.head);
    weights.embedding = mapper.matrix(onlyHead ? names.head : names.embedding, config.vocabularySize, hidden);
    weights.head = config.tiedEmbeddings ? weights.embedding : mapper.matrix(names.head, config.logitCount(), hidden);
    weights.finalNorm = mapper.vector(names.finalNorm, hidden);

    for (int i = 0; i < config.layerCount && !mapper.error(); ++i) {
        const auto matrix = [&](const char* name, int rows, int columns, bool hasBias) {
            return mapper.matrix(layerName(name, i), rows, columns, hasBias);
        };
        LayerWeights layer;
        layer.inputNorm = mapper.vector(layerName(names.inputNorm, i), hidden);
        layer.postAttentionNorm = mapper.vector(layerName(names.postAttentionNorm, i), hidden);
        if (config.hasQueryKeyNorm) {
            layer.queryNorm = mapper.vector(layerName(names.queryNorm, i), config.headSize);
            layer.keyNorm = mapper.vector(layerName(names.keyNorm, i), config.headSize);
        }
        layer.q = matrix(names.q, queries, hidden, config.hasQueryKeyValueBias);
        layer.k = matrix(names.k, keys, hidden, config.hasQueryKeyValueBias);
        layer.v = matrix(names.v, keys, hidden, config.hasQueryKeyValueBias);
        layer.o = matrix(names.o, hidden, queries, config.hasAttentionOutputBias);
        layer.gate = matrix(names.gate, inner, hidden, config.hasMlpBias);
        layer.up = matrix(names.up, inner, hidden, config.hasMlpBias);
        layer.down = matrix(names.down, hidden, inner, config.hasMlpBias);
        weights.layers.push_back(std::move(layer));
    }
    if (mapper.error())
        return tl::unexpected(*mapper.error());
    if (auto nothing = checkNothingLeft(source, config, names, mapper.taken()); !nothing)
        return tl::unexpected(nothing.error());
    return weights;
}

} // namespace draftscope
