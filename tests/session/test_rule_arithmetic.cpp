// SPDX-License-Identifier: MIT
// What rounds record of their verifier's own arithmetic: verdicts and draws follow from it, at every moment, and after
// a trace was written and read.
#include <cmath>

#include <QTemporaryDir>
#include <QTest>

#include "engine/trace/trace_file.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// Of the listed tokens what stands beside this one; nothing where it is not listed.
std::optional<double> besides(const DistributionRecord& context, const std::vector<float>& values, TokenId token)
{
    for (std::size_t i = 0; i < context.top.size(); ++i)
        if (context.top[i].token == token)
            return double(values[i]);
    return std::nullopt;
}

bool isAbout(double a, double b)
{
    return std::abs(a - b) < 1e-5;
}

double ratio(double r, double q)
{
    return r <= 0 ? 0 : std::min(1.0, r / q);
}

} // namespace

class TestRuleArithmetic : public QObject {
    Q_OBJECT
private slots:
    void verdictsFollowFromWhatIsRecorded_data()
    {
        QTest::addColumn<QString>("method");
        QTest::newRow("multi-step") << "two-model+fixed-widths+speculative-sampling";
        QTest::newRow("without replacement") << "two-model+fixed-widths+without-replacement";
        QTest::newRow("deterministic children") << "two-model+fixed-widths+deterministic-children";
        QTest::newRow("dynamic") << "two-model+dynamic";
        QTest::newRow("K-SEQ") << "two-model+fixed-widths+k-seq";
        QTest::newRow("K-SEQ of a chain") << "two-model+k-seq";
        QTest::newRow("block") << "two-model+block";
        QTest::newRow("typical") << "two-model+fixed-widths+typical";
    }
    void verdictsFollowFromWhatIsRecorded()
    {
        QFETCH(QString, method);
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings;
        settings = settingsFor(*combinationNamed(method.toStdString()), settings).value();
        settings.maxTokens = 40;
        settings.topTokens = 4;
        const Pair pair{models.target, models.draft};
        const auto session = makeSession(pair, settings, "Once");
        const Recording recording = decode(*session);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("decode.jsonl").toStdString();
        QVERIFY(saveTrace(path, recording));
        const auto loaded = loadTrace(path);
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        m_judged = m_afterSiblings = m_drawn = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            const RoundRecord& read = loaded->recording.round(0, r);
            for (std::size_t c = 0; c < round.contexts.size(); ++c) {
                QCOMPARE(read.contexts[c].remainders, round.contexts[c].remainders);
                QCOMPARE(read.contexts[c].numbers, round.contexts[c].numbers);
            }
            for (int m = 0; m <= int(read.moments.size()); ++m)
                checkMoment(atMoment(read, m));
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(m_judged > 10);
        QVERIFY2(m_drawn > 0 || settings.verifier == "typical", "a residual is drawn from");
        if (method.contains("fixed-widths") && settings.verifier != "typical" && settings.verifier != "k-seq")
            QVERIFY2(m_afterSiblings > 0, "a sibling of a rejected one is judged");
    }

private:
    int m_judged = 0, m_afterSiblings = 0, m_drawn = 0;

    void checkMoment(const RoundRecord& round)
    {
        for (std::size_t c = 0; c < round.contexts.size(); ++c)
            checkContext(round.contexts[c]);
        for (int n = 0; n < int(round.nodes.size()); ++n)
            if (round.nodes[std::size_t(n)].acceptance)
                checkVerdict(round, n);
        if (round.draw && round.draw->source == TokenSource::residual && !round.takesLikeliest()) {
            const RemainderRecord* const left = round.remainderAt(round.draw->context);
            const DistributionRecord& context = round.contexts[std::size_t(round.draw->context)];
            std::vector<float> values;
            for (const DistributionEntry& entry : context.top)
                values.push_back(entry.residual);
            QVERIFY(left || context.residualMass > 0); // of one child max(0, p - q) is left
            const auto drawn = besides(context, left ? left->values : values, round.draw->token);
            QVERIFY(drawn && *drawn > 0);
            ++m_drawn;
        }
    }

    static void checkContext(const DistributionRecord& context)
    {
        QVERIFY(context.hasP || context.remainders.empty());
        double before = 1;
        for (const RemainderRecord& left : context.remainders) {
            double sum = left.tail;
            QCOMPARE(left.values.size(), context.top.size());
            for (std::size_t i = 0; i < left.values.size(); ++i) {
                sum += double(left.values[i]);
                QVERIFY2(double(left.values[i]) * left.mass <= double(context.top[i].p) + 1e-6, "no more than p had");
            }
            QVERIFY(isAbout(sum, 1) && left.mass <= before + 1e-12);
            before = left.mass;
        }
    }

    void checkVerdict(const RoundRecord& round, int n)
    {
        const NodeRecord& node = round.nodes[std::size_t(n)];
        const DistributionRecord& context = round.contexts[std::size_t(node.parent + 1)];
        ++m_judged;
        if (round.verifier == "block") {
            const DistributionRecord& behind = round.contexts[std::size_t(n + 1)];
            QVERIFY(behind.numbers.kept && context.numbers.kept);
            QVERIFY(isAbout(*behind.numbers.kept, ratio(*context.numbers.kept * node.p, node.q)));
            const double s = behind.remainders.empty() ? 0 : behind.remainders[0].mass, kept = *behind.numbers.kept;
            const double h = behind.remainders.empty() ? kept : s + 1 - kept > 0 ? s / (s + 1 - kept) : 1;
            QVERIFY(isAbout(*node.acceptance, h));
        } else if (round.verifier == "typical") {
            QVERIFY(context.numbers.entropy && context.numbers.threshold);
            QCOMPARE(*context.numbers.threshold, *node.u);
            QVERIFY(isAbout(*context.numbers.threshold, std::min(0.09, 0.3 * std::exp(-*context.numbers.entropy))));
        } else if (round.verifier == "k-seq") {
            QVERIFY(context.numbers.divisor && *context.numbers.divisor >= 1);
            QVERIFY(isAbout(*node.acceptance, ratio(node.p / *context.numbers.divisor, node.q)));
        } else {
            const RemainderRecord* const left = round.remainderBefore(n);
            const auto r = left ? besides(context, left->values, node.token) : std::optional(node.p);
            QVERIFY(r);
            m_afterSiblings += left != nullptr;
            const bool takesNoQ = round.verifier == "deterministic-children";
            QVERIFY(isAbout(*node.acceptance, takesNoQ ? *r : ratio(*r, node.q)));
        }
    }
};

DRAFTSCOPE_TEST(TestRuleArithmetic)
#include "test_rule_arithmetic.moc"
