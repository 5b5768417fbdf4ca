// SPDX-License-Identifier: MIT
// Records to lines of JSON (with their newlines) and back. Nothing here knows files; docs/trace-format.md is the same
// in words.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/record/records.h"
#include "engine/trace/json_line.h"
#include "engine/trace/trace_file.h"

namespace draftscope {

/// Token bytes that a record brings along because it is the first to use them.
using TokenTexts = std::vector<std::pair<TokenId, std::string>>;

[[nodiscard]] JsonLine encode(const TraceHeader& header);
[[nodiscard]] JsonLine encode(const BranchRecord& branch);
/// What a person has done about it: its name, and that it is removed.
[[nodiscard]] JsonLine encodeNote(const BranchRecord& branch);
[[nodiscard]] JsonLine encode(const BookmarkRecord& bookmark);

/// Encodes the rounds of a trace one after the other, the contexts of a round on the threads of a pool where there is
/// one. Keeps its memory, and knows which tokens' bytes are in the trace.
class RoundEncoder {
public:
    RoundEncoder(const TraceHeader& header, std::shared_ptr<ThreadPool> threads)
        : m_promptTokens(header.promptTokens), m_verifiers{header.verifier}, m_threads(std::move(threads))
    {
    }
    /// The round as a line, which lives until the next call.
    [[nodiscard]] const JsonLine& encode(int branch, const RoundRecord& round, const TokenBytes& bytesOf);

private:
    void beginRound(int branch, const RoundRecord& round);
    void endRound(const RoundRecord& round, const TokenBytes& bytesOf);
    [[nodiscard]] TokenTexts newTokens(const RoundRecord& round, const TokenBytes& bytesOf);

    std::vector<TokenId> m_promptTokens;  ///< their bytes go with the first round
    std::vector<bool> m_written;          ///< by token, as far as vocabularies go
    std::unordered_set<TokenId> m_own;    ///< that are written and behind: ids of a recording's own
    std::vector<std::string> m_verifiers; ///< whose traits are in the trace
    std::shared_ptr<ThreadPool> m_threads;
    JsonLine m_line, m_end;
    std::vector<JsonLine> m_contexts;
};

/// What is wrong with a record, as the end of a sentence ("node 3 has parent 7"). Thrown inside the trace reader only.
class BrokenRecord : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// These throw BrokenRecord where a key is missing or has the wrong type, or a value cannot be.
[[nodiscard]] TraceHeader decodeHeader(const nlohmann::json& record);
[[nodiscard]] BranchRecord decodeBranch(const nlohmann::json& record);
/// Number, name and removal only.
[[nodiscard]] BranchRecord decodeBranchNote(const nlohmann::json& record);
[[nodiscard]] BookmarkRecord decodeBookmark(const nlohmann::json& record);
/// Without the traits of its verifier, which an earlier record may have said.
[[nodiscard]] RoundRecord decodeRound(const nlohmann::json& record);
[[nodiscard]] TokenTexts decodeTokens(const nlohmann::json& record);

} // namespace draftscope
