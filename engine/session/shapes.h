// SPDX-License-Identifier: MIT
// Shapes of draft trees that a person can choose, beside the method and the verifier.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/session/methods.h"
#include "engine/speculation/draft_shape.h"

namespace draftscope {

/// A shape with its name, its paper, how its children may be chosen, its options and the files it reads. K is the depth
/// of every shape. Add one here and in shapes.cpp.
struct ShapeKind {
    std::string_view name = {};       ///< "fixed-widths"
    std::string_view title = {};      ///< "Fixed widths"
    std::string_view paper = {};      ///< who described it, with the arXiv number; may be empty
    std::vector<DrawRule> rules = {}; ///< that its children may be chosen by
    bool mergesChains = false;        ///< it is that of the methods that merge chains (Method::mergesChains)
    std::vector<MethodOption> options = {};
    std::vector<MethodFile> files = {};
    Result<std::unique_ptr<DraftShape>> (*make)(const SessionSettings& settings) = nullptr;
    /// What no option can say of itself; null where there is nothing.
    Result<void> (*checkOptions)(const SessionSettings& settings) = nullptr;

    [[nodiscard]] bool isChain() const { return name == "chain"; }
    [[nodiscard]] const MethodOption* option(std::string_view optionName) const;
    [[nodiscard]] const MethodFile* file(std::string_view fileName) const;
};

inline constexpr int maxDraftLength = 64; ///< levels
inline constexpr int maxDraftNodes = 64;  ///< that one pass of a target takes beside the root

/// The most nodes of a round that a draft model reads, which is one slot each: those with children.
[[nodiscard]] int fedNodes(const SessionSettings& settings);

/// An Error lists the names that exist.
[[nodiscard]] Result<const ShapeKind*> shapeNamed(std::string_view name);
[[nodiscard]] const std::vector<ShapeKind>& allShapes(); ///< the chain first

/// Whether a method can draft trees of that shape.
[[nodiscard]] bool canDraft(const Method& method, const ShapeKind& shape);
/// The default shape of a method.
[[nodiscard]] const ShapeKind& defaultShape(const Method& method);

/// The ways to choose children that a method and a shape have in common; the usual one first.
[[nodiscard]] std::vector<DrawRule> rulesFor(const Method& method, const ShapeKind& shape);

/// How children are chosen: as the settings say, else as usual. Siblings that are drawn from a greedy sampler's q would
/// all be the same, so there they are chosen without chance.
[[nodiscard]] DrawRule drawRuleFor(const SessionSettings& settings);

} // namespace draftscope
