// SPDX-License-Identifier: MIT
#include <optional>

#include "engine/trace/trace_file.h"
#include "engine/trace/trace_json.h"
#include "engine/trace/trace_output.h"
#include "engine/trace/trace_place.h"

namespace draftscope {

struct TraceWriter::State {
    TraceOutput output;
    RoundEncoder rounds;
    bool failed = false;

    /// A failure is told once; after it the file is left as it is.
    Result<void> write(const JsonLine& line)
    {
        if (failed)
            return {};
        Result<void> result = output.writeLine(line.text());
        failed = !result;
        return result;
    }
};

TraceWriter::TraceWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

TraceWriter::~TraceWriter()
{
    (void)close();
}

Result<std::unique_ptr<TraceWriter>> TraceWriter::create(const std::filesystem::path& path, const TraceHeader& header,
                                                         std::span<const std::filesystem::path> inUse,
                                                         std::shared_ptr<ThreadPool> threads)
{
    if (Result<void> fine = checkOverwritesNothing(path, header, inUse); !fine)
        return tl::unexpected(fine.error());
    Result<TraceOutput> output = TraceOutput::create(path);
    if (!output)
        return tl::unexpected(output.error());
    auto state = std::make_unique<State>(State{std::move(*output), {header, std::move(threads)}});
    if (Result<void> written = state->write(encode(header)); !written)
        return tl::unexpected(written.error());
    return std::unique_ptr<TraceWriter>(new TraceWriter(std::move(state)));
}

Result<void> TraceWriter::add(const TokenBytes& bytesOf, int branch, const RoundRecord& round)
{
    return m_state->write(m_state->rounds.encode(branch, round, bytesOf));
}

Result<void> TraceWriter::add(const Recording& recording, int branch, const RoundRecord& round)
{
    const auto bytesOf = [&](TokenId token) {
        return recording.knowsToken(token) ? std::optional(std::string(recording.tokenBytes(token))) : std::nullopt;
    };
    return add(bytesOf, branch, round);
}

Result<void> TraceWriter::add(const BranchRecord& branch)
{
    return m_state->write(encode(branch));
}

Result<void> TraceWriter::addNote(const BranchRecord& branch)
{
    return m_state->write(encodeNote(branch));
}

Result<void> TraceWriter::add(const BookmarkRecord& bookmark)
{
    return m_state->write(encode(bookmark));
}

Result<void> TraceWriter::close()
{
    Result<void> result = m_state->output.close();
    return m_state->failed ? Result<void>() : result;
}

} // namespace draftscope
