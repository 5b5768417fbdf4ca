// SPDX-License-Identifier: MIT
// The sentences, captions and notes of formulas (why.h), in English. %1, %2... stand for arguments. Translations are
// made of the list that allWhySentences() gives, so that each sentence has to be in it.
#pragma once

#include <span>
#include <string_view>

namespace draftscope::why {

// --- headlines
inline constexpr std::string_view draftDrawn = "%1 is drawn from q with u = %2: the draft gives it q = %3.";
inline constexpr std::string_view draftChosen = "%1 is chosen without chance: the draft gives it q = %2.";
inline constexpr std::string_view draftCopied = "%1 is proposed without chance: nothing gave it a q.";
inline constexpr std::string_view draftByPerson = "%1 was chosen by a person: the draft gives it q = %2.";
inline constexpr std::string_view levelDrafted = "Level %1 of the tree: %2 tokens behind %3 nodes.";
inline constexpr std::string_view levelOfOneParent = "Level %1 of the tree: %2 tokens behind one node.";
inline constexpr std::string_view onePlace = "One pass of the target scored the one place and the one behind it.";
inline constexpr std::string_view places = "One pass of the target scored all %1 places and the one behind them.";
inline constexpr std::string_view nodes = "One pass of the target scored all %1 nodes of the tree and what comes "
                                          "behind each.";
inline constexpr std::string_view serverDrafted = "The server proposed %1.";
inline constexpr std::string_view serverDraftedUntold = "The server proposed a token here that it does not tell.";
inline constexpr std::string_view serverAccepted = "The server accepted %1.";
inline constexpr std::string_view serverAcceptedUntold = "The server accepted a token here that it does not tell.";
inline constexpr std::string_view serverRejected = "The server rejected a token here that it does not tell.";
inline constexpr std::string_view serverWrote = "The server's target wrote %1.";
inline constexpr std::string_view serverTellsNoMore =
    "A server tells how many drafts it accepted, but neither p nor q nor a number that was drawn.";
inline constexpr std::string_view plainPass = "One pass of the target gives p of the next token, and nothing else.";
inline constexpr std::string_view batchPass = "One pass of the target scored %1 places of %2 texts and the one behind "
                                              "each text's drafts.";
inline constexpr std::string_view accepted = "%1 is accepted: u = %2 is below %3.";
inline constexpr std::string_view rejected = "%1 is rejected: u = %2 is not below %3.";
inline constexpr std::string_view forcedAccepted = "%1 is accepted because a person forced it.";
inline constexpr std::string_view forcedRejected = "%1 is rejected because a person forced it.";
inline constexpr std::string_view likeliestAccepted = "%1 is accepted: it is the target's likeliest token.";
inline constexpr std::string_view likeliestRejected = "%1 is rejected: the target's likeliest token is %2.";
inline constexpr std::string_view notLikeliest = "%1 is rejected: it is not the target's likeliest token.";
inline constexpr std::string_view blockAccepted = "All drafts as far as %1 are kept: u = %2 is below h = %3.";
inline constexpr std::string_view blockRejected = "The drafts as far as %1 are not kept together: u = %2 is not below "
                                                  "h = %3.";
inline constexpr std::string_view typicalAccepted = "%1 is kept: its p of %2 is above the threshold of %3.";
inline constexpr std::string_view typicalRejected = "%1 is rejected: its p of %2 is not above the threshold of %3.";
inline constexpr std::string_view typicalBeside = "%1 is rejected although its p of %2 is above the threshold of %3: "
                                                  "another path is longer or likelier.";
inline constexpr std::string_view residualDrawn = "%1 is drawn from what the rejections leave of p.";
inline constexpr std::string_view residualLikeliest = "%1 takes the place of what was rejected: it is the target's "
                                                      "likeliest token.";
inline constexpr std::string_view bonusDrawn = "All drafts on the path are accepted, so the same pass gives one more "
                                               "token: %1.";
inline constexpr std::string_view plainDrawn = "%1 is drawn from p.";
inline constexpr std::string_view plainLikeliest = "%1 is the target's likeliest token.";
inline constexpr std::string_view oneToken = "One token for one pass.";
inline constexpr std::string_view manyTokens = "%1 tokens for one pass.";
inline constexpr std::string_view oneTokenNoSlot = "One token for one pass; no slot is given back.";
inline constexpr std::string_view oneTokenOneSlot = "One token for one pass; one slot given back.";
inline constexpr std::string_view oneTokenSlots = "One token for one pass; %2 slots given back.";
inline constexpr std::string_view tokensNoSlot = "%1 tokens for one pass; no slot is given back.";
inline constexpr std::string_view tokensOneSlot = "%1 tokens for one pass; one slot given back.";
inline constexpr std::string_view tokensSlots = "%1 tokens for one pass; %2 slots given back.";

// --- captions of lines
inline constexpr std::string_view acceptance = "acceptance";
inline constexpr std::string_view verdict = "verdict";
inline constexpr std::string_view proposed = "proposed";
inline constexpr std::string_view drawnFrom = "what it was drawn from";
inline constexpr std::string_view leftBefore = "left of p before it";
inline constexpr std::string_view mass = "mass that is left of p";
inline constexpr std::string_view massOfAll = "of all of p";
inline constexpr std::string_view residual = "residual at the token";
inline constexpr std::string_view draw = "draw";
inline constexpr std::string_view chosen = "choice";
inline constexpr std::string_view keptSoFar = "how likely the drafts so far may be kept";
inline constexpr std::string_view excess = "what p has more than q behind it";
inline constexpr std::string_view overlapOfAll = "overlap with ρ";
inline constexpr std::string_view divisor = "divisor";
inline constexpr std::string_view entropy = "entropy of p";
inline constexpr std::string_view threshold = "threshold";
inline constexpr std::string_view distributions = "distributions";
inline constexpr std::string_view expected = "tokens to expect of these drafts";
inline constexpr std::string_view committed = "committed";
inline constexpr std::string_view rows = "rows of the pass";
inline constexpr std::string_view givenBack = "slots given back";

// --- notes
inline constexpr std::string_view numbersOfRecord =
    "The record has this number; the terms that it comes from are not in it.";
inline constexpr std::string_view brokenOnPurpose =
    "This run is broken on purpose (%1), so its numbers need not follow the rule.";
inline constexpr std::string_view lossy = "This rule does not keep the target's distribution.";
inline constexpr std::string_view whoDrew = "The first token, by id, at which the sum of what it is drawn from is "
                                            "above u.";
inline constexpr std::string_view lastOfBlock = "Block verification looks from the last draft on: the largest number "
                                                "of drafts whose u is below h is kept.";
inline constexpr std::string_view contextFull = "The draft's context is full, so nothing was drafted.";

/// All of these.
[[nodiscard]] std::span<const std::string_view> allWhySentences();

} // namespace draftscope::why
