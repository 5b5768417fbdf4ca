// SPDX-License-Identifier: MIT
// What must be true of the stages of a pass on every backend.
#pragma once

#include <QTest>

#include "engine/backend/pass_timing.h"
#include "engine/model/pass_stages.h"
#include "tests/backend/decoding.h"

namespace draftscope::test {

/// Times stages on a pass that has decoded a text, and looks whether its cache has survived that. `cacheBytes` is of an
/// element of keys and values.
inline void checkStages(ForwardPass& pass, const Model& model, std::size_t cacheBytes)
{
    const int vocabulary = model.config.vocabularySize, length = 20;
    const auto text = someText(length, vocabulary);
    const auto slots = slotsInOrder(length + 5);
    (void)decode(pass, text, 8, slots);
    Rows rows{{}, {std::span(slots).first(std::size_t(length))}};
    for (int i = 0; i < 5; ++i)
        rows.rows.push_back({i, length + i, 0, slots[std::size_t(length + i)],
                             std::span(slots).subspan(std::size_t(length), std::size_t(i)), i > 1});
    const Logits before = run(pass, rows);

    const std::vector<StageTime> stages = pass.timeStages(rows, 3);
    QCOMPARE(int(stages.size()), passStageCount);
    double weights = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        QVERIFY2(stages[s].milliseconds > 0 && stages[s].milliseconds < 60'000, stages[s].stage.c_str());
        QVERIFY2(stages[s].bytes > 0, stages[s].stage.c_str());
        if (s != std::size_t(PassStage::embedding) && s != std::size_t(PassStage::attention))
            weights += stages[s].bytes;
    }
    QCOMPARE(weights, double(model.weights.bytesPerPass()));
    const double slotBytes = 2.0 * model.config.kvHeadCount * model.config.headSize * double(cacheBytes);
    QCOMPARE(stages[std::size_t(PassStage::attention)].bytes, slotBytes * model.config.layerCount * (length + 5));
    QVERIFY(run(pass, rows) == before);
}

} // namespace draftscope::test
