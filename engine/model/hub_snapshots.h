// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace draftscope {

/// A revision of a model in Hugging Face's cache.
struct HubSnapshot {
    std::string repository; ///< "OWNER/NAME", or "NAME" of the oldest ones
    std::string revision;   ///< a branch or a tag; "main" also where nothing says what a snapshot is
    std::filesystem::path folder;
    friend bool operator==(const HubSnapshot&, const HubSnapshot&) = default;
};

/// Those of models--OWNER--NAME that hold a model: what refs/REVISION name, "main" first. Where "main" names none that
/// holds one, the newest snapshot stands for it. The files of a snapshot are links into blobs, or on systems without
/// links the files themselves. Source: huggingface.co/docs/huggingface_hub/guides/manage-cache.
[[nodiscard]] std::vector<HubSnapshot> hubSnapshots(const std::filesystem::path& repositoryFolder);

/// The snapshot that "OWNER/NAME@COMMIT" names in a cache, by seven digits of the commit at least; empty where none
/// that holds a model does.
[[nodiscard]] std::filesystem::path hubSnapshotOfCommit(const std::filesystem::path& cache, std::string_view text);

/// "OWNER/NAME" of a path in Hugging Face's cache, whatever in it; nothing where it lies elsewhere.
[[nodiscard]] std::optional<std::string> hubRepositoryOf(const std::filesystem::path& path);

} // namespace draftscope
