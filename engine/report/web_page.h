// SPDX-License-Identifier: MIT
// A recorded run as one HTML file that needs nothing from elsewhere: the page of resources/web with the run in it as
// JSON. docs/sharing.md says what the page shows and what its JSON holds.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/record/bookmark.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A text of the page: a branch of a recording. What is pointed to lives as long as the call.
struct WebPageSequence {
    const Recording* recording = nullptr;
    int branch = 0;
    int firstRound = 0; ///< of its batch, in which it began
    std::vector<BookmarkRecord> bookmarks = {};
};

struct WebPageOptions {
    std::string language = "en"; ///< that the page begins in: one of webPageLanguages
    int sequence = 0;            ///< that is shown first, an index
    /// Likewise, in that sequence; the branch does not count. Moment 0 stands for the round's first verdict.
    Position at = {};
};

inline constexpr std::string_view webPageLanguages[] = {"en", "de"};

/// Entries of a distribution that the page lists beside drafted and drawn tokens; the others are summed up in its tail.
inline constexpr int mostWebPageEntries = 12;

/// The JSON of the page, without any `<`. There is one sequence at least.
[[nodiscard]] std::string webPageJson(std::span<const WebPageSequence> sequences, const WebPageOptions& options = {});

/// The whole file.
[[nodiscard]] std::string webPage(std::span<const WebPageSequence> sequences, const WebPageOptions& options = {});

/// A file that is there is replaced when the new one is whole. Errors: the disk.
[[nodiscard]] Result<void> saveWebPage(const std::filesystem::path& path, std::span<const WebPageSequence> sequences,
                                       const WebPageOptions& options = {});

/// The files of resources/web, as they were when the program was built.
namespace web {
extern const std::string_view page, style;
/// One after another they are the page's script.
extern const std::span<const std::string_view> scripts;
} // namespace web

} // namespace draftscope
