// SPDX-License-Identifier: MIT
#include <QTest>

#include <cmath>

#include "engine/analysis/favoured_tokens_test.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

const PossibleTokens p = {{0, 0.5, 0.0}, {2, 0.5, 0.5}};
const PossibleTokens favoursToken2 = {{0, 0.2, 0.0}, {2, 0.8, 0.2}};

ChiSquare afterTokens(const PossibleTokens& q, int ofZero, int ofTwo)
{
    FavouredTokensTest test;
    for (int i = 0; i < ofZero; ++i)
        test.add(p, q, 0);
    for (int i = 0; i < ofTwo; ++i)
        test.add(p, q, 2);
    return test.chiSquare();
}

} // namespace

class TestFavouredTokens : public QObject {
    Q_OBJECT
private slots:
    /// 100 tokens, of which p expects 50 to be favoured, with a variance of 25.
    void byHand()
    {
        QCOMPARE(afterTokens(favoursToken2, 50, 50).statistic, 0.0);
        const ChiSquare drifted = afterTokens(favoursToken2, 35, 65);
        QCOMPARE(drifted.degreesOfFreedom, 1);
        QCOMPARE(drifted.statistic, 9.0);
        QVERIFY(std::abs(drifted.pValue - std::erfc(3 / std::sqrt(2.0))) < 1e-12);
        QCOMPARE(afterTokens(favoursToken2, 65, 35).statistic, 9.0);
    }

    void tokensThatOnlyTheDraftHasAreNoChoice()
    {
        const PossibleTokens other = {{1, 0.9, 0.0}, {2, 0.1, 0.9}};
        QCOMPARE(afterTokens(other, 50, 50).degreesOfFreedom, 0);
    }

    void fewTokensAreNotTested()
    {
        QCOMPARE(afterTokens(favoursToken2, 49, 50).degreesOfFreedom, 0);
        QCOMPARE(afterTokens(p, 100, 100).degreesOfFreedom, 0); // a draft that is the target favours none
    }
};

DRAFTSCOPE_TEST(TestFavouredTokens)
#include "test_favoured_tokens.moc"
