// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"
#include "engine/formats/tensor_source.h"

namespace draftscope {

/// One or several safetensors files (https://github.com/huggingface/safetensors). Checked when opened: the header's
/// length against the file, every tensor inside the data and clear of the others, type times shape = bytes, each name
/// once.
class Safetensors : public TensorSource {
public:
    /// Opens a single .safetensors file.
    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> open(const std::filesystem::path& path);
    /// Opens the shards that a model.safetensors.index.json names; they lie beside it.
    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> openIndex(const std::filesystem::path& path);

    [[nodiscard]] bool has(std::string_view name) const override { return m_tensors.contains(name); }
    [[nodiscard]] Result<TensorView> tensor(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override;
    [[nodiscard]] const std::filesystem::path& path() const override { return m_path; }

private:
    struct StoredTensor {
        std::string type; ///< as in the header: "BF16"
        std::vector<std::uint64_t> shape;
        std::size_t map = 0;              ///< index into m_maps
        std::uint64_t begin = 0, end = 0; ///< from the start of the file
    };

    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> openShards(const std::filesystem::path& path);
    [[nodiscard]] Result<void> addFile(const std::filesystem::path& path);
    [[nodiscard]] Result<void> checkOverlaps(const std::filesystem::path& path, std::size_t map) const;

    std::filesystem::path m_path;
    std::vector<std::shared_ptr<const MemoryMap>> m_maps;
    std::map<std::string, StoredTensor, std::less<>> m_tensors;
};

} // namespace draftscope
