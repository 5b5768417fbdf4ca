// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors_writer.h"

#include <cassert>

#include "engine/core/replacing_file.h"

namespace draftscope {

void SafetensorsWriter::add(const std::string& name, std::string_view type, const std::vector<std::int64_t>& shape,
                            std::span<const std::byte> bytes)
{
    assert(!m_header.contains(name));
    m_header[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {m_size, m_size + bytes.size()}}};
    m_data.push_back(bytes);
    m_size += bytes.size();
}

Result<void> SafetensorsWriter::write(const std::filesystem::path& path) const
{
    auto file = ReplacingFile::create(path, "checkpoint");
    if (!file)
        return tl::unexpected(file.error());
    std::string header = m_header.dump();
    header.resize((header.size() + 7) / 8 * 8, ' '); // so that elements are aligned
    const std::uint64_t length = header.size();
    Result<void> written = file->write(std::as_bytes(std::span(&length, 1))); // little-endian, as all machines here are
    if (written)
        written = file->write(std::as_bytes(std::span(header)));
    for (const std::span<const std::byte> bytes : m_data)
        if (written)
            written = file->write(bytes);
    return written ? file->putInPlace() : written;
}

} // namespace draftscope
