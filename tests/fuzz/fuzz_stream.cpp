// SPDX-License-Identifier: MIT
// What a server streamed, or AIPerf wrote down, from bytes to rounds and to a trace. The first four bytes of the input
// say where the rest is cut: what comes of it must not depend on that.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/attach/served_recording.h"
#include "engine/attach/served_stream.h"
#include "engine/core/utf8.h"
#include "engine/trace/trace_file.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace {

struct ReadStream {
    std::vector<ServedText> texts;
    std::string flaw; ///< empty where there is none
};

/// The pieces are so many bytes, one after the other and then from the first one on; none: all at once.
ReadStream readStream(std::string_view bytes, std::string_view lengths)
{
    ServedStream stream;
    Result<void> read;
    for (std::size_t piece = 0; !bytes.empty() && read; ++piece) {
        const std::size_t length =
            lengths.empty() ? bytes.size() : 1 + std::size_t((unsigned char)lengths[piece % lengths.size()]);
        read = stream.add(bytes.substr(0, length));
        bytes.remove_prefix(std::min(length, bytes.size()));
    }
    const Result<void> finished = stream.finish(); // as a server's answer ends, whatever came before
    if (read)
        read = finished;
    for (const Result<void>* const said : {&std::as_const(read), &finished}) {
        fuzz::requireSentence(*said);
        fuzz::require(*said || isUtf8(said->error().sentence));
    }
    return {stream.takeTexts(), read ? std::string() : read.error().sentence};
}

bool isSame(const ServedText& a, const ServedText& b)
{
    return a.kind == b.kind && a.model == b.model && a.method == b.method && a.prompt == b.prompt
        && a.promptTokens == b.promptTokens && a.promptTexts == b.promptTexts && a.sampler == b.sampler
        && a.rounds == b.rounds && a.text == b.text && a.counters == b.counters && a.ended == b.ended
        && a.isWhole == b.isWhole && a.notes == b.notes;
}

std::size_t tokensIn(const std::vector<ServedText>& texts)
{
    std::size_t count = 0;
    for (const ServedText& text : texts)
        for (const ServedRound& round : text.rounds)
            count += round.tokens.size();
    return count;
}

/// Saves the text as a trace and opens it again: nothing that is watched may be lost behind a check of traces.
void keepAsTrace(const ServedText& text)
{
    const Recording recording = recordingOf(text, "127.0.0.1:8080");
    static const fuzz::MemoryFolder folder;
    const auto path = folder.path() / "text.jsonl";
    fuzz::require(saveTrace(path, recording).has_value());
    const auto loaded = loadTrace(path);
    fuzz::require(loaded.has_value() && loaded->isComplete
                  && loaded->recording.roundCount(0) == recording.roundCount(0));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string_view lengths = input.substr(0, 4), bytes = input.substr(lengths.size());
    const ReadStream whole = readStream(bytes, {});
    for (const ServedText& text : whole.texts) {
        ServedSums sums;
        sums.add(text);
        fuzz::require(sums.tokens >= 0 && sums.steps >= 0 && sums.drafted >= 0 && sums.accepted >= 0
                      && sums.tokensPerStep() >= 0 && sums.acceptance() >= 0);
        for (const int steps : text.counters.histogram)
            fuzz::require(steps >= 0);
        const auto difference = differenceFromCounters(text);
        fuzz::require(!difference || difference->text.ends_with('.'));
    }
    constexpr std::size_t few = 20'000; // a counter of a few bytes may tell millions
    if (tokensIn(whole.texts) > few)
        return 0;
    const ReadStream inPieces = readStream(bytes, lengths);
    fuzz::require(whole.flaw == inPieces.flaw && std::ranges::equal(whole.texts, inPieces.texts, isSame));
    if (!input.empty() && input.front() % 4 == 1) // not always: it takes longer than all the rest
        for (const ServedText& text : whole.texts)
            keepAsTrace(text);
    return 0;
}
