// SPDX-License-Identifier: MIT
#include "engine/session/methods.h"

#include <algorithm>
#include <cassert>

#include <fmt/ranges.h>

#include "engine/model/skipped_sublayers.h"
#include "engine/session/copy_first.h"
#include "engine/session/draft_length.h"
#include "engine/session/head_methods.h"
#include "engine/session/merged_drafts.h"
#include "engine/session/shapes.h"
#include "engine/speculation/lookahead_drafter.h"
#include "engine/speculation/prompt_lookup_drafter.h"
#include "engine/speculation/retrieval_drafter.h"
#include "engine/speculation/self_drafter.h"
#include "engine/speculation/suffix_automaton_drafter.h"
#include "engine/speculation/two_model_drafter.h"
#include "engine/tokenizer/tokenizer_hash.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeTwoModelDrafter(const DrafterParts& parts, const Progress&)
{
    const int vocabulary = parts.pair.target->config.vocabularySize;
    return copyingFirst(parts,
                        std::make_unique<TwoModelDrafter>(
                            parts.draft, DraftVocabulary::of(*parts.pair.draft, vocabulary), parts.promptCount));
}

Result<std::unique_ptr<Drafter>> makeLayerSkippingDrafter(const DrafterParts& parts, const Progress&)
{
    const Model& target = *parts.pair.target;
    const std::string file = fileOf(parts.settings, "skip");
    auto skipped = file.empty() ? Result<SkippedSublayers>(defaultSkippedSublayers(target.config.layerCount))
                                : readSkippedSublayers(file, target.config.layerCount, target.name);
    if (!skipped)
        return tl::unexpected(skipped.error());
    const auto local = localTargetOf(parts);
    if (!local)
        return tl::unexpected(local.error());
    return std::make_unique<SelfDrafter>(**local, skipped->part());
}

Result<std::unique_ptr<Drafter>> makeEarlyExitDrafter(const DrafterParts& parts, const Progress&)
{
    const Model& target = *parts.pair.target;
    const int wanted = optionOf(parts.settings, "exit-layer"), layers = target.config.layerCount;
    if (wanted > layers)
        return fail("The exit layer is {} and {} has {} layers: choose a smaller one.", wanted, target.name, layers);
    const int exit = wanted > 0 ? wanted : std::max(1, layers / 3);
    const auto local = localTargetOf(parts);
    if (!local)
        return tl::unexpected(local.error());
    return std::make_unique<SelfDrafter>(**local, PassPart{.endLayer = exit});
}

Result<std::unique_ptr<Drafter>> makePromptLookupDrafter(const DrafterParts& parts, const Progress&)
{
    return std::make_unique<PromptLookupDrafter>(optionOf(parts.settings, "ngram-max"),
                                                 optionOf(parts.settings, "ngram-min"),
                                                 parts.pair.target->config.vocabularySize);
}

Result<void> checkPromptLookup(const SessionSettings& settings)
{
    const int longest = optionOf(settings, "ngram-max"), shortest = optionOf(settings, "ngram-min");
    if (shortest > longest)
        return fail("The shortest n-gram has {} tokens and the longest {}: choose a shorter shortest one.", shortest,
                    longest);
    return {};
}

Result<std::unique_ptr<Drafter>> makeLookaheadDrafter(const DrafterParts& parts, const Progress&)
{
    if (const auto local = localTargetOf(parts); !local) // it learns from the logits of rows beside the tree
        return tl::unexpected(local.error());
    const LookaheadDrafter::Sizes sizes = {optionOf(parts.settings, "lookahead-window"),
                                           optionOf(parts.settings, "lookahead-ngram"),
                                           optionOf(parts.settings, "lookahead-guesses")};
    return std::make_unique<LookaheadDrafter>(sizes, parts.pair.target->config.vocabularySize);
}

int lookaheadRows(const SessionSettings& settings)
{
    return LookaheadWindow::rowCount(optionOf(settings, "lookahead-window"), optionOf(settings, "lookahead-ngram") - 1);
}

Result<void> checkLookahead(const SessionSettings& settings)
{
    const int rows = lookaheadRows(settings);
    if (rows + settings.draftLength > maxDraftNodes)
        return fail("The lookahead branch of {} columns and {}-grams is {} rows and K is {}, and a pass of the target "
                    "takes {} rows beside the root: choose fewer columns, shorter n-grams or a smaller K.",
                    optionOf(settings, "lookahead-window"), optionOf(settings, "lookahead-ngram"), rows,
                    settings.draftLength, maxDraftNodes);
    return {};
}

/// The datastore that the settings name, if its ids are those of the target.
Result<std::shared_ptr<const Datastore>> openDatastore(const Model& target, const std::filesystem::path& path)
{
    auto datastore = Datastore::open(path);
    if (!datastore)
        return datastore;
    const DatastoreFacts& facts = (*datastore)->facts();
    if (facts.vocabularySize != target.tokenizer->size() || facts.tokenizerHash != tokenizerHash(*target.tokenizer))
        return fail("The datastore {} was built with another tokenizer than that of {}: build one for this target.",
                    path.string(), target.name);
    return datastore;
}

Result<std::shared_ptr<const Datastore>> openCorpus(const Pair& pair, const SessionSettings& settings)
{
    const std::string path = fileOf(settings, "corpus");
    return path.empty() ? Result<std::shared_ptr<const Datastore>>(nullptr) : openDatastore(*pair.target, path);
}

Result<std::shared_ptr<const Datastore>> openRetrievalDatastore(const Pair& pair, const SessionSettings& settings)
{
    return openDatastore(*pair.target, fileOf(settings, "datastore"));
}

Result<std::unique_ptr<Drafter>> makeSuffixAutomatonDrafter(const DrafterParts& parts, const Progress&)
{
    const int shortest = optionOf(parts.settings, "match-min"), vocabulary = parts.pair.target->config.vocabularySize;
    if (!parts.data.datastore)
        return std::make_unique<SuffixAutomatonDrafter>(shortest, vocabulary);
    return std::make_unique<SuffixAutomatonDrafter>(shortest, parts.data.datastore, vocabulary);
}

Result<std::unique_ptr<Drafter>> makeRetrievalDrafter(const DrafterParts& parts, const Progress&)
{
    const DatastoreLookup::Limits limits = {optionOf(parts.settings, "suffix-max"),
                                            optionOf(parts.settings, "suffix-min"),
                                            optionOf(parts.settings, "places-max")};
    return std::make_unique<RetrievalDrafter>(DatastoreLookup(parts.data.datastore, limits),
                                              parts.pair.target->config.vocabularySize);
}

Result<void> checkRetrieval(const SessionSettings& settings)
{
    const int longest = optionOf(settings, "suffix-max"), shortest = optionOf(settings, "suffix-min");
    if (shortest > longest)
        return fail("The shortest suffix has {} tokens and the longest {}: choose a shorter shortest one.", shortest,
                    longest);
    return {};
}

std::vector<Method> makeMethods()
{
    return {
        {.name = "plain", .title = "Plain decoding"},
        {.name = "two-model",
         .title = "Two models",
         .paper = "Leviathan et al., arXiv 2211.17192; Chen et al., arXiv 2302.01318",
         .needsDraftModel = true,
         .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
         .growsTrees = true,
         .options = {copyFirstOption()},
         .makeDrafter = &makeTwoModelDrafter},
        mergedDraftsMethod(),
        medusaMethod(),
        eagleMethod(),
        eagle3Method(),
        {.name = "layer-skipping",
         .title = "Layer skipping",
         .paper = "Zhang et al., arXiv 2309.08168",
         .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
         .growsTrees = true,
         .draftsWithTarget = true,
         .files =
             {{"skip", "Skipped sublayers",
               "The sublayers that drafting leaves out, as draftscope-cli search-skip finds them; without it both of "
               "every second layer"}},
         .makeDrafter = &makeLayerSkippingDrafter},
        {.name = "early-exit",
         .title = "Early exit",
         .paper = "Elhoushi et al., arXiv 2404.16710",
         .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
         .growsTrees = true,
         .draftsWithTarget = true,
         .options = {{"exit-layer", "Exit layer",
                      "Layers that draft, before the target's own norm and head; 0 is a third of the target's", 0, 255,
                      0}},
         .makeDrafter = &makeEarlyExitDrafter},
        {.name = "prompt-lookup",
         .title = "Prompt lookup",
         .paper = "Saxena 2023; Yang et al., arXiv 2304.04487",
         .rules = {DrawRule::deterministic},
         .options = {{"ngram-max", "Max n-gram", "Tokens at the end of the text that are looked for earlier in it", 1,
                      16, 5},
                     {"ngram-min", "Min n-gram",
                      "Where the longest is not found shorter ones are, down to so many tokens", 1, 16, 3}},
         .makeDrafter = &makePromptLookupDrafter,
         .checkOptions = &checkPromptLookup},
        {.name = "suffix-automaton",
         .title = "Suffix automaton",
         .paper = "Hu et al., arXiv 2411.10666",
         .rules = {DrawRule::deterministic},
         .options = {{"match-min", "Min match", "Tokens that the end of the text and an earlier place must share", 1,
                      64, 3}},
         .files = {{"corpus", "Corpus", "A datastore in which the end of the text is looked for, too"}},
         .openDatastore = &openCorpus,
         .makeDrafter = &makeSuffixAutomatonDrafter},
        {.name = "lookahead",
         .title = "Lookahead (Jacobi)",
         .paper = "Santilli et al., arXiv 2305.10427; Fu et al., arXiv 2402.02057",
         .rules = {DrawRule::deterministic},
         .mergesChains = true,
         .options = {{"lookahead-window", "Window (W)",
                      "Columns of guesses that the target's pass takes beside the drafts, N - 1 rows each; 0 is none",
                      0, 32, 1},
                     {"lookahead-ngram", "N-gram (N)",
                      "Tokens of the n-grams in the pool, the last of which is drafted behind the others", 2, 9, 4},
                     {"lookahead-guesses", "Guesses (G)",
                      "N-grams of the pool that a tree drafts at most; a chain drafts the newest one", 1, 16, 4}},
         .makeDrafter = &makeLookaheadDrafter,
         .sideRowCount = &lookaheadRows,
         .checkOptions = &checkLookahead},
        {.name = "retrieval",
         .title = "Retrieval",
         .paper = "He et al., arXiv 2311.08252",
         .rules = {DrawRule::deterministic},
         .growsTrees = true,
         .options = {{"suffix-max", "Max suffix", "Tokens at the end of the text that are looked for in the datastore",
                      1, 64, 16},
                     {"suffix-min", "Min suffix",
                      "Where the longest is not found shorter ones are, down to so many tokens", 1, 64, 2},
                     {"places-max", "Max places", "Places of the datastore whose continuations are counted", 1, 4096,
                      256}},
         .files = {{"datastore", "Datastore", "What draftscope-cli datastore build made", true}},
         .openDatastore = &openRetrievalDatastore,
         .makeDrafter = &makeRetrievalDrafter,
         .checkOptions = &checkRetrieval},
    };
}

} // namespace

Result<LocalTarget*> localTargetOf(const DrafterParts& parts)
{
    if (LocalTarget* const local = parts.target.asLocal())
        return local;
    return fail("The method {} needs what the target computes on the way to its tokens, and {} does not tell that: "
                "choose a method that drafts without it, for example two-model or prompt-lookup.",
                parts.settings.method, parts.target.name());
}

const MethodOption* Method::option(std::string_view optionName) const
{
    const auto found = std::ranges::find(options, optionName, &MethodOption::name);
    return found == options.end() ? nullptr : &*found;
}

const MethodFile* Method::file(std::string_view fileName) const
{
    const auto found = std::ranges::find(files, fileName, &MethodFile::name);
    return found == files.end() ? nullptr : &*found;
}

bool Method::needsFile() const
{
    return std::ranges::any_of(files, &MethodFile::isNeeded);
}

const MethodOption* optionFor(const SessionSettings& settings, std::string_view optionName)
{
    const auto method = methodNamed(settings.method);
    if (const MethodOption* const option = method ? (*method)->option(optionName) : nullptr)
        return option;
    const auto shape = shapeNamed(settings.shape);
    if (const MethodOption* const option = shape ? (*shape)->option(optionName) : nullptr)
        return option;
    const auto found = std::ranges::find(lengthOptions(), optionName, &MethodOption::name);
    return found != lengthOptions().end() && method && (*method)->drafts() ? &*found : nullptr;
}

int optionOf(const SessionSettings& settings, std::string_view optionName)
{
    const auto given = settings.options.find(optionName);
    if (given != settings.options.end())
        return given->second;
    const MethodOption* const option = optionFor(settings, optionName);
    assert(option);
    return option->defaultValue;
}

void setOption(SessionSettings& settings, std::string_view optionName, int value)
{
    settings.options.erase(std::string(optionName));
    if (optionOf(settings, optionName) != value)
        settings.options.emplace(optionName, value);
}

const MethodFile* fileFor(const SessionSettings& settings, std::string_view fileName)
{
    const auto method = methodNamed(settings.method);
    if (const MethodFile* const file = method ? (*method)->file(fileName) : nullptr)
        return file;
    const auto shape = shapeNamed(settings.shape);
    return shape ? (*shape)->file(fileName) : nullptr;
}

std::string fileOf(const SessionSettings& settings, std::string_view fileName)
{
    const auto given = settings.files.find(fileName);
    return given == settings.files.end() ? std::string() : given->second;
}

void setFile(SessionSettings& settings, std::string_view fileName, const std::string& path)
{
    settings.files.erase(std::string(fileName));
    if (!path.empty())
        settings.files.emplace(fileName, path);
}

void chooseMethod(SessionSettings& settings, std::string_view methodName)
{
    assert(methodNamed(methodName));
    settings.method = methodName;
    settings.options.clear();
    settings.files.clear();
    settings.verifier.clear();
    settings.draws.clear();
    settings.fault.clear();
    if (const auto shape = shapeNamed(settings.shape); !shape || !canDraft(**methodNamed(methodName), **shape))
        settings.shape = defaultShape(**methodNamed(methodName)).name;
}

void chooseShape(SessionSettings& settings, std::string_view shapeName)
{
    assert(shapeNamed(shapeName));
    if (const auto before = shapeNamed(settings.shape)) {
        for (const MethodOption& option : (*before)->options)
            settings.options.erase(std::string(option.name));
        for (const MethodFile& file : (*before)->files)
            settings.files.erase(std::string(file.name));
    }
    settings.shape = shapeName;
    settings.verifier.clear();
    settings.draws.clear();
    settings.fault.clear();
}

Result<MethodData> openMethodData(const Pair& pair, const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    auto data = openMethodModels(pair, settings);
    if (data && method.openDatastore) {
        auto datastore = method.openDatastore(pair, settings);
        if (!datastore)
            return tl::unexpected(datastore.error());
        data->datastore = std::move(*datastore);
    }
    return data;
}

Result<MethodData> openMethodModels(const Pair& pair, const SessionSettings& settings)
{
    auto head = openHead(*pair.target, settings);
    if (!head)
        return tl::unexpected(head.error());
    auto drafts = openMoreDrafts(pair, settings);
    if (!drafts)
        return tl::unexpected(drafts.error());
    return MethodData{std::move(*head), nullptr, std::move(*drafts)};
}

int draftSlotCount(const Model& draft, int slotCount, const SessionSettings& settings)
{
    const int positions = std::min(slotCount, draft.config.contextLength);
    return settings.shape == SessionSettings().shape ? positions : positions + fedNodes(settings);
}

const std::vector<Method>& allMethods()
{
    static const std::vector<Method> methods = makeMethods();
    return methods;
}

Result<const Method*> methodNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Method& method : allMethods()) {
        if (method.name == name)
            return &method;
        names.push_back(method.name);
    }
    return fail("There is no method \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

} // namespace draftscope
