// SPDX-License-Identifier: MIT
// Where two texts part, in the window: from the menu, with files of every kind, and to the moment in Step.
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>

#include "gui/compare/texts_dialog.h"
#include "gui/language/language.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

RunSetup greedySetup()
{
    RunSetup setup = quickSetup();
    setup.settings.sampler.greedy = true;
    return setup;
}

QPushButton* buttonNamed(const QWidget& dialog, const QString& words)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == words)
            return button;
    return nullptr;
}

/// The tokens of the run shown, as a list of ids; that of `changed` is another.
QByteArray idsOf(const Navigation& navigation, int changed)
{
    const ComparedText text = textOf(navigation.recording(), 0, "run");
    QByteArrayList ids;
    for (std::size_t i = 0; i < text.tokens.size(); ++i)
        ids << QByteArray::number(text.tokens[int(i) == changed ? 0 : i] + (int(i) == changed ? 7 : 0));
    return '[' + ids.join(", ") + ']';
}

} // namespace

class TestCompareTexts : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written.", qPrintable(name));
        return file.fileName().toStdString();
    }
    /// As the menu opens it.
    static TextsDialog* opened(WindowFixture& run)
    {
        for (QAction* menu : run.window.menuBar()->actions())
            if (QAction* compare = entry(*menu->menu(), QStringLiteral("&Compare texts")))
                compare->trigger();
        return run.window.findChild<TextsDialog*>(QStringLiteral("compareTexts"));
    }
    static bool compare(TextsDialog& dialog)
    {
        QSignalSpy done(&dialog, &TextsDialog::compared);
        click(buttonNamed(dialog, QStringLiteral("Compare")));
        return done.count() > 0 || done.wait(patience);
    }

private slots:
    void cleanup() { setLanguage(Language::english); }

    void theRunShownBesideAnotherText()
    {
        constexpr int changed = 9;
        WindowFixture run(greedySetup());
        QVERIFY(run.start() && run.rounds(8));
        TextsDialog* dialog = opened(run);
        QVERIFY(dialog);
        QVERIFY(!buttonNamed(*dialog, "Compare")->isEnabled());
        QVERIFY(dialog->words().startsWith("Choose two texts"));
        dialog->take(TextsDialog::Side::second, write("other.json", idsOf(run.navigation, changed)));
        QVERIFY(compare(*dialog));
        const QString words = dialog->words();
        QVERIFY2(words.startsWith("They part at token 10 behind the prompt, where the run shown has “")
                     || words.startsWith("They part at token 10 behind the prompt, where the run shown has \""),
                 qPrintable(words));
        QVERIFY2(words.contains("That is no near-tie") && words.contains("Written down in the run shown")
                     && words.contains("Likeliest there, nothing rounded") && words.contains("Underlined"),
                 qPrintable(words));
        QVERIFY(!buttonNamed(*dialog, "Show the second in Step")->isEnabled());
        const auto* const table = dialog->findChild<QTextBrowser*>()->document();
        QVERIFY(!table->size().isEmpty()); // all of it is laid out now
        int numbers = 0;
        for (QTextBlock block = table->begin(); block.isValid(); block = block.next()) {
            bool isNumber = false;
            block.text().trimmed().toDouble(&isNumber);
            if (!isNumber)
                continue;
            ++numbers;
            QVERIFY2(block.layout()->lineCount() == 1, qPrintable(block.text()));
        }
        QVERIFY(numbers > 10);

        run.window.showWorkspace("compare");
        click(buttonNamed(*dialog, "Show the first in Step"));
        QCOMPARE(run.window.shownWorkspace().name(), QString("step"));
        const auto place = recordedPlace(run.navigation.recording(), 0, changed);
        QVERIFY(place);
        QVERIFY(until([&] { return run.navigation.playhead().position().round == place->at.round; }));

        // A token in the text is a link to the moment that made it.
        run.navigation.player().last();
        auto* view = dialog->findChild<QTextBrowser*>();
        QPoint link;
        for (int y = 0; y < view->viewport()->height() && link.isNull(); y += 4)
            for (int x = 0; x < view->viewport()->width() && link.isNull(); x += 4)
                if (view->anchorAt({x, y}) == QString("token:0:0"))
                    link = {x, y};
        QVERIFY(!link.isNull());
        click(view->viewport(), link);
        QCOMPARE(run.navigation.playhead().position().round, 0);
    }

    void anotherLanguage()
    {
        WindowFixture run(greedySetup());
        QVERIFY(run.start() && run.rounds(4));
        TextsDialog* dialog = opened(run);
        dialog->take(TextsDialog::Side::second, write("other.json", idsOf(run.navigation, 3)));
        QVERIFY(compare(*dialog));
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        QVERIFY2(dialog->words().startsWith("Sie gehen beim Token 4 hinter dem Prompt auseinander"),
                 qPrintable(dialog->words()));
        QVERIFY(dialog->words().contains("Unterstrichen: das erste Token, das abweicht."));
        QVERIFY(!dialog->words().contains("likeliest"));
    }

    void whatTheTargetWritesAndATrace()
    {
        const QString trace = m_folder.filePath("run.jsonl");
        QVERIFY(saveRounds(greedySetup(), 5, trace));
        WindowFixture run(greedySetup());
        TextsDialog* dialog = opened(run);
        dialog->take(TextsDialog::Side::first, trace.toStdString());
        click(buttonNamed(*dialog, "What the target writes"));
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().startsWith("The texts are equal:"), qPrintable(dialog->words()));

        QVERIFY(run.start() && run.rounds(5));
        dialog->take(TextsDialog::Side::first, write("other.json", idsOf(run.navigation, 5)));
        dialog->take(TextsDialog::Side::second, trace.toStdString());
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().startsWith("They part at token 6 "), qPrintable(dialog->words()));
        click(buttonNamed(*dialog, "Show the second in Step"));
        QVERIFY(until([&] { return run.navigation.starter().trace() == trace.toStdString(); }));
        const auto place = recordedPlace(run.navigation.recording(), 0, 5);
        QVERIFY(until([&] { return run.navigation.playhead().position().round == place->at.round; }));
    }

    void whatCannotBeComparedIsSaid()
    {
        WindowFixture run(greedySetup());
        TextsDialog* dialog = opened(run);
        dialog->take(TextsDialog::Side::first, write("empty.txt", {}));
        QVERIFY2(dialog->words().contains("is empty"), qPrintable(dialog->words()));
        dialog->take(TextsDialog::Side::first, write("foreign.json", "[1, 2, 900000]"));
        dialog->take(TextsDialog::Side::second, write("ids.json", "[1, 2, 3]"));
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().contains("has the token 900000"), qPrintable(dialog->words()));
        dialog->take(TextsDialog::Side::first, write("ids.json", "[5, 6]"));
        click(buttonNamed(*dialog, "What the target writes"));
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().contains("give the prompt"), qPrintable(dialog->words()));
        dialog->setPrompt("Once upon a time");
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().startsWith("They part at token 1 "), qPrintable(dialog->words()));
    }

    void anotherRunIsNotTheOneCompared()
    {
        WindowFixture run(greedySetup());
        TextsDialog* dialog = opened(run);
        QVERIFY(!buttonNamed(*dialog, "The run shown")->isEnabled());
        QVERIFY(run.start() && run.rounds(8));
        QVERIFY(buttonNamed(*dialog, "The run shown")->isEnabled());
        dialog->takeRun(TextsDialog::Side::first);
        dialog->take(TextsDialog::Side::second, write("other.json", idsOf(run.navigation, 3)));
        QVERIFY(compare(*dialog));
        QVERIFY(buttonNamed(*dialog, "Show the first in Step")->isEnabled());
        QVERIFY(run.start());
        QVERIFY(!buttonNamed(*dialog, "Show the first in Step")->isEnabled());
    }

    /// What would be found is of the text that was chosen before.
    void choosingAnotherTextEndsTheComparing()
    {
        WindowFixture run(greedySetup());
        QVERIFY(run.start() && run.rounds(8));
        TextsDialog* dialog = opened(run);
        dialog->take(TextsDialog::Side::second, write("other.json", idsOf(run.navigation, 9)));
        click(buttonNamed(*dialog, "Compare"));
        QVERIFY(buttonNamed(*dialog, "Stop")->isVisible());
        dialog->take(TextsDialog::Side::second, write("another.json", idsOf(run.navigation, 3)));
        QVERIFY(!buttonNamed(*dialog, "Stop")->isVisible() && buttonNamed(*dialog, "Compare")->isEnabled());
        QVERIFY(compare(*dialog));
        QVERIFY2(dialog->words().startsWith("They part at token 4 "), qPrintable(dialog->words()));
    }

    /// Closing it while it computes ends the work.
    void closedWhileItComputes()
    {
        WindowFixture run(greedySetup());
        QVERIFY(run.start() && run.rounds(8));
        TextsDialog* dialog = opened(run);
        dialog->take(TextsDialog::Side::second, write("other.json", idsOf(run.navigation, 2)));
        click(buttonNamed(*dialog, "Compare"));
        QVERIFY(buttonNamed(*dialog, "Stop")->isVisible());
        click(buttonNamed(*dialog, "Stop"));
        QVERIFY(buttonNamed(*dialog, "Compare")->isEnabled());
        click(buttonNamed(*dialog, "Compare"));
        dialog->close();
        QVERIFY(until([&] { return !run.window.findChild<TextsDialog*>(QStringLiteral("compareTexts")); }));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestCompareTexts)
#include "test_compare_texts.moc"
