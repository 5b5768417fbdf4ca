// SPDX-License-Identifier: MIT
// draftscope-cli inspect: what a model, a tokenizer, a pair, a trace or a comparison is.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/ranges.h>

#include "engine/analysis/metrics.h"
#include "engine/backend/backends.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/cli/terminal.h"
#include "engine/core/printable.h"
#include "engine/formats/supported_types.h"
#include "engine/model/families/family.h"
#include "engine/model/supported.h"
#include "engine/report/comparison_file.h"
#include "engine/report/file_kind.h"
#include "engine/session/faults.h"
#include "engine/tokenizer/chat_source.h"
#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/supported_tokenizers.h"

namespace draftscope {
namespace {

constexpr std::array<std::string_view, 5> kinds = {"model", "tokenizer", "pair", "trace", "comparison"};

bool isKind(std::string_view word)
{
    return std::ranges::count(kinds, word) > 0;
}

std::string specials(const Tokenizer& tokenizer)
{
    const auto one = [&](std::string_view name, TokenId id) {
        return id == noToken ? fmt::format("no {}", name)
                             : fmt::format("{} {} \"{}\"", name, id, printableName(tokenizer.piece(id)));
    };
    return fmt::format("{}, {}, {}; prompts begin {} BOS", one("BOS", tokenizer.bos()), one("EOS", tokenizer.eos()),
                       one("unknown", tokenizer.unknown()), tokenizer.addsBos() ? "with" : "without");
}

void printTokenizer(const Tokenizer& tokenizer)
{
    print(fmt::format("tokenizer    {}, {} tokens\nspecial      {}\n", printableName(tokenizer.kind()),
                      tokenizer.size(), specials(tokenizer)));
}

/// "Q4_1 and Q8_0", that of most bytes first.
std::string typesOf(const Weights& weights)
{
    std::string all;
    const std::vector<WeightType> types = weights.types();
    for (std::size_t i = 0; i < types.size(); ++i)
        all += fmt::format("{}{}", i == 0 ? "" : i + 1 < types.size() ? ", " : " and ", nameOf(types[i]));
    return all;
}

const char* nameOf(RopeScaling::Method method)
{
    using Method = RopeScaling::Method;
    switch (method) {
    case Method::llama3:
        return "Llama-3";
    case Method::yarn:
        return "YaRN";
    case Method::dynamic:
        return "dynamic";
    case Method::longrope:
        return "LongRoPE";
    case Method::linear:
        break;
    }
    return "linear";
}

std::string scalingOf(const ModelConfig& config)
{
    std::string text;
    if (const auto& scaling = config.ropeScaling)
        text = fmt::format(", {} scaling by {}", nameOf(scaling->method), scaling->factor);
    if (config.ropeFollowsLength())
        text += fmt::format(" in texts of more than {} tokens", config.ropeScaling->originalContext);
    if (!config.ropeFactors.empty())
        text += ", a factor for each frequency";
    if (config.partlyRotated > 0)
        text += fmt::format(", {} elements of each head rotated", config.partlyRotated);
    return text;
}

/// What layers do that Llama's do not; empty where there is nothing.
std::string layersOf(const ModelConfig& config)
{
    std::vector<std::string> special;
    const auto count = [&](auto matches) { return std::ranges::count_if(config.layerAttention, matches); };
    std::vector<std::string_view> biased;
    if (config.hasQueryKeyValueBias)
        biased.emplace_back("q, k, v");
    if (config.hasAttentionOutputBias)
        biased.emplace_back("o");
    if (config.hasMlpBias)
        biased.emplace_back(config.hasGate ? "gate, up, down" : "up, down");
    if (!biased.empty())
        special.push_back(fmt::format("biases of {}", fmt::join(biased, ", ")));
    if (config.norm == NormKind::layer)
        special.emplace_back("LayerNorms");
    if (config.activation != Activation::silu)
        special.emplace_back("GELU");
    if (!config.hasGate)
        special.emplace_back("no gate");
    if (config.hasQueryKeyNorm)
        special.emplace_back("norms of q and k");
    if (config.hasOutputNorms)
        special.emplace_back("norms of what they add");
    if (config.attentionCap > 0)
        special.push_back(fmt::format("scores capped at {}", config.attentionCap));
    if (const auto local = count([](const LayerAttention& each) { return each.hasLocalRope; }); local > 0)
        special.push_back(fmt::format("rope theta {} in {} of them", config.localRopeTheta, local));
    for (const LayerAttention& attention : config.layerAttention)
        if (attention.window > 0) {
            special.push_back(fmt::format("a window of {} tokens in {} of them", attention.window,
                                          count([](const LayerAttention& each) { return each.window > 0; })));
            break;
        }
    if (const auto plain = count([](const LayerAttention& each) { return !each.hasRope; });
        plain > 0 && !config.hasLearnedPositions)
        special.push_back(fmt::format("{} without rotary positions", plain));
    return fmt::format("{}", fmt::join(special, ", "));
}

void printModel(const Model& model)
{
    const ModelConfig& config = model.config;
    const ModelRecord& record = model.record;
    print(fmt::format("model        {} ({})\n", printableName(model.name), printableName(model.path.string())));
    if (config.family)
        print(fmt::format("family       {}\n", config.family->name));
    print(fmt::format("weights      {} parameters in {}, {:.1f} MB read a pass, {} head\n", record.parameters,
                      typesOf(model.weights), double(model.weights.bytesPerPass()) / 1e6,
                      config.tiedEmbeddings ? "tied" : "untied"));
    print(fmt::format("shape        {} layers, hidden {}, intermediate {}, {} heads of {}, {} for keys and values\n",
                      config.layerCount, config.hiddenSize, config.intermediateSize, config.headCount, config.headSize,
                      config.kvHeadCount));
    if (const std::string layers = layersOf(config); !layers.empty())
        print(fmt::format("layers       with {}\n", layers));
    print(fmt::format(
        "positions    {}, {}\n", config.contextLength,
        config.hasLearnedPositions ? "learned" : fmt::format("rope theta {}{}", config.ropeTheta, scalingOf(config))));
    print(fmt::format("vocabulary   {} rows{}\n", config.vocabularySize,
                      config.draftVocabularySize > 0
                          ? fmt::format(", logits for {} of them (d2t): a draft only", config.draftVocabularySize)
                          : ""));
    print(fmt::format("hash         {}\n", record.hash));
    printTokenizer(*model.tokenizer);
    if (const auto chat = chatTemplateOf(model.path, *model.tokenizer))
        print(fmt::format("chat         a template of {} line{} ({})\n", chat->lineCount(),
                          chat->lineCount() == 1 ? "" : "s", printableName(chat->place())));
    else if (const auto source = chatSourceOf(model.path, *model.tokenizer); !source || *source) // it has one
        print(fmt::format("chat         {}\n",
                          chat.error().reason.empty() ? chat.error().sentence : chat.error().reason));
}

Result<int> inspectModel(const std::string& name)
{
    const auto model = chooseModel(name);
    if (!model)
        return tl::unexpected(model.error());
    printModel(**model);
    return succeeded;
}

Result<int> inspectTokenizer(const std::string& path)
{
    const auto tokenizer = loadTokenizer(path);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    printTokenizer(**tokenizer);
    return succeeded;
}

Result<int> inspectPair(const std::string& targetName, const std::string& draftName)
{
    const auto target = chooseModel(targetName);
    if (!target)
        return tl::unexpected(target.error());
    const auto draft = chooseModel(draftName);
    if (!draft)
        return tl::unexpected(draft.error());
    if (const Result<void> fits = checkPair(**target, **draft); !fits)
        return tl::unexpected(fits.error());
    const double ratio = double((*draft)->weights.bytesPerPass()) / double((*target)->weights.bytesPerPass());
    const int drafted = (*draft)->config.draftVocabularySize;
    print(fmt::format("{} can draft for {}: same tokenizer, {} shared tokens{}.\n", printableName((*draft)->name),
                      printableName((*target)->name), (*target)->tokenizer->size(),
                      drafted > 0 ? fmt::format(", of which {} are drafted", drafted) : ""));
    print(fmt::format(
        "A draft pass reads {:.1f} % of the bytes of a target pass (cost ratio expected where memory is the "
        "limit: {:.3f}).\n",
        100 * ratio, ratio));
    return succeeded;
}

void printTrace(const LoadedTrace& trace)
{
    const Recording& recording = trace.recording;
    const TraceHeader& header = recording.header();
    print(fmt::format("trace        format {}, {}, {}{}\n", header.format, printableName(header.producer),
                      printableName(header.backend), trace.isComplete ? "" : "; the last record was cut"));
    print(fmt::format("method       {}, {}, K = {}, seed {}{}\n", printableName(header.method),
                      printableName(header.verifier), header.draftLength, header.seed,
                      header.lossless ? "" : ", not lossless"));
    if (!header.fault.empty())
        print(fmt::format("             {}\n", printableName(faultSentence(header.fault).text)));
    for (const auto& [name, value] : header.options)
        print(fmt::format("             {} {}\n", printableName(name), value));
    for (const auto& [name, path] : header.files)
        print(fmt::format("             {} {}\n", printableName(name), printableName(path)));
    print(fmt::format("sampler      temperature {}, top-k {}, top-p {}, min-p {}{}\n", header.sampler.temperature,
                      header.sampler.topK, header.sampler.topP, header.sampler.minP,
                      header.sampler.isGreedy() ? ", greedy" : ""));
    const auto drafted = [](const ModelRecord& draft) {
        return draft.draftVocabulary > 0
            ? fmt::format(", logits for {} of {} tokens", draft.draftVocabulary, draft.vocabulary)
            : std::string();
    };
    print(fmt::format("target       {}\ndraft        {}\n", printableName(header.target.name),
                      header.draft ? printableName(header.draft->name) + drafted(*header.draft) : "–"));
    if (!header.head.empty())
        print(fmt::format("head         {}\n", printableName(header.head)));
    print(fmt::format("prompt       {} tokens\n", header.promptTokens.size()));
    for (const BranchRecord& branch : recording.branches()) {
        Metrics metrics;
        for (int r = 0; r < recording.roundCount(branch.branch); ++r) {
            if (isInterrupted())
                return;
            metrics.add(recording.round(branch.branch, r));
        }
        print(fmt::format("branch {}     {} rounds, {} tokens, {} tokens per step, acceptance rate {}{}\n",
                          branch.branch, recording.roundCount(branch.branch), metrics.committed(),
                          shown(metrics.tokensPerStep(), 2), shown(metrics.acceptanceRate(), 2),
                          branch.parent < 0 ? ""
                                            : fmt::format("; leaves branch {} in round {}: {}", branch.parent,
                                                          branch.forkRound + 1, printableName(branch.reason))));
    }
}

Result<int> inspectTrace(const std::string& path)
{
    const auto trace = openTrace(path, watchedProgress());
    if (!trace)
        return tl::unexpected(trace.error());
    printTrace(*trace);
    return succeeded;
}

void printTable(std::string_view title, const std::vector<Supported>& rows)
{
    print(fmt::format("{}\n", title));
    std::size_t names = 0, files = 0;
    for (const Supported& row : rows) {
        names = std::max(names, row.name.size());
        files = std::max(files, row.files.size());
    }
    for (const Supported& row : rows)
        print(row.refused.empty() ? fmt::format("  {}  {}\n", padded(row.name, names), row.files)
                                  : fmt::format("  {}  {}  refused: {}\n", padded(row.name, names),
                                                padded(row.files, files), row.refused));
}

Result<int> listSupported()
{
    printTable("Families", supportedFamilies());
    printTable("Scalings of rotary frequencies", supportedRopeScalings());
    printTable("Types of weights", supportedWeightTypes());
    printTable("Tokenizers", supportedTokenizers());
    printTable("Backends", supportedBackends());
    return succeeded;
}

/// What a path looks like, where it was not said.
Result<int> inspectComparison(const std::string& path)
{
    const auto comparison = loadComparison(path);
    if (!comparison)
        return tl::unexpected(comparison.error());
    print(markdownOf(reportOf(*comparison)));
    return succeeded;
}

std::string_view guessKind(const std::vector<std::string>& what)
{
    const std::filesystem::path path = what[0];
    const std::string ending = path.extension().string();
    if (what.size() > 1)
        return "pair";
    if (const auto seen = lookInto(path); seen && seen->kind == FileKind::trace)
        return "trace";
    else if (seen && seen->kind == FileKind::comparison)
        return "comparison";
    if (ending == ".jsonl" || ending == ".zst")
        return "trace";
    return path.filename() == "tokenizer.model" ? "tokenizer" : "model";
}

struct InspectOptions {
    bool supported = false;
    std::vector<std::string> words; ///< a kind, perhaps, then what to look into
    [[nodiscard]] std::vector<std::string> what() const
    {
        return {words.begin() + (words.size() > 1 && isKind(words[0])), words.end()};
    }
    [[nodiscard]] std::string_view kind() const
    {
        return words.size() > 1 && isKind(words[0]) ? std::string_view(words[0]) : guessKind(what());
    }
};

Result<void> check(const InspectOptions& options)
{
    if (options.supported && options.words.empty())
        return {};
    if (options.supported || options.words.empty())
        return fail("Name what to look into, or give --supported alone: see draftscope-cli inspect --help.");
    if (std::ranges::count(options.words, std::string()) > 0)
        return fail("A name is empty: see draftscope-cli inspect --help.");
    const std::size_t expected = options.kind() == "pair" ? 2 : 1;
    if (options.what().size() != expected)
        return fail("A {} is told by {} names, and there are {}: see draftscope-cli inspect --help.", options.kind(),
                    expected, options.what().size());
    return {};
}

Result<int> run(const InspectOptions& options)
{
    if (options.supported)
        return listSupported();
    const auto what = options.what();
    const auto kind = options.kind();
    return kind == "pair"      ? inspectPair(what[0], what[1])
        : kind == "trace"      ? inspectTrace(what[0])
        : kind == "comparison" ? inspectComparison(what[0])
        : kind == "tokenizer"  ? inspectTokenizer(what[0])
                               : inspectModel(what[0]);
}

} // namespace

void addInspect(CLI::App& app, Command& chosen)
{
    CLI::App* command =
        app.add_subcommand("inspect", "Say what a model, a tokenizer, a pair, a trace or a comparison is");
    const auto options = std::make_shared<InspectOptions>();
    command->add_option(
        "what", options->words,
        "[model|tokenizer|pair|trace|comparison] and a path or an embedded model's name; a pair has two");
    addSwitch(*command, "--supported", options->supported,
              "List the families, scalings, types of weights and tokenizers that can be read");
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
