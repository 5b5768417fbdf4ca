// SPDX-License-Identifier: MIT
// Prepared scenes: saved, written by hand, wrong, and opened again.
#include <QAction>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "gui/navigation/stop_words.h"
#include "gui/share/scene.h"
#include "gui/window/command_line.h"
#include "gui/window/share_actions.h"
#include "gui/window/window_look.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

std::string sceneProblem(const QByteArray& json)
{
    const auto scene = sceneOf(json, "x.json", "/tmp");
    return scene ? std::string() : scene.error().sentence;
}

void writeScene(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray sceneWith(const QByteArray& keys)
{
    return R"({"type": "draftscope scene", "format": 1)" + (keys.isEmpty() ? QByteArray() : ", " + keys) + "}";
}

} // namespace

class TestScenes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

    void whatIsLeftOutIsAsUsual()
    {
        const auto scene = sceneOf(sceneWith({}), "x.json", "/tmp");
        QVERIFY2(scene, scene ? "" : scene.error().sentence.c_str());
        QCOMPARE(scene->setup, defaultSetup().setup);
        QVERIFY(scene->panels.isEmpty() && !scene->theme && !scene->stops && scene->at == Position{});
    }

    void itComesBackAsItWasWritten()
    {
        Scene scene{.setup = test::quickSetup()};
        scene.setup.settings.seed = 18'446'744'073'709'551'615u;
        scene.setup.settings.sampler = {.temperature = 0.7, .topK = 40, .topP = 0.9, .minP = 0.05};
        scene.setup.batch = {
            .sequences = 2, .prompts = {"a", "b"}, .isSynchronised = true, .shortDraft = ShortDraft::crop};
        scene.stops = StopConditions{.onRejection = true, .acceptanceBelow = 0.25, .tokens = {17}, .atRound = 4};
        scene.at = {0, 2, 8};
        scene.workspace = "step";
        scene.panels = {"text", "stage"};
        scene.layout = "bytes";
        scene.theme = ThemeKind::dark;
        scene.language = Language::german;
        scene.textSize = 12;
        scene.isProjected = true;
        const auto again = sceneOf(jsonOf(scene, "/tmp"), "x.json", "/tmp");
        QVERIFY2(again, again ? "" : again.error().sentence.c_str());
        QCOMPARE(again->setup, scene.setup);
        QCOMPARE(again->stops, scene.stops);
        QCOMPARE(again->at, scene.at);
        QCOMPARE(again->panels, scene.panels);
        QCOMPARE(again->layout, scene.layout);
        QVERIFY(again->theme == scene.theme && again->language == scene.language && again->textSize == scene.textSize);
        const Scene ofTrace{.setup = {}, .trace = "/tmp/run.jsonl", .at = {2, 1, 3}}; // on a branch
        const auto traceAgain = sceneOf(jsonOf(ofTrace, "/tmp"), "x.json", "/tmp");
        QVERIFY2(traceAgain, traceAgain ? "" : traceAgain.error().sentence.c_str());
        QCOMPARE(traceAgain->at, ofTrace.at);
        QVERIFY(again->isProjected && again->workspace == "step");
    }

    void whatIsWrongGetsASentence_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("cut") << QByteArray("{\"type\": \"draftscope scene\",\n\"format\": 1,\n\"k\": ") << "line 3";
        QTest::newRow("other") << QByteArray("{}") << "no scene";
        QTest::newRow("later") << QByteArray(R"({"type": "draftscope scene", "format": 2})") << "later version";
        QTest::newRow("mistyped") << sceneWith("\"tempreature\": 1") << "tempreature";
        QTest::newRow("kind") << sceneWith("\"k\": \"five\"") << "“k” has to be a whole number";
        QTest::newRow("larger than any") << sceneWith("\"k\": 1e300") << "“k” has to be a whole number from 0 to 4096";
        QTest::newRow("range") << sceneWith("\"temperature\": -1") << "“temperature” has to be a number from 0";
        QTest::newRow("fraction") << sceneWith("\"k\": 1.5") << "“k”";
        QTest::newRow("method") << sceneWith("\"method\": \"magic\"") << "magic";
        QTest::newRow("moment") << sceneWith("\"at\": \"later\"") << "is not a moment";
        QTest::newRow("stop") << sceneWith("\"stop\": [\"never\"]") << "never";
        QTest::newRow("stops") << sceneWith("\"stop\": \"rejection\"") << "a list of texts";
        QTest::newRow("theme") << sceneWith("\"theme\": \"pink\"") << "“theme”";
        QTest::newRow("inner") << sceneWith("\"batch\": {\"size\": 3}") << "batch.size";
        QTest::newRow("both") << sceneWith("\"trace\": \"x.jsonl\", \"k\": 3") << "both “trace” and “k”";
        QTest::newRow("both samplers") << sceneWith("\"trace\": \"x.jsonl\", \"top_p\": 0.9")
                                       << "both “trace” and “top_p”";
        QTest::newRow("branch of a run") << sceneWith("\"branch\": 1") << "branch";
        QTest::newRow("seed") << sceneWith("\"seed\": -2") << "“seed”";
        QTest::newRow("not chat") << sceneWith("\"system\": \"Be brief.\"") << "“chat”";
        QTest::newRow("impossible") << sceneWith("\"verifier\": \"typical\", \"greedy\": true, \"shape\": \"spiral\"")
                                    << "spiral";
    }
    void whatIsWrongGetsASentence()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        const QString problem = QString::fromStdString(sceneProblem(json));
        QVERIFY2(problem.contains(says) && problem.endsWith('.'), qPrintable(problem));
    }

    void stopsAreWords()
    {
        const StopConditions stops{.onAllAccepted = true, .residualAbove = 0.5, .onEndOfText = true};
        QCOMPARE(*stopsOf(wordsOf(stops)), stops);
        QCOMPARE(*stopsOf({"none"}), StopConditions{});
        QCOMPARE(stopsOf({"round=5"})->atRound, std::optional(4));
        QVERIFY(!stopsOf({"acceptance-below 2"}) && !stopsOf({"round 0"}) && !stopsOf({"rejection 3"}));
    }

    void aSavedSceneIsSetAgain()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("lecture.scene.json");
        Position stood;
        {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(3));
            run.navigation.player().goToShared({0, 1, 4});
            stood = run.navigation.playhead().position();
            run.navigation.player().transport().setStopConditions({.onAllAccepted = true});
            run.window.setTheme(ThemeKind::dark);
            QVERIFY(run.window.showOnly({"text", "stage", "cache"}));
            run.press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
            auto* dialog = run.window.findChild<QFileDialog*>();
            QVERIFY(dialog && dialog->selectedFiles().first().endsWith(".scene.json"));
            emit dialog->fileSelected(path);
            dialog->close();
            QVERIFY2(run.navigation.status().text().contains("lecture.scene.json"),
                     qPrintable(run.navigation.status().text()));
            run.window.setTheme(ThemeKind::light);
        }
        RunSetup other = test::quickSetup();
        other.prompt = "The dog";
        WindowFixture run(other);
        QVERIFY(run.start());
        run.window.open(path.toStdString());
        QVERIFY(until([&] { return run.navigation.playhead().position() == stood; }));
        QCOMPARE(run.navigation.run().setup(), test::quickSetup());
        QVERIFY(run.navigation.player().transport().stopConditions().onAllAccepted
                && !run.navigation.player().transport().stopConditions().onRejection);
        QCOMPARE(run.window.look().theme(), ThemeKind::dark);
        QVERIFY(run.window.workspace().panel("cache")->isVisible());
        QVERIFY(!run.window.workspace().panel("distribution")->isVisible());
        QVERIFY(run.navigation.status().text().contains("The scene is set"));
        run.window.setTheme(ThemeKind::light);
    }

    void aSceneOfATraceNeedsNoModel()
    {
        const QTemporaryDir folder;
        QVERIFY(test::saveRounds(test::quickSetup(), 3, folder.filePath("run.jsonl")));
        writeScene(folder.filePath("s.json"), sceneWith("\"trace\": \"run.jsonl\", \"at\": \"2:3\""));
        WindowFixture run;
        run.window.open(folder.filePath("s.json").toStdString());
        QVERIFY(until([&] { return run.navigation.playhead().position() == Position{0, 1, 3}; }));
        QCOMPARE(run.navigation.starter().trace(), std::filesystem::path(folder.filePath("run.jsonl").toStdString()));
        // Saved again beside the trace, it names the file only.
        run.find<ShareActions>()->saveSceneTo(folder.filePath("t.json").toStdString());
        QFile file(folder.filePath("t.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll()).object()["trace"].toString(), QString("run.jsonl"));
    }

    void wrongFilesAreSaid()
    {
        const QTemporaryDir folder;
        writeScene(folder.filePath("s.json"), sceneWith("\"panels\": [\"nothing\"]"));
        WindowFixture run;
        QVERIFY(run.start());
        run.window.open(folder.filePath("s.json").toStdString());
        QVERIFY2(run.problem().contains("nothing"), qPrintable(run.problem()));
        writeScene(folder.filePath("v.json"),
                   sceneWith("\"tokens\": 8, \"at\": \"90:1\", \"prompt\": \"Once upon a time\""));
        run.window.open(folder.filePath("v.json").toStdString());
        QVERIFY(until([&] { return run.problem().contains("90:1 is not in this run"); }));
    }

    /// The moment was for the scene's run only.
    void aSceneThatCannotBeLoadedMovesNoOtherRun()
    {
        const QTemporaryDir folder;
        writeScene(folder.filePath("s.json"),
                   sceneWith("\"target\": \"nowhere\", \"method\": \"plain\", \"at\": \"2:3\""));
        WindowFixture run;
        run.window.open(folder.filePath("s.json").toStdString());
        QVERIFY(until([&] { return run.problem().contains("nowhere"); }));
        run.navigation.starter().setSetup(test::quickSetup());
        QVERIFY(run.start());
        QCoreApplication::processEvents(); // when a scene would be led to its moment
        QVERIFY(!run.navigation.run().computation().isComputing());
        QCOMPARE(run.navigation.playhead().position(), Position{});
        QVERIFY(!run.navigation.status().text().contains("scene"));
    }

    void theCommandLineTakesIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("s.json");
        writeScene(path,
                   sceneWith("\"k\": 7, \"seed\": 3, \"at\": \"2:3\", \"theme\": \"dark\", \"stop\": [\"rejection\"]"));
        auto line = readCommandLine({"draftscope", "--scene", path, "--seed", "9", "--screenshot", "x.png"});
        QVERIFY2(line, line ? "" : line.error().sentence.c_str());
        QCOMPARE(line->setup.settings.draftLength, 7);
        QCOMPARE(line->setup.settings.seed, std::uint64_t(9));
        QCOMPARE(line->scene->setup, line->setup);
        QVERIFY(line->theme == ThemeKind::dark && line->namesRun && line->stops->onRejection);
        QCOMPARE(*line->screenshot->at, (Position{0, 1, 3}));
        line = readCommandLine({"draftscope", path});
        QVERIFY(line && line->scene);
        QVERIFY(!readCommandLine({"draftscope", "--scene", folder.filePath("none.json")}));
        QVERIFY(!readCommandLine({"draftscope", path, "tales-6m"}));
    }

    void theCommandLineTakesNumbers()
    {
        const auto line = readCommandLine(
            {"draftscope", "--k", "6", "--temperature", "0.5", "--seed", "8", "--stop", "all-accepted,round=4"});
        QVERIFY2(line, line ? "" : line.error().sentence.c_str());
        QCOMPARE(line->setup.settings.draftLength, 6);
        QCOMPARE(line->setup.settings.sampler.temperature, 0.5);
        QCOMPARE(line->setup.settings.seed, std::uint64_t(8));
        QVERIFY(line->stops->onAllAccepted && line->stops->atRound == 3 && line->namesRun);
        const auto tree = readCommandLine({"draftscope", "--method", "eagle+dynamic", "--tree-nodes", "16"});
        QVERIFY2(tree, tree ? "" : tree.error().sentence.c_str());
        QCOMPARE(optionOf(tree->setup.settings, "tree-nodes"), 16);
        for (const QStringList& wrong : {QStringList{"--k", "many"},
                                         {"--k", "99"},
                                         {"--tree-nodes", "16"}, // of a chain
                                         {"--method", "eagle+dynamic", "--tree-nodes", "some"},
                                         {"--method", "eagle+dynamic", "--tree-nodes", "-3"},
                                         {"--temperature", "hot"},
                                         {"--temperature", "-1"},
                                         {"--seed", "-1"},
                                         {"--stop", "soon"},
                                         {"--rounds", "3"},
                                         {"--animation", "x.webp", "--rounds", "5-2"},
                                         {"--animation", "x.webp", "--size", "20x20"}}) {
            const auto refused = readCommandLine(QStringList{"draftscope"} + wrong);
            QVERIFY2(!refused && QString::fromStdString(refused.error().sentence).endsWith('.'),
                     qPrintable(wrong.join(' ')));
        }
        const auto animated =
            readCommandLine({"draftscope", "--animation", "x.webp", "--rounds", "2-4", "--size", "640x480"});
        QVERIFY(animated && animated->animation->firstRound == 1 && animated->animation->lastRound == 3);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestScenes)
#include "test_scenes.moc"
