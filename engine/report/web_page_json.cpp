// SPDX-License-Identifier: MIT
// Runs as the JSON of a web page: lists instead of objects wherever there are many of a kind, since the page has to be
// sent around. resources/web/recording.js reads it.
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/base64.h"
#include "engine/core/utf8.h"
#include "engine/record/names.h"
#include "engine/report/web_page.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

enum NodeFlags { forcedTokenFlag = 1, forcedUFlag = 2, forcedVerdictFlag = 4, prunedFlag = 8 };

/// A number, or null where there is none.
JsonLine& maybe(JsonLine& line, std::optional<double> number)
{
    return number ? line.value(*number) : line.json("null");
}

/// Writes runs into the page's JSON. What a round has in common with the one before it is left out.
class WebPageWriter {
public:
    explicit WebPageWriter(JsonLine& line) : m_line(line) {}

    void sequence(const WebPageSequence& sequence);
    void tokens();

private:
    void header(const TraceHeader& header);
    void model(std::string_view key, const ModelRecord& model);
    void round(const RoundRecord& round);
    void settings(const RoundRecord& round);
    void node(const RoundRecord& round, const NodeRecord& node);
    void context(const RoundRecord& round, int index);
    void remainder(const RemainderRecord& remainder, const std::vector<std::size_t>& kept, std::size_t all);
    void outcome(const RoundRecord& round);
    void cache(const RoundRecord& round);
    [[nodiscard]] static std::vector<std::size_t> entriesToKeep(const RoundRecord& round, int context);
    template <class Member>
    void column(std::string_view key, const DistributionRecord& context, const std::vector<std::size_t>& kept,
                Member member);
    TokenId seen(TokenId token);

    JsonLine& m_line;
    const Recording* m_recording = nullptr;
    const RoundRecord* m_before = nullptr; ///< the round before
    std::map<TokenId, std::string> m_tokens;
};

TokenId WebPageWriter::seen(TokenId token)
{
    if (token >= 0 && m_recording->knowsToken(token))
        m_tokens.try_emplace(token, m_recording->tokenBytes(token));
    return token;
}

void WebPageWriter::model(std::string_view key, const ModelRecord& model)
{
    m_line.key(key).open('{').field("name", model.name).field("weights", model.weightType);
    m_line.field("parameters", model.parameters).field("layers", model.layers).field("vocabulary", model.vocabulary);
    m_line.close('}');
}

void WebPageWriter::header(const TraceHeader& header)
{
    m_line.field("producer", header.producer).field("backend", header.backend).field("method", header.method);
    m_line.field("shape", header.shape).field("verifier", header.verifier).field("k", header.draftLength);
    m_line.field("seed", std::to_string(header.seed)); // a number of a script has 53 bits
    m_line.field("lossless", header.lossless).field("fault", header.fault);
    model("target", header.target);
    if (header.draft)
        model("draft", *header.draft);
    m_line.key("sampler").open('[').value(header.sampler.temperature).value(header.sampler.topK);
    m_line.value(header.sampler.topP).value(header.sampler.minP).value(header.sampler.greedy).close(']');
    m_line.field("ends", header.endTokens).field("prompt", header.promptTokens);
    for (const TokenId token : header.promptTokens)
        seen(token);
    for (const TokenId token : header.endTokens)
        seen(token);
}

void WebPageWriter::node(const RoundRecord& round, const NodeRecord& node)
{
    const bool wasDrawn = !round.sampler.isGreedy() && !node.forcedToken && node.drawU != 0;
    m_line.open('[').value(seen(node.token)).value(node.parent).value(node.q).value(node.p);
    maybe(m_line, node.acceptance);
    maybe(m_line, round.isGreedy() && !node.forcedU ? std::nullopt : node.u);
    m_line.value(int(node.verdict));
    maybe(m_line, wasDrawn ? std::optional(node.drawU) : std::nullopt);
    m_line.value((node.forcedToken ? forcedTokenFlag : 0) | (node.forcedU ? forcedUFlag : 0)
                 | (node.forcedVerdict ? forcedVerdictFlag : 0) | (node.pruned ? prunedFlag : 0));
    m_line.close(']');
}

/// The first ones, which are the likeliest, and each that a node or the draw is about.
std::vector<std::size_t> WebPageWriter::entriesToKeep(const RoundRecord& round, int context)
{
    std::set<TokenId> named;
    for (const NodeRecord& node : round.nodes)
        if (node.parent + 1 == context)
            named.insert(node.token);
    if (round.draw && round.draw->context == context)
        named.insert(round.draw->token);
    std::vector<std::size_t> kept;
    const auto& top = round.contexts[std::size_t(context)].top;
    for (std::size_t i = 0; i < top.size(); ++i)
        if (i < std::size_t(mostWebPageEntries) || named.contains(top[i].token))
            kept.push_back(i);
    return kept;
}

template <class Member>
void WebPageWriter::column(std::string_view key, const DistributionRecord& context,
                           const std::vector<std::size_t>& kept, Member member)
{
    m_line.key(key).open('[');
    for (const std::size_t i : kept)
        m_line.value(context.top[i].*member);
    m_line.close(']');
}

/// What is not among `kept` is part of the tail.
void WebPageWriter::remainder(const RemainderRecord& remainder, const std::vector<std::size_t>& kept, std::size_t all)
{
    double tail = remainder.tail;
    std::size_t next = 0;
    m_line.open('[').value(remainder.node).value(remainder.mass).open('[');
    for (std::size_t i = 0; i < std::min(all, remainder.values.size()); ++i)
        if (next < kept.size() && kept[next] == i) {
            m_line.value(remainder.values[i]);
            ++next;
        } else {
            tail += remainder.values[i];
        }
    m_line.close(']').value(tail).close(']');
}

void WebPageWriter::context(const RoundRecord& round, int index)
{
    const DistributionRecord& context = round.contexts[std::size_t(index)];
    if (!context.hasP && !context.hasQ) {
        m_line.json("0");
        return;
    }
    const std::vector<std::size_t> kept = entriesToKeep(round, index);
    double tailP = context.tailP, tailQ = context.tailQ, tailResidual = context.tailResidual;
    std::set<std::size_t> isKept(kept.begin(), kept.end());
    bool hasResidual = context.tailResidual != 0;
    for (std::size_t i = 0; i < context.top.size(); ++i) {
        hasResidual |= context.top[i].residual != 0;
        if (isKept.contains(i))
            continue;
        tailP += double(context.top[i].p);
        tailQ += double(context.top[i].q);
        tailResidual += double(context.top[i].residual);
    }
    m_line.open('{').key("k").open('[');
    for (const std::size_t i : kept)
        m_line.value(seen(context.top[i].token));
    m_line.close(']');
    if (context.hasP)
        column("p", context, kept, &DistributionEntry::p);
    if (context.hasQ)
        column("q", context, kept, &DistributionEntry::q);
    if (hasResidual)
        column("r", context, kept, &DistributionEntry::residual);
    if (context.residualMass != 0)
        m_line.field("z", context.residualMass);
    m_line.key("o").open('[').value(context.tailTokens + int(context.top.size() - kept.size()));
    m_line.value(tailP).value(tailQ).value(tailResidual).close(']');
    if (!context.remainders.empty()) {
        m_line.key("l").open('[');
        for (const RemainderRecord& one : context.remainders)
            remainder(one, kept, context.top.size());
        m_line.close(']');
    }
    m_line.close('}');
}

void WebPageWriter::outcome(const RoundRecord& round)
{
    if (round.draw) {
        m_line.key("d").open('[').value(seen(round.draw->token)).value(int(round.draw->source));
        m_line.value(round.draw->context);
        maybe(m_line, round.takesLikeliest() ? std::nullopt : std::optional(round.draw->u)).close(']');
    }
    m_line.key("t").open('[');
    for (const CommittedToken& token : round.committed)
        m_line.value(seen(token.token)).value(int(token.source)).value(token.node);
    m_line.close(']').key("m").open('[');
    for (const Moment& moment : round.moments)
        m_line.value(int(moment.kind)).value(moment.node);
    m_line.close(']');
}

/// Seven numbers a change: moment, cache, kind, slot, count, position, and the token, or -2 and what is counted of the
/// text where rows of it are read in.
void WebPageWriter::cache(const RoundRecord& round)
{
    if (round.cacheChanges.empty())
        return;
    m_line.key("h").open('[');
    for (const CacheChange& change : round.cacheChanges) {
        m_line.value(change.moment).value(int(change.cache)).value(int(change.kind)).value(change.slot);
        m_line.value(change.count).value(change.position);
        m_line.value(change.textIndex >= 0 ? -2 - change.textIndex : seen(change.token));
    }
    m_line.close(']');
}

/// What is as in the round before is left out.
void WebPageWriter::settings(const RoundRecord& round)
{
    if (!m_before || m_before->draftLength != round.draftLength)
        m_line.field("k", round.draftLength);
    if (!m_before || m_before->verifier != round.verifier)
        m_line.field("v", round.verifier);
    if (!m_before || !(m_before->sampler == round.sampler)) {
        m_line.key("s").open('[').value(round.sampler.temperature).value(round.sampler.topK);
        m_line.value(round.sampler.topP).value(round.sampler.minP).value(round.sampler.isGreedy()).close(']');
    }
    if (round.isGreedy())
        m_line.field("g", 1);
    if (round.draftContextFull)
        m_line.field("full", 1);
    if (round.copied)
        m_line.field("copied", 1);
}

void WebPageWriter::round(const RoundRecord& round)
{
    m_line.open('{').field("x", round.prefixLength).field("a", seen(round.root));
    settings(round);
    m_line.key("n").open('[');
    for (const NodeRecord& each : round.nodes)
        node(round, each);
    m_line.close(']').key("c").open('[');
    for (std::size_t c = 0; c < round.contexts.size(); ++c)
        context(round, int(c));
    m_line.close(']');
    outcome(round);
    cache(round);
    m_line.key("w").open('[').value(round.times.draft()).value(round.times.verify).value(round.times.sample);
    m_line.close(']').close('}');
    m_before = &round;
}

void WebPageWriter::sequence(const WebPageSequence& sequence)
{
    m_recording = sequence.recording;
    m_before = nullptr;
    const BranchRecord& branch = m_recording->branches()[std::size_t(sequence.branch)];
    m_line.open('{');
    header(m_recording->header());
    m_line.field("branch", sequence.branch).field("reason", branch.reason).field("first", sequence.firstRound);
    m_line.key("marks").open('[');
    for (const BookmarkRecord& mark : sequence.bookmarks)
        if (mark.at.branch == sequence.branch)
            m_line.open('[').value(mark.at.round).value(mark.at.moment).value(mark.name).close(']');
    m_line.close(']').key("rounds").open('[');
    for (int r = 0; r < m_recording->roundCount(sequence.branch); ++r)
        round(m_recording->round(sequence.branch, r));
    m_line.close(']').close('}');
}

/// Bytes that are no text stand in a list, as base64.
void WebPageWriter::tokens()
{
    m_line.open('{');
    for (const auto& [token, bytes] : m_tokens) {
        m_line.key(std::to_string(token));
        if (isUtf8(bytes))
            m_line.value(bytes);
        else
            m_line.open('[').value(toBase64(bytes)).close(']');
    }
    m_line.close('}');
}

/// A `<` is in strings only. Without any, no text of a run can end the element that the JSON stands in.
std::string withoutTags(std::string_view json)
{
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json)
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    return safe;
}

/// Before a round there is little to see, so its first verdict is shown, and without one what it ends with.
Position firstToShow(const WebPageSequence& sequence, Position at)
{
    if (at.moment > 0 || at.round >= sequence.recording->roundCount(sequence.branch))
        return at;
    const std::vector<Moment>& moments = sequence.recording->round(sequence.branch, at.round).moments;
    const auto verdict = std::ranges::find(moments, MomentKind::judge, &Moment::kind);
    at.moment = int(std::min(verdict - moments.begin() + 1, std::ssize(moments)));
    return at;
}

} // namespace

std::string webPageJson(std::span<const WebPageSequence> sequences, const WebPageOptions& options)
{
    JsonLine line;
    WebPageWriter writer(line);
    line.open('{').field("format", 1).field("language", options.language).field("sequence", options.sequence);
    const Position at = firstToShow(sequences[std::size_t(options.sequence)], options.at);
    line.key("at").open('[').value(at.round).value(at.moment).close(']');
    line.key("sequences").open('[');
    for (const WebPageSequence& sequence : sequences)
        writer.sequence(sequence);
    line.close(']').key("tokens");
    writer.tokens();
    line.close('}');
    return withoutTags(line.text());
}

} // namespace draftscope
