// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/handout.h"

#include <algorithm>

#include "engine/lessons/lesson_decode.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// Words of the handout are in the lesson's language, whatever the window speaks.
QString handoutWord(const Lesson& lesson, const char* english, const char* german)
{
    return QString::fromUtf8(lesson.language == LessonLanguage::german ? german : english);
}

/// A value may look like Markdown.
QString escapedMarkdown(const std::string& text)
{
    QString escaped;
    for (const QChar c : qtText(text)) {
        if (QStringLiteral("\\`*_{}[]()<>#+-.!|~").contains(c))
            escaped += QLatin1Char('\\');
        escaped += c;
    }
    return escaped;
}

QString handoutMarkdown(const FilledText& text)
{
    QString markdown;
    for (const FilledPiece& piece : text)
        markdown +=
            piece.value ? QStringLiteral("**%1**").arg(escapedMarkdown(piece.text).trimmed()) : qtText(piece.text);
    return markdown;
}

QString filledOr(const LessonText& text, const LessonScene& asked, const LessonScene& answered)
{
    const auto filled = fill(text, asked);
    if (filled)
        return handoutMarkdown(*filled);
    const auto later = fill(text, answered);
    return later ? handoutMarkdown(*later) : QString();
}

/// A question with its choices as (a), (b)…; its answer goes to the end.
void addQuestion(const Lesson& lesson, const LessonQuestion& question, const LessonScene& asked,
                 const LessonScene& answered, HandoutStep& step)
{
    step.markdown += QStringLiteral("\n\n**?** %1\n\n").arg(filledOr(question.text, asked, answered));
    const auto letter = [](std::size_t i) { return QStringLiteral("(%1)").arg(QChar(u'a' + char16_t(i))); };
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        step.markdown +=
            QStringLiteral("%1 %2\n\n").arg(letter(i), filledOr(question.choices[i].text, asked, answered));
    QString answer;
    if (question.kind == LessonQuestion::Kind::choice) {
        for (std::size_t i = 0; i < question.choices.size(); ++i)
            if (const auto verdict = judgeChoices(question, {int(i)}, asked, answered))
                answer += QStringLiteral("%1 %2 %3\n\n")
                              .arg(letter(i),
                                   verdict->isRight ? handoutWord(lesson, "Right.", "Richtig.")
                                                    : handoutWord(lesson, "Not that.", "Das nicht."),
                                   handoutMarkdown(verdict->reason));
    } else if (question.kind == LessonQuestion::Kind::number && question.number) {
        auto number = evaluate(*question.number, answered);
        if (!number)
            number = evaluate(*question.number, asked);
        if (number)
            if (const auto verdict = judgeNumber(question, number->number, asked, answered))
                answer = QStringLiteral("%1. %2").arg(escapedMarkdown(written(*number, {}, lesson.language)),
                                                      handoutMarkdown(verdict->reason));
    } else {
        auto places = placesOf(question.selector, answered);
        if (places.empty())
            places = placesOf(question.selector, asked);
        if (!places.empty())
            if (const auto verdict = judgeClick(question, places.front(), asked, answered))
                answer = handoutWord(lesson, "“%1”. %2", "„%1“. %2")
                             .arg(escapedMarkdown(std::string(asked.bytes(places.front().token))).trimmed(),
                                  handoutMarkdown(verdict->reason));
    }
    step.answers += answer + QStringLiteral("\n\n");
}

Result<HandoutStep> stepOf(const Lesson& lesson, const LessonStep& step, std::shared_ptr<const HandoutRun> run)
{
    const auto places = placesOf(lesson, step, run->run);
    if (!places)
        return tl::unexpected(places.error());
    const LessonScene asked(run->run, places->at), answered(run->run, places->answered());
    HandoutStep made{.title = qtText(step.title), .markdown = {}, .views = step.views, .place = places->at, .run = run};
    for (const LessonBlock& block : step.blocks) {
        if (block.question) {
            addQuestion(lesson, *block.question, asked, answered, made);
            continue;
        }
        const auto filled = fill(block.text, asked);
        if (!filled)
            return tl::unexpected(filled.error());
        const QString text = handoutMarkdown(*filled);
        if (block.kind == LessonBlock::Kind::formula)
            made.markdown += QStringLiteral("\n\n> %1\n\n").arg(text);
        else if (block.kind == LessonBlock::Kind::published)
            made.markdown += QStringLiteral("\n\n%1 *(%2)*\n\n").arg(text, filledOr(block.source, asked, answered));
        else
            made.markdown += text + QStringLiteral("\n\n");
    }
    if (!step.toTry.empty())
        made.markdown += QStringLiteral("\n\n*%1* %2\n\n")
                             .arg(handoutWord(lesson, "Try it:", "Probier es:"), filledOr(step.toTry, asked, answered));
    return made;
}

} // namespace

Result<Handout> prepareHandout(const Lesson& lesson, const BackendChoice& backend, const Progress& progress)
{
    const bool isGerman = lesson.language == LessonLanguage::german;
    Handout handout{.title = qtText(lesson.title),
                    .summary = qtText(lesson.summary),
                    .language = isGerman ? QStringLiteral("de") : QStringLiteral("en"),
                    .steps = {}};
    Backends backends(backend.name, backend.threads, backend.arithmetic);
    std::vector<std::shared_ptr<HandoutRun>> runs;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        progress.tell(double(i) / double(lesson.steps.size()), step.title);
        if (progress.isCancelled())
            return fail("The handout was cancelled.");
        const LessonSetup setup = withFaultChosen(step.runs, 0);
        auto known = std::ranges::find(runs, setup, [](const auto& run) { return run->run.setup; });
        if (known == runs.end()) {
            const auto pair = pairFor(setup, progress);
            if (!pair)
                return tl::unexpected(pair.error());
            auto recordings = decodeLesson(*pair, setup, backends, progress);
            if (!recordings)
                return tl::unexpected(recordings.error());
            auto run = std::make_shared<HandoutRun>();
            run->recordings = std::move(*recordings);
            run->run = lessonRunOf(setup, run->recordings);
            run->run.language = lesson.language;
            if (step.waitsForMeasurement)
                if (auto measured =
                        measureLesson(*pair, setup, backends, {.leastSeconds = 0, .mostSeconds = 6}, progress))
                    run->run.measured = std::move(*measured);
            known = runs.insert(runs.end(), std::move(run));
        }
        auto made = stepOf(lesson, step, *known);
        if (!made)
            return tl::unexpected(made.error());
        handout.steps.push_back(std::move(*made));
    }
    return handout;
}

} // namespace draftscope
