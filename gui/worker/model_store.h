// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/core/progress.h"
#include "engine/session/start_session.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// The models that runs share: each is open once, whatever path leads to it, and read once. Belongs to one thread.
class ModelStore {
public:
    /// By a path or a name. A file that is another one by now is opened again. Errors: those of resolveModel() and
    /// openModel().
    [[nodiscard]] Result<std::shared_ptr<const Model>> open(const std::string& nameOrPath, const Progress& progress);
    /// A target, which may be behind a server: then its vocabulary is compared with the draft's, whose tokenizer it
    /// has.
    [[nodiscard]] Result<std::shared_ptr<const Model>> openTarget(const std::string& target, const std::string& draft,
                                                                  const Progress& progress);
    /// What a setup's method needs.
    [[nodiscard]] Result<Pair> openPair(const RunSetup& setup, const Progress& progress);
    /// Reads the weights of an open model, unless they have been. Null: nothing.
    [[nodiscard]] Result<void> read(const std::shared_ptr<const Model>& model, const Progress& progress);
    void keepOnly(const std::function<bool(const std::shared_ptr<const Model>& model)>& isUsed);

private:
    struct Entry {
        std::shared_ptr<const Model> model;
        bool isRead = false; ///< its weights have been, so that they need not be waited for
    };
    struct Behind { ///< a server, which is asked again after a while
        std::string address;
        std::shared_ptr<const Model> like, model;
        std::chrono::steady_clock::time_point asked;
    };
    std::map<std::filesystem::path, Entry> m_models; ///< by canonical path
    Behind m_behind;                                 ///< the last one
};

} // namespace draftscope
