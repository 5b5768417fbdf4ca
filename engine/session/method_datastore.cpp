// SPDX-License-Identifier: MIT
#include "engine/session/method_datastore.h"

#include "engine/tokenizer/tokenizer_hash.h"

namespace draftscope {

Result<std::shared_ptr<const Datastore>> openDatastoreFor(const Model& target, const std::filesystem::path& path)
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

} // namespace draftscope
