// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"
#include "engine/formats/gguf_array.h"
#include "engine/formats/tensor_source.h"

namespace draftscope {

/// A value of a GGUF key. Integers of every width become int64 (u64 above its range saturates), both floating types
/// double; strings and arrays point into the memory map.
using GgufValue = std::variant<std::int64_t, double, bool, std::string_view, GgufArray>;

/// A GGUF file, versions 2 and 3, little-endian: typed key-values and tensors. Read in the order of the file with every
/// count and length checked against what is left, so a cut or lying file gives an Error. Or several that are one model
/// (engine/formats/gguf_parts.h), with the keys of the first one and the tensors of all.
class Gguf : public TensorSource {
public:
    /// Opens a file, and the others of the model where it is a part of one.
    [[nodiscard]] static Result<std::shared_ptr<const Gguf>> open(const std::filesystem::path& path);
    /// Opens a file alone, which may be a part.
    [[nodiscard]] static Result<std::shared_ptr<const Gguf>> openPart(const std::filesystem::path& path);
    /// Whether the file begins like a GGUF file, whatever its name.
    [[nodiscard]] static bool looksLikeOne(const std::filesystem::path& path);

    /// That of the first part, where there are several.
    [[nodiscard]] const std::filesystem::path& path() const override { return m_maps.front()->path(); }
    [[nodiscard]] std::vector<std::string> keys() const;
    [[nodiscard]] const GgufValue* find(std::string_view key) const;
    /// Typed look-ups: nothing when the key is absent or of another kind. A number is read from integers and floats.
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
    [[nodiscard]] std::optional<double> number(std::string_view key) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;
    /// The same as well-formed UTF-8, to be shown.
    [[nodiscard]] std::optional<std::string> shownText(std::string_view key) const;
    [[nodiscard]] const GgufArray* array(std::string_view key) const; ///< nullptr when it is absent or none

    [[nodiscard]] bool has(std::string_view name) const override { return m_tensors.contains(name); }
    [[nodiscard]] Result<TensorView> tensor(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const override;
    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override { return m_maps; }

private:
    friend class GgufParser;

    struct StoredTensor {
        std::vector<std::uint64_t> sizes; ///< fastest dimension first, as in the file
        std::uint32_t type = 0;
        std::size_t map = 0;      ///< index into m_maps
        std::uint64_t offset = 0; ///< from the start of the file
        std::uint64_t bytes = 0;  ///< 0 for types whose layout is not read
    };

    explicit Gguf(std::shared_ptr<const MemoryMap> map) : m_maps{std::move(map)} {}
    [[nodiscard]] const std::byte* dataOf(const StoredTensor& tensor) const
    {
        return m_maps[tensor.map]->bytes().data() + tensor.offset;
    }

    std::vector<std::shared_ptr<const MemoryMap>> m_maps; ///< of the parts in their order
    std::map<std::string, GgufValue, std::less<>> m_values;
    std::map<std::string, StoredTensor, std::less<>> m_tensors;
};

} // namespace draftscope
