// SPDX-License-Identifier: MIT
#include "engine/formats/datastore_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "engine/formats/datastore_layout.h"
#include "engine/formats/suffix_array.h"

namespace draftscope {

namespace fs = std::filesystem;
namespace layout = datastore_layout;

namespace {

std::string reasonOf(int error)
{
    return std::error_code(error, std::generic_category()).message();
}

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
    if (fs::is_directory(path, error))
        return fail("{} is a folder: give the datastore a name in it.", path.string());
    if (fs::exists(path, error) && !Datastore::open(path))
        return fail("The file {} is there and holds no whole datastore: choose another name, or remove it.",
                    path.string());
    fs::path beside = path.parent_path() / fmt::format(".{}.part{}", path.filename().string(), ::getpid());
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return fail("The datastore {} cannot be created ({}): choose another place.", path.string(), reasonOf(errno));
    return DatastoreWriter(path, std::move(beside), descriptor);
}

DatastoreWriter::DatastoreWriter(DatastoreWriter&& other) noexcept
    : m_path(std::move(other.m_path)), m_beside(std::move(other.m_beside)),
      m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

DatastoreWriter::~DatastoreWriter()
{
    if (m_descriptor < 0)
        return;
    ::close(m_descriptor);
    std::error_code ignored;
    fs::remove(m_beside, ignored);
}

Result<void> DatastoreWriter::write(std::span<const std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes = bytes.subspan(std::size_t(count));
        else if (errno != EINTR)
            return fail("The datastore {} cannot be written ({}): make room, or choose another place.", m_path.string(),
                        reasonOf(errno));
    }
    return {};
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
        if (auto written = write(bytes); !written)
            return written;
    }
    return {};
}

Result<void> DatastoreWriter::finish(const DatastoreFacts& facts, std::span<const TokenId> tokens,
                                     const Progress& progress)
{
    assert(m_descriptor >= 0);
    const std::vector<std::uint32_t> suffixes = suffixArray(tokens, facts.vocabularySize, progress);
    const std::uint32_t tokenBytes = layout::tokenBytesFor(std::uint32_t(facts.vocabularySize));
    if (auto written = write(headerOf(facts, tokens.size())); !written)
        return written;
    if (auto written = writeNumbers({tokens.begin(), tokens.end()}, tokenBytes, progress); !written)
        return written;
    const auto end = layout::headerBytes + tokens.size() * tokenBytes;
    const std::vector<std::byte> gap(std::size_t(layout::suffixesBegin(tokens.size(), tokenBytes)) - end);
    if (auto written = write(gap); !written)
        return written;
    if (auto written = writeNumbers(suffixes, sizeof(std::uint32_t), progress); !written)
        return written;
    if (::close(std::exchange(m_descriptor, -1)) == 0 && ::rename(m_beside.c_str(), m_path.c_str()) == 0)
        return {};
    const std::string reason = reasonOf(errno);
    std::error_code ignored;
    fs::remove(m_beside, ignored);
    return fail("The datastore {} cannot be put in place ({}): choose another name.", m_path.string(), reason);
}

} // namespace draftscope
