// SPDX-License-Identifier: MIT
#include "engine/cli/cache_listing.h"

#include <algorithm>
#include <iterator>

#include "engine/cli/terminal.h"
#include "engine/record/cache_table.h"
#include "engine/record/names.h"

namespace draftscope {
namespace {

std::string range(int first, int count)
{
    return count == 1 ? fmt::format("{}", first) : fmt::format("{}–{}", first, first + count - 1);
}

std::string_view wordFor(CacheChange::Kind kind)
{
    switch (kind) {
    case CacheChange::Kind::written:
        return "wrote";
    case CacheChange::Kind::committed:
        return "committed";
    case CacheChange::Kind::gap:
        return "left a gap";
    case CacheChange::Kind::rolledBack:
        break;
    }
    return "rolled back";
}

std::string_view wordFor(SlotState state)
{
    switch (state) {
    case SlotState::committed:
        return "committed";
    case SlotState::speculative:
        return "speculative";
    case SlotState::gap:
        return "gap";
    case SlotState::free:
        break;
    }
    return "free";
}

bool isEmpty(SlotState state)
{
    return state == SlotState::free || state == SlotState::gap;
}

/// "rolled back 17–18; wrote 17, 18–20; committed 17"
std::string changesOf(const RoundRecord& round, int moment, CacheOwner cache)
{
    std::string words;
    const CacheChange* before = nullptr;
    int count = 0; // of the slots that follow each other, the last of which `before` has
    const auto finish = [&] {
        if (before)
            words += range(before->slot + before->count - count, count);
    };
    for (const CacheChange& change : round.cacheChanges) {
        if (change.moment != moment || change.cache != cache)
            continue;
        const bool isSameKind = before && before->kind == change.kind;
        if (isSameKind && change.slot == before->slot + before->count) {
            count += change.count;
        } else {
            finish();
            words += isSameKind ? ", " : fmt::format("{}{} ", words.empty() ? "" : "; ", wordFor(change.kind));
            count = change.count;
        }
        before = &change;
    }
    finish();
    return words;
}

std::string momentLines(const RoundRecord& round)
{
    std::string lines;
    for (int m = 0; m < int(round.moments.size()); ++m) {
        const Moment& moment = round.moments[std::size_t(m)];
        const std::string name = moment.node < 0 ? std::string(nameOf(moment.kind))
                                                 : fmt::format("{} node {}", nameOf(moment.kind), moment.node);
        for (const CacheOwner cache : {CacheOwner::target, CacheOwner::draft})
            if (const std::string words = changesOf(round, m, cache); !words.empty())
                lines += fmt::format("  {}  {}  {}\n", padded(name, 14), padded(nameOf(cache), 6), words);
    }
    return lines.empty() ? "  nothing\n" : lines;
}

std::string tableLines(const Recording& recording, const CacheTable& table)
{
    std::string lines =
        fmt::format("  {}  {}  {}  {}\n", padded("slots", 11), padded("state", 11), padded("positions", 11), "tokens");
    for (auto first = table.begin(); first != table.end();) {
        auto end = first;
        std::string text;
        int count = 0;
        for (; end != table.end() && end->first == first->first + count && end->second.state == first->second.state
             && (isEmpty(first->second.state) || end->second.position == first->second.position + count);
             ++end, ++count) {
            const TokenId token = end->second.token;
            text += recording.knowsToken(token) ? visible(recording.tokenBytes(token)) : fmt::format("#{}", token);
        }
        const bool hasNothing = isEmpty(first->second.state);
        lines += fmt::format(
            "  {}  {}  {}  {}\n", padded(range(first->first, count), 11), padded(wordFor(first->second.state), 11),
            padded(hasNothing ? "–" : range(first->second.position, count), 11), hasNothing ? "–" : text);
        first = end;
    }
    return lines;
}

} // namespace

Result<std::string> cacheListing(const Recording& recording, int branch, int round)
{
    const CacheTables tables = cacheAt(recording, {branch, round + 1, 0});
    if (tables.target.empty())
        return fail(
            "The trace does not say what lies in which K/V slot: it was written by an earlier Draftscope. Decode "
            "again.");
    std::string listing = fmt::format("Round {} of branch {}: what the K/V caches did\n{}", round + 1, branch,
                                      momentLines(recording.round(branch, round)))
        + "\nThe target's cache after it\n" + tableLines(recording, tables.target);
    if (!tables.draft.empty())
        listing += "\nThe draft's cache after it\n" + tableLines(recording, tables.draft);
    return listing;
}

} // namespace draftscope
