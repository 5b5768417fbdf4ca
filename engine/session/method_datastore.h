// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include "engine/core/error.h"
#include "engine/formats/datastore.h"
#include "engine/model/model.h"

namespace draftscope {

/// The datastore that a method's settings name. Error: it cannot be opened, or its ids are not those of the target.
[[nodiscard]] Result<std::shared_ptr<const Datastore>> openDatastoreFor(const Model& target,
                                                                        const std::filesystem::path& path);

} // namespace draftscope
