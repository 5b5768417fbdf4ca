// SPDX-License-Identifier: MIT
// Rounds in which a head drafts with the target's hidden states, decided on the device in one go: as those that a
// session takes by their moments, bit by bit.
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/target_heads.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaHeadRounds : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    /// The head that a row of the data names, drafting for the tiny target.
    [[nodiscard]] SessionSettings settingsFor(const QString& method, const QString& shape, double temperature) const;

private Q_SLOTS:
    void initTestCase();
    void asByMoments_data();
    void asByMoments();
    void sixteenBits_data() { methods(); }
    void sixteenBits();
    void longChains();
    void momentsAndRoundsInTurn_data() { methods(); }
    void momentsAndRoundsInTurn();
    void goingBackAndOn_data() { methods(); }
    void goingBackAndOn();
    void shortPrompts_data() { methods(); }
    void shortPrompts();
#ifndef DRAFTSCOPE_ON_DEVICE
    void hostWaitsOnce_data()
    {
        methods();
    }
    void hostWaitsOnce();
    void withoutMemoryItGoesByMoments_data()
    {
        methods();
    }
    void withoutMemoryItGoesByMoments();
#endif

private:
    static void methods();
};

void TestCudaHeadRounds::initTestCase()
{
    skipWithoutDevice();
    for (const char* method : fixtures::headMethods)
        fixtures::writeHeadFor(m_directory.filePath(method).toStdString(), method);
}

void TestCudaHeadRounds::methods()
{
    QTest::addColumn<QString>("method");
    for (const char* method : fixtures::headMethods)
        QTest::newRow(method) << method;
}

SessionSettings TestCudaHeadRounds::settingsFor(const QString& method, const QString& shape, double temperature) const
{
    SessionSettings settings =
        fixtures::headSettings(method.toStdString(), m_directory.filePath(method).toStdString(), shape.toStdString());
    settings.sampler.temperature = temperature;
    settings.sampler.greedy = temperature == 0;
    settings.maxTokens = 20;
    settings.topTokens = 8;
    return settings;
}

void TestCudaHeadRounds::asByMoments_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("temperature");
    for (const char* method : fixtures::headMethods)
        for (const char* shape : {"chain", "fixed-widths", "dynamic"})
            for (const double temperature : {0.0, 1.0, 1.6})
                QTest::addRow("%s, %s, T = %g", method, shape, temperature) << method << shape << temperature;
}

void TestCudaHeadRounds::asByMoments()
{
    QFETCH(QString, method);
    QFETCH(QString, shape);
    QFETCH(double, temperature);
    const auto backend = cudaBackend();
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    int accepted = 0, longest = 0;
    for (const std::uint64_t seed : {1, 2}) {
        SessionSettings settings = settingsFor(method, shape, temperature);
        settings.seed = seed;
        if (seed == 2 && shape != "chain")
            settings.topTokens = 0;
        const std::string text = prompt + std::string(seed, 'e');
        const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
        const Recording recording = decodeAtOnce(*atOnce);
        compareRounds(recording, decodeByMoments(*byMoments));
        QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
        for (int r = 0; r < recording.roundCount(0); ++r) {
            accepted += recording.round(0, r).acceptedCount();
            longest = std::max(longest, recording.round(0, r).acceptedCount());
        }
    }
    // States of accepted nodes are what later rounds draft with. Of these random models the likeliest tokens are seldom
    // accepted.
    if (temperature > 0 && method != "medusa" && shape != "dynamic")
        QVERIFY2(accepted > 2 && longest > 1, qPrintable(QString("%1 %2").arg(accepted).arg(longest)));
}

/// Models of 16 bits, whose attention is another kernel.
void TestCudaHeadRounds::sixteenBits()
{
    QFETCH(QString, method);
    const auto backend = cudaBackend();
    const Pair pair = {inBf16(*fixtures::makeTargetOfHeads()), nullptr};
    for (const char* shape : {"fixed-widths", "dynamic"}) {
        const SessionSettings settings = settingsFor(method, shape, 1);
        const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
        compareRounds(decodeAtOnce(*atOnce), decodeByMoments(*byMoments));
    }
}

/// As many levels as there may be.
void TestCudaHeadRounds::longChains()
{
    const auto backend = cudaBackend();
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    SessionSettings settings = settingsFor("eagle3", "chain", 1.0);
    settings.draftLength = 64;
    settings.maxTokens = 70;
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    for (int r = 0; r < 3; ++r) {
#ifndef DRAFTSCOPE_ON_DEVICE
        const std::uint64_t before = simt::waitCount();
#endif
        atOnce->finishRound();
#ifndef DRAFTSCOPE_ON_DEVICE
        if (r > 0) // the first one reads the prompt
            QCOMPARE(simt::waitCount() - before, std::uint64_t(1));
#endif
        while (byMoments->advance().kind != MomentKind::commit) {}
        QVERIFY(fixtures::withoutTimes(atOnce->round()) == fixtures::withoutTimes(byMoments->round()));
    }
    QVERIFY(atOnce->round().nodes.size() > 60);
}

/// Both leave the states that the other goes on with.
void TestCudaHeadRounds::momentsAndRoundsInTurn()
{
    QFETCH(QString, method);
    const auto backend = cudaBackend();
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    const SessionSettings settings = settingsFor(method, "chain", 1.3);
    const auto mixed = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    Recording recording(mixed->header());
    for (int r = 0; mixed->ended() == EndReason::none; ++r) {
        if (r % 3 == 1)
            while (mixed->advance().kind != MomentKind::commit) {}
        else
            mixed->finishRound();
        recording.put(0, mixed->round());
    }
    QVERIFY(recording.roundCount(0) > 6);
    compareRounds(recording, decodeByMoments(*byMoments));
}

void TestCudaHeadRounds::goingBackAndOn()
{
    QFETCH(QString, method);
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    const auto session = fixtures::makeSession(pair, settingsFor(method, "chain", 1.3), prompt, cudaBackend());
    const Recording recording = fixtures::decode(*session);
    const std::vector<TokenId> whole = fixtures::tokensOf(*session);
    for (const int round : {recording.roundCount(0) / 2, 1})
        for (const int moment : {0, 2, int(recording.round(0, round).moments.size())}) {
            session->resume(recording, {0, round, moment});
            while (session->ended() == EndReason::none)
                session->finishRound();
            QCOMPARE(fixtures::tokensOf(*session), whole);
        }
}

/// A text of one token has no row that a head could draft after.
void TestCudaHeadRounds::shortPrompts()
{
    QFETCH(QString, method);
    const auto backend = cudaBackend();
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    for (const std::string text : {"", "T", "Th"}) {
        const SessionSettings settings = settingsFor(method, "chain", 1.0);
        const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
        compareRounds(fixtures::decode(*atOnce), decodeByMoments(*byMoments));
    }
}

#ifndef DRAFTSCOPE_ON_DEVICE

void TestCudaHeadRounds::hostWaitsOnce()
{
    QFETCH(QString, method);
    const Pair pair = {fixtures::makeTargetOfHeads(), nullptr};
    for (const char* shape : {"chain", "fixed-widths", "dynamic"}) {
        const auto session = fixtures::makeSession(pair, settingsFor(method, shape, 1), prompt, cudaBackend());
        waitsOnceARound(*session);
    }
}

void TestCudaHeadRounds::withoutMemoryItGoesByMoments()
{
    QFETCH(QString, method);
    goesByMomentsWithoutMemory({fixtures::makeTargetOfHeads(), nullptr}, settingsFor(method, "chain", 1.0),
                               cudaBackend(), {1, 4, 6, 9});
}

#endif

DRAFTSCOPE_TEST(TestCudaHeadRounds)
#include "test_cuda_head_rounds.moc"
