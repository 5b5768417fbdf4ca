// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/model/forward_pass.h"
#include "engine/record/records.h"
#include "engine/speculation/draft_context.h"
#include "engine/speculation/draft_shape.h"
#include "engine/speculation/sequence_cache.h"
#include "engine/speculation/shared_pass.h"

namespace draftscope {

/// What a drafter of models adds where a backend can draw the nodes itself (RoundRunner).
class LevelPlanner {
public:
    virtual ~LevelPlanner() = default;
    /// The one that all levels go through, or one for each level.
    [[nodiscard]] virtual std::vector<ForwardPass*> passes() = 0;
    [[nodiscard]] virtual const DraftVocabulary& vocabulary() const = 0;
    /// Whether the text has what a first pass begins with.
    [[nodiscard]] virtual bool canPlan() const { return true; }
    /// The passes in front of the levels of a tree after begin(), as RoundPlan::drafts wants them. Of the tree parents
    /// and depths count. The first pass begins with what its rows say; rows of an EAGLE head in the others begin with
    /// the state that the head left of the row that their node was drafted after. A Medusa head's pass has one row. The
    /// slots are taken. They refer to this drafter and its target until either is changed. Precondition: roomAfter() is
    /// enough.
    [[nodiscard]] virtual std::span<const Rows> plan(const DraftTree& tree) = 0;
    /// The same for a tree that grows by value (RoundPlan::growth): each level but the first has so many parents.
    [[nodiscard]] virtual std::span<const Rows> plan(int levels, int parents) = 0;
    /// The planned passes have been run, and this is the tree; of a chain some nodes may be missing, where the text of
    /// the draft ended.
    virtual void adopt(const DraftTree& tree) = 0;
};

/// What a level of drafts is drawn with.
struct LevelDraws {
    SamplerSettings sampler;           ///< that q follows
    std::function<double(int node)> u; ///< the uniform number that a node is drawn with
    /// A token that takes the place of the one drawn, if there is one for the node.
    std::function<std::optional<TokenId>(int node)> forced;
};

/// What a drafter adds whose levels are a pass each, so that those of several texts can be one pass.
class PassDrafter {
public:
    virtual ~PassDrafter() = default;
    /// Lays out the pass in front of a level, as Drafter::addLevel() takes it; nothing where nothing more can be
    /// proposed.
    [[nodiscard]] virtual std::optional<PassRequest> planLevel(const DraftTree& tree,
                                                               std::span<const Expansion> level) = 0;
    /// That pass has been run: adds the level. Returns and throws what Drafter::addLevel() does, but Cancelled.
    virtual int drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws) = 0;
    /// After a fully accepted round, begin() to the text behind it: lays out a pass that feeds the last draft, which
    /// the draft model has not seen; nothing where none is missing. Once it has been run, fedMissing(). Otherwise it is
    /// fed with the next first level.
    [[nodiscard]] virtual std::optional<PassRequest> planMissing() { return std::nullopt; }
    virtual void fedMissing() {}
};

/// What a drafter adds that learns from the rounds of a decode. What it has learnt is a function of what these rounds
/// recorded, so that a session which goes back can have it learn again.
class LearningDrafter {
public:
    virtual ~LearningDrafter() = default;
    virtual void forget() = 0;
    /// Once for each finished round, in their order. `text`: that before the round, which ends with its root. `round`:
    /// its nodes and side rows, with what the target finds likeliest behind the root, behind each node and behind each
    /// side row.
    virtual void learn(std::span<const TokenId> text, const RoundRecord& round) = 0;
    /// Rows that the target's pass is to have beside the tree, after begin(): the same ones until it learns from the
    /// round. In a round that has no room for all of them there are none.
    [[nodiscard]] virtual std::vector<SideRow> sideRows() const { return {}; }
};

/// Proposes the tokens that the target verifies (a proposer or speculator in other programs). Owns whatever it needs
/// for that (a draft model's forward pass and cache, n-gram tables) and keeps it in step with the text through begin().
/// Belongs to the session's thread.
class Drafter {
public:
    virtual ~Drafter() = default;
    /// Starts a round after `text` (all committed tokens). Whatever the drafter had cached beyond the longest common
    /// prefix with it is dropped. Tokens it has not seen are fed: many of them (the prompt, a rewind) here, the one or
    /// two of an ordinary round with the first level. Calling it twice is the same as once. Throws Cancelled: call it
    /// again to go on.
    virtual void begin(std::span<const TokenId> text, const Progress& progress = {}) = 0;

    /// How many nodes deep a tree may be drafted after a text of so many tokens. 0 where what the drafter can hold (the
    /// draft's context, its cache) is full. The one definition of that limit; without a model there is none.
    [[nodiscard]] virtual int roomAfter(int) const { return std::numeric_limits<int>::max(); }

    /// How many nodes a chain has that the drafter wants to propose after this text, whatever shape and K are, and
    /// whatever room there is; nothing where they count. A function of the text. It comes before begin(), and ends the
    /// round of an earlier one.
    [[nodiscard]] virtual std::optional<int> ownLengthAfter(std::span<const TokenId> /*text*/) { return std::nullopt; }

    /// One draft moment: adds a level to `tree`, chosen as its rule says. `level`: how many children each node of the
    /// newest level gets, parents in order; a drafter that has fewer to propose adds fewer. Returns the number of nodes
    /// added; 0 when nothing more can be proposed. Throws Cancelled: the tree is as it was, and the round has to be
    /// begun again. Throws DecodeFailure: the draft's device failed, or its logits are not usable (usable_logits.h).
    virtual int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                         const Progress& progress = {}) = 0;

    /// Null where nodes are drawn by addLevel() only.
    [[nodiscard]] virtual LevelPlanner* asLevelPlanner() { return nullptr; }
    /// Null where every round is drafted from its text alone.
    [[nodiscard]] virtual LearningDrafter* asLearningDrafter() { return nullptr; }
    /// Null where a level is something else than one pass; addLevel() does both halves of it everywhere.
    [[nodiscard]] virtual PassDrafter* asPassDrafter() { return nullptr; }

    /// The draft's own K/V cache, or null where there is none. slotOf(node) is -1 for a node not fed yet.
    [[nodiscard]] virtual SequenceCache* cache() { return nullptr; }
    [[nodiscard]] virtual int slotOf(int) const { return -1; }
};

} // namespace draftscope
