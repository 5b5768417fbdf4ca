// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include <QString>

#include "engine/record/recording.h"

namespace draftscope {

/// The whole text of a branch, prompt first, with what a person chose about it. Of a recording that grows, finished
/// rounds are looked at once.
class BranchText {
public:
    void clear(); ///< another recording
    /// Up to its last finished round.
    void goTo(const Recording& recording, int branch);
    [[nodiscard]] const std::vector<CommittedToken>& tokens() const { return m_tokens; }
    /// By index into tokens().
    [[nodiscard]] const std::map<int, QString>& chosen() const { return m_chosen; }
    /// The ways of committing that occur after the prompt, in the order of the enumeration.
    [[nodiscard]] std::vector<TokenSource> sources() const;

private:
    int m_branch = -1, m_rounds = 0;
    std::vector<CommittedToken> m_tokens;
    std::map<int, QString> m_chosen;
    std::array<bool, 5> m_occurs{};
};

/// The first token of `text`, from `begin` on, that is not what stands at the same place in `other`; nothing as far as
/// both go.
[[nodiscard]] std::optional<int> firstOtherToken(const std::vector<CommittedToken>& text, std::size_t begin,
                                                 const std::vector<CommittedToken>& other);

/// Tokens in the text at a moment, prompt included.
[[nodiscard]] int tokensAt(const Recording& recording, Position at);

} // namespace draftscope
