// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/run_setup.h"

#include "engine/catalogue/embedded.h"
#include "engine/session/copy_first.h"
#include "engine/session/faults.h"
#include "engine/session/first_example.h"
#include "engine/session/shapes.h"
#include "gui/language/engine_words.h"

namespace draftscope {

namespace {

/// An embedded model by its name, so that it is found on another machine; else the path.
std::string nameOf(const ModelRecord& model)
{
    if (const auto embedded = embeddedModels())
        for (const EmbeddedModel& known : embedded->models)
            if (known.directory.filename() == std::filesystem::path(model.path).filename()
                && known.parameters == model.parameters)
                return known.name;
    return model.path;
}

/// K and copies in front that go with a pair, where the setup has those of the pair before, so that no person has
/// chosen others, and where they go with the rest of it: not in a batch in step, or with every fault.
void draftAsGoesWith(RunSetup& setup, const EmbeddedPair& pair, const EmbeddedPair& before)
{
    const auto lengthFor = [](const EmbeddedPair& one) {
        return one.draftLength > 0 ? one.draftLength : firstExample().settings.draftLength;
    };
    if (!optionFor(setup.settings, copyFirstName) || setup.settings.draftLength != lengthFor(before)
        || copyFirstOf(setup.settings) != before.copyFirst)
        return;
    RunSetup other = setup;
    other.settings.draftLength = lengthFor(pair);
    setOption(other.settings, copyFirstName, pair.copyFirst);
    if (check(other))
        setup = std::move(other);
}

} // namespace

RunSetup setupOf(const TraceHeader& header, const RunSetup& otherwise)
{
    RunSetup setup = otherwise;
    setup.target = nameOf(header.target);
    if (header.draft)
        setup.draft = nameOf(*header.draft);
    setup.settings.method = header.method;
    setup.settings.options.clear();
    setup.settings.shape = shapeNamed(header.shape) ? header.shape : SessionSettings().shape;
    setup.settings.draws = drawRuleNamed(header.draws) ? header.draws : std::string();
    for (const auto& [name, value] : header.options)
        if (const MethodOption* const option = optionFor(setup.settings, name);
            option && value >= option->smallest && value <= option->largest)
            setOption(setup.settings, name, value);
    setup.settings.files.clear();
    for (const auto& [name, path] : header.files)
        if (fileFor(setup.settings, name))
            setFile(setup.settings, name, path);
    setup.settings.sampler = header.sampler;
    if (!setup.settings.sampler.isGreedy()) // by its temperature
        setup.settings.sampler.greedy = header.traits.isGreedy();
    setup.settings.verifier.clear();
    if (header.verifier != verifierNameFor(setup.settings) && !header.traits.isGreedy())
        setup.settings.verifier = header.verifier;
    setup.settings.fault = faultNamed(header.fault) ? header.fault : std::string();
    if (header.draftLength > 0)
        setup.settings.draftLength = header.draftLength;
    setup.settings.seed = header.seed;
    setup.prompt = header.prompt; // the whole text, also where a chat template made it
    setup.settings.isWholePrompt = header.isWholePrompt;
    setup.isChat = false;
    setup.system.reset();
    setup.turns.clear();
    setup.batch = {};
    return setup;
}

RunSetup memorySetup(const RunSetup& setup)
{
    RunSetup result{setup.target, setup.draft, {},          setup.prompt, setup.isChat,
                    setup.system, setup.turns, setup.batch, setup.backend};
    result.settings.method = setup.settings.method;
    result.settings.shape = setup.settings.shape;
    result.settings.draftLength = setup.settings.draftLength; // a tree's depth takes slots
    result.settings.options = setup.settings.options;         // so does one that may grow, and what layers a draft has
    result.settings.files = setup.settings.files;             // a needed one is missed before memory is looked at
    result.settings.maxTokens = setup.settings.maxTokens;
    result.settings.isWholePrompt = setup.settings.isWholePrompt;
    return result;
}

std::vector<RunSetup> sequencesOf(const RunSetup& setup)
{
    const RunSetup alone = aloneOf(setup);
    if (!setup.batch.isBatch())
        return {alone};
    std::vector<RunSetup> sequences;
    const std::size_t given = setup.batch.prompts.size();
    for (std::size_t i = 0; i < (given > 0 ? given : std::size_t(setup.batch.sequences)); ++i) {
        RunSetup& one = sequences.emplace_back(alone);
        if (given > 0)
            one.prompt = setup.batch.prompts[i];
        one.settings.seed += i;
    }
    return sequences;
}

BatchSettings batchSettingsOf(const RunSetup& setup)
{
    BatchSettings settings(setup.batch.sequences);
    settings.isSynchronised = setup.batch.isSynchronised;
    settings.shortDraft = setup.batch.shortDraft;
    return settings;
}

RunSetup aloneOf(RunSetup setup)
{
    setup.batch = {};
    return setup;
}

Result<void> check(const RunSetup& setup)
{
    if (const auto usable = check(setup.settings); !usable || !setup.batch.isBatch())
        return usable;
    if (setup.batch.sequences > BatchSetup::most)
        return fail("{} sequences at a time are more than the window can show: choose {} or fewer.",
                    setup.batch.sequences, BatchSetup::most);
    if (setup.batch.prompts.size() > std::size_t(BatchSetup::most))
        return fail(
            "{} prompts are more than the window can show: choose a list of {} or fewer, or draftscope-cli batch.",
            setup.batch.prompts.size(), BatchSetup::most);
    return checkBatch(setup.settings, batchSettingsOf(setup));
}

void chooseTarget(RunSetup& setup, std::string target)
{
    if (const auto own = embeddedPairFor(target)) {
        const auto before = embeddedPairFor(setup.target);
        const auto embedded = embeddedModels();
        const bool wasLeft = !before && embedded && embedded->find(setup.draft); // by a target that has none
        if (setup.draft.empty() || (before && setup.draft == before->draft) || wasLeft) {
            setup.draft = own->draft;
            draftAsGoesWith(setup, *own, before.value_or(EmbeddedPair()));
        }
    }
    setup.target = std::move(target);
}

void chooseWayFor(RunSetup& setup)
{
    const auto pair = embeddedPairFor(setup.target);
    if (!pair) {
        setup.draft.clear();
        chooseMethod(setup.settings, "prompt-lookup");
        return;
    }
    setup.draft = pair->draft;
    chooseMethod(setup.settings, "two-model");
    draftAsGoesWith(setup, *pair, {});
}

DefaultSetup defaultSetup()
{
    DefaultSetup result;
    RunSetup& setup = result.setup;
    const FirstExample example = firstExample();
    setup.prompt = example.prompt;
    setup.settings = example.settings;
    if (const auto embedded = embeddedModels()) {
        setup.target = embedded->defaultTarget;
        setup.draft = embedded->defaultDraft;
    } else {
        result.problem = engineSentence(embedded.error()).toStdString();
    }
    return result;
}

} // namespace draftscope
