// SPDX-License-Identifier: MIT
#include "engine/cli/choose_pair.h"

#include <optional>

#include "engine/catalogue/embedded.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/core/http_client.h"
#include "engine/remote/remote_model.h"

namespace draftscope {

Result<std::shared_ptr<const Model>> chooseModel(const std::string& pathOrName)
{
    const auto path = resolveModel(pathOrName);
    if (!path)
        return tl::unexpected(path.error());
    auto model = loadModel(*path, watchedProgress());
    if (model && !(*model)->warning.empty())
        printError(fmt::format("draftscope-cli: {}\n", (*model)->warning));
    return model;
}

namespace {

/// The draft, or what --draft names where the method drafts without a model, has the tokenizer that texts are split by.
Result<Pair> choosePairWithServer(const std::string& address, const std::string& draftName, bool needsDraft)
{
    if (draftName.empty())
        return fail("The target is behind a server, which keeps its tokenizer to itself: add --draft, a model with the "
                    "same vocabulary, also where it does not draft.");
    const auto draft = chooseModel(draftName);
    if (!draft)
        return tl::unexpected(draft.error());
    const auto target = openRemoteModel(address, *draft, watchedProgress());
    if (!target)
        return tl::unexpected(target.error());
    return Pair{*target, needsDraft ? *draft : nullptr};
}

} // namespace

Result<Pair> choosePair(const ModelOptions& options, bool needsDraft)
{
    std::string targetName = options.target, draftName = options.draft;
    std::optional<EmbeddedModels> embedded;
    if (targetName.empty() || (needsDraft && draftName.empty())) {
        auto list = embeddedModels();
        if (!list)
            return tl::unexpected(list.error());
        embedded = std::move(*list);
        if (targetName.empty())
            targetName = embedded->defaultTarget;
    }
    if (isServerAddress(targetName))
        return choosePairWithServer(targetName, draftName, needsDraft);
    Pair pair;
    const auto target = chooseModel(targetName);
    if (!target)
        return tl::unexpected(target.error());
    if (const auto whole = checkTarget(**target); !whole)
        return tl::unexpected(whole.error());
    pair.target = *target;
    if (!needsDraft)
        return pair;
    if (draftName.empty())
        draftName = embedded->draftFor(pair.target->record.hash);
    if (draftName.empty())
        draftName = embedded->defaultDraft;
    const auto draft = chooseModel(draftName);
    if (!draft)
        return tl::unexpected(draft.error());
    pair.draft = *draft;
    return pair;
}

std::shared_ptr<const Model> withoutEnd(const std::shared_ptr<const Model>& model)
{
    auto copy = std::make_shared<Model>(*model);
    copy->config.endOfText.clear();
    return copy;
}

Result<Backends> backendsFor(const ModelOptions& options)
{
    Backends backends(options.backend, options.threads, options.arithmetic);
    if (const auto found = backends.choose(); !found)
        return tl::unexpected(found.error());
    return backends;
}

} // namespace draftscope
