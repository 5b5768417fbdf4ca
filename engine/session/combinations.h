// SPDX-License-Identifier: MIT
// Which methods, shapes and verifiers go together: what `methods` lists, `compare` runs and Setup offers.
#pragma once

#include <string>
#include <vector>

#include "engine/session/shapes.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// A method with a shape and a verifier.
struct Combination {
    const Method* method = nullptr;
    const ShapeKind* shape = nullptr;   ///< null for plain decoding, where nothing is drafted
    const Verifier* verifier = nullptr; ///< null: the one that goes with sampler and draws

    /// "two-model+dynamic+typical": the chain and the usual verifier are left out.
    [[nodiscard]] std::string name() const;
    friend bool operator==(const Combination&, const Combination&) = default;
};

/// `settings` for that combination: with the usual draws, or where the verifier is not valid for those, with ones that
/// it is valid for. What other methods and shapes have of options and files is left out. Errors: those of check().
[[nodiscard]] Result<SessionSettings> settingsFor(const Combination& combination, SessionSettings settings);

/// All that go together for one sampler or another, with every verifier.
[[nodiscard]] std::vector<Combination> allCombinations();

/// The one of that name. An Error says which part of it is not known.
[[nodiscard]] Result<Combination> combinationNamed(std::string_view name);

} // namespace draftscope
