// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace draftscope {

/// How the numbers of a checkpoint's tensor are stored. The quantised types are ggml's: a block holds some elements of
/// a row as whole numbers of few bits, with a scale of its own (quantised_blocks.h).
enum class WeightType : std::uint8_t { f32, f16, bf16, q8_0, q4_0, q4_1, q5_0, q5_1, q4_k, q5_k, q6_k };

/// Elements and bytes of the smallest piece in which a type is stored: one element of those that are not quantised.
struct WeightBlock {
    int elements = 1;
    std::size_t bytes = 0;
};
[[nodiscard]] constexpr WeightBlock blockOf(WeightType type)
{
    switch (type) {
    case WeightType::f32:
        return {1, 4};
    case WeightType::f16:
    case WeightType::bf16:
        return {1, 2};
    case WeightType::q8_0:
        return {32, 34};
    case WeightType::q4_0:
        return {32, 18};
    case WeightType::q4_1:
        return {32, 20};
    case WeightType::q5_0:
        return {32, 22};
    case WeightType::q5_1:
        return {32, 24};
    case WeightType::q4_k:
        return {256, 144};
    case WeightType::q5_k:
        return {256, 176};
    case WeightType::q6_k:
        return {256, 210};
    }
    return {};
}

[[nodiscard]] constexpr bool isQuantised(WeightType type)
{
    return blockOf(type).elements > 1;
}

/// Bytes of an element of a type that is not quantised.
[[nodiscard]] constexpr std::size_t bytesPer(WeightType type)
{
    assert(!isQuantised(type));
    return blockOf(type).bytes;
}

/// Bytes of a row of so many elements, which are whole blocks.
[[nodiscard]] constexpr std::size_t rowBytes(WeightType type, int elements)
{
    const WeightBlock block = blockOf(type);
    assert(elements % block.elements == 0);
    return std::size_t(elements / block.elements) * block.bytes;
}

/// As the field writes it: "f32", "bf16", "Q4_K".
[[nodiscard]] constexpr std::string_view nameOf(WeightType type)
{
    switch (type) {
    case WeightType::f32:
        return "f32";
    case WeightType::f16:
        return "f16";
    case WeightType::bf16:
        return "bf16";
    case WeightType::q8_0:
        return "Q8_0";
    case WeightType::q4_0:
        return "Q4_0";
    case WeightType::q4_1:
        return "Q4_1";
    case WeightType::q5_0:
        return "Q5_0";
    case WeightType::q5_1:
        return "Q5_1";
    case WeightType::q4_k:
        return "Q4_K";
    case WeightType::q5_k:
        return "Q5_K";
    case WeightType::q6_k:
        return "Q6_K";
    }
    return "";
}

} // namespace draftscope
