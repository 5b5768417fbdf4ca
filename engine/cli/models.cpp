// SPDX-License-Identifier: MIT
// draftscope-cli models: what comes with the program.
#include <memory>

#include "engine/cli/command.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"
#include "engine/model/embedded.h"

namespace draftscope {
namespace {

std::string jsonOf(const EmbeddedModels& embedded)
{
    JsonLine line;
    line.open('{').field("directory", embedded.directory.string()).field("default_target", embedded.defaultTarget);
    line.field("default_draft", embedded.defaultDraft).key("models").open('[');
    for (const EmbeddedModel& model : embedded.models) {
        line.open('{').field("name", model.name).field("title", model.title).field("role", model.role);
        line.field("parameters", model.parameters).field("path", model.directory.string()).close('}');
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

Result<int> run(bool json)
{
    const auto embedded = embeddedModels();
    if (!embedded)
        return tl::unexpected(embedded.error());
    json ? printExactly(jsonOf(*embedded)) : print(tableOf(*embedded));
    return succeeded;
}

} // namespace

void addModels(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("models", "List the models that come with the program");
    const auto json = std::make_shared<bool>(false);
    addSwitch(*command, "--json", *json, "Print one JSON object");
    command->callback([json, &chosen] { chosen.run = [json] { return run(*json); }; });
}

} // namespace draftscope
