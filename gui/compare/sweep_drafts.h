// SPDX-License-Identifier: GPL-3.0-or-later
// What may draft for a target: the drafts that a sweep can compare.
#pragma once

#include <vector>

#include <QString>

#include "gui/setup/run_setup.h"

namespace draftscope {

class ModelCatalogue;

/// A draft model, or a method that drafts with a head which the target has.
struct SweepDraft {
    QString title;      ///< "Tales 1M", "EAGLE"
    std::string method; ///< that it drafts by
    std::string model;  ///< as a setup says it; empty where a head drafts
    friend bool operator==(const SweepDraft&, const SweepDraft&) = default;
};

/// Those that fit the setup's target: its own draft first, then the models of the catalogue that are known to fit, then
/// the heads that come with the target. Vocabularies are compared, so this is not for every key. `catalogue`: null for
/// none.
[[nodiscard]] std::vector<SweepDraft> sweepDraftsOf(const RunSetup& setup, const ModelCatalogue* catalogue);

/// The setup with another draft: its sampler, K and, where the method allows it, shape and options stay.
[[nodiscard]] RunSetup withDraft(const RunSetup& setup, const SweepDraft& draft);

} // namespace draftscope
