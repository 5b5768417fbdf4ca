// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/catalogue/prompts.h"
#include "engine/session/methods.h"

namespace draftscope {

/// An option of methods or shapes, and which they are.
struct KnownOption {
    const MethodOption* option;
    std::string owners; ///< "best-first"; "two-model, eagle"; "all that draft"
};
/// All of them: methods', shapes', those of all that draft. Where several methods have the same one it is there once.
[[nodiscard]] std::vector<KnownOption> knownOptions();

/// Which models, on what: shared by every command that runs one.
struct ModelOptions {
    std::string target,
        draft; ///< a path, or the name of an embedded model; empty: of the embedded pair, or the draft that comes along
    std::string backend = "auto";
    int threads = 0; ///< 0: the machine's share
    std::string arithmetic = "auto";
    bool hasDraft = false; ///< the command takes one, and with it a target behind a server

    void addTo(CLI::App& command);
    void addTargetTo(CLI::App& command); ///< all but the draft
    [[nodiscard]] Result<void> check() const;
};

/// The name of the first of these that was given; empty where none was.
[[nodiscard]] std::string firstGiven(const std::vector<const CLI::Option*>& options);

/// Everything that says how to decode.
struct DecodeOptions {
    ModelOptions models;
    SessionSettings settings;
    std::string method; ///< empty: two-model if there is a draft, else plain
    std::map<std::string, std::optional<int>, std::less<>>
        methodOptions;                                           ///< of all methods; those that were given have a value
    std::map<std::string, std::string, std::less<>> methodFiles; ///< of all methods; empty where none was given
    std::string prompt = "Once upon a time";
    std::filesystem::path promptFile;
    std::vector<const CLI::Option*> draftingOptions = {}; ///< that say nothing of plain decoding
    const CLI::Option* shapeOption = nullptr;             ///< one of them

    void addTo(CLI::App& command);
    /// Of these only what says how to draft and to verify, but for K.
    void addMethodTo(CLI::App& command);
    [[nodiscard]] Result<void> check();
    /// The method and its options and files, as check() puts them into the settings.
    void chooseMethod();
    /// Whether the command line says how to draft, where the method drafts nothing: for commands that run this one
    /// method. After check().
    [[nodiscard]] Result<void> checkDraftingOptions() const;
    /// Whether the method drafts, for commands that look at drafts. After check().
    [[nodiscard]] Result<void> checkDrafts() const;
    /// The prompt itself or the file's contents; "-" is standard input.
    [[nodiscard]] Result<std::string> readPrompt() const;
};

/// Whether prompts are messages to an instruction-tuned model, whose chat template makes the text of each.
struct ChatOptions {
    bool isChat = false;
    std::optional<std::string> system;
    std::filesystem::path messages; ///< a conversation that takes the place of the prompt; empty: none

    /// `what`: "The prompt is a message", ... Returns --chat and --messages.
    std::array<CLI::Option*, 2> addTo(CLI::App& command, const std::string& what);
    /// The text is a chat template's: the model reads it as it is (SessionSettings::isWholePrompt).
    [[nodiscard]] bool isConversation() const { return isChat || !messages.empty(); }
    /// Makes what the model gets of a prompt, or of several. What the template does with messages that their writer may
    /// not expect is said on standard error.
    [[nodiscard]] Result<std::string> textOf(const std::string& prompt, const std::filesystem::path& model,
                                             const Tokenizer& tokenizer) const;
    [[nodiscard]] Result<void> makeTexts(std::vector<Prompt>& prompts, const Model& model) const;
};

/// Files that a run reads, or prints to, beside the models: a trace may not be one of them. `prompts`: the file of its
/// prompts, as it was named; empty where there is none.
[[nodiscard]] std::vector<std::filesystem::path> filesInUse(const std::filesystem::path& prompts);

/// A whole file, or standard input for "-".
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path);

/// Prompts of a file of JSON Lines, or of standard input for "-"; those that come with the program where the path is
/// empty.
[[nodiscard]] Result<std::vector<Prompt>> readPrompts(const std::filesystem::path& path);

} // namespace draftscope
