// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "engine/speculation/drafter.h"

namespace draftscope {

/// What drafters without a model have in common: they find an earlier place in the text (or in a datastore) that looks
/// like its end, and propose what followed there, a chain without chance. What is copied may run into the drafts
/// themselves, so a pattern that repeats goes on. After a token that a person forced, and where nothing more followed,
/// a place is looked for again.
class CopyingDrafter : public Drafter {
public:
    /// vocabularySize: of the q that is written down, one-hot at each draft.
    explicit CopyingDrafter(int vocabularySize) : m_vocabularySize(vocabularySize) {}

    void begin(std::span<const TokenId> text, const Progress& progress = {}) final;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) final;
    /// Whether there is something to propose behind the text of begin(). Throws what find() does.
    [[nodiscard]] bool hasFound();

protected:
    static constexpr int nowhere = -1;
    /// The round is about this text from now on.
    virtual void read(std::span<const TokenId> text) = 0;
    /// Index of the token that is proposed after read()'s text and the `drafted` tokens, which have been appended to it
    /// in `all`; nowhere if none is. It counts in `all`, unless copied() says otherwise.
    [[nodiscard]] virtual int find(std::span<const TokenId> all, std::span<const TokenId> drafted) = 0;
    /// The token at an index that find() gave, or one behind it; noToken where there is none. Behind what was proposed
    /// last there always is one in `all`.
    [[nodiscard]] virtual TokenId copied(std::span<const TokenId> all, int index) const
    {
        return all[std::size_t(index)];
    }

private:
    /// What find() gives behind the text itself.
    int first();

    int m_vocabularySize;
    std::vector<TokenId> m_all; ///< the text and the drafts
    std::size_t m_textLength = 0;
    std::optional<int> m_first; ///< what find() gave behind the text itself, once it has been asked
    int m_source = nowhere;     ///< index of the token that was proposed for the newest draft
};

} // namespace draftscope
