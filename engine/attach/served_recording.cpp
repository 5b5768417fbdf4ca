// SPDX-License-Identifier: MIT
#include "engine/attach/served_recording.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/core/utf8.h"
#include "engine/core/version.h"

namespace draftscope {
namespace {

constexpr int mostDrafted = 4096; ///< of a round, as traces have it

VerifierTraits watchedTraits(const ServedText& text)
{
    return {.takesLikeliest = text.sampler && text.sampler->isGreedy(), .isWatched = true};
}

TraceHeader headerOf(const ServedText& text, const std::string& where)
{
    TraceHeader header;
    header.producer = "draftscope " + std::string(version());
    header.backend = std::string(nameOf(text.kind)) + (where.empty() ? "" : " · " + where);
    header.method = header.verifier = watchedMethod;
    header.traits = watchedTraits(text);
    header.lossless = false; // it is not known
    header.target.name = text.model.empty() ? std::string(nameOf(text.kind))
                                            : asUtf8(text.model.substr(text.model.find_last_of('/') + 1));
    if (!text.method.empty() && text.method != "none")
        header.draft.emplace().name = asUtf8(text.method);
    header.sampler = text.sampler.value_or(SamplerSettings());
    for (const ServedRound& round : text.rounds)
        if (round.steps == 1)
            header.draftLength = std::clamp(round.drafted.value_or(0), header.draftLength, mostDrafted);
    header.prompt = asUtf8(text.prompt);
    header.isWholePrompt = true;
    return header;
}

/// Gives tokens the ids that the recording has them under.
class TokenTable {
public:
    explicit TokenTable(Recording& recording) : m_recording(recording) {}

    TokenId put(const ServedToken& token, bool isEndOfCharacter)
    {
        if (token.text.empty() && (token.id == noToken || token.isJoined)) {
            m_recording.addToken(untoldToken, {});
            return untoldToken;
        }
        if (token.id != noToken && token.id < firstOwnToken && !isEndOfCharacter && !token.isJoined) {
            if (!m_recording.knowsToken(token.id) || m_recording.tokenBytes(token.id).empty())
                m_recording.addToken(token.id, token.text);
            if (token.text.empty() || m_recording.tokenBytes(token.id) == token.text)
                return token.id;
        }
        const auto [own, isNew] = m_own.try_emplace(token.text, firstOwnToken + TokenId(m_own.size()));
        if (isNew)
            m_recording.addToken(own->second, token.text);
        return own->second;
    }

private:
    Recording& m_recording;
    std::map<std::string, TokenId> m_own;
};

void addNodes(RoundRecord& record, int drafted, int accepted, bool isOneStep)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (int n = 0; n < std::min(drafted, mostDrafted); ++n) {
        NodeRecord& node = record.nodes.emplace_back();
        node.token = untoldToken;
        if (isOneStep && n < accepted && std::size_t(n) < record.committed.size())
            node.token = record.committed[std::size_t(n)].token;
        node.parent = n - 1;
        node.depth = n + 1;
        node.p = node.q = unknown;
        node.verdict = n < accepted ? Verdict::accepted : n == accepted ? Verdict::rejected : Verdict::notJudged;
        record.moments.push_back({MomentKind::draft, n});
    }
}

void addOutcome(RoundRecord& record, const ServedRound& round, bool isOneStep)
{
    const int drafted = int(record.nodes.size()), accepted = std::min(round.accepted.value_or(0), drafted);
    record.moments.push_back({MomentKind::verify, -1});
    for (int n = 0; n < drafted && n <= accepted; ++n)
        record.moments.push_back({MomentKind::judge, n});
    const TokenSource drawn = drafted == 0 ? TokenSource::plain
        : accepted < drafted               ? TokenSource::residual
                                           : TokenSource::bonus;
    for (std::size_t t = 0; t < record.committed.size(); ++t) {
        CommittedToken& token = record.committed[t];
        const bool isAccepted = isOneStep && int(t) < accepted;
        token.node = isAccepted ? int(t) : -1;
        // Of several steps together it is not known which of their tokens were drafted.
        token.source = isAccepted ? TokenSource::accepted : isOneStep ? drawn : TokenSource::plain;
    }
    // Where the text ended among accepted drafts nothing was drawn.
    if (isOneStep && int(record.committed.size()) > accepted) {
        record.draw = {record.committed.back().token, drawn, accepted, 0};
        record.moments.push_back({drawn == TokenSource::plain          ? MomentKind::plain
                                      : drawn == TokenSource::residual ? MomentKind::residual
                                                                       : MomentKind::bonus,
                                  -1});
    }
    record.moments.push_back({MomentKind::commit, -1});
}

} // namespace

Recording recordingOf(const ServedText& text, const std::string& where)
{
    Recording recording(headerOf(text, where));
    TokenTable table(recording);
    TraceHeader header = recording.header();
    for (std::size_t t = 0; t < text.promptTokens.size(); ++t)
        header.promptTokens.push_back(table.put(
            {text.promptTokens[t], t < text.promptTexts.size() ? text.promptTexts[t] : std::string()}, false));
    if (text.promptTokens.empty() && !header.prompt.empty())
        header.promptTokens.push_back(table.put({noToken, header.prompt}, false));
    recording.setHeader(header);

    int length = int(header.promptTokens.size());
    TokenId last = length > 0 ? header.promptTokens.back() : noToken;
    bool isInCharacter = false;
    for (std::size_t r = 0; r < text.rounds.size(); ++r) {
        const ServedRound& round = text.rounds[r];
        RoundRecord record;
        record.round = int(r);
        record.prefixLength = length;
        record.root = last;
        record.sampler = header.sampler;
        record.verifier = watchedMethod;
        record.traits = header.traits;
        record.draftLength = std::min(round.drafted.value_or(0), mostDrafted);
        const bool isOfPrompt = r == 0 && round.drafted.value_or(0) == 0 && round.tokens.size() == 1;
        record.steps = isOfPrompt ? 0 : std::min(round.steps, mostDrafted);
        record.times.verify = round.milliseconds.value_or(0);
        for (const ServedToken& token : round.tokens) {
            record.committed.push_back({table.put(token, isInCharacter), TokenSource::plain, -1});
            isInCharacter = token.id == noToken && token.text.empty();
        }
        const bool isOneStep = round.steps == 1;
        addNodes(record, record.draftLength, round.accepted.value_or(0), isOneStep);
        addOutcome(record, round, isOneStep);
        length += int(record.committed.size());
        last = record.committed.empty() ? last : record.committed.back().token;
        if (r + 1 == text.rounds.size() && text.ended == "eos" && !record.committed.empty()
            && record.committed.back().token < firstOwnToken) {
            record.endOfText = true;
            recording.addEndToken(record.committed.back().token);
        }
        recording.put(0, std::move(record));
    }
    return recording;
}

} // namespace draftscope
