// SPDX-License-Identifier: MIT
// Retrieval (REST): what followed the end of the text in a datastore of other texts.
#include "engine/session/method_datastore.h"
#include "engine/session/method_table.h"
#include "engine/speculation/retrieval_drafter.h"

namespace draftscope {
namespace {

Result<std::shared_ptr<const Datastore>> openRetrievalDatastore(const Pair& pair, const SessionSettings& settings)
{
    return openDatastoreFor(*pair.target, fileOf(settings, "datastore"));
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

} // namespace

Method retrievalMethod()
{
    return {.name = "retrieval",
            .title = "Retrieval",
            .paper = "He et al., arXiv 2311.08252",
            .rules = {DrawRule::deterministic},
            .growsTrees = true,
            .options = {{"suffix-max", "Max suffix",
                         "Tokens at the end of the text that are looked for in the datastore", 1, 64, 16},
                        {"suffix-min", "Min suffix",
                         "Where the longest is not found shorter ones are, down to so many tokens", 1, 64, 2},
                        {"places-max", "Max places", "Places of the datastore whose continuations are counted", 1, 4096,
                         256}},
            .files = {{"datastore", "Datastore", "What draftscope-cli datastore build made", true}},
            .openDatastore = &openRetrievalDatastore,
            .makeDrafter = &makeRetrievalDrafter,
            .checkOptions = &checkRetrieval};
}

} // namespace draftscope
