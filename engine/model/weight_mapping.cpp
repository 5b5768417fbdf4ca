// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include <fmt/ranges.h>

#include "engine/model/checkpoint.h"

namespace draftscope {

namespace {

float halfToFloat(std::uint16_t half)
{
    const int exponent = (half >> 10) & 31, fraction = half & 1023;
    float value = 0;
    if (exponent == 31)
        value = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    else if (exponent == 0)
        value = std::ldexp(float(fraction), -24);
    else
        value = std::ldexp(float(1024 + fraction), exponent - 25);
    return half & 0x8000 ? -value : value;
}

float elementAt(const TensorView& view, std::size_t index)
{
    if (view.type == WeightType::f32) {
        float value;
        std::memcpy(&value, view.data + index * 4, 4);
        return value;
    }
    std::uint16_t bits;
    std::memcpy(&bits, view.data + index * 2, 2);
    return view.type == WeightType::f16 ? halfToFloat(bits) : std::bit_cast<float>(std::uint32_t(bits) << 16);
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

/// Takes tensors by name and remembers the first Error, so that the mapping below reads like a table.
class Mapper {
public:
    Mapper(const TensorSource& source, Weights& weights) : m_source(source), m_weights(weights) {}

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Names of all tensors that were asked for.
    [[nodiscard]] const std::set<std::string, std::less<>>& taken() const { return m_taken; }

    MatrixView matrix(const std::string& name, int rows, int columns)
    {
        const auto view = take(name, {rows, columns});
        if (!view)
            return {};
        return {aligned(*view), view->type, rows, columns};
    }

    std::vector<float> norm(const std::string& name, int size)
    {
        const auto view = take(name, {size});
        std::vector<float> values;
        if (view)
            for (std::size_t i = 0; i < std::size_t(size); ++i)
                values.push_back(elementAt(*view, i));
        return values;
    }

private:
    std::optional<TensorView> take(const std::string& name, const std::vector<std::int64_t>& shape)
    {
        if (m_error)
            return std::nullopt;
        m_taken.insert(name);
        auto view = m_source.tensor(name);
        if (!view)
            m_error = view.error();
        else if (view->shape != shape)
            m_error =
                Error{fmt::format("The tensor {} has the shape {} where the configuration says {}: the files do not "
                                  "belong together, download them again.",
                                  name, shapeText(view->shape), shapeText(shape))};
        return m_error ? std::nullopt : std::optional(std::move(*view));
    }

    /// Kernels read whole elements, and safetensors promises no alignment: a crooked tensor is copied.
    const void* aligned(const TensorView& view)
    {
        if (reinterpret_cast<std::uintptr_t>(view.data) % bytesPer(view.type) == 0)
            return view.data;
        auto copy = std::make_shared<std::vector<std::byte>>(view.data, view.data + view.bytes);
        m_weights.storage.push_back(copy);
        return copy->data();
    }

    const TensorSource& m_source;
    Weights& m_weights;
    std::set<std::string, std::less<>> m_taken;
    std::optional<Error> m_error;
};

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
        if (const auto layer = layerOf(name, names.q))
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
    Mapper mapper(source, weights);
    const int hidden = config.hiddenSize, inner = config.intermediateSize;
    const int queries = config.headCount * config.headSize, keys = config.kvHeadCount * config.headSize;

    // Tied checkpoints store one of the two, whichever they like; untied ones must have both.
    const bool onlyHead = config.tiedEmbeddings && !source.has(names.embedding) && source.has(names.head);
    weights.embedding = mapper.matrix(onlyHead ? names.head : names.embedding, config.vocabularySize, hidden);
    weights.head = config.tiedEmbeddings ? weights.embedding : mapper.matrix(names.head, config.vocabularySize, hidden);
    weights.finalNorm = mapper.norm(names.finalNorm, hidden);

    for (int i = 0; i < config.layerCount && !mapper.error(); ++i) {
        const auto matrix = [&](const char* name, int rows, int columns) {
            return mapper.matrix(layerName(name, i), rows, columns);
        };
        LayerWeights layer;
        layer.inputNorm = mapper.norm(layerName(names.inputNorm, i), hidden);
        layer.postAttentionNorm = mapper.norm(layerName(names.postAttentionNorm, i), hidden);
        layer.q = matrix(names.q, queries, hidden);
        layer.k = matrix(names.k, keys, hidden);
        layer.v = matrix(names.v, keys, hidden);
        layer.o = matrix(names.o, hidden, queries);
        layer.gate = matrix(names.gate, inner, hidden);
        layer.up = matrix(names.up, inner, hidden);
        layer.down = matrix(names.down, hidden, inner);
        weights.layers.push_back(std::move(layer));
    }
    if (mapper.error())
        return tl::unexpected(*mapper.error());
    if (auto nothing = checkNothingLeft(source, config, names, mapper.taken()); !nothing)
        return tl::unexpected(nothing.error());
    return weights;
}

} // namespace draftscope
