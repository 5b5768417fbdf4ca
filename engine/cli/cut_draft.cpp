// SPDX-License-Identifier: MIT
// draftscope-cli cut-draft: a draft whose head has the most frequent tokens only.
#include <algorithm>
#include <memory>

#include "engine/catalogue/embedded.h"
#include "engine/cli/choose_pair.h"
#include "engine/cli/command.h"
#include "engine/cli/corpus_texts.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/printable.h"
#include "engine/model/cut_draft.h"

namespace draftscope {
namespace {

struct CutDraftOptions {
    std::string draft; ///< empty: the embedded pair's
    std::filesystem::path out;
    std::vector<std::string> texts;
    int keep = 0;
};

Result<void> check(const CutDraftOptions& options)
{
    if (options.keep < 1)
        return fail("The number of tokens to keep is {}: choose 1 or more.", options.keep);
    return checkCorpusNames(options.texts, "cut-draft");
}

Result<std::shared_ptr<const Model>> chooseDraft(std::string name)
{
    if (name.empty()) {
        const auto embedded = embeddedModels();
        if (!embedded)
            return tl::unexpected(embedded.error());
        name = embedded->defaultDraft;
    }
    return chooseModel(name);
}

Result<int> run(const CutDraftOptions& options)
{
    const Progress progress = watchedProgress();
    const auto draft = chooseDraft(options.draft);
    if (!draft)
        return tl::unexpected(draft.error());
    const Model& model = **draft;
    if (options.keep >= model.tokenizer->size())
        return fail("The vocabulary of {} has {} tokens: choose fewer than that to keep.", model.name,
                    model.tokenizer->size());
    const auto files = corpusFiles(options.texts);
    if (!files)
        return tl::unexpected(files.error());
    const auto corpus = encodeCorpus(*files, *model.tokenizer, progress);
    if (!corpus)
        return tl::unexpected(corpus.error());
    if (corpus->tokens.empty())
        return fail("The files hold no text: name others.");
    const std::vector<TokenId> kept = mostFrequentTokens(model, corpus->tokens, options.keep);
    if (const auto written = writeCutDraft(model, kept, options.out); !written)
        return tl::unexpected(written.error());
    const auto covered =
        std::ranges::count_if(corpus->tokens, [&](TokenId token) { return std::ranges::binary_search(kept, token); });
    const auto cut = openModel(options.out, progress); // what was written can be read
    if (!cut)
        return tl::unexpected(cut.error());
    print(fmt::format("{}: logits for {} of {} tokens, which are {:.1f} % of the text's; {:.2f} MB read a pass instead "
                      "of {:.2f}\n",
                      printableName(options.out.string()), kept.size(), model.tokenizer->size(),
                      100 * double(covered) / double(corpus->tokens.size()),
                      double((*cut)->weights.bytesPerPass()) / 1e6, double(model.weights.bytesPerPass()) / 1e6));
    return succeeded;
}

} // namespace

void addCutDraft(CLI::App& app, Command& chosen)
{
    CLI::App* command =
        app.add_subcommand("cut-draft", "Cut the head of a draft to the most frequent tokens of a text");
    const auto options = std::make_shared<CutDraftOptions>();
    addName(*command, "--draft", options->draft,
            "A model directory or an embedded model's name; without it the embedded pair's draft");
    addNumber(*command, "--keep", options->keep, "Tokens that keep their logits")->required();
    addName(*command, "--out", options->out, "The directory to write the cut draft to; what is there is replaced")
        ->required();
    addCorpusNames(*command, options->texts);
    command->callback([options, &chosen] {
        chosen.check = [options] { return check(*options); };
        chosen.run = [options] { return run(*options); };
    });
}

} // namespace draftscope
