// SPDX-License-Identifier: MIT
// Two texts that are to be compared: token ids, characters, answers of other engines, traces. The input is one of them
// in front of a line "=" and the other behind it.
#include "engine/core/utf8.h"
#include "engine/report/file_kind.h"
#include "engine/report/text_input.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace draftscope {

// No text is written here: what computes is not linked.
Result<ForcedReader> ForcedReader::create(std::shared_ptr<const Model>, const ReadingWay&, int, const Progress&)
{
    std::abort();
}

std::vector<TokenId> ForcedReader::write(std::span<const TokenId>, int, const Progress&)
{
    std::abort();
}

} // namespace draftscope

namespace {

void requireWords(const auto& outcome)
{
    fuzz::requireSentence(outcome);
    fuzz::require(outcome || isUtf8(outcome.error().sentence));
}

std::optional<TextInput> readInput(const std::filesystem::path& path, bool asText)
{
    auto input = readTextInput(path, asText);
    requireWords(input);
    if (!input)
        return std::nullopt;
    fuzz::require(int(input->trace.has_value()) + int(input->ids.has_value()) + int(input->characters.has_value())
                  == 1);
    return std::move(*input);
}

void requireTokens(const ComparedText& text, const Model& target)
{
    for (const auto* part : {&text.prompt, &text.tokens})
        for (const TokenId token : *part)
            fuzz::require(token >= 0 && token < target.tokenizer->size());
}

void compare(const TextInput& first, const TextInput& second)
{
    static const std::shared_ptr<const Model> target = fixtures::makeTinyModel();
    static_cast<void>(targetNamedBy({&first, &second}));
    for (const char* prompt : {"", "Once"}) {
        const auto both = comparedTexts(first, second, prompt, *target);
        requireWords(both);
        if (both) {
            requireTokens(both->first, *target);
            requireTokens(both->second, *target);
        }
        requireWords(comparedText(first, prompt, *target));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size), between = "\n=\n";
    const std::size_t end = std::min(input.find(between), size), next = std::min(end + between.size(), size);
    const fuzz::InputFile first(data, end), second(data + next, size - next);
    const auto seen = lookInto(first.path());
    requireWords(seen);
    if (seen)
        fuzz::require(!notToBeOpened(first.path(), *seen).sentence.empty());
    for (const bool asText : {false, true}) {
        const auto one = readInput(first.path(), asText), other = readInput(second.path(), false);
        if (one && other)
            compare(*one, *other);
    }
    return 0;
}
