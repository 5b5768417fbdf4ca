// SPDX-License-Identifier: MIT
// The one thing that a backend does: rows in, logits out. A prompt (prefill), a decode step, a chain, a tree and a
// batch with gaps are all rows; tree attention is what a row sees of its ancestors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/token.h"
#include "engine/model/model_config.h"
#include "engine/model/pass_limits.h"
#include "engine/model/pass_part.h"
#include "engine/record/stage_times.h"

namespace draftscope {

/// One token to be run through the model. It sees, in this order: its sequence's committed slots (Rows::prefixes), then
/// `ancestors`, then itself. Its key and value are written to `slot` before attention, so a row may be another's
/// ancestor in the same pass.
struct Row {
    TokenId token = noToken; ///< not looked at where Rows::inputStates are given and are all that a row begins with
    int position = 0;        ///< for RoPE
    int sequence = 0;        ///< index into Rows::prefixes
    int slot = 0;
    std::span<const int> ancestors; ///< slots of uncommitted ancestors, path order, root's child first
    bool wantLogits = true;
    /// Where rotary frequencies follow the length of the text (ModelConfig::ropeFollowsLength()): that of the text
    /// whose row it is, or is seen by. A row and all that it sees have to agree (ModelConfig::sameRopeUntil()). 0:
    /// position + 1.
    int ropeLength = 0;
};

struct Rows {
    std::vector<Row> rows;
    std::vector<std::span<const int>> prefixes; ///< a sequence's committed slots in path order
    /// The rows are a prefill. How they are cut depends on the prompt only, so a backend may compute
    /// them faster and with other bits. None of them wants logits.
    bool arePrompt = false;
    /// Once this is set, a pass may end before it is through, by throwing Cancelled. What it would have written is then
    /// undefined: the slots of its rows, hidden states, and the logits. Null: it runs to its end.
    const std::atomic<bool>* cancelled = nullptr;

    PassPart part = {}; ///< what of the model they run through
    /// [rows, hiddenSize], in row order: what enters the part's first layer instead of the tokens' embeddings. Such as
    /// an earlier pass gave (HiddenStates::entering), or the output of a head. Empty: embeddings. What drafting heads
    /// make of it says RowInput; they always want it.
    std::span<const float> inputStates = {};
    /// [rows, featureSize], in row order: hidden states of a target, those of a row one behind the other, of which an
    /// EAGLE-3 head makes its input states. Given instead of them.
    std::span<const float> targetFeatures = {};
    std::vector<HiddenStates> hiddenStates = {}; ///< what is wanted besides logits

    /// Whether they go from tokens through the whole model to logits and to nothing else.
    [[nodiscard]] bool areOfWholeModel() const
    {
        return part == PassPart() && inputStates.empty() && targetFeatures.empty() && hiddenStates.empty();
    }
    [[nodiscard]] bool isCancelled() const { return cancelled && cancelled->load(std::memory_order_relaxed); }
    void endIfCancelled() const
    {
        if (isCancelled())
            throw Cancelled();
    }
};

/// Whether a pass over a model with that many slots may run the rows: tokens, positions, slots and layers are in range,
/// hidden states are of layers that run, and have the sizes that they should.
[[nodiscard]] bool fits(const Rows& rows, const ModelConfig& config, int slotCount);

/// A model on a backend with a K/V cache of its own; weights are shared with other passes of the same model. The same
/// row gives the same bits whatever other rows are in the pass and however many threads run it; rows of a prompt give
/// the same bits where they come in the same passes. Belongs to one thread.
class ForwardPass {
public:
    virtual ~ForwardPass() = default;
    [[nodiscard]] virtual const ModelConfig& config() const = 0;
    [[nodiscard]] virtual int slotCount() const = 0;
    [[nodiscard]] virtual std::string backendName() const = 0; ///< "CPU · AVX-512 · 2 threads"

    /// How many rows of a prompt should come in one pass. The same for all passes of a backend, so that a text is cut
    /// the same way with every decoding method.
    [[nodiscard]] virtual int promptRowsPerPass() const { return textRowsPerPass; }

    /// Runs the rows through their part of the model (Rows::part) and writes the logits of those that want them, in row
    /// order, to `logits` [wanted rows, logitCount()], and Rows::hiddenStates. What is not asked for changes no bit of
    /// what is, and a row's layers give the same bits in one pass and in several. Precondition (asserted): the rows
    /// fit, logits.size() does, and a row comes after those of its ancestors that are in the same pass. Throws
    /// BackendFailure (backend.h) where there is a device that can fail, and Cancelled (Rows::cancelled).
    virtual void run(const Rows& rows, std::span<float> logits) = 0;

    /// Runs the rows `turns` times as run() does, logits aside, and says what each stage took: medians. Empty where the
    /// backend cannot tell stages apart. Throws as run() does.
    [[nodiscard]] virtual std::vector<StageTime> timeStages(const Rows& /*rows*/, int /*turns*/) { return {}; }
};

} // namespace draftscope
