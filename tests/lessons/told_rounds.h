// SPDX-License-Identifier: MIT
// A short run with known numbers, for fields, moments and answers.
#pragma once

#include "engine/lessons/lesson_page.h"

namespace draftscope {

/// Tokens by their ids: what the run says.
inline const std::vector<std::string>& toldWords()
{
    static const std::vector<std::string> words{"Once", " upon", " a", " time", " hill", " there", " was", " tree"};
    return words;
}

inline DistributionEntry toldEntry(TokenId token, double p, double q, double residual)
{
    DistributionEntry entry;
    entry.token = token;
    entry.p = float(p);
    entry.q = float(q);
    entry.residual = float(residual);
    return entry;
}

inline DistributionRecord toldDistribution(std::vector<DistributionEntry> entries, double residualMass)
{
    DistributionRecord record;
    record.top = std::move(entries);
    record.hasP = record.hasQ = true;
    record.residualMass = residualMass;
    return record;
}

inline NodeRecord toldNode(TokenId token, int parent, double q, double p, double acceptance, double u, Verdict verdict)
{
    NodeRecord node;
    node.token = token;
    node.parent = parent;
    node.depth = parent + 2;
    node.q = q;
    node.p = p;
    node.acceptance = acceptance;
    node.u = u;
    node.verdict = verdict;
    return node;
}

/// "Once upon" · " a" accepted, " hill" rejected, " time" from the residual · then " there", " was" accepted, " a" as
/// the bonus.
inline Recordings toldRun()
{
    TraceHeader header;
    header.method = "two-model";
    header.verifier = "speculative-sampling";
    header.target.name = "Big";
    header.target.parameters = 6000;
    header.target.vocabulary = 8;
    header.draft.emplace();
    header.draft->name = "Small";
    header.draft->parameters = 800;
    header.draft->vocabulary = 8;
    header.draftLength = 2;
    header.seed = 7;
    header.prompt = "Once upon";
    header.promptTokens = {0, 1};
    Recording recording(header);
    for (std::size_t id = 0; id < toldWords().size(); ++id)
        recording.addToken(TokenId(id), toldWords()[id]);

    RoundRecord first;
    first.prefixLength = 2;
    first.root = 1;
    first.verifier = "speculative-sampling";
    first.draftLength = 2;
    first.nodes = {toldNode(2, -1, 0.5, 0.75, 1, 0.9, Verdict::accepted),
                   toldNode(4, 0, 0.5, 0.125, 0.25, 0.5, Verdict::rejected)};
    first.contexts = {toldDistribution({toldEntry(2, 0.75, 0.5, 1), toldEntry(4, 0.25, 0.5, 0)}, 0.25),
                      toldDistribution({toldEntry(3, 0.875, 0.5, 1), toldEntry(4, 0.125, 0.5, 0)}, 0.375),
                      toldDistribution({toldEntry(5, 1, 0, 0)}, 0)};
    first.contexts.back().hasQ = false;
    first.draw = DrawRecord{3, TokenSource::residual, 1, 0.3};
    first.committed = {{2, TokenSource::accepted, 0}, {3, TokenSource::residual, -1}};
    first.moments = {{MomentKind::draft, 0},  {MomentKind::draft, 1}, {MomentKind::verify, -1},
                     {MomentKind::judge, 0},  {MomentKind::judge, 1}, {MomentKind::residual, -1},
                     {MomentKind::commit, -1}};
    first.cacheChanges.emplace_back();
    first.cacheChanges.back().moment = 6;
    first.cacheChanges.back().kind = CacheChange::Kind::rolledBack;
    recording.put(0, first);

    RoundRecord second;
    second.round = 1;
    second.prefixLength = 4;
    second.root = 3;
    second.verifier = "speculative-sampling";
    second.draftLength = 2;
    second.nodes = {toldNode(5, -1, 0.5, 0.4, 0.8, 0.1, Verdict::accepted),
                    toldNode(6, 0, 0.25, 0.5, 1, 0.6, Verdict::accepted)};
    second.contexts = {toldDistribution({toldEntry(5, 0.4, 0.5, 0), toldEntry(7, 0.6, 0.5, 1)}, 0.1),
                       toldDistribution({toldEntry(6, 0.5, 0.25, 1), toldEntry(7, 0.5, 0.75, 0)}, 0.25),
                       toldDistribution({toldEntry(2, 1, 0, 0)}, 0)};
    second.contexts.back().hasQ = false;
    second.draw = DrawRecord{2, TokenSource::bonus, 2, 0.7};
    second.committed = {{5, TokenSource::accepted, 0}, {6, TokenSource::accepted, 1}, {2, TokenSource::bonus, -1}};
    second.moments = {{MomentKind::draft, 0}, {MomentKind::draft, 1},  {MomentKind::verify, -1}, {MomentKind::judge, 0},
                      {MomentKind::judge, 1}, {MomentKind::bonus, -1}, {MomentKind::commit, -1}};
    recording.put(0, second);
    return Recordings(std::move(recording));
}

inline LessonSetup toldSetup()
{
    LessonSetup setup;
    setup.settings.draftLength = 2;
    setup.settings.seed = 7;
    return setup;
}

} // namespace draftscope
