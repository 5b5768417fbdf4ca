// SPDX-License-Identifier: MIT
#include "tests/backend/scalar_forward.h"

#include <algorithm>
#include <cmath>

#include "tests/backend/random_model.h"

namespace draftscope::test {

namespace {

using Table = std::vector<Numbers>;

std::size_t size(int count)
{
    return std::size_t(count);
}

Numbers product(const MatrixView& matrix, const Numbers& x)
{
    Numbers out(size(matrix.rows), 0.0);
    for (int row = 0; row < matrix.rows; ++row) {
        const Numbers weights = elements(matrix, row);
        for (std::size_t column = 0; column < weights.size(); ++column)
            out[size(row)] += weights[column] * x[column];
    }
    for (int row = 0; matrix.bias && row < matrix.rows; ++row)
        out[size(row)] += double(matrix.bias[row]);
    return out;
}

Numbers normalised(const Numbers& x, const std::vector<float>& weight, float epsilon)
{
    double squares = 0;
    for (const double value : x)
        squares += value * value;
    Numbers out;
    for (std::size_t i = 0; i < x.size(); ++i)
        out.push_back(x[i] / std::sqrt(squares / double(x.size()) + double(epsilon)) * double(weight[i]));
    return out;
}

/// Each head on its own; as it is without a norm.
Numbers normalisedHeads(const Numbers& heads, const std::vector<float>& weight, float epsilon)
{
    Numbers out;
    for (auto head = heads.begin(); !weight.empty() && head != heads.end(); head += std::ptrdiff_t(weight.size())) {
        const Numbers one = normalised({head, head + std::ptrdiff_t(weight.size())}, weight, epsilon);
        out.insert(out.end(), one.begin(), one.end());
    }
    return weight.empty() ? heads : out;
}

/// Rotates and lets grow by `factor`.
void rotate(Numbers& heads, int headSize, int position, const std::vector<float>& frequencies, bool interleaved,
            double factor)
{
    const std::size_t half = size(headSize) / 2;
    for (double& element : heads)
        element *= factor;
    for (std::size_t head = 0; head < heads.size(); head += size(headSize))
        for (std::size_t i = 0; i < half; ++i) {
            const double angle = position * double(frequencies[i]);
            double& a = heads[head + (interleaved ? 2 * i : i)];
            double& b = heads[head + (interleaved ? 2 * i + 1 : i + half)];
            const double before = a;
            a = a * std::cos(angle) - b * std::sin(angle);
            b = b * std::cos(angle) + before * std::sin(angle);
        }
}

double capped(double x, float cap)
{
    return cap > 0 ? double(cap) * std::tanh(x / double(cap)) : x;
}

/// What query head `head` reads from the keys and values of tokens first .. position, written to out.
void attend(const ModelConfig& config, int head, const Numbers& query, const Table& keys, const Table& values,
            std::size_t first, double* out)
{
    const std::size_t d = size(config.headSize), from = size(head) * d;
    const std::size_t kvFrom = size(head / (config.headCount / config.kvHeadCount)) * d;
    Numbers weights;
    double sum = 0;
    for (std::size_t j = first; j < keys.size(); ++j) {
        double score = 0;
        for (std::size_t i = 0; i < d; ++i)
            score += query[from + i] * keys[j][kvFrom + i];
        score /= std::sqrt(config.queryScalar > 0 ? config.queryScalar : double(d));
        weights.push_back(std::exp(capped(score, config.attentionCap)));
        sum += weights.back();
    }
    for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = first; j < values.size(); ++j)
            out[from + i] += weights[j - first] / sum * values[j][kvFrom + i];
}

Numbers attention(const Model& model, int layerIndex, const Numbers& x, int position, Table& keys, Table& values)
{
    const ModelConfig& config = model.config;
    const LayerWeights& layer = model.weights.layers[size(layerIndex)];
    const LayerAttention special = config.attentionOf(layerIndex);
    const std::vector<float> frequencies =
        special.hasLocalRope ? localRopeFrequencies(config) : ropeFrequencies(config);
    Numbers query = normalisedHeads(product(layer.q, x), layer.queryNorm, config.normEpsilon);
    Numbers key = normalisedHeads(product(layer.k, x), layer.keyNorm, config.normEpsilon);
    if (special.hasRope)
        for (Numbers* const heads : {&query, &key})
            rotate(*heads, config.headSize, position, frequencies, model.weights.interleavedRope,
                   special.hasLocalRope ? 1.0 : config.ropeAttentionFactor);
    keys.push_back(key);
    values.push_back(product(layer.v, x));
    Numbers heads(query.size(), 0.0);
    for (int head = 0; head < config.headCount; ++head)
        attend(config, head, query, keys, values,
               special.window > 0 ? size(std::max(0, position + 1 - special.window)) : 0, heads.data());
    return product(layer.o, heads);
}

double activated(Activation activation, double x)
{
    if (activation == Activation::silu)
        return x / (1 + std::exp(-x));
    if (activation == Activation::gelu)
        return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

Numbers gated(const LayerWeights& layer, Activation activation, const Numbers& x)
{
    Numbers gate = product(layer.gate, x);
    const Numbers up = product(layer.up, x);
    for (std::size_t i = 0; i < gate.size(); ++i)
        gate[i] = activated(activation, gate[i]) * up[i];
    return product(layer.down, gate);
}

/// `change` through `norm`, where there is one.
void add(Numbers& stream, Numbers change, const std::vector<float>& norm, float epsilon)
{
    if (!norm.empty())
        change = normalised(change, norm, epsilon);
    for (std::size_t i = 0; i < stream.size(); ++i)
        stream[i] += change[i];
}

} // namespace

ScalarForward scalarForward(const Model& model, const std::vector<TokenId>& text, const std::set<int>& skippedAttention,
                            const std::set<int>& skippedMlp)
{
    const Weights& weights = model.weights;
    const float epsilon = model.config.normEpsilon;
    const int layers = int(weights.layers.size());
    std::vector<Table> keys(weights.layers.size()), values(weights.layers.size());
    ScalarForward all;
    all.entering.resize(weights.layers.size() + 1);
    for (std::size_t position = 0; position < text.size(); ++position) {
        Numbers stream;
        for (int i = 0; i < model.config.hiddenSize; ++i)
            stream.push_back(element(weights.embedding, text[position], i) * double(model.config.embeddingScale));
        for (int l = 0; l < layers; ++l) {
            const LayerWeights& layer = weights.layers[size(l)];
            all.entering[size(l)].push_back(stream);
            if (!skippedAttention.contains(l))
                add(stream,
                    attention(model, l, normalised(stream, layer.inputNorm, epsilon), int(position), keys[size(l)],
                              values[size(l)]),
                    layer.attentionOutputNorm, epsilon);
            if (!skippedMlp.contains(l))
                add(stream, gated(layer, model.config.activation, normalised(stream, layer.postAttentionNorm, epsilon)),
                    layer.mlpOutputNorm, epsilon);
        }
        all.entering.back().push_back(stream);
        all.normalised.push_back(normalised(stream, weights.finalNorm, epsilon));
        all.logits.push_back(product(weights.head, all.normalised.back()));
        for (double& logit : all.logits.back())
            logit = capped(logit, model.config.logitCap);
    }
    return all;
}

std::vector<std::vector<double>> scalarLogits(const Model& model, const std::vector<TokenId>& text)
{
    return scalarForward(model, text).logits;
}

} // namespace draftscope::test
