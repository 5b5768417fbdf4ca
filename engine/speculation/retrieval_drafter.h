// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/copying_drafter.h"
#include "engine/speculation/datastore_lookup.h"

namespace draftscope {

/// Retrieval (REST, arXiv 2311.08252): the longest ending of the text that is in a datastore is looked for, and the heaviest
/// path of what followed it there is proposed. Drafting throws DecodeFailure where the datastore turns out to be damaged.
class RetrievalDrafter final : public CopyingDrafter {
public:
    RetrievalDrafter(DatastoreLookup lookup, int vocabularySize)
        : CopyingDrafter(vocabularySize), m_lookup(std::move(lookup))
    {
    }

private:
    void read(std::span<const TokenId>) override {}
    [[nodiscard]] int find(std::span<const TokenId> all, std::span<const TokenId> drafted) override;
    [[nodiscard]] TokenId copied(std::span<const TokenId> all, int index) const override;

    DatastoreLookup m_lookup;
    std::vector<TokenId> m_path; ///< what was found last
};

} // namespace draftscope
