// SPDX-License-Identifier: MIT
#include "engine/analysis/forced_reading.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/sampling/distribution.h"
#include "engine/sampling/usable_logits.h"

namespace draftscope {
namespace {

float roundedToBf16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t toEven = ((bits >> 16) & 1) + 0x7fff;
    return std::isfinite(value) ? std::bit_cast<float>((bits + toEven) & 0xffff0000u) : value;
}

float roundedToHalf(float value)
{
    if (!std::isfinite(value) || value == 0)
        return value;
    constexpr int significantBits = 11, smallestExponent = -24;
    const float unit = std::ldexp(1.0f, std::max(std::ilogb(value) + 1 - significantBits, smallestExponent));
    return std::nearbyint(value / unit) * unit;
}

void roundStream(std::span<float> values, StreamRounding rounding)
{
    if (rounding == StreamRounding::bf16)
        std::ranges::transform(values, values.begin(), roundedToBf16);
    else if (rounding == StreamRounding::f16)
        std::ranges::transform(values, values.begin(), roundedToHalf);
}

/// -ln p of the token less the entropy, and the variance of -ln p, at a temperature.
Typicality typicalityOf(std::span<const float> logits, float largest, TokenId token, double temperature)
{
    double sum = 0, first = 0, second = 0; // of e^x, x e^x and x² e^x, where x is the logit over the temperature
    for (const float logit : logits) {
        const double x = double(logit - largest) / temperature, weight = std::exp(x);
        if (weight <= 0)
            continue;
        sum += weight;
        first += x * weight;
        second += x * x * weight;
    }
    const double mean = first / sum; // -ln p is ln(sum) - x, so its mean and variance follow from those of x
    return {mean - double(logits[std::size_t(token)] - largest) / temperature,
            std::max(0.0, second / sum - mean * mean)};
}

std::vector<LikelyToken> likeliestOf(std::span<const float> logits, std::size_t count)
{
    std::vector<TokenId> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    count = std::min(count, ids.size());
    std::ranges::partial_sort(ids, ids.begin() + std::ptrdiff_t(count), [&](TokenId a, TokenId b) {
        const float ofA = logits[std::size_t(a)], ofB = logits[std::size_t(b)];
        return ofA != ofB ? ofA > ofB : a < b;
    });
    const Softmax softmax(logits);
    std::vector<LikelyToken> top;
    for (std::size_t i = 0; i < count; ++i)
        top.push_back({ids[i], logits[std::size_t(ids[i])], softmax.at(ids[i])});
    return top;
}

} // namespace

double Typicality::deviations() const
{
    return variance > 0 ? excess / std::sqrt(variance) : 0;
}

std::vector<ReadingWay> readingWays(const Model& target, int threads, const std::shared_ptr<Backend>& device)
{
    const auto exact = makeCpuBackend(threads, Arithmetic::f32);
    std::vector<ReadingWay> ways{{"f32", phrase("f32, nothing rounded"), exact}};
    const std::string& weights = target.record.weightType;
    if (weights.starts_with('Q'))
        ways.push_back({"int8", phrase("activations in int8"), makeCpuBackend(threads, Arithmetic::int8)});
    if (weights == "bf16" && arithmeticNamed("bf16"))
        ways.push_back({"bf16", phrase("activations in bf16"), makeCpuBackend(threads, Arithmetic::bf16)});
    if (weights == "bf16" && arithmeticNamed("amx"))
        ways.push_back(
            {"amx", phrase("activations in bf16, in the tiles of AMX"), makeCpuBackend(threads, Arithmetic::amx)});
    ways.push_back({"bf16-states", phrase("states and logits in bf16"), exact, textRowsPerPass, StreamRounding::bf16});
    ways.push_back({"f16-states", phrase("states and logits in f16"), exact, textRowsPerPass, StreamRounding::f16});
    if (device)
        ways.push_back({std::string(device->name()), Message(std::string(device->name())), device});
    ways.push_back({"one-row", phrase("one row a pass"), exact, 1, StreamRounding::none, true});
    ways.push_back({"eight-rows", phrase("8 rows a pass"), exact, 8, StreamRounding::none, true});
    return ways;
}

Result<ForcedReader> ForcedReader::create(std::shared_ptr<const Model> model, const ReadingWay& way, int slotCount,
                                          const Progress& progress)
{
    auto pass = way.backend->makePass(model, slotCount, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return ForcedReader(std::move(model), way, std::move(*pass));
}

ForcedReader::ForcedReader(std::shared_ptr<const Model> model, const ReadingWay& way, std::unique_ptr<ForwardPass> pass)
    : m_model(std::move(model)), m_way(way), m_pass(std::move(pass)), m_slots(std::size_t(m_pass->slotCount()))
{
    std::iota(m_slots.begin(), m_slots.end(), 0);
    m_logits.resize(std::size_t(m_way.rowsPerPass) * std::size_t(m_pass->config().vocabularySize));
}

void ForcedReader::run(const ForcedText& text, std::size_t first, std::size_t end, const Progress& progress)
{
    Rows rows;
    rows.cancelled = progress.cancelled;
    rows.endIfCancelled();
    rows.prefixes = {std::span(m_slots).first(first)};
    for (std::size_t at = first; at < end; ++at)
        rows.rows.push_back({text.tokens[at], int(at) + (at >= text.shiftFrom ? text.shift : 0), 0, m_slots[at],
                             std::span(m_slots).subspan(first, at - first), at + 1 >= text.from,
                             int(text.tokens.size()) + std::max(0, text.shift)});
    std::size_t wanted = 0;
    for (const Row& row : rows.rows)
        wanted += row.wantLogits;
    const auto vocabulary = std::size_t(m_pass->config().vocabularySize);
    if (m_way.stream != StreamRounding::none)
        runByLayers(rows);
    m_pass->run(rows, std::span(m_logits).first(wanted * vocabulary));
    roundStream(std::span(m_logits).first(wanted * vocabulary), m_way.stream);
}

/// Runs the layers one by one, and leaves in `rows` what is left to do: the final norm and the head.
void ForcedReader::runByLayers(Rows& rows)
{
    const std::size_t size = rows.rows.size() * std::size_t(m_pass->config().hiddenSize);
    const int layers = m_pass->config().layerCount;
    m_states.resize(size);
    m_next.resize(size);
    std::vector<bool> wanted;
    for (Row& row : rows.rows) {
        wanted.push_back(row.wantLogits);
        row.wantLogits = false;
    }
    for (int layer = 0; layer < layers; ++layer) {
        rows.part.firstLayer = layer;
        rows.part.endLayer = layer + 1;
        rows.hiddenStates = {{layer + 1, m_next}};
        m_pass->run(rows, {});
        roundStream(m_next, m_way.stream);
        m_states.swap(m_next);
        rows.inputStates = m_states;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i)
        rows.rows[i].wantLogits = wanted[i];
    rows.part.firstLayer = layers;
    rows.part.endLayer = PassPart::allLayers;
    rows.hiddenStates.clear();
}

ForcedPlace ForcedReader::placeOf(std::span<const float> logits, TokenId token) const
{
    ForcedPlace place{.token = token, .likeliest = argmax(logits)};
    const float best = logits[std::size_t(place.likeliest)];
    float second = -std::numeric_limits<float>::infinity();
    for (std::size_t id = 0; id < logits.size(); ++id)
        if (TokenId(id) != place.likeliest && (place.second == noToken || logits[id] > second)) {
            second = logits[id];
            place.second = TokenId(id);
        }
    place.logit = logits[std::size_t(token)];
    place.margin = best - place.logit;
    place.lead = best - second;
    for (std::size_t id = 0; id < logits.size(); ++id)
        place.rank += logits[id] > place.logit || (logits[id] == place.logit && TokenId(id) < token);
    place.p = Softmax(logits).at(token);
    return place;
}

ForcedReading ForcedReader::read(const ForcedText& text, const Progress& progress)
{
    assert(text.from >= 1 && text.tokens.size() <= m_slots.size());
    const auto vocabulary = std::size_t(m_pass->config().vocabularySize);
    const int tokenizerSize = m_model->tokenizer->size();
    ForcedReading reading;
    if (text.tokens.size() < 2)
        return reading;
    const std::size_t last = text.tokens.size() - 1, step = std::size_t(m_way.rowsPerPass);
    for (std::size_t first = text.kept; first < last; first += step) {
        progress.tell(double(first) / double(last), "Reading the text");
        const std::size_t end = std::min(first + step, last);
        run(text, first, end, progress);
        std::size_t row = 0;
        for (std::size_t at = std::max(first + 1, text.from); at <= end; ++at, ++row) {
            const auto all = std::span<const float>(m_logits).subspan(row * vocabulary, vocabulary);
            requireUsable(all, tokenizerSize, m_model->name, int(at));
            const auto logits = all.first(std::size_t(tokenizerSize));
            ForcedPlace place = placeOf(logits, text.tokens[at]);
            if (!text.pairs.empty()) {
                const auto [a, b] = text.pairs[at - text.from];
                place.pairGap = logits[std::size_t(a)] - logits[std::size_t(b)];
            }
            if (text.wantsTypicality)
                for (std::size_t t = 0; t < temperaturesTried.size(); ++t) {
                    const Typicality here =
                        typicalityOf(logits, logits[std::size_t(place.likeliest)], place.token, temperaturesTried[t]);
                    reading.typicality[t].excess += here.excess;
                    reading.typicality[t].variance += here.variance;
                }
            if (text.topAt == at)
                reading.top = likeliestOf(logits, mostLikely);
            reading.places.push_back(place);
        }
    }
    return reading;
}

std::vector<TokenId> ForcedReader::write(std::span<const TokenId> text, int count, const Progress& progress)
{
    std::vector<TokenId> all(text.begin(), text.end());
    all.reserve(all.size() + std::size_t(count));
    std::size_t done = 0;
    const auto vocabulary = std::size_t(m_pass->config().vocabularySize);
    for (int written = 0; written < count; ++written) {
        progress.tell(double(written) / double(count), "Writing the target's own text");
        while (done < all.size()) { // only the last row of all wants logits
            const std::size_t end = std::min(done + std::size_t(m_way.rowsPerPass), all.size());
            run({.tokens = all, .from = all.size()}, done, end, progress);
            done = end;
        }
        const auto logits = std::span<const float>(m_logits).first(vocabulary);
        requireUsable(logits, m_model->tokenizer->size(), m_model->name, int(all.size()));
        const TokenId next = argmax(logits.first(std::size_t(m_model->tokenizer->size())));
        all.push_back(next);
        if (m_model->isEndOfText(next))
            break;
    }
    return {all.begin() + std::ptrdiff_t(text.size()), all.end()};
}

} // namespace draftscope
