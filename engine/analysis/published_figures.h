// SPDX-License-Identifier: MIT
// What others have published of a method, on their models and machines: to be quoted beside what is measured here,
// never mixed with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/message.h"

namespace draftscope {

struct PublishedFigures {
    std::string_view method;  ///< as Method::name
    std::string_view shape;   ///< as ShapeKind::name; empty: of any other
    std::string_view name;    ///< the method there: "EAGLE-2"
    std::string_view setting; ///< model, task, temperature: "Vicuna 7B v1.3, Spec-Bench, T = 0"
    std::string_view source;  ///< where it can be looked up, and on what it was measured, a sentence
    double tokensPerStep, speedUp;
};

/// All there are.
[[nodiscard]] const std::vector<PublishedFigures>& allPublishedFigures();

/// Of a way to decode; nothing where none are known.
[[nodiscard]] std::optional<PublishedFigures> publishedFiguresOf(std::string_view method, std::string_view shape);

/// "EAGLE-2, Vicuna 7B v1.3, Spec-Bench, T = 0: 4.35 tokens per step, 2.19×"
[[nodiscard]] Message inWords(const PublishedFigures& figures);

} // namespace draftscope
