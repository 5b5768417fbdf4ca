// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/tensor_source.h"

namespace draftscope {

/// A torch checkpoint (.pt, .bin) as torch.save() writes a state_dict since torch 1.6: a zip file with the names and
/// shapes of the tensors in data.pkl, a Python pickle that is read and never executed (pickle.h), and their numbers in
/// data/0, data/1 and so on, which stay in the memory map. Checked when opened: each tensor lies in its storage row by
/// row, each storage has the bytes that its size says, each name is there once. Several tensors may lie in the same
/// storage.
class TorchCheckpoint : public TensorSource {
public:
    [[nodiscard]] static Result<std::shared_ptr<const TorchCheckpoint>> open(const std::filesystem::path& path);

    [[nodiscard]] bool has(std::string_view name) const override { return m_tensors.contains(name); }
    [[nodiscard]] Result<TensorView> tensor(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override { return {m_map}; }
    [[nodiscard]] const std::filesystem::path& path() const override { return m_map->path(); }

private:
    struct StoredTensor {
        std::string type; ///< as torch calls its storage: "HalfStorage"
        std::vector<std::uint64_t> shape;
        std::span<const std::byte> bytes;
    };

    explicit TorchCheckpoint(std::shared_ptr<const MemoryMap> map) : m_map(std::move(map)) {}
    [[nodiscard]] Result<void> readTensors();

    std::shared_ptr<const MemoryMap> m_map;
    std::map<std::string, StoredTensor, std::less<>> m_tensors;
};

} // namespace draftscope
