// SPDX-License-Identifier: MIT
#include "engine/catalogue/known_model.h"

#include <algorithm>

namespace draftscope {

namespace {

std::shared_ptr<Model> withoutWeights(const Model& model)
{
    auto known = std::make_shared<Model>();
    known->name = model.name;
    known->path = model.path;
    known->config = model.config;
    known->weights.tokenOfLogit = model.weights.tokenOfLogit;
    known->tokenizer = model.tokenizer;
    known->record = model.record;
    return known;
}

bool haveOneVocabulary(Model a, const Model& b)
{
    a.weights.tokenOfLogit.clear(); // a draft with logits for a part of it has that vocabulary, too
    return checkPair(a, b).has_value();
}

} // namespace

Result<KnownModel> ModelReader::read(FoundModel found, const Progress& progress)
{
    if (Message problem = found.problem; !problem.empty())
        return KnownModel{std::move(found), nullptr, std::move(problem)};
    const auto opened = openModel(found.path, progress);
    if (progress.isCancelled())
        return fail("Looking into {} was cancelled.", found.name);
    if (!opened)
        return KnownModel{std::move(found), nullptr, opened.error().message()};
    const auto model = withoutWeights(**opened);
    const auto same = std::ranges::find_if(
        m_vocabularies, [&](const std::shared_ptr<const Model>& known) { return haveOneVocabulary(*model, *known); });
    if (same == m_vocabularies.end())
        m_vocabularies.push_back(model);
    else
        model->tokenizer = (*same)->tokenizer;
    return KnownModel{std::move(found), model, {}};
}

std::vector<std::string> draftsFor(const KnownModel& target, const std::vector<KnownModel>& all)
{
    std::vector<std::string> names;
    if (!target.model || !checkTarget(*target.model))
        return names;
    for (const KnownModel& draft : all)
        if (draft.model && draft.model->record.parameters < target.model->record.parameters
            && checkPair(*target.model, *draft.model))
            names.push_back(draft.found.name);
    return names;
}

} // namespace draftscope
