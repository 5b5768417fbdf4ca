// SPDX-License-Identifier: MIT
// draftscope-cli methods: ways to draft and to verify, and which of them go together.
#include <memory>

#include "engine/cli/command.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/session/methods.h"
#include "engine/speculation/verifier.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

/// A method with a verifier that is valid for its drafts.
struct Combination {
    const Method* method;
    const Verifier* verifier; ///< null for plain decoding, where nothing is verified

    [[nodiscard]] std::string_view shape() const { return verifier ? "chain" : "none"; }
    [[nodiscard]] std::string_view verifierName() const { return verifier ? verifier->name() : "none"; }
    [[nodiscard]] bool isLossless() const { return !verifier || verifier->isLossless(); }
    /// Arguments of `generate`.
    [[nodiscard]] std::string example() const
    {
        if (!verifier)
            return fmt::format("--method {}", method->name);
        const bool greedy = verifier->name() == "greedy";
        std::string files;
        for (const MethodFile& file : method->files)
            if (file.isNeeded)
                files += fmt::format(" --{} FILE", file.name);
        return fmt::format("--method {} --verifier {} --k 6{}{}", method->name, verifier->name(),
                           greedy ? " --temperature 0" : " --temperature 0.8", files);
    }
};

std::vector<Combination> combinations()
{
    std::vector<Combination> all;
    for (const Method& method : allMethods()) {
        if (!method.drafts())
            all.push_back({&method, nullptr});
        for (const Verifier* verifier : allVerifiers())
            if (method.drafts() && verifier->supports(method.rule))
                all.push_back({&method, verifier});
    }
    return all;
}

std::string_view orDash(std::string_view text)
{
    return text.empty() ? "–" : text;
}

std::string json()
{
    JsonLine line;
    line.open('[');
    for (const Combination& one : combinations()) {
        line.open('{').field("name", one.method->name).field("title", one.method->title);
        line.field("paper", one.method->paper).field("shape", one.shape()).field("verifier", one.verifierName());
        line.field("verifier_paper", one.verifier ? one.verifier->paper() : "").field("lossless", one.isLossless());
        line.field("needs_draft_model", one.method->needsDraftModel);
        line.field("embedded", !one.method->needsFile()); // the embedded models are a pair, and copying needs none
        line.field("example", one.example()).key("options").open('[');
        for (const MethodOption& option : one.method->options) {
            line.open('{').field("name", option.name).field("title", option.title);
            line.field("explanation", option.explanation).field("smallest", option.smallest);
            line.field("largest", option.largest).field("usual", option.usual).close('}');
        }
        line.close(']').key("files").open('[');
        for (const MethodFile& file : one.method->files) {
            line.open('{').field("name", file.name).field("title", file.title);
            line.field("explanation", file.explanation).field("needed", file.isNeeded).close('}');
        }
        line.close(']').close('}');
    }
    line.close(']');
    return std::string(line.text()) + '\n';
}

/// The tables of docs/methods.md.
std::string markdown()
{
    std::string text = "| method | drafts by | shape | verifier | lossless | try it |\n|---|---|---|---|---|---|\n";
    for (const Combination& one : combinations())
        text += fmt::format("| {} (`{}`) | {} | {} | {} | {} | `generate {}` |\n", one.method->title, one.method->name,
                            orDash(one.method->paper), one.shape(), one.verifierName(), one.isLossless() ? "yes" : "no",
                            one.example());
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
    for (const Method& method : allMethods())
        for (const MethodOption& option : method.options)
            text += fmt::format("| `--{}` | {} | {} | {} | {} | {} |\n", option.name, method.name, option.explanation,
                                option.smallest, option.largest, option.usual);
    text += "\n| file | of | what it is | needed |\n|---|---|---|---|\n";
    for (const Method& method : allMethods())
        for (const MethodFile& file : method.files)
            text += fmt::format("| `--{}` | {} | {} | {} |\n", file.name, method.name, file.explanation,
                                file.isNeeded ? "yes" : "no");
    return text;
}

std::string table()
{
    std::string text = fmt::format("{}  {}  {}  {}  {}\n", padded("method", 18), padded("shape", 6),
                                   padded("verifier", 23), padded("lossless", 8), "drafts by");
    for (const Combination& one : combinations())
        text += fmt::format("{}  {}  {}  {}  {}\n", padded(one.method->name, 18), padded(one.shape(), 6),
                            padded(one.verifierName(), 23), padded(one.isLossless() ? "yes" : "no", 8),
                            orDash(one.method->paper));
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
