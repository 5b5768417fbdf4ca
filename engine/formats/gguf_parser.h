// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/formats/byte_reader.h"
#include "engine/formats/gguf.h"
#include "engine/formats/gguf_types.h"

namespace draftscope {

/// Fills a Gguf from its memory map: header, key-values, tensor descriptions, then checks of where the tensors lie.
class GgufParser {
public:
    explicit GgufParser(Gguf& file) : m_file(file), m_reader(file.m_maps.front()->bytes()) {}

    [[nodiscard]] Result<void> parse();

private:
    [[nodiscard]] Result<void> readHeader();
    [[nodiscard]] Result<void> readKeyValue();
    [[nodiscard]] Result<GgufValue> readValue(GgufKind kind, std::string_view key);
    [[nodiscard]] Result<GgufValue> readArray(std::string_view key);
    [[nodiscard]] Result<void> readTensorDescription();
    [[nodiscard]] Result<void> placeTensors();
    [[nodiscard]] Result<std::uint64_t> alignment() const;
    /// "The GGUF file x is damaged: <what> (byte n); download it again."
    [[nodiscard]] tl::unexpected<Error> damaged(std::string_view what) const;

    Gguf& m_file;
    ByteReader m_reader;
    std::uint64_t m_tensorCount = 0, m_valueCount = 0;
};

} // namespace draftscope
