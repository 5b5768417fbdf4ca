// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"
#include "engine/remote/remote_target.h"

namespace draftscope {

/// Whether a model computes behind a server: it has no weights, and its path is the server's address.
[[nodiscard]] bool isBehindServer(const Model& model);

/// Asks a server what it is, and checks that it means by each id what `like`, which is to draft for it, means: their
/// texts, and how a prompt is split. written: as readServerSpec() takes it. The key is that of the environment. Errors:
/// the server cannot be asked, or is none that is known; it lists fewer tokens than are asked for; the vocabularies
/// differ; cancelled.
[[nodiscard]] Result<std::shared_ptr<const Model>> openRemoteModel(const std::string& written,
                                                                   const std::shared_ptr<const Model>& like,
                                                                   const Progress& progress = {});

/// The target of a model that openRemoteModel() gave. Asks the server whether it still has that model. Errors: it has
/// not, or cannot be asked.
[[nodiscard]] Result<std::unique_ptr<RemoteTarget>> makeRemoteTarget(const Model& model, const WantedOfP& wanted,
                                                                     const Progress& progress = {});
/// The model with the address that a trace keeps: it says how many probabilities the target asks for.
[[nodiscard]] std::shared_ptr<const Model> asAsked(const Model& model, const RemoteTarget& target);

} // namespace draftscope
