// SPDX-License-Identifier: MIT
// Medusa's heads: h.l.linear.weight and .bias are block l of head h, h.L.weight its output matrix behind L blocks. How
// many of both there are say the tensors: configurations are known to say something else.
#include <charconv>
#include <map>
#include <optional>

#include "engine/model/draft_head_parts.h"
#include "engine/model/pass_part.h"

namespace draftscope {

namespace {

constexpr int mostHeads = 64, mostBlocks = 64;

std::optional<int> numberAt(std::string_view& text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || number < 0 || read.ptr == text.data() + text.size() || *read.ptr != '.')
        return std::nullopt;
    text.remove_prefix(std::size_t(read.ptr - text.data()) + 1);
    return number;
}

/// The number of blocks of each head, by head: those whose output matrix is there.
std::map<int, int> headsIn(const TensorSource& source)
{
    std::map<int, int> heads;
    for (const std::string& name : source.names()) {
        std::string_view rest = name;
        const auto head = numberAt(rest);
        const auto block = head ? numberAt(rest) : std::nullopt;
        if (block && rest == "weight" && *head < mostHeads && *block <= mostBlocks)
            heads[*head] = *block;
    }
    return heads;
}

Result<void> checkTarget(const TensorSource& source, const std::string& output, const Model& target)
{
    const auto matrix = source.tensor(output);
    if (!matrix)
        return tl::unexpected(matrix.error());
    const std::vector<std::int64_t> expected = {target.config.vocabularySize, target.config.hiddenSize};
    if (matrix->shape.size() != 2 || matrix->shape != expected)
        return fail(
            "The heads in {} are for a target of {} tokens and hidden size {}, and {} has {} and {}: choose heads that "
            "were trained for it.",
            source.path().string(), matrix->shape.empty() ? 0 : matrix->shape.front(),
            matrix->shape.empty() ? 0 : matrix->shape.back(), target.name, expected[0], expected[1]);
    return {};
}

} // namespace

Result<void> readMedusaHeads(const TensorSource& source, const Model& target, DraftHead& head)
{
    const std::map<int, int> heads = headsIn(source);
    if (heads.empty())
        return fail("{} has no tensor named as Medusa's heads are (0.1.weight): use another head.",
                    source.path().string());
    head.kind = DraftHeadKind::medusa;
    head.targetStates = {HiddenStates::afterFinalNorm};
    Weights copies;
    TensorMapper mapper(source, copies);
    for (int h = 0; h <= heads.rbegin()->first; ++h) {
        const auto found = heads.find(h);
        if (found == heads.end())
            return fail("{} has no head {}, but one of number {}: download it again.", source.path().string(), h,
                        heads.rbegin()->first);
        const std::string output = fmt::format("{}.{}.weight", h, found->second);
        if (auto fits = checkTarget(source, output, target); !fits)
            return fits;
        auto model = beginHead(source, target, head, fmt::format("{}, head {}", head.name, h + 1));
        ModelConfig& config = model->config;
        config.input = RowInput::state;
        config.hiddenSize = target.config.hiddenSize;
        config.vocabularySize = target.config.vocabularySize;
        for (int l = 0; l < found->second; ++l) {
            const std::string block = fmt::format("{}.{}.linear.", h, l);
            model->weights.entry.blocks.push_back(
                {mapper.matrix(block + "weight", config.hiddenSize, config.hiddenSize),
                 mapper.vector(block + "bias", config.hiddenSize)});
        }
        model->weights.head = mapper.matrix(output, config.vocabularySize, config.hiddenSize);
        if (mapper.error())
            return tl::unexpected(*mapper.error());
        model->weights.storage.insert(model->weights.storage.end(), copies.storage.begin(), copies.storage.end());
        finishHead(*model, target);
        head.models.push_back(std::move(model));
    }
    return checkNothingLeft(source, mapper);
}

} // namespace draftscope
