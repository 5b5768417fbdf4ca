// SPDX-License-Identifier: MIT
// A small decode by hand, for the tests of traces: every kind of moment, verdict and draw occurs.
#pragma once

#include <vector>

#include "engine/record/recording.h"
#include "tests/fixtures/judge_by.h"

namespace draftscope::example {

inline TraceHeader header()
{
    TraceHeader header;
    header.producer = "test";
    header.backend = "CPU · test";
    header.method = "two-model";
    test::judgeBy(header, "speculative-sampling");
    header.target = {"Big \"quoted\"", "/models/big", "12ab", "bf16", 6'000'000'000, 6, 256, 4096, 512};
    header.draft = ModelRecord{"Small", "/models/small", "34cd", "f16", 800'000, 2, 128, 4096, 512};
    header.sampler = {0.7, 40, 0.9, 0.05, false};
    header.options = {{"ngram-max", 4}};
    header.files = {{"datastore", "/data/\"tales\""}};
    header.head = "/heads/\"eagle\"";
    header.draftLength = 2;
    header.endTokens = {2};
    header.seed = 0xFFFF'FFFF'FFFF'FFFFull;
    header.prompt = "Once\nupon ü";
    header.promptTokens = {1, 10, 11};
    return header;
}

inline DistributionRecord distribution(bool hasP, bool hasQ)
{
    DistributionRecord record;
    record.top = {{20, hasP ? 0.6f : 0, hasQ ? 0.7f : 0, 0, hasP ? 0.5f : 0, hasQ ? 0.61f : 0},
                  {21, hasP ? 0.3f : 0, hasQ ? 0.1f : 0, hasP && hasQ ? 0.9f : 0, hasP ? 0.4f : 0, hasQ ? 0.09f : 0}};
    record.tailTokens = 4094;
    record.tailP = hasP ? 0.1 : 0;
    record.tailQ = hasQ ? 0.2 : 0;
    record.residualMass = hasP && hasQ ? 1.0 / 3 : 0;
    record.hasP = hasP;
    record.hasQ = hasQ;
    return record;
}

/// A tree: two drafts after the root, of which the second and its child were pruned; the first is accepted.
inline RoundRecord prunedRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = 11;
    round.sampler = {0.7, 40, 0.9, 0.05, false};
    test::judgeBy(round, "deterministic-children");
    round.draftLength = 2;
    round.nodes = {{20, -1, 1, 0.5, 0, 0.75, 0.75, 0.25, Verdict::accepted, 3, 3},
                   {21, -1, 1, 0.25, 0, 0, {}, {}},
                   {22, 1, 2, 0.5, 0, 0, {}, {}}};
    round.nodes[1].pruned = round.nodes[2].pruned = true;
    round.contexts = {distribution(true, true), distribution(true, false), distribution(false, true), {}};
    round.contexts[0].remainders = {{0, 0.25, {0, 0.9f}, 0.1}, {-1, 1.0 / 3, {0.125f, 0}, 0.875}};
    round.contexts[0].numbers = {0.5, 1.25, 2.5, 0.0625};
    round.likeliest = {20, 23, 22, 21};
    round.sideRows = {{21, -1, 22, 5}, {20, 0, 23, 6}, {22, -1, 21, -1}};
    round.draw = DrawRecord{23, TokenSource::bonus, 1, 0.5};
    round.committed = {{20, TokenSource::accepted, 0}, {23, TokenSource::bonus, -1}};
    round.moments = {{MomentKind::draft, 0}, {MomentKind::draft, 2},  {MomentKind::verify, -1},
                     {MomentKind::judge, 0}, {MomentKind::bonus, -1}, {MomentKind::commit, -1}};
    round.times = {{0.25, 0.5}, 1.75, 0.0625};
    return round;
}

/// What both caches do in a round of two drafts of which the first is accepted. In round 0 the text before the root is
/// read, as long as it is: it has two tokens or more.
inline std::vector<CacheChange> cacheChanges(int number, int prefixLength)
{
    using Kind = CacheChange::Kind;
    constexpr CacheOwner target = CacheOwner::target, draft = CacheOwner::draft;
    const int root = prefixLength - 1; // its slot and position
    std::vector<CacheChange> changes;
    if (number == 0)
        changes = {{0, target, Kind::written, 0, root, 0, noToken, 0},
                   {0, target, Kind::committed, 0, root},
                   {0, draft, Kind::written, 0, prefixLength, 0, noToken, 0},
                   {0, draft, Kind::committed, 0, prefixLength}};
    else
        changes = {{0, draft, Kind::written, root, 1, root, 11}, {0, draft, Kind::committed, root}};
    const std::vector<CacheChange> others = {
        {1, draft, Kind::written, prefixLength, 1, prefixLength, 20},
        {2, target, Kind::written, root, 1, root, 11},
        {2, target, Kind::written, prefixLength, 1, prefixLength, 20},
        {2, target, Kind::written, prefixLength + 1, 1, prefixLength + 1, 21},
        {2, target, Kind::committed, root},
        {6, target, Kind::rolledBack, prefixLength + 1},
        {6, target, Kind::committed, prefixLength},
        {6, draft, Kind::committed, prefixLength},
    };
    changes.insert(changes.end(), others.begin(), others.end());
    return changes;
}

/// Two drafts, the first accepted, the second rejected and replaced from the residual.
inline RoundRecord rejectedRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = 11;
    round.sampler = {0.7, 40, 0.9, 0.05, false};
    test::judgeBy(round, "speculative-sampling");
    round.draftLength = 2;
    round.nodes = {{20, -1, 1, 0.7, 0.1, 0.6, 0.6 / 0.7, 0.25, Verdict::accepted, 3, 3},
                   {21, 0, 2, 0.1 + 0.2, 0.95, 0.01, 1.0 / 30, 0.75, Verdict::rejected, 4, -1}};
    round.contexts = {distribution(true, true), distribution(true, true), distribution(true, false)};
    round.draw = DrawRecord{22, TokenSource::residual, 1, 0.123456789012345678};
    round.committed = {{20, TokenSource::accepted, 0}, {22, TokenSource::residual, -1}};
    round.moments = {{MomentKind::draft, 0},  {MomentKind::draft, 1}, {MomentKind::verify, -1},
                     {MomentKind::judge, 0},  {MomentKind::judge, 1}, {MomentKind::residual, -1},
                     {MomentKind::commit, -1}};
    round.cacheChanges = cacheChanges(number, prefixLength);
    round.times = {{0.25, 0.5}, 1.75, 0.0625};
    return round;
}

/// Both drafts accepted; a person forced the second one's token and verdict.
inline RoundRecord acceptedRound(int number, int prefixLength)
{
    RoundRecord round = rejectedRound(number, prefixLength);
    round.nodes[1].acceptance = 1;
    round.nodes[1].verdict = Verdict::accepted;
    round.nodes[1].forcedToken = round.nodes[1].forcedVerdict = true;
    round.draw = DrawRecord{23, TokenSource::bonus, 2, 0.5};
    round.committed = {{20, TokenSource::accepted, 0}, {21, TokenSource::accepted, 1}, {23, TokenSource::bonus, -1}};
    round.moments[5].kind = MomentKind::bonus;
    std::erase_if(round.cacheChanges,
                  [](const CacheChange& change) { return change.kind == CacheChange::Kind::rolledBack; });
    round.cacheChanges[round.cacheChanges.size() - 2].count = 2; // committed in the target's
    round.overrides = {{OverrideRecord::Kind::token, 1, 21},
                       {OverrideRecord::Kind::verdict, 1, 1},
                       {OverrideRecord::Kind::draftLength, -1, 2}};
    round.stopBelow = 0.601;
    round.matchRate = 0.7;
    return round;
}

/// Plain decoding's round: nothing drafted, no distributions kept, the text ends.
inline RoundRecord plainRound(int number, int prefixLength)
{
    RoundRecord round;
    round.round = number;
    round.prefixLength = prefixLength;
    round.root = 22;
    test::judgeBy(round, "greedy");
    round.draftContextFull = true;
    round.draw = DrawRecord{2, TokenSource::plain, 0, 0.999};
    round.committed = {{2, TokenSource::plain, -1}};
    round.moments = {{MomentKind::verify, -1}, {MomentKind::plain, -1}, {MomentKind::commit, -1}};
    round.times.verify = 1e-7;
    round.endOfText = true;
    return round;
}

/// Three rounds, a fork in the middle of the second, a fork of that fork before its end, and an unfinished round.
inline Recording recording()
{
    Recording recording(header());
    const std::pair<TokenId, const char*> tokens[] = {{1, ""},         {2, ""},         {10, "Once\n"},
                                                      {11, " up\"on"}, {20, "\xC3"},    {21, "\xBC \xFF"},
                                                      {22, " ü"},      {23, "\x01\x7F"}};
    for (const auto& [token, bytes] : tokens)
        recording.addToken(token, bytes);
    recording.put(0, rejectedRound(0, 3));
    recording.put(0, acceptedRound(1, 5));
    recording.put(0, plainRound(2, 8));
    const int fork = recording.fork({0, 1, 4}, "forced u = 0.10 at draft 2");
    recording.put(fork, rejectedRound(1, 5));
    recording.put(fork, atMoment(rejectedRound(2, 7), 3));
    recording.fork({fork, 1, 7}, "K = 2 from the next round on");
    return recording;
}

} // namespace draftscope::example
