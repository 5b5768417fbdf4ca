// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "gui/setup/model_catalogue.h"

namespace draftscope {

/// A line of a list of models.
struct ModelChoice {
    QString title;
    /// "Llama · 134.5 M · Q4_1 · 98 MB · 8192 positions", or in few words why not; empty where it is not known yet
    QString details;
    QString value;  ///< what a setup says; empty for a heading
    QString whyNot; ///< why it cannot be chosen; else empty
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// What may be a target, by place.
[[nodiscard]] QList<ModelChoice> targetChoices(const ModelCatalogue& catalogue);

/// What may draft for a target: first those that fit, by place, then the others with the reason. Of models that have
/// not been looked into is not known: they may be chosen, and the pair is checked.
[[nodiscard]] QList<ModelChoice> draftChoices(const ModelCatalogue& catalogue, const std::string& target);

} // namespace draftscope
