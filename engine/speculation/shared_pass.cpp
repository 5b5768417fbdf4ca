// SPDX-License-Identifier: MIT
#include "engine/speculation/shared_pass.h"

#include <utility>

namespace draftscope {

SharedPass::SharedPass(std::unique_ptr<ForwardPass> forward, int sequenceCount)
    : pass(std::move(forward)), table(pass->slotCount(), sequenceCount)
{
}

PassShare::PassShare(std::shared_ptr<SharedPass> pass, int ofSequence, int mostSlots)
    : shared(std::move(pass)), sequence(ofSequence), slotCount(mostSlots)
{
}

} // namespace draftscope
