// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/prompt_library.h"

#include <QCoreApplication>

#include "engine/catalogue/prompts.h"

namespace draftscope {

namespace {

/// What prompts of the program are called, as its file has it; lupdate finds them here.
[[maybe_unused]] constexpr const char* titlesOfPrompts[] = {
    QT_TRANSLATE_NOOP("Prompts", "A story"),
    QT_TRANSLATE_NOOP("Prompts", "A story less well known"),
    QT_TRANSLATE_NOOP("Prompts", "A fox alone"),
    QT_TRANSLATE_NOOP("Prompts", "The lost kite"),
    QT_TRANSLATE_NOOP("Prompts", "Capitals"),
    QT_TRANSLATE_NOOP("Prompts", "Questions and answers"),
    QT_TRANSLATE_NOOP("Prompts", "Animals"),
    QT_TRANSLATE_NOOP("Prompts", "The largest number"),
    QT_TRANSLATE_NOOP("Prompts", "Even numbers"),
    QT_TRANSLATE_NOOP("Prompts", "A class"),
    QT_TRANSLATE_NOOP("Prompts", "A person"),
    QT_TRANSLATE_NOOP("Prompts", "The weather"),
    QT_TRANSLATE_NOOP("Prompts", "Toys in a shop"),
    QT_TRANSLATE_NOOP("Prompts", "Sum up a story"),
    QT_TRANSLATE_NOOP("Prompts", "Mend the spelling"),
    QT_TRANSLATE_NOOP("Prompts", "Change a name"),
    QT_TRANSLATE_NOOP("Prompts", "A shopping list"),
    QT_TRANSLATE_NOOP("Prompts", "Days of the week"),
    QT_TRANSLATE_NOOP("Prompts", "Sums"),
    QT_TRANSLATE_NOOP("Prompts", "A word problem"),
    QT_TRANSLATE_NOOP("Prompts", "Counting"),
};

} // namespace

std::vector<PromptChoice> promptLibrary()
{
    const auto prompts = embeddedPrompts();
    if (!prompts)
        return {};
    std::vector<PromptChoice> choices;
    for (const Prompt& prompt : *prompts)
        choices.push_back(
            {QCoreApplication::translate("Prompts", prompt.title.c_str()), QString::fromStdString(prompt.text)});
    return choices;
}

} // namespace draftscope
