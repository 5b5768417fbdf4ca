// SPDX-License-Identifier: MIT
// Draft trees made up by hand for the views: one as a person would draw it, one of 64 nodes with awkward tokens, one
// that was pruned, and a chain in a run of trees.
#pragma once

#include <algorithm>
#include <array>

#include "engine/record/recording.h"
#include "tests/fixtures/judge_by.h"

namespace draftscope::sample {

enum TreeWord : TokenId {
    treeBos,
    treeTo,
    play,
    go,
    sing,
    in,
    with,
    outside,
    the,
    her,
    friends,
    dog,
    toys,
    park,
    lineBreak,
    fox,
    arabic,
    hebrewWord,
    byte,
    veryLong,
    spaces,
    markup,
    cafe,
    a,
    tab,
    firstFiller,
    treeWordCount = firstFiller + 8
};

inline const char* textOf(TokenId token)
{
    static const std::array<const char*, treeWordCount> texts = {
        "",          " to",     " play",    " go",      " sing",
        " in",       " with",   " outside", " the",     " her",
        " friends",  " dog",    " toys",    " park",    "\n",
        " 🦊🌲", " مرحبا",  " שלום",    "\xE2\x82", " Donaudampfschifffahrtselektrizitätenhauptbetriebswerk",
        "   ",       "<b>&",    " café",    " a",       "\t",
        " and",      " was",    " it",      " of",      " on",
        " very",     " little", "."};
    return texts[std::size_t(token)];
}

/// Adds a node with the two numbers that the views show of it.
inline int grow(RoundRecord& round, TokenId token, int parent, double q, double p)
{
    NodeRecord node;
    node.token = token;
    node.parent = parent;
    node.depth = parent < 0 ? 1 : round.nodes[std::size_t(parent)].depth + 1;
    node.q = q;
    node.p = p;
    node.drawU = 0.25;
    round.nodes.push_back(node);
    return int(round.nodes.size()) - 1;
}

inline void judgeNode(RoundRecord& round, int index, double acceptance, double u)
{
    NodeRecord& node = round.nodes[std::size_t(index)];
    node.acceptance = acceptance;
    node.u = u;
    node.verdict = u < acceptance ? Verdict::accepted : Verdict::rejected;
    round.moments.push_back({MomentKind::judge, index});
}

/// A draft moment a level, then the target's pass; and what p and q were after each context.
inline void draftAndVerify(RoundRecord& round)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (n == 0 || round.nodes[n].depth != round.nodes[n - 1].depth) {
            round.moments.push_back({MomentKind::draft, int(n)});
            round.times.draftSteps.push_back(0.2);
        }
    round.moments.push_back({MomentKind::verify, -1});
    round.times.verify = 0.9;
    round.contexts.resize(round.nodes.size() + 1);
    for (std::size_t c = 0; c < round.contexts.size(); ++c) {
        DistributionRecord& context = round.contexts[c];
        context.hasP = c == 0 || !round.nodes[c - 1].pruned;
        double p = 0, q = 0;
        for (const NodeRecord& node : round.nodes) {
            if (node.parent + 1 != int(c))
                continue;
            context.hasQ = true;
            const float nodeP = context.hasP ? float(node.p) : 0;
            context.top.push_back({node.token, nodeP, float(node.q), 0, nodeP, float(node.q)});
            p += nodeP;
            q += node.q;
        }
        for (int i = 0; i < 6; ++i) { // what was not proposed
            const float left = context.hasP ? float((1 - p) * 0.5 / (i + 2)) : 0;
            const float leftQ = context.hasQ ? float((1 - q) * 0.4 / (i + 2)) : 0;
            context.top.push_back({firstFiller + i, left, leftQ, 0.1f, left, leftQ});
        }
        double residual = 0;
        for (const DistributionEntry& entry : context.top)
            residual += context.hasP && context.hasQ ? std::max(0.0f, entry.p - entry.q) : 0;
        context.residualMass = residual;
        context.tailTokens = 4000;
    }
}

/// Ends the round with a token drawn behind the accepted path, and commits.
inline void drawAndCommit(RoundRecord& round, TokenId token, TokenSource source)
{
    const int end = round.acceptedEnd();
    round.draw = DrawRecord{token, source, end + 1, 0.5};
    auto& top = round.contexts[std::size_t(end + 1)].top;
    if (std::ranges::find(top, token, &DistributionEntry::token) == top.end())
        top.push_back({token, 0.2f, 0, 0.3f, 0.2f, 0});
    round.moments.push_back({source == TokenSource::bonus ? MomentKind::bonus : MomentKind::residual, -1});
    for (int node = end; node >= 0; node = round.nodes[std::size_t(node)].parent)
        round.committed.insert(round.committed.begin(),
                               {round.nodes[std::size_t(node)].token, TokenSource::accepted, node});
    round.committed.push_back({token, source, -1});
    round.moments.push_back({MomentKind::commit, -1});
}

inline RoundRecord emptyTree(int number, int prefixLength, TokenId root)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = root;
    test::judgeBy(round, "speculative-sampling");
    round.draftLength = 4;
    return round;
}

/// As many nodes: a chain of pairs, or eight children each.
inline RoundRecord manyNodes(int count, bool isDeep)
{
    RoundRecord round = emptyTree(0, 3, treeTo);
    for (int n = 0; n < count; ++n)
        grow(round, play, isDeep ? std::max(-1, n - 2) : n / 8 - 1, 0.3, 0.3);
    return round;
}

/// Fifteen drafts in four levels: play (in ✗, with ✓ (her ✓ (friends ✗, dog ✓, toys)), outside), go, sing; then a
/// bonus.
inline RoundRecord fifteenNodes(int number, int prefixLength)
{
    RoundRecord round = emptyTree(number, prefixLength, treeTo);
    const int nPlay = grow(round, play, -1, 0.41, 0.38), nGo = grow(round, go, -1, 0.22, 0.12);
    grow(round, sing, -1, 0.08, 0.10);
    const int nIn = grow(round, in, nPlay, 0.36, 0.20), nWith = grow(round, with, nPlay, 0.30, 0.52);
    grow(round, outside, nPlay, 0.11, 0.07);
    const int goTo = grow(round, treeTo, nGo, 0.71, 0.66);
    grow(round, the, nIn, 0.80, 0.77);
    const int nHer = grow(round, her, nWith, 0.55, 0.61);
    grow(round, the, nWith, 0.14, 0.09);
    const int goToThe = grow(round, the, goTo, 0.62, 0.57);
    const int nFriends = grow(round, friends, nHer, 0.20, 0.05), nDog = grow(round, dog, nHer, 0.18, 0.24);
    grow(round, toys, nHer, 0.33, 0.31);
    grow(round, park, goToThe, 0.64, 0.60);
    draftAndVerify(round);
    judgeNode(round, nPlay, 0.38 / 0.41, 0.31);
    judgeNode(round, nIn, 0.20 / 0.36, 0.80);
    judgeNode(round, nWith, 0.97, 0.44);
    judgeNode(round, nHer, 1, 0.12);
    judgeNode(round, nFriends, 0.25, 0.63);
    judgeNode(round, nDog, 1, 0.05);
    drawAndCommit(round, in, TokenSource::bonus);
    return round;
}

/// 64 drafts in five levels. Four are accepted, and all that were drafted behind the last of these are rejected.
inline RoundRecord sixtyFourNodes(int number, int prefixLength, TokenId root)
{
    RoundRecord round = emptyTree(number, prefixLength, root);
    round.draftLength = 5;
    static constexpr TokenId words[] = {play,       with, veryLong, fox,    lineBreak, arabic, her,    the,
                                        hebrewWord, byte, dog,      spaces, markup,    cafe,   a,      tab,
                                        in,         toys, friends,  go,     sing,      park,   treeTo, outside};
    std::size_t word = 0;
    std::uint32_t noise = 12345;
    const auto random = [&noise] {
        noise = noise * 1664525u + 1013904223u;
        return double(noise >> 8) / double(1u << 24);
    };
    std::vector<int> level = {-1};
    // The second draft of a level has the largest family, except in the first.
    const std::vector<std::vector<int>> children = {{8},
                                                    {3, 5, 2, 2, 1, 1, 0, 1},
                                                    {2, 1, 1, 3, 4, 1, 1, 2, 0, 1, 1},
                                                    {1, 0, 1, 1, 0, 1, 0, 2, 6, 1, 1, 1},
                                                    {1, 0, 1, 1, 0, 1, 4, 1, 0}};
    for (const std::vector<int>& counts : children) {
        std::vector<int> next;
        for (std::size_t i = 0; i < counts.size() && i < level.size(); ++i) {
            double leftQ = 0.95, leftP = 0.95;
            for (int child = 0; child < counts[i]; ++child) {
                const double q = leftQ * (0.35 + 0.3 * random()), p = std::min(leftP * 0.8, q * (0.4 + 1.2 * random()));
                leftQ -= q;
                leftP -= p;
                next.push_back(grow(round, words[word++ % std::size(words)], level[i], q, p));
            }
        }
        level = next;
    }
    draftAndVerify(round);
    const auto childrenOfNode = [&round](int node) {
        std::vector<int> found;
        for (std::size_t n = 0; n < round.nodes.size(); ++n)
            if (round.nodes[n].parent == node)
                found.push_back(int(n));
        return found;
    };
    int at = -1;
    for (const std::size_t accepted : {1u, 1u, 1u, 0u}) { // which child
        const std::vector<int> drafts = childrenOfNode(at);
        for (std::size_t child = 0; child < accepted; ++child)
            judgeNode(round, drafts[child], 0.35, 0.7);
        at = drafts[accepted];
        judgeNode(round, at, 0.9, 0.3);
    }
    for (const int draft : childrenOfNode(at))
        judgeNode(round, draft, 0.2, 0.85);
    drawAndCommit(round, veryLong, TokenSource::residual);
    return round;
}

/// Twelve drafts, of which five were left out of the target's pass; none is accepted, and both of the root's children
/// that were judged are rejected.
inline RoundRecord prunedTree(int number, int prefixLength, TokenId root)
{
    RoundRecord round = emptyTree(number, prefixLength, root);
    round.draftLength = 3;
    const int x = grow(round, dog, -1, 0.5, 0.2), y = grow(round, fox, -1, 0.3, 0.1);
    const int z = grow(round, lineBreak, -1, 0.05, 0);
    const int xa = grow(round, with, x, 0.6, 0.5), xb = grow(round, in, x, 0.2, 0.3),
              xc = grow(round, arabic, x, 0.1, 0);
    const int ya = grow(round, the, y, 0.7, 0.4);
    const int za = grow(round, her, z, 0.5, 0);
    grow(round, toys, xa, 0.4, 0.4);
    grow(round, veryLong, xb, 0.3, 0.2);
    const int xca = grow(round, park, xc, 0.2, 0);
    const int yaa = grow(round, friends, ya, 0.1, 0);
    for (const int node : {z, xc, za, xca, yaa})
        round.nodes[std::size_t(node)].pruned = true;
    draftAndVerify(round);
    judgeNode(round, x, 0.4, 0.9);
    judgeNode(round, y, 0.25, 0.6);
    drawAndCommit(round, cafe, TokenSource::residual);
    return round;
}

/// What a run of trees may draft, too: three drafts, each behind the one before.
inline RoundRecord chainOfTrees(int number, int prefixLength, TokenId root)
{
    RoundRecord round = emptyTree(number, prefixLength, root);
    round.draftLength = 3;
    const int first = grow(round, the, -1, 0.9, 0.85), second = grow(round, dog, first, 0.8, 0.5);
    grow(round, in, second, 0.7, 0.6);
    draftAndVerify(round);
    judgeNode(round, first, 0.85 / 0.9, 0.2);
    judgeNode(round, second, 0.5 / 0.8, 0.9);
    drawAndCommit(round, toys, TokenSource::residual);
    return round;
}

/// Rounds 1 to 4: fifteen nodes, 64, the pruned tree, the chain.
inline Recording treeRecording()
{
    TraceHeader header;
    header.producer = "draftscope, made up by hand";
    header.backend = "CPU · none";
    header.method = "two-model";
    test::judgeBy(header, "speculative-sampling");
    header.target.name = "A target";
    header.target.context = 512;
    header.target.vocabulary = 4033;
    header.draftLength = 5;
    header.prompt = " play with her dog. go to";
    header.promptTokens = {treeBos, play, with, her, dog, firstFiller + 7, go, treeTo};
    Recording recording(header);
    for (TokenId token = 0; token < treeWordCount; ++token)
        recording.addToken(token, textOf(token));
    const auto put = [&recording](RoundRecord round) { recording.put(0, std::move(round)); };
    const auto length = [&recording] {
        const RoundRecord& last = recording.round(0, recording.roundCount(0) - 1);
        return last.prefixLength + int(last.committed.size());
    };
    const auto root = [&recording] { return recording.round(0, recording.roundCount(0) - 1).committed.back().token; };
    put(fifteenNodes(0, int(header.promptTokens.size())));
    put(sixtyFourNodes(1, length(), root()));
    put(prunedTree(2, length(), root()));
    put(chainOfTrees(3, length(), root()));
    return recording;
}

} // namespace draftscope::sample
