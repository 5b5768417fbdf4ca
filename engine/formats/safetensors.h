// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"
#include "engine/formats/safetensors_header.h"
#include "engine/formats/tensor_source.h"

namespace draftscope {

/// One or several safetensors files (https://github.com/huggingface/safetensors), which are checked when they are
/// opened: readSafetensorsHeader(). Of several the index alone says which file a tensor is taken from.
class Safetensors : public TensorSource {
public:
    /// Opens a single .safetensors file.
    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> open(const std::filesystem::path& path);
    /// Opens the shards that a model.safetensors.index.json names; they lie beside it, and each tensor is taken from
    /// the file that its weight_map says, wherever else there is one of that name.
    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> openIndex(const std::filesystem::path& path);

    [[nodiscard]] bool has(std::string_view name) const override { return m_tensors.contains(name); }
    [[nodiscard]] Result<TensorView> tensor(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override;
    [[nodiscard]] const std::filesystem::path& path() const override { return m_path; }

private:
    struct StoredTensor {
        SafetensorsEntry entry;
        std::size_t map = 0; ///< index into m_maps
    };

    [[nodiscard]] static Result<std::shared_ptr<const Safetensors>> openShards(const std::filesystem::path& path);
    [[nodiscard]] Result<void> addFile(const std::filesystem::path& path, const std::set<std::string>* names);

    std::filesystem::path m_path;
    std::vector<std::shared_ptr<const MemoryMap>> m_maps;
    std::map<std::string, StoredTensor, std::less<>> m_tensors;
};

} // namespace draftscope
