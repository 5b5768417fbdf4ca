// SPDX-License-Identifier: MIT
// The table of every token at a position: sorted by each column, searched by text and by id, and written down as CSV.
#include <ctime>

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "widgets/distribution/vocabulary_model.h"

using namespace draftscope;

namespace {

const QStringList texts = {"⟨begin⟩", "␣fly", "Fly", "⟨E2⟩", "␣", "a,b", "#3"};

TokenList sevenTokens()
{
    TokenList list;
    list.hasP = list.hasQ = list.hasResidual = true;
    //             token p    q     residual before
    list.tokens = {{1, 0.5F, 0.2F, 0.75F, 0.4F, 0.3F},  {2, 0.25F, 0.6F, 0, 0.3F, 0.2F},
                   {5, 0.25F, 0.1F, 0.25F, 0.2F, 0.1F}, {0, 0, 0.1F, 0, 0.04F, 0.2F},
                   {3, 0, 0, 0, 0.03F, 0.1F},           {4, 0, 0, 0, 0.03F, 0.06F},
                   {6, 0, 0, 0, 1e-9F, 0.04F}};
    return list;
}

void fill(VocabularyModel& model)
{
    model.setWords([](TokenId token) { return texts.value(token); });
    model.setTokens(sevenTokens());
}

/// Ids as they stand below each other.
QString ids(const VocabularyModel& model)
{
    QStringList words;
    for (int row = 0; row < model.rowCount(); ++row)
        words << QString::number(model.tokenAt(row));
    return words.join(' ');
}

QString cell(const VocabularyModel& model, int row, int column)
{
    return model.index(row, column).data(Qt::DisplayRole).toString();
}

double processorMs()
{
    return 1000.0 * double(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

class TestVocabularyModel : public QObject {
    Q_OBJECT
private slots:
    void sortsByAnyColumn_data()
    {
        using enum VocabularyModel::Column;
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("rises");
        QTest::addColumn<QString>("order");
        QTest::newRow("id") << int(id) << true << "0 1 2 3 4 5 6";
        QTest::newRow("id, falling") << int(id) << false << "6 5 4 3 2 1 0";
        QTest::newRow("text") << int(token) << true << "6 2 5 4 1 3 0";
        QTest::newRow("p") << int(p) << false << "1 2 5 0 3 4 6"; // equal ones by id
        QTest::newRow("p, rising") << int(p) << true << "0 3 4 6 2 5 1";
        QTest::newRow("q") << int(q) << false << "2 1 0 5 3 4 6";
        QTest::newRow("p before") << int(pBefore) << false << "1 2 5 0 3 4 6";
        QTest::newRow("q before") << int(qBefore) << true << "6 4 3 5 0 2 1";
        QTest::newRow("residual") << int(residual) << false << "1 5 0 2 3 4 6";
    }
    void sortsByAnyColumn()
    {
        QFETCH(int, column);
        QFETCH(bool, rises);
        VocabularyModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        fill(model);
        QCOMPARE(ids(model), "1 2 5 0 3 4 6"); // by falling p
        model.sort(column, rises ? Qt::AscendingOrder : Qt::DescendingOrder);
        QTEST(ids(model), "order");
        model.setTokens(sevenTokens()); // another position keeps the order
        QTEST(ids(model), "order");
    }

    void isSearchedByTextAndById_data()
    {
        QTest::addColumn<QString>("search");
        QTest::addColumn<QString>("found");
        QTest::newRow("nothing") << ""
                                 << "1 2 5 0 3 4 6";
        QTest::newRow("text, whatever the case") << "FLY"
                                                 << "1 2";
        QTest::newRow("a space finds the sign for it") << " f"
                                                       << "1";
        QTest::newRow("a space") << " "
                                 << "1 4";
        QTest::newRow("a byte") << "e2"
                                << "3";
        QTest::newRow("an id") << "#2"
                               << "2";
        QTest::newRow("an id, with a space") << "# 6"
                                             << "6";
        QTest::newRow("an id that there is not") << "#70"
                                                 << "";
        QTest::newRow("#, which is a text") << "#"
                                            << "6";
        QTest::newRow("no such text") << "flyer"
                                      << "";
    }
    void isSearchedByTextAndById()
    {
        QFETCH(QString, search);
        VocabularyModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        fill(model);
        model.setSearch(search);
        QTEST(ids(model), "found");
        model.setTokens(sevenTokens()); // and another position is searched for the same
        QTEST(ids(model), "found");
        model.setSearch({});
        QCOMPARE(model.rowCount(), 7);
    }

    void foundTokensStayInOrder()
    {
        VocabularyModel model;
        fill(model);
        model.setSearch("fly");
        model.sort(VocabularyModel::q, Qt::DescendingOrder);
        QCOMPARE(ids(model), "2 1");
        QCOMPARE(model.rowOf(1), 1);
        QCOMPARE(model.rowOf(5), -1);
        QCOMPARE(model.tokenAt(2), noToken);
        QVERIFY(std::abs(*model.sums().p - 0.75) < 1e-7);
        QVERIFY(std::abs(*model.sums().q - 0.8) < 1e-7);
        model.setSearch({});
        QCOMPARE(ids(model), "2 1 0 5 3 4 6");
    }

    void whatIsNotKnownIsNoNought()
    {
        VocabularyModel model;
        TokenList list = sevenTokens();
        list.hasP = list.hasResidual = false;
        model.setWords([](TokenId token) { return texts.value(token); });
        model.setTokens(list);
        QCOMPARE(cell(model, 0, VocabularyModel::p), "–");
        QCOMPARE(cell(model, 0, VocabularyModel::pBefore), "–");
        QCOMPARE(cell(model, 0, VocabularyModel::residual), "–");
        QVERIFY(!model.sums().p && model.sums().q);
        QCOMPARE(model.table(VocabularyModel::Which::all).rows.front().value(2), QString());
    }

    void numbersHaveTheirDigits()
    {
        QCOMPARE(VocabularyModel::numberWords(0), "0.000000");
        QCOMPARE(VocabularyModel::numberWords(0.25F), "0.250000");
        QCOMPARE(VocabularyModel::numberWords(1), "1.000000");
        QCOMPARE(VocabularyModel::numberWords(3.14e-9F), "3.1e-09"); // not none
        VocabularyModel model;
        fill(model);
        QCOMPARE(cell(model, 6, VocabularyModel::pBefore), "1.0e-09");
        QCOMPARE(model.index(6, VocabularyModel::pBefore).data(Qt::ToolTipRole).toString(), "9.99999972e-10");
    }

    void csvHasWhatIsShownOrAll()
    {
        VocabularyModel model;
        fill(model);
        model.setSearch("b");
        QCOMPARE(csvOf(model.table(VocabularyModel::Which::shown)),
                 "token,text,p,q,p_before_sampler,q_before_sampler,residual\n"
                 "5,\"a,b\",0.25,0.100000001,0.200000003,0.100000001,0.25\n"
                 "0,⟨begin⟩,0,0.100000001,0.0399999991,0.200000003,0\n");
        QCOMPARE(model.table(VocabularyModel::Which::all).rows.size(), 7);
    }

    /// A residual of the rule's own stands in place of max(0, p - q), once there is one.
    void theResidualIsWhatIsLeftByTheVerdicts()
    {
        RoundRecord round;
        test::judgeBy(round, "speculative-sampling");
        round.moments = {{MomentKind::draft, 0}, {MomentKind::draft, 1}, {MomentKind::verify, -1}};
        round.nodes.resize(2);
        round.nodes[0].token = 1;
        round.nodes[1].token = 2;
        DistributionRecord& root = round.contexts.emplace_back();
        root.hasP = root.hasQ = true;
        root.residualMass = 0.3;
        root.top = {{1, 0.5F, 0.2F, 1.0F, 0.5F, 0.2F}, {2, 0.5F, 0.8F, 0, 0.5F, 0.8F}};
        root.remainders = {{0, 0.3, {1.0F, 0.0F}, 0}, {1, 0.8, {0.75F, 0.25F}, 0}};
        QCOMPARE(tokenListOf(round, 0).tokens[0].residual, 1.0F); // nothing is judged
        QVERIFY(tokenListOf(round, 0).hasResidual);
        round.nodes[0].verdict = round.nodes[1].verdict = Verdict::rejected;
        QCOMPARE(tokenListOf(round, 0).tokens[0].residual, 0.75F);
        QCOMPARE(tokenListOf(round, 0).tokens[1].residual, 0.25F);
        root.hasP = false;
        QVERIFY(!tokenListOf(round, 0).hasResidual);
        QVERIFY(tokenListOf(round, 7).tokens.empty());
    }

    /// Of the largest vocabularies that people have: each sort and each search costs less processor time than a tenth
    /// of a second, after the texts have been made once. Ten times that is let through, for sanitizers and debug
    /// builds.
    void largeVocabulariesAreQuick()
    {
        constexpr int tokens = 151'936;
        VocabularyModel model;
        model.setWords([](TokenId token) { return QStringLiteral("␣%1x").arg((token * 7919LL) % 1'000'003, 0, 36); });
        TokenList list;
        list.hasP = list.hasQ = list.hasResidual = true;
        for (int token = 0; token < tokens; ++token) {
            const auto value = float((token * 104'729LL) % 999'983) / 1e9F;
            list.tokens.push_back({token, value, value / 2, 0, 1 - value, value / 3});
        }
        model.setTokens(list);
        constexpr double most = 1000;
        const auto measured = [](const char* what, const auto& work) {
            const double before = processorMs();
            work();
            const double ms = processorMs() - before;
            qInfo("%s: %.1f ms of processor time", what, ms);
            return ms;
        };
        QVERIFY(
            measured("texts, once, and sorted by text", [&] { model.sort(VocabularyModel::token, Qt::AscendingOrder); })
            < 3 * most);
        for (const auto& [name, column] : {std::pair{"sorted by id", VocabularyModel::id},
                                           {"sorted by p", VocabularyModel::p},
                                           {"sorted by text", VocabularyModel::token},
                                           {"sorted by p before", VocabularyModel::pBefore}})
            QVERIFY(measured(name, [&, column = column] { model.sort(column, Qt::DescendingOrder); }) < most);
        for (const char* search : {"x", "zz", "#17", " 4"})
            QVERIFY(measured(search, [&] { model.setSearch(search); }) < most);
        QVERIFY(measured("another position", [&] { model.setTokens(list); }) < most);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestVocabularyModel)
#include "test_vocabulary_model.moc"
