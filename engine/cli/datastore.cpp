// SPDX-License-Identifier: MIT
// draftscope-cli datastore: makes the files that the method retrieval drafts from, and says what they are.
#include <memory>

#include "engine/catalogue/embedded.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/corpus_texts.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/bytes_in_words.h"
#include "engine/core/printable.h"
#include "engine/formats/datastore_writer.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/tokenizer_hash.h"
#include "engine/trace/json_line.h"

namespace draftscope {
namespace {

struct DatastoreBuildOptions {
    std::string target; ///< empty: the embedded pair's
    std::filesystem::path out;
    std::vector<std::string> texts;
};

struct DatastoreInspectOptions {
    std::filesystem::path file;
    bool json = false;
};

/// Of a model, without its weights.
Result<std::shared_ptr<const Tokenizer>> tokenizerOf(std::string target)
{
    if (target.empty()) {
        const auto embedded = embeddedModels();
        if (!embedded)
            return tl::unexpected(embedded.error());
        target = embedded->defaultTarget;
    }
    const auto path = resolveModel(target);
    if (!path)
        return tl::unexpected(path.error());
    return loadTokenizer(*path);
}

Result<void> check(const DatastoreBuildOptions& options)
{
    return checkCorpusNames(options.texts, "datastore");
}

Result<int> build(const DatastoreBuildOptions& options)
{
    const Progress progress = watchedProgress();
    const auto tokenizer = tokenizerOf(options.target);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const auto files = corpusFiles(options.texts);
    if (!files)
        return tl::unexpected(files.error());
    auto writer = DatastoreWriter::create(options.out); // a place that cannot be written to is told at once
    if (!writer)
        return tl::unexpected(writer.error());
    const auto corpus = encodeCorpus(*files, **tokenizer, progress);
    if (!corpus)
        return tl::unexpected(corpus.error());
    if (corpus->tokens.empty())
        return fail("The files hold no text: name others.");
    const DatastoreFacts facts = {(*tokenizer)->size(), tokenizerHash(**tokenizer), (*tokenizer)->eos()};
    if (const auto written = writer->finish(facts, corpus->tokens, progress); !written)
        return tl::unexpected(written.error());
    print(fmt::format("{}: {} tokens of {} text{} in {} file{}\n", printableName(options.out.string()),
                      corpus->tokens.size(), corpus->texts, corpus->texts == 1 ? "" : "s", files->size(),
                      files->size() == 1 ? "" : "s"));
    return succeeded;
}

Result<int> inspect(const DatastoreInspectOptions& options)
{
    const auto datastore = Datastore::open(options.file);
    if (!datastore)
        return tl::unexpected(datastore.error());
    if (const auto whole = (*datastore)->check(watchedProgress()); !whole)
        return tl::unexpected(whole.error());
    const DatastoreFacts& facts = (*datastore)->facts();
    const std::string hash = fmt::format("{:016x}", facts.tokenizerHash);
    if (options.json) {
        JsonLine line;
        line.open('{').field("path", options.file.string()).field("tokens", std::uint64_t((*datastore)->size()));
        line.field("vocabulary", facts.vocabularySize).field("tokenizer_hash", hash);
        line.field("separator", facts.separator).field("bytes", std::uint64_t((*datastore)->bytes())).close('}');
        printExactly(std::string(line.text()) + '\n');
        return succeeded;
    }
    print(fmt::format("datastore    {}, {}, whole\n", printableName(options.file.string()),
                      bytesInWords(double((*datastore)->bytes()))));
    print(fmt::format("tokens       {}, {}\n", (*datastore)->size(),
                      facts.separator == noToken ? "with nothing between texts"
                                                 : fmt::format("with token {} behind each text", facts.separator)));
    print(fmt::format("tokenizer    {} tokens, hash {}\n", facts.vocabularySize, hash));
    return succeeded;
}

void addBuild(CLI::App& parent, Command& chosen)
{
    CLI::App* command = parent.add_subcommand("build", "Make a datastore of texts for the tokenizer of a target");
    const auto options = std::make_shared<DatastoreBuildOptions>();
    addName(*command, "--target", options->target,
            "A model directory, a .gguf file or an embedded model's name; without it the embedded pair's target");
    addName(*command, "--out", options->out, "Where to write it; a datastore there is replaced")->required();
    addCorpusNames(*command, options->texts);
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return build(*options); };
    });
}

void addInspectDatastore(CLI::App& parent, Command& chosen)
{
    CLI::App* command = parent.add_subcommand("inspect", "Say what a datastore is, and whether it is whole");
    const auto options = std::make_shared<DatastoreInspectOptions>();
    addName(*command, "file", options->file, "A datastore")->required();
    addSwitch(*command, "--json", options->json, "Print one JSON object");
    command->callback([options, &chosen] { chosen.run = [options] { return inspect(*options); }; });
}

} // namespace

void addDatastore(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("datastore", "Build or inspect a file of texts that retrieval drafts from");
    command->require_subcommand(1);
    addBuild(*command, chosen);
    addInspectDatastore(*command, chosen);
}

} // namespace draftscope
