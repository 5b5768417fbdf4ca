// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

struct ModelFamily;

/// How rotary frequencies are changed for texts longer than those that a model was first trained on. Linear: all are
/// slowed by `factor`. Llama 3 and YaRN: low ones are slowed by it, high ones kept, those between blended. Dynamic
/// (NTK): beyond originalContext the base grows with the length of the text. LongRoPE: beyond originalContext
/// ModelConfig::longRopeFactors take the place of ropeFactors.
struct RopeScaling {
    enum class Method : std::uint8_t { llama3, linear, yarn, dynamic, longrope };

    double factor = 1;
    double lowFrequencyFactor = 1, highFrequencyFactor = 4; ///< Llama 3: originalContext over the wavelengths between
    int originalContext = 8192;
    Method method = Method::llama3;
    double fastRotations = 32, slowRotations = 1; ///< YaRN: turns within originalContext of the pairs between
    bool wholePairs = true;                       ///< YaRN: those two pairs are rounded to whole ones
};

/// What the rows of a model begin with. Drafting heads read hidden states of their target (Rows::inputStates).
enum class RowInput : std::uint8_t {
    token,         ///< the token's embedding; or an input state in its place
    state,         ///< Medusa: an input state; there are no tokens
    tokenAndState, ///< EAGLE-1/2: what `fc` makes of the token's embedding and an input state behind it
    /// EAGLE-3: an input state; the first layer's q, k and v read the token's embedding in front of it
    tokenBesideState,
};

/// The norms of a model's stream: RMSNorm (Zhang and Sennrich 2019, arXiv 1910.07467), or LayerNorm with biases (Ba et
/// al. 2016, arXiv
/// 1607.06450).
enum class NormKind : std::uint8_t { rms, layer };

/// What an MLP puts its inner values through: SiLU, or GELU (Hendrycks and Gimpel 2016, arXiv 1606.08415), by its
/// approximation with tanh or as it is.
enum class Activation : std::uint8_t { silu, geluTanh, gelu };

/// What the attention of a layer does otherwise than most do.
struct LayerAttention {
    bool hasRope = true;
    int window = 0;            ///< tokens of its path that a row sees, itself the last of them; 0: all
    bool hasLocalRope = false; ///< it rotates by ModelConfig::localRopeTheta and localRopeScaling

    bool operator==(const LayerAttention&) const = default;
};

/// The shape of a model, or of a drafting head; names as in the field, sizes in elements.
struct ModelConfig {
    const ModelFamily* family = nullptr; ///< that its files are of; null for heads and made-up models
    int hiddenSize = 0, intermediateSize = 0;
    int layerCount = 0, headCount = 0, kvHeadCount = 0, headSize = 0;
    int vocabularySize = 0; ///< rows of the embedding; may exceed the tokenizer's size
    int contextLength = 0;  ///< positions the model was made for
    float normEpsilon = 1e-5f;
    double ropeTheta = 10000;
    std::optional<RopeScaling> ropeScaling;
    /// [rotatedSize() / 2] divisors of the frequencies (GGUF's rope_freqs, longrope), or empty; the second ones of
    /// longer texts.
    std::vector<float> ropeFactors, longRopeFactors;
    int partlyRotated =
        0; ///< elements of a head that are rotated, the first ones, where they are fewer than headSize; else 0
    double localRopeTheta = 0; ///< of the layers that LayerAttention::hasLocalRope names; 0: there are none
    std::optional<RopeScaling> localRopeScaling; ///< of the same layers; neither dynamic nor longrope
    /// By which queries and keys grow when they are rotated (YaRN, longrope); the second one of local layers.
    double ropeAttentionFactor = 1, localRopeAttentionFactor = 1;
    std::vector<LayerAttention> layerAttention; ///< [layerCount], or empty where all layers are as by default
    bool hasQueryKeyValueBias = false;          ///< q, k and v of all layers
    bool hasAttentionOutputBias = false;        ///< o of all layers
    bool hasMlpBias = false;                    ///< gate, up and down of all layers, as far as they are there
    bool hasQueryKeyNorm = false;               ///< RMSNorm of each head of queries and keys, in front of rotation
    NormKind norm = NormKind::rms;              ///< of the stream; norms of heads are always RMSNorms
    Activation activation = Activation::silu;
    bool hasGate = true; ///< the MLP is down · (activation(gate · x) * up · x), and else down · activation(up · x)
    bool hasOutputNorms =
        false;                ///< norms of what attention and MLP add to the stream (LayerWeights::attentionOutputNorm)
    float embeddingScale = 1; ///< that embeddings of tokens are multiplied by
    double queryScalar = 0;   ///< scores are divided by its square root; 0: by that of headSize
    /// Scores of attention, and logits, become cap * tanh(x / cap) (Bello et al. 2016, arXiv 1611.09940); 0: they stay
    /// as they are.
    float attentionCap = 0, logitCap = 0;
    bool hasLearnedPositions = false; ///< Weights::positions are added to embeddings; there are contextLength of them
    bool tiedEmbeddings = false;
    TokenId bos = noToken;
    std::vector<TokenId> endOfText; ///< any of these ends a text

    RowInput input = RowInput::token;
    int featureSize = 0;         ///< EAGLE-3: columns of `fc`, elements of a row of Rows::targetFeatures
    int draftVocabularySize = 0; ///< rows of a draft's head, where they are fewer than vocabularySize; else 0
    bool normBeforeResidual =
        false; ///< EAGLE-3: the stream goes on from the normalised input state, not from the raw one

    [[nodiscard]] LayerAttention attentionOf(int layer) const
    {
        return layerAttention.empty() ? LayerAttention() : layerAttention[std::size_t(layer)];
    }
    /// Elements of a head that are rotated.
    [[nodiscard]] int rotatedSize() const { return partlyRotated > 0 ? partlyRotated : headSize; }
    /// What scores of a layer's queries and keys are multiplied by. The attention factor of its rotation is a part of
    /// it, so that rotation need not know it; but not where heads are rotated in part: see rotationScale().
    [[nodiscard]] float attentionScale(int layer) const;
    /// By which cosines and sines of a rotation are multiplied: the attention factor where the other elements of a head
    /// are left as they are, else 1.
    [[nodiscard]] float rotationScale(bool isLocal) const;
    /// Whether the frequencies follow the length of the text: its keys are made again where they change
    /// (Row::ropeLength).
    [[nodiscard]] bool ropeFollowsLength() const;
    /// The longest text whose tokens are rotated as those of a text of `length` tokens.
    [[nodiscard]] int sameRopeUntil(int length) const;
    [[nodiscard]] bool isHead() const { return input != RowInput::token; }
    /// Logits of a row.
    [[nodiscard]] int logitCount() const { return draftVocabularySize > 0 ? draftVocabularySize : vocabularySize; }
};

/// By how much YaRN lets queries and keys grow where texts become longer by `factor`.
[[nodiscard]] double yarnAttentionFactor(double factor, double scale = 1);

/// Rotary frequencies in radians a position, [rotatedSize() / 2], with theta, scaling and factors applied, for a text
/// of so many tokens: that makes a difference where ropeFollowsLength().
[[nodiscard]] std::vector<float> ropeFrequencies(const ModelConfig& config, int textLength = 0);
/// The same of the layers that rotate by localRopeTheta; empty where there are none.
[[nodiscard]] std::vector<float> localRopeFrequencies(const ModelConfig& config);

} // namespace draftscope
