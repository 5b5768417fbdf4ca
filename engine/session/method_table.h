// SPDX-License-Identifier: MIT
// The table of methods. A new one is a file NAME_method.cpp in this folder and a line here; a drafter that it needs and
// that others do not may stand in the same file.
#pragma once

#include "engine/session/methods.h"

namespace draftscope {

// In the order in which they are offered.
#define DRAFTSCOPE_METHODS(METHOD)                                                                                     \
    METHOD(plainMethod)                                                                                                \
    METHOD(twoModelMethod)                                                                                             \
    METHOD(mergedDraftsMethod)                                                                                         \
    METHOD(medusaMethod)                                                                                               \
    METHOD(eagleMethod)                                                                                                \
    METHOD(eagle3Method)                                                                                               \
    METHOD(layerSkippingMethod)                                                                                        \
    METHOD(earlyExitMethod)                                                                                            \
    METHOD(promptLookupMethod)                                                                                         \
    METHOD(suffixAutomatonMethod)                                                                                      \
    METHOD(lookaheadMethod)                                                                                            \
    METHOD(retrievalMethod)

#define DRAFTSCOPE_DECLARE(method) [[nodiscard]] Method method();
DRAFTSCOPE_METHODS(DRAFTSCOPE_DECLARE)
#undef DRAFTSCOPE_DECLARE

} // namespace draftscope
