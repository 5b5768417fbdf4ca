// SPDX-License-Identifier: MIT
#include "engine/cli/decode.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "engine/cli/output.h"
#include "engine/cli/text_stream.h"
#include "engine/core/printable.h"
#include "engine/core/target_unavailable.h"
#include "engine/session/start_session.h"
#include "engine/trace/trace_file.h"

namespace draftscope {
namespace {

using Clock = std::chrono::steady_clock;

/// The trace of a running decode: writes each round as it is finished.
class TraceSink {
public:
    explicit TraceSink(const Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}

    Result<void> open(const TraceTarget& target, const TraceHeader& header, std::shared_ptr<ThreadPool> threads)
    {
        auto writer = TraceWriter::create(target.path, header, target.inUse, std::move(threads));
        if (!writer)
            return tl::unexpected(writer.error());
        m_writer = std::move(*writer);
        return {};
    }

    Result<void> add(const RoundRecord& round)
    {
        return m_writer ? m_writer->add([this](TokenId token) { return m_tokenizer.bytes(token); }, 0, round)
                        : Result<void>();
    }

    Result<void> close() { return m_writer ? m_writer->close() : Result<void>(); }

private:
    const Tokenizer& m_tokenizer;
    std::unique_ptr<TraceWriter> m_writer;
};

void pauseFor(std::chrono::seconds pause, const Progress& progress)
{
    constexpr std::chrono::milliseconds betweenLooks(20);
    const auto until = Clock::now() + pause;
    while (!progress.isCancelled() && Clock::now() < until)
        std::this_thread::sleep_for(betweenLooks);
}

} // namespace

const RoundRecord* nextRound(Session& session, const Progress& progress, std::optional<Error>& targetError)
{
    constexpr int mostTries = 6;
    constexpr std::chrono::seconds longestPause(60);
    std::chrono::seconds pause(1);
    for (int tries = 1; session.ended() == EndReason::none && !progress.isCancelled(); ++tries) {
        try {
            return &session.finishRound(progress);
        } catch (const Cancelled&) {
            return nullptr;
        } catch (const TargetUnavailable& unavailable) {
            if (!unavailable.mayPass() || tries == mostTries) {
                targetError = errorOf(unavailable.sentence());
                return nullptr;
            }
            const auto wanted = std::min(longestPause, std::max(pause, unavailable.wantedPause()));
            printError(fmt::format("draftscope-cli: {} Trying again in {} s.\n", printableName(unavailable.what()),
                                   wanted.count()));
            pauseFor(wanted, progress);
            pause *= 2;
        }
    }
    return nullptr;
}

std::string_view nameOf(EndReason end)
{
    switch (end) {
    case EndReason::endOfText:
        return "end of text";
    case EndReason::tokenLimit:
        return "token limit";
    case EndReason::contextFull:
        return "context full";
    case EndReason::none:
        break;
    }
    return "interrupt";
}

Result<Decoded> decode(const Pair& pair, const SessionSettings& settings, const std::string& prompt,
                       const std::shared_ptr<Backend>& backend, const Progress& progress, const TraceTarget& trace)
{
    auto created = createSized(pair, settings, prompt, backend, progress);
    if (!created)
        return tl::unexpected(created.error());
    auto decoded = decode(**created, progress, trace);
    if (decoded && decoded->targetError)
        return tl::unexpected(*decoded->targetError);
    return decoded;
}

Result<Decoded> decode(Session& session, const Progress& progress, const TraceTarget& trace, const OnToken& onToken)
{
    const std::shared_ptr<const Tokenizer> tokenizer = session.pair().target->tokenizer;
    Decoded result;
    result.header = session.header();
    TraceSink sink(*tokenizer);
    if (!trace.path.empty())
        if (Result<void> opened = sink.open(trace, result.header, session.threads()); !opened)
            return tl::unexpected(opened.error());

    const auto keep = [&](const Result<void>& written) {
        if (!written && !result.traceError)
            result.traceError = written.error();
    };
    TextStream stream(tokenizer, result.header.promptTokens);
    Clock::time_point afterFirst;
    std::size_t firstTokens = 0;
    while (const RoundRecord* const next = nextRound(session, progress, result.targetError)) {
        const RoundRecord& round = *next;
        for (const CommittedToken& token : round.committed) {
            const std::string text = stream.add(token.token);
            result.tokens.push_back(token.token);
            result.text += text;
            if (onToken)
                onToken(token, text);
        }
        result.metrics.add(round);
        result.times.add(round);
        if (round.draftContextFull && result.note.empty())
            result.note = draftContextNote(result.header);
        keep(sink.add(round));
        if (result.metrics.rounds() == 1) {
            firstTokens = result.tokens.size();
            afterFirst = Clock::now();
        } else {
            result.sampleTimes.push_back(round.times.sample);
        }
    }
    if (result.metrics.rounds() > 1) {
        const double seconds = std::chrono::duration<double>(Clock::now() - afterFirst).count();
        if (seconds > 0)
            result.tokensPerSecond = double(result.tokens.size() - firstTokens) / seconds;
    }
    const std::string unfinished = stream.finish();
    result.text += unfinished;
    if (onToken && !unfinished.empty())
        onToken({}, unfinished);
    result.end = session.ended();
    keep(sink.close());
    return result;
}

} // namespace draftscope
