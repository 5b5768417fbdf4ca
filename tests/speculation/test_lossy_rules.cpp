// SPDX-License-Identifier: MIT
// Rules that are not lossless, and rules with a fault put in on purpose, are enumerated as test_losslessness does it.
// They miss the target's distribution by far more than what is allowed there.
#include <QTest>

#include "engine/speculation/draft_context.h"
#include "engine/speculation/verifiers.h"
#include "tests/speculation/round_distribution.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::testing;

namespace {

enum class Fault { none, drawsFromP, acceptsByP, drawsFromQ, keepsFirst, keepsThird, bonusOfRoot };

/// The chain rule with a fault put in on purpose; without one it is right, which shows that the enumeration is.
class FaultyJudging final : public Judging {
public:
    FaultyJudging(Fault fault, const DraftTree& tree, DistributionSource p, UniformSource uniforms)
        : m_fault(fault), m_tree(tree), m_p(std::move(p)), m_uniforms(std::move(uniforms))
    {
    }
    std::optional<Judgement> next() override
    {
        const int node = m_end + 1;
        if (m_rejected || node == int(m_tree.nodes.size()))
            return std::nullopt;
        const auto token = std::size_t(m_tree.nodes[std::size_t(node)].token);
        const double p = m_p(node)[token], q = m_tree.qOf(node)[token];
        double acceptance = m_fault == Fault::acceptsByP ? p : std::min(1.0, p / q);
        if ((m_fault == Fault::keepsFirst && node == 0) || (m_fault == Fault::keepsThird && node == 2))
            acceptance = 1;
        const double u = m_uniforms(node, Purpose::verdict);
        m_rejected = u >= acceptance;
        m_end += m_rejected ? 0 : 1;
        return Judgement{node, acceptance, u, m_rejected ? Verdict::rejected : Verdict::accepted};
    }
    Draw draw() override
    {
        const int context = m_end + 1;
        Distribution from = m_p(context);
        if (m_rejected && m_fault == Fault::drawsFromQ)
            from = m_tree.qOf(context);
        else if (!m_rejected && m_fault == Fault::bonusOfRoot)
            from = m_p(0);
        else if (m_rejected && m_fault != Fault::drawsFromP)
            residualOf(m_p(context), m_tree.qOf(context), from);
        const double u = m_uniforms(context, m_rejected ? Purpose::residual : Purpose::bonus);
        return {drawFrom(from, u), m_rejected ? TokenSource::residual : TokenSource::bonus, context, u};
    }
    int acceptedEnd() const override { return m_end; }

private:
    Fault m_fault;
    const DraftTree& m_tree;
    DistributionSource m_p;
    UniformSource m_uniforms;
    int m_end = -1;
    bool m_rejected = false;
};

class FaultyVerifier final : public Verifier {
public:
    explicit FaultyVerifier(Fault fault) : m_fault(fault) {}
    std::string_view name() const override { return "faulty"; }
    std::string_view title() const override { return "Faulty"; }
    std::string_view paper() const override { return {}; }
    VerifierTraits traits() const override { return {}; }
    NeedOfP needOfP() const override { return {KnownOfP::all, "is faulty"}; }
    bool supports(DrawRule) const override { return true; }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource) const override
    {
        return std::make_unique<FaultyJudging>(m_fault, tree, std::move(p), std::move(uniforms));
    }

private:
    Fault m_fault;
};

} // namespace

class TestLossyRules : public QObject {
    Q_OBJECT
    static constexpr double exact = 1e-11, far = 1e-3;
    static constexpr int textTokens = 4;

private slots:
    void typicalAcceptanceIsLossy()
    {
        RoundDistribution round(typicalVerifier(), chain(2), RandomDistributions{4, 1, false, false},
                                RandomDistributions{4, 101, false, false});
        QVERIFY(!typicalVerifier().isLossless());
        QVERIFY(round.errorOfFirst(textTokens) > far);
    }

    /// What Verifier::supports() refuses is refused for a reason.
    void speculativeSamplingOfChosenTokensIsBiased()
    {
        for (const Shape& shape : {chain(2), Shape{-1, -1}}) {
            RoundDistribution round(speculativeSamplingVerifier(), shape, RandomDistributions{4, 1, false, false},
                                    RandomDistributions{4, 101, false, false});
            round.drawBy(DrawRule::deterministic);
            QVERIFY(round.errorOfFirst(textTokens) > far);
        }
    }

    void aFaultShows_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<bool>("isRight");
        QTest::newRow("no fault") << int(Fault::none) << true;
        QTest::newRow("after a rejection p is drawn from") << int(Fault::drawsFromP) << false;
        QTest::newRow("after a rejection q is drawn from") << int(Fault::drawsFromQ) << false;
        QTest::newRow("accepts with p instead of p / q") << int(Fault::acceptsByP) << false;
        QTest::newRow("the first draft is always kept") << int(Fault::keepsFirst) << false;
        QTest::newRow("the third draft is always kept") << int(Fault::keepsThird) << false;
        QTest::newRow("the bonus is drawn from the root's p") << int(Fault::bonusOfRoot) << false;
    }
    void aFaultShows()
    {
        QFETCH(int, fault);
        QFETCH(bool, isRight);
        const FaultyVerifier verifier{Fault(fault)};
        RoundDistribution round(verifier, chain(3), RandomDistributions{3, 1, false, false},
                                RandomDistributions{3, 101, false, false});
        const double error = round.errorOfFirst(textTokens);
        QVERIFY2(isRight ? error < exact : error > far, qPrintable(QString::number(error)));
    }

    void aWrongQShows()
    {
        const RandomDistributions p{4, 1, false, false}, q{4, 101, false, false};
        RoundDistribution round(speculativeSamplingVerifier(), chain(2), p, q);
        round.judgeBy([&](const Text& prefix) { // q at another temperature
            Distribution other = q(prefix);
            double total = 0;
            for (double& value : other)
                total += value = std::sqrt(value);
            for (double& value : other)
                value /= total;
            return other;
        });
        QVERIFY(round.errorOfFirst(textTokens) > far);
    }
};

DRAFTSCOPE_TEST(TestLossyRules)
#include "test_lossy_rules.moc"
