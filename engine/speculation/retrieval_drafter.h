// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/datastore_lookup.h"
#include "engine/speculation/drafter.h"

namespace draftscope {

/// Retrieval (REST, arXiv 2311.08252): the longest ending of the text that is in a datastore is looked for, and the
/// heaviest tokens of what followed it there are proposed, in a chain or a tree. q of a token is its share of the
/// continuations that go on as far, of those that are kept. Behind the end of what was found, and after a token that a
/// person forced, the text with the drafts is looked for anew. Drafting throws DecodeFailure where the datastore turns
/// out to be damaged.
class RetrievalDrafter final : public Drafter {
public:
    /// vocabularySize: of the q that is written down.
    RetrievalDrafter(DatastoreLookup lookup, int vocabularySize)
        : m_lookup(std::move(lookup)), m_vocabularySize(vocabularySize)
    {
    }

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;

private:
    /// Where a context lies in what was found.
    struct Place {
        int trie = -1; ///< index; -1: in none
        int node = -1; ///< of the trie; -1: before its first tokens
    };
    /// A token that followed, and its share.
    struct Continuation {
        TokenId token;
        double share;
    };
    /// From the heaviest on; after looking for the context anew where it leads nowhere. `place` is where that is then.
    [[nodiscard]] std::vector<Continuation> continuationsAt(const DraftTree& tree, int context, Place& place);
    [[nodiscard]] std::vector<Continuation> childrenOf(Place place) const;
    [[nodiscard]] Place childWith(TokenId token, Place place) const;
    void writeQ(DraftTree& tree, int context, const std::vector<Continuation>& continuations) const;

    DatastoreLookup m_lookup;
    int m_vocabularySize;
    std::vector<TokenId> m_text;
    std::vector<ContinuationTrie> m_tries; ///< found in this round
    std::vector<Place> m_places;           ///< by context
};

} // namespace draftscope
