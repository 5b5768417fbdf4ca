// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

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
    std::string_view last; // of those that have several architectures
    for (const ModelFamily* family : families)
        if (std::exchange(last, family->name) != family->name)
            names += fmt::format("{}{}", names.empty() ? "" : family == families.back() ? " or " : ", ", family->name);
    return names;
}

} // namespace

std::span<const ModelFamily* const> modelFamilies()
{
#define DRAFTSCOPE_LIST(family) &family(),
    static const std::array all = {DRAFTSCOPE_FAMILIES(DRAFTSCOPE_LIST)};
#undef DRAFTSCOPE_LIST
    return all;
}

const TensorNames& namesOf(const ModelFamily& family, const TensorSource& source)
{
    if (family.otherNames && source.has(family.otherNames().embedding))
        return family.otherNames();
    return family.huggingFaceNames();
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

Result<void> setWindow(ModelConfig& config, int window, const std::string& where)
{
    const auto all = [](int) { return true; };
    return setWindows(config, window, all, where);
}

Result<void> readWindows(ConfigFields& fields, const std::string& where, ModelConfig& config,
                         std::optional<int> unstated, const std::function<bool(int layer)>& otherwise)
{
    const auto types = fields.texts("layer_types", config.layerCount);
    for (const std::string& type : types)
        if (type != "full_attention" && type != "sliding_attention")
            return fail("The layer_types in {} have {}, which is not supported yet: use another model.", where,
                        beginningOf(type, longestShown));
    const bool isStated = fields.find("sliding_window") || (unstated && !fields.isNull("sliding_window"));
    const int window = isStated ? fields.size("sliding_window", unstated) : 0;
    const bool hasWindows = fields.flag("use_sliding_window") && isStated;
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (!hasWindows)
        return {};
    const auto hasWindow = [&](int layer) {
        return types.empty() ? otherwise(layer) : types[std::size_t(layer)] == "sliding_attention";
    };
    return setWindows(config, window, hasWindow, where);
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
