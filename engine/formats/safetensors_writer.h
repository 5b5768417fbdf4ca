// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace draftscope {

/// Collects tensors and writes them as one safetensors file. What add() is given has to live until write().
class SafetensorsWriter {
public:
    /// type: as safetensors calls it, "BF16", "I64". shape: outermost dimension first. A name once.
    void add(const std::string& name, std::string_view type, const std::vector<std::int64_t>& shape,
             std::span<const std::byte> bytes);
    /// A file that is there is replaced once the new one is whole. Errors: the disk.
    [[nodiscard]] Result<void> write(const std::filesystem::path& path) const;

private:
    nlohmann::json m_header = nlohmann::json::object();
    std::vector<std::span<const std::byte>> m_data;
    std::uint64_t m_size = 0;
};

} // namespace draftscope
