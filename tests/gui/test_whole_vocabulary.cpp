// SPDX-License-Identifier: MIT
// The window with every token at the position shown: exact at any recorded moment of a run, and honest where it cannot
// be.
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>

#include "gui/export/view_exports.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/vocabulary_window.h"
#include "tests/test_main.h"
#include "widgets/distribution/vocabulary_model.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// The window, opened as the menu does.
struct VocabularyOpened {
    explicit VocabularyOpened(WindowFixture& run)
    {
        run.find<DistributionPanel>()->wholeVocabulary()->trigger();
        window = run.find<VocabularyWindow>();
        table = window->findChild<QTableView*>();
        model = static_cast<const VocabularyModel*>(table->model());
        search = window->findChild<QLineEdit*>("vocabularySearch");
    }
    [[nodiscard]] QString says() const { return window->findChild<QLabel*>("vocabularySays")->text(); }
    [[nodiscard]] QString found() const { return window->findChild<QLabel*>("vocabularyFound")->text(); }
    [[nodiscard]] const DistributionEntry* entry(TokenId token) const
    {
        for (const DistributionEntry& each : model->tokens().tokens)
            if (each.token == token)
                return &each;
        return nullptr;
    }

    VocabularyWindow* window = nullptr;
    QTableView* table = nullptr;
    const VocabularyModel* model = nullptr;
    QLineEdit* search = nullptr;
};

bool isWhole(WindowFixture& run, const VocabularyOpened& opened)
{
    return until([&] {
        return opened.model->tokens().tokens.size() == run.navigation.run().vocabulary().size()
            && run.navigation.measurements().vocabulary().answer();
    });
}

/// What the record keeps of the position is in the list, with the same bits.
bool holdsTheRecord(const WindowFixture& run, const VocabularyOpened& opened)
{
    const auto& round = run.navigation.playhead().round();
    const TokenList kept = tokenListOf(*round, run.navigation.playhead().selection().context());
    return !kept.tokens.empty() && std::ranges::all_of(kept.tokens, [&](const DistributionEntry& entry) {
        const DistributionEntry* listed = opened.entry(entry.token);
        return listed && *listed == entry;
    });
}

} // namespace

class TestWholeVocabulary : public QObject {
    Q_OBJECT
private slots:
    void everyTokenIsThereAtAnyMomentThatIsRecorded()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(4));
        const Recording before = run.navigation.recording();
        const VocabularyOpened opened(run);
        QVERIFY(isWhole(run, opened));
        QVERIFY2(opened.says().startsWith("All "), qPrintable(opened.says()));
        QVERIFY(holdsTheRecord(run, opened));
        for (const Position at :
             {Position{0, 1, 1}, {0, 1, 5}, {0, 1, 7}, {0, 0, int(run.round(0).moments.size())}, {0, 3, 2}}) {
            run.navigation.player().goTo(at);
            QCOMPARE(run.navigation.playhead().position(), at);
            QVERIFY(isWhole(run, opened));
            QVERIFY(holdsTheRecord(run, opened));
            double p = 0, q = 0;
            for (const DistributionEntry& entry : opened.model->tokens().tokens) {
                p += double(entry.p);
                q += double(entry.q);
            }
            const DistributionRecord& kept = run.navigation.playhead().round()->contexts[std::size_t(
                run.navigation.playhead().selection().context())];
            QVERIFY(std::abs(p - (kept.hasP ? 1 : 0)) < 1e-5);
            QVERIFY(std::abs(q - (kept.hasQ ? 1 : 0)) < 1e-5);
            QCOMPARE(opened.says().contains("no p before"), !kept.hasP);
        }
        // Another node of the same round.
        run.navigation.player().goTo({0, 1, int(run.round(1).moments.size())});
        run.navigation.decode().playhead().selection().selectContext(1);
        QVERIFY(isWhole(run, opened));
        QVERIFY(holdsTheRecord(run, opened));
        // The run has not noticed: it goes on as it does without all this.
        QVERIFY(run.navigation.recording().roundCount(0) == before.roundCount(0));
        run.navigation.player().last();
        QVERIFY(run.rounds(3));
        WindowFixture alone;
        QVERIFY(alone.start());
        QVERIFY(alone.rounds(7));
        for (int r = 0; r < 7; ++r) {
            QCOMPARE(run.round(r).nodes, alone.round(r).nodes);
            QCOMPARE(run.round(r).committed, alone.round(r).committed);
            QVERIFY(run.round(r).contexts == alone.round(r).contexts);
        }
    }

    void aForkIsComputedWithWhatWasForcedAndItsSampler()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(2));
        const VocabularyOpened opened(run);
        run.navigation.player().goTo({0, 1, 2});
        SamplerSettings sampler = run.navigation.run().setup().settings.sampler;
        sampler.temperature = 1.7;
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().changeFromStartOfRound(
                {WhatIf{.kind = OverrideRecord::Kind::sampler, .sampler = sampler}});
        }));
        QVERIFY(run.rounds(1));
        QVERIFY(run.navigation.playhead().position().branch > 0);
        QCOMPARE(run.navigation.playhead().round()->sampler.temperature, 1.7);
        QVERIFY(isWhole(run, opened));
        QVERIFY(holdsTheRecord(run, opened));
    }

    void aSequenceOfABatchIsComputedAlone()
    {
        RunSetup setup = test::quickSetup(24);
        setup.batch.sequences = 2;
        WindowFixture run(setup);
        QVERIFY(run.start());
        QVERIFY(run.rounds(2));
        const VocabularyOpened opened(run);
        for (const int sequence : {1, 0}) {
            run.navigation.player().goToSequence(sequence);
            QVERIFY(isWhole(run, opened));
            QVERIFY(holdsTheRecord(run, opened));
        }
    }

    void whilePlayingTheRecordIsShownAndSaysSo()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        const VocabularyOpened opened(run);
        QVERIFY(isWhole(run, opened));
        run.navigation.player().transport().setSpeed(1);
        run.navigation.player().playOrPause();
        QVERIFY(until([&] { return opened.says().contains("pause it"); }));
        QVERIFY(opened.model->tokens().tokens.size() < 100);
        QVERIFY(opened.says().contains("likeliest tokens at this position; the other "));
        run.navigation.player().pause();
        QVERIFY(isWhole(run, opened));
        QVERIFY(holdsTheRecord(run, opened));
    }

    void aTraceSaysWhatItLacks()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.jsonl");
        QVERIFY(test::saveRounds(test::quickSetup(), 2, path));
        WindowFixture reader;
        reader.navigation.starter().openTrace(path.toStdString());
        QVERIFY(until([&] { return reader.navigation.run().isThere(); }));
        reader.navigation.player().goTo({0, 1, 6});
        const VocabularyOpened opened(reader);
        const DistributionRecord& kept = reader.navigation.playhead().round()->contexts[std::size_t(
            reader.navigation.playhead().selection().context())];
        QCOMPARE(opened.model->rowCount(), int(kept.top.size()));
        QVERIFY2(opened.says().startsWith(
                     QStringLiteral("The record keeps the %1 likeliest tokens at this position; the other ")
                         .arg(kept.top.size())),
                 qPrintable(opened.says()));
        QVERIFY2(opened.says().contains("restart the run"), qPrintable(opened.says()));
        QVERIFY(!reader.navigation.measurements().vocabulary().isPending());
    }

    void isSearchedSortedAndSaved()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        const VocabularyOpened opened(run);
        QVERIFY(isWhole(run, opened));
        QVERIFY(opened.search->hasFocus());
        QTest::keyClicks(opened.search, " the");
        QVERIFY(opened.model->rowCount() > 1);
        for (int row = 0; row < opened.model->rowCount(); ++row)
            QVERIFY(opened.model->index(row, VocabularyModel::token)
                        .data()
                        .toString()
                        .contains("␣the", Qt::CaseInsensitive));
        QVERIFY(opened.found().startsWith(QStringLiteral("%1 tokens · p = ").arg(opened.model->rowCount())));
        QTest::keyClick(opened.search, Qt::Key_Return); // into the table
        QVERIFY(opened.table->hasFocus());
        QCOMPARE(opened.table->currentIndex().row(), 0);
        // A click on a heading: the largest first, then the smallest; a token that is the current one stays it.
        QHeaderView* header = opened.table->horizontalHeader();
        const auto clickOn = [&](int column) {
            test::click(header->viewport(), {header->sectionViewportPosition(column) + 8, header->height() / 2});
        };
        const TokenId current = opened.model->tokenAt(0);
        clickOn(VocabularyModel::pBefore);
        const auto value = [&](int row) { return opened.entry(opened.model->tokenAt(row))->pBefore; };
        for (int row = 1; row < opened.model->rowCount(); ++row)
            QVERIFY(value(row - 1) >= value(row));
        QCOMPARE(opened.model->tokenAt(opened.table->currentIndex().row()), current);
        clickOn(VocabularyModel::pBefore);
        for (int row = 1; row < opened.model->rowCount(); ++row)
            QVERIFY(value(row - 1) <= value(row));
        // The same without a mouse.
        auto* order = opened.window->findChild<QComboBox*>("vocabularyOrder");
        QCOMPARE(order->currentIndex(), int(VocabularyModel::pBefore));
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Home);
        for (int row = 1; row < opened.model->rowCount(); ++row)
            QVERIFY(opened.model->tokenAt(row - 1) < opened.model->tokenAt(row));
        // CSV of what is found, and of all.
        const QTemporaryDir folder;
        auto* exports = opened.window->findChild<ViewExports*>();
        const auto lines = [&] {
            const QString path = folder.filePath("tokens.csv");
            exports->save(path.toStdString());
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
        };
        QCOMPARE(lines(), opened.model->rowCount() + 1);
        opened.window->findChild<QAbstractButton*>("vocabularyExportsAll")->click();
        QCOMPARE(lines(), int(run.navigation.run().vocabulary().size()) + 1);
        QTest::keyClick(opened.table, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(opened.search->hasFocus());
        QTest::keyClick(opened.search, Qt::Key_Escape);
        QVERIFY(until([&] { return !run.find<VocabularyWindow>(); }));
    }

    void tabLeadsThroughAllOfItAndNamesAreSaid()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        const VocabularyOpened opened(run);
        QApplication::setActiveWindow(opened.window); // no window manager does it
        QStringList reached;
        for (int i = 0; i < 12; ++i) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus && focus->window() == opened.window,
                     qPrintable(reached.join(", ")
                                + QString(": %1").arg(focus ? focus->metaObject()->className() : "none")));
            const auto* button = qobject_cast<QAbstractButton*>(focus);
            reached << (button ? button->text() : focus->accessibleName());
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        for (const char* name :
             {"Search the vocabulary", "Sorted by", "rising", "Tokens of the vocabulary", "Copy or save"})
            QVERIFY2(reached.contains(name), qPrintable(reached.join(", ")));
        QVERIFY(!reached.contains(QString()));
    }

    void anotherRunIsAnotherVocabulary()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        const VocabularyOpened opened(run);
        QVERIFY(isWhole(run, opened));
        run.navigation.starter().restart();
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        QCOMPARE(opened.model->rowCount(), 0);
        QVERIFY(run.rounds(1));
        QVERIFY(isWhole(run, opened));
        QVERIFY(holdsTheRecord(run, opened));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWholeVocabulary)
#include "test_whole_vocabulary.moc"
