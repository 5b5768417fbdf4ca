// SPDX-License-Identifier: MIT
// draftscope-cli compare-texts: where two texts part, and why.
#include <algorithm>
#include <memory>

#include "engine/analysis/text_divergence.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"
#include "engine/report/text_input.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

struct CompareTextsOptions {
    ModelOptions models;
    std::vector<std::string> files;
    std::string prompt;
    bool asText = false, json = false;
};

constexpr const char* whatFilesHold =
    "A file is a trace, a list of token ids (JSON, or numbers with blanks or commas between), the answer of another "
    "engine in JSON (llama.cpp, vLLM, SGLang, Ollama, transformers, OpenAI's interface), or a text. With one file its "
    "text is compared with what the target writes greedily here. Without --target it is the one that a trace names.";

/// What is compared, and with which target.
struct TextsToCompare {
    std::shared_ptr<const Model> target;
    std::vector<ReadingWay> ways;
    std::vector<TextInput> inputs;
    ComparedText first, second;
};

/// The target that the options name, or else a trace; else the embedded one.
Result<std::shared_ptr<const Model>> targetOf(const CompareTextsOptions& options, const std::vector<TextInput>& inputs)
{
    ModelOptions models = options.models;
    std::vector<const TextInput*> all;
    for (const TextInput& input : inputs)
        all.push_back(&input);
    if (models.target.empty())
        models.target = targetNamedBy(all);
    auto pair = choosePair(models, false);
    if (!pair)
        return tl::unexpected(pair.error());
    return pair->target;
}

Result<TextsToCompare> textsToCompare(const CompareTextsOptions& options, const Progress& progress)
{
    TextsToCompare texts;
    for (const std::string& file : options.files) {
        auto input = readTextInput(file, options.asText, progress);
        if (!input)
            return tl::unexpected(input.error());
        texts.inputs.push_back(std::move(*input));
    }
    auto backends = backendsFor(options.models);
    if (!backends)
        return tl::unexpected(backends.error());
    auto target = targetOf(options, texts.inputs);
    if (!target)
        return tl::unexpected(target.error());
    texts.target = std::move(*target);
    const auto chosen = backends->choose();
    if (!chosen)
        return tl::unexpected(chosen.error());
    texts.ways = readingWays(*texts.target, options.models.threads,
                             chosen->backend->name() == "cpu" ? nullptr : chosen->backend);
    if (texts.inputs.size() == 1) {
        auto first = comparedText(texts.inputs[0], options.prompt, *texts.target);
        if (!first)
            return tl::unexpected(first.error());
        texts.first = std::move(*first);
        const int count = int(texts.first.prompt.size() + texts.first.tokens.size());
        const std::vector<PlannedPass> passes = {{texts.target, std::min(count, texts.target->config.contextLength)}};
        const auto fitting = backends->choose(passes);
        if (!fitting)
            return tl::unexpected(fitting.error());
        auto second = writtenBehind(texts.first, texts.target, fitting->backend, "this program", progress);
        if (!second)
            return tl::unexpected(second.error());
        texts.second = std::move(*second);
        return texts;
    }
    auto both = comparedTexts(texts.inputs[0], texts.inputs[1], options.prompt, *texts.target);
    if (!both)
        return tl::unexpected(both.error());
    std::tie(texts.first, texts.second) = std::move(*both);
    if (texts.first.name == texts.second.name) {
        texts.first.name = options.files[0];
        texts.second.name = options.files[1];
    }
    return texts;
}

std::string tokenWords(const Model& target, TokenId token)
{
    const std::string bytes = target.tokenizer->bytes(token);
    return visible(bytes.empty() ? target.tokenizer->piece(token) : bytes);
}

/// A few tokens on both sides of a place, the one there in brackets.
std::string around(const Model& target, const ComparedText& text, int index)
{
    constexpr int before = 8, behind = 8;
    std::string words;
    for (int i = std::max(0, index - before); i < std::min(int(text.tokens.size()), index + behind); ++i) {
        const std::string token = tokenWords(target, text.tokens[std::size_t(i)]);
        words += i == index ? fmt::format("[{}]", token) : token;
    }
    return words;
}

std::string wayTable(const TextDivergence& divergence)
{
    std::string table = fmt::format("\n{}{:>9} {:>8} {:>8} {:>9}\n", padded("Computed with", 42), "margin", "typical",
                                    "largest", "likeliest");
    table += fmt::format("{}{:>9} {:>8} {:>8} {:>9}\n", padded("", 42), "there", "change", "change", "turned");
    for (const WayDifference& way : divergence.ways)
        table += fmt::format("{}{:>9} {:>8.4f} {:>8.4f} {:>9}{}\n", padded(way.name.text, 42),
                             divergence.parting ? fmt::format("{:+.4f}", way.gap) : "–", way.typical, way.largest,
                             way.flipped, way.flips ? "  turns the order" : "");
    return table;
}

std::string topTable(const std::string& title, const std::vector<LikelyToken>& top, const Model& target)
{
    std::string table = '\n' + title + '\n';
    for (const LikelyToken& token : top)
        table += fmt::format("  {}{:>9.4f}  p = {:.4f}\n", padded(tokenWords(target, token.token), 20), token.logit,
                             token.p);
    return table;
}

std::string recordedTable(const TextInput& input, int index, const Model& target)
{
    const auto recorded = input.trace ? recordedPlace(input.trace->recording, 0, index) : std::nullopt;
    if (!recorded || recorded->distribution.top.empty())
        return {};
    std::string table = fmt::format("\n{} wrote down there (round {}, moment {})\n", printableName(input.name),
                                    recorded->at.round + 1, recorded->at.moment);
    std::vector<DistributionEntry> top = recorded->distribution.top;
    std::ranges::stable_sort(top, std::ranges::greater(), &DistributionEntry::pBefore);
    top.resize(std::min(top.size(), ForcedReader::mostLikely));
    for (const DistributionEntry& entry : top)
        table += fmt::format("  {}{:>9}  p = {:.4f}\n", padded(tokenWords(target, entry.token), 20), "", entry.pBefore);
    return table;
}

void printTables(const TextsToCompare& texts, const TextDivergence& divergence)
{
    for (const Message& sentence : divergence.sentences)
        print(printableText(sentence.text) + '\n');
    if (divergence.parting) {
        const int index = divergence.parting->index;
        print(fmt::format("\n{}\n  {}\n{}\n  {}\n", printableName(texts.first.name),
                          around(*texts.target, texts.first, index), printableName(texts.second.name),
                          around(*texts.target, texts.second, index)));
    }
    print(wayTable(divergence));
    if (!divergence.parting)
        return;
    print(topTable("Likeliest there, nothing rounded", divergence.ways.front().top, *texts.target));
    for (const WayDifference& way : divergence.ways)
        if (way.flips)
            print(topTable("Likeliest there, " + way.name.text, way.top, *texts.target));
    for (const TextInput& input : texts.inputs)
        print(recordedTable(input, divergence.parting->index, *texts.target));
}

void writeTop(JsonLine& line, const std::vector<LikelyToken>& top, const Model& target)
{
    line.key("top").open('[');
    for (const LikelyToken& token : top)
        line.open('{')
            .field("id", token.token)
            .field("text", target.tokenizer->bytes(token.token))
            .field("logit", token.logit)
            .field("p", token.p)
            .close('}');
    line.close(']');
}

void writeIndex(JsonLine& line, std::string_view key, const std::optional<int>& index)
{
    line.key(key);
    if (index)
        line.value(*index);
    else
        line.json("null");
}

void writeDiagnosis(JsonLine& line, std::string_view key, const TextDiagnosis& found, const ComparedText& text)
{
    line.key(key).open('{').field("name", text.name).field("prompt_tokens", text.prompt.size());
    line.field("tokens", text.tokens.size()).field("pattern", nameOf(found.pattern)).field("judged", found.judged);
    line.field("differing", found.differing).field("near_ties", found.nearTies).field("faults", found.faults());
    line.field("behind", found.behind).field("behind_agree", found.behindAgree);
    writeIndex(line, "first_different", found.firstDifferent);
    writeIndex(line, "first_fault", found.firstFault);
    if (found.pattern == TextPattern::shifted)
        line.field("shift", found.shift).field("shift_from", found.shiftFrom);
    if (found.pattern == TextPattern::otherBegin)
        line.field("begins", found.begins);
    if (found.pattern == TextPattern::drawn)
        line.field("temperature", found.temperature);
    line.key("places").open('[');
    for (std::size_t i = 0; i < found.places.size(); ++i)
        if (const ForcedPlace& place = found.places[i]; !place.agrees())
            line.open('{')
                .field("index", found.from + int(i))
                .field("id", place.token)
                .field("likeliest", place.likeliest)
                .field("margin", place.margin)
                .field("rank", place.rank)
                .close('}');
    line.close(']').close('}');
}

std::string_view nameOf(TextRelation relation)
{
    constexpr std::string_view names[] = {"equal", "first-is-shorter", "second-is-shorter", "same-characters",
                                          "part",  "other-prompts"};
    return names[std::size_t(relation)];
}

void printJson(const TextsToCompare& texts, const TextDivergence& divergence)
{
    JsonLine line;
    line.open('{').field("target", texts.target->name).field("relation", nameOf(divergence.relation));
    if (const auto& parting = divergence.parting) {
        line.key("parting").open('{').field("index", parting->index);
        line.field("first", parting->first).field("second", parting->second);
        line.field("first_text", texts.target->tokenizer->bytes(parting->first));
        line.field("second_text", texts.target->tokenizer->bytes(parting->second));
        if (parting->isJudged) {
            line.field("first_logit", parting->ofFirst.logit).field("second_logit", parting->ofSecond.logit);
            line.field("likeliest", parting->ofFirst.likeliest).field("near_tie", parting->isNearTie);
        }
        line.close('}');
    }
    line.field("allowance", divergence.allowance).field("close_places", divergence.leadsWithin);
    writeIndex(line, "first_close_place", divergence.firstWithin);
    line.key("ways").open('[');
    for (const WayDifference& way : divergence.ways) {
        line.open('{').field("way", way.key).field("margin", way.gap).field("turns", way.flips);
        line.field("likeliest_turned", way.flipped).field("typical", way.typical).field("largest", way.largest);
        writeTop(line, way.top, *texts.target);
        line.close('}');
    }
    line.close(']');
    writeDiagnosis(line, "first", divergence.first, texts.first);
    writeDiagnosis(line, "second", divergence.second, texts.second);
    line.key("sentences").open('[');
    for (const Message& sentence : divergence.sentences)
        line.value(sentence.text);
    line.close(']').close('}').end();
    printExactly(line.text());
}

Result<int> run(const CompareTextsOptions& options)
{
    const Progress progress = watchedProgress();
    const auto texts = textsToCompare(options, progress);
    if (!texts)
        return tl::unexpected(texts.error());
    const auto divergence = compareTexts(texts->first, texts->second, texts->target, texts->ways, progress);
    if (!divergence)
        return tl::unexpected(divergence.error());
    if (options.json)
        printJson(*texts, *divergence);
    else
        printTables(*texts, *divergence);
    return succeeded;
}

} // namespace

void addCompareTexts(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand(
        "compare-texts",
        "Compare two texts: where they part, whether rounding decided it, and what else it is a sign of");
    command->footer(whatFilesHold);
    const auto options = std::make_shared<CompareTextsOptions>();
    command->add_option("files", options->files, "One or two texts")->required()->expected(1, 2);
    options->models.addTargetTo(*command);
    addName(*command, "--prompt", options->prompt, "The prompt in front of both, where no file says it");
    addSwitch(*command, "--as-text", options->asText, "Files that look like token ids or JSON are texts all the same");
    addSwitch(*command, "--json", options->json, "Print one line of JSON");
    command->callback([options, &chosen] {
        chosen.check = [options] { return options->models.check(); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
