// SPDX-License-Identifier: MIT
// Numbers of the GGUF format (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/formats/tensor_source.h"

namespace draftscope {

enum class GgufKind : std::uint32_t {
    uint8,
    int8,
    uint16,
    int16,
    uint32,
    int32,
    float32,
    boolean,
    string,
    array,
    uint64,
    int64,
    float64
};

/// Bytes that one value takes at least; 0 for an unknown kind.
[[nodiscard]] std::size_t smallestSize(GgufKind kind);

/// The element type of a ggml tensor type number, if it is one that is read.
[[nodiscard]] std::optional<WeightType> weightTypeOfGgml(std::uint32_t type);

/// That of 64-bit whole numbers, which no weights are.
inline constexpr std::uint32_t ggmlInt64 = 27;

/// "Q4_K", or "type 99" for numbers without a known name.
[[nodiscard]] std::string ggmlTypeName(std::uint32_t type);

} // namespace draftscope
