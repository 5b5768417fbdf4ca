// SPDX-License-Identifier: MIT
// Traces, comparisons and models are told apart by what they hold wherever they are opened, and saving offers a name
// that says what is in the file.
#include <QDir>
#include <QFileDialog>
#include <QMimeData>

#include "compare_fixture.h"
#include "gui/export/file_names.h"
#include "gui/window/command_line.h"
#include "gui/window/open_file.h"
#include "gui/window/recent_files.h"
#include "gui/window/trace_saving.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::entry;
using test::laneSetup;
using test::until;
using test::WindowFixture;

namespace {

QMenu* menuNamed(const MainWindow& window, const QString& title)
{
    for (auto* menu : window.findChildren<QMenu*>())
        if (menu->title().remove('&') == title)
            return menu;
    return nullptr;
}

/// Chooses a file in the dialog that is open.
bool chooseInDialog(const WindowFixture& run, const QString& path)
{
    for (auto* dialog : run.window.findChildren<QFileDialog*>())
        if (dialog->isVisible()) {
            dialog->selectFile(path);
            emit dialog->fileSelected(path);
            dialog->reject();
            return true;
        }
    return false;
}

void drop(WindowFixture& run, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&run.window, &enter);
    QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&run.window, &event);
}

} // namespace

class TestOpenedFiles : public QObject {
    Q_OBJECT
private slots:
    /// A trace called as a comparison and a comparison called as a trace, one of a window each.
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(test::saveRounds(test::quickSetup(16), 2, file("trace.jsonl")));
        QVERIFY(QFile::copy(file("trace.jsonl"), file("trace.json")));
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.playToTheEnd());
        run.window.compare().save(file("lanes.json").toStdString());
        QVERIFY(QFile::copy(file("lanes.json"), file("lanes.jsonl.zst")));
        QFile page(file("page.jsonl"));
        QVERIFY(page.open(QIODevice::WriteOnly) && page.write("<html>sign in</html>") > 0);
    }

    void everyWayTellsThemApart_data()
    {
        QTest::addColumn<QString>("way");
        for (const char* way : {"File, Open", "Compare, Open", "drop", "recent"})
            QTest::newRow(way) << way;
    }
    void everyWayTellsThemApart()
    {
        QFETCH(const QString, way);
        WindowFixture run;
        QVERIFY(run.start());
        const auto openIt = [&](const QString& path, RecentFiles::Kind kind) {
            if (way == "drop")
                drop(run, path);
            else if (way == "recent")
                emit run.window.recent().chosen(kind, path);
            else if (way == "File, Open")
                entry(*menuNamed(run.window, "File"), "&Open trace or comparison…")->trigger();
            else
                entry(*menuNamed(run.window, "Compare"), "Open a comparison…")->trigger();
            if (way.contains("Open"))
                QVERIFY(chooseInDialog(run, path));
        };
        openIt(file("lanes.jsonl.zst"), RecentFiles::Kind::trace);
        QVERIFY2(until([&] { return run.window.lanes().count() == 2 && !run.window.lanes().player().isLoading(); }),
                 qPrintable(run.problem()));
        QCOMPARE(run.window.shownWorkspace().name(), "compare");
        openIt(file("trace.json"), RecentFiles::Kind::comparison);
        QVERIFY2(until([&] { return run.navigation.starter().trace() == file("trace.json").toStdString(); }),
                 qPrintable(run.problem()));
        QCOMPARE(run.window.shownWorkspace().name(), "step");
        QVERIFY(run.problem().isEmpty());
        openIt(file("page.jsonl"), RecentFiles::Kind::trace);
        QVERIFY2(run.problem().contains("seems to be a web page") && test::isSentence(run.problem()),
                 qPrintable(run.problem()));
        QCOMPARE(run.navigation.starter().trace(), std::filesystem::path(file("trace.json").toStdString())); // stays
    }

    /// A model that is opened so is asked for its role.
    void aModelIsAskedFor()
    {
        WindowFixture run;
        QVERIFY(run.start());
        run.window.open(DRAFTSCOPE_SOURCE_DIR "/resources/models/smollm2-135m-instruct-draft.gguf");
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 2);
        menu->close();
    }

    void theCommandLineTellsThemApart()
    {
        const auto line = [](const QStringList& arguments) {
            return readCommandLine(QStringList{"draftscope"} + arguments);
        };
        QCOMPARE(line({file("trace.json")})->trace, std::filesystem::path(file("trace.json").toStdString()));
        const auto comparison = line({file("lanes.jsonl.zst")});
        QVERIFY(comparison && comparison->trace.empty() && comparison->namesRun);
        QCOMPARE(comparison->comparison, std::filesystem::path(file("lanes.jsonl.zst").toStdString()));
        const auto page = line({file("page.jsonl")});
        QVERIFY(!page && page.error().sentence.find("seems to be a web page") != std::string::npos);
        const auto two = line({"tales-6m", file("trace.json")});
        QVERIFY(!two && two.error().sentence.find("is a trace, which is opened alone") != std::string::npos);
        QCOMPARE(line({"tales-6m"})->setup.target, std::string("tales-6m"));
    }

    void savingOffersAName()
    {
        RunSetup setup = test::quickSetup(16);
        setup.settings.draftLength = 5;
        setup.prompt =
            "Once upon a time, there was a little girl named Lily. She loved to play in the park.\nOne sunny "
            "morning, Lily";
        WindowFixture run(setup);
        QVERIFY(run.start() && run.rounds(1));
        noteFolderOf(m_folder.filePath("x"), false);
        run.window.saving().save();
        const QString name = "tales-6m two-model K5 story-park.trace.jsonl.zst";
        auto* dialog = run.find<QFileDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->selectedFiles(), QStringList(file(name)));
        QCOMPARE(dialog->directory().absolutePath(), QDir(m_folder.path()).absolutePath());
        dialog->reject();
        // Beside one of that name another one is offered, and the folder is that of the last file.
        QVERIFY(QDir(m_folder.path()).mkdir("other") && QFile::copy(file("trace.json"), file("other/" + name)));
        QVERIFY(until([&] { return !run.find<QFileDialog>(); }));
        run.window.open(file("other/" + name).toStdString());
        QVERIFY(until([&] { return !run.navigation.starter().trace().empty(); }));
        run.window.saving().save();
        dialog = run.find<QFileDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->directory().absolutePath(), QDir(file("other")).absolutePath());
        dialog->reject();
        QCOMPARE(freeNameIn(file("other"), name), QString("tales-6m two-model K5 story-park 2.trace.jsonl.zst"));
    }

    void names_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("k");
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("name");
        QTest::newRow("two models") << "SmolLM2-135M-Instruct"
                                    << "two-model"
                                    << "chain" << 5 << "Why is the sky blue?"
                                    << "SmolLM2-135M-Instruct two-model K5 why-is-the-sky.trace.jsonl.zst";
        QTest::newRow("plain") << "Tale"
                               << "plain"
                               << "chain" << 0 << ""
                               << "Tale plain.trace.jsonl.zst";
        QTest::newRow("a tree") << "Tale"
                                << "eagle"
                                << "dynamic" << 6 << "a/b: c\n\"d\" e f"
                                << "Tale eagle+dynamic K6 a-b-c-d-e.trace.jsonl.zst";
        QTest::newRow("a name of Ollama's") << "maker/tale:1b"
                                            << "prompt-lookup"
                                            << "chain" << 8 << "..."
                                            << "maker-tale-1b prompt-lookup K8.trace.jsonl.zst";
        QTest::newRow("other letters") << "Märchen"
                                       << "plain"
                                       << "chain" << 0 << QString::fromUtf8("Es war einmal ein König")
                                       << QString::fromUtf8("Märchen plain es-war-einmal-ein.trace.jsonl.zst");
    }
    void names()
    {
        QFETCH(const QString, target);
        QFETCH(const QString, method);
        QFETCH(const QString, shape);
        QFETCH(const int, k);
        QFETCH(const QString, prompt);
        QFETCH(const QString, name);
        TraceHeader header;
        header.target.name = target.toStdString();
        header.method = method.toStdString();
        header.shape = shape.toStdString();
        header.draftLength = k;
        QCOMPARE(nameForTrace(header, prompt.toStdString()), name);
    }

    void namesOfComparisons()
    {
        TraceHeader plain, chain;
        plain.target.name = chain.target.name = "Tale";
        plain.method = "plain";
        chain.method = "two-model";
        chain.draftLength = 5;
        TraceHeader longer = chain;
        longer.draftLength = 8;
        QCOMPARE(nameForComparison({plain, chain}, "Why?"), QString("Tale plain, two-model K5 why.comparison.json"));
        QCOMPARE(nameForComparison({plain, chain, longer}, "Why?"),
                 QString("Tale plain, two-model K5, two-model K8 why.comparison.json"));
        QCOMPARE(nameForComparison({chain, chain}, "", "The program's prompts (22)"),
                 QString("Tale two-model K5 The-program-s-prompts-(22).comparison.json"));
        CompareFixture run;
        QVERIFY(run.start());
        QCOMPARE(run.window.compare().suggestedName(), QString());
        QVERIFY(run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.playToTheEnd());
        const QString name = run.window.compare().suggestedName();
        QVERIFY2(name.startsWith("tales-6m two-model, plain K") && name.endsWith(".comparison.json"), qPrintable(name));
        run.window.showWorkspace("compare");
        entry(*menuNamed(run.window, "Compare"), "Save the comparison…")->trigger();
        auto* dialog = run.find<QFileDialog>();
        QVERIFY(dialog && dialog->selectedFiles().value(0).endsWith(name));
        dialog->reject();
    }

private:
    [[nodiscard]] QString file(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

DRAFTSCOPE_WINDOW_TEST(TestOpenedFiles)
#include "test_opened_files.moc"
