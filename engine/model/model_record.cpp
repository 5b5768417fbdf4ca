// SPDX-License-Identifier: MIT
#include "engine/model/model_record.h"

#include "engine/model/model_hash.h"

namespace draftscope {

namespace {

/// A matrix that no other model has a part in.
const MatrixView& ownWeights(const Weights& weights)
{
    return weights.layers.empty() ? weights.head : weights.layers.front().q;
}

} // namespace

ModelRecord describe(const Model& model)
{
    ModelRecord record;
    record.name = model.name;
    record.path = model.path.string();
    record.hash = modelHash(model.config, model.weights);
    record.weightType = nameOf(ownWeights(model.weights).type);
    record.parameters = model.weights.parameterCount();
    record.layers = model.config.layerCount;
    record.hidden = model.config.hiddenSize;
    record.vocabulary = model.config.vocabularySize;
    record.draftVocabulary = model.config.draftVocabularySize;
    record.context = model.config.contextLength;
    return record;
}

} // namespace draftscope
