// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attach/served_text.h"
#include "engine/core/error.h"

namespace draftscope {

class ServedRounds;

/// Reads what servers stream, and puts their rounds together again: llama-server (/completion, and its OpenAI-like
/// answers), vLLM (/v1/completions, /v1/chat/completions), SGLang (/generate), one after the other, and the records
/// of AIPerf (profile_export.jsonl). It sees by the fields which of them it is. Belongs to one thread.
class ServedStream {
public:
    ServedStream();
    ~ServedStream();
    ServedStream(const ServedStream&) = delete;
    ServedStream& operator=(const ServedStream&) = delete;

    /// The next bytes, however they are cut. Errors: what no server sends, counters that go backwards, what the server
    /// says of a failure. What was read before stays.
    [[nodiscard]] Result<void> add(std::string_view bytes);
    /// The stream is over. Errors: likewise, and that it had nothing in it.
    [[nodiscard]] Result<void> finish();

    /// The texts so far; the last one may grow, and its last round, too.
    [[nodiscard]] const std::vector<ServedText>& texts() const { return m_texts; }
    [[nodiscard]] std::vector<ServedText> takeTexts() { return std::move(m_texts); }

private:
    Result<void> take(const std::string& document);
    Result<void> endText(); ///< no piece of the last text comes any more
    struct Parts;
    std::unique_ptr<Parts> m_parts;
    std::vector<ServedText> m_texts;
    int m_documents = 0;
};

/// All that a saved stream, an answer or a file of AIPerf's records says. Errors: the file cannot be read, or it is
/// nothing of the kind.
[[nodiscard]] Result<std::vector<ServedText>> readServedTexts(const std::string& path);

} // namespace draftscope
