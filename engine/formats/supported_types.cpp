// SPDX-License-Identifier: MIT
#include "engine/formats/supported_types.h"

#include "engine/formats/gguf_types.h"

namespace draftscope {

std::vector<Supported> supportedWeightTypes()
{
    constexpr std::uint32_t mostTypes = 64; // ggml's numbers are smaller
    std::vector<Supported> rows;
    for (std::uint32_t number = 0; number < mostTypes; ++number)
        if (const auto type = weightTypeOfGgml(number))
            rows.push_back({ggmlTypeName(number), isQuantised(*type) ? "GGUF" : "safetensors, GGUF", ""});
    rows.push_back({"others", "", "by name"});
    return rows;
}

} // namespace draftscope
