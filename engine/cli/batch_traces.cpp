// SPDX-License-Identifier: MIT
#include "engine/cli/batch_traces.h"

#include <system_error>
#include <utility>

namespace draftscope {

BatchTraces::BatchTraces(std::filesystem::path folder, std::vector<std::filesystem::path> inUse)
    : m_folder(std::move(folder)), m_inUse(std::move(inUse))
{
}

Result<void> BatchTraces::open() const
{
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    if (error)
        return fail("The folder {} for traces cannot be made: {}.", m_folder.string(), error.message());
    return {};
}

Result<void> BatchTraces::add(const BatchSession& batch, const Tokenizer& tokenizer,
                              const std::vector<RoundRecord>& rounds)
{
    m_writers.resize(std::size_t(batch.sequenceCount()));
    for (const RoundRecord& round : rounds) {
        std::unique_ptr<TraceWriter>& writer = m_writers[std::size_t(round.sequence)];
        if (!writer) {
            auto created = TraceWriter::create(m_folder / fmt::format("{}.jsonl", round.sequence + 1),
                                               batch.header(round.sequence), m_inUse);
            if (!created)
                return tl::unexpected(created.error());
            writer = std::move(*created);
        }
        if (auto added = writer->add([&](TokenId token) { return tokenizer.bytes(token); }, 0, round); !added)
            return added;
        if (batch.ended(round.sequence) == EndReason::none)
            continue;
        if (auto closed = writer->close(); !closed)
            return closed;
        writer.reset(); // so that no more files are open than sequences decode at a time
    }
    return {};
}

Result<void> BatchTraces::close()
{
    Result<void> result;
    for (const auto& writer : m_writers)
        if (auto closed = writer ? writer->close() : Result<void>(); !closed && result)
            result = std::move(closed);
    return result;
}

} // namespace draftscope
