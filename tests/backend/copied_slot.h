// SPDX-License-Identifier: MIT
// What ForwardPass::copySlot() promises, for any backend.
#pragma once

#include <QTest>

#include "tests/backend/decoding.h"

namespace draftscope::test {

/// A path that runs through a copy of one of its slots goes on with the same bits, and one through a copy of another
/// token's does not. `pass` has at least 256 slots. Returns the logits of token 11 of someText(12).
inline Logits checkCopiedSlot(ForwardPass& pass)
{
    const auto text = someText(12, pass.config().vocabularySize);
    std::vector<int> slots = slotsInOrder(11);
    (void)decode(pass, std::vector<TokenId>(text.begin(), text.end() - 1), 4, slots);
    const auto next = [&](std::span<const int> prefix) {
        return run(pass, Rows{{{text.back(), 11, 0, 255, {}, true}}, {prefix}});
    };
    const Logits before = next(slots);
    pass.copySlot(5, 100);
    slots[5] = 100;
    [&] { QVERIFY(next(slots) == before); }();
    pass.copySlot(6, 100);
    [&] { QVERIFY(next(slots) != before); }();
    return before;
}

} // namespace draftscope::test
