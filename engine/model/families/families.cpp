// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include "engine/core/utf8.h"
#include "engine/formats/gguf.h"
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

constexpr std::size_t longestShown = 40; ///< characters of a name that a file gives

/// "Llama, Mistral or Qwen2"
std::string namesOf(std::span<const ModelFamily* const> families)
{
    std::string names;
    for (const ModelFamily* family : families)
        names += fmt::format("{}{}", names.empty() ? "" : family == families.back() ? " or " : ", ", family->name);
    return names;
}

} // namespace

std::span<const ModelFamily* const> modelFamilies()
{
    static const std::array all = {&llamaFamily(), &mistralFamily(), &qwen2Family(), &qwen3Family(), &smollm3Family()};
    return all;
}

Result<void> setWindows(ModelConfig& config, int window, const std::function<bool(int layer)>& hasWindow,
                        const std::string& where)
{
    if (window < 1)
        return fail("The sliding window in {} is of {} tokens: download the file again.", where, window);
    if (window >= config.contextLength)
        return {};
    config.layerAttention.resize(std::size_t(config.layerCount));
    for (int layer = 0; layer < config.layerCount; ++layer)
        if (hasWindow(layer))
            config.layerAttention[std::size_t(layer)].window = window;
    return {};
}

Result<const ModelFamily*> familyOfConfig(ConfigFields& fields, const std::string& where)
{
    const nlohmann::json* architectures = fields.find("architectures");
    const nlohmann::json* first =
        architectures && architectures->is_array() && !architectures->empty() ? &architectures->front() : nullptr;
    const bool isArchitecture = first && first->is_string();
    const std::string stated = isArchitecture ? first->get<std::string>() : fields.text("model_type");
    for (const ModelFamily* family : modelFamilies())
        if (stated == (isArchitecture ? family->architecture : family->modelType))
            return family;
    return fail("{} is a {}{} model, which is not supported yet: use a {} model.", where,
                beginningOf(stated, longestShown), isArchitecture ? "" : " (model_type)", namesOf(modelFamilies()));
}

Result<const ModelFamily*> familyOfGguf(const Gguf& file)
{
    const auto stated = file.shownText("general.architecture");
    if (!stated)
        return fail("The file {} does not say which architecture it has: convert the model again.",
                    file.path().string());
    for (const ModelFamily* family : modelFamilies())
        if (!family->ggufArchitecture.empty() && *stated == family->ggufArchitecture)
            return family;
    return fail("The file {} is a model of the architecture {}, which is not supported yet: use a {} model.",
                file.path().string(), beginningOf(*stated, longestShown), namesOf(modelFamilies()));
}

} // namespace draftscope
