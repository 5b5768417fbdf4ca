// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

struct ModelFamily;

/// Llama-3 rope scaling: low frequencies are slowed by `factor`, high ones kept, those between blended.
struct RopeScaling {
    double factor = 1, lowFrequencyFactor = 1, highFrequencyFactor = 4;
    int originalContext = 8192;
};

/// What the rows of a model begin with. Drafting heads read hidden states of their target (Rows::inputStates).
enum class RowInput : std::uint8_t {
    token,            ///< the token's embedding; or an input state in its place
    state,            ///< Medusa: an input state; there are no tokens
    tokenAndState,    ///< EAGLE-1/2: what `fc` makes of the token's embedding and an input state behind it
    tokenBesideState, ///< EAGLE-3: an input state; the first layer's q, k and v read the token's embedding in front of it
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
    std::vector<float> ropeFactors; ///< [headSize / 2] divisors of the frequencies, from GGUF's rope_freqs; else empty
    bool tiedEmbeddings = false;
    TokenId bos = noToken;
    std::vector<TokenId> endOfText; ///< any of these ends a text

    RowInput input = RowInput::token;
    int featureSize = 0;         ///< EAGLE-3: columns of `fc`, elements of a row of Rows::targetFeatures
    int draftVocabularySize = 0; ///< rows of a draft's head, where they are fewer than vocabularySize; else 0
    bool normBeforeResidual =
        false; ///< EAGLE-3: the stream goes on from the normalised input state, not from the raw one

    [[nodiscard]] bool isHead() const { return input != RowInput::token; }
    /// Logits of a row.
    [[nodiscard]] int logitCount() const { return draftVocabularySize > 0 ? draftVocabularySize : vocabularySize; }
};

/// Rotary frequencies in radians a position, [headSize / 2], with theta, Llama-3 scaling and ropeFactors applied.
[[nodiscard]] std::vector<float> ropeFrequencies(const ModelConfig& config);

} // namespace draftscope
