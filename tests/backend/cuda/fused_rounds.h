// SPDX-License-Identifier: MIT
// Rounds that the device decides in one go, compared with those of a session that takes the same by moments.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include <QTest>

#include "tests/fixtures/cut_draft.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

namespace draftscope::test {

inline const std::string prompt = "There was a";

inline Pair tinyPair()
{
    const auto [target, draft] = fixtures::makeTinyPair();
    return {target, draft};
}

/// A draft that has logits for half of the tokens.
inline Pair cutPair()
{
    const auto [target, draft] = fixtures::makeTinyPair();
    return {target, fixtures::cutDraft(*draft, fixtures::everySecondToken(draft->config.vocabularySize))};
}

/// A copy of a model in f32 whose matrices are bf16, cut off.
inline std::shared_ptr<const Model> inBf16(const Model& from)
{
    auto model = std::make_shared<Model>(from);
    const auto cut = [&](MatrixView& matrix) {
        const auto* const values = static_cast<const float*>(matrix.data);
        if (!values)
            return;
        auto own = std::make_shared<std::vector<std::uint16_t>>();
        for (std::size_t i = 0; i < std::size_t(matrix.rows) * std::size_t(matrix.columns); ++i)
            own->push_back(std::uint16_t(std::bit_cast<std::uint32_t>(values[i]) >> 16));
        matrix.data = own->data();
        matrix.type = WeightType::bf16;
        model->weights.storage.push_back(own);
    };
    cut(model->weights.embedding);
    cut(model->weights.positions);
    if (from.weights.head.data == from.weights.embedding.data)
        model->weights.head = model->weights.embedding;
    else
        cut(model->weights.head);
    for (LayerWeights& layer : model->weights.layers)
        for (MatrixView* const matrix : {&layer.q, &layer.k, &layer.v, &layer.o, &layer.gate, &layer.up, &layer.down})
            cut(*matrix);
    return model;
}

inline SessionSettings settingsOf(const char* method, int draftLength, const SamplerSettings& sampler,
                                  int topTokens = 16)
{
    SessionSettings settings;
    settings.method = method;
    settings.draftLength = draftLength;
    settings.sampler = sampler;
    settings.topTokens = topTokens;
    settings.maxTokens = 12;
    return settings;
}

/// To the end of the text, every round by its moments.
inline Recording decodeByMoments(Session& session)
{
    Recording recording(session.header());
    while (session.ended() == EndReason::none) {
        while (session.advance().kind != MomentKind::commit) {}
        recording.put(0, session.round());
    }
    return recording;
}

/// To the end of the text, a round at a time. On the simulated device it is seen that the host waits once a round, and
/// a few times for the prompt.
inline Recording decodeAtOnce(Session& session)
{
#ifndef DRAFTSCOPE_ON_DEVICE
    const std::uint64_t before = simt::waitCount();
#endif
    Recording recording = fixtures::decode(session);
#ifndef DRAFTSCOPE_ON_DEVICE
    const auto waits = int(simt::waitCount() - before);
    if (waits > recording.roundCount(0) + 3)
        QTest::qFail(qPrintable(QString("%1 waits in %2 rounds").arg(waits).arg(recording.roundCount(0))), __FILE__,
                     __LINE__);
#endif
    return recording;
}

#ifndef DRAFTSCOPE_ON_DEVICE
/// For some rounds behind the first, which reads the prompt.
inline void waitsOnceARound(Session& session)
{
    session.finishRound();
    for (int r = 0; r < 4; ++r) {
        QVERIFY(session.ended() == EndReason::none);
        const std::uint64_t before = simt::waitCount();
        session.finishRound();
        QCOMPARE(simt::waitCount() - before, std::uint64_t(1));
    }
}
#endif

inline void compareRounds(const Recording& atOnce, const Recording& byMoments)
{
    QCOMPARE(atOnce.roundCount(0), byMoments.roundCount(0));
    for (int r = 0; r < atOnce.roundCount(0); ++r) {
        const RoundRecord a = fixtures::withoutTimes(atOnce.round(0, r)),
                          b = fixtures::withoutTimes(byMoments.round(0, r));
        QCOMPARE(fixtures::momentsOf(a), fixtures::momentsOf(b));
        QVERIFY2(a.nodes == b.nodes, qPrintable(QString("nodes of round %1").arg(r)));
        QVERIFY2(a.draw == b.draw, qPrintable(QString("draw of round %1").arg(r)));
        QVERIFY2(a.contexts == b.contexts, qPrintable(QString("contexts of round %1").arg(r)));
        QVERIFY2(a.cacheChanges == b.cacheChanges, qPrintable(QString("caches of round %1").arg(r)));
        QVERIFY2(a == b, qPrintable(QString("round %1").arg(r)));
    }
}

#ifndef DRAFTSCOPE_ON_DEVICE
/// Where one of these allocations of the round's own memory fails, counted from 1 when it is first wanted.
inline void goesByMomentsWithoutMemory(const Pair& pair, const SessionSettings& settings,
                                       const std::shared_ptr<Backend>& backend, std::initializer_list<int> allocations)
{
    const Recording expected = fixtures::decode(*fixtures::makeSession(pair, settings, prompt, backend));
    for (const int n : allocations) {
        const auto session = fixtures::makeSession(pair, settings, prompt, backend);
        simt::failAllocation(std::uint64_t(n));
        const std::uint64_t waits = simt::waitCount();
        compareRounds(fixtures::decode(*session), expected);
        QVERIFY(simt::waitCount() - waits > std::uint64_t(2 * expected.roundCount(0))); // a wait for each pass
        simt::failAllocation(0);
    }
}
#endif

} // namespace draftscope::test
