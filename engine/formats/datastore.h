// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"
#include "engine/core/progress.h"
#include "engine/core/token.h"

namespace draftscope {

/// What the tokens of a datastore are of.
struct DatastoreFacts {
    int vocabularySize = 0;
    std::uint64_t tokenizerHash = 0; ///< tokenizerHash() of the tokenizer
    TokenId separator = noToken;     ///< stands behind each text; noToken if nothing does
    friend bool operator==(const DatastoreFacts&, const DatastoreFacts&) = default;
};

/// Texts as token ids with their suffix array: a file (docs/datastore-format.md) that is mapped, so that opening it
/// reads a page and looking something up reads some more. Opening checks the header against the size of the file. What
/// lies behind it is checked where it is used, because a check of all would read all: a damaged file gives an Error or
/// fewer matches, never a token that is not in the vocabulary. Any thread may read.
class Datastore {
public:
    [[nodiscard]] static Result<std::shared_ptr<const Datastore>> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return m_map->path(); }
    [[nodiscard]] const DatastoreFacts& facts() const { return m_facts; }
    [[nodiscard]] std::size_t size() const { return m_size; } ///< tokens, separators included
    [[nodiscard]] std::size_t bytes() const { return m_map->bytes().size(); }

    /// noToken past the end, and for what the vocabulary does not have.
    [[nodiscard]] TokenId token(std::size_t index) const;

    /// Suffixes that follow each other in their order.
    struct Ranks {
        std::size_t begin = 0, end = 0;
        [[nodiscard]] std::size_t size() const { return end - begin; }
    };
    /// Those that begin with `pattern`, in the order of what follows it. Error: the array is damaged.
    [[nodiscard]] Result<Ranks> find(std::span<const TokenId> pattern) const;
    /// Index of the token that a suffix begins with. Precondition: rank < size(). Error: the array is damaged.
    [[nodiscard]] Result<std::size_t> suffix(std::size_t rank) const;

    /// Looks at all of it: every token is in the vocabulary, every suffix there once, and each no less than the one
    /// before, as far as their first 16 tokens say. Throws Cancelled.
    [[nodiscard]] Result<void> check(const Progress& progress = {}) const;
    /// Error: the file has been changed since it was opened.
    [[nodiscard]] Result<void> unchanged() const { return m_map->unchanged(); }

private:
    Datastore() = default;
    /// Whether the suffix at an index comes before all that begin with the pattern (negative), begins with it (0), or
    /// comes after them.
    [[nodiscard]] int compare(std::size_t index, std::span<const TokenId> pattern) const;

    std::shared_ptr<const MemoryMap> m_map;
    DatastoreFacts m_facts;
    std::size_t m_size = 0, m_tokenBytes = 0;
    const std::byte *m_tokens = nullptr, *m_suffixes = nullptr;
};

} // namespace draftscope
