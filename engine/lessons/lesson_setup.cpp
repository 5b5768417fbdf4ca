// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_setup.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "engine/catalogue/prompts.h"
#include "engine/lessons/words.h"
#include "engine/session/faults.h"
#include "engine/session/first_example.h"
#include "engine/session/shapes.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

/// "\n" as a line break: a prompt of several lines stands in one line of the file.
std::string unescaped(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isBreak = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == 'n';
        result += isBreak ? '\n' : text[i];
        i += isBreak ? 1 : 0;
    }
    return result;
}

/// Words of a line; those in double quotes may have spaces.
Result<std::vector<std::string>> wordsOf(std::string_view options)
{
    std::vector<std::string> words;
    WordReader reader(options);
    while (!reader.isAtEnd()) {
        if (auto quotedWord = reader.takeQuoted())
            words.push_back(unescaped(*quotedWord));
        else if (reader.next() == '"')
            return fail("The setup has a quotation mark without its other half: add it.");
        else
            words.emplace_back(reader.takeWord(" \t"));
    }
    return words;
}

template <class Number>
Result<Number> numberFrom(std::string_view option, std::string_view value)
{
    Number number{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size())
        return fail("The option {} takes a number, and \"{}\" is none.", option, value);
    return number;
}

template <class Number>
Result<void> set(Number& field, std::string_view option, std::string_view value)
{
    const auto number = numberFrom<Number>(option, value);
    if (!number)
        return tl::unexpected(number.error());
    field = *number;
    return {};
}

Result<std::string> promptNamed(std::string_view id)
{
    const auto prompts = embeddedPrompts();
    if (!prompts)
        return tl::unexpected(prompts.error());
    const auto found = std::ranges::find(*prompts, id, &Prompt::id);
    if (found == prompts->end())
        return fail("No prompt is called \"{}\": choose one of resources/prompts/prompts.json.", id);
    return found->text;
}

Result<void> setPrompts(LessonSetup& setup, std::string_view names)
{
    setup.prompts.clear();
    for (WordReader reader(names); !reader.isAtEnd();) {
        auto text = promptNamed(reader.takeWord());
        if (!text)
            return tl::unexpected(text.error());
        setup.prompts.push_back(std::move(*text));
    }
    return {};
}

Result<void> setFault(LessonSetup& setup, std::string_view name)
{
    setup.hasAnyFault = name == "any";
    setup.settings.fault = name == "any" || name == "none" ? std::string() : std::string(name);
    if (setup.settings.fault.empty())
        return {};
    const auto known = faultNamed(name);
    return known ? Result<void>() : tl::unexpected(known.error());
}

Result<void> setShortDraft(LessonSetup& setup, std::string_view name)
{
    const auto known = shortDraftNamed(name);
    if (!known)
        return tl::unexpected(known.error());
    setup.shortDraft = *known;
    return {};
}

Result<void> setMethod(LessonSetup& setup, std::string_view name)
{
    const auto method = methodNamed(name);
    if (!method)
        return tl::unexpected(method.error());
    chooseMethod(setup.settings, name);
    setup.settings.shape = defaultShape(**method).name;
    return {};
}

Result<void> setShape(LessonSetup& setup, std::string_view name)
{
    const auto shape = shapeNamed(name);
    if (!shape)
        return tl::unexpected(shape.error());
    chooseShape(setup.settings, name);
    return {};
}

using SetOption = std::function<Result<void>(LessonSetup& setup, std::string_view value)>;

template <class Field>
SetOption toText(Field field)
{
    return [field](LessonSetup& setup, std::string_view value) {
        field(setup) = std::string(value);
        return Result<void>();
    };
}

template <class Field>
SetOption toNumber(std::string_view option, Field field)
{
    return [option, field](LessonSetup& setup, std::string_view value) { return set(field(setup), option, value); };
}

struct NamedSetter {
    std::string_view name;
    SetOption set;
};

/// Options with a value that are not those of methods and shapes.
const std::vector<NamedSetter>& setters()
{
    static const std::vector<NamedSetter> all{
        {"--target", toText([](LessonSetup & s) -> auto& { return s.target; })},
        {"--draft", toText([](LessonSetup & s) -> auto& { return s.draft; })},
        {"--method", setMethod},
        {"--verifier", toText([](LessonSetup & s) -> auto& { return s.settings.verifier; })},
        {"--tree", setShape},
        {"--draws", toText([](LessonSetup & s) -> auto& { return s.settings.draws; })},
        {"--k",
         toNumber(
             "--k", [](LessonSetup & s) -> auto& { return s.settings.draftLength; })},
        {"--temperature",
         [](LessonSetup& s, std::string_view value) {
             s.settings.sampler.greedy = false;
             return set(s.settings.sampler.temperature, "--temperature", value);
         }},
        {"--top-k",
         toNumber(
             "--top-k", [](LessonSetup & s) -> auto& { return s.settings.sampler.topK; })},
        {"--top-p",
         toNumber(
             "--top-p", [](LessonSetup & s) -> auto& { return s.settings.sampler.topP; })},
        {"--min-p",
         toNumber(
             "--min-p", [](LessonSetup & s) -> auto& { return s.settings.sampler.minP; })},
        {"--seed",
         toNumber(
             "--seed", [](LessonSetup & s) -> auto& { return s.settings.seed; })},
        {"--tokens",
         toNumber(
             "--tokens", [](LessonSetup & s) -> auto& { return s.settings.maxTokens; })},
        {"--prompt", toText([](LessonSetup & s) -> auto& { return s.prompt; })},
        {"--prompt-name",
         [](LessonSetup& s, std::string_view value) -> Result<void> {
             auto text = promptNamed(value);
             if (!text)
                 return tl::unexpected(text.error());
             s.prompt = std::move(*text);
             return {};
         }},
        {"--prompts", setPrompts},
        {"--system",
         [](LessonSetup& s, std::string_view value) {
             s.system = std::string(value);
             return Result<void>();
         }},
        {"--break", setFault},
        {"--batch",
         toNumber(
             "--batch", [](LessonSetup & s) -> auto& { return s.texts; })},
        {"--short-draft", setShortDraft},
    };
    return all;
}

/// Options without a value.
bool takesSwitch(LessonSetup& setup, std::string_view option)
{
    if (option == "--greedy")
        setup.settings.sampler.greedy = true;
    else if (option == "--chat")
        setup.isChat = true;
    else if (option == "--gaps")
        setup.isSynchronised = true;
    else
        return false;
    return true;
}

/// Of methods and shapes. They are looked for in all of them, since the method may be named behind.
Result<void> takeMethodOption(LessonSetup& setup, std::string_view option, std::string_view value)
{
    const std::string name(option.starts_with("--") ? option.substr(2) : option);
    const auto hasFile = [&](const auto& known) { return known.file(name) != nullptr; };
    const auto hasOption = [&](const auto& known) { return known.option(name) != nullptr; };
    if (std::ranges::any_of(allMethods(), hasFile) || std::ranges::any_of(allShapes(), hasFile)) {
        setFile(setup.settings, name, std::string(value));
        return {};
    }
    if (std::ranges::any_of(allMethods(), hasOption) || std::ranges::any_of(allShapes(), hasOption)
        || optionFor(setup.settings, name))
        return set(setup.settings.options[name], option, value);
    return fail("The setup has the option {}, which does not exist: docs/lesson-format.md lists all.", option);
}

Result<void> take(LessonSetup& setup, const std::string& option, const std::string& value)
{
    const auto setter = std::ranges::find(setters(), std::string_view(option), &NamedSetter::name);
    return setter != setters().end() ? setter->set(setup, value) : takeMethodOption(setup, option, value);
}

Result<void> checkAll(const LessonSetup& setup)
{
    if (setup.texts < 1 || setup.texts > 64)
        return fail("A lesson's batch has {} texts: choose 1 to 64.", setup.texts);
    if (!setup.prompts.empty() && int(setup.prompts.size()) != setup.texts)
        return fail("The setup has {} prompts for a batch of {}: name as many, or none.", setup.prompts.size(),
                    setup.texts);
    if (const auto fine = check(setup.settings); !fine)
        return fine;
    if (setup.texts == 1)
        return {};
    BatchSettings batch(setup.texts);
    batch.isSynchronised = setup.isSynchronised;
    return checkBatch(setup.settings, batch);
}

} // namespace

LessonSetup firstLessonSetup()
{
    FirstExample example = firstExample();
    LessonSetup setup;
    setup.settings = std::move(example.settings);
    setup.prompt = std::move(example.prompt);
    return setup;
}

Result<LessonSetup> withOptions(LessonSetup setup, std::string_view options)
{
    const auto words = wordsOf(options);
    if (!words)
        return tl::unexpected(words.error());
    // Method and shape first: they set what belongs to them back to the default.
    for (const std::string_view first : {"--method", "--tree", ""})
        for (std::size_t i = 0; i < words->size(); ++i) {
            const std::string& option = (*words)[i];
            LessonSetup none;
            if (takesSwitch(first.empty() ? setup : none, option))
                continue;
            if (!option.starts_with("--"))
                return fail("The setup has \"{}\" where an option such as --k is expected.", option);
            if (i + 1 == words->size())
                return fail("The option {} needs a value.", option);
            const std::string& value = (*words)[++i];
            if (first.empty() == (option == "--method" || option == "--tree") || (!first.empty() && option != first))
                continue;
            if (const auto taken = take(setup, option, value); !taken)
                return tl::unexpected(taken.error());
        }
    if (const auto fine = checkAll(setup); !fine)
        return tl::unexpected(fine.error());
    return setup;
}

std::vector<std::string> faultsFor(const LessonSetup& setup)
{
    std::vector<std::string> names;
    for (const Fault& fault : allFaults()) {
        LessonSetup broken = setup;
        broken.settings.fault = fault.name;
        if (checkAll(broken))
            names.emplace_back(fault.name);
    }
    return names;
}

LessonSetup withFaultChosen(LessonSetup setup, unsigned chance)
{
    if (!setup.hasAnyFault)
        return setup;
    const std::vector<std::string> faults = faultsFor(setup);
    if (!faults.empty())
        setup.settings.fault = faults[chance % faults.size()];
    return setup;
}

std::vector<BatchText> textsOf(const LessonSetup& setup)
{
    std::vector<BatchText> texts;
    for (int i = 0; i < setup.texts; ++i)
        texts.push_back({setup.prompts.empty() ? setup.prompt : setup.prompts[std::size_t(i)],
                         setup.settings.seed + std::uint64_t(i), setup.settings.sampler});
    return texts;
}

} // namespace draftscope
