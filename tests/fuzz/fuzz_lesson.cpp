// SPDX-License-Identifier: MIT
// A lesson's file: read, and played over a short run; the same bytes as a glossary.
#include "engine/core/utf8.h"
#include "engine/lessons/glossary.h"
#include "tests/fuzz/input_file.h"
#include "tests/lessons/told_rounds.h"

using namespace draftscope;

namespace {

void requireWords(const auto& outcome)
{
    fuzz::requireSentence(outcome);
    fuzz::require(outcome || isUtf8(outcome.error().sentence));
}

void ask(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    switch (question.kind) {
    case LessonQuestion::Kind::choice: {
        const auto right = rightChoices(question, asked, answered);
        requireWords(right);
        if (!right)
            return;
        const auto verdict = judgeChoices(question, *right, asked, answered);
        requireWords(verdict);
        fuzz::require(!verdict || verdict->isRight);
        requireWords(judgeChoices(question, {0}, asked, answered));
        break;
    }
    case LessonQuestion::Kind::number:
        requireWords(rightNumber(question, asked, answered));
        requireWords(judgeNumber(question, 0.5, asked, answered));
        break;
    case LessonQuestion::Kind::click:
        static_cast<void>(clickPlaces(question, asked, answered));
        requireWords(judgeClick(question, {-1, 1, 3}, asked, answered));
        break;
    }
}

void play(const Lesson& lesson, const LessonRun& run)
{
    for (const LessonStep& step : lesson.steps) {
        if (step.text != 0) // of a batch, which this run is not
            continue;
        fuzz::require(step.seconds >= 1 && step.seconds <= 600 && step.runs.texts >= 1);
        static_cast<void>(withFaultChosen(step.runs, unsigned(step.line)));
        requireWords(checkStep(lesson, step, run));
        const auto places = placesOf(lesson, step, run);
        requireWords(places);
        if (!places)
            continue;
        const LessonScene asked(run, places->at), answered(run, places->answered());
        for (const LessonBlock& block : step.blocks)
            if (const auto filled = fill(block.text, asked))
                fuzz::require(isUtf8(plainText(*filled)));
        for (const LessonQuestion* question : step.questions())
            ask(*question, asked, answered);
        for (const TokenSelector& selector : step.light.places)
            static_cast<void>(placesOf(selector, asked));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Recordings recordings = toldRun();
    static const LessonRun english = lessonRunOf(toldSetup(), recordings);
    static const LessonRun german = [] {
        LessonRun run = english;
        run.language = LessonLanguage::german;
        return run;
    }();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto lesson = parseLesson(text, "a-lesson.de.md");
    requireWords(lesson);
    if (lesson) {
        fuzz::require(!lesson->steps.empty() && lesson->name == "a-lesson");
        play(*lesson, english);
        play(*lesson, german);
    }
    const auto terms = parseGlossary(text, "glossary.md");
    requireWords(terms);
    if (terms)
        for (const GlossaryTerm& term : *terms)
            fuzz::require(findTerm(*terms, term.title) != nullptr && !term.paragraph.empty());
    return 0;
}
