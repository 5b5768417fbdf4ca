// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/record/recordings.h"
#include "engine/tokenizer/tokenizer.h"
#include "widgets/words/token_text.h"

namespace draftscope {

/// What the tokens of a run look like: all of its vocabulary or, of a trace, those that occur in the recording. The
/// recordings have to outlive this object.
class RunVocabulary {
public:
    explicit RunVocabulary(const Recordings& recordings) : m_recordings(recordings) {}

    /// That of another run; nullptr for a trace.
    void setTokenizer(std::shared_ptr<const Tokenizer> tokenizer) { m_tokenizer = std::move(tokenizer); }

    /// Tokens; 0 for a trace, which does not have its vocabulary.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::string bytesOf(TokenId token) const;
    [[nodiscard]] QString textOf(TokenId token, Spaces spaces = Spaces::asTheyAre) const;
    /// What the vocabulary calls a token that adds no bytes to a text: "<|im_end|>"; empty for other tokens and for a
    /// trace.
    [[nodiscard]] QString nameOf(TokenId token) const;
    /// The id of a text that is exactly one token; nothing otherwise.
    [[nodiscard]] std::optional<TokenId> tokenOf(const QString& text) const;

private:
    [[nodiscard]] const Recording& recording() const { return m_recordings.current(); }

    const Recordings& m_recordings;
    std::shared_ptr<const Tokenizer> m_tokenizer; ///< nullptr for a trace
};

} // namespace draftscope
