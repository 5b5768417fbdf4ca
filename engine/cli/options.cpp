// SPDX-License-Identifier: MIT
#include "engine/cli/options.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/ranges.h>

#include "engine/backend/backends.h"
#include "engine/backend/cpu/arithmetic.h"
#include "engine/catalogue/embedded.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/http_client.h"
#include "engine/core/text_file.h"
#include "engine/session/draft_length.h"
#include "engine/session/shapes.h"
#include "engine/speculation/verifier.h"
#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

std::vector<KnownOption> knownOptions()
{
    std::vector<KnownOption> all;
    for (const Method& method : allMethods())
        for (const MethodOption& option : method.options) {
            const auto same = std::ranges::find_if(all, [&](const KnownOption& known) {
                return known.option->name == option.name && known.option->explanation == option.explanation;
            });
            if (same == all.end())
                all.push_back({&option, std::string(method.name)});
            else
                same->owners += fmt::format(", {}", method.name);
        }
    for (const ShapeKind& shape : allShapes())
        for (const MethodOption& option : shape.options)
            all.push_back({&option, std::string(shape.name)});
    for (const MethodOption& option : lengthOptions())
        all.push_back({&option, "all that draft"});
    return all;
}

void ModelOptions::addTo(CLI::App& command)
{
    hasDraft = true;
    addTargetTo(command);
    addName(command, "--draft", draft, "Draft: a model likewise");
}

void ModelOptions::addTargetTo(CLI::App& command)
{
    addName(command, "--target", target,
            hasDraft ? "Target: a model directory, a .gguf file, an embedded model's name, or the address of a server "
                       "(http://127.0.0.1:8080, docs/servers.md)"
                     : "Target: a model directory, a .gguf file or an embedded model's name");
    addName(command, "--backend", backend, "auto, cpu or cuda; auto takes a CUDA device if there is one");
    addNumber(command, "--threads", threads, "Threads that compute; 0 chooses");
    addName(command, "--arithmetic", arithmetic,
            "What the CPU rounds activations to: f32 (nothing), int8 (for quantised weights), bf16 (for bf16 weights, "
            "too), amx (as bf16, in the tiles of AMX), or auto, the fastest that it has");
}

Result<void> ModelOptions::check() const
{
    if (!hasDraft && isServerAddress(target))
        return fail("{} computes behind a server, and this command needs the model itself: choose one of this machine.",
                    target);
    if (Result<void> known = checkBackendName(backend); !known)
        return known;
    if (threads < 0 || threads > 1024)
        return fail("The number of threads is {}: choose 0 (automatic) to 1024.", threads);
    if (const auto known = arithmeticNamed(arithmetic); !known)
        return tl::unexpected(known.error());
    return {};
}

std::string firstGiven(const std::vector<const CLI::Option*>& options)
{
    const auto given = std::ranges::find_if(options, [](const CLI::Option* option) { return option->count() > 0; });
    return given == options.end() ? std::string() : (*given)->get_name();
}

void DecodeOptions::addMethodTo(CLI::App& command)
{
    std::vector<std::string_view> methods, verifiers;
    for (const Method& known : allMethods())
        methods.push_back(known.name);
    for (const Verifier* known : allVerifiers())
        verifiers.push_back(known->name());
    addName(command, "--method", method,
            fmt::format("{}; two-model if there is a draft, else plain", fmt::join(methods, ", ")));
    addName(command, "--verifier", settings.verifier,
            fmt::format("{}; follows the sampler and the method", fmt::join(verifiers, ", ")));
    std::vector<std::string_view> shapes;
    for (const ShapeKind& known : allShapes())
        shapes.push_back(known.name);
    shapeOption = addName(command, "--tree", settings.shape,
                          fmt::format("Shape of what is drafted: {}", fmt::join(shapes, ", ")));
    draftingOptions = {
        shapeOption,
        addName(command, "--draws", settings.draws,
                "How drafts are chosen: independent, without-replacement or deterministic; follows shape and sampler")};
    std::map<std::string_view, std::string> options; // several shapes may have one of the same name
    for (const auto& [option, owners] : knownOptions())
        options[option->name] +=
            fmt::format("{}{}: {} ({} to {}, {})", options[option->name].empty() ? "" : "; ", owners,
                        option->explanation, option->smallest, option->largest, option->defaultValue);
    for (const auto& [name, explanation] : options)
        addNumber(command, fmt::format("--{}", name), methodOptions[std::string(name)], explanation);
    std::map<std::string_view, std::string> files; // several methods may have one of the same name
    const auto explain = [&files](const auto& known) {
        for (const MethodFile& file : known.files)
            files[file.name] +=
                fmt::format("{}{}: {}", files[file.name].empty() ? "" : "; ", known.name, file.explanation);
    };
    std::ranges::for_each(allMethods(), explain);
    std::ranges::for_each(allShapes(), explain);
    for (const auto& [name, explanation] : files)
        addName(command, fmt::format("--{}", name), methodFiles[std::string(name)], explanation);
}

void DecodeOptions::addTo(CLI::App& command)
{
    models.addTo(command);
    addMethodTo(command);
    draftingOptions.push_back(
        addNumber(command, "--k", settings.draftLength, "K: tokens drafted a round; of a tree its levels"));
    auto* temperature = addNumber(command, "--temperature", settings.sampler.temperature, "Temperature; 0 is greedy");
    addNumber(command, "--top-k", settings.sampler.topK, "Keep the k likeliest tokens; 0 keeps all");
    addNumber(command, "--top-p", settings.sampler.topP, "Keep the likeliest tokens of this mass");
    addNumber(command, "--min-p", settings.sampler.minP, "Drop tokens under this share of the likeliest one");
    addSwitch(command, "--greedy", settings.sampler.greedy, "Always take the likeliest token")->excludes(temperature);
    addNumber(command, "--seed", settings.seed, "Seed of the random numbers");
    addNumber(command, "--tokens", settings.maxTokens, "Tokens to generate");
    auto* text = command.add_option("--prompt", prompt, "Prompt; \"\" is the begin-of-text token alone");
    addName(command, "--prompt-file", promptFile, "Prompt from a file; - is standard input")->excludes(text);
}

Result<void> DecodeOptions::check()
{
    if (Result<void> fine = models.check(); !fine)
        return fine;
    chooseMethod();
    const bool hasDraft = !models.draft.empty() || models.target.empty();
    const auto known = methodNamed(settings.method);
    if (known && (*known)->needsDraftModel && !hasDraft) {
        models.draft = embeddedDraftFor(models.target);
        if (models.draft.empty())
            return fail("The method {} needs a draft: add --draft, or choose --method plain.", settings.method);
    }
    return draftscope::check(settings);
}

void DecodeOptions::chooseMethod()
{
    const bool hasDraft = !models.draft.empty() || models.target.empty();
    settings.method = !method.empty() ? method : hasDraft ? "two-model" : "plain";
    if (const auto known = methodNamed(settings.method); known && !shapeOption->count())
        settings.shape = defaultShape(**known).name;
    for (const auto& [name, value] : methodOptions)
        if (value)
            settings.options[name] = *value;
    for (const auto& [name, path] : methodFiles)
        setFile(settings, name, path);
}

Result<void> DecodeOptions::checkDraftingOptions() const
{
    if (const auto known = methodNamed(settings.method); !known || (*known)->drafts())
        return {};
    if (const std::string given = firstGiven(draftingOptions); !given.empty())
        return fail("The method {} drafts nothing: leave {} out, or choose another method.", settings.method, given);
    return {};
}

Result<void> DecodeOptions::checkDrafts() const
{
    if ((*methodNamed(settings.method))->drafts())
        return {};
    return fail("The method {} drafts nothing: add --draft, or choose another method.", settings.method);
}

Result<std::string> DecodeOptions::readPrompt() const
{
    return promptFile.empty() ? Result<std::string>(prompt) : readText(promptFile);
}

std::vector<std::filesystem::path> filesInUse(const std::filesystem::path& prompts)
{
    std::vector<std::filesystem::path> files = {"/dev/stdout"};
    if (!prompts.empty())
        files.push_back(prompts == "-" ? "/dev/stdin" : prompts);
    return files;
}

namespace {

/// Each once, however many prompts there are.
void sayRemarks(const std::vector<Message>& said)
{
    std::vector<std::string> remarks(said.begin(), said.end());
    std::ranges::sort(remarks);
    const auto repeated = std::ranges::unique(remarks);
    remarks.erase(repeated.begin(), repeated.end());
    for (const std::string& remark : remarks)
        printError(fmt::format("draftscope-cli: {}\n", remark));
}

Result<Conversation> messagesOf(const std::filesystem::path& path)
{
    const auto json = readText(path);
    if (!json)
        return tl::unexpected(json.error());
    return readConversation(*json, path == "-" ? "Standard input" : "The file " + path.string());
}

} // namespace

std::array<CLI::Option*, 2> ChatOptions::addTo(CLI::App& command, const std::string& what)
{
    CLI::Option* chat = addSwitch(command, "--chat", isChat,
                                  what + " to an instruction-tuned model: its chat template makes the text of it");
    command
        .add_option("--system", system,
                    "With --chat: what the model is told beforehand; without it the template says what it says")
        ->needs(chat);
    CLI::Option* file =
        addName(command, "--messages", messages,
                "A conversation instead, from a file of JSON: [{\"role\": \"user\", \"content\": …}, …]");
    return {chat, file->excludes(chat)};
}

Result<std::string> ChatOptions::textOf(const std::string& prompt, const std::filesystem::path& model,
                                        const Tokenizer& tokenizer) const
{
    if (!isConversation())
        return prompt;
    const auto chat = chatTemplateOf(model, tokenizer);
    if (!chat)
        return tl::unexpected(chat.error());
    const auto conversation = messages.empty()
        ? Result<Conversation>(conversationOf(system ? &*system : nullptr, prompt))
        : messagesOf(messages);
    if (!conversation)
        return tl::unexpected(conversation.error());
    auto made = chat->promptOf(*conversation, tokenizer);
    if (!made)
        return tl::unexpected(made.error());
    sayRemarks(made->remarks);
    return std::move(made->text);
}

Result<void> ChatOptions::makeTexts(std::vector<Prompt>& prompts, const Model& model) const
{
    if (!messages.empty()) {
        auto text = textOf({}, model.path, *model.tokenizer);
        if (!text)
            return tl::unexpected(text.error());
        prompts = {{"conversation", {}, std::move(*text)}};
        return {};
    }
    if (!isChat)
        return {};
    const auto chat = chatTemplateOf(model.path, *model.tokenizer);
    if (!chat)
        return tl::unexpected(chat.error());
    std::vector<Message> remarks;
    for (Prompt& prompt : prompts) {
        auto made = chat->promptOf(conversationOf(system ? &*system : nullptr, prompt.text), *model.tokenizer);
        if (!made)
            return tl::unexpected(made.error());
        prompt.text = std::move(made->text);
        std::ranges::move(made->remarks, std::back_inserter(remarks));
    }
    sayRemarks(remarks);
    return {};
}

Result<std::string> readText(const std::filesystem::path& path)
{
    if (path != "-")
        return readTextFile(path, longestText);
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stdin)) {
        text.append(buffer, count);
        if (text.size() > longestText) // it might never end
            return fail("Standard input has more than {} MiB of text: shorten it.", longestText >> 20);
    }
    if (std::ferror(stdin) != 0)
        return fail("Standard input cannot be read to its end: give the text in a file.");
    return text;
}

Result<std::vector<Prompt>> readPrompts(const std::filesystem::path& path)
{
    if (path.empty())
        return embeddedPrompts();
    if (path != "-")
        return promptsOfFile(path);
    const auto lines = readText(path);
    if (!lines)
        return tl::unexpected(lines.error());
    return promptsOf(*lines, "standard input");
}

} // namespace draftscope
