// SPDX-License-Identifier: MIT
// Sessions whose trees follow from a table of acceptance by rank: what they draft, what their header says, and what is
// wrong.
#include <algorithm>

#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "engine/session/shapes.h"
#include "engine/speculation/rank_table.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestStaticTrees : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::string path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    static SessionSettings settingsWith(const std::string& ranks, int nodes)
    {
        SessionSettings settings;
        chooseShape(settings, "best-first");
        setFile(settings, "ranks", ranks);
        setOption(settings, "tree-nodes", nodes);
        settings.draftLength = 4;
        settings.maxTokens = 40;
        return settings;
    }
    static QString refusal(const SessionSettings& settings)
    {
        const TinyPair models = makeTinyPair(96);
        const auto session = Session::create({models.target, models.draft}, settings, "Once", makeCpuBackend(1));
        return session ? QString() : QString::fromStdString(session.error().sentence);
    }
    /// "0 1 00": the drafts of a round as the ranks on the way to them.
    static QString treeOf(const RoundRecord& round)
    {
        QStringList paths;
        std::vector<int> children(round.nodes.size() + 1, 0);
        for (const NodeRecord& node : round.nodes)
            paths << (node.parent < 0 ? QString() : paths[node.parent])
                    + QString::number(children[std::size_t(node.parent + 1)]++);
        return paths.join(' ');
    }

private slots:
    void init()
    {
        writeFile(path("ranks"),
                  R"({"levels":[{"acceptance":[0.6,0.3]},{"acceptance":[0.55,0.2]}],"cost_ratio":0.1,)"
                  R"("passes":[{"rows":1,"ratio":1},{"rows":4,"ratio":1.1},{"rows":65,"ratio":30}]})");
    }

    void aRoundDraftsTheTree_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<QString>("tree");
        for (const double temperature : {0.0, 0.8}) {
            QTest::addRow("4 nodes, T %g", temperature) << 4 << temperature << "0 1 00 000";
            QTest::addRow("those that gain most, T %g", temperature) << 0 << temperature << "0 1 00";
        }
    }
    void aRoundDraftsTheTree()
    {
        QFETCH(int, nodes);
        QFETCH(double, temperature);
        QFETCH(QString, tree);
        const TinyPair models = makeTinyPair(96);
        SessionSettings settings = settingsWith(path("ranks"), nodes);
        settings.sampler.temperature = temperature;
        const auto session = makeSession({models.target, models.draft}, settings, "Once");
        QCOMPARE(treeOf(session->finishRound()), tree);
        const TraceHeader header = session->header();
        QCOMPARE(header.shape, std::string("best-first"));
        QCOMPARE(header.options,
                 (std::map<std::string, int>{{"copy-first", 0}, {"tree-levels", 0}, {"tree-nodes", nodes}}));
        QCOMPARE(header.files, (std::map<std::string, std::string>{{"ranks", path("ranks")}}));
        QVERIFY(header.lossless);
    }

    /// As many as a pass takes, to the end of a context.
    void theLargestTreeFitsEverywhere()
    {
        writeFile(path("wide"),
                  R"({"levels":[{"acceptance":[)" + std::string("0.11,0.11,0.11,0.11,0.11,0.11,0.11,0.11") + "]}]}");
        const TinyPair models = makeTinyPair(48);
        SessionSettings settings = settingsWith(path("wide"), 64);
        settings.sampler.greedy = true;
        settings.maxTokens = 1000;
        const auto session = makeSession({models.target, models.draft}, settings, "Once");
        const Recording recording = decode(*session);
        QCOMPARE(int(recording.round(0, 0).nodes.size()), 64);
        QCOMPARE(tokensOf(*session), greedyTokens({models.target, nullptr}, "plain", 1, "Once", 1000));
        QCOMPARE(int(tokensOf(*session).size()), 48);
    }

    void whatIsWrongIsSaid()
    {
        QCOMPARE(refusal(settingsWith(path("ranks"), 16)), QString());
        QCOMPARE(refusal(settingsWith(path("ranks"), 65)), QString("Nodes is 65: choose a number from 0 to 64."));
        QVERIFY(refusal(settingsWith(path("none"), 16)).contains("does not exist"));
        writeFile(path("untimed"), R"({"levels":[{"acceptance":[0.5]}]})");
        QCOMPARE(refusal(settingsWith(path("untimed"), 16)), QString());
        QCOMPARE(refusal(settingsWith(path("untimed"), 0)), QString()); // 16 where no times say more
        writeFile(path("wrong"), "{}");
        QVERIFY(refusal(settingsWith(path("wrong"), 16)).contains("has no list \"levels\""));
        SessionSettings dynamic = settingsWith(path("ranks"), 16);
        dynamic.shape = "dynamic";
        QCOMPARE(refusal(dynamic),
                 QString("Neither the method two-model nor the shape dynamic reads a file ranks: leave it out."));
        SessionSettings copying = settingsWith("", 16);
        copying.method = "prompt-lookup";
        QCOMPARE(refusal(copying),
                 QString("The method prompt-lookup drafts chains only: choose the shape chain, or another method."));
        SessionSettings block = settingsWith("", 16);
        block.verifier = "block";
        QVERIFY(refusal(block).startsWith("The verifier block judges chains only"));
    }

    /// Another shape forgets the table.
    void aTableBelongsToItsShape()
    {
        SessionSettings settings = settingsWith(path("ranks"), 8);
        chooseShape(settings, "fixed-widths");
        QVERIFY(settings.files.empty() && settings.options.empty());
        QVERIFY(check(settings));
    }

    /// Of every method that has heads or a draft of its own; the others take that of two models.
    void tablesComeWithTheProgram()
    {
        for (const char* method : {"two-model", "medusa", "eagle", "eagle3", "early-exit"}) {
            const auto file = embeddedRanks(method);
            QVERIFY2(file, file ? "" : file.error().sentence.c_str());
            const auto table = readRankTable(*file);
            QVERIFY2(table, table ? "" : table.error().sentence.c_str());
            QCOMPARE(table->method, std::string(method == std::string("early-exit") ? "two-model" : method));
            QVERIFY(table->acceptance.size() >= 4 && table->acceptance.front().size() == 16);
            QVERIFY(table->passes.back().rows == 65 && table->costRatio > 0);
        }
        QCOMPARE(refusal(settingsWith("", 16)), QString());
        QCOMPARE(refusal(settingsWith("", 0)), QString());
    }
};

DRAFTSCOPE_TEST(TestStaticTrees)
#include "test_static_trees.moc"
