// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "engine/session/batch_session.h"
#include "engine/trace/trace_file.h"

namespace draftscope {

/// A trace for each sequence of a batch, in a folder: 1.jsonl, 2.jsonl … in the order of the prompts. Each is the trace
/// that its text alone would have, but for times, the slots of the caches and the key "sequence". Other files of the
/// folder stay.
class BatchTraces {
public:
    /// inUse: as TraceWriter::create() has it.
    BatchTraces(std::filesystem::path folder, std::vector<std::filesystem::path> inUse);
    /// Makes the folder, if there is none.
    [[nodiscard]] Result<void> open() const;
    /// Writes the rounds that BatchSession::finishRound() has returned. Errors: those of TraceWriter.
    [[nodiscard]] Result<void> add(const BatchSession& batch, const Tokenizer& tokenizer,
                                   const std::vector<RoundRecord>& rounds);
    [[nodiscard]] Result<void> close();

private:
    std::filesystem::path m_folder;
    std::vector<std::filesystem::path> m_inUse;
    std::vector<std::unique_ptr<TraceWriter>> m_writers; ///< by sequence; null where it has not begun or has ended
};

} // namespace draftscope
