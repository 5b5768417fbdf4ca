// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>

#include "engine/core/utf8.h"
#include "engine/lessons/lesson.h"
#include "engine/lessons/question_parser.h"

namespace draftscope {

namespace {

constexpr std::array<std::string_view, 12> viewNames{"text",  "stage",      "distribution", "overlap",
                                                     "chart", "acceptance", "speed",        "theory",
                                                     "time",  "cache",      "mask",         "events"};
constexpr std::array<std::string_view, 7> partNames{"p", "q", "gauge", "u", "verdict", "residual", "sentence"};

template <class Number>
Result<Number> numberOf(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return fail("\"{}\" is no number.", text);
    return number;
}

Result<std::vector<LessonView>> viewsOf(std::string_view names)
{
    std::vector<LessonView> views;
    if (trimmed(names) == "none")
        return views;
    for (WordReader reader(names); !reader.isAtEnd();) {
        const std::string_view name = reader.takeWord(" ,");
        reader.takesSign(",");
        const auto found = std::ranges::find(viewNames, name);
        if (found == viewNames.end())
            return fail("There is no view \"{}\": choose from {}.", name, fmt::join(viewNames, ", "));
        views.push_back(LessonView(found - viewNames.begin()));
    }
    if (views.empty())
        return fail("No views are named: name some, or none.");
    return views;
}

Result<LessonLight> lightOf(std::string_view names)
{
    LessonLight light;
    WordReader reader(names);
    if (reader.takes("all") && reader.isAtEnd())
        return light;
    do {
        const auto part = std::ranges::find_if(partNames, [&](std::string_view name) {
            WordReader ahead = reader; // "residual top" is a token
            return ahead.takes(name) && (ahead.isAtEnd() || ahead.next() == ',') && reader.takes(name);
        });
        if (part != partNames.end()) {
            light.parts.push_back(LessonPart(part - partNames.begin()));
        } else if (auto place = takeSelector(reader)) {
            light.places.push_back(std::move(*place));
        } else {
            return fail("\"{}\" cannot be lit: name tokens (token, draft 2, drawn) and of {}.", reader.rest(),
                        fmt::join(partNames, ", "));
        }
    } while (reader.takesSign(","));
    return reader.isAtEnd() ? Result<LessonLight>(light)
                            : fail("\"{}\" cannot be lit: put commas between what is.", reader.rest());
}

/// Reads a file's lines one after another.
class LessonReader {
public:
    LessonReader(std::string_view text, const std::filesystem::path& file) : m_file(file), m_lines(numberedLines(text))
    {
    }

    Result<Lesson> all()
    {
        if (const auto head = readHead(); !head)
            return tl::unexpected(head.error());
        for (skipEmpty(); m_at < m_lines.size(); skipEmpty())
            if (const auto step = readStep(); !step)
                return tl::unexpected(step.error());
        if (m_lesson.steps.empty())
            return failAt(m_file, m_lines.empty() ? 1 : m_lines.back().number,
                          "The lesson has no steps: begin one with ## and its title.");
        return std::move(m_lesson);
    }

private:
    [[nodiscard]] std::string_view line() const { return m_lines[m_at].text; }
    [[nodiscard]] tl::unexpected<Error> failHere(std::string_view what) const
    {
        const int last = m_lines.empty() ? 1 : m_lines.back().number;
        return failAt(m_file, m_at < m_lines.size() ? m_lines[m_at].number : last, what);
    }
    void skipEmpty()
    {
        while (m_at < m_lines.size() && trimmed(line()).empty())
            ++m_at;
    }

    Result<void> readHead()
    {
        skipEmpty();
        if (m_at == m_lines.size() || trimmed(line()) != "---")
            return failHere("A lesson begins with a line --- and its title.");
        for (++m_at; m_at < m_lines.size() && trimmed(line()) != "---"; ++m_at)
            if (!trimmed(line()).empty())
                if (const auto taken = takeHeadKey(keyValueOf(line())); !taken)
                    return failHere(taken.error().sentence);
        if (m_at == m_lines.size())
            return failHere("The head of the lesson does not end: add a line ---.");
        if (m_lesson.title.empty())
            return failHere("The lesson has no title: add title: and its words to the head.");
        ++m_at;
        m_before.runs = m_head;
        return {};
    }

    Result<void> takeHeadKey(const KeyValue& pair)
    {
        if (pair.key == "title") {
            if (pair.value.size() > 80)
                return fail("The title is too long for the list: take at most 40 letters.");
            m_lesson.title = pair.value;
        } else if (pair.key == "summary") {
            m_lesson.summary = pair.value;
        } else if (pair.key == "order") {
            const auto order = numberOf<int>(pair.value);
            if (!order)
                return tl::unexpected(order.error());
            m_lesson.order = *order;
        } else if (pair.key == "setup") {
            auto setup = withOptions(m_head, pair.value);
            if (!setup)
                return tl::unexpected(setup.error());
            m_head = std::move(*setup);
        } else {
            return fail("\"{}\" is no key of the head: these are title, summary, order and setup.", pair.key);
        }
        return {};
    }

    Result<void> readStep()
    {
        if (!line().starts_with("## "))
            return failHere("A step begins with ## and its title.");
        LessonStep step = m_before; // what is left out is as in the step before
        step.title = trimmed(line().substr(3));
        step.line = m_lines[m_at].number;
        step.setup.clear();
        if (step.then)
            step.at = *step.then;
        step.then.reset();
        step.to.reset();
        step.light = {};
        step.seconds = 8;
        step.saysSeconds = step.waitsForMeasurement = false;
        step.toTry.clear();
        step.blocks.clear();
        if (step.title.empty())
            return failHere("The step has no title: write it behind ##.");
        for (++m_at; m_at < m_lines.size() && !trimmed(line()).empty(); ++m_at)
            if (const auto taken = takeStepKey(step, keyValueOf(line())); !taken)
                return failHere(taken.error().sentence);
        if (step.text >= step.runs.texts)
            return failAt(m_file, step.line, "The step looks at a text that its batch does not have.");
        while (m_at < m_lines.size() && !line().starts_with("## "))
            if (const auto block = readBlock(step); !block)
                return block;
        m_before = step;
        m_lesson.steps.push_back(std::move(step));
        return {};
    }

    template <class Value, class Field>
    static Result<void> put(Result<Value> value, Field& field)
    {
        if (!value)
            return tl::unexpected(value.error());
        field = std::move(*value);
        return {};
    }

    Result<void> takeStepKey(LessonStep& step, const KeyValue& pair)
    {
        if (pair.key == "at")
            return put(parseMoment(pair.value), step.at);
        if (pair.key == "then")
            return put(parseMoment(pair.value), step.then);
        if (pair.key == "to")
            return put(parseMoment(pair.value), step.to);
        if (pair.key == "views")
            return put(viewsOf(pair.value), step.views);
        if (pair.key == "lit")
            return put(lightOf(pair.value), step.light);
        if (pair.key == "try")
            return put(parseLessonText(pair.value), step.toTry);
        if (pair.key == "setup")
            return takeSetup(step, pair.value);
        if (pair.key == "seconds") {
            step.saysSeconds = true;
            const auto taken = put(numberOf<double>(pair.value), step.seconds);
            return taken && !(step.seconds >= 1 && step.seconds <= 600) ? fail("A step stands for 1 to 600 seconds.")
                                                                        : taken;
        }
        if (pair.key == "text") {
            const auto number = numberOf<int>(pair.value);
            if (!number || *number < 1)
                return fail("\"{}\" is no text of a batch: they are counted from 1.", pair.value);
            step.text = *number - 1;
            return {};
        }
        if (pair.key == "wait" && pair.value == "measured") {
            step.waitsForMeasurement = true;
            return {};
        }
        return fail("\"{}\" is no key of a step: these are at, then, to, seconds, views, lit, setup, text, try and "
                    "wait: measured; an empty line ends them.",
                    pair.key.empty() ? trimmed(line()) : pair.key);
    }

    Result<void> takeSetup(LessonStep& step, std::string_view options)
    {
        step.setup = options;
        LessonSetup from = step.runs;
        if (options == "lesson" || options.starts_with("lesson ")) {
            from = m_head;
            options.remove_prefix(std::string_view("lesson").size());
        }
        return put(withOptions(std::move(from), options), step.runs);
    }

    Result<void> readBlock(LessonStep& step)
    {
        skipEmpty();
        if (m_at == m_lines.size() || line().starts_with("## "))
            return {};
        if (line().starts_with("? ")) {
            auto parsed = parseQuestion(std::span(m_lines).subspan(m_at), m_file);
            if (!parsed)
                return tl::unexpected(parsed.error());
            step.blocks.push_back(
                {LessonBlock::Kind::question, m_lines[m_at].number, {}, {}, std::move(parsed->question)});
            m_at += parsed->lines;
            return {};
        }
        if (line().starts_with("$"))
            return readFormula(step);
        if (line().starts_with("> published:"))
            return readPublished(step);
        return readMarkdown(step);
    }

    Result<void> readFormula(LessonStep& step)
    {
        std::string_view formula = trimmed(line());
        if (formula.size() < 2 || !formula.ends_with('$'))
            return failHere("A formula stands in one line between two signs $.");
        formula = trimmed(formula.substr(1, formula.size() - 2));
        return addText(step, LessonBlock::Kind::formula, formula, m_lines[m_at++].number);
    }

    Result<void> readPublished(LessonStep& step)
    {
        const int number = m_lines[m_at].number;
        std::string words(trimmed(line().substr(std::string_view("> published:").size())));
        for (++m_at; m_at < m_lines.size() && line().starts_with(">"); ++m_at)
            words += ' ' + std::string(trimmed(line().substr(1)));
        const std::size_t dash = words.rfind(" — ");
        if (dash == std::string::npos)
            return failAt(m_file, number, "A published figure names its source behind \" — \".");
        auto source = parseLessonText(trimmed(std::string_view(words).substr(dash + std::string_view(" — ").size())));
        if (!source)
            return failAt(m_file, number, source.error().sentence);
        const auto added = addText(step, LessonBlock::Kind::published, std::string_view(words).substr(0, dash), number);
        if (added)
            step.blocks.back().source = std::move(*source);
        return added;
    }

    /// Up to what is no Markdown.
    Result<void> readMarkdown(LessonStep& step)
    {
        const int number = m_lines[m_at].number;
        std::string words;
        for (; m_at < m_lines.size(); ++m_at) {
            if (line().starts_with("## ") || line().starts_with("? ") || line().starts_with("$")
                || line().starts_with("> published:"))
                break;
            // Each line by itself, so that a mistake names it.
            if (const auto fine = parseLessonText(line()); !fine)
                return failHere(fine.error().sentence);
            words += std::string(line()) + '\n';
        }
        while (words.ends_with('\n'))
            words.pop_back();
        return words.empty() ? Result<void>() : addText(step, LessonBlock::Kind::markdown, words, number);
    }

    Result<void> addText(LessonStep& step, LessonBlock::Kind kind, std::string_view words, int number)
    {
        auto text = parseLessonText(words);
        if (!text)
            return failAt(m_file, number, text.error().sentence);
        step.blocks.push_back({kind, number, std::move(*text), {}, {}});
        return {};
    }

    std::filesystem::path m_file;
    std::vector<NumberedLine> m_lines;
    std::size_t m_at = 0;
    Lesson m_lesson;
    LessonSetup m_head = firstLessonSetup();
    LessonStep m_before;
};

} // namespace

std::string_view nameOf(LessonView view)
{
    return viewNames[std::size_t(view)];
}

std::string_view nameOf(LessonPart part)
{
    return partNames[std::size_t(part)];
}

std::vector<const LessonQuestion*> LessonStep::questions() const
{
    std::vector<const LessonQuestion*> all;
    for (const LessonBlock& block : blocks)
        if (block.question)
            all.push_back(&*block.question);
    return all;
}

bool Lesson::plays() const
{
    return std::ranges::any_of(steps, &LessonStep::saysSeconds);
}

Result<Lesson> parseLesson(std::string_view text, const std::filesystem::path& file)
{
    if (!isUtf8(text))
        return fail("The lesson {} is no UTF-8: save it as UTF-8.", file.filename().string());
    auto lesson = LessonReader(text, file).all();
    if (!lesson)
        return lesson;
    lesson->path = file;
    std::filesystem::path stem = file.stem();
    if (stem.extension() == ".de") {
        lesson->language = LessonLanguage::german;
        stem = stem.stem();
    }
    lesson->name = stem.string();
    return lesson;
}

} // namespace draftscope
