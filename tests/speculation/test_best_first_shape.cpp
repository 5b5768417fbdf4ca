// SPDX-License-Identifier: MIT
// Static trees of measured acceptance by rank: which nodes they have, that no tree of so many is better, and their
// file.
#include <algorithm>
#include <random>

#include <QTemporaryDir>
#include <QTest>

#include "engine/speculation/best_first_shape.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// What a drafter adds that has at most `available` children to propose.
DraftTree grown(const BestFirstShape& shape, ShapeLimits limits, int available = 64)
{
    DraftTree tree;
    while (true) {
        const std::vector<Expansion> level = shape.nextLevel(tree, limits);
        if (level.empty())
            return tree;
        const int depth = tree.depth() + 1;
        for (const Expansion& expansion : level)
            for (int child = 0; child < std::min(expansion.children, available); ++child)
                tree.nodes.push_back({TokenId(child), expansion.parent, depth});
    }
}

/// "0 00 1": every node as the ranks on the way to it.
QString pathsOf(const DraftTree& tree)
{
    QStringList paths;
    for (const DraftTree::Node& node : tree.nodes)
        paths << (node.parent < 0 ? QString() : paths[node.parent]) + QString::number(node.token);
    return paths.join(' ');
}

double worthOf(const DraftTree& tree, const RankAcceptance& acceptance)
{
    double tokens = 1;
    std::vector<double> worth(tree.nodes.size() + 1, 1.0);
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const DraftTree::Node& node = tree.nodes[n];
        const auto& ranks = acceptance[std::min(std::size_t(node.depth) - 1, acceptance.size() - 1)];
        worth[n + 1] = worth[std::size_t(node.parent + 1)] * ranks[std::size_t(node.token)];
        tokens += worth[n + 1];
    }
    return tokens;
}

/// Sequoia's dynamic programming: the expected tokens of the best tree of at most so many nodes and levels.
class Sequoia {
public:
    Sequoia(const RankAcceptance& acceptance, ShapeLimits limits) : m_acceptance(acceptance), m_depth(limits.depth) {}

    /// From a node of a depth on, with so many nodes below it.
    double below(int depth, int nodes, std::size_t rank = 0) const
    {
        if (depth == m_depth || nodes == 0)
            return rank == 0 ? 1 : 0;
        const auto& ranks = m_acceptance[std::min(std::size_t(depth), m_acceptance.size() - 1)];
        double best = 0; // of the children from this rank on
        if (rank < ranks.size())
            for (int share = 1; share <= nodes; ++share)
                best =
                    std::max(best, ranks[rank] * below(depth + 1, share - 1) + below(depth, nodes - share, rank + 1));
        return best + (rank == 0 ? 1 : 0);
    }

private:
    const RankAcceptance& m_acceptance;
    int m_depth;
};

} // namespace

class TestBestFirstShape : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path() const { return m_directory.filePath("ranks.json").toStdString(); }
    QString refusal(const std::string& text) const
    {
        writeFile(path(), text);
        const auto table = readRankTable(path());
        return table
            ? QString()
            : QString::fromStdString(table.error().sentence).replace(QString::fromStdString(path().string()), "FILE");
    }

private slots:
    void theNodesOfLargestWorth_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("depth");
        QTest::addColumn<QString>("expected");
        // Worth: 0 0.6, 1 0.3, 00 0.36, 01 0.06, 10 0.18, 000 0.216, 100 0.108, 0000 0.1296
        QTest::newRow("one") << 1 << 9 << "0";
        QTest::newRow("a branch") << 3 << 9 << "0 1 00";
        QTest::newRow("deeper before wider") << 6 << 9 << "0 1 00 10 000 0000";
        QTest::newRow("no deeper than allowed") << 6 << 2 << "0 1 00 01 10 11";
        QTest::newRow("no more than there are") << 64 << 1 << "0 1";
        QTest::newRow("none") << 4 << 0 << "";
    }
    void theNodesOfLargestWorth()
    {
        QFETCH(int, nodes);
        QFETCH(int, depth);
        QFETCH(QString, expected);
        const BestFirstShape shape({{0.6, 0.3, 0}, {0.6, 0.1, 0}}, nodes);
        QCOMPARE(pathsOf(grown(shape, {depth, 64})), expected);
        QCOMPARE(pathsOf(grown(shape, {depth, 64}, 1)).contains("1"), false);
        QCOMPARE(int(grown(shape, {depth, 2}).nodes.size()),
                 std::min(2, int(expected.split(' ', Qt::SkipEmptyParts).size())));
    }

    /// Random tables, also ones whose numbers rise with the rank by chance.
    void noTreeIsBetter()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> share(0, 1);
        for (int i = 0; i < 60; ++i) {
            RankAcceptance acceptance(std::size_t(1 + i % 3));
            for (std::vector<double>& ranks : acceptance) {
                double left = 1;
                for (int rank = 0; rank < 1 + i % 4; ++rank)
                    left -= ranks.emplace_back(left * share(random));
            }
            const ShapeLimits limits{1 + i % 4, 1 + i % 7};
            const BestFirstShape shape(acceptance, limits.nodes);
            for (std::vector<double>& ranks : acceptance)
                std::ranges::sort(ranks, std::ranges::greater());
            const double best = Sequoia(acceptance, limits).below(0, limits.nodes);
            const DraftTree tree = grown(shape, limits);
            QVERIFY(std::abs(shape.expected(limits).tokens - best) < 1e-12);
            QVERIFY(std::abs(worthOf(tree, acceptance) - best) < 1e-12);
            QCOMPARE(shape.expected(limits).nodes, int(tree.nodes.size()));
            QCOMPARE(shape.expected(limits).levels, tree.depth());
        }
    }

    /// Of all numbers of nodes and depths, the one that gains most.
    void theFastestTreeIsChosen_data()
    {
        QTest::addColumn<double>("cost");
        QTest::addColumn<double>("perRow");
        QTest::newRow("drafts and rows are cheap") << 0.01 << 0.01;
        QTest::newRow("drafts are dear") << 0.6 << 0.02;
        QTest::newRow("rows are dear") << 0.05 << 0.3;
        QTest::newRow("both are too dear") << 2.0 << 2.0;
    }
    void theFastestTreeIsChosen()
    {
        QFETCH(double, cost);
        QFETCH(double, perRow);
        RankTable table;
        table.acceptance = {{0.7, 0.15, 0.05}, {0.6, 0.2}};
        table.costRatio = cost;
        table.passes = {{1, 1}, {5, 1 + 4 * perRow}, {65, 1 + 64 * perRow}};
        const auto gain = [&](const BestFirstShape::Expected& of) {
            return of.tokens / (table.verifyRatio(of.nodes + 1) + of.levels * cost);
        };
        const BestFirstShape fastest(table, {6, 64});
        for (const int depth : {1, 3, 6, 9}) {
            double best = 0;
            for (int levels = 1; levels <= std::min(depth, 6); ++levels)
                for (int nodes = 1; nodes <= 64; ++nodes)
                    best = std::max(best, gain(BestFirstShape(table.acceptance, nodes).expected({levels, 64})));
            const BestFirstShape::Expected chosen = fastest.expected({depth, 64});
            QVERIFY2(std::abs(gain(chosen) - best) < 1e-12, qPrintable(QString::number(best)));
            QVERIFY(chosen.nodes > 0);
            QCOMPARE(int(grown(fastest, {depth, 64}).nodes.size()), chosen.nodes);
        }
    }

    void theFileIsReadBack()
    {
        RankTable table;
        table.method = "two-model";
        table.target = "Tales \"6M\"";
        table.draft = "Tales 0.8M";
        table.temperature = 0.8;
        table.acceptance = {{0.75, 0.125}, {0.5}};
        table.parents = {1000, 750};
        table.costRatio = 0.25;
        table.passes = {{1, 1}, {3, 1.5}, {65, 8.5}};
        writeFile(path(), table.json());
        const auto read = readRankTable(path());
        QVERIFY2(read, read ? "" : read.error().sentence.c_str());
        QCOMPARE(read->json(), table.json());
        QCOMPARE(read->acceptance, table.acceptance);
        QCOMPARE(read->verifyRatio(1), 1.0);
        QCOMPARE(read->verifyRatio(2), 1.25);
        QCOMPARE(read->verifyRatio(65), 8.5);
        QCOMPARE(read->verifyRatio(130), 17.0);
        table.passes.clear();
        table.draft.clear();
        writeFile(path(), table.json());
        QVERIFY(readRankTable(path())->passes.empty());
    }

    void whatIsWrongWithTheFileIsSaid()
    {
        const QString measure = ": measure it with draftscope-cli measure-ranks.";
        const QString noLevels = "The file FILE has no list \"levels\" of 1 to 64 levels" + measure;
        const QString noRanks = "Level 1 of the file FILE has no list \"acceptance\" of 1 to 64 numbers" + measure;
        const QString noShare = "The acceptance of level 2 of the file FILE is none: it takes numbers from 0 to 1 that "
                                "add up to 1 at most.";
        const QString noPass = "Pass 2 of the file FILE has no \"rows\" and \"ratio\", or not more rows than the one "
                               "before"
            + measure;
        QCOMPARE(refusal("{}"), noLevels);
        QCOMPARE(refusal(R"({"levels":[]})"), noLevels);
        QCOMPARE(refusal(R"({"levels":{"acceptance":[1]}})"), noLevels);
        QCOMPARE(refusal(R"({"levels":[[0.5]]})"), noRanks);
        QCOMPARE(refusal(R"({"levels":[{"acceptance":[]}]})"), noRanks);
        for (const char* level : {"[0.6,0.5]", "[-0.1]", "[\"0.5\"]", "[1.5]", "[null]"})
            QCOMPARE(refusal(std::string(R"({"levels":[{"acceptance":[0.5]},{"acceptance":)") + level + "}]}"),
                     noShare);
        const std::string levels = R"({"levels":[{"acceptance":[0.5]}],)";
        const QString noTimes =
            "The times of the file FILE are no number \"cost_ratio\" and a list \"passes\"" + measure;
        QCOMPARE(refusal(levels + R"("passes":[{"rows":1,"ratio":1}]})"), noTimes);
        QCOMPARE(refusal(levels + R"("cost_ratio":-1,"passes":[{"rows":1,"ratio":1}]})"), noTimes);
        QCOMPARE(refusal(levels + R"("cost_ratio":1,"passes":[]})"), noTimes);
        for (const char* pass :
             {R"({"rows":1,"ratio":2})", R"({"rows":2.5,"ratio":2})", R"({"rows":2})", "3", R"({"rows":2,"ratio":0})"})
            QCOMPARE(refusal(levels + R"("cost_ratio":1,"passes":[{"rows":1,"ratio":1},)" + pass + "]}"), noPass);
        QVERIFY(refusal("no json").contains("FILE"));
        std::filesystem::remove(path());
        QVERIFY(!readRankTable(path()));
        QCOMPARE(refusal(levels + R"("other":1})"), QString());
    }
};

DRAFTSCOPE_TEST(TestBestFirstShape)
#include "test_best_first_shape.moc"
