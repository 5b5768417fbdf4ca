// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "engine/speculation/copying_drafter.h"
#include "engine/speculation/datastore_lookup.h"
#include "engine/speculation/suffix_automaton.h"

namespace draftscope {

/// The longest ending of the text that occurs earlier in it is found in a suffix automaton, however long it is, and
/// what followed its earliest occurrence is proposed (SAM decoding, arXiv 2411.10666). Endings shorter than `shortest`
/// tokens are left alone. Where a datastore has a longer ending than the text itself, the heaviest path of what
/// followed there is proposed instead: its suffix array finds what an automaton of so large a text would, without
/// having to be in memory.
class SuffixAutomatonDrafter final : public CopyingDrafter {
public:
    SuffixAutomatonDrafter(int shortest, int vocabularySize) : CopyingDrafter(vocabularySize), m_shortest(shortest) {}
    /// With a datastore, in which endings of `shortest` to longestInDatastore tokens are looked for. Drafting throws
    /// DecodeFailure where it turns out to be damaged.
    SuffixAutomatonDrafter(int shortest, std::shared_ptr<const Datastore> datastore, int vocabularySize)
        : CopyingDrafter(vocabularySize), m_shortest(shortest),
          m_lookup(std::in_place, std::move(datastore), DatastoreLookup::Limits{longestInDatastore, shortest})
    {
    }
    static constexpr int longestInDatastore = 64;

    /// Tokens of the longest ending of begin()'s text that occurs earlier in it; 0 where that has nothing to propose.
    /// Throws what drafting does.
    [[nodiscard]] int matchLength() { return hasFound() ? m_matchLength : 0; }

private:
    void read(std::span<const TokenId> text) override;
    [[nodiscard]] int find(std::span<const TokenId> all, std::span<const TokenId> drafted) override;
    [[nodiscard]] TokenId copied(std::span<const TokenId> all, int index) const override;

    int m_shortest;
    std::optional<DatastoreLookup> m_lookup;
    std::vector<TokenId> m_path; ///< found in the datastore; empty where the text itself has what is proposed
    SuffixAutomaton m_automaton;
    std::vector<TokenId> m_text; ///< that it is of
    int m_matchLength = 0;       ///< of what was found behind it, without drafts
};

} // namespace draftscope
