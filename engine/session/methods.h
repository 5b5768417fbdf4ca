// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/session/session.h"
#include "engine/speculation/drafter.h"

namespace draftscope {

/// A way of decoding that a person can choose. Add one here and in methods.cpp.
struct Method {
    std::string_view name;  ///< "two-model"
    std::string_view title; ///< "Two models"
    bool needsDraftModel = false;
    /// The drafter, for a text of at most `slotCount` tokens whose caches have a prompt of promptCount (see SequenceCache);
    /// null for plain decoding.
    Result<std::unique_ptr<Drafter>> (*makeDrafter)(const Pair& pair, Backend& backend, int slotCount, int promptCount,
                                                    const Progress& progress) = nullptr;
};

/// K/V slots of a draft's pass, beside a target that has `slotCount`.
[[nodiscard]] int draftSlotCount(const Model& draft, int slotCount);

/// An Error lists the names that exist.
[[nodiscard]] Result<const Method*> methodNamed(std::string_view name);
[[nodiscard]] const std::vector<Method>& allMethods();

} // namespace draftscope
