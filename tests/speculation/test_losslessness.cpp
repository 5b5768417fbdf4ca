// SPDX-License-Identifier: MIT
// Exact losslessness on small vocabularies: the joint distribution of the first four tokens under the real verifiers is
// the target's, to 1e-11 (the bisections give 1e-15 each). test_lossy_rules has the rules that must miss by far more.
#include <QTest>

#include "engine/speculation/draft_context.h"
#include "engine/speculation/verifiers.h"
#include "tests/speculation/round_distribution.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::testing;

namespace {

constexpr double exact = 1e-11;
constexpr double far = 1e-3;
constexpr int textTokens = 4; ///< of a text: more than two rounds of a short draft, or one of a long one

/// Tokens committed on average.
double lengthOf(const JointDistribution& committed)
{
    double length = 0;
    for (const auto& [text, probability] : committed)
        length += probability * double(text.size());
    return length;
}

} // namespace

Q_DECLARE_METATYPE(Shape)
Q_DECLARE_METATYPE(DrawRule)

class TestLosslessness : public QObject {
    Q_OBJECT
private slots:
    void speculativeSampling_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("vocabulary");
        QTest::addColumn<bool>("sparse");
        for (const bool sparse : {false, true}) {
            const char* const kind = sparse ? "with zeros" : "all positive";
            for (int k = 1; k <= 5; ++k)
                for (int v = 2; v <= std::max(2, 6 - k); ++v) // 5, 4, 3, 2, 2: there are v^k drafts
                    QTest::addRow("chain of %d, vocabulary %d, %s", k, v, kind) << chain(k) << v << sparse;
            QTest::addRow("2 children, %s", kind) << Shape{-1, -1} << 3 << sparse;
            QTest::addRow("3 children, %s", kind) << Shape{-1, -1, -1} << 3 << sparse;
            QTest::addRow("2 children with one each, %s", kind) << Shape{-1, -1, 0, 1} << 3 << sparse;
            QTest::addRow("1 child with 2, %s", kind) << Shape{-1, 0, 0} << 3 << sparse;
        }
    }
    void speculativeSampling()
    {
        QFETCH(Shape, shape);
        QFETCH(int, vocabulary);
        QFETCH(bool, sparse);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            RoundDistribution round(speculativeSamplingVerifier(), shape,
                                    RandomDistributions{vocabulary, seed, sparse, false},
                                    RandomDistributions{vocabulary, seed + 100, sparse, false});
            const double error = round.errorOfFirst(textTokens);
            QVERIFY2(error < exact, qPrintable(QString::number(error)));
            QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
        }
    }

    /// Those of the table, so that a new one is among them: each on small shapes, with drafts of every kind that it is
    /// valid for. A greedy one keeps a p that is one-hot.
    void everyLosslessRuleKeepsThePOfTheTarget_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<DrawRule>("draws");
        const auto rules = allVerifiers();
        for (std::size_t i = 0; i < rules.size(); ++i)
            for (const DrawRule draws : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic})
                if (rules[i]->isLossless() && rules[i]->supports(draws))
                    QTest::addRow("%s, %s", std::string(rules[i]->name()).c_str(), std::string(nameOf(draws)).c_str())
                        << int(i) << draws;
    }
    void everyLosslessRuleKeepsThePOfTheTarget()
    {
        QFETCH(int, number);
        QFETCH(DrawRule, draws);
        const Verifier& rule = *allVerifiers()[std::size_t(number)];
        std::vector<Shape> shapes = {chain(1), chain(2)};
        if (!rule.onlyChains())
            shapes.insert(shapes.end(), {Shape{-1, -1}, Shape{-1, 0, 0}});
        for (const Shape& shape : shapes) {
            RoundDistribution round(rule, shape, RandomDistributions{3, 1, false, rule.traits().isGreedy()},
                                    RandomDistributions{3, 101, false, false});
            round.drawBy(draws);
            const double error = round.errorOfFirst(textTokens);
            QVERIFY2(error < exact, qPrintable(QString::number(error)));
        }
    }

    /// Children are the likeliest tokens of q, and not one of them is drawn.
    void deterministicChildren_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("vocabulary");
        for (int k = 1; k <= 4; ++k)
            QTest::addRow("chain of %d", k) << chain(k) << 4;
        QTest::newRow("2 children") << Shape{-1, -1} << 4;
        QTest::newRow("all tokens are children") << Shape{-1, -1, -1} << 3;
        QTest::newRow("3 children with 1, 2 and none") << Shape{-1, -1, -1, 0, 1, 1} << 4;
        QTest::newRow("depth 2, 3 children each") << Shape{-1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2} << 4;
    }
    void deterministicChildren()
    {
        QFETCH(Shape, shape);
        QFETCH(int, vocabulary);
        for (const bool sparse : {false, true}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                RoundDistribution round(deterministicChildrenVerifier(), shape,
                                        RandomDistributions{vocabulary, seed, sparse, false},
                                        RandomDistributions{vocabulary, seed + 100, false, false});
                round.drawBy(DrawRule::deterministic);
                const double error = round.errorOfFirst(textTokens);
                QVERIFY2(error < exact, qPrintable(QString::number(error)));
                QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
            }
        }
    }

    /// It asks nothing of how they were chosen.
    void deterministicChildrenOfAnyKind()
    {
        for (const Shape& shape : {chain(2), Shape{-1, -1}, Shape{-1, 0, 0}}) {
            RoundDistribution round(deterministicChildrenVerifier(), shape, RandomDistributions{3, 1, false, false},
                                    RandomDistributions{3, 101, false, false});
            QVERIFY(round.errorOfFirst(textTokens) < exact);
        }
    }

    /// Drafting stops behind tokens of small q, so how long a draft is depends on what was drafted.
    void stoppingWhereQIsSmall_data()
    {
        QTest::addColumn<QString>("verifier");
        QTest::addColumn<DrawRule>("rule");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("vocabulary");
        const Shape twoWithTwo{-1, -1, 0, 0, 1, 1};
        for (const char* verifier : {"speculative-sampling", "block", "k-seq"})
            QTest::addRow("%s, chain of 3", verifier) << QString(verifier) << DrawRule::independent << chain(3) << 3;
        for (const char* verifier : {"speculative-sampling", "k-seq"})
            QTest::addRow("%s, 2 children with 2 each", verifier)
                << QString(verifier) << DrawRule::independent << twoWithTwo << 2;
        QTest::newRow("without replacement")
            << "without-replacement" << DrawRule::withoutReplacement << twoWithTwo << 3;
        QTest::newRow("deterministic") << "deterministic-children" << DrawRule::deterministic << twoWithTwo << 4;
    }
    void stoppingWhereQIsSmall()
    {
        QFETCH(QString, verifier);
        QFETCH(DrawRule, rule);
        QFETCH(Shape, shape);
        QFETCH(int, vocabulary);
        const auto named = verifierNamed(verifier.toStdString());
        QVERIFY(named);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const RandomDistributions p{vocabulary, seed, false, false}, q{vocabulary, seed + 100, false, false};
            RoundDistribution whole(**named, shape, p, q);
            whole.drawBy(rule);
            for (const double least : {0.2, 0.35, 0.5}) {
                RoundDistribution round(**named, shape, p, q);
                round.drawBy(rule);
                round.stopBelow(least);
                const double error = round.errorOfFirst(textTokens);
                QVERIFY2(error < exact, qPrintable(QString::number(error)));
                if (least == 0.5) // it does stop
                    QVERIFY(lengthOf(round.committed({})) < lengthOf(whole.committed({})) - far);
            }
        }
    }

    /// The draft has logits for two tokens of four, b and d: q of the others is 0, and every rule keeps p of them.
    void draftsOfAPartOfTheVocabulary_data()
    {
        QTest::addColumn<QString>("verifier");
        QTest::addColumn<DrawRule>("rule");
        QTest::addColumn<Shape>("shape");
        const Shape twoWithTwo{-1, -1, 0, 0, 1, 1};
        for (const char* verifier : {"speculative-sampling", "block", "k-seq"})
            QTest::addRow("%s, chain of 3", verifier) << QString(verifier) << DrawRule::independent << chain(3);
        for (const char* verifier : {"speculative-sampling", "k-seq"})
            QTest::addRow("%s, 2 children with 2 each", verifier)
                << QString(verifier) << DrawRule::independent << twoWithTwo;
        QTest::newRow("without replacement") << "without-replacement" << DrawRule::withoutReplacement << twoWithTwo;
        QTest::newRow("without replacement, more children than logits")
            << "without-replacement" << DrawRule::withoutReplacement << Shape{-1, -1, -1, 0};
        QTest::newRow("deterministic") << "deterministic-children" << DrawRule::deterministic << twoWithTwo;
    }
    void draftsOfAPartOfTheVocabulary()
    {
        QFETCH(QString, verifier);
        QFETCH(DrawRule, rule);
        QFETCH(Shape, shape);
        const auto named = verifierNamed(verifier.toStdString());
        QVERIFY(named);
        DraftVocabulary vocabulary{"draft", 4, 4, {3, 1}, std::vector<float>(4)};
        const RandomDistributions logits{2, 101, false, false};
        std::map<Text, Distribution> known; // the enumeration asks for each many times
        const auto q = [&](const Text& prefix) {
            const auto found = known.find(prefix);
            if (found != known.end())
                return found->second;
            DraftTree tree;
            const Distribution two = logits(prefix);
            const float given[] = {float(4 * two[0]), float(4 * two[1])};
            setDraftContext(tree, 0, given, {}, vocabulary, int(prefix.size()));
            return known[prefix] = tree.q[0];
        };
        const Distribution first = q({});
        QVERIFY(first[0] == 0 && first[2] == 0 && first[1] > 0 && first[3] > 0);
        QVERIFY((first[3] > first[1]) == (logits({})[0] > logits({})[1]));
        RoundDistribution round(**named, shape, RandomDistributions{4, 1, false, false}, q);
        round.drawBy(rule);
        const double error = round.errorOfFirst(textTokens - 1);
        QVERIFY2(error < exact, qPrintable(QString::number(error)));
        QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
    }

    void withoutReplacement_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("vocabulary");
        QTest::newRow("chain of 3") << chain(3) << 3;
        QTest::newRow("2 children") << Shape{-1, -1} << 4;
        QTest::newRow("3 children") << Shape{-1, -1, -1} << 4;
        QTest::newRow("all tokens are children") << Shape{-1, -1, -1} << 3;
        QTest::newRow("3 children with 3, none and 1") << Shape{-1, -1, -1, 0, 0, 0, 2} << 3;
    }
    void withoutReplacement()
    {
        QFETCH(Shape, shape);
        QFETCH(int, vocabulary);
        for (const bool sparse : {false, true}) {
            RoundDistribution round(withoutReplacementVerifier(), shape,
                                    RandomDistributions{vocabulary, 1, sparse, false},
                                    RandomDistributions{vocabulary, 101, sparse, false});
            round.drawBy(DrawRule::withoutReplacement);
            const double error = round.errorOfFirst(textTokens);
            QVERIFY2(error < exact, qPrintable(QString::number(error)));
            QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
        }
    }

    void kSeq_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("vocabulary");
        QTest::newRow("chain of 3") << chain(3) << 3;
        QTest::newRow("2 children") << Shape{-1, -1} << 4;
        QTest::newRow("3 children") << Shape{-1, -1, -1} << 3;
        QTest::newRow("3 children with 3") << Shape{-1, -1, -1, 0, 0, 0} << 2;
        QTest::newRow("2 children with 2 each") << Shape{-1, -1, 0, 0, 1, 1} << 2;
    }
    void kSeq()
    {
        QFETCH(Shape, shape);
        QFETCH(int, vocabulary);
        for (const bool sparse : {false, true}) {
            for (std::uint64_t seed = 1; seed <= 2; ++seed) {
                RoundDistribution round(kSeqVerifier(), shape, RandomDistributions{vocabulary, seed, sparse, false},
                                        RandomDistributions{vocabulary, seed + 100, sparse, false});
                const double error = round.errorOfFirst(textTokens);
                QVERIFY2(error < exact, qPrintable(QString::number(error)));
                QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
            }
        }
    }

    void blockVerification_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("vocabulary");
        for (int k = 1; k <= 4; ++k)
            QTest::addRow("chain of %d", k) << k << std::max(2, 6 - k);
    }
    void blockVerification()
    {
        QFETCH(int, length);
        QFETCH(int, vocabulary);
        for (const bool sparse : {false, true}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const RandomDistributions p{vocabulary, seed, sparse, false}, q{vocabulary, seed + 100, sparse, false};
                RoundDistribution round(blockVerifier(), chain(length), p, q);
                const double error = round.errorOfFirst(textTokens);
                QVERIFY2(error < exact, qPrintable(QString::number(error)));
                QVERIFY2(round.errorOfReports() < exact, qPrintable(QString::number(round.errorOfReports())));
                RoundDistribution oneByOne(speculativeSamplingVerifier(), chain(length), p, q);
                QVERIFY(lengthOf(round.committed({})) > lengthOf(oneByOne.committed({})) - exact);
            }
        }
    }

    /// The example of the paper: 11/9 accepted on average where judging one by one accepts 10/9.
    void blockVerificationKeepsMore()
    {
        const auto p = [](const Text&) { return Distribution{1.0 / 3, 2.0 / 3}; };
        const auto q = [](const Text&) { return Distribution{2.0 / 3, 1.0 / 3}; };
        RoundDistribution block(blockVerifier(), chain(2), p, q);
        RoundDistribution oneByOne(speculativeSamplingVerifier(), chain(2), p, q);
        QVERIFY(std::abs(lengthOf(block.committed({})) - 1 - 11.0 / 9) < exact);
        QVERIFY(std::abs(lengthOf(oneByOne.committed({})) - 1 - 10.0 / 9) < exact);
    }

    /// Sequoia's example: p = (1, 0), q = (1/2, 1/2), two children. Drawn independently 3/4 of the rounds keep one,
    /// drawn without replacement all do.
    void drawingWithoutReplacementKeepsMore()
    {
        const auto p = [](const Text&) { return Distribution{1, 0}; };
        const auto q = [](const Text&) { return Distribution{0.5, 0.5}; };
        RoundDistribution without(withoutReplacementVerifier(), {-1, -1}, p, q);
        without.drawBy(DrawRule::withoutReplacement);
        RoundDistribution independent(speculativeSamplingVerifier(), {-1, -1}, p, q);
        QVERIFY(std::abs(lengthOf(without.committed({})) - 2) < exact);
        QVERIFY(std::abs(lengthOf(independent.committed({})) - 1.75) < exact);
    }

    /// q that is one-hot: speculative sampling is right for such drafts, and the same as the rule for no chance.
    void deterministicDrafts()
    {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            RoundDistribution round(speculativeSamplingVerifier(), chain(3), RandomDistributions{4, seed, false, false},
                                    RandomDistributions{4, seed + 100, false, true});
            const double error = round.errorOfFirst(textTokens);
            QVERIFY2(error < exact, qPrintable(QString::number(error)));
        }
    }

    void greedy_data()
    {
        QTest::addColumn<Shape>("shape");
        QTest::newRow("chain of 1") << chain(1);
        QTest::newRow("chain of 3") << chain(3);
        QTest::newRow("tree") << Shape{-1, -1, 0, 1};
    }
    void greedy()
    {
        QFETCH(Shape, shape);
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            // Any draft at all: p is one-hot, as the greedy sampler makes it.
            RoundDistribution round(greedyVerifier(), shape, RandomDistributions{3, seed, false, true},
                                    RandomDistributions{3, seed + 100, false, false});
            QVERIFY(round.errorOfFirst(textTokens) < exact);
            QVERIFY(round.errorOfReports() < exact);
        }
    }

    void greedyIsSpeculativeSamplingOnOneHots()
    {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const RandomDistributions p{3, seed, false, true}, q{3, seed + 100, false, true};
            RoundDistribution greedy(greedyVerifier(), chain(3), p, q),
                sampling(speculativeSamplingVerifier(), chain(3), p, q);
            QCOMPARE(greedy.committed({}), sampling.committed({}));
        }
    }
};

DRAFTSCOPE_TEST(TestLosslessness)
#include "test_losslessness.moc"
