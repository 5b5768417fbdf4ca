// SPDX-License-Identifier: MIT
// A conversation of several turns in Setup: made by keys, read by the target, continued with its answer.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "foreign_model.h"
#include "gui/forms/chat_turns.h"
#include "setup_fields.h"
#include "tests/test_main.h"
#include "widgets/text/prompt_view.h"

using namespace draftscope;
using test::talker;
using test::until;
using test::WindowFixture;

namespace {

RunSetup chatWith(const QString& target)
{
    RunSetup setup = test::quickSetup(8);
    chooseMethod(setup.settings, "plain");
    setup.target = target.toStdString();
    setup.draft.clear();
    setup.prompt = "Hi";
    setup.isChat = true;
    return setup;
}

} // namespace

class TestChatTurns : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void turnsAreMadeByKeys()
    {
        WindowFixture run(chatWith(talker(m_folder.path())), {1280, 1500});
        auto* turns = run.find<ChatTurns>();
        auto* list = run.find<QListWidget>("chatTurns");
        auto* view = run.find<PromptView>();
        QVERIFY(turns && list && view);
        QVERIFY(until([&] { return turns->isVisible(); }));
        QVERIFY(!list->isVisible()); // there are none yet
        auto* add = turns->findChild<QPushButton*>("addTurn");
        auto* text = turns->findChild<QPlainTextEdit*>();
        auto* role = turns->findChild<QComboBox*>();
        add->setFocus();
        QTest::keyClick(add, Qt::Key_Space);
        QVERIFY(list->isVisible() && text->hasFocus());
        QTest::keyClicks(text, "A");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Insert);
        QCOMPARE(role->currentText(), "assistant"); // the other side answers
        QTest::keyClicks(text, "B");
        QCOMPARE(run.navigation.starter().setup().turns, (Conversation{{"user", "A"}, {"assistant", "B"}}));
        const QString whole =
            "<|user|>\nA<|endoftext|>\n<|assistant|>\nB<|endoftext|>\n<|user|>\nHi<|endoftext|>\n<|assistant|>\n";
        QVERIFY(until([&] { return view->toPlainText() == whole; }));

        list->setFocus();
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(run.navigation.starter().setup().turns, (Conversation{{"assistant", "B"}, {"user", "A"}}));
        QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(run.navigation.starter().setup().turns, (Conversation{{"user", "A"}, {"assistant", "B"}}));
        QTest::keyClick(role, Qt::Key_Up);
        QCOMPARE(run.navigation.starter().setup().turns[1].role, std::string("user"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(run.navigation.starter().setup().turns, (Conversation{{"user", "A"}}));
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(run.navigation.starter().setup().turns.empty() && !list->isVisible());
    }

    void theConversationGoesOnWithTheAnswer()
    {
        RunSetup setup = chatWith(talker(m_folder.path()));
        setup.system = "Be brief.";
        WindowFixture run(setup, {1280, 1500});
        auto* go = run.find<QPushButton>("continueConversation");
        QVERIFY(until([&] { return go->isVisible(); }));
        QVERIFY(run.start());
        go->click();
        QVERIFY(until([&] { return run.problem().contains("has not answered yet"); }));
        QVERIFY(run.navigation.starter().setup().turns.empty());
        QVERIFY(run.rounds(3));
        go->click();
        const RunSetup& next = run.navigation.starter().setup();
        QCOMPARE(next.turns.size(), 2U);
        QCOMPARE(next.turns[0], (Turn{"user", "Hi"}));
        QCOMPARE(next.turns[1].role, std::string("assistant"));
        QVERIFY(!next.turns[1].text.empty() && next.prompt.empty());
        QCOMPARE(next.system, setup.system);
        QVERIFY(run.navigation.starter().setupDiffers());
        RunSetup answered = next;
        answered.prompt = "And then?";
        run.navigation.starter().setSetup(answered);
        run.navigation.starter().restart();
        QVERIFY(until([&] { return run.navigation.run().setup().prompt == "And then?"; }));
        const std::string& prompt = run.navigation.recording().header().prompt;
        QVERIFY(prompt.find("<|assistant|>\n" + answered.turns[1].text) != std::string::npos);
        QVERIFY(prompt.ends_with("<|user|>\nAnd then?<|endoftext|>\n<|assistant|>\n"));
        QVERIFY(run.navigation.recording().header().isWholePrompt);
    }

    void whatBecomesOfMessagesIsSaid()
    {
        RunSetup setup = chatWith(talker(m_folder.path()));
        setup.prompt = "Hi<|endoftext|>";
        WindowFixture run(setup, {1280, 1500});
        auto* remarks = run.find<QLabel>("chatRemarks");
        QVERIFY(until([&] { return remarks->isVisible(); }));
        QVERIFY2(remarks->text().contains("has <|endoftext|> in it"), qPrintable(remarks->text()));
        setup.prompt = "Hi";
        run.navigation.starter().setSetup(setup);
        QVERIFY(until([&] { return !remarks->isVisible(); }));
    }

private:
    QTemporaryDir m_folder;
};

DRAFTSCOPE_WINDOW_TEST(TestChatTurns)
#include "test_chat_turns.moc"
