// SPDX-License-Identifier: MIT
// draftscope-cli models: what comes with the program, and what other programs keep on this machine.
#include <memory>

#include <fmt/ranges.h>

#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"
#include "engine/model/embedded.h"
#include "engine/model/found_models.h"
#include "engine/model/model.h"

namespace draftscope {
namespace {

/// A model that was found, opened: what it is, or why it cannot be used.
struct KnownModel {
    FoundModel found;
    std::shared_ptr<const Model> model; ///< null where it cannot be used
    std::string problem;
    std::vector<std::string> drafts; ///< names of those that can draft for it
};

Result<std::vector<KnownModel>> knownModels()
{
    const Progress progress = watchedProgress();
    std::vector<KnownModel> known;
    for (FoundModel& found : findModels()) {
        const auto model = openModel(found.path, progress);
        if (progress.isCancelled())
            return tl::unexpected(model.error());
        known.push_back({std::move(found), model ? *model : nullptr, model ? "" : model.error().sentence, {}});
    }
    for (KnownModel& target : known)
        for (const KnownModel& draft : known)
            if (target.model && draft.model && draft.model->record.parameters < target.model->record.parameters
                && checkTarget(*target.model) && checkPair(*target.model, *draft.model))
                target.drafts.push_back(draft.found.name);
    return known;
}

std::string jsonOf(const EmbeddedModels& embedded, const std::vector<KnownModel>& known)
{
    JsonLine line;
    line.open('{').field("directory", embedded.directory.string()).field("default_target", embedded.defaultTarget);
    line.field("default_draft", embedded.defaultDraft).key("models").open('[');
    for (const EmbeddedModel& model : embedded.models) {
        line.open('{').field("name", model.name).field("title", model.title).field("role", model.role);
        line.field("parameters", model.parameters).field("path", model.directory.string()).close('}');
    }
    line.close(']').key("found").open('[');
    for (const KnownModel& each : known) {
        line.open('{').field("name", each.found.name).field("place", each.found.place);
        line.field("path", each.found.path.string()).field("bytes", each.found.bytes);
        line.field("usable", each.model != nullptr);
        if (each.model) {
            const ModelRecord& record = each.model->record;
            line.field("parameters", record.parameters).field("weight_type", record.weightType);
            line.field("context", record.context).key("drafts").open('[');
            for (const std::string& draft : each.drafts)
                line.value(draft);
            line.close(']');
        } else {
            line.field("problem", each.problem);
        }
        line.close('}');
    }
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

std::string tableOf(const EmbeddedModels& embedded)
{
    std::string table;
    for (const EmbeddedModel& model : embedded.models) {
        const bool isDefault = model.name == embedded.defaultTarget || model.name == embedded.defaultDraft;
        table += fmt::format("{}  {}  {:>6.2f} M parameters  {}{}\n", padded(printableName(model.name), 14),
                             padded(printableName(model.role), 7), double(model.parameters) / 1e6,
                             printableName(model.directory.string()), isDefault ? "  (default)" : "");
    }
    return table;
}

std::string tableOf(const std::vector<KnownModel>& known)
{
    std::string table, place;
    for (const KnownModel& each : known) {
        if (each.found.place != place)
            table += fmt::format("\n{}\n", place = each.found.place);
        const std::string name = printableName(each.found.name);
        if (!each.model) {
            table += fmt::format("{}  cannot be used: {}\n", name, printableName(each.problem));
            continue;
        }
        const ModelRecord& record = each.model->record;
        table +=
            fmt::format("{}  {:.2f} M parameters  {}  {:.1f} MB  {} positions\n", name, double(record.parameters) / 1e6,
                        printableName(record.weightType), double(each.found.bytes) / 1e6, record.context);
        if (!each.drafts.empty())
            table += fmt::format("    can be drafted for by {}\n",
                                 printableName(fmt::format("{}", fmt::join(each.drafts, ", "))));
    }
    return table;
}

Result<int> run(bool json)
{
    const auto embedded = embeddedModels();
    if (!embedded)
        return tl::unexpected(embedded.error());
    const auto known = knownModels();
    if (!known)
        return tl::unexpected(known.error());
    json ? printExactly(jsonOf(*embedded, *known)) : print(tableOf(*embedded) + tableOf(*known));
    return succeeded;
}

} // namespace

void addModels(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("models",
                                           "List the models that come with the program, and those that Hugging Face, "
                                           "LM Studio, llama.cpp and Ollama keep on "
                                           "this machine; DRAFTSCOPE_MODEL_FOLDERS names more folders");
    const auto json = std::make_shared<bool>(false);
    addSwitch(*command, "--json", *json, "Print one JSON object");
    command->callback([json, &chosen] { chosen.run = [json] { return run(*json); }; });
}

} // namespace draftscope
