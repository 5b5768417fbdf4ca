// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

struct EmbeddedModel {
    std::string name;                ///< "tales-6m": what a command line may say instead of a path
    std::string title;               ///< shown to people: "Tales 6M"
    std::string role;                ///< "target" or "draft"
    std::filesystem::path directory; ///< where it lies, ready for loadModel(); a GGUF file perhaps
    std::int64_t parameters = 0;
};

/// A drafting head that comes with the program.
struct EmbeddedHead {
    std::string name;       ///< "tales-6m-eagle": what a command line may say instead of a path
    std::string method;     ///< "eagle": that drafts with it
    std::string target;     ///< name of the embedded model that it was trained for; empty: another one, by its hash
    std::string targetHash; ///< ModelRecord::hash of a model that does not come with the program
    std::filesystem::path directory; ///< where it lies, ready for openDraftHead(); a GGUF file perhaps
};

struct EmbeddedPair {
    std::string name, target, draft; ///< the last two are names of models
    std::string targetHash; ///< instead of `target`: ModelRecord::hash of a model that does not come with the program
    /// K, and how many tokens a copy in front of drafts has at most, with which the pair gains on a CPU; 0: as with
    /// other pairs.
    int draftLength = 0, copyFirst = 0;
};

/// The models that come with the program, as embedded.json lists them.
struct EmbeddedModels {
    std::filesystem::path directory;
    std::vector<EmbeddedModel> models;
    std::vector<EmbeddedHead> heads;
    std::vector<EmbeddedPair> pairs;
    std::string defaultTarget, defaultDraft;

    [[nodiscard]] const EmbeddedModel* find(std::string_view name) const; ///< nullptr if there is none
    /// The pair of the model with this hash, wherever that lies; nullptr if there is none.
    [[nodiscard]] const EmbeddedPair* pairFor(std::string_view targetHash) const;
    /// The name of the draft that was made for that model; empty if there is none.
    [[nodiscard]] std::string draftFor(std::string_view targetHash) const;
};

/// Where embedded.json may lie, in the order tried: $DRAFTSCOPE_MODELS alone if it is set; else
/// ../share/draftscope/models beside the program's directory (installed), ../../../resources/models (a build tree), the
/// source tree it was built from.
[[nodiscard]] std::vector<std::filesystem::path> embeddedModelDirectories();

/// Reads the first embedded.json found.
[[nodiscard]] Result<EmbeddedModels> embeddedModels();

/// Reads one directory's embedded.json.
[[nodiscard]] Result<EmbeddedModels> readEmbeddedModels(const std::filesystem::path& directory);

/// The path of a model that a person named: a path that exists and the address of a server are themselves, else the
/// name of an embedded model, or of one that other programs keep on this machine (findModels()).
[[nodiscard]] Result<std::filesystem::path> resolveModel(std::string_view nameOrPath);

/// The pair that comes with the program for a target that a person named: an embedded one, or a copy of one that lies
/// anywhere, which is opened for its hash. Nothing where there is none, or no such model.
[[nodiscard]] std::optional<EmbeddedPair> embeddedPairFor(std::string_view nameOrPath);

/// The name of its draft; empty where there is none.
[[nodiscard]] std::string embeddedDraftFor(std::string_view nameOrPath);

/// The path of a drafting head that a person named, as resolveModel(); what is neither is taken for a path. Without a
/// name: that of the embedded head which the method has for the embedded model at `target`, or for the model with this
/// hash, or an empty path.
[[nodiscard]] std::filesystem::path resolveHead(std::string_view nameOrPath, std::string_view method,
                                                const std::filesystem::path& target, std::string_view targetHash = {});

/// The table of acceptance by rank that comes with the program for a method (engine/speculation/rank_table.h): one of
/// its own, or else that of two models. `isForEmbedded`: the target is an embedded model, which nearly always takes
/// what is drafted for it; else the table is one that SmolLM2-135M-Instruct was measured for, where there is one.
/// Error: it is missing.
[[nodiscard]] Result<std::filesystem::path> embeddedRanks(std::string_view method, bool isForEmbedded = true);

} // namespace draftscope
