// SPDX-License-Identifier: MIT
#include "engine/formats/gguf_types.h"

#include <array>

#include <fmt/format.h>

namespace draftscope {

std::size_t smallestSize(GgufKind kind)
{
    switch (kind) {
    case GgufKind::uint8:
    case GgufKind::int8:
    case GgufKind::boolean:
        return 1;
    case GgufKind::uint16:
    case GgufKind::int16:
        return 2;
    case GgufKind::uint32:
    case GgufKind::int32:
    case GgufKind::float32:
        return 4;
    case GgufKind::uint64:
    case GgufKind::int64:
    case GgufKind::float64:
    case GgufKind::string: // its length
        return 8;
    case GgufKind::array: // its type and count
        return 12;
    }
    return 0;
}

std::optional<WeightType> weightTypeOfGgml(std::uint32_t type)
{
    switch (type) {
    case 0:
        return WeightType::f32;
    case 1:
        return WeightType::f16;
    case 2:
        return WeightType::q4_0;
    case 3:
        return WeightType::q4_1;
    case 6:
        return WeightType::q5_0;
    case 7:
        return WeightType::q5_1;
    case 8:
        return WeightType::q8_0;
    case 12:
        return WeightType::q4_k;
    case 13:
        return WeightType::q5_k;
    case 14:
        return WeightType::q6_k;
    case 30:
        return WeightType::bf16;
    default:
        return std::nullopt;
    }
}

std::string ggmlTypeName(std::uint32_t type)
{
    static constexpr std::array<const char*, 40> names = {
        "F32",    "F16",   "Q4_0",  "Q4_1",   nullptr, nullptr, "Q5_0",    "Q5_1",   "Q8_0",    "Q8_1",
        "Q2_K",   "Q3_K",  "Q4_K",  "Q5_K",   "Q6_K",  "Q8_K",  "IQ2_XXS", "IQ2_XS", "IQ3_XXS", "IQ1_S",
        "IQ4_NL", "IQ3_S", "IQ2_S", "IQ4_XS", "I8",    "I16",   "I32",     "I64",    "F64",     "IQ1_M",
        "BF16",   nullptr, nullptr, nullptr,  "TQ1_0", "TQ2_0", nullptr,   nullptr,  nullptr,   "MXFP4"};
    if (type < names.size() && names[type])
        return names[type];
    return fmt::format("type {}", type);
}

} // namespace draftscope
