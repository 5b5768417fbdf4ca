// SPDX-License-Identifier: MIT
// What each verifier says that it does (VerifierTraits) is what it does: the residual that a round records is the
// distribution that its token was really drawn from. Every rule of allVerifiers() is tried, a new one included.
#include <algorithm>
#include <numeric>

#include <QTest>

#include "engine/analysis/five_letter_pair.h"
#include "engine/session/combinations.h"
#include "engine/speculation/verifiers.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr int letters = 5;

/// What a reader of the record takes for the distribution that the round's last token is drawn from.
Distribution recordedSource(const RoundRecord& round)
{
    const DistributionRecord& context = round.contexts[std::size_t(round.draw->context)];
    const RemainderRecord* const left = round.remainderAt(round.draw->context);
    const bool hasResidual =
        std::ranges::any_of(context.top, [](const DistributionEntry& one) { return one.residual > 0; });
    Distribution source(letters, 0.0);
    for (std::size_t i = 0; i < context.top.size(); ++i) {
        const DistributionEntry& entry = context.top[i];
        source[std::size_t(entry.token)] = double(left ? left->values[i] : hasResidual ? entry.residual : entry.p);
    }
    const double sum = std::accumulate(source.begin(), source.end(), 0.0);
    for (double& value : source)
        value /= sum;
    return source;
}

double overlapOf(const DistributionRecord& context)
{
    double sum = 0;
    for (const DistributionEntry& entry : context.top)
        sum += double(std::min(entry.p, entry.q));
    return sum;
}

} // namespace

class TestVerifierTraits : public QObject {
    Q_OBJECT
private slots:
    void recordedResidualsAreDrawnFrom_data()
    {
        QTest::addColumn<QString>("combination");
        QTest::addColumn<bool>("hasResiduals");
        for (const Verifier* verifier : allVerifiers())
            for (const Combination& one : allCombinations())
                if (one.verifier == verifier && (one.method->name == "two-model" || one.method->name == "prompt-lookup")
                    && one.shape->files.empty())
                    QTest::newRow(one.name().c_str())
                        << QString::fromStdString(one.name()) << !verifier->traits().takesLikeliest;
    }
    void recordedResidualsAreDrawnFrom()
    {
        QFETCH(QString, combination);
        QFETCH(bool, hasResiduals);
        const Combination chosen = combinationNamed(combination.toStdString()).value();
        const VerifierTraits traits = chosen.verifier->traits();
        SessionSettings settings;
        settings.sampler.temperature = traits.isGreedy() ? 0 : 1.2;
        settings = settingsFor(chosen, settings).value();
        settings.draftLength = 3;
        settings.maxTokens = 12;
        settings.topTokens = letters;
        int drawn = 0;
        for (settings.seed = 1; settings.seed <= 40; ++settings.seed) {
            const auto session = makeSession(fiveLetterPair(), settings, "abcabd");
            const Recording recording = decode(*session);
            QVERIFY(recording.header().traits == traits);
            for (int r = 0; r < recording.roundCount(0); ++r) {
                const RoundRecord& round = recording.round(0, r);
                QVERIFY(round.traits == traits);
                checkResidualMass(round);
                if (round.draw && round.draw->source == TokenSource::residual) {
                    checkDraw(round);
                    ++drawn;
                }
                if (QTest::currentTestFailed())
                    return;
            }
        }
        QVERIFY2(drawn > 20 || !hasResiduals, qPrintable(QString::number(drawn)));
    }

    /// Traces before 0.2 hold a name only; what the reader makes of these seven is what they still do.
    void oldNamesMeanWhatTheyMeant()
    {
        for (const char* name : {"greedy", "speculative-sampling", "block", "k-seq", "without-replacement",
                                 "deterministic-children", "typical"}) {
            const VerifierTraits traits = verifierNamed(name).value()->traits();
            QVERIFY2(traitsOfOldTrace(name, traits.isLossless) == traits, name);
        }
        QVERIFY(traitsOfOldTrace("", true) == speculativeSamplingTraits);
        QVERIFY(traitsOfOldTrace("of another program", true) == VerifierTraits{.isLossless = true});
    }

private:
    /// It says something about max(0, p - q) only where that is what is left.
    static void checkResidualMass(const RoundRecord& round)
    {
        for (std::size_t c = 0; c < round.contexts.size(); ++c) {
            const DistributionRecord& context = round.contexts[c];
            const auto child = std::ranges::find(round.nodes, int(c) - 1, &NodeRecord::parent);
            if (!context.hasP || !context.hasQ || child == round.nodes.end())
                continue;
            const bool leaves = round.traits.leavesPWithoutQ || (round.traits.leavesPWithoutToken && child->q == 1);
            QVERIFY2(
                std::abs(context.residualMass - (leaves ? 1 - overlapOf(context) : 0)) < 1e-5,
                qPrintable(QString("residual mass %1, overlap %2").arg(context.residualMass).arg(overlapOf(context))));
        }
    }

    /// The same u gives the same token when the recorded distribution is drawn from.
    static void checkDraw(const RoundRecord& round)
    {
        const Distribution source = recordedSource(round);
        const TokenId expected = round.traits.takesLikeliest
            ? TokenId(std::ranges::max_element(source) - source.begin())
            : drawFrom(source, round.draw->u);
        QVERIFY2(expected == round.draw->token,
                 qPrintable(QString("round %1: %2 was drawn, %3 by the record")
                                .arg(round.round)
                                .arg(round.draw->token)
                                .arg(expected)));
    }
};

DRAFTSCOPE_TEST(TestVerifierTraits)
#include "test_verifier_traits.moc"
