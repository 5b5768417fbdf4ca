// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/core/base64.h"
#include "engine/core/each_on_threads.h"
#include "engine/core/utf8.h"
#include "engine/record/names.h"
#include "engine/trace/trace_json.h"
#include "engine/trace/traits_json.h"

namespace draftscope {
namespace {

void write(JsonLine& line, const SamplerSettings& sampler)
{
    line.key("sampler").open('{');
    line.field("temperature", sampler.temperature).field("top_k", sampler.topK).field("top_p", sampler.topP);
    line.field("min_p", sampler.minP).field("greedy", sampler.greedy).close('}');
}

void write(JsonLine& line, std::string_view key, const ModelRecord& model)
{
    line.key(key).open('{');
    line.field("name", model.name).field("path", model.path).field("hash", model.hash);
    line.field("weight_type", model.weightType).field("parameters", model.parameters).field("layers", model.layers);
    line.field("hidden", model.hidden).field("vocabulary", model.vocabulary).field("context", model.context);
    if (model.draftVocabulary > 0)
        line.field("draft_vocabulary", model.draftVocabulary);
    line.close('}');
}

void write(JsonLine& line, const NodeRecord& node)
{
    line.open('{').field("token", node.token).field("parent", node.parent).field("depth", node.depth);
    line.field("q", node.q).field("draw_u", node.drawU).field("p", node.p);
    if (node.acceptance)
        line.field("acceptance", *node.acceptance);
    if (node.u)
        line.field("u", *node.u);
    line.field("verdict", nameOf(node.verdict));
    if (node.targetSlot >= 0)
        line.field("target_slot", node.targetSlot);
    if (node.draftSlot >= 0)
        line.field("draft_slot", node.draftSlot);
    if (node.forcedToken)
        line.field("forced_token", true);
    if (node.forcedU)
        line.field("forced_u", true);
    if (node.forcedVerdict)
        line.field("forced_verdict", true);
    if (node.pruned)
        line.field("pruned", true);
    if (node.draft > 0)
        line.field("draft", node.draft);
    line.close('}');
}

template <class Member>
void writeColumn(JsonLine& line, const DistributionRecord& context, Member member)
{
    line.open('[');
    for (const DistributionEntry& entry : context.top)
        line.value(entry.*member);
    line.close(']');
}

/// Two columns that have the same bits where the sampler changes nothing: then the second is a copy of the first one's
/// text.
void writeColumns(JsonLine& line, const DistributionRecord& context, std::string_view key,
                  float DistributionEntry::*after, std::string_view keyBefore, float DistributionEntry::*before)
{
    const std::size_t begin = line.key(key).size();
    writeColumn(line, context, after);
    const std::size_t end = line.size();
    line.key(keyBefore);
    const bool areSame = std::ranges::all_of(context.top, [&](const DistributionEntry& entry) {
        return std::bit_cast<std::uint32_t>(entry.*after) == std::bit_cast<std::uint32_t>(entry.*before);
    });
    if (areSame)
        line.again(begin, end);
    else
        writeColumn(line, context, before);
}

void writeRule(JsonLine& line, const DistributionRecord& context)
{
    if (!context.remainders.empty()) {
        line.key("remainders").open('[');
        for (const RemainderRecord& one : context.remainders)
            line.open('{')
                .field("node", one.node)
                .field("mass", one.mass)
                .field("p", one.values)
                .field("tail", one.tail)
                .close('}');
        line.close(']');
    }
    const RuleNumbers& numbers = context.numbers;
    for (const auto& [key, number] : {std::pair("kept", numbers.kept),
                                      {"divisor", numbers.divisor},
                                      {"entropy", numbers.entropy},
                                      {"threshold", numbers.threshold}})
        if (number)
            line.field(key, *number);
    if (context.distance)
        line.field("distance", *context.distance);
}

/// Columns instead of an object an entry: a third of the bytes.
void write(JsonLine& line, const DistributionRecord& context)
{
    line.open('{');
    writeColumn(line.key("tokens"), context, &DistributionEntry::token);
    if (context.hasP)
        writeColumns(line, context, "p", &DistributionEntry::p, "p_before", &DistributionEntry::pBefore);
    if (context.hasQ)
        writeColumns(line, context, "q", &DistributionEntry::q, "q_before", &DistributionEntry::qBefore);
    if (std::ranges::any_of(context.top, [](const DistributionEntry& entry) { return entry.residual != 0; }))
        writeColumn(line.key("residual"), context, &DistributionEntry::residual);
    line.field("residual_mass", context.residualMass);
    line.key("tail").open('{').field("tokens", context.tailTokens).field("p", context.tailP);
    line.field("q", context.tailQ).field("residual", context.tailResidual).close('}');
    writeRule(line, context);
    line.close('}');
}

void writeOutcome(JsonLine& line, const RoundRecord& round)
{
    if (round.draw) {
        line.key("draw").open('{').field("token", round.draw->token).field("source", nameOf(round.draw->source));
        line.field("context", round.draw->context).field("u", round.draw->u).close('}');
    }
    line.key("committed").open('[');
    for (const CommittedToken& token : round.committed) {
        line.open('{').field("token", token.token).field("source", nameOf(token.source));
        line.field("node", token.node).close('}');
    }
    line.close(']').field("end_of_text", round.endOfText);
}

void writeMoments(JsonLine& line, const RoundRecord& round)
{
    line.key("moments").open('[');
    for (const Moment& moment : round.moments)
        line.open('{').field("kind", nameOf(moment.kind)).field("node", moment.node).close('}');
    line.close(']');
    line.key("overrides").open('[');
    for (const OverrideRecord& change : round.overrides) {
        line.open('{').field("kind", nameOf(change.kind)).field("node", change.node);
        line.field("value", change.value).close('}');
    }
    line.close(']');
    line.key("times").open('{').field("draft_steps", round.times.draftSteps).field("verify", round.times.verify);
    line.field("sample", round.times.sample).close('}');
}

/// One list for rows that follow each other: their moment, first slot and first position, then their tokens.
void writeRows(JsonLine& line, std::span<const CacheChange> written)
{
    if (written.empty())
        return;
    line.key("written").open('[');
    for (std::size_t i = 0; i < written.size(); ++i) {
        const CacheChange& row = written[i];
        const bool goesOn = i > 0 && row.moment == written[i - 1].moment && row.slot == written[i - 1].slot + 1
            && row.position == written[i - 1].position + 1;
        if (i > 0 && !goesOn)
            line.close(']');
        if (!goesOn)
            line.open('[').value(row.moment).value(row.slot).value(row.position);
        line.value(row.token);
    }
    line.close(']').close(']');
}

/// A list of numbers for each change.
template <class Numbers>
void writeLists(JsonLine& line, std::string_view key, std::span<const CacheChange> changes, const Numbers& numbersOf)
{
    if (changes.empty())
        return;
    line.key(key).open('[');
    for (const CacheChange& change : changes)
        line.value(numbersOf(change));
    line.close(']');
}

void writeCache(JsonLine& line, CacheOwner cache, const RoundRecord& round)
{
    using Kind = CacheChange::Kind;
    std::vector<CacheChange> rows, read, rolledBack, committed, gaps;
    for (const CacheChange& change : round.cacheChanges) {
        if (change.cache == cache)
            (change.kind == Kind::rolledBack      ? rolledBack
                 : change.kind == Kind::committed ? committed
                 : change.kind == Kind::gap       ? gaps
                 : change.textIndex < 0           ? rows
                                                  : read)
                .push_back(change);
    }
    const auto slotsOf = [](const CacheChange& change) {
        return std::vector{change.moment, change.slot, change.count};
    };
    line.key(nameOf(cache)).open('{');
    writeRows(line, rows);
    writeLists(line, "read", read, [](const CacheChange& change) {
        return std::vector{change.moment, change.slot, change.position, change.count, change.textIndex};
    });
    writeLists(line, nameOf(Kind::rolledBack), rolledBack, slotsOf);
    writeLists(line, nameOf(Kind::committed), committed, slotsOf);
    writeLists(line, nameOf(Kind::gap), gaps, slotsOf);
    line.close('}');
}

void writeCaches(JsonLine& line, const RoundRecord& round)
{
    if (round.cacheChanges.empty())
        return;
    line.key("cache").open('{');
    for (const CacheOwner cache : {CacheOwner::target, CacheOwner::draft})
        if (std::ranges::count(round.cacheChanges, cache, &CacheChange::cache) > 0)
            writeCache(line, cache, round);
    line.close('}');
}

void write(JsonLine& line, const TokenTexts& tokens)
{
    if (tokens.empty())
        return;
    line.key("tokens").open('{');
    for (const auto& [token, bytes] : tokens) {
        line.key(fmt::to_string(token));
        if (isUtf8(bytes))
            line.value(bytes);
        else
            line.open('{').field("base64", toBase64(bytes)).close('}');
    }
    line.close('}');
}

} // namespace

JsonLine encode(const TraceHeader& header)
{
    JsonLine line;
    line.open('{').field("type", "header").field("format", header.format).field("producer", header.producer);
    line.field("backend", header.backend).field("method", header.method).field("verifier", header.verifier);
    write(line, header.traits);
    if (header.shape != TraceHeader().shape)
        line.field("shape", header.shape);
    if (!header.draws.empty())
        line.field("draws", header.draws);
    if (!header.options.empty()) {
        line.key("options").open('{');
        for (const auto& [name, value] : header.options)
            line.field(name, value);
        line.close('}');
    }
    if (!header.files.empty()) {
        line.key("files").open('{');
        for (const auto& [name, path] : header.files)
            line.field(name, path);
        line.close('}');
    }
    write(line, "target", header.target);
    if (header.draft)
        write(line, "draft", *header.draft);
    if (!header.head.empty())
        line.field("head", header.head);
    write(line, header.sampler);
    line.field("k", header.draftLength).field("seed", header.seed).field("lossless", header.lossless);
    if (!header.fault.empty())
        line.field("fault", header.fault);
    if (!header.endTokens.empty())
        line.field("end_tokens", header.endTokens);
    line.field("prompt", header.prompt).field("prompt_tokens", header.promptTokens);
    if (header.isWholePrompt)
        line.field("whole_prompt", true);
    line.close('}').end();
    return line;
}

JsonLine encode(const BranchRecord& branch)
{
    JsonLine line;
    line.open('{').field("type", "branch").field("branch", branch.branch).field("parent", branch.parent);
    line.field("fork_round", branch.forkRound).field("fork_moment", branch.forkMoment);
    line.field("reason", branch.reason).close('}').end();
    return line;
}

JsonLine encodeNote(const BranchRecord& branch)
{
    JsonLine line;
    line.open('{').field("type", "branch_note").field("branch", branch.branch);
    if (!branch.name.empty())
        line.field("name", branch.name);
    if (branch.isRemoved)
        line.field("removed", true);
    line.close('}').end();
    return line;
}

JsonLine encode(const BookmarkRecord& bookmark)
{
    JsonLine line;
    line.open('{').field("type", "bookmark").field("branch", bookmark.at.branch).field("round", bookmark.at.round);
    line.field("moment", bookmark.at.moment);
    if (!bookmark.name.empty())
        line.field("name", bookmark.name);
    line.close('}').end();
    return line;
}

void RoundEncoder::beginRound(int branch, const RoundRecord& round)
{
    JsonLine& line = m_line;
    line.clear();
    line.open('{').field("type", "round").field("branch", branch).field("round", round.round);
    if (round.sequence != 0)
        line.field("sequence", round.sequence);
    line.field("prefix", round.prefixLength).field("root", round.root).field("k", round.draftLength);
    write(line, round.sampler);
    line.field("verifier", round.verifier);
    if (std::ranges::count(m_verifiers, round.verifier) == 0) { // as with tokens: said once, where it comes first
        m_verifiers.push_back(round.verifier);
        write(line, round.traits);
    }
    if (round.stopBelow > 0)
        line.field("stop_below", round.stopBelow);
    if (round.matchRate > 0)
        line.field("match_rate", round.matchRate);
    if (round.draftContextFull)
        line.field("draft_context_full", true);
    if (round.copied)
        line.field("copied", true);
    if (round.steps != 1)
        line.field("steps", round.steps);
    if (!round.likeliest.empty())
        line.field("likeliest", round.likeliest);
    if (!round.sideRows.empty()) {
        line.key("side_rows").open('[');
        for (const SideRow& row : round.sideRows)
            line.value(std::vector{row.token, row.parent, row.likeliest, row.targetSlot});
        line.close(']');
    }
    line.key("nodes").open('[');
    for (const NodeRecord& node : round.nodes)
        write(line, node);
    line.close(']');
}

void RoundEncoder::endRound(const RoundRecord& round, const TokenBytes& bytesOf)
{
    m_end.clear();
    writeOutcome(m_end, round);
    writeMoments(m_end, round);
    writeCaches(m_end, round);
    write(m_end, newTokens(round, bytesOf));
}

TokenTexts RoundEncoder::newTokens(const RoundRecord& round, const TokenBytes& bytesOf)
{
    TokenTexts texts;
    const auto see = [&](TokenId token) {
        if (token < 0)
            return;
        // What is watched at a server has ids over a thousand million for its own tokens: a bit for each id before
        // them would take 200 MB.
        constexpr std::size_t mostByIndex = std::size_t(1) << 22;
        const auto index = std::size_t(token);
        const bool isByIndex = index < mostByIndex;
        if (isByIndex && index >= m_written.size())
            m_written.resize(index + 1);
        if (isByIndex ? m_written[index] : m_own.contains(token))
            return;
        if (std::optional<std::string> bytes = bytesOf(token)) {
            if (isByIndex)
                m_written[index] = true;
            else
                m_own.insert(token);
            texts.emplace_back(token, std::move(*bytes));
        }
    };
    for (const TokenId token : std::exchange(m_promptTokens, {}))
        see(token);
    see(round.root);
    for (const NodeRecord& node : round.nodes)
        see(node.token);
    for (const SideRow& row : round.sideRows)
        see(row.token);
    for (const DistributionRecord& context : round.contexts)
        for (const DistributionEntry& entry : context.top)
            see(entry.token);
    if (round.draw)
        see(round.draw->token);
    for (const CommittedToken& token : round.committed)
        see(token.token);
    return texts;
}

const JsonLine& RoundEncoder::encode(int branch, const RoundRecord& round, const TokenBytes& bytesOf)
{
    const std::size_t contexts = round.contexts.size();
    if (m_contexts.size() < contexts)
        m_contexts.resize(contexts);
    eachOnThreads(m_threads.get(), int(contexts) + 1, [&](int, int part) {
        if (part == 0) {
            beginRound(branch, round);
            endRound(round, bytesOf);
        } else {
            JsonLine& line = m_contexts[std::size_t(part - 1)];
            line.clear();
            write(line, round.contexts[std::size_t(part - 1)]);
        }
    });
    m_line.key("contexts").open('[');
    for (std::size_t c = 0; c < contexts; ++c)
        m_line.json(m_contexts[c].text());
    m_line.close(']').json(m_end.text()).close('}').end();
    return m_line;
}

} // namespace draftscope
