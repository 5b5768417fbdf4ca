// SPDX-License-Identifier: GPL-3.0-or-later
// What two setups have that is not the same, field by field of Setup, in words.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "gui/setup/run_setup.h"

namespace draftscope {

/// The fields of Setup that a difference can be in.
enum class SetupField {
    prompt,
    isChat,
    system,
    turns,
    target,
    method,
    draft,
    draftLength,
    temperature,
    seed,
    // Those below are among "All fields".
    shape,
    draws,
    verifier,
    option,
    file,
    maxTokens,
    topP,
    topK,
    minP,
    fault,
    sequences,
    prompts,
    isSynchronised,
    shortDraft,
};

/// Whether a field is in sight while "All fields" is closed.
[[nodiscard]] constexpr bool isSimple(SetupField field)
{
    return field < SetupField::shape;
}

/// One field that two setups fill differently.
struct SetupDifference {
    SetupField field;
    QString name;                               ///< "K", "temperature", "prompt"
    QString from = {}, to = {};                 ///< values in words; both empty where a value is too long to be said
    [[nodiscard]] QString words() const;        ///< "K 5 → 3", or the name alone
    [[nodiscard]] QString wordsOfValue() const; ///< "K 3", or the name alone
};

/// In the order of Setup's fields. What follows from another difference is not listed: another method has other
/// options. The backend and the number of recorded tokens are no fields of Setup.
[[nodiscard]] std::vector<SetupDifference> setupDifferences(const RunSetup& from, const RunSetup& to);

/// What a setup has among "All fields" that is not as usual.
[[nodiscard]] std::vector<SetupDifference> nonDefaultFields(const RunSetup& setup);

} // namespace draftscope
