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

} // namespace

bool fits(const Rows& rows, const ModelConfig& config, int slotCount)
{
    const std::size_t states = rows.rows.size() * std::size_t(config.hiddenSize);
    const bool areTokens = rows.inputStates.empty();
    return fit(rows.part, config.layerCount) && (areTokens || rows.inputStates.size() == states)
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
