// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/formats/datastore.h"
#include "engine/speculation/continuation_trie.h"

namespace draftscope {

/// Finds what followed the end of a text in a datastore (REST, arXiv 2311.08252). Belongs to one thread.
class DatastoreLookup {
public:
    /// How it looks: the longest ending that is there, of at most `longest` and at least `shortest` tokens, and of its
    /// places `mostPlaces` at most, spread evenly over them all. 1 <= shortest <= longest, 1 <= mostPlaces.
    struct Limits {
        int longest = 16, shortest = 2, mostPlaces = 256;
    };
    DatastoreLookup(std::shared_ptr<const Datastore> datastore, const Limits& limits)
        : m_datastore(std::move(datastore)), m_limits(limits)
    {
    }

    struct Match {
        int length = 0; ///< tokens of the ending; 0 where none is there
        Datastore::Ranks ranks;
    };
    /// Throws DecodeFailure: the datastore is damaged, or has been changed since it was opened.
    [[nodiscard]] Match longestEnding(std::span<const TokenId> text) const;

    /// What followed at the places of a match, the heaviest nodes; the end of its text ends it. Throws DecodeFailure.
    [[nodiscard]] ContinuationTrie continuations(const Match& match,
                                                 int mostNodes = ContinuationTrie::defaultNodes) const;

private:
    [[nodiscard]] Datastore::Ranks find(std::span<const TokenId> ending) const;

    std::shared_ptr<const Datastore> m_datastore;
    Limits m_limits;
};

} // namespace draftscope
