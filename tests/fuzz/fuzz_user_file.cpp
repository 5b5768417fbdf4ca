// SPDX-License-Identifier: MIT
// Other things that people write or keep: the first line of the input names the kind, the rest is it. What was read and
// is written down again says the same.
#include "engine/catalogue/prompts.h"
#include "engine/core/utf8.h"
#include "engine/model/skipped_sublayers.h"
#include "engine/remote/server_spec.h"
#include "engine/report/comparison_conclusion.h"
#include "engine/report/comparison_difference.h"
#include "engine/report/comparison_file.h"
#include "engine/report/comparison_html.h"
#include "engine/speculation/best_first_shape.h"
#include "engine/tokenizer/conversation.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace {

void requireWords(const auto& outcome)
{
    fuzz::requireSentence(outcome);
    fuzz::require(outcome || isUtf8(outcome.error().sentence));
}

fuzz::InputFile fileOf(std::string_view text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void readMessages(std::string_view text)
{
    const auto turns = readConversation(text, "The file chat.json");
    requireWords(turns);
    if (!turns)
        return;
    const auto again = readConversation(jsonOf(*turns), "It");
    fuzz::require(again && again->size() == turns->size());
    for (std::size_t i = 0; i < turns->size(); ++i)
        fuzz::require((*again)[i].role == (*turns)[i].role && (*again)[i].text == (*turns)[i].text);
}

void readPrompts(std::string_view text)
{
    const auto prompts = promptsOf(text, "file prompts.jsonl");
    requireWords(prompts);
    if (prompts)
        for (const Prompt& prompt : *prompts)
            fuzz::require(!prompt.text.empty() && !prompt.kind.empty() && isUtf8(prompt.text) && isUtf8(prompt.kind));
}

void readComparison(std::string_view text)
{
    const fuzz::InputFile file = fileOf(text);
    const auto comparison = loadComparison(file.path());
    requireWords(comparison);
    if (!comparison)
        return;
    const std::string json = comparisonJson(*comparison);
    const auto again = comparisonOf(json, "text");
    fuzz::require(again && again->lanes == comparison->lanes && comparisonJson(*again) == json);
    const ComparisonReport report = reportOf(*comparison);
    fuzz::require(isUtf8(markdownOf(report)));
    fuzz::require(isUtf8(htmlOf(report, [](const ReportedTable& table) { return speedUpChart(table); })));
    for (const std::string& sentence : conclusionOf(report))
        fuzz::require(sentence.ends_with('.') && isUtf8(sentence));
    const ComparisonDifference same = differenceOf(*comparison, *again);
    fuzz::require(same.onlyBefore.empty() && same.onlyAfter.empty());
    for (const LaneChange& lane : same.lanes)
        for (const FigureChange& figure : lane.figures)
            fuzz::require(figure.verdict != FigureChange::Verdict::beyondNoise);
    fuzz::require(isUtf8(markdownOfDifference(same)) && isUtf8(htmlOfDifference(same)));
}

void readRanks(std::string_view text)
{
    const fuzz::InputFile file = fileOf(text);
    const auto table = readRankTable(file.path());
    requireWords(table);
    if (!table)
        return;
    fuzz::require(isUtf8(table->json()));
    constexpr ShapeLimits most{16, 64};
    const BestFirstShape counted(table->acceptance, most.nodes);
    fuzz::require(counted.expected(most).nodes <= most.nodes && counted.expected(most).tokens >= 1);
    if (!table->passes.empty()) {
        const BestFirstShape timed(*table, most);
        fuzz::require(timed.expected(most).nodes <= most.nodes && timed.within(most).nodes <= most.nodes);
    }
}

void readSkipped(std::string_view text)
{
    constexpr int layers = 8;
    const fuzz::InputFile file = fileOf(text);
    const auto set = readSkippedSublayers(file.path(), layers, "Tiny");
    requireWords(set);
    if (!set)
        return;
    for (const auto* list : {&set->attention, &set->mlp})
        for (const int layer : *list)
            fuzz::require(layer >= 0 && layer < layers);
    const fuzz::InputFile written = fileOf(set->json());
    const auto again = readSkippedSublayers(written.path(), layers, "Tiny");
    fuzz::require(again && again->attention == set->attention && again->mlp == set->mlp);
}

void readAddress(std::string_view text)
{
    const auto spec = readServerSpec(text);
    requireWords(spec);
    if (!spec)
        return;
    const auto again = readServerSpec(written(*spec));
    fuzz::require(again && *again == *spec);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string_view kind = input.substr(0, input.find('\n'));
    const std::string_view text = input.substr(std::min(kind.size() + 1, size));
    constexpr std::pair<std::string_view, void (*)(std::string_view)> kinds[] = {
        {"messages", &readMessages}, {"prompts", &readPrompts}, {"comparison", &readComparison},
        {"ranks", &readRanks},       {"skipped", &readSkipped}, {"address", &readAddress}};
    for (const auto& [name, read] : kinds)
        if (name == kind)
            read(text);
    return 0;
}
