// SPDX-License-Identifier: MIT
// A decode made up by hand for the views: a round with a rejection, one that ends in a bonus, and awkward tokens.
#pragma once

#include <algorithm>

#include "engine/record/recording.h"

namespace draftscope::sample {

enum Word : TokenId {
    bos,
    once,
    dot,
    and_,
    she,
    wanted,
    to,
    fly,
    it,
    up,
    newline,
    emoji,
    hebrew,
    broken,
    longWord,
    space,
    eos,
    wordCount
};

inline NodeRecord node(TokenId token, int index, double q, double p)
{
    NodeRecord node;
    node.token = token;
    node.parent = index - 1;
    node.depth = index + 1;
    node.q = q;
    node.p = p;
    return node;
}

inline void judge(RoundRecord& round, int index, double u)
{
    NodeRecord& node = round.nodes[std::size_t(index)];
    node.acceptance = std::min(1.0, node.p / node.q);
    node.u = u;
    node.verdict = u < *node.acceptance ? Verdict::accepted : Verdict::rejected;
    round.moments.push_back({MomentKind::judge, index});
}

/// Six drafts, "fly" rejected at the fifth, "up" drawn from the residual.
inline RoundRecord rejectedRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = dot;
    round.draftLength = 6;
    const double q[] = {0.42, 0.66, 0.29, 0.97, 0.48, 0.31}, p[] = {0.51, 0.58, 0.37, 0.99, 0.11, 0.4};
    const TokenId words[] = {and_, she, wanted, to, fly, it};
    for (int i = 0; i < 6; ++i) {
        round.nodes.push_back(node(words[i], i, q[i], p[i]));
        round.nodes.back().drawU = 0.25;
        round.moments.push_back({MomentKind::draft, i});
        round.times.draftSteps.push_back(0.1);
    }
    round.moments.push_back({MomentKind::verify, -1});
    const double u[] = {0.31, 0.12, 0.77, 0.40, 0.63};
    for (int i = 0; i < 5; ++i)
        judge(round, i, u[i]);
    round.contexts.resize(7);
    for (DistributionRecord& context : round.contexts) {
        context.hasP = context.hasQ = true;
        context.tailTokens = 4088;
    }
    round.contexts[4].top = {{fly, 0.11f, 0.48f, 0.0f, 0.11f, 0.48f},
                             {up, 0.40f, 0.09f, 0.70f, 0.40f, 0.09f},
                             {it, 0.25f, 0.12f, 0.30f, 0.25f, 0.12f}};
    round.contexts[4].residualMass = 0.44;
    round.contexts[4].tailP = 0.24;
    round.contexts[4].tailQ = 0.31;
    round.draw = DrawRecord{up, TokenSource::residual, 4, 0.5};
    round.moments.push_back({MomentKind::residual, -1});
    for (int i = 0; i < 4; ++i)
        round.committed.push_back({words[i], TokenSource::accepted, i});
    round.committed.push_back({up, TokenSource::residual, -1});
    round.moments.push_back({MomentKind::commit, -1});
    round.times.verify = 0.6;
    return round;
}

/// Two awkward drafts, both accepted, and a bonus token.
inline RoundRecord bonusRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = up;
    round.draftLength = 2;
    round.nodes = {node(emoji, 0, 0.5, 0.6), node(newline, 1, 0.5, 0.4)};
    round.moments = {{MomentKind::draft, 0}, {MomentKind::draft, 1}, {MomentKind::verify, -1}};
    judge(round, 0, 0.9);
    judge(round, 1, 0.7);
    round.contexts.resize(3);
    round.draw = DrawRecord{hebrew, TokenSource::bonus, 2, 0.2};
    round.moments.push_back({MomentKind::bonus, -1});
    round.committed = {
        {emoji, TokenSource::accepted, 0}, {newline, TokenSource::accepted, 1}, {hebrew, TokenSource::bonus, -1}};
    round.moments.push_back({MomentKind::commit, -1});
    return round;
}

/// Three drafts, of which the second ends the text; the third is not judged and nothing is drawn.
inline RoundRecord endingRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = dot;
    round.draftLength = 3;
    const TokenId words[] = {she, eos, fly};
    for (int i = 0; i < 3; ++i) {
        round.nodes.push_back(node(words[i], i, 0.5, 0.6));
        round.moments.push_back({MomentKind::draft, i});
    }
    round.moments.push_back({MomentKind::verify, -1});
    judge(round, 0, 0.9);
    judge(round, 1, 0.7);
    round.contexts.resize(4);
    for (DistributionRecord& context : round.contexts)
        context.hasP = context.hasQ = true;
    round.committed = {{she, TokenSource::accepted, 0}, {eos, TokenSource::accepted, 1}};
    round.endOfText = true;
    round.moments.push_back({MomentKind::commit, -1});
    return round;
}

inline Recording recording()
{
    TraceHeader header;
    header.method = "two-model";
    header.draftLength = 6;
    header.promptTokens = {bos, once, dot};
    header.endTokens = {eos};
    Recording recording(header);
    const char* words[wordCount] = {"",        "Once",  ".",     " and",     " she",
                                    " wanted", " to",   " fly",  " it",      " up",
                                    "\n",      " 🙂", " שלום", "\xE2\x82", " Donaudampfschifffahrtsgesellschaft",
                                    " ",       ""};
    for (TokenId token = 0; token < wordCount; ++token)
        recording.addToken(token, words[token]);
    recording.put(0, rejectedRound(0, 3));
    recording.put(0, bonusRound(1, 8));
    return recording;
}

} // namespace draftscope::sample
