// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/record/end_of_text.h"
#include "engine/trace/json_fields.h"
#include "engine/trace/trace_check.h"
#include "engine/trace/trace_file.h"
#include "engine/trace/trace_input.h"
#include "engine/trace/trace_json.h"
#include "engine/trace/traits_json.h"

namespace draftscope {
namespace {

std::string typeOf(const nlohmann::json& record)
{
    std::string type;
    JsonFields(record).read("type", type);
    return type;
}

int formatOf(const nlohmann::json& record)
{
    if (typeOf(record) != "header")
        throw BrokenRecord("a trace begins with its header, and this is none");
    int format = 0;
    JsonFields(record).read("format", format);
    if (format < 1)
        throw BrokenRecord(fmt::format("there is no trace format {}", format));
    return format;
}

/// Headers of earlier versions do not say which tokens end a text; a text that ended does.
void learnEnd(Recording& recording, TokenId token)
{
    if (!isEndOfText(recording.header(), token))
        recording.addEndToken(token);
}

/// Earlier versions wrote it into the header only. It followed the sampler, unless the header names another one.
std::string verifierOf(const RoundRecord& round, const TraceHeader& header)
{
    const bool follows = header.sampler.isGreedy() == header.traits.isGreedy();
    if (!follows || round.sampler.isGreedy() == header.sampler.isGreedy())
        return header.verifier;
    return round.sampler.isGreedy() ? "greedy" : "speculative-sampling";
}

/// What verifiers do, by their names: the first record that has a verifier says it.
using TraitsByName = std::map<std::string, VerifierTraits>;

void addRound(Recording& recording, TraitsByName& traits, const nlohmann::json& record)
{
    for (auto& [token, bytes] : decodeTokens(record))
        recording.addToken(token, std::move(bytes));
    int branch = 0;
    JsonFields(record).read("branch", branch);
    RoundRecord round = decodeRound(record);
    if (!record.contains("verifier"))
        round.verifier = verifierOf(round, recording.header());
    const auto said = decodeTraits(record);
    const auto known = traits.try_emplace(round.verifier,
                                          said ? *said : traitsOfOldTrace(round.verifier, recording.header().lossless));
    round.traits = known.first->second;
    checkRound(recording, branch, round);
    if (round.traits.isWatched) // null in the file, which is 0 in others
        for (NodeRecord& node : round.nodes)
            node.p = node.q = std::numeric_limits<double>::quiet_NaN();
    round = withoutWhatFollowsTheEnd(std::move(round));
    if (round.endOfText && !round.committed.empty())
        learnEnd(recording, round.committed.back().token);
    recording.put(branch, std::move(round));
}

/// A branch may have left its parent at a moment that withoutWhatFollowsTheEnd() has taken away.
BranchRecord fitting(const Recording& recording, BranchRecord branch)
{
    const bool isKnown = branch.parent >= 0 && branch.parent < int(recording.branches().size()) && branch.forkRound >= 0
        && branch.forkRound < recording.roundCount(branch.parent);
    if (!isKnown)
        return branch;
    const RoundRecord& round = recording.round(branch.parent, branch.forkRound);
    if (round.isFinished() && round.endOfText && !round.draw)
        branch.forkMoment = std::min(branch.forkMoment, int(round.moments.size()) - 1);
    return branch;
}

/// A branch begins with a copy of the round that it leaves, so that a short line may take much memory. People make a
/// branch at a time; these are more than anybody looks at.
class ForkLimits {
public:
    void count(const Recording& recording, const BranchRecord& branch)
    {
        if (recording.branches().size() >= mostBranches)
            throw BrokenRecord(fmt::format("there are more than {} branches", mostBranches));
        if (branch.forkMoment > 0 && branch.forkRound < recording.roundCount(branch.parent))
            m_copied += memoryUse(recording.round(branch.parent, branch.forkRound));
        if (m_copied > mostCopied)
            throw BrokenRecord(fmt::format("its branches need more than {} MiB of memory", mostCopied >> 20));
    }

private:
    static constexpr std::size_t mostBranches = 1 << 14, mostCopied = std::size_t(256) << 20;
    std::size_t m_copied = 0;
};

class Reader {
public:
    Reader(const std::filesystem::path& path, const Progress& progress) : m_path(path), m_progress(progress) {}

    Result<LoadedTrace> read(TraceInput& input)
    {
        while (true) {
            Result<std::optional<TraceInput::Line>> line = input.next();
            if (!line)
                return tl::unexpected(line.error());
            if (!*line)
                break;
            if (Result<void> added = add(**line); !added)
                return tl::unexpected(added.error());
        }
        if (!m_hasHeader)
            return fail("{} holds no trace: its first record is missing or cut.", m_path.string());
        m_trace.isComplete = m_trace.isComplete && !input.isCut();
        return std::move(m_trace);
    }

private:
    Result<void> add(const TraceInput::Line& line)
    {
        ++m_line;
        if (line.text.find_first_not_of(" \t\r") == std::string_view::npos)
            return {};
        const ParsedJson parsed = parseJson(line.text, limits, m_progress);
        switch (parsed.flaw) {
        case ParsedJson::Flaw::cancelled:
            return fail("Reading {} was cancelled.", m_path.string());
        case ParsedJson::Flaw::tooDeep:
            return broken(fmt::format("it is nested more than {} levels deep", limits.depth));
        case ParsedJson::Flaw::tooMany:
            return broken(fmt::format("it holds more than {} values", limits.values));
        case ParsedJson::Flaw::repeatedKey:
            return broken(fmt::format("it says \"{}\" twice", beginningOf(parsed.key, 40)));
        case ParsedJson::Flaw::syntax:
            if (line.hasEnd)
                return broken("it is not JSON");
            m_trace.isComplete = false;
            return {};
        case ParsedJson::Flaw::none:
            break;
        }
        try {
            return m_hasHeader ? (addRecord(parsed.document), Result<void>()) : addHeader(parsed.document);
        } catch (const BrokenRecord& what) {
            return broken(what.what());
        }
    }

    /// Records of types that this version does not know are left out, like unknown keys.
    void addRecord(const nlohmann::json& record)
    {
        Recording& recording = m_trace.recording;
        const std::string type = typeOf(record);
        if (type == "round") {
            addRound(recording, m_traits, record);
        } else if (type == "branch") {
            const BranchRecord branch = fitting(recording, decodeBranch(record));
            checkBranch(recording, branch);
            m_forks.count(recording, branch);
            recording.fork({branch.parent, branch.forkRound, branch.forkMoment}, branch.reason);
        } else if (type == "branch_note") {
            BranchRecord note = decodeBranchNote(record);
            checkBranchNote(recording, note);
            recording.nameBranch(note.branch, std::move(note.name));
            if (note.branch > 0)
                recording.setBranchRemoved(note.branch, note.isRemoved);
        } else if (type == "bookmark") {
            BookmarkRecord bookmark = decodeBookmark(record);
            checkBookmark(recording, bookmark);
            m_trace.bookmarks.push_back(std::move(bookmark));
        } else if (type == "header") {
            throw BrokenRecord("a second header comes in the middle");
        }
    }

    Result<void> addHeader(const nlohmann::json& record)
    {
        const int format = formatOf(record);
        if (format > TraceHeader::currentFormat)
            return fail("{} was written by a newer Draftscope (trace format {}; this one reads up to {}): update "
                        "Draftscope to open it.",
                        m_path.string(), format, TraceHeader::currentFormat);
        TraceHeader header = decodeHeader(record);
        checkHeader(header);
        m_traits.emplace(header.verifier, header.traits);
        m_trace.recording.setHeader(std::move(header));
        m_hasHeader = true;
        return {};
    }

    [[nodiscard]] tl::unexpected<Error> broken(std::string_view what) const
    {
        return fail("Line {} of {} is broken ({}): the file is damaged or is no trace.", m_line, m_path.string(), what);
    }

    // The distributions of 65 contexts over 20,000 tokens are as many values.
    static constexpr JsonLimits limits = {.depth = 64, .values = std::size_t(1) << 23};

    std::filesystem::path m_path;
    const Progress& m_progress;
    LoadedTrace m_trace;
    TraitsByName m_traits;
    ForkLimits m_forks;
    std::int64_t m_line = 0;
    bool m_hasHeader = false;
};

} // namespace

Result<LoadedTrace> loadTrace(const std::filesystem::path& path, const Progress& progress)
{
    return withoutExceptions("The trace " + path.string(), [&]() -> Result<LoadedTrace> {
        Result<TraceInput> input = TraceInput::open(path, progress);
        if (!input)
            return tl::unexpected(input.error());
        return Reader(path, progress).read(*input);
    });
}

} // namespace draftscope
