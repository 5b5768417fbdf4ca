// SPDX-License-Identifier: MIT
// File, Attach: a server's own rounds in Step, while they come and from a file.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include "engine/attach/served_recording.h"
#include "engine/attach/served_stream.h"
#include "gui/attach/attach_dialog.h"
#include "gui/compare/lane.h"
#include "gui/compare/lanes.h"
#include "gui/window/command_line.h"
#include "tests/attach/pretended_server.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::entry;
using test::PretendedServer;
using test::until;
using test::WindowFixture;

namespace {

QString streamFile(const char* name)
{
    return DRAFTSCOPE_SOURCE_DIR "/tests/attach/streams/" + QString::fromLatin1(name);
}

std::string bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

PretendedServer::Answer answerOfLlama(const std::string& path, const std::string& completion)
{
    if (path == "/props")
        return {200, R"({"default_generation_settings":{"n_ctx":2048}})"};
    if (path == "/v1/models")
        return {200, R"({"data":[{"id":"SmolLM2.gguf","meta":{"n_vocab":49152}}]})"};
    if (path == "/tokenize")
        return {200, R"({"tokens":[{"id":7,"piece":"Name"},{"id":8,"piece":" planets"}]})"};
    return path == "/completion" ? PretendedServer::Answer{200, completion} : PretendedServer::Answer{404, "{}"};
}

/// Opened by the menu, as a person does.
AttachDialog* openedDialog(WindowFixture& run)
{
    for (auto* menu : run.window.findChildren<QMenu*>())
        for (QAction* const action : menu->actions())
            if (action->text().remove('&').startsWith(QStringLiteral("Attach")))
                action->trigger();
    return run.find<AttachDialog>("attachDialog");
}

QPushButton* buttonOf(const AttachDialog& dialog, const QString& words)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text().remove('&') == words)
            return button;
    return nullptr;
}

/// The first rounds of what a server told.
Recording watched(std::size_t rounds = 3)
{
    auto texts = readServedTexts(streamFile("llama-draft.sse").toStdString());
    ServedText text = texts.value().front();
    text.rounds.resize(rounds);
    return recordingOf(text, "llama-draft.sse");
}

QString saidIn(const AttachDialog& dialog)
{
    return dialog.findChild<QLabel*>(QStringLiteral("attachChecked"))->text();
}

} // namespace

class TestAttach : public QObject {
    Q_OBJECT
private slots:
    void roundsOfAServer();
    void fromAFile();
    void whileARunIsLoaded();
    void besideUnsavedWhatIfs();
    void badServers();
    void commandLine();
};

void TestAttach::roundsOfAServer()
{
    const std::string stream = bytesOf(streamFile("llama-draft.sse"));
    const PretendedServer server(
        [&](const std::string& path, const std::string&) { return answerOfLlama(path, stream); });
    WindowFixture run;
    QVERIFY(run.start());
    const RunSetup setup = run.navigation.starter().setup();
    AttachDialog* const dialog = openedDialog(run);
    QVERIFY(dialog && dialog->isVisible());
    QPushButton* const watch = buttonOf(*dialog, QStringLiteral("Watch"));
    QVERIFY(watch && !watch->isEnabled());
    QTest::keyClicks(dialog->findChild<QLineEdit*>(QStringLiteral("attachAddress")),
                     QString::fromStdString(server.url()));
    QVERIFY(watch->isEnabled());
    test::click(watch);
    QVERIFY(until([&] { return !dialog->isBusy(); }));

    const Navigation& navigation = run.navigation;
    QCOMPARE(navigation.recording().roundCount(0), 28);
    QVERIFY(navigation.recording().header().traits.isWatched);
    QCOMPARE(saidIn(*dialog), QStringLiteral("The rounds add up to the server's counters."));
    QVERIFY(until([&] { return navigation.playhead().ways().isAtEnd(); }));
    QCOMPARE(navigation.playhead().metrics().accepted(), 12);
    QCOMPARE(navigation.playhead().metrics().drafted(), 101);
    QVERIFY(navigation.starter().setup() == setup); // it is no run of this program
    QVERIFY(!navigation.run().computation().canCompute());

    // Each moment can be gone to and drawn; of a rejected draft nothing is known.
    for (int r = 0; r < 28; ++r)
        for (int moment = 1; moment <= int(navigation.recording().round(0, r).moments.size()); ++moment) {
            run.navigation.player().goTo({0, r, moment});
            QVERIFY(!run.window.grab().isNull());
        }
    run.navigation.player().goTo({0, 1, 6}); // the first draft is judged
    const auto& round = *navigation.playhead().round();
    QCOMPARE(round.nodes.front().token, untoldToken);
    QVERIFY(round.nodes.front().verdict == Verdict::rejected);

    // Beside runs of this program.
    test::click(buttonOf(*dialog, QStringLiteral("To Compare")));
    QVERIFY(until([&] { return run.window.lanes().count() == 1 && !run.window.lanes().lane(0).isLoading(); }));
    QVERIFY(until([&] { return run.window.lanes().lane(0).rounds() == 28; }));
    QCOMPARE(run.problem(), QString());
    for (int again = 0; again < 2; ++again) { // it is there as it was, however often all lanes begin again
        run.window.lanes().player().last();
        QCOMPARE(run.window.lanes().lane(0).shownRounds(), 28);
        run.window.lanes().player().restart();
        QVERIFY(until([&] { return !run.window.lanes().lane(0).isLoading(); }));
        QCOMPARE(run.window.lanes().lane(0).shownRounds(), 0);
        QCOMPARE(run.window.lanes().lane(0).rounds(), 28);
        QCOMPARE(run.problem(), QString());
    }

    // Another text takes the place of it.
    test::click(watch);
    QVERIFY(until([&] { return !dialog->isBusy(); }));
    QCOMPARE(navigation.recording().roundCount(0), 28);
}

void TestAttach::fromAFile()
{
    WindowFixture run;
    AttachDialog& dialog = run.window.attachDialog();
    dialog.readFile(streamFile("llama-characters.sse"));
    QVERIFY(until([&] { return !dialog.isBusy(); }));
    QVERIFY(
        saidIn(dialog).startsWith(QStringLiteral("The rounds add up to the server's counters.\nWhere a character")));
    QVERIFY(run.navigation.recording().roundCount(0) > 5);
    for (int r = 0; r < run.navigation.recording().roundCount(0); ++r) {
        run.navigation.player().goTo({0, r, 1});
        QVERIFY(!run.window.grab().isNull());
    }
    dialog.readFile(streamFile("../CMakeLists.txt"));
    QVERIFY(until([&] { return !dialog.isBusy(); }));
    QVERIFY(saidIn(dialog).contains(QStringLiteral("cannot be read as a stream")));
}

/// The server's rounds take the place of the run that is being loaded, which does not come after them.
void TestAttach::whileARunIsLoaded()
{
    WindowFixture run;
    QVERIFY(run.start());
    run.navigation.starter().restart();
    QVERIFY(run.navigation.player().isLoading());
    run.navigation.starter().showWatched(watched());
    QVERIFY(!run.navigation.player().isLoading());
    QVERIFY(run.navigation.recording().header().traits.isWatched);
}

/// The run with them is asked about first, and stays as it is until a person has answered.
void TestAttach::besideUnsavedWhatIfs()
{
    WindowFixture run;
    QVERIFY(run.start() && run.rounds(3));
    const WhatIf change{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999};
    QVERIFY(run.await([&] { run.navigation.whatIfs().change({change}, Position{0, 1, 0}); }));
    QVERIFY(run.navigation.run().changes().areUnsaved());
    const int rounds = run.navigation.recording().roundCount(0);
    RunStarter& starter = run.navigation.starter();
    starter.showWatched(watched());
    auto* const question = run.find<QMessageBox>();
    QVERIFY(question);
    starter.growWatched(watched(9));
    QCOMPARE(run.navigation.recording().roundCount(0), rounds);
    QVERIFY(!run.navigation.recording().header().traits.isWatched);

    test::click(question->button(QMessageBox::Discard));
    QVERIFY(run.navigation.recording().header().traits.isWatched);
    QCOMPARE(run.navigation.recording().roundCount(0), 9);
    starter.growWatched(watched(12));
    QCOMPARE(run.navigation.recording().roundCount(0), 12);

    // What is shown in the place of it does not grow.
    starter.restart();
    QVERIFY(until([&] { return run.navigation.run().computation().canCompute(); }));
    starter.growWatched(watched(20));
    QCOMPARE(run.navigation.recording().roundCount(0), 0);
}

void TestAttach::badServers()
{
    WindowFixture run;
    AttachDialog& dialog = run.window.attachDialog();
    const PretendedServer page(
        [](const std::string& path, const std::string&) { return answerOfLlama(path, "<html>log in</html>"); });
    for (const auto& [address, sentence] :
         {std::pair(QString::fromStdString(page.url()), QStringLiteral("This is a web page")),
          {QStringLiteral("http://127.0.0.1:1"), QStringLiteral("cannot be reached")},
          {QStringLiteral("ftp://x"), QStringLiteral("ftp://x")}}) {
        dialog.setServer(address);
        dialog.begin();
        QVERIFY(until([&] { return !dialog.isBusy(); }));
        QVERIFY2(saidIn(dialog).contains(sentence), qPrintable(saidIn(dialog)));
    }
}

void TestAttach::commandLine()
{
    const auto asked = readCommandLine({"draftscope", "attach", "http://127.0.0.1:8080", "--prompt", "Hi"});
    QVERIFY(asked.has_value());
    QCOMPARE(asked->attached, QStringLiteral("http://127.0.0.1:8080"));
    QVERIFY(asked->sendsPrompt);
    QVERIFY(!readCommandLine({"draftscope", "http://127.0.0.1:8080"})->sendsPrompt);
}

DRAFTSCOPE_WINDOW_TEST(TestAttach)
#include "test_attach.moc"
