// SPDX-License-Identifier: MIT
// What speculative decoding would come to on another machine, computed from bandwidth and arithmetic alone: the
// roofline model (Williams, Waterman and Patterson 2009, doi 10.1145/1498765.1498785). A pass takes the longer of
// reading its bytes and of its arithmetic; what else takes time (launches, norms, sampling) is left out, so that all of
// it is a lower limit of times, and is to be called computed wherever it is shown.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace draftscope {

/// What a machine can do at most.
struct RooflineMachine {
    std::string id, name;
    double bandwidth = 0;      ///< bytes a second, of the memory that holds the weights
    double arithmetic = 0;     ///< floating-point operations a second of 16-bit products, dense
    double memory = 0;         ///< bytes; 0: not known
    double cacheBytes = 0;     ///< of the last level; 0: not known
    double cacheBandwidth = 0; ///< bytes a second of what fits there; 0: not known, then that of the memory counts
    std::string source;        ///< where the figures are from, a sentence
    friend bool operator==(const RooflineMachine&, const RooflineMachine&) = default;
};
/// Published ones, the fastest memory first.
[[nodiscard]] const std::vector<RooflineMachine>& publishedMachines();
[[nodiscard]] const RooflineMachine* machineNamed(std::string_view id); ///< null: there is none

/// The size of a dense transformer.
struct RooflineModel {
    std::string id, name;
    double parameters = 0; ///< all are read in a pass and multiplied with in each row, the embedding too
    int layers = 0;
    int keyValueSize = 0;    ///< elements of K and V of a token in a layer
    int attentionSize = 0;   ///< heads x elements of a head
    double bits = 16;        ///< of a weight
    std::string source = {}; ///< the model on the Hugging Face Hub; empty: a loaded one
    [[nodiscard]] double weightBytes() const { return parameters * bits / 8; }
    friend bool operator==(const RooflineModel&, const RooflineModel&) = default;
};
/// Published ones of 0.5 to 70 billion parameters, the smallest first, with 16 bits.
[[nodiscard]] const std::vector<RooflineModel>& publishedModels();
[[nodiscard]] const RooflineModel* sizedModelNamed(std::string_view id); ///< null: there is none

/// What a pass takes.
struct RooflinePass {
    double readingSeconds = 0, arithmeticSeconds = 0;
    [[nodiscard]] double seconds() const { return std::max(readingSeconds, arithmeticSeconds); }
    [[nodiscard]] bool isArithmetic() const { return arithmeticSeconds > readingSeconds; }
};
/// Of `rows` rows in each of `sequences` sequences, after `context` tokens each.
[[nodiscard]] RooflinePass rooflinePass(const RooflineMachine& machine, const RooflineModel& model, int sequences,
                                        int rows, int context);

/// A pair on a machine.
struct RooflineCase {
    RooflineMachine machine;
    RooflineModel target, draft;
    int draftLength = 4;     ///< K of a chain
    double acceptance = 0.8; ///< α
    int context = 1024;      ///< tokens before the pass

    /// Bytes of both models' weights and K/V.
    [[nodiscard]] double bytesOf(int sequences) const;
    [[nodiscard]] bool fits(int sequences) const; ///< into the memory, as far as it is known
    [[nodiscard]] double plainSeconds(int sequences) const;
    [[nodiscard]] double verifySeconds(int sequences) const; ///< a pass over K + 1 rows each
    [[nodiscard]] double costRatio(int sequences) const;     ///< c
    [[nodiscard]] double verifyRatio(int sequences) const;   ///< v
    /// The speed-up that the formula expects (predictedSpeedUp()) at these costs; of another K than its own.
    [[nodiscard]] double speedUp(int sequences) const { return speedUp(sequences, draftLength); }
    [[nodiscard]] double speedUp(int sequences, int k) const;
    /// K of the fastest chain of 1 to 16.
    [[nodiscard]] int bestLength(int sequences) const;
    /// The fewest rows of one sequence that take the target's pass at least as long to compute as to read.
    [[nodiscard]] int turningRows() const;
    /// The smallest batch of 1, 2, 4, ... 1024 from which on it is a loss; nothing where it is none at 1024.
    [[nodiscard]] std::optional<int> turnsToLoss() const;
};

/// What it comes to; the first sentence says that all of it is computed.
[[nodiscard]] std::vector<Message> sentencesOf(const RooflineCase& roofline);

} // namespace draftscope
