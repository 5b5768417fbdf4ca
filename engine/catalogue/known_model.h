// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/catalogue/found_models.h"
#include "engine/model/model.h"

namespace draftscope {

/// A model that was found, looked into: what it is, or why it cannot be used.
struct KnownModel {
    FoundModel found;
    /// For checkTarget() and checkPair(), and for its record; without its weights. Null where it cannot be used.
    std::shared_ptr<const Model> model;
    Message problem; ///< a sentence; empty where it can be used
};

/// Looks into models one after another. What it returns holds no files, and models with one vocabulary share one
/// tokenizer, so that all that lie on a machine may be known at once.
class ModelReader {
public:
    /// Error: cancelled.
    [[nodiscard]] Result<KnownModel> read(FoundModel found, const Progress& progress = {});

private:
    std::vector<std::shared_ptr<const Model>> m_vocabularies; ///< a model of each
};

/// Of all models that are known, the names of those that can draft for a target and are smaller; as they are in the
/// list.
[[nodiscard]] std::vector<std::string> draftsFor(const KnownModel& target, const std::vector<KnownModel>& all);

} // namespace draftscope
