// SPDX-License-Identifier: MIT
// draftscope-cli lesson: a lesson's runs decoded, its moments found, its fields filled; what is wrong in its file.
#include <memory>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/printable.h"
#include "engine/lessons/lesson_decode.h"
#include "engine/lessons/lesson_files.h"
#include "engine/lessons/lesson_page.h"
#include "engine/trace/json_line.h"
#include "engine/trace/trace_file.h"

namespace draftscope {
namespace {

struct LessonCommand {
    std::string lesson, language = "en", backend = "auto", arithmetic = "auto";
    std::filesystem::path traces;
    bool json = false, measures = false;
    int chance = 0; ///< which fault
};

/// The runs of a lesson, each decoded once.
class LessonRuns {
public:
    explicit LessonRuns(const LessonCommand& options)
        : m_options(options), m_backends(options.backend, 0, options.arithmetic)
    {
    }

    struct Decoded {
        Recordings recordings;
        LessonRun run;
    };

    Result<Decoded*> of(const Lesson& lesson, const LessonStep& step)
    {
        const LessonSetup setup = withFaultChosen(step.runs, unsigned(m_options.chance));
        const bool measures = step.waitsForMeasurement && m_options.measures;
        for (const auto& known : m_decoded)
            if (known->run.setup == setup && (!measures || known->run.measured))
                return known.get();
        const Progress progress = watchedProgress();
        const auto pair = pairFor(setup, progress);
        if (!pair)
            return tl::unexpected(pair.error());
        auto recordings = decodeLesson(*pair, setup, m_backends, progress);
        if (!recordings)
            return tl::unexpected(recordings.error());
        auto decoded = std::make_unique<Decoded>();
        decoded->recordings = std::move(*recordings);
        decoded->run = lessonRunOf(setup, decoded->recordings);
        decoded->run.language = lesson.language;
        if (measures) {
            auto measured = measureLesson(*pair, setup, m_backends, {}, progress);
            if (!measured)
                return tl::unexpected(measured.error());
            decoded->run.measured = std::move(*measured);
        }
        m_decoded.push_back(std::move(decoded));
        return m_decoded.back().get();
    }

    [[nodiscard]] int numberOf(const Decoded* decoded) const
    {
        return int(std::ranges::find(m_decoded, decoded, [](const auto& each) { return each.get(); })
                   - m_decoded.begin())
            + 1;
    }

    /// Traces of all runs, 1.jsonl, 2.jsonl …; of a batch 2-1.jsonl and so on.
    Result<void> save(const std::filesystem::path& folder) const
    {
        std::error_code ignored;
        std::filesystem::create_directories(folder, ignored);
        for (std::size_t i = 0; i < m_decoded.size(); ++i)
            for (int text = 0; text < m_decoded[i]->recordings.count(); ++text) {
                const std::string name = m_decoded[i]->recordings.count() == 1
                    ? fmt::format("{}.jsonl", i + 1)
                    : fmt::format("{}-{}.jsonl", i + 1, text + 1);
                if (const auto saved = saveTrace(folder / name, m_decoded[i]->recordings.of(text)); !saved)
                    return saved;
            }
        return {};
    }

private:
    LessonCommand m_options;
    Backends m_backends;
    std::vector<std::unique_ptr<Decoded>> m_decoded;
};

/// Every field of a text, with its number before it is written.
void addFields(JsonLine& line, const LessonText& text, const FilledText& filled)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!text[i].field)
            continue;
        const LessonValue& value = *filled[i].value;
        line.open('{').field("source", text[i].source).field("written", filled[i].text);
        if (value.kind == LessonValue::Kind::number)
            line.field("number", value.number);
        if (value.kind == LessonValue::Kind::token)
            line.field("token", value.token);
        line.close('}');
    }
}

/// Where something is filled, and its fields.
void addFilled(JsonLine& line, const std::vector<const LessonText*>& texts, const LessonPlace& place,
               const LessonRun& run)
{
    const LessonScene scene(run, place);
    line.field("round", place.at.round).field("moment", place.at.moment).field("before", place.isBefore);
    line.key("fields").open('[');
    for (const LessonText* text : texts)
        if (const auto filled = fill(*text, scene)) // reasons may be of the other moment
            addFields(line, *text, *filled);
    line.close(']');
}

/// All that a question says once it is answered.
std::vector<const LessonText*> answersOf(const LessonStep& step)
{
    std::vector<const LessonText*> texts;
    for (const LessonQuestion* question : step.questions()) {
        for (const LessonChoice& choice : question->choices)
            texts.push_back(&choice.reason);
        for (const WrongNumber& wrong : question->wrongNumbers)
            texts.push_back(&wrong.reason);
        texts.push_back(&question->reason);
    }
    return texts;
}

void addStep(JsonLine& line, const LessonStep& step, const StepPlaces& places, const LessonRun& run, int number)
{
    std::vector<const LessonText*> texts{&step.toTry};
    for (const LessonBlock& block : step.blocks) {
        texts.push_back(&block.text);
        if (block.question) {
            texts.push_back(&block.question->text);
            for (const LessonChoice& choice : block.question->choices)
                texts.push_back(&choice.text);
        }
    }
    line.open('{').field("title", step.title).field("line", step.line).field("run", number);
    line.field("text", step.text + 1);
    addFilled(line, texts, places.at, run);
    line.key("answered").open('{');
    addFilled(line, answersOf(step), places.answered(), run);
    line.close('}').close('}');
}

std::string choicesInWords(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    std::string words;
    for (int i = 0; i < int(question.choices.size()); ++i) {
        const LessonChoice& choice = question.choices[std::size_t(i)];
        const auto verdict = judgeChoices(question, {i}, asked, answered);
        const auto text = fill(choice.text, asked);
        if (verdict && text)
            words += fmt::format("  [{}] {} | {}\n", verdict->isRight ? 'x' : ' ', plainText(*text),
                                 plainText(verdict->reason));
    }
    return words;
}

std::string questionInWords(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    const auto text = fill(question.text, asked);
    std::string words = "? " + (text ? plainText(*text) : std::string()) + '\n';
    if (question.kind == LessonQuestion::Kind::choice)
        return words + choicesInWords(question, asked, answered);
    if (question.kind == LessonQuestion::Kind::number) {
        const double number = rightNumber(question, asked, answered).value_or(0); // the step has been checked
        const auto verdict = judgeNumber(question, number, asked, answered);
        return words + fmt::format("  = {} | {}\n", number, verdict ? plainText(verdict->reason) : std::string());
    }
    const auto places = clickPlaces(question, asked, answered);
    const auto verdict = judgeClick(question, places.front(), asked, answered);
    return words
        + fmt::format("  @ {} | {}\n", printableName(asked.bytes(places.front().token)),
                      verdict ? plainText(verdict->reason) : std::string());
}

void printStep(int number, const LessonStep& step, const StepPlaces& places, const LessonRun& run, int runNumber)
{
    const LessonScene asked(run, places.at), answered(run, places.answered());
    std::string words =
        fmt::format("\n{}. {}  (line {}, run {}, round {}, moment {}{})\n", number, step.title, step.line, runNumber,
                    places.at.at.round + 1, places.at.at.moment, places.at.isBefore ? ", before the next" : "");
    for (const LessonBlock& block : step.blocks) {
        if (block.question) {
            words += questionInWords(*block.question, asked, answered);
            continue;
        }
        const auto filled = fill(block.text, asked);
        words += (block.kind == LessonBlock::Kind::formula ? "    " : "") + plainText(*filled) + '\n';
    }
    if (const auto toTry = fill(step.toTry, asked); toTry && !toTry->empty())
        words += "Let me try: " + plainText(*toTry) + '\n';
    printExactly(printableText(words));
}

Result<int> runLesson(const LessonCommand& options)
{
    const auto language = options.language == "de" ? LessonLanguage::german : LessonLanguage::english;
    const auto file = lessonFile(options.lesson, language);
    if (!file)
        return tl::unexpected(file.error());
    const auto lesson = readLesson(*file);
    if (!lesson)
        return tl::unexpected(lesson.error());
    LessonRuns runs(options);
    JsonLine line;
    line.open('{').field("lesson", lesson->name).field("title", lesson->title).key("steps").open('[');
    std::vector<Error> mistakes;
    for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
        const LessonStep& step = lesson->steps[i];
        const auto decoded = runs.of(*lesson, step);
        if (!decoded)
            return tl::unexpected(decoded.error());
        const LessonRun& run = (*decoded)->run;
        if (const auto fine = checkStep(*lesson, step, run); !fine) {
            mistakes.push_back(fine.error());
            continue;
        }
        const auto places = placesOf(*lesson, step, run);
        if (!options.json)
            printStep(int(i) + 1, step, *places, run, runs.numberOf(*decoded));
        else
            addStep(line, step, *places, run, runs.numberOf(*decoded));
    }
    if (!options.traces.empty())
        if (const auto saved = runs.save(options.traces); !saved)
            return tl::unexpected(saved.error());
    if (options.json)
        printExactly(std::string(line.close(']').close('}').text()) + '\n');
    for (std::size_t i = 1; i < mistakes.size(); ++i)
        printError(fmt::format("draftscope-cli: {}\n", mistakes[i].sentence));
    if (!mistakes.empty())
        return tl::unexpected(mistakes.front());
    return succeeded;
}

} // namespace

void addLesson(CLI::App& app, Command& chosen)
{
    CLI::App* command =
        app.add_subcommand("lesson", "Decode a lesson's runs, fill its fields, and say what is wrong in its file");
    const auto options = std::make_shared<LessonCommand>();
    addName(*command, "lesson", options->lesson, "A lesson's file, or the name of one that comes with the program")
        ->required();
    addName(*command, "--language", options->language, "en or de: of one that comes with the program");
    addName(*command, "--backend", options->backend, "auto, cpu or cuda; auto takes a CUDA device if there is one");
    addName(*command, "--arithmetic", options->arithmetic, "What the CPU rounds activations to, as generate takes it");
    addNumber(*command, "--fault", options->chance, "Which of the faults `--break any` takes");
    addSwitch(*command, "--measure", options->measures, "Measure speeds where a step waits for them");
    addName(*command, "--traces", options->traces, "Write a trace of each run into this folder: 1.jsonl, 2.jsonl …");
    addSwitch(*command, "--json", options->json, "Print each step's fields as one JSON object instead");
    command->callback([options, &chosen] {
        chosen.check = [options]() -> Result<void> {
            if (options->language != "en" && options->language != "de")
                return fail("There are no lessons in \"{}\": choose en or de.", options->language);
            if (const auto known = arithmeticNamed(options->arithmetic); !known)
                return tl::unexpected(known.error());
            return checkBackendName(options->backend);
        };
        chosen.run = [options] { return runLesson(*options); };
    });
}

} // namespace draftscope
