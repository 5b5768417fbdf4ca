// SPDX-License-Identifier: MIT
// The lossless lab, driven as a person would, and its numbers beside those of the command line.
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include "engine/session/faults.h"
#include "gui/controls/number_field.h"
#include "gui/export/view_exports.h"
#include "gui/forms/method_boxes.h"
#include "gui/forms/sampler_fields.h"
#include "gui/lab/lab_bar.h"
#include "gui/lab/lab_card.h"
#include "gui/lab/lab_fields.h"
#include "gui/lab/lab_page.h"
#include "gui/lab/lab_workspace.h"
#include "gui/language/language.h"
#include "tests/test_main.h"
#include "widgets/lab/distance_chart.h"
#include "widgets/lab/drawn_bars_view.h"
#include "widgets/style/panel_header.h"
#include "window_fixture.h"

using namespace draftscope;
using State = LosslessLab::State;

namespace {

struct LabFixture : test::WindowFixture {
    explicit LabFixture(QSize size = {1280, 800})
        : WindowFixture(test::quickSetup(), size), workspace(*window.findChild<LabWorkspace*>()), lab(workspace.lab()),
          page(workspace.labPage()), fields(page.fields())
    {
        window.showWorkspace(QStringLiteral("lab"));
        QCoreApplication::processEvents();
        LabSetup setup = lab.setup();
        setup.texts = 1000;
        lab.setSetup(setup);
        lab.setGentle(false);
    }

    bool becomes(State state)
    {
        return test::until([&] { return lab.state() == state; });
    }
    void change(const std::function<void(LabSetup&)>& how)
    {
        LabSetup setup = lab.setup();
        how(setup);
        lab.setSetup(setup);
    }
    /// As a person chooses from a list: by its words.
    static bool choose(QComboBox& box, const QString& beginning)
    {
        for (int i = 0; i < box.count(); ++i)
            if (box.itemText(i).startsWith(beginning)) {
                box.setCurrentIndex(i);
                emit box.activated(i);
                return true;
            }
        return false;
    }

    LabWorkspace& workspace;
    LosslessLab& lab;
    LabPage& page;
    LabFields& fields;
};

QJsonObject printedTrial(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(DRAFTSCOPE_CLI), QStringList{"lossless", "--trial"} + arguments);
    process.waitForFinished(-1);
    const QJsonArray trials = QJsonDocument::fromJson(process.readAllStandardOutput()).object()["trials"].toArray();
    return trials.size() == 1 ? trials[0].toObject() : QJsonObject();
}

/// All that a side shows, beside what the command line printed: empty where they are the same.
QString differences(const TrialFigures& shown, const QJsonObject& printed)
{
    QStringList found;
    const auto compare = [&](const QString& what, double one, const QJsonValue& other) {
        if (!(one == other.toDouble(-1)))
            found << QStringLiteral("%1: %2 and %3").arg(what).arg(one, 0, 'g', 17).arg(other.toDouble(-1), 0, 'g', 17);
    };
    compare("texts", shown.texts, printed["texts"]);
    compare("p-value", shown.correctedPValue(), printed["corrected_p_value"]);
    compare("found after", shown.foundAfter.value_or(-1), printed["found_after"]);
    compare("acceptance", shown.acceptanceRate, printed["acceptance_rate"]);
    const QJsonArray looks = printed["looks"].toArray(), distances = printed["distances"].toArray(),
                     drawn = printed["drawn"].toArray();
    compare("looks", double(shown.looks.size()), double(looks.size()));
    compare("distances", double(shown.distances.size()), double(distances.size()));
    compare("bars", double(shown.bars.size()), double(drawn.size()));
    if (!found.isEmpty())
        return found.join("; ");
    for (int i = 0; i < looks.size(); ++i) {
        compare("look", shown.looks[std::size_t(i)].pValue, looks[i].toObject()["p_value"]);
        compare("smallest bias", shown.looks[std::size_t(i)].smallestBias.value_or(-1),
                looks[i].toObject()["smallest_bias"]);
    }
    for (int i = 0; i < distances.size(); ++i) {
        compare("distance", shown.distances[std::size_t(i)].distance, distances[i].toObject()["distance"]);
        compare("chance", shown.distances[std::size_t(i)].chance, distances[i].toObject()["chance"]);
    }
    for (int i = 0; i < drawn.size(); ++i) {
        const QJsonArray bars = drawn[i].toObject()["bars"].toArray();
        const TrialBars& own = shown.bars[std::size_t(i)];
        compare("bars", double(own.bars.size()), double(bars.size()));
        for (int b = 0; b < std::min(int(bars.size()), int(own.bars.size())); ++b) {
            compare("drawn", own.bars[std::size_t(b)].drawn, bars[b].toObject()["drawn"]);
            compare("exact", own.bars[std::size_t(b)].exact, bars[b].toObject()["exact"]);
            compare("lower", own.bars[std::size_t(b)].interval.lower, bars[b].toObject()["lower"]);
        }
    }
    return found.join("; ");
}

} // namespace

class TestLosslessLab : public QObject {
    Q_OBJECT
private slots:
    void emptyRunningPausedAndFinished()
    {
        LabFixture run;
        QCOMPARE(run.lab.state(), State::empty);
        QVERIFY(run.page.side(0).bars().accessibleDescription().startsWith("Space draws"));
        QVERIFY(run.page.chart().accessibleDescription().startsWith("The distance"));
        QVERIFY(run.find<LabBar>()->words().startsWith("Nothing drawn yet"));

        run.lab.setGentle(true); // so slowly that it can be stopped
        run.press(Qt::Key_Space);
        QVERIFY(test::until([&] { return run.lab.texts() >= 20; }));
        QCOMPARE(run.lab.state(), State::running);
        QVERIFY(run.workspace.isPlaying());
        QVERIFY(run.find<LabBar>()->words().contains("texts of each"));
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::paused));
        const int texts = run.lab.texts();
        QVERIFY(texts < 1000);
        QTest::qWait(50);
        QCOMPARE(run.lab.texts(), texts); // nothing more comes
        QVERIFY(run.find<LabBar>()->words().endsWith("paused"));

        run.lab.setGentle(false);
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QCOMPARE(run.lab.texts(), 1000);
        QVERIFY2(run.page.side(0).verdict().startsWith(QString::fromUtf8("✓ No difference can be seen: p-value ")),
                 qPrintable(run.page.side(0).verdict()));
        QVERIFY2(run.page.side(1).verdict().startsWith(QString::fromUtf8("✗ About 0.")),
                 qPrintable(run.page.side(1).verdict()));
        QVERIFY(run.page.side(0).seeing().contains("would have been seen with 90 % chance"));
        QVERIFY(run.page.side(1).seeing().startsWith("Found after "));
        QVERIFY(run.page.chart().accessibleDescription().startsWith("After 1,000 texts: As it should be 0."));

        // What was paused and went on is what another run draws in one go.
        const QString before = run.page.side(0).bars().drawing().sentenceOf(0);
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(test::until([&] { return run.lab.state() == State::running || run.lab.texts() == 1000; }));
        QVERIFY(run.becomes(State::finished));
        QCOMPARE(run.page.side(0).bars().drawing().sentenceOf(0), before);
        run.fields.seed->setValue(7);
        QCOMPARE(run.lab.state(), State::empty); // another seed is another trial
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(run.page.side(0).bars().drawing().sentenceOf(0) != before);
    }

    void moreTextsGoOn()
    {
        LabFixture run;
        run.press(Qt::Key_F5);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(LabFixture::choose(*run.fields.texts, "2,000"));
        QCOMPARE(run.lab.state(), State::paused);
        QCOMPARE(run.lab.texts(), 1000);
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QCOMPARE(run.lab.texts(), 2000);
        QCOMPARE(run.lab.figures()->sides[0].looks.back().texts, 2000);
    }

    /// Both sides, with a chain, with what is looked at, and with a fault that needs another rule.
    void numbersAreThoseOfTheCommandLine_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QStringList>("left");
        QTest::newRow("p instead of the residual") << "p-instead-of-residual" << 8 << QStringList{};
        QTest::newRow("first token") << "p-instead-of-residual" << 1 << QStringList{};
        QTest::newRow("contiguous block") << "contiguous-block" << 8 << QStringList{"--verifier", "block"};
    }
    void numbersAreThoseOfTheCommandLine()
    {
        QFETCH(QString, fault);
        QFETCH(int, tokens);
        QFETCH(QStringList, left);
        LabFixture run;
        run.change([&](LabSetup& setup) {
            setup.right = {LabRight::Kind::fault, fault.toStdString(), {}};
            setup.tokens = tokens;
            setup.settings.seed = 11;
        });
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        const QStringList common = {
            "letters", "--backend", "cpu",     "--k",  "3",        "--temperature",         "0.7",
            "--top-p", "0.9",       "--texts", "1000", "--tokens", QString::number(tokens), "--seed",
            "11",      "--json"};
        QCOMPARE(differences(run.lab.figures()->sides[0], printedTrial(common + left)), QString());
        QCOMPARE(differences(run.lab.figures()->sides[1], printedTrial(common + QStringList{"--break", fault})),
                 QString());
    }

    /// In the window, too: each bug is found, and the side without it is not.
    void everyRuleAndEveryBug()
    {
        LabFixture run;
        run.change([](LabSetup& setup) { setup.texts = 20'000; });
        QVERIFY(run.page.table().model()->rowCount() == 0);
        run.press(Qt::Key_F9);
        QVERIFY(run.lab.table().isRunning());
        QVERIFY(test::until([&] { return run.lab.table().done() >= 1; }));
        run.press(Qt::Key_F9); // stops
        QVERIFY(!run.lab.table().isRunning() && !run.lab.table().isComplete());
        QVERIFY(run.page.card(3).header().subtitle().endsWith("stopped"));
        run.press(Qt::Key_F9); // goes on
        QVERIFY(QTest::qWaitFor([&] { return run.lab.table().isComplete(); }, 240'000));
        const LabTable& table = run.lab.table();
        int faults = 0, rules = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            const LabRow& one = table.row(row);
            const QString words = table.data(table.index(row, LabTable::foundColumn), Qt::DisplayRole).toString();
            QVERIFY2(table.figures(row) && table.figures(row)->texts == 20'000, qPrintable(words));
            QVERIFY2(table.figures(row)->foundAfter.has_value() != one.isLossless,
                     (one.verifier + " " + one.fault).c_str());
            QVERIFY2(one.isLossless ? words == QString::fromUtf8("✓ none to find")
                                    : words.startsWith(QString::fromUtf8("✗ ")),
                     qPrintable(words));
            faults += !one.fault.empty();
            rules += one.isLossless;
        }
        QCOMPARE(faults, int(allFaults().size()));
        QCOMPARE(rules, 5);
        // A row becomes the right side.
        const int last = table.rowCount() - 1;
        run.page.table().setCurrentIndex(table.index(last, 0));
        run.page.table().setFocus();
        run.press(Qt::Key_Return);
        QCOMPARE(run.lab.setup().right.name, table.row(last).fault);
        QVERIFY(test::until([&] { return run.lab.texts() > 0; }));
        run.lab.pause();

        const DataTable exported = table.exported();
        QCOMPARE(int(exported.rows.size()), table.rowCount());
        QCOMPARE(exported.rows[0][0], QString("speculative-sampling"));
        QCOMPARE(exported.rows[0][4], QString("20000"));
        QCOMPARE(exported.rows[last][1], QString::fromStdString(table.row(last).fault));
        QVERIFY(!exported.rows[last][8].isEmpty());
    }

    void anotherRuleAndAnotherSampler()
    {
        LabFixture run;
        QVERIFY(LabFixture::choose(*run.fields.right, "Rule: Typical"));
        QCOMPARE(run.page.card(1).header().title(), QString("Typical acceptance"));
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(run.page.side(1).verdict().startsWith(QString::fromUtf8("✗")));
        QVERIFY(run.page.card(1).property("isWrong").toBool());

        QVERIFY(LabFixture::choose(*run.fields.right, "Sampler: T = 1, top-k 3"));
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(run.page.side(1).verdict().startsWith(QString::fromUtf8("✓")));
        QVERIFY(!run.page.card(1).property("isWrong").toBool());
        QCOMPARE(int(run.lab.figures()->sides[1].bars[0].bars.size()), 3); // its own distribution
        QCOMPARE(int(run.lab.figures()->sides[0].bars[0].bars.size()), 5);
    }

    /// What cannot be tested says so in Setup and in the bar, and nothing starts.
    void whatCannotBeTestedSaysWhy()
    {
        LabFixture run;
        run.fields.sampler().temperature->setValue(0);
        QCOMPARE(run.lab.state(), State::refused);
        QCOMPARE(run.lab.problem(),
                 QString("At temperature 0 nothing is drawn that could be counted: set the "
                         "temperature above 0."));
        run.press(Qt::Key_Space);
        QCOMPARE(run.lab.state(), State::refused);
        QVERIFY(run.page.side(0).bars().accessibleDescription().startsWith("At temperature 0"));
        run.fields.sampler().temperature->setValue(0.7);
        QCOMPARE(run.lab.state(), State::empty);
        run.fields.prompt->setText("xyz");
        emit run.fields.prompt->editingFinished();
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::refused));
        QVERIFY2(run.lab.problem().contains("a to e"), qPrintable(run.lab.problem()));
        run.fields.prompt->setText("ab");
        emit run.fields.prompt->editingFinished();
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(LabFixture::choose(*run.fields.boxes().method, "Plain"));
        QCOMPARE(run.lab.state(), State::refused);
    }

    void theFirstTokenOfThePair()
    {
        LabFixture run;
        QVERIFY(run.fields.models->count() >= 2);
        run.fields.models->setCurrentIndex(1);
        emit run.fields.models->activated(1);
        QVERIFY(!run.lab.setup().isFiveLetters());
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        const TrialFigures& left = run.lab.figures()->sides[0];
        QCOMPARE(left.length, 1);
        QVERIFY(left.bars[0].bars.size() > 8);
        QVERIFY(run.page.side(0).verdict().startsWith(QString::fromUtf8("✓")));
        QVERIFY(run.page.side(1).verdict().startsWith(QString::fromUtf8("✗")));
        run.fields.models->setCurrentIndex(0);
        emit run.fields.models->activated(0);
        QVERIFY(run.lab.setup().isFiveLetters());
        QCOMPARE(run.lab.setup().prompt, std::string("ab"));
    }

    /// Leaving it pauses, and coming back goes on.
    void outOfSightItPauses()
    {
        LabFixture run;
        run.lab.setGentle(true);
        run.press(Qt::Key_Space);
        QVERIFY(test::until([&] { return run.lab.texts() >= 5; }));
        run.press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(run.becomes(State::paused));
        run.window.showWorkspace(QStringLiteral("lab"));
        run.lab.setGentle(false);
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
    }

    void barsOfAnyTokenAndOfTheBeginning()
    {
        LabFixture run;
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QVERIFY(run.page.barsButton().isVisible());
        QCOMPARE(run.page.barsButton().menu()->actions().size(), 5);
        run.page.barsButton().menu()->actions().at(2)->trigger();
        QVERIFY(run.page.barsButton().text().startsWith("token 3"));
        run.page.barsButton().menu()->actions().at(4)->trigger();
        QCOMPARE(run.page.side(0).bars().drawing().count(), 24);
        QCOMPARE(run.page.side(0).bars().drawing().rest.label, QString("others"));
    }

    void everyCardCanBeSaved()
    {
        QTemporaryDir folder;
        LabFixture run;
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        run.change([](LabSetup& setup) { setup.texts = 1000; });
        run.press(Qt::Key_F9);
        QVERIFY(QTest::qWaitFor([&] { return run.lab.table().isComplete(); }, 120'000));
        for (int card = 0; card < 4; ++card) {
            for (const char* ending : {"png", "svg", "pdf", "csv"}) {
                const QString path = folder.filePath(QStringLiteral("%1.%2").arg(card).arg(ending));
                ViewExports& exports = run.page.card(card).exports();
                QSignalSpy done(&exports, &ViewExports::done), failed(&exports, &ViewExports::failed);
                exports.save(path.toStdString());
                QVERIFY(test::until([&] { return done.size() + failed.size() > 0; }));
                QVERIFY2(failed.isEmpty(), qPrintable(path));
                QVERIFY2(QFileInfo(path).size() > (ending == QLatin1String("csv") ? 100 : 1000), qPrintable(path));
            }
        }
        QFile csv(folder.filePath("0.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine() == "tokens,drawn,texts,lower,upper,exact\n");
    }

    void inGerman()
    {
        LabFixture run;
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        const auto back = qScopeGuard([] { setLanguage(Language::english); });
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        QVERIFY2(run.page.side(0).verdict().startsWith(QString::fromUtf8("✓ Kein Unterschied zu sehen: p-Wert ")),
                 qPrintable(run.page.side(0).verdict()));
        QCOMPARE(run.page.card(0).header().title(), QString("Wie es sein soll"));
        QCOMPARE(run.page.card(1).header().title(), QString("p statt des Residuums"));
        QVERIFY2(run.find<LabBar>()->words().startsWith("1.000 Texte"), qPrintable(run.find<LabBar>()->words()));
        QVERIFY(run.page.chart().accessibleDescription().contains("Zufall"));
    }

    /// At the smallest screen nothing is wider or higher than the window.
    void itFitsASmallScreen_data()
    {
        QTest::addColumn<bool>("isProjected");
        QTest::newRow("usual") << false;
        QTest::newRow("projector") << true;
    }
    void itFitsASmallScreen()
    {
        QFETCH(bool, isProjected);
        LabFixture run({1280, 720});
        if (isProjected)
            run.press(Qt::Key_F11);
        run.press(Qt::Key_Space);
        QVERIFY(run.becomes(State::finished));
        QCoreApplication::processEvents();
        QVERIFY2(run.window.minimumSizeHint().width() <= 1280 && run.window.minimumSizeHint().height() <= 720,
                 qPrintable(QStringLiteral("%1 x %2")
                                .arg(run.window.minimumSizeHint().width())
                                .arg(run.window.minimumSizeHint().height())));
        for (int side = 0; side < 2; ++side)
            QVERIFY(run.page.side(side).bars().height() >= 60);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLosslessLab)
#include "test_lossless_lab.moc"
