// SPDX-License-Identifier: MIT
#include "tests/backend/scalar_head.h"

#include <cmath>

#include "tests/backend/random_model.h"

namespace draftscope::test {

namespace {

using fixtures::HeadFiles;
using fixtures::NamedFloats;

Numbers times(const NamedFloats& matrix, const Numbers& x)
{
    Numbers out(matrix.shape.at(0), 0.0);
    for (std::size_t row = 0; row < out.size(); ++row)
        for (std::size_t i = 0; i < x.size(); ++i)
            out[row] += double(matrix.values.at(row * x.size() + i)) * x[i];
    return out;
}

Numbers times(const MatrixView& matrix, const Numbers& x)
{
    Numbers out(std::size_t(matrix.rows), 0.0);
    for (int row = 0; row < matrix.rows; ++row)
        for (int i = 0; i < matrix.columns; ++i)
            out[std::size_t(row)] += element(matrix, row, i) * x[std::size_t(i)];
    return out;
}

Numbers plus(Numbers a, const Numbers& b)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] += b.at(i);
    return a;
}

Numbers numbers(const NamedFloats& tensor)
{
    return {tensor.values.begin(), tensor.values.end()};
}

Numbers norm(const NamedFloats& weight, const Numbers& x)
{
    double squares = 0;
    for (const double value : x)
        squares += value * value;
    Numbers out;
    for (std::size_t i = 0; i < x.size(); ++i)
        out.push_back(x[i] / std::sqrt(squares / double(x.size()) + 1e-5) * double(weight.values.at(i)));
    return out;
}

double silu(double x)
{
    return x / (1 + std::exp(-x));
}

Numbers joined(Numbers a, const Numbers& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Pairs (i, i + d/2) of each head.
void rotate(Numbers& heads, std::size_t d, double position, double theta)
{
    for (std::size_t head = 0; head < heads.size(); head += d)
        for (std::size_t i = 0; i < d / 2; ++i) {
            const double angle = position * std::pow(theta, -2.0 * double(i) / double(d));
            const double a = heads[head + i], b = heads[head + i + d / 2];
            heads[head + i] = a * std::cos(angle) - b * std::sin(angle);
            heads[head + i + d / 2] = b * std::cos(angle) + a * std::sin(angle);
        }
}

class Eagle {
public:
    Eagle(const HeadFiles& files, const Model& target) : m_files(files), m_target(target) {}

    HeadOutput run(const HeadRow& row, int position)
    {
        const Numbers token = embedding(row.token);
        const bool isEagle3 = has("norm.weight");
        const std::string layer = has("midlayer.hidden_norm.weight") ? "midlayer." : "layers.0.";
        Numbers stream = row.input;
        if (!isEagle3) {
            stream = times(at("fc.weight"), joined(token, row.input));
            if (has("fc.bias"))
                stream = plus(stream, numbers(at("fc.bias")));
        } else if (row.isFeatures) {
            stream =
                times(at("fc.weight"), has("input_norm.weight") ? norm(at("input_norm.weight"), row.input) : row.input);
        }
        Numbers read = stream;
        if (isEagle3) {
            const Numbers normal = norm(at(layer + "hidden_norm.weight"), stream);
            read = joined(norm(at(layer + "input_layernorm.weight"), token), normal);
            if (m_files.config.at("norm_before_residual") == true)
                stream = normal;
        }
        stream = plus(stream, attention(layer, read, position));
        const Numbers normal = norm(at(layer + "post_attention_layernorm.weight"), stream);
        Numbers gate = times(at(layer + "mlp.gate_proj.weight"), normal);
        const Numbers up = times(at(layer + "mlp.up_proj.weight"), normal);
        for (std::size_t i = 0; i < gate.size(); ++i)
            gate[i] = silu(gate[i]) * up[i];
        stream = plus(stream, times(at(layer + "mlp.down_proj.weight"), gate));
        if (isEagle3)
            return {stream, times(at("lm_head.weight"), norm(at("norm.weight"), stream))};
        return {stream, times(m_target.weights.head, stream)};
    }

private:
    [[nodiscard]] bool has(const std::string& name) const { return m_files.tensors.contains(name); }
    [[nodiscard]] const NamedFloats& at(const std::string& name) const { return m_files.tensors.at(name); }
    [[nodiscard]] std::size_t sizeOf(const char* key) const { return m_files.config.at(key).get<std::size_t>(); }

    [[nodiscard]] Numbers embedding(TokenId token) const
    {
        Numbers out;
        for (int i = 0; i < int(sizeOf("hidden_size")); ++i)
            out.push_back(
                has("embed_tokens.weight") ? double(
                    at("embed_tokens.weight").values.at(std::size_t(token) * sizeOf("hidden_size") + std::size_t(i)))
                                           : element(m_target.weights.embedding, token, i));
        return out;
    }

    Numbers attention(const std::string& layer, const Numbers& read, int position)
    {
        const std::size_t d = sizeOf("head_dim"), heads = sizeOf("num_attention_heads");
        const std::size_t together = heads / sizeOf("num_key_value_heads");
        const double theta = m_files.config.at("rope_theta").get<double>();
        Numbers query = times(at(layer + "self_attn.q_proj.weight"), read);
        Numbers key = times(at(layer + "self_attn.k_proj.weight"), read);
        rotate(query, d, position, theta);
        rotate(key, d, position, theta);
        m_keys.push_back(key);
        m_values.push_back(times(at(layer + "self_attn.v_proj.weight"), read));
        Numbers out(query.size(), 0.0);
        for (std::size_t head = 0; head < heads; ++head) {
            const std::size_t from = head / together * d;
            Numbers weights;
            double sum = 0;
            for (const Numbers& other : m_keys) {
                double score = 0;
                for (std::size_t i = 0; i < d; ++i)
                    score += query[head * d + i] * other[from + i];
                weights.push_back(std::exp(score / std::sqrt(double(d))));
                sum += weights.back();
            }
            for (std::size_t j = 0; j < weights.size(); ++j)
                for (std::size_t i = 0; i < d; ++i)
                    out[head * d + i] += weights[j] / sum * m_values[j][from + i];
        }
        return times(at(layer + "self_attn.o_proj.weight"), out);
    }

    const HeadFiles& m_files;
    const Model& m_target;
    std::vector<Numbers> m_keys, m_values;
};

} // namespace

Numbers scalarMedusa(const HeadFiles& files, int head, int blocks, const Numbers& state)
{
    Numbers x = state;
    for (int l = 0; l < blocks; ++l) {
        const std::string block = fmt::format("{}.{}.linear.", head, l);
        Numbers change = plus(times(files.tensors.at(block + "weight"), x), numbers(files.tensors.at(block + "bias")));
        for (double& value : change)
            value = silu(value);
        x = plus(x, change);
    }
    return times(files.tensors.at(fmt::format("{}.{}.weight", head, blocks)), x);
}

std::vector<HeadOutput> scalarEagle(const HeadFiles& files, const Model& target, const std::vector<HeadRow>& rows)
{
    Eagle eagle(files, target);
    std::vector<HeadOutput> outputs;
    for (std::size_t i = 0; i < rows.size(); ++i)
        outputs.push_back(eagle.run(rows[i], int(i)));
    return outputs;
}

} // namespace draftscope::test
