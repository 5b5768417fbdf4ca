// SPDX-License-Identifier: MIT
// Drafting heads of every variant that files can have, and rows for them.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "engine/core/random.h"
#include "engine/model/draft_head.h"
#include "tests/backend/scalar_head.h"

namespace draftscope::test {

inline constexpr int headVariants = 4;

[[nodiscard]] inline fixtures::HeadFiles eagleVariant(int variant)
{
    fixtures::EagleShape shape;
    if (variant == 3)
        shape = {.hidden = 32, .inner = 20, .heads = 3, .kvHeads = 3, .headSize = 10};
    return fixtures::eagleFiles(shape, variant != 1, variant == 2);
}

[[nodiscard]] inline fixtures::HeadFiles eagle3Variant(int variant)
{
    switch (variant) {
    case 0:
        return fixtures::eagle3Files({});
    case 1:
        return fixtures::eagle3Files({}, {.layer = "layers.0.", .normBeforeResidual = true});
    case 2: // narrower than its target
        return fixtures::eagle3Files({.hidden = 24}, {.hasEmbedding = true, .normBeforeFc = true});
    default: // every token has a logit
        return fixtures::eagle3Files({}, {.draftVocabulary = 99, .normBeforeResidual = true, .normBeforeFc = true});
    }
}

/// Writes the files and opens them for the target.
[[nodiscard]] inline std::shared_ptr<const DraftHead> openHeadFiles(const std::filesystem::path& path,
                                                                    const fixtures::HeadFiles& files,
                                                                    const Model& target, bool asTorch = false)
{
    fixtures::writeHead(path, files, asTorch);
    auto head = openDraftHead(path, target);
    if (!head)
        throw std::runtime_error(head.error().sentence);
    return *head;
}

[[nodiscard]] inline Numbers someState(std::size_t size, std::uint32_t seed)
{
    Numbers state;
    for (std::uint32_t i = 0; i < size; ++i) // as floats have them
        state.push_back(double(float(uniform(seed, 0, i, 0, Purpose::plain) * 2 - 1)));
    return state;
}

[[nodiscard]] inline std::vector<HeadRow> someChain(std::size_t rows, std::size_t width, bool isFeatures)
{
    std::vector<HeadRow> chain;
    for (std::size_t i = 0; i < rows; ++i)
        chain.push_back({TokenId((i * 17 + 3) % 99), someState(width, std::uint32_t(i + 1)), isFeatures});
    return chain;
}

} // namespace draftscope::test
