// SPDX-License-Identifier: MIT
#include "engine/report/text_input.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/text_file.h"
#include "engine/report/file_kind.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr std::size_t mostBytesOfText = std::size_t(16) << 20;

// Names of fields, the first that is there counts. Sources: llama.cpp tools/server/README.md; vLLM's and OpenAI's
// completions; SGLang's /generate; Ollama's docs/api.md; transformers' text-generation pipeline.
constexpr std::string_view idFields[] = {"token_ids", "output_ids", "output_token_ids", "tokens", "ids", "input_ids"};
constexpr std::string_view promptFields[] = {"prompt_token_ids", "prompt_ids", "prompt_tokens"};
constexpr std::string_view textFields[] = {"content", "text", "generated_text", "response", "output"};

/// Numbers that are ids, in a list, or in the only list in it.
std::optional<std::vector<TokenId>> idsIn(const json& value)
{
    if (!value.is_array())
        return std::nullopt;
    if (value.size() == 1 && value.front().is_array())
        return idsIn(value.front());
    std::vector<TokenId> ids;
    for (const json& each : value) {
        if (!each.is_number_integer())
            return std::nullopt;
        const auto id = each.get<std::int64_t>();
        const bool isOver63Bits = each.is_number_unsigned() && id < 0; // it would become a negative one
        if (isOver63Bits || id < std::numeric_limits<TokenId>::min() || id > std::numeric_limits<TokenId>::max())
            return std::nullopt;
        ids.push_back(TokenId(id));
    }
    return ids;
}

/// An empty list does not count: llama.cpp answers with one where it was not asked for ids.
template <class Names>
std::optional<std::vector<TokenId>> idsByName(const json& object, const Names& names)
{
    for (const std::string_view name : names)
        if (const auto found = object.find(name); found != object.end())
            if (auto ids = idsIn(*found); ids && !ids->empty())
                return ids;
    return std::nullopt;
}

std::optional<std::string> textByName(const json& object)
{
    for (const std::string_view name : textFields)
        if (const auto found = object.find(name); found != object.end() && found->is_string())
            return found->get<std::string>();
    return std::nullopt;
}

/// What an engine answers, or one of the choices in it. Ids count more than a text.
bool takeAnswer(const json& value, TextInput& input)
{
    if (auto ids = idsIn(value); ids && !ids->empty()) {
        input.ids = std::move(ids);
        return true;
    }
    if (value.is_array() && value.size() == 1)
        return takeAnswer(value.front(), input);
    if (!value.is_object())
        return false;
    if (auto prompt = idsByName(value, promptFields))
        input.prompt = std::move(prompt);
    if (auto ids = idsByName(value, idFields); ids && !ids->empty()) {
        input.ids = std::move(ids);
        return true;
    }
    for (const char* name : {"choices", "outputs", "results", "message", "data"})
        if (const auto inner = value.find(name); inner != value.end()) {
            const json& one = inner->is_array() && !inner->empty() ? inner->front() : *inner;
            if (takeAnswer(one, input))
                return true;
        }
    input.characters = textByName(value);
    return input.characters.has_value();
}

/// Ids that stand in a file without brackets, or with them: digits, blanks and commas alone.
std::optional<std::vector<TokenId>> plainIds(std::string_view text)
{
    if (text.find_first_not_of("0123456789 \t\r\n,;[]") != std::string_view::npos)
        return std::nullopt;
    std::vector<TokenId> ids;
    for (std::size_t at = text.find_first_of("0123456789"); at != std::string_view::npos;
         at = text.find_first_of("0123456789", at)) {
        TokenId id = noToken;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), id);
        if (error != std::errc())
            return std::nullopt;
        ids.push_back(id);
        at = std::size_t(end - text.data());
    }
    return ids.empty() ? std::nullopt : std::optional(ids);
}

std::string_view withoutMark(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    return text;
}

/// The bytes of a text, and where each of its tokens ends in them.
struct BytesOfTokens {
    std::string bytes;
    std::vector<std::size_t> ends;
    BytesOfTokens(const std::vector<TokenId>& tokens, const Tokenizer& tokenizer)
    {
        for (const TokenId token : tokens) {
            bytes += tokenizer.bytes(token);
            ends.push_back(bytes.size());
        }
    }
};

/// Characters in the tokens of another text for as long as both say the same, then in their own.
std::vector<TokenId> cutAs(const std::vector<TokenId>& own, const std::vector<TokenId>& other,
                           const Tokenizer& tokenizer)
{
    const BytesOfTokens ofOwn(own, tokenizer), ofOther(other, tokenizer);
    const auto same = std::size_t(std::ranges::mismatch(ofOwn.bytes, ofOther.bytes).in1 - ofOwn.bytes.begin());
    const std::vector<std::size_t>&ownEnds = ofOwn.ends, &otherEnds = ofOther.ends;
    std::size_t cutOwn = 0, cutOther = 0; // tokens in front of the last border that both have
    for (std::size_t a = 0, b = 0; a < ownEnds.size() && b < otherEnds.size() && ownEnds[a] <= same;) {
        if (ownEnds[a] == otherEnds[b]) {
            cutOwn = ++a;
            cutOther = ++b;
        } else {
            ++(ownEnds[a] < otherEnds[b] ? a : b);
        }
    }
    std::vector<TokenId> tokens(other.begin(), other.begin() + std::ptrdiff_t(cutOther));
    tokens.insert(tokens.end(), own.begin() + std::ptrdiff_t(cutOwn), own.end());
    return tokens;
}

/// Takes the prompt away from a text that begins with it.
void dropPrompt(ComparedText& text)
{
    const auto [inText, inPrompt] = std::ranges::mismatch(text.tokens, text.prompt);
    if (!text.prompt.empty() && inPrompt == text.prompt.end())
        text.tokens.erase(text.tokens.begin(), inText);
}

/// The prompt of a text of characters, and the ids of what is behind it; ids of all of it where no prompt is known.
Result<std::vector<TokenId>> tokensOf(const std::string& characters, const ComparedText& text, const Model& target)
{
    const Tokenizer& tokenizer = *target.tokenizer;
    if (!text.knowsPrompt)
        return tokenizer.encodePrompt(characters);
    const std::string before = tokenizer.decode(text.prompt);
    const std::string whole = characters.starts_with(before) ? characters : before + characters;
    auto all = tokenizer.encodePrompt(whole);
    if (!all)
        return all;
    // Behind the prompt, in the prompt's own tokens as far as it goes.
    ComparedText cut{.name = {}, .prompt = text.prompt, .tokens = cutAs(*all, text.prompt, tokenizer)};
    const std::size_t size = cut.tokens.size();
    dropPrompt(cut);
    if (cut.tokens.size() < size || text.prompt.empty())
        return cut.tokens;
    return tokenizer.encode(characters); // the prompt's last token goes on into the text
}

Result<ComparedText> withoutCharacters(const TextInput& input, const Model& target)
{
    if (input.trace) {
        if (const auto fine = checkTokens(input.trace->recording, input.name, target); !fine)
            return tl::unexpected(fine.error());
        return textOf(input.trace->recording, input.branch, input.name);
    }
    ComparedText text{.name = input.name};
    text.knowsPrompt = input.prompt.has_value();
    text.prompt = input.prompt.value_or(std::vector<TokenId>());
    text.tokens = input.ids.value_or(std::vector<TokenId>());
    return text;
}

/// Whether all ids are some of the target's: before they are decoded.
Result<void> checkIds(const ComparedText& text, const Model& target)
{
    for (const auto* part : {&text.prompt, &text.tokens})
        for (const TokenId token : *part)
            if (token < 0 || token >= target.tokenizer->size())
                return fail("{} has the token {}, and the ids of {} go from 0 to {}: choose the target that wrote it.",
                            text.name, token, target.name, target.tokenizer->size() - 1);
    return {};
}

} // namespace

Result<TextInput> readTextInput(const std::filesystem::path& path, bool asText, const Progress& progress)
{
    const std::string name = path.filename().string();
    const auto seen = lookInto(path);
    if (!seen)
        return tl::unexpected(seen.error());
    TextInput input{.name = name};
    if (seen->kind == FileKind::trace) {
        auto trace = openTrace(path, progress);
        if (!trace)
            return tl::unexpected(trace.error());
        input.trace = std::move(*trace);
        return input;
    }
    if (seen->kind != FileKind::other && seen->kind != FileKind::lesson) // a text may begin as lessons do
        return fail("{} is no text: choose a trace, token ids, a text or the answer of another engine.", path.string());
    auto bytes = readTextFile(path, mostBytesOfText);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const std::string_view text = withoutMark(*bytes);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail("The file {} is empty: choose a text that has begun.", path.string());
    if (text.find('\0') != std::string_view::npos)
        return fail("{} is no text: choose a trace, token ids, a text or the answer of another engine.", path.string());
    if (!asText) {
        input.ids = plainIds(text);
        if (input.ids)
            return input;
        const char first = text[text.find_first_not_of(" \t\r\n")];
        if (first == '{' || first == '[') {
            const ParsedJson parsed = parseJson(text, {}, progress);
            if (parsed.flaw == ParsedJson::Flaw::none) {
                if (!takeAnswer(parsed.document, input))
                    return fail("The JSON in {} has no token ids and no text under a name that is known here: write "
                                "the ids as a list.",
                                path.string());
                return input;
            }
        }
    }
    input.characters = std::string(text);
    return input;
}

std::string targetNamedBy(const std::vector<const TextInput*>& inputs)
{
    for (const TextInput* input : inputs) {
        std::error_code error;
        if (input->trace && std::filesystem::exists(input->trace->recording.header().target.path, error))
            return input->trace->recording.header().target.path;
    }
    return {};
}

Result<std::pair<ComparedText, ComparedText>> comparedTexts(const TextInput& first, const TextInput& second,
                                                            const std::string& prompt, const Model& target)
{
    auto a = withoutCharacters(first, target), b = withoutCharacters(second, target);
    if (!a || !b)
        return tl::unexpected(a ? b.error() : a.error());
    for (const ComparedText* text : {&*a, &*b})
        if (const auto fine = checkIds(*text, target); !fine)
            return tl::unexpected(fine.error());
    if (!a->knowsPrompt && !b->knowsPrompt && !prompt.empty()) {
        auto tokens = target.tokenizer->encodePrompt(prompt);
        if (!tokens)
            return tl::unexpected(tokens.error());
        a->prompt = std::move(*tokens);
        a->knowsPrompt = true;
    }
    for (auto [text, other] : {std::pair(&*a, &*b), std::pair(&*b, &*a)})
        if (!text->knowsPrompt && other->knowsPrompt) {
            text->prompt = other->prompt;
            text->knowsPrompt = true;
        }
    for (auto [text, input] : {std::pair(&*a, &first), std::pair(&*b, &second)}) {
        if (input->characters) {
            auto tokens = tokensOf(*input->characters, *text, target);
            if (!tokens)
                return tl::unexpected(tokens.error());
            text->tokens = std::move(*tokens);
        } else if (!input->trace) {
            dropPrompt(*text);
        }
    }
    if (first.characters && !second.characters)
        a->tokens = cutAs(a->tokens, b->tokens, *target.tokenizer);
    else if (second.characters)
        b->tokens = cutAs(b->tokens, a->tokens, *target.tokenizer);
    return std::pair(std::move(*a), std::move(*b));
}

Result<ComparedText> comparedText(const TextInput& input, const std::string& prompt, const Model& target)
{
    auto both = comparedTexts(input, input, prompt, target);
    if (!both)
        return tl::unexpected(both.error());
    if (!both->first.knowsPrompt || both->first.prompt.empty())
        return fail("{} does not say its prompt, which the target needs to write the same text: give the prompt.",
                    input.name);
    return std::move(both->first);
}

} // namespace draftscope
