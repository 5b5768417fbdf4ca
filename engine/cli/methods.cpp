// SPDX-License-Identifier: MIT
// draftscope-cli methods: ways to draft and to verify, and which of them go together.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/cli/command.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/session/combinations.h"
#include "engine/session/draft_length.h"
#include "engine/session/faults.h"
#include "engine/speculation/verifier.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

/// A combination as it is listed.
struct Listed {
    Combination combination;
    SessionSettings settings; ///< that say so

    [[nodiscard]] const Method& method() const { return *combination.method; }
    [[nodiscard]] const ShapeKind* shape() const { return combination.shape; }
    [[nodiscard]] const Verifier* verifier() const { return combination.verifier; }
    [[nodiscard]] std::string_view shapeName() const { return shape() ? shape()->name : "none"; }
    [[nodiscard]] std::string_view verifierName() const { return verifier() ? verifier()->name() : "none"; }
    [[nodiscard]] std::string_view draws() const { return shape() ? nameOf(drawRuleFor(settings)) : "none"; }
    [[nodiscard]] bool isLossless() const { return !verifier() || verifier()->isLossless(); }
    /// Arguments of `generate`.
    [[nodiscard]] std::string example() const
    {
        std::string arguments = fmt::format("--method {}", method().name);
        if (!shape())
            return arguments;
        if (!shape()->isChain())
            arguments += fmt::format(" --tree {}", shape()->name);
        arguments += fmt::format(" --verifier {} --k {} --temperature {}", verifierName(), settings.draftLength,
                                 settings.sampler.temperature);
        if (!settings.draws.empty())
            arguments += fmt::format(" --draws {}", settings.draws);
        for (const MethodFile& file : method().files)
            if (file.isNeeded)
                arguments += fmt::format(" --{} FILE", file.name);
        return arguments;
    }
};

std::vector<Listed> listed()
{
    std::vector<Listed> all;
    for (const Combination& one : allCombinations()) {
        SessionSettings settings;
        settings.draftLength = 6;
        settings.sampler.temperature = one.verifier && one.verifier->traits().isGreedy() ? 0.0 : 0.8;
        for (const MethodFile& file : one.method->files)
            if (file.isNeeded)
                setFile(settings, file.name, "FILE");
        if (auto fitting = settingsFor(one, settings))
            all.push_back({one, std::move(*fitting)});
    }
    return all;
}

void writeOptions(JsonLine& line, const std::vector<MethodOption>& options)
{
    for (const MethodOption& option : options) {
        line.open('{').field("name", option.name).field("title", option.title);
        line.field("explanation", option.explanation).field("smallest", option.smallest);
        line.field("largest", option.largest).field("default", option.defaultValue).close('}');
    }
}

void writeFiles(JsonLine& line, const std::vector<MethodFile>& files)
{
    for (const MethodFile& file : files) {
        line.open('{').field("name", file.name).field("title", file.title);
        line.field("explanation", file.explanation).field("needed", file.isNeeded).close('}');
    }
}

/// Rows of the table of files.
std::string fileRows(std::string_view owner, const std::vector<MethodFile>& files)
{
    std::string rows;
    for (const MethodFile& file : files)
        rows += fmt::format("| `--{}` | {} | {} | {} |\n", file.name, owner, file.explanation,
                            file.isNeeded ? "yes" : "no");
    return rows;
}

std::string_view orDash(std::string_view text)
{
    return text.empty() ? "–" : text;
}

std::string json()
{
    JsonLine line;
    line.open('[');
    for (const Listed& one : listed()) {
        line.open('{').field("name", one.method().name).field("title", one.method().title);
        line.field("paper", one.method().paper)
            .field("shape", one.shapeName())
            .field("draws", one.draws())
            .field("verifier", one.verifierName());
        line.field("verifier_paper", one.verifier() ? one.verifier()->paper() : "").field("lossless", one.isLossless());
        line.field("needs_draft_model", one.method().needsDraftModel);
        line.field("embedded", !one.method().needsFile()); // the embedded models are a pair, and copying needs none
        line.field("example", one.example()).key("options").open('[');
        writeOptions(line, one.method().options);
        if (one.shape())
            writeOptions(line, one.shape()->options);
        if (one.method().drafts())
            writeOptions(line, lengthOptions());
        line.close(']').key("files").open('[');
        writeFiles(line, one.method().files);
        if (one.shape())
            writeFiles(line, one.shape()->files);
        line.close(']').close('}');
    }
    line.close(']');
    return std::string(line.text()) + '\n';
}

/// Method by verifier; a cell lists the shapes in which the two go together, by the letter that each shape has in
/// `letters`.
std::string combinationMatrix()
{
    std::map<std::string_view, char> letters;
    std::string legend;
    for (const ShapeKind& shape : allShapes()) {
        char letter = 'A';
        for (const char c : std::string(shape.name))
            if (letter = static_cast<char>(c - 'a' + 'A');
                c >= 'a' && std::ranges::none_of(letters, [&](const auto& one) { return one.second == letter; }))
                break;
        letters[shape.name] = letter;
        legend += fmt::format("{}{} = {}", legend.empty() ? "" : ", ", letter, shape.name);
    }
    std::map<std::pair<std::string_view, std::string_view>, std::string> cells;
    for (const Listed& one : listed())
        if (one.shape())
            cells[{one.method().name, one.verifierName()}] += letters[one.shapeName()];
    std::string text = "| method | drafts by |", line = "\n|---|---|";
    for (const Verifier* verifier : allVerifiers()) {
        text += fmt::format(" {}{} |", verifier->name(), verifier->isLossless() ? "" : " (not lossless)");
        line += "---|";
    }
    text += line + '\n';
    for (const Method& method : allMethods()) {
        text += fmt::format("| {} (`{}`) | {} |", method.title, method.name, orDash(method.paper));
        for (const Verifier* verifier : allVerifiers())
            text += fmt::format(" {} |", orDash(cells[{method.name, verifier->name()}]));
        text += '\n';
    }
    return text + fmt::format("\nShapes: {}.\n", legend);
}

/// The tables of docs/methods.md.
std::string markdown()
{
    std::string text = combinationMatrix();
    text += "\n| shape | from |\n|---|---|\n";
    for (const ShapeKind& shape : allShapes())
        text += fmt::format("| {} (`{}`) | {} |\n", shape.title, shape.name, orDash(shape.paper));
    text += "\n| verifier | rule from | drafts that it is valid for |\n|---|---|---|\n";
    for (const Verifier* verifier : allVerifiers()) {
        std::string valid;
        for (const DrawRule rule : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic})
            if (verifier->supports(rule))
                valid += fmt::format("{}{}", valid.empty() ? "" : ", ", wordsFor(rule));
        text += fmt::format("| {} (`{}`) | {} | chosen {} |\n", verifier->title(), verifier->name(),
                            orDash(verifier->paper()), valid);
    }
    text += "\n| option | of | what it says | from | to | usually |\n|---|---|---|---|---|---|\n";
    for (const auto& [option, owner] : knownOptions())
        text += fmt::format("| `--{}` | {} | {} | {} | {} | {} |\n", option->name, owner, option->explanation,
                            option->smallest, option->largest, option->defaultValue);
    text += "\n| file | of | what it is | needed |\n|---|---|---|---|\n";
    for (const Method& method : allMethods())
        text += fileRows(method.name, method.files);
    for (const ShapeKind& shape : allShapes())
        text += fileRows(shape.name, shape.files);
    text += "\n| fault | what goes wrong | with |\n|---|---|---|\n";
    for (const Fault& fault : allFaults())
        text += fmt::format("| {} (`--break {}`) | {} | {} |\n", fault.title, fault.name, fault.explanation,
                            fault.worksWith());
    return text;
}

std::string table()
{
    std::string text = fmt::format("{}  {}  {}  {}  {}\n", padded("method", 18), padded("shape", 12),
                                   padded("verifier", 23), padded("lossless", 8), "drafts by");
    for (const Listed& one : listed())
        text += fmt::format("{}  {}  {}  {}  {}\n", padded(one.method().name, 18), padded(one.shapeName(), 12),
                            padded(one.verifierName(), 23), padded(one.isLossless() ? "yes" : "no", 8),
                            orDash(one.method().paper));
    text += "\nbroken on purpose (--break)\n";
    for (const Fault& fault : allFaults())
        text += fmt::format("{}  {}\n", padded(fault.name, 22), fault.explanation);
    return text;
}

} // namespace

void addMethods(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("methods", "List the ways to draft and to verify, and what goes together");
    const auto asJson = std::make_shared<bool>(false), asMarkdown = std::make_shared<bool>(false);
    auto* jsonSwitch = addSwitch(*command, "--json", *asJson, "Print a JSON array");
    addSwitch(*command, "--markdown", *asMarkdown, "Print the tables of docs/methods.md")->excludes(jsonSwitch);
    command->callback([asJson, asMarkdown, &chosen] {
        chosen.run = [asJson, asMarkdown]() -> Result<int> {
            *asJson ? printExactly(json()) : print(*asMarkdown ? markdown() : table());
            return succeeded;
        };
    });
}

} // namespace draftscope
