// SPDX-License-Identifier: MIT
// What a checkpoint of any format offers: named tensors of floating-point numbers or of quantised blocks, as they lie
// in a memory map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"
#include "engine/core/weight_type.h"

namespace draftscope {

/// A tensor as stored, row-major, outermost dimension first. `data` may be unaligned.
struct TensorView {
    WeightType type = WeightType::f32;
    std::vector<std::int64_t> shape;
    const std::byte* data = nullptr;
    std::size_t bytes = 0; ///< always those of the shape: rows are whole blocks of the type
};

/// An opened checkpoint. Immutable; views live as long as storage().
class TensorSource {
public:
    virtual ~TensorSource() = default;
    [[nodiscard]] virtual bool has(std::string_view name) const = 0;
    /// Error: there is no such tensor, or its elements are of no WeightType.
    [[nodiscard]] virtual Result<TensorView> tensor(std::string_view name) const = 0;
    /// All elements of a tensor of 64-bit whole numbers. Error: there is none of that name, or the format's reader has
    /// no use for such tensors.
    [[nodiscard]] virtual Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const;
    [[nodiscard]] virtual std::vector<std::string> names() const = 0;
    /// What keeps the views alive.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const MemoryMap>> storage() const = 0;
    /// What was opened: the file, or the index of several.
    [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
};

/// The product of sizes, in elements times `unit`; nothing when it exceeds `limit`.
[[nodiscard]] bool productFits(const std::vector<std::uint64_t>& sizes, std::uint64_t unit, std::uint64_t limit,
                               std::uint64_t& product);

} // namespace draftscope
