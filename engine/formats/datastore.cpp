// SPDX-License-Identifier: MIT
#include "engine/formats/datastore.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "engine/core/without_exceptions.h"
#include "engine/formats/byte_reader.h"
#include "engine/formats/datastore_layout.h"
#include "engine/formats/suffix_array.h"

namespace draftscope {

namespace layout = datastore_layout;

namespace {

tl::unexpected<Error> damaged(const std::filesystem::path& path, std::string_view what)
{
    return fail("The datastore {} is damaged ({}): build it again.", path.string(), what);
}

struct Header {
    DatastoreFacts facts;
    std::uint32_t tokenBytes = 0;
    std::uint64_t tokens = 0;
};

Result<Header> readHeader(const MemoryMap& map)
{
    ByteReader reader(map.bytes());
    if (reader.text(layout::magic.size()) != layout::magic)
        return fail("{} is no datastore: choose a file that draftscope-cli datastore build made.", map.path().string());
    if (map.bytes().size() < layout::headerBytes)
        return damaged(map.path(), "it is shorter than a header");
    const auto version = *reader.read<std::uint32_t>(), tokenBytes = *reader.read<std::uint32_t>(),
               vocabulary = *reader.read<std::uint32_t>(), separator = *reader.read<std::uint32_t>();
    if (version != layout::version)
        return fail("The datastore {} has format {}, and this Draftscope reads {}: build it again.",
                    map.path().string(), version, layout::version);
    Header header;
    header.facts.tokenizerHash = *reader.read<std::uint64_t>();
    header.tokens = *reader.read<std::uint64_t>();
    header.tokenBytes = tokenBytes;
    if (vocabulary == 0 || vocabulary > INT32_MAX || tokenBytes != layout::tokenBytesFor(vocabulary))
        return damaged(map.path(), "its vocabulary has an impossible size");
    if (separator != layout::noSeparator && separator >= vocabulary)
        return damaged(map.path(), "its separator is not in the vocabulary");
    if (header.tokens > longestSortedText
        || layout::suffixesBegin(header.tokens, tokenBytes) + header.tokens * sizeof(std::uint32_t)
            != map.bytes().size())
        return damaged(map.path(), "its size is not that of its tokens");
    header.facts.vocabularySize = int(vocabulary);
    header.facts.separator = separator == layout::noSeparator ? noToken : TokenId(separator);
    return header;
}

} // namespace

Result<std::shared_ptr<const Datastore>> Datastore::open(const std::filesystem::path& path)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Datastore>> {
        auto map = MemoryMap::open(path);
        if (!map)
            return tl::unexpected(map.error());
        const auto header = readHeader(**map);
        if (!header)
            return tl::unexpected(header.error());
        if (const auto unchanged = (*map)->unchanged(); !unchanged)
            return tl::unexpected(unchanged.error());
        const std::shared_ptr<Datastore> store(new Datastore);
        store->m_facts = header->facts;
        store->m_size = std::size_t(header->tokens);
        store->m_tokenBytes = header->tokenBytes;
        store->m_tokens = (*map)->bytes().data() + layout::headerBytes;
        store->m_suffixes =
            (*map)->bytes().data() + std::size_t(layout::suffixesBegin(header->tokens, header->tokenBytes));
        store->m_map = std::move(*map);
        return store;
    });
}

TokenId Datastore::token(std::size_t index) const
{
    if (index >= m_size)
        return noToken;
    std::uint32_t id = 0; // little-endian, as this machine is
    std::memcpy(&id, m_tokens + index * m_tokenBytes, m_tokenBytes);
    return id < std::uint32_t(m_facts.vocabularySize) ? TokenId(id) : noToken;
}

Result<std::size_t> Datastore::suffix(std::size_t rank) const
{
    std::uint32_t index = 0;
    std::memcpy(&index, m_suffixes + rank * sizeof index, sizeof index);
    if (index >= m_size)
        return damaged(path(), "a suffix begins behind its end");
    return index;
}

int Datastore::compare(std::size_t index, std::span<const TokenId> pattern) const
{
    for (const TokenId wanted : pattern) {
        const TokenId here = token(index++); // past the end less than any
        if (here != wanted)
            return here < wanted ? -1 : 1;
    }
    return 0;
}

Result<Datastore::Ranks> Datastore::find(std::span<const TokenId> pattern) const
{
    /// The first rank from `low` on whose suffix compares to more than `less`.
    const auto firstAbove = [&](std::size_t low, int less) -> Result<std::size_t> {
        std::size_t high = m_size;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            const auto index = suffix(middle);
            if (!index)
                return index;
            if (compare(*index, pattern) > less)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    const auto begin = firstAbove(0, -1);
    if (!begin)
        return tl::unexpected(begin.error());
    const auto end = firstAbove(*begin, 0);
    if (!end)
        return tl::unexpected(end.error());
    return Ranks{*begin, *end};
}

Result<void> Datastore::check(const Progress& progress) const
{
    const auto goOn = [&](double share) {
        if (progress.isCancelled())
            throw Cancelled();
        progress.tell(share, "Checking the datastore");
    };
    constexpr std::size_t stretch = 1 << 16;
    std::vector<bool> seen(m_size);
    std::array<TokenId, 16> last = {};
    last.fill(noToken);
    for (std::size_t rank = 0; rank < m_size; ++rank) {
        if (rank % stretch == 0)
            goOn(double(rank) / double(m_size));
        if (token(rank) == noToken)
            return damaged(path(), "a token is not in its vocabulary");
        const auto index = suffix(rank);
        if (!index)
            return tl::unexpected(index.error());
        if (seen[*index])
            return damaged(path(), "a suffix is there twice");
        seen[*index] = true;
        if (compare(*index, last) < 0)
            return damaged(path(), "its suffixes are not in order");
        for (std::size_t i = 0; i < last.size(); ++i)
            last[i] = token(*index + i);
    }
    return unchanged();
}

} // namespace draftscope
