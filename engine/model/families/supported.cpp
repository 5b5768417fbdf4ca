// SPDX-License-Identifier: MIT
#include "engine/model/supported.h"

#include <fmt/format.h>

#include "engine/model/families/family.h"

namespace draftscope {

std::vector<Supported> supportedFamilies()
{
    std::vector<Supported> rows;
    for (const ModelFamily* family : modelFamilies())
        rows.push_back({std::string(family->name),
                        family->ggufArchitecture.empty()
                            ? std::string(family->architecture)
                            : fmt::format("{}, GGUF {}", family->architecture, family->ggufArchitecture),
                        std::string(family->refused)});
    rows.push_back({"others", "", "by name"});
    return rows;
}

std::vector<Supported> supportedRopeScalings()
{
    return {{"llama3", "config.json; GGUF rope_freqs", ""},
            {"linear", "config.json, GGUF", ""},
            {"yarn", "config.json, GGUF", ""},
            {"longrope", "config.json, GGUF", ""},
            {"dynamic", "config.json", "texts longer than the original context on CUDA"},
            {"others", "", "by name"}};
}

} // namespace draftscope
