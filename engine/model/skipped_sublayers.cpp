// SPDX-License-Identifier: MIT
#include "engine/model/skipped_sublayers.h"

#include <algorithm>
#include <cstdint>

#include <fmt/ranges.h>

#include "engine/formats/json_document.h"

namespace draftscope {
namespace {

/// One of the two lists.
Result<std::vector<int>> readLayers(const nlohmann::json& set, const char* name, const std::filesystem::path& path,
                                    int layerCount, std::string_view modelName)
{
    const auto found = set.find(name);
    if (found == set.end() || !found->is_array())
        return fail("The file {} has no list \"{}\" of layers: write {{\"attention\":[1],\"mlp\":[1,3]}}, say.",
                    path.string(), name);
    std::vector<int> layers;
    for (const nlohmann::json& layer : *found) {
        if (!layer.is_number_integer())
            return fail("The list \"{}\" of the file {} has something that is no layer: write whole numbers.", name,
                        path.string());
        const bool isThere = layer.is_number_unsigned() && layer.get<std::uint64_t>() < std::uint64_t(layerCount);
        if (!isThere)
            return fail("The list \"{}\" of the file {} has a layer {}, and those of {} are 0 to {}: choose a set for "
                        "this target.",
                        name, path.string(), layer.dump(), modelName, layerCount - 1);
        layers.push_back(layer.get<int>());
    }
    std::ranges::sort(layers);
    // Clang 14 cannot compile the std::ranges::unique of GCC 12's library, and the fuzzers are built with it.
    layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
    return layers;
}

} // namespace

std::string SkippedSublayers::json() const
{
    return fmt::format("{{\"attention\":[{}],\"mlp\":[{}]}}\n", fmt::join(attention, ","), fmt::join(mlp, ","));
}

SkippedSublayers defaultSkippedSublayers(int layerCount)
{
    SkippedSublayers set;
    for (int layer = 1; layer < layerCount - 1; layer += 2) {
        set.attention.push_back(layer);
        set.mlp.push_back(layer);
    }
    return set;
}

Result<SkippedSublayers> readSkippedSublayers(const std::filesystem::path& path, int layerCount,
                                              std::string_view modelName)
{
    const auto document = readJsonObject(path);
    if (!document)
        return tl::unexpected(document.error());
    const nlohmann::json* set = &*document;
    if (!set->contains("attention") && !set->contains("mlp") && set->size() == 1 && set->begin()->is_object())
        set = &*set->begin();
    auto attention = readLayers(*set, "attention", path, layerCount, modelName);
    if (!attention)
        return tl::unexpected(attention.error());
    auto mlp = readLayers(*set, "mlp", path, layerCount, modelName);
    if (!mlp)
        return tl::unexpected(mlp.error());
    return SkippedSublayers{std::move(*attention), std::move(*mlp)};
}

} // namespace draftscope
