// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/catalogue/hub_server.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"

namespace draftscope {

/// What people call a model of the Hugging Face Hub: hf:OWNER/NAME, hf:OWNER/NAME/FILE.gguf, hf:OWNER/NAME:Q4_K_M (the
/// GGUF file of that quantisation, as llama.cpp and Ollama write it), with @REVISION at the end or without; or the
/// address of its page, https://huggingface.co/OWNER/NAME, or of a revision or a GGUF file there, as browsers have it.
struct HubName {
    std::string repository;        ///< "OWNER/NAME"
    std::string file = {};         ///< "FILE.gguf", "FOLDER/FILE.gguf"; empty: whatever the model is
    std::string revision = "main"; ///< a branch, a tag or a commit
    std::string quantisation = {}; ///< of the GGUF file that is meant; empty: not said
    friend bool operator==(const HubName&, const HubName&) = default;
};

[[nodiscard]] bool isHubName(std::string_view text);
/// Error: `text` is not of this form.
[[nodiscard]] Result<HubName> hubNameOf(std::string_view text);

struct HubFile {
    std::string path; ///< in the repository, with "/", and in no folder outside it
    std::string blob; ///< what Hugging Face's cache calls its contents: a hash
    std::string sha256 =
        {}; ///< of its bytes, in hexadecimal digits; empty where the server says none, as of short files
    bool blobIsGitHash = false; ///< `blob` is the name that git gives its bytes (engine/core/git_hash.h)
    std::optional<std::uint64_t> bytes = {};
    friend bool operator==(const HubFile&, const HubFile&) = default;
};

/// One revision of a model, and what of it this program reads.
struct HubModel {
    HubName name;
    std::string commit;         ///< 40 hexadecimal digits
    std::string licence = {};   ///< as its makers name it, "apache-2.0"; empty where they say none
    std::vector<HubFile> files; ///< weights last; of a GGUF model its parts alone, the first one first
    bool isGguf = false;        ///< the first file is what is opened, else the folder
    std::uint64_t bytes = 0;    ///< of all of them
};

/// "OWNER/NAME, 269.1 MB in 5 files, apache-2.0"
[[nodiscard]] std::string describe(const HubModel& model);
/// "config.json of OWNER/NAME"
[[nodiscard]] std::string describe(const HubFile& file, const HubName& name);
/// Where the server has a file: "/OWNER/NAME/resolve/COMMIT/config.json".
[[nodiscard]] std::string pathOf(const HubFile& file, const HubModel& model);

/// Asks the server what there is: safetensors with configuration and vocabulary where it has them, or else its one GGUF
/// model, or the one that `name` names, with all parts of it. Errors: those of askHub(), there is no such thing, a part
/// is missing, or there are several GGUF models, which the sentence lists.
/// Source: huggingface.co/docs/hub/api, /api/models/{repo_id}/revision/{revision}.
[[nodiscard]] Result<HubModel> findHubModel(const HubName& name, const HubServer& server,
                                            const Progress& progress = {});

} // namespace draftscope
