// SPDX-License-Identifier: MIT
// The parts of PKWARE's APPNOTE.TXT 6.3.10 that a file without compression has: end of central directory (4.3.16), its
// zip64 forms (4.3.14, 4.3.15, 4.5.3), the directory's headers (4.3.12) and those in front of the data (4.3.7).
#include "engine/formats/zip_archive.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/formats/byte_reader.h"

namespace draftscope {

namespace {

constexpr std::uint32_t localHeader = 0x04034b50, directoryHeader = 0x02014b50, endOfDirectory = 0x06054b50,
                        endOfDirectory64 = 0x06064b50, locator64 = 0x07064b50;
constexpr std::size_t endBytes = 22, locatorBytes = 20, longestComment = 0xFFFF;
constexpr std::uint16_t encrypted = 1, zip64Field = 1;
constexpr std::uint16_t inZip64 = 0xFFFF; ///< of 16 bits; 32 bits alike: the number is in the zip64 form
constexpr std::uint32_t inZip64Long = 0xFFFFFFFF;

tl::unexpected<Error> damaged(const MemoryMap& map, std::string_view what)
{
    return fail("The file {} is no whole zip file: {}; download it again.", map.path().string(), what);
}

/// Reads numbers one after another; all that come after the end are 0, and `isCut` says so.
class Header {
public:
    Header(std::span<const std::byte> bytes, std::size_t position) : m_reader(bytes, std::min(position, bytes.size()))
    {
        m_isCut = position > bytes.size();
    }
    template <class T>
    T read()
    {
        const auto value = m_reader.read<T>();
        m_isCut = m_isCut || !value;
        return value.value_or(T());
    }
    std::string_view text(std::size_t length)
    {
        const auto value = m_reader.text(length);
        m_isCut = m_isCut || !value;
        return value.value_or(std::string_view());
    }
    void skip(std::size_t length) { (void)text(length); }
    [[nodiscard]] bool isCut() const { return m_isCut; }
    [[nodiscard]] std::size_t position() const { return m_reader.position(); }

private:
    ByteReader m_reader;
    bool m_isCut;
};

/// Where the directory lies and how many entries it has.
struct Directory {
    std::uint64_t count = 0, size = 0, offset = 0;
};

std::optional<std::size_t> findEnd(std::span<const std::byte> bytes)
{
    if (bytes.size() < endBytes)
        return std::nullopt;
    const std::size_t last = bytes.size() - endBytes, first = last - std::min(last, longestComment);
    for (std::size_t at = last + 1; at-- > first;)
        if (Header header(bytes, at); header.read<std::uint32_t>() == endOfDirectory) {
            header.skip(16);
            if (header.read<std::uint16_t>() == bytes.size() - at - endBytes) // the comment ends the file
                return at;
        }
    return std::nullopt;
}

/// The same in 64 bits, where there is a locator in front of the end.
std::optional<Directory> readEnd64(std::span<const std::byte> bytes, std::size_t end)
{
    if (end < locatorBytes)
        return std::nullopt;
    Header locator(bytes, end - locatorBytes);
    if (locator.read<std::uint32_t>() != locator64)
        return std::nullopt;
    locator.skip(4);
    const auto at = locator.read<std::uint64_t>();
    Header header(bytes, std::size_t(at));
    if (header.read<std::uint32_t>() != endOfDirectory64)
        return std::nullopt;
    header.skip(28); // its size, versions, disks and their entries
    Directory directory;
    directory.count = header.read<std::uint64_t>();
    directory.size = header.read<std::uint64_t>();
    directory.offset = header.read<std::uint64_t>();
    return header.isCut() ? std::nullopt : std::optional(directory);
}

Result<Directory> findDirectory(const MemoryMap& map)
{
    const auto bytes = map.bytes();
    const auto end = findEnd(bytes);
    if (!end)
        return damaged(map, "it has no directory at its end");
    Header header(bytes, *end + 10);
    Directory directory;
    directory.count = header.read<std::uint16_t>();
    directory.size = header.read<std::uint32_t>();
    directory.offset = header.read<std::uint32_t>();
    if (const auto longer = readEnd64(bytes, *end))
        directory = *longer;
    else if (directory.count == inZip64 || directory.size == inZip64Long || directory.offset == inZip64Long)
        return damaged(map, "its directory is nowhere");
    if (directory.offset > *end || directory.size > *end - directory.offset)
        return damaged(map, "its directory lies outside the file");
    return directory;
}

/// An entry as the directory says it.
struct Listed {
    std::string_view name;
    std::uint64_t stored = 0, size = 0, offset = 0;
    std::uint16_t flags = 0, method = 0;
};

/// Takes from the extra fields what did not fit into 32 bits, in the order that the format prescribes.
bool readZip64(std::string_view extra, Listed& listed)
{
    if (listed.size != inZip64Long && listed.stored != inZip64Long && listed.offset != inZip64Long)
        return true;
    Header fields(std::as_bytes(std::span(extra)), 0);
    while (!fields.isCut()) {
        const auto kind = fields.read<std::uint16_t>(), length = fields.read<std::uint16_t>();
        if (fields.isCut() || kind != zip64Field) {
            fields.skip(length);
            continue;
        }
        const std::string_view content = fields.text(length);
        Header numbers(std::as_bytes(std::span(content)), 0);
        for (std::uint64_t* number : {&listed.size, &listed.stored, &listed.offset})
            if (*number == inZip64Long)
                *number = numbers.read<std::uint64_t>();
        return !numbers.isCut();
    }
    return false;
}

std::optional<Listed> readListed(Header& header)
{
    Listed listed;
    if (header.read<std::uint32_t>() != directoryHeader)
        return std::nullopt;
    header.skip(4); // versions
    listed.flags = header.read<std::uint16_t>();
    listed.method = header.read<std::uint16_t>();
    header.skip(8); // time, date, checksum
    listed.stored = header.read<std::uint32_t>();
    listed.size = header.read<std::uint32_t>();
    const auto nameLength = header.read<std::uint16_t>(), extraLength = header.read<std::uint16_t>(),
               commentLength = header.read<std::uint16_t>();
    header.skip(8); // disk, attributes
    listed.offset = header.read<std::uint32_t>();
    listed.name = header.text(nameLength);
    const std::string_view extra = header.text(extraLength);
    header.skip(commentLength);
    return header.isCut() || !readZip64(extra, listed) ? std::nullopt : std::optional(listed);
}

/// Where the data of an entry lies, which only the header in front of it knows. Nothing: outside the file's part in
/// front of the directory, or under another name.
std::optional<std::size_t> dataOf(std::span<const std::byte> bytes, const Listed& listed)
{
    Header header(bytes, std::size_t(listed.offset));
    if (header.read<std::uint32_t>() != localHeader)
        return std::nullopt;
    header.skip(22);
    const auto nameLength = header.read<std::uint16_t>(), extraLength = header.read<std::uint16_t>();
    const std::string_view name = header.text(nameLength);
    header.skip(extraLength);
    if (header.isCut() || name != listed.name || listed.size > bytes.size() - header.position())
        return std::nullopt;
    return header.position();
}

} // namespace

Result<ZipArchive> ZipArchive::open(std::shared_ptr<const MemoryMap> map)
{
    const auto directory = findDirectory(*map);
    if (!directory)
        return tl::unexpected(directory.error());
    const auto front = map->bytes().first(std::size_t(directory->offset));
    Header header(map->bytes().first(std::size_t(directory->offset + directory->size)), std::size_t(directory->offset));
    ZipArchive archive;
    std::vector<std::pair<std::size_t, std::size_t>> taken; // from the header to the data's end
    for (std::uint64_t i = 0; i < directory->count; ++i) {
        const auto listed = readListed(header);
        if (!listed || !isUtf8(listed->name))
            return damaged(*map, "its directory is cut");
        const std::string name(listed->name);
        if (listed->flags & encrypted)
            return damaged(*map, fmt::format("{} in it is encrypted", name));
        if (listed->method != 0 || listed->stored != listed->size)
            return fail("{} in {} is compressed, as torch never writes it: save the file again with torch.save().",
                        name, map->path().string());
        const auto data = dataOf(front, *listed);
        if (!data)
            return damaged(*map, fmt::format("{} lies outside it", name));
        if (!archive.m_entries.emplace(name, front.subspan(*data, std::size_t(listed->size))).second)
            return damaged(*map, fmt::format("it has {} twice", name));
        taken.emplace_back(std::size_t(listed->offset), *data + std::size_t(listed->size));
    }
    std::sort(taken.begin(), taken.end());
    for (std::size_t i = 1; i < taken.size(); ++i)
        if (taken[i - 1].second > taken[i].first)
            return damaged(*map, "two of its entries overlap");
    return archive;
}

const ZipArchive::Bytes* ZipArchive::find(std::string_view name) const
{
    const auto found = m_entries.find(name);
    return found == m_entries.end() ? nullptr : &found->second;
}

} // namespace draftscope
