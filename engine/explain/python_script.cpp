// SPDX-License-Identifier: MIT
#include "engine/explain/python_script.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/core/printable.h"
#include "engine/explain/code_listing.h"
#include "engine/explain/script_helpers.h"
#include "engine/explain/tail_rows.h"

namespace draftscope {
namespace {

/// A token's bytes as a literal of Python; what is not UTF-8 or could act is escaped.
std::string literalOf(std::string_view bytes)
{
    std::string literal = "\"";
    for (const char c : printableName(bytes)) {
        if (c == '"')
            literal += '\\';
        literal += c;
        if (c == '\\')
            literal += '\\';
    }
    return literal + '"';
}

/// With the digits that read back as the same number.
std::string exactly(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : "0.0";
}

std::string exactly(float value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : "0.0";
}

template <class Values, class Word>
std::string listOf(const Values& values, const Word& word)
{
    std::vector<std::string> words;
    for (const auto& value : values)
        words.push_back(word(value));
    return fmt::format("[{}]", fmt::join(words, ", "));
}

class Script {
public:
    Script(const Recording& recording, const RoundRecord& round, CodeListing listing)
        : m_recording(recording), m_round(round), m_terms(round), m_listing(std::move(listing))
    {
    }
    [[nodiscard]] std::string text(int branch);

private:
    void addHead(int branch);
    void addRecord();
    void addContext(int context);
    void addOwnQ(int context);
    void addRandomNumbers();
    void addListing();
    [[nodiscard]] bool isDrawn(const NodeRecord& node) const
    {
        return !m_round.sampler.isGreedy() && !node.forcedToken && node.drawU != 0;
    }
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments&&... arguments)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Arguments>(arguments)...);
        m_text += '\n';
    }

    const Recording& m_recording;
    const RoundRecord& m_round;
    RuleTerms m_terms;
    CodeListing m_listing;
    std::string m_text;
    int m_unlisted = 0; ///< contexts that have a tail
};

std::string Script::text(int branch)
{
    addHead(branch);
    addRecord();
    addRandomNumbers();
    m_text += scriptHelpers;
    addListing();
    m_text += scriptEnd;
    return std::move(m_text);
}

void Script::addHead(int branch)
{
    const TraceHeader& header = m_recording.header();
    for (std::size_t c = 0; c < m_round.contexts.size(); ++c)
        m_unlisted += m_round.contexts[c].tailTokens > 0;
    add("#!/usr/bin/env python3");
    add("# Round {} of branch {}: {}, {} of {} drafts. Target {}, method {}, temperature {}.", m_round.round + 1,
        branch, m_listing.verifier, m_listing.isTree ? "a tree" : "a chain", m_round.nodes.size(),
        printableName(header.target.name), printableName(header.method), m_round.sampler.temperature);
    add("# NumPy alone repeats its verdicts and its draw from the recorded p, q and u.");
    if (m_unlisted == 0) {
        add("# The record lists the whole vocabulary, so all of it is exact to the 7 digits that it keeps.");
    } else {
        add("# The record lists the likeliest tokens of each position and the sum of the rest. Exact are p, q and u "
            "of\n"
            "# every draft, so every verdict, and what each rejection leaves of p. Tokens of negative ids stand for "
            "the\n"
            "# rest: they have its sums. Where the rest could have changed a draw the script says so.");
    }
    if (!header.fault.empty())
        add("# The run was broken on purpose ({}): what this prints is what the rule would have done.",
            printableName(header.fault));
    add("import json\nimport sys\nfrom math import exp, log\n\nimport numpy as np\n");
}

void Script::addRecord()
{
    std::map<TokenId, std::string_view> texts;
    const auto learn = [&](TokenId token) {
        if (token >= 0 && !m_recording.tokenBytes(token).empty())
            texts[token] = m_recording.tokenBytes(token);
    };
    learn(m_round.root);
    for (const NodeRecord& node : m_round.nodes)
        learn(node.token);
    for (const CommittedToken& token : m_round.committed)
        learn(token.token);
    if (m_round.draw)
        learn(m_round.draw->token);
    add("ROOT, PREFIX, K, END = -1, {}, {}, {}", m_round.prefixLength, m_round.nodes.size(),
        m_recording.header().endTokens.empty()
            ? "set()"
            : fmt::format("{{{}}}", fmt::join(m_recording.header().endTokens, ", ")));
    add("TOKENS = {}", listOf(m_round.nodes, [](const NodeRecord& node) { return fmt::format("{}", node.token); }));
    add("PARENT = {}", listOf(m_round.nodes, [](const NodeRecord& node) {
            return fmt::format("{}", node.pruned ? -2 : node.parent); // a pruned one is no child of anything
        }));
    add("token = TOKENS");
    std::string text;
    for (const auto& [token, bytes] : texts)
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", token, literalOf(bytes));
    add("TEXT = {{{}}}", text);
    add("CONTEXTS = {}\nP, Q, TAIL_ENTROPY = {{}}, {{}}, {{}}", m_round.contexts.size());
}

/// Listed tokens by id, then the stand-ins.
void Script::addContext(int context)
{
    const DistributionRecord& record = *m_terms.context(context);
    std::vector<DistributionEntry> entries = record.top;
    std::ranges::sort(entries, {}, &DistributionEntry::token);
    std::vector<TailRow> rows = tailRowsOf(m_terms, context);
    if (m_listing.hasOwnQ && rows.size() > 1
        && m_terms.children(context).size() > 1) // addOwnQ() says of each q what it takes of the rest
        rows = {{record.tailP, record.tailQ}};
    std::vector<std::string> ids, p, q;
    double listedEntropy = 0;
    for (const DistributionEntry& entry : entries) {
        ids.push_back(fmt::format("{}", entry.token));
        std::string ofP = exactly(entry.p), ofQ = exactly(entry.q);
        for (const int child : m_terms.children(context)) { // nodes have p and q as doubles, the list has floats
            const NodeRecord& node = m_terms.node(child);
            if (node.token != entry.token)
                continue;
            ofP = exactly(node.p);
            constexpr double sameNumber = 1e-6;
            if (std::abs(node.q - double(entry.q)) < sameNumber)
                ofQ = exactly(node.forcedToken && node.q <= 0 ? 1e-300 : node.q);
        }
        p.push_back(std::move(ofP));
        q.push_back(std::move(ofQ));
        if (entry.p > 0)
            listedEntropy -= double(entry.p) * std::log(double(entry.p));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ids.push_back(fmt::format("{}", -2 - int(i)));
        p.push_back(exactly(rows[i].p));
        q.push_back(exactly(rows[i].q));
    }
    add("ids = [{}]", fmt::join(ids, ", "));
    if (record.hasP)
        add("law(P, {}, ids, [{}])", context, fmt::join(p, ", "));
    if (record.hasQ)
        add("law(Q, {}, ids, [{}])", context, fmt::join(q, ", "));
    if (record.numbers.entropy)
        add("TAIL_ENTROPY[{}] = {}", context,
            exactly(record.tailTokens > 0 ? std::max(0.0, *record.numbers.entropy - listedEntropy) : 0.0));
}

/// Each child's own q, from what its rejection takes of what is left of p. Where nothing is left any more all that is
/// known of q is that it is not less than that, which is enough.
void Script::addOwnQ(int context)
{
    const DistributionRecord& record = *m_terms.context(context);
    const std::vector<int> children = m_terms.children(context);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const NodeRecord& node = m_terms.node(children[i]);
        std::vector<std::string> values;
        const double share = m_terms.lastShare(context, int(i) + 1).value_or(0);
        double tailBefore = record.tailP, tailAfter = 0;
        for (const RemainderRecord& left : record.remainders) {
            if (i > 0 && left.node == children[i - 1])
                tailBefore = left.tail;
            if (left.node == children[i])
                tailAfter = left.tail;
        }
        std::vector<DistributionEntry> entries = record.top;
        std::ranges::sort(entries, {}, &DistributionEntry::token);
        for (const DistributionEntry& entry : entries) {
            const double before = m_terms.left(context, int(i), entry.token).value_or(0),
                         after = m_terms.left(context, int(i) + 1, entry.token).value_or(0);
            values.push_back(exactly(entry.token == node.token ? node.q : std::max(0.0, before - after * share)));
        }
        if (record.tailTokens > 0)
            values.push_back(exactly(std::max(0.0, tailBefore - tailAfter * share)));
        add("law(Q, CONTEXTS + {}, ids, [{}])", children[i], fmt::join(values, ", "));
    }
}

void Script::addRandomNumbers()
{
    std::vector<std::string> order, us, samples;
    for (const Moment& moment : m_round.moments)
        if (moment.kind == MomentKind::judge) {
            const NodeRecord& node = m_terms.node(moment.node);
            order.push_back(fmt::format("{}", moment.node));
            constexpr double always = -1, never = 2; // of what a person forced
            us.push_back(exactly(!node.forcedVerdict                     ? node.u.value_or(0)
                                     : node.verdict == Verdict::accepted ? always
                                                                         : never));
        }
    if (!m_listing.isTree && m_listing.draftedBy == DraftedBy::chance)
        for (std::size_t n = 0; n < m_round.nodes.size(); ++n)
            samples.push_back(fmt::format("(\"draft {}\", {}, {})", n + 1,
                                          isDrawn(m_round.nodes[n]) ? exactly(m_round.nodes[n].drawU) : "None",
                                          m_round.nodes[n].token));
    if (m_round.draw)
        samples.push_back(fmt::format("(\"draw\", {}, {})", exactly(m_round.draw->u), m_round.draw->token));
    std::string verdicts;
    for (const Moment& moment : m_round.moments)
        if (moment.kind == MomentKind::judge) {
            const NodeRecord& node = m_terms.node(moment.node);
            verdicts +=
                fmt::format("{}{}: ({}, {})", verdicts.empty() ? "" : ", ", moment.node,
                            exactly(node.acceptance.value_or(0)), node.verdict == Verdict::accepted ? "True" : "False");
        }
    m_text += "# The random numbers, in the order in which they are used.\n";
    add("ORDER = [{}]\nVERDICT_U = [{}]\nSAMPLES = [{}]", fmt::join(order, ", "), fmt::join(us, ", "),
        fmt::join(samples, ", "));
    add("RECORDED = {{\"verdicts\": {{{}}}, \"text\": {}}}", verdicts,
        listOf(m_round.committed, [](const CommittedToken& token) { return fmt::format("{}", token.token); }));
    add("ROUNDING = 1e-6 # of sums of numbers with 7 digits");
    add("RESULT, DIFFERENCES, JUDGED = {{\"verdicts\": [], \"draw_is_exact\": True, \"accepted\": [], \"given_back\": "
        "0}}, [], None\ntext, cache = [None] * (PREFIX - 1) + [{}], []",
        m_round.root);
}

void Script::addListing()
{
    m_text += "\n\n# --- what the record has of p and q, by position: 0 is behind the text, n + 1 behind draft n\n";
    for (int c = 0; c < int(m_round.contexts.size()); ++c) {
        if (!m_terms.context(c))
            continue;
        addContext(c);
        if (m_listing.hasOwnQ && m_terms.children(c).size() > 1)
            addOwnQ(c);
        else if (m_listing.hasOwnQ && !m_terms.children(c).empty())
            add("Q[CONTEXTS + {}] = Q[{}]", m_terms.children(c).front(), c);
    }
    m_text += "\n\n# --- the round\n";
    for (const CodeLine& line : m_listing.lines) {
        const std::size_t indent = line.text.find_first_not_of(' ');
        if (!line.log.empty())
            add("{}{}", line.text.substr(0, indent), line.log);
        add("{}", line.text);
    }
    m_text += "# ---\n";
}

} // namespace

Result<std::string> pythonScript(const Recording& recording, int branch, int number)
{
    const RoundRecord& round = recording.round(branch, number);
    if (!round.isFinished())
        return fail("Round {} has not ended: go on to its Commit, then it can be written as a script.", number + 1);
    const auto listing = listingOf(recording.header(), round);
    if (!listing)
        return fail("The verifier {} of round {} is not known: this version can write no script of it.", round.verifier,
                    number + 1);
    const RuleTerms terms(round);
    if (!terms.context(0))
        return fail("Round {} was recorded without distributions: decode it again with a trace that keeps them.",
                    number + 1);
    const auto isForced = [](const NodeRecord& node) { return node.forcedVerdict; };
    if (round.takesLikeliest() && std::ranges::any_of(round.nodes, isForced))
        return fail("In round {} a person forced a verdict, and its rule draws nothing that could be given another "
                    "value: choose another round.",
                    number + 1);
    return Script(recording, round, *listing).text(branch);
}

} // namespace draftscope
