// SPDX-License-Identifier: MIT
#include "engine/session/methods.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "engine/speculation/two_model_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeTwoModelDrafter(const Pair& pair, Backend& backend, int slots, int promptCount,
                                                     const Progress& progress)
{
    auto pass = backend.makePass(pair.draft, draftSlotCount(*pair.draft, slots), progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return std::make_unique<TwoModelDrafter>(std::move(*pass), pair.draft->name, pair.draft->tokenizer->size(),
                                             pair.target->config.vocabularySize, promptCount);
}

} // namespace

int draftSlotCount(const Model& draft, int slotCount)
{
    return std::min(slotCount, draft.config.contextLength);
}

const std::vector<Method>& allMethods()
{
    static const std::vector<Method> methods = {
        {"plain", "Plain decoding", false, nullptr},
        {"two-model", "Two models", true, &makeTwoModelDrafter},
    };
    return methods;
}

Result<const Method*> methodNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Method& method : allMethods()) {
        if (method.name == name)
            return &method;
        names.push_back(method.name);
    }
    return fail("There is no method \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

} // namespace draftscope
