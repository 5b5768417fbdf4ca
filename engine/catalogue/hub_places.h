// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace draftscope {

/// The value of an environment variable; nothing where it is not set. What is set to "" is there.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// That of this process.
[[nodiscard]] std::optional<std::string> variableOfProcess(const std::string& name);

/// A token as it is in a variable or in a file, without what an editor or a shell has put around it.
[[nodiscard]] std::string cleanToken(std::string_view text);

/// Where huggingface_hub keeps its files, and whether it may ask a server.
struct HubPlaces {
    std::filesystem::path cache; ///< models--OWNER--NAME in it; "." where the variables say "the folder that one is in"
    std::filesystem::path tokenFile; ///< of a user who has logged in; need not be there
    std::string token = {};          ///< of the environment alone; empty: none
    bool sendsToken = true;          ///< unless HF_HUB_DISABLE_IMPLICIT_TOKEN
    bool isOffline = false;          ///< HF_HUB_OFFLINE, TRANSFORMERS_OFFLINE
    bool makesLinks = true;          ///< unless HF_HUB_DISABLE_SYMLINKS
    friend bool operator==(const HubPlaces&, const HubPlaces&) = default;
};

/// As huggingface_hub 2.4 finds them from HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME, XDG_CACHE_HOME, HF_TOKEN_PATH
/// and the others: a "~" or "~NAME" at the beginning of a value is a home folder, $NAME and ${NAME} in it are
/// variables, and a value that is set and empty counts as set. Source: huggingface_hub/constants.py and utils/_auth.py,
/// and Python's posixpath, expanduser() and expandvars().
[[nodiscard]] HubPlaces hubPlaces(const Environment& environment = variableOfProcess);

} // namespace draftscope
