// SPDX-License-Identifier: MIT
#include "engine/formats/datastore_writer.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <vector>

#include "engine/formats/datastore_layout.h"
#include "engine/formats/suffix_array.h"

namespace draftscope {

namespace fs = std::filesystem;
namespace layout = datastore_layout;

namespace {

template <class T>
void append(std::vector<std::byte>& bytes, T number)
{
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof number);
    std::memcpy(bytes.data() + at, &number, sizeof number); // little-endian, as this machine is
}

std::vector<std::byte> headerOf(const DatastoreFacts& facts, std::uint64_t tokens)
{
    std::vector<std::byte> bytes(layout::magic.size());
    std::memcpy(bytes.data(), layout::magic.data(), layout::magic.size());
    const auto vocabulary = std::uint32_t(facts.vocabularySize);
    append(bytes, layout::version);
    append(bytes, layout::tokenBytesFor(vocabulary));
    append(bytes, vocabulary);
    append(bytes, facts.separator == noToken ? layout::noSeparator : std::uint32_t(facts.separator));
    append(bytes, facts.tokenizerHash);
    append(bytes, tokens);
    bytes.resize(layout::headerBytes);
    return bytes;
}

} // namespace

Result<DatastoreWriter> DatastoreWriter::create(const fs::path& path)
{
    std::error_code error;
    if (fs::exists(path, error) && !fs::is_directory(path, error) && !Datastore::open(path))
        return fail("The file {} is there and holds no whole datastore: choose another name, or remove it.",
                    path.string());
    auto file = ReplacingFile::create(path, "datastore");
    if (!file)
        return tl::unexpected(file.error());
    return DatastoreWriter(std::move(*file));
}

Result<void> DatastoreWriter::writeNumbers(const std::vector<std::uint32_t>& numbers, std::uint32_t bytesEach,
                                           const Progress& progress) const
{
    constexpr std::size_t atOnce = 1 << 18;
    std::vector<std::byte> bytes;
    for (std::size_t begin = 0; begin < numbers.size(); begin += atOnce) {
        if (progress.isCancelled())
            throw Cancelled();
        progress.tell(double(begin) / double(numbers.size()), "Writing the datastore");
        const auto part = std::span(numbers).subspan(begin, std::min(atOnce, numbers.size() - begin));
        bytes.resize(part.size() * bytesEach);
        for (std::size_t i = 0; i < part.size(); ++i)
            std::memcpy(bytes.data() + i * bytesEach, &part[i], bytesEach);
        if (auto written = m_file.write(bytes); !written)
            return written;
    }
    return {};
}

Result<void> DatastoreWriter::finish(const DatastoreFacts& facts, std::span<const TokenId> tokens,
                                     const Progress& progress)
{
    const std::vector<std::uint32_t> suffixes = suffixArray(tokens, facts.vocabularySize, progress);
    const std::uint32_t tokenBytes = layout::tokenBytesFor(std::uint32_t(facts.vocabularySize));
    if (auto written = m_file.write(headerOf(facts, tokens.size())); !written)
        return written;
    if (auto written = writeNumbers({tokens.begin(), tokens.end()}, tokenBytes, progress); !written)
        return written;
    const auto end = layout::headerBytes + tokens.size() * tokenBytes;
    const std::vector<std::byte> gap(std::size_t(layout::suffixesBegin(tokens.size(), tokenBytes)) - end);
    if (auto written = m_file.write(gap); !written)
        return written;
    if (auto written = writeNumbers(suffixes, sizeof(std::uint32_t), progress); !written)
        return written;
    return m_file.putInPlace();
}

} // namespace draftscope
