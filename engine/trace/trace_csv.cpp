// SPDX-License-Identifier: MIT
#include "engine/trace/trace_csv.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "engine/core/utf8.h"
#include "engine/record/names.h"

namespace draftscope {
namespace {

std::string quoted(std::string_view bytes)
{
    Utf8Stream stream;
    std::string text = stream.add(bytes);
    text += stream.finish();
    std::string field = "\"";
    for (const char c : text)
        field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + '"';
}

std::string number(const std::optional<double>& value)
{
    return value && !std::isnan(*value) ? fmt::format("{}", *value) : std::string(); // not a number: it is not known
}

bool isCommitted(const RoundRecord& round, int node)
{
    for (const CommittedToken& token : round.committed)
        if (token.node == node)
            return true;
    return false;
}

void addNode(std::string& csv, const Recording& recording, const RoundRecord& round, int n)
{
    const NodeRecord& node = round.nodes[std::size_t(n)];
    fmt::format_to(std::back_inserter(csv), "{},node,{},{},{},{},{},{},{},{},{},{},{},{}", round.round + 1, n,
                   node.parent, node.depth, node.token, quoted(recording.tokenBytes(node.token)), number(node.q),
                   number(node.pruned ? std::nullopt : std::optional(node.p)), number(node.acceptance), number(node.u),
                   node.pruned ? "pruned" : nameOf(node.verdict),
                   node.forcedToken || node.forcedU || node.forcedVerdict ? "yes" : "no",
                   isCommitted(round, n) ? "yes" : "no");
}

void addDraw(std::string& csv, const Recording& recording, const RoundRecord& round)
{
    const DrawRecord& draw = *round.draw;
    const int depth = draw.context == 0 ? 1 : round.nodes[std::size_t(draw.context - 1)].depth + 1;
    fmt::format_to(std::back_inserter(csv), "{},{},,{},{},{},{},,,,{},,no,{}", round.round + 1, nameOf(draw.source),
                   draw.context - 1, depth, draw.token, quoted(recording.tokenBytes(draw.token)),
                   number(round.traits.isWatched ? std::nullopt : std::optional(draw.u)),
                   round.isFinished() ? "yes" : "no");
}

} // namespace

std::string traceCsv(const Recording& recording, int branch, std::optional<int> only)
{
    std::string csv = "round,what,node,parent,depth,token,text,q,p,acceptance,u,verdict,forced,committed,draft_ms,"
                      "verify_ms,sample_ms\r\n";
    const int last = only ? *only : recording.roundCount(branch) - 1;
    for (int r = only.value_or(0); r <= last; ++r) {
        const RoundRecord& round = recording.round(branch, r);
        const std::string times =
            fmt::format(",{},{},{}\r\n", round.times.draft(), round.times.verify, round.times.sample);
        for (int n = 0; n < int(round.nodes.size()); ++n) {
            addNode(csv, recording, round, n);
            csv += times;
        }
        if (round.draw) {
            addDraw(csv, recording, round);
            csv += times;
        }
    }
    return csv;
}

} // namespace draftscope
