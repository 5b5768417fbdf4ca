// SPDX-License-Identifier: MIT
// Drafters of letters: a letter is a token.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <QString>

#include "engine/speculation/drafter.h"

namespace draftscope::test {

inline std::vector<TokenId> tokensOf(const QString& text)
{
    std::vector<TokenId> tokens;
    for (const QChar letter : text)
        tokens.push_back(letter.unicode());
    return tokens;
}

/// A level is drawn with u = 0.5; the `forced` letters take the place of others, by node. Refers to them.
inline LevelDraws drawsWith(const std::map<int, QChar>& forced)
{
    return {{},
            [](int) { return 0.5; },
            [&forced](int node) -> std::optional<TokenId> {
                const auto wish = forced.find(node);
                return wish == forced.end() ? std::nullopt : std::optional<TokenId>(wish->second.unicode());
            }};
}

} // namespace draftscope::test
