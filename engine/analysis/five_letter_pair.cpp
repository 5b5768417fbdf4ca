// SPDX-License-Identifier: MIT
#include "engine/analysis/five_letter_pair.h"

#include <cmath>

#include "engine/analysis/random_matrices.h"

namespace draftscope {
namespace {

constexpr int letterCount = 5;
constexpr int contextLength = 256;
constexpr std::uint64_t weightsSeed = 5;
constexpr TokenId lastLetter = letterCount - 1;
// Standard deviation of the logits: the likeliest of five letters gets about half of the mass.
constexpr float logitScale = 1.0f;
// Noise on the draft's weights, as a share of their own scale.
constexpr float draftNoise = 0.3f;
// Attention scores of standard deviation 4: what is attended to, and at which distance, changes the logits much.
constexpr float queryKeyScale = 2.0f;

class LetterTokenizer final : public Tokenizer {
public:
    explicit LetterTokenizer(bool endsText) : m_endsText(endsText) {}
    [[nodiscard]] std::string_view kind() const override { return "letters"; }
    [[nodiscard]] int size() const override { return letterCount; }
    [[nodiscard]] TokenId bos() const override { return noToken; }
    [[nodiscard]] TokenId eos() const override { return m_endsText ? lastLetter : noToken; }
    [[nodiscard]] TokenId unknown() const override { return noToken; }
    [[nodiscard]] bool addsBos() const override { return false; }
    [[nodiscard]] bool isControl(TokenId token) const override { return token == eos(); }
    [[nodiscard]] bool isByte(TokenId /*token*/) const override { return false; }
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view text) const override
    {
        std::vector<TokenId> tokens;
        for (const char letter : text) {
            if (letter < 'a' || letter >= 'a' + letterCount)
                return fail("The prompt of the five-letter pair has a character that is not a letter from a to e.");
            tokens.push_back(letter - 'a');
        }
        return tokens;
    }
    [[nodiscard]] std::string piece(TokenId token) const override
    {
        return token >= 0 && token < letterCount ? std::string(1, char('a' + token)) : std::string();
    }
    [[nodiscard]] std::string bytes(TokenId token) const override { return isControl(token) ? "" : piece(token); }
    [[nodiscard]] std::string decode(std::span<const TokenId> tokens) const override
    {
        std::string text;
        for (const TokenId token : tokens)
            text += bytes(token);
        return text;
    }

private:
    bool m_endsText;
};

std::shared_ptr<const Model> makeModel(std::string name, float noise, bool endsText, int layerCount,
                                       std::uint32_t which = 1)
{
    auto model = std::make_shared<Model>();
    model->name = std::move(name);
    model->path = "(in memory)";
    model->tokenizer = std::make_shared<LetterTokenizer>(endsText);
    ModelConfig& config = model->config;
    config.hiddenSize = 32;
    config.intermediateSize = 48;
    config.layerCount = layerCount;
    config.headCount = 4;
    config.kvHeadCount = 2;
    config.headSize = 8;
    config.vocabularySize = letterCount;
    config.contextLength = contextLength;
    if (endsText)
        config.endOfText = {lastLetter};

    Weights& weights = model->weights;
    RandomMatrices random(weights, noise, weightsSeed, which);
    const int hidden = config.hiddenSize, queries = config.headCount * config.headSize,
              keys = config.kvHeadCount * config.headSize;
    weights.embedding = random.make(letterCount, hidden, std::sqrt(float(hidden)));
    weights.head = random.make(letterCount, hidden, logitScale);
    weights.finalNorm.assign(std::size_t(hidden), 1.0f);
    for (int i = 0; i < config.layerCount; ++i) {
        LayerWeights layer;
        layer.inputNorm = layer.postAttentionNorm = weights.finalNorm;
        layer.q = random.make(queries, hidden, queryKeyScale);
        layer.k = random.make(keys, hidden, queryKeyScale);
        layer.v = random.make(keys, hidden, 1);
        layer.o = random.make(hidden, queries, 2);
        layer.gate = random.make(config.intermediateSize, hidden, 1);
        layer.up = random.make(config.intermediateSize, hidden, 1);
        layer.down = random.make(hidden, config.intermediateSize, 2);
        weights.layers.push_back(std::move(layer));
    }
    model->record.name = model->name;
    model->record.path = model->path.string();
    model->record.weightType = "f32";
    model->record.parameters = weights.parameterCount();
    model->record.layers = config.layerCount;
    model->record.hidden = hidden;
    model->record.vocabulary = letterCount;
    model->record.context = contextLength;
    return model;
}

} // namespace

Pair fiveLetterPair(bool endsText, int layerCount)
{
    const char* const ending = endsText ? ", with an end" : "";
    return {makeModel(fmt::format("five letters{}", ending), 0, endsText, layerCount),
            makeModel(fmt::format("five letters{}: draft", ending), draftNoise, endsText, layerCount)};
}

std::shared_ptr<const Model> otherFiveLetterDraft(bool endsText)
{
    return makeModel(fmt::format("five letters{}: other draft", endsText ? ", with an end" : ""), 2 * draftNoise,
                     endsText, 2, 2);
}

} // namespace draftscope
