// SPDX-License-Identifier: MIT
// SAM decoding: the longest match of the text's end in the text, or in a corpus, by a suffix automaton.
#include "engine/session/method_datastore.h"
#include "engine/session/method_table.h"
#include "engine/speculation/suffix_automaton_drafter.h"

namespace draftscope {
namespace {

Result<std::shared_ptr<const Datastore>> openCorpus(const Pair& pair, const SessionSettings& settings)
{
    const std::string path = fileOf(settings, "corpus");
    return path.empty() ? Result<std::shared_ptr<const Datastore>>(nullptr) : openDatastoreFor(*pair.target, path);
}

Result<std::unique_ptr<Drafter>> makeSuffixAutomatonDrafter(const DrafterParts& parts, const Progress&)
{
    const int shortest = optionOf(parts.settings, "match-min"), vocabulary = parts.pair.target->config.vocabularySize;
    if (!parts.data.datastore)
        return std::make_unique<SuffixAutomatonDrafter>(shortest, vocabulary);
    return std::make_unique<SuffixAutomatonDrafter>(shortest, parts.data.datastore, vocabulary);
}

} // namespace

Method suffixAutomatonMethod()
{
    return {.name = "suffix-automaton",
            .title = "Suffix automaton",
            .paper = "Hu et al., arXiv 2411.10666",
            .rules = {DrawRule::deterministic},
            .options = {{"match-min", "Min match", "Tokens that the end of the text and an earlier place must share", 1,
                         64, 3}},
            .files = {{"corpus", "Corpus", "A datastore in which the end of the text is looked for, too"}},
            .openDatastore = &openCorpus,
            .makeDrafter = &makeSuffixAutomatonDrafter};
}

} // namespace draftscope
