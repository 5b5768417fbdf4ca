// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "engine/catalogue/hub_model.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"

namespace draftscope {

/// Fetches a model's files into a cache as Hugging Face's own programs lay it out, so that they and findModels() find
/// them: models--OWNER--NAME with blobs, snapshots/COMMIT of links to them, and refs/REVISION. A file gets its name
/// when it has the size and the SHA-256 or git's hash that the server says; until then it ends in ".incomplete", and
/// the next call goes on with it. A beginning that turns out to be that of another file is thrown away and the file
/// fetched anew; a web page or an answer of another size is not kept at all. Where there can be no links, snapshots
/// have the files themselves. The snapshot is linked when all is there. Files that are there already are checked and
/// kept. Returns the snapshot's folder, or in it the GGUF file. Errors: cancelled, those of askHub(), the disk, another
/// file than was meant (which is removed), and another program that is fetching the same file.
/// Source: huggingface.co/docs/huggingface_hub/guides/manage-cache.
[[nodiscard]] Result<std::filesystem::path> fetchHubModel(const HubModel& model, const HubServer& server,
                                                          const std::filesystem::path& cache,
                                                          const Progress& progress = {});

/// What a name means of that is in a cache already, without asking a server; nothing where it is not there.
[[nodiscard]] std::optional<std::filesystem::path> fetchedBefore(const HubName& name,
                                                                 const std::filesystem::path& cache);

} // namespace draftscope
