// SPDX-License-Identifier: MIT
// Every fault of a rule or of q that a person can choose, enumerated on small vocabularies as test_losslessness does
// it: the joint distribution of the first tokens is the target's without the fault, and another one with it. What
// faults leave in the cache no enumeration of a rule sees; test_lossless and test_faults do.
#include <QTest>

#include <algorithm>
#include <cmath>

#include "engine/session/faults.h"
#include "engine/speculation/faulty_verifier.h"
#include "tests/speculation/round_distribution.h"

using namespace draftscope;
using namespace draftscope::testing;

namespace {

constexpr double exact = 1e-11;
constexpr double far = 1e-3;
constexpr int tokens = 2, vocabulary = 4;
const SamplerSettings sampler = {.temperature = 0.6, .topK = 3};

/// What a sampler makes of random logits, one distribution a prefix.
ConditionalDistribution sampled(std::uint64_t seed, const SamplerSettings& by, void (*change)(Distribution&) = nullptr)
{
    return [=](const Text& prefix) {
        std::vector<float> logits;
        for (const double value : RandomDistributions{vocabulary, seed, false, false}(prefix))
            logits.push_back(float(std::log(value)));
        Distribution result;
        distributionOf(logits, by, vocabulary, result);
        if (change)
            change(result);
        return result;
    };
}

DrawRule ruleOf(const Verifier& verifier)
{
    for (const DrawRule rule : {DrawRule::independent, DrawRule::withoutReplacement})
        if (verifier.supports(rule))
            return rule;
    return DrawRule::deterministic;
}

std::vector<Shape> shapesFor(const Fault& fault, const Verifier& verifier)
{
    if (verifier.onlyChains())
        return {chain(2), chain(3)};
    std::vector<Shape> shapes = {{-1, -1}, {-1, -1, -1}, {-1, -1, 0}};
    if (!fault.needsChildren)
        shapes.push_back(chain(2));
    return shapes;
}

} // namespace

class TestFaultsExactly : public QObject {
    Q_OBJECT
private slots:
    void aFaultShows_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("verifier");
        for (const Fault& fault : allFaults()) {
            QVERIFY(fault.leavesKv() == fault.verifiers().empty());
            for (const std::string_view verifier : fault.verifiers())
                QTest::addRow("%s, %s", fault.name.data(), verifier.data())
                    << QString::fromUtf8(fault.name.data()) << QString::fromUtf8(verifier.data());
        }
    }
    void aFaultShows()
    {
        QFETCH(QString, name);
        QFETCH(QString, verifier);
        const Fault& fault = **faultNamed(name.toStdString());
        const Verifier& right = **verifierNamed(verifier.toStdString());
        const Verifier& broken = fault.verifier ? fault.verifier() : right;
        QVERIFY(right.isLossless());
        QCOMPARE(broken.name(), right.name()); // traces name the rule, and beside it the fault
        QVERIFY(!fault.verifier || !broken.isLossless());
        for (const Shape& shape : shapesFor(fault, right)) {
            double most = 0;
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const auto p = sampled(seed, sampler), q = sampled(seed + 100, sampler);
                RoundDistribution asItShouldBe(right, shape, p, q);
                asItShouldBe.drawBy(ruleOf(right));
                const double error = asItShouldBe.errorOfFirst(tokens);
                QVERIFY2(error < exact, qPrintable(QString::number(error)));

                RoundDistribution round(broken, shape, p, q);
                round.drawBy(ruleOf(right));
                if (fault.samplerOfQ || fault.changesQ)
                    round.judgeBy(
                        sampled(seed + 100, fault.samplerOfQ ? fault.samplerOfQ(sampler) : sampler, fault.changesQ));
                if (fault.dropsRepeats)
                    round.prepareBy(dropRepeats);
                most = std::max(most, round.errorOfFirst(tokens));
                if (fault.verifier) // it says what it does
                    QVERIFY(round.errorOfReports() < exact);
            }
            QVERIFY2(most > far, qPrintable(QString::number(most)));
        }
    }

    /// What is said of a context, from p and q, is what comes of all drafts and verdicts there.
    void whatIsWrittenBehindAContext_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("children");
        QTest::addRow("none, 2") << QString() << 2; // nothing is broken: p
        for (const Fault& fault : allFaults())
            for (int children = 1; fault.takeAway && children <= 3; ++children)
                QTest::addRow("%s, %d", fault.name.data(), children)
                    << QString::fromUtf8(fault.name.data()) << children;
    }
    void whatIsWrittenBehindAContext()
    {
        QFETCH(QString, name);
        QFETCH(int, children);
        double most = 0; // how far from p
        const Fault none, &fault = name.isEmpty() ? none : **faultNamed(name.toStdString());
        const Verifier& right = **verifierNamed(fault.verifiers().empty() ? std::string_view("speculative-sampling")
                                                                          : fault.verifiers().front());
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto p = sampled(seed, sampler), q = sampled(seed + 100, sampler);
            const auto judgedBy =
                sampled(seed + 100, fault.samplerOfQ ? fault.samplerOfQ(sampler) : sampler, fault.changesQ);
            RoundDistribution round(fault.verifier ? fault.verifier() : right, Shape(std::size_t(children), -1), p, q);
            round.drawBy(ruleOf(right));
            if (fault.replacesQ())
                round.judgeBy(judgedBy);
            const Distribution before = p({}), drawn = q({}), judged = fault.replacesQ() ? judgedBy({}) : drawn;
            std::vector<TokenId> likeliest = {0, 1, 2, 3};
            std::ranges::stable_sort(likeliest, std::ranges::greater(),
                                     [&](TokenId token) { return drawn[std::size_t(token)]; });
            std::vector<JudgedChild> seen;
            for (int child = 0; child < children; ++child)
                seen.push_back(ruleOf(right) == DrawRule::deterministic
                                   ? JudgedChild{nullptr, &judged, likeliest[std::size_t(child)]}
                                   : JudgedChild{&drawn, &judged});
            const Distribution written = expectedOutput(before, seen, fault.takeAway ? fault.takeAway : &takeResidual);
            auto enumerated = round.firstTokens(1);
            Distribution counted(std::size_t(vocabulary), 0.0);
            for (const auto& [text, weight] : enumerated)
                counted[std::size_t(text.front())] += weight;
            for (TokenId token = 0; token < vocabulary; ++token)
                QVERIFY2(std::abs(written[std::size_t(token)] - counted[std::size_t(token)]) < exact,
                         qPrintable(QStringLiteral("seed %1, token %2: %3, %4")
                                        .arg(seed)
                                        .arg(token)
                                        .arg(written[std::size_t(token)])
                                        .arg(counted[std::size_t(token)])));
            most = std::max(most, totalVariationBetween(written, before));
        }
        QVERIFY2(name.isEmpty() ? most < exact : most > far, qPrintable(QString::number(most)));
    }

    void distances()
    {
        QCOMPARE(totalVariationBetween({0.5, 0.5, 0}, {0.25, 0.25, 0.5}), 0.5);
        QCOMPARE(totalVariationBetween({1, 0}, {0, 1}), 1.0);
        QCOMPARE(totalVariationBetween({0.3, 0.7}, {0.3, 0.7}), 0.0);
    }

    void shiftedTokens()
    {
        Distribution q = {0.5, 0.3, 0.2};
        shiftTokens(q);
        QCOMPARE(q, (Distribution{0.2, 0.5, 0.3}));
    }

    void droppedRepeats()
    {
        DraftTree tree; // 7 has two children, of which the second time one is left; 7 again has one
        tree.nodes = {{7, -1, 1}, {8, -1, 1}, {7, -1, 1}, {8, 0, 2}, {8, 0, 2}, {9, 2, 2}};
        dropRepeats(tree);
        QCOMPARE(tree.childrenOf(-1), (std::vector<int>{0, 1}));
        QCOMPARE(tree.childrenOf(0), std::vector<int>{3});
        QVERIFY(tree.nodes[5].pruned); // behind one that is dropped
    }
};

QTEST_GUILESS_MAIN(TestFaultsExactly)
#include "test_faults_exactly.moc"
