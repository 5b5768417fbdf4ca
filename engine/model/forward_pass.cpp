// SPDX-License-Identifier: MIT
#include "engine/model/forward_pass.h"

#include <algorithm>

namespace draftscope {

namespace {

bool fit(const PassPart& part, int layerCount)
{
    const auto exists = [layerCount](int layer) { return layer >= 0 && layer < layerCount; };
    return part.firstLayer >= 0 && part.firstLayer <= part.end(layerCount)
        && std::ranges::all_of(part.skippedAttention, exists) && std::ranges::all_of(part.skippedMlp, exists);
}

bool isGiven(const HiddenStates& states, const PassPart& part, int layerCount)
{
    if (states.entering == HiddenStates::afterFinalNorm)
        return part.hasFinalNorm;
    return states.entering >= part.firstLayer && states.entering <= part.end(layerCount);
}

/// Whether rows come with the states that the model begins with, and with no others.
bool haveTheirStates(const Rows& rows, const ModelConfig& config)
{
    const std::size_t states = rows.rows.size() * std::size_t(config.hiddenSize);
    const std::size_t features = rows.rows.size() * std::size_t(config.featureSize);
    if (!config.isHead())
        return (rows.inputStates.empty() || rows.inputStates.size() == states) && rows.targetFeatures.empty();
    if (rows.part.firstLayer != 0)
        return false;
    return rows.targetFeatures.empty()
        ? rows.inputStates.size() == states
        : features > 0 && rows.targetFeatures.size() == features && rows.inputStates.empty();
}

} // namespace

bool fits(const Rows& rows, const ModelConfig& config, int slotCount)
{
    const std::size_t states = rows.rows.size() * std::size_t(config.hiddenSize);
    const bool areTokens = config.isHead() ? config.input != RowInput::state : rows.inputStates.empty();
    return fit(rows.part, config.layerCount) && haveTheirStates(rows, config)
        && std::ranges::all_of(rows.hiddenStates,
                               [&](const HiddenStates& wanted) {
                                   return isGiven(wanted, rows.part, config.layerCount) && wanted.out.size() >= states;
                               })
        && std::ranges::all_of(rows.rows, [&](const Row& row) {
               return (!areTokens || (row.token >= 0 && row.token < config.vocabularySize)) && row.slot >= 0
                   && row.slot < slotCount && row.position >= 0 && row.position < config.contextLength;
           });
}

} // namespace draftscope
