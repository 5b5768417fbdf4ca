// SPDX-License-Identifier: MIT
// The command line of the window: what it opens, and what it leaves to what was open the last time.
#include <filesystem>
#include <fstream>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>

#include "engine/model/model.h"
#include "engine/session/methods.h"
#include "gui/window/command_line.h"
#include "gui/window/command_line_options.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    /// A run begins with it, in the way that goes with the pair.
    void theDraftThatComesForATargetIsKnown()
    {
        const std::string random = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
        const auto model = openModel(random);
        QVERIFY(model);
        QTemporaryDir folder;
        const QString listing = R"({"models": [{"name": "own", "directory": "%1"}], "pairs": [{"target_hash": "%2",
            "draft": "own", "k": 2, "copy_first": 4}], "default": {"target": "own", "draft": "own"}})";
        std::ofstream(folder.filePath("embedded.json").toStdString())
            << listing.arg(random.c_str(), (*model)->record.hash.c_str()).toStdString();
        std::filesystem::copy(random, folder.filePath("copy").toStdString());
        const QStringList arguments{"draftscope", folder.filePath("copy")};
        const auto without = readCommandLine(arguments);
        qputenv("DRAFTSCOPE_MODELS", folder.path().toUtf8());
        const auto with = readCommandLine(arguments);
        const auto named = readCommandLine(arguments + QStringList{"--method", "prompt-lookup"});
        const auto inStep = readCommandLine(arguments + QStringList{"--batch", "4", "--gaps"});
        qunsetenv("DRAFTSCOPE_MODELS");
        for (const auto* other : {&named, &inStep}) { // what the command line names has nothing to do with the pair
            QVERIFY2(*other, *other ? "" : other->error().sentence.c_str());
            QCOMPARE((*other)->setup.settings.method, std::string("prompt-lookup"));
            QCOMPARE((*other)->setup.settings.draftLength, 5);
            QCOMPARE((*other)->setup.draft, std::string("own"));
        }
        QVERIFY(without && without->setup.draft.empty());
        QCOMPARE(without->setup.settings.method, std::string("prompt-lookup"));
        QVERIFY(with);
        QCOMPARE(with->setup.draft, std::string("own"));
        QCOMPARE(with->setup.settings.method, std::string("two-model"));
        QCOMPARE(with->setup.settings.draftLength, 2);
        QCOMPARE(optionOf(with->setup.settings, "copy-first"), 4);
    }

    void whatTheCommandLineNamesGoesFirst()
    {
        QVERIFY(!readCommandLine({"draftscope"})->namesRun);
        QVERIFY(!readCommandLine({"draftscope", "--theme", "dark", "--panels", "stage"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--fresh"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "tales-6m"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--prompt", "Hello"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--compare", "plain,two-model"})->namesRun);
        QVERIFY(readCommandLine({"draftscope"})->measuresUnasked);
        QVERIFY(!readCommandLine({"draftscope", "--no-measuring"})->measuresUnasked);
    }

    /// What is kept of them is looked for by a start in another folder.
    void filesOfTheCommandLineAreFoundFromAnywhere()
    {
        const QTemporaryDir folder;
        for (const char* name : {"here.jsonl", "target.gguf", "draft.gguf"})
            QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
        const QString before = QDir::currentPath();
        const auto goBack = qScopeGuard([&] { QDir::setCurrent(before); });
        QVERIFY(QDir::setCurrent(folder.path()));
        const auto here = [](const char* name) { return std::filesystem::current_path() / name; };
        const auto trace = readCommandLine({"draftscope", "here.jsonl"});
        QVERIFY(trace && trace->trace == here("here.jsonl"));
        const auto models = readCommandLine({"draftscope", "target.gguf", "draft.gguf"});
        QVERIFY(models && models->setup.target == here("target.gguf") && models->setup.draft == here("draft.gguf"));
        QCOMPARE(readCommandLine({"draftscope", "tales-6m"})->setup.target, std::string("tales-6m"));
        QCOMPARE(readCommandLine({"draftscope", "nowhere.gguf"})->setup.target, std::string("nowhere.gguf"));
    }

    /// A file that is opened alone is called what it is.
    void whatIsOpenedAloneIsNamed()
    {
        const QTemporaryDir folder;
        for (const auto& [name, text, kind] :
             {std::tuple("a.scene.json", R"({"type": "draftscope scene", "format": 1})", "is a scene, which"),
              {"a.md", "---\ntitle: A\n---\n## One\n", "is a lesson, which"}}) {
            std::ofstream(folder.filePath(name).toStdString()) << text;
            const auto line = readCommandLine({"draftscope", folder.filePath(name), "tales-6m"});
            QVERIFY2(!line && QString::fromStdString(line.error().sentence).contains(kind),
                     line ? "" : line.error().sentence.c_str());
        }
    }

    /// CI does not make the pictures of documents, which takes minutes: an option that is gone would be seen too late.
    void scriptsGiveOptionsThatAreThere_data()
    {
        QTest::addColumn<QString>("script");
        for (const char* script : {"make-pictures", "make-screenshots"})
            QTest::newRow(script) << script;
    }
    void scriptsGiveOptionsThatAreThere()
    {
        QFETCH(const QString, script);
        QStringList known;
        for (const auto& options :
             {lookOptions(), openingOptions(), promptOptions(), backendOptions(), sharingOptions()})
            for (const QCommandLineOption& option : options)
                known << option.names();
        QFile file(DRAFTSCOPE_SOURCE_DIR "/resources/scripts/" + script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll()).replace("\\\n", " ");
        static const QRegularExpression starts(R"(^\s*(?:fast|run|shot|moments)\s.*$)",
                                               QRegularExpression::MultilineOption),
            option(R"(\s--([a-z0-9-]+))");
        int seen = 0;
        for (auto line = starts.globalMatch(text); line.hasNext();) {
            const QString words = line.next().captured();
            for (auto given = option.globalMatch(words); given.hasNext(); ++seen) {
                const QString name = given.next().captured(1);
                QVERIFY2(known.contains(name), qPrintable("--" + name + " in: " + words));
            }
        }
        QVERIFY(seen >= 20);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestCommandLine)
#include "test_command_line.moc"
