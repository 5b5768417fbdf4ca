// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// Llama-3 rope scaling: low frequencies are slowed by `factor`, high ones kept, those between blended.
struct RopeScaling {
    double factor = 1, lowFrequencyFactor = 1, highFrequencyFactor = 4;
    int originalContext = 8192;
};

/// The shape of a Llama-family model; names as in the field, sizes in elements.
struct ModelConfig {
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
};

/// Rotary frequencies in radians a position, [headSize / 2], with theta, Llama-3 scaling and ropeFactors applied.
[[nodiscard]] std::vector<float> ropeFrequencies(const ModelConfig& config);

} // namespace draftscope
