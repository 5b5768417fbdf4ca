// SPDX-License-Identifier: MIT
// draftscope-cli tokenize: text to ids and back.
#include <charconv>
#include <memory>

#include "engine/cli/command.h"
#include "engine/cli/options.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/utf8.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

struct TokenizeOptions {
    std::filesystem::path tokenizer, file;
    std::vector<std::string> words;
    bool json = false, special = false, decode = false;
    ChatOptions chat;
};

/// The ids in a text: separated by anything that is neither digit nor sign, so that JSON lists may be pasted.
Result<std::vector<TokenId>> readIds(std::string_view text, int vocabulary)
{
    std::vector<TokenId> ids;
    for (std::size_t at = text.find_first_of("-0123456789"); at != std::string_view::npos;
         at = text.find_first_of("-0123456789", at)) {
        TokenId id = noToken;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), id);
        if (error != std::errc() || id < 0 || id >= vocabulary)
            return fail("\"{}\" is no token id of this vocabulary: ids go from 0 to {}.",
                        text.substr(at, text.find_first_of(" ,\n]", at) - at), vocabulary - 1);
        ids.push_back(id);
        at = std::size_t(end - text.data());
    }
    return ids;
}

std::string jsonOf(const Tokenizer& tokenizer, const std::vector<TokenId>& ids)
{
    JsonLine line;
    line.open('{').field("token_ids", ids).field("text", tokenizer.decode(ids)).key("tokens").open('[');
    for (const TokenId id : ids) {
        const std::string bytes = tokenizer.bytes(id);
        std::vector<int> values;
        for (const char byte : bytes)
            values.push_back(int((unsigned char)byte));
        line.open('{').field("id", id).field("piece", tokenizer.piece(id)).field("bytes", values).close('}');
    }
    line.close(']').close('}');
    return std::string(line.text()) + '\n';
}

Result<std::vector<TokenId>> idsOf(const TokenizeOptions& options, const Tokenizer& tokenizer, const std::string& text)
{
    if (options.decode)
        return readIds(text, tokenizer.size());
    if (!options.chat.isConversation())
        return options.special ? tokenizer.encodePrompt(text) : tokenizer.encode(text);
    return options.chat.textOf(text, options.tokenizer, tokenizer).and_then([&](const std::string& prompt) {
        return tokenizer.encode(prompt); // the template writes what it begins with
    });
}

Result<std::string> readInput(const TokenizeOptions& options)
{
    if (!options.chat.messages.empty())
        return std::string();
    if (!options.file.empty())
        return readText(options.file);
    if (options.words.empty())
        return readText("-");
    return fmt::format("{}", fmt::join(options.words, " "));
}

Result<int> run(const TokenizeOptions& options)
{
    const auto tokenizer = loadTokenizer(options.tokenizer);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const Result<std::string> text = readInput(options);
    if (!text)
        return tl::unexpected(text.error());
    const auto ids = idsOf(options, **tokenizer, *text);
    if (!ids)
        return tl::unexpected(ids.error());
    if (options.json)
        printExactly(jsonOf(**tokenizer, *ids));
    else if (options.decode && !isTerminal(stdout))
        printExactly((*tokenizer)->decode(*ids));
    else if (options.decode)
        print((*tokenizer)->decode(*ids));
    else
        print(fmt::format("{}\n", fmt::join(*ids, " ")));
    return succeeded;
}

} // namespace

void addTokenize(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("tokenize", "Turn text into token ids, or ids into text");
    const auto options = std::make_shared<TokenizeOptions>();
    addName(*command, "--tokenizer", options->tokenizer, "A model directory, a .gguf file or a tokenizer.model")
        ->required();
    auto* words =
        command->add_option("text", options->words, "Text (standard input if there is none), or ids with --decode");
    auto* file = addName(*command, "--file", options->file, "Text from a file")->excludes(words);
    addSwitch(*command, "--json", options->json, "Print ids, pieces and bytes as one JSON object");
    auto* special =
        addSwitch(*command, "--special", options->special, "Begin with the special tokens that a prompt gets");
    const auto [chat, messages] = options->chat.addTo(*command, "The text is a message");
    messages->excludes(words)->excludes(file)->excludes(special);
    addSwitch(*command, "--decode", options->decode, "The other way: ids to text, exactly, without a newline")
        ->excludes(special)
        ->excludes(chat)
        ->excludes(messages);
    command->callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

} // namespace draftscope
