// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is called that a run or a comparison is saved as, before a person says otherwise.
#pragma once

#include <string_view>
#include <vector>

#include <QString>

#include "engine/record/records.h"

namespace draftscope {

/// "SmolLM2-135M-Instruct two-model K5 story-park.trace.jsonl.zst": target, way to draft, and the prompt by the name
/// that it has among those of the program, or by its first words. `prompt`: what was asked, before a chat template made
/// text of it.
[[nodiscard]] QString nameForTrace(const TraceHeader& header, std::string_view prompt);

/// "SmolLM2-135M-Instruct plain, two-model K5 story-park.comparison.json". There is one header at least; `prompts`:
/// what the prompts are called where they are a list.
[[nodiscard]] QString nameForComparison(const std::vector<TraceHeader>& headers, std::string_view prompt,
                                        const QString& prompts = {});

/// The same name, with a number before its endings where the folder has such a file already.
[[nodiscard]] QString freeNameIn(const QString& folder, const QString& name);

} // namespace draftscope
