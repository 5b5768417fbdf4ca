// SPDX-License-Identifier: MIT
// How rounds end that the device decides in one go: with an end of the text, or because logits are not usable. Both as
// by moments.
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/ending_pair.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaRoundEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void textsThatEnd();
    void unusableLogits_data();
    void unusableLogits();
};

/// An end-of-text token ends chains in the middle, where it is drafted, and rounds where it is accepted.
void TestCudaRoundEnds::textsThatEnd()
{
    const auto backend = cudaBackend();
    const Pair pair = endingPair();
    int refusedEnds = 0, acceptedEnds = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const char* verifier : {"speculative-sampling", "greedy"}) {
            SessionSettings settings = settingsOf("two-model", 6, {.temperature = 1.2});
            settings.sampler.greedy = std::string_view(verifier) == "greedy";
            settings.seed = seed;
            const std::string text = prompt + std::string(seed, 'e');
            const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
            const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
            const Recording one = fixtures::decode(*atOnce);
            compareRounds(one, decodeByMoments(*byMoments));
            QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
            for (int r = 0; r < one.roundCount(0); ++r) {
                const RoundRecord& round = one.round(0, r);
                const bool endsInText = !round.nodes.empty() && pair.target->isEndOfText(round.nodes.back().token);
                acceptedEnds += round.draw ? 0 : 1;
                refusedEnds += endsInText && round.draw ? 1 : 0;
                QCOMPARE(round.times.draftSteps.size(), round.nodes.size());
            }
        }
    QVERIFY2(acceptedEnds > 1 && refusedEnds > 1, qPrintable(QString("%1 %2").arg(acceptedEnds).arg(refusedEnds)));
}

void TestCudaRoundEnds::unusableLogits_data()
{
    QTest::addColumn<bool>("isDraft");
    QTest::addColumn<double>("temperature");
    for (const bool isDraft : {false, true})
        for (const double temperature : {0.0, 1.0})
            QTest::addRow("%s, temperature %g", isDraft ? "draft" : "target", temperature) << isDraft << temperature;
}

/// Both ways end with the same sentence after the same rounds.
void TestCudaRoundEnds::unusableLogits()
{
    QFETCH(bool, isDraft);
    QFETCH(double, temperature);
    SessionSettings settings = settingsOf("two-model", 5, {.temperature = temperature});
    settings.maxTokens = 40;
    const auto backend = cudaBackend();
    int failedLater = 0;
    for (const TokenId token : {-1, 75, 80, 60, 20}) {
        const Pair pair = brokenPair(isDraft, token);
        QString sentence;
        int rounds = 0;
        failsAlike(pair, settings, backend, sentence, rounds);
        const QString says = QString("The logits of %1 at position ")
                                 .arg(QString::fromStdString((isDraft ? pair.draft : pair.target)->name));
        if (token < 0)
            QCOMPARE(sentence,
                     says
                         + "12 of the text are NaN or infinite, so that no token can be chosen by them: its "
                           "weights are damaged, choose another model.");
        QVERIFY(sentence.startsWith(says) || sentence == "none"); // a token need not come
        failedLater += sentence != "none" && rounds > 0 ? 1 : 0;
    }
    QVERIFY(temperature == 0 || failedLater > 0);
}

DRAFTSCOPE_TEST(TestCudaRoundEnds)
#include "test_cuda_round_ends.moc"
