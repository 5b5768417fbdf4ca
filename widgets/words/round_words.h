// SPDX-License-Identifier: GPL-3.0-or-later
// What the views say of a round's numbers in the same way: which were drawn at random, and what a person chose.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "engine/record/recording.h"

namespace draftscope {

/// The u that a draft, a verdict or the last token was really decided with; nothing where there was none. Of a verdict
/// it may be a threshold (hasThreshold()).
[[nodiscard]] std::optional<double> draftU(const RoundRecord& round, const NodeRecord& node);
[[nodiscard]] std::optional<double> verdictU(const RoundRecord& round, const NodeRecord& node);
[[nodiscard]] std::optional<double> drawU(const RoundRecord& round);

/// Said of a round that was to draft and did not: the draft's context is full.
[[nodiscard]] QString draftContextWords(const TraceHeader& header);

/// The round drafts nothing, so that its target pass verifies nothing.
[[nodiscard]] bool isPlain(const std::vector<Moment>& moments);
/// What a draft moment adds: a node, or a level of a tree.
enum class Drafts { nodes, levels };
/// "Draft 3", "Verify", "Judge 2", "Residual", ...; nodes count from 1, and so do levels: "Level 3". `all` are the
/// round's moments so far. In a tree a number would not say which node is judged: `node` is its name (nodeName()),
/// "Judge “farm”".
[[nodiscard]] QString nameOf(const Moment& moment, const std::vector<Moment>& all, Drafts drafts = Drafts::nodes,
                             const QString& node = {});
/// The number in that name, where it has one.
[[nodiscard]] int numberOf(const Moment& moment, const std::vector<Moment>& all, Drafts drafts = Drafts::nodes);
/// What a node of a tree is called where a moment is about it: its token, shortened, “farm”. Empty where `drafts` are
/// the nodes of a chain, whose number says which one it is, and for a moment that is about no node.
[[nodiscard]] QString nodeName(const RoundRecord& round, const Moment& moment, const Recording& recording,
                               Drafts drafts);
/// The same of all moments of a round.
[[nodiscard]] std::vector<QString> nodeNames(const RoundRecord& round, const std::vector<Moment>& moments,
                                             const Recording& recording, Drafts drafts);

/// What a residual of max(0, p - q) says something about: what is left of p after this context once a draft is rejected
/// there.
[[nodiscard]] bool leavesPWithoutQ(const RoundRecord& round, int context);
/// The rule judges siblings one after another, by what those before them leave of p.
[[nodiscard]] bool leavesRemainder(const RoundRecord& round);
/// The rule compares p with a threshold, which records hold as u, and draws nothing.
[[nodiscard]] bool hasThreshold(const RoundRecord& round);
/// What a node's acceptance stands for: "min(1, p/q)" or "p", once siblings have been rejected before it "min(1, R/q)"
/// or "R" for what is left of p then, "h" of block verification, "min(1, p/(ρq))" of K-SEQ; "acceptance" where the
/// record does not say what went into it.
[[nodiscard]] QString acceptanceWords(const RoundRecord& round, int node);

/// What a verdict's u is called: "u", or "threshold".
[[nodiscard]] QString verdictUWord(const RoundRecord& round);
/// "drawn with u = 0.41", "chosen without chance", "chosen by you".
[[nodiscard]] QString howDrafted(const RoundRecord& round, const NodeRecord& node, int decimals);

/// What a person chose about a node: "chosen by you", "u chosen by you", "forced by you"; empty where nothing. "kept by
/// you": it is rejected all the same, since another path was better.
[[nodiscard]] QString chosenToken(const NodeRecord& node);
[[nodiscard]] QString chosenVerdict(const RoundRecord& round, int node);

/// "* 3 of 41 verdicts: a draft, a u or the verdict was chosen by you."; empty where there are none.
[[nodiscard]] QString chosenNote(int chosen, int judged);

} // namespace draftscope
