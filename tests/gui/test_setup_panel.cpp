// SPDX-License-Identifier: MIT
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "foreign_model.h"
#include "gui/panels/setup_panel.h"
#include "setup_fields.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::box;
using test::button;
using test::field;
using test::until;
using test::WindowFixture;

/// What a run begins with: what can be edited, what is said of what cannot work.
class TestSetupPanel : public QObject {
    Q_OBJECT

private slots:
    void whatIsTypedCountsForRestart()
    {
        WindowFixture run;
        QVERIFY(run.start());
        NumberField* k = field(run, "Draft length K");
        QVERIFY(k);
        k->setFocus();
        k->selectAll();
        QTest::keyClicks(k, "7");
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return run.navigation.run().setup().settings.draftLength == 7; }));
        k->selectAll();
        QTest::keyClicks(k, "9");
        QTest::keyClick(k, Qt::Key_Up);
        QCOMPARE(k->value(), 10.0);
    }

    void setupSaysWhatItRunsOnAndWhy()
    {
        qputenv("DRAFTSCOPE_CUDA_MODULE", "nowhere.so"); // also where there is a device
        WindowFixture run;
        QVERIFY(run.start());
        qunsetenv("DRAFTSCOPE_CUDA_MODULE");
        const QLabel *says = nullptr, *why = nullptr;
        for (const auto* label : run.window.workspace().panel("setup")->findChildren<QLabel*>()) {
            if (label->text().contains("weights"))
                says = label;
            else if (label->text().contains("CUDA"))
                why = label;
        }
        QVERIFY(says && says->isVisible());
        QVERIFY2(says->text().startsWith("CPU · ") && says->text().endsWith("bf16 weights"), qPrintable(says->text()));
        QVERIFY(why && why->isVisible());
        QVERIFY2(test::isSentence(why->text()) && !why->text().contains("--backend"), qPrintable(why->text()));
    }

    /// As soon as models are chosen, and not for what is loaded already.
    void whatIsToBeLoadedSaysItsMemory()
    {
        WindowFixture run;
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        const QRegularExpression needs("Needs ([0-9.]+) MB (more )?of [0-9.]+ GB free in this machine\\.$");
        const double before = needs.match(setup->memory()).captured(1).toDouble();
        QVERIFY(!needs.match(setup->memory()).hasCaptured(2));
        QVERIFY2(before > 13.9, qPrintable(setup->memory())); // the weights of both models are 13,959,168 bytes
        QVERIFY(run.start());
        QCOMPARE(setup->memory(), QString());
        auto* method = box(run, "Method");
        method->setCurrentIndex(method->findText("Plain decoding"));
        emit method->activated(method->currentIndex());
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        const double plain = needs.match(setup->memory()).captured(1).toDouble();
        // The loaded pair's weights are there; what comes on top is the caches of one model more.
        QVERIFY2(plain > 1.3 && plain < before - 12.3 && needs.match(setup->memory()).hasCaptured(2),
                 qPrintable(setup->memory()));
        field(run, "Max tokens")->setValue(1000);
        QVERIFY(until([&] { return needs.match(setup->memory()).captured(1).toDouble() > plain; }));
        QCOMPARE(setup->sentence(), QString());
        QVERIFY(run.start());
        QCOMPARE(setup->memory(), QString());
    }

    void setupShowsTheRunAndOffersRestartWhenItDiffers()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QCOMPARE(field(run, "Temperature")->value(), 0.8);
        QVERIFY(!button(run, "Restart with these")->isEnabled());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        QVERIFY(button(run, "Restart with these")->isEnabled());
        QVERIFY(!run.find<QAbstractButton>("apply")->isEnabled());
        test::click(button(run, "Restart with these"));
        QVERIFY(until([&] { return run.navigation.recording().header().prompt == "The capital of France is"; }));
        QVERIFY(until([&] { return !button(run, "Restart with these")->isEnabled(); }));
    }

    /// Also where nothing runs yet, and again where loading was cancelled.
    void setupStartsARun()
    {
        WindowFixture run;
        QAbstractButton* start = button(run, "Start with these");
        QVERIFY(start && start->isEnabled());
        test::click(start);
        QCOMPARE(run.navigation.player().activity(), Player::Activity::loading);
        QVERIFY(!start->isEnabled());
        run.navigation.starter().cancelLoading();
        QVERIFY(start->isEnabled());
        test::click(start);
        QVERIFY(until([&] { return run.navigation.run().computation().canCompute(); }));
        QVERIFY(!start->isEnabled());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        QCOMPARE(start->text(), QStringLiteral("Restart with these"));
        QVERIFY(start->isEnabled());
    }

    void temperatureCanBeChangedInTheMiddleOfARun()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        field(run, "Temperature")->setValue(0.3);
        field(run, "Draft length K")->setValue(3);
        auto* apply = run.find<QAbstractButton>("apply");
        QVERIFY(apply->isEnabled());
        QVERIFY(run.await([&] { test::click(apply); }));
        QVERIFY(!apply->isEnabled());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2).sampler.temperature, 0.3);
        QCOMPARE(run.round(2).draftLength, 3);
        QVERIFY(!apply->isEnabled());
        run.navigation.player().goTo({0, 0, 1}); // where the old settings were in force
        QVERIFY(apply->isEnabled());
    }

    void greedyIsOneChoice()
    {
        WindowFixture run;
        auto* verifier = box(run, "Verifier");
        verifier->setCurrentIndex(verifier->findText("Greedy"));
        emit verifier->activated(verifier->currentIndex());
        QVERIFY(run.navigation.starter().setup().settings.sampler.isGreedy());
        QVERIFY(!field(run, "Temperature")->isEnabled());
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.navigation.recording().header().verifier, std::string("greedy"));
    }

    void aPairThatCannotWorkIsSaidBeforeAnythingRuns()
    {
        WindowFixture run;
        QVERIFY(run.start());
        RunSetup other = run.navigation.starter().setup();
        const QTemporaryDir folder;
        other.draft = test::modelOfAnotherVocabulary(folder.path()).toStdString();
        run.navigation.starter().setSetup(other); // listed now, and chosen by hand below
        auto* draft = box(run, "Draft");
        const QVariant foreign = draft->currentData();
        other.draft = run.navigation.run().setup().draft;
        run.navigation.starter().setSetup(other);
        draft->addItem("foreign", foreign);
        draft->setCurrentIndex(draft->count() - 1);
        emit draft->activated(draft->currentIndex());
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->sentence().isEmpty(); }));
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("vocabularies differ"),
                 qPrintable(setup->sentence()));
        QVERIFY(run.navigation.run().isThere());
    }

    void wrongNumbersAreSaidInASentence_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("K = 0") << "Draft length K" << 0.0 << "draft length is 0";
        QTest::newRow("T < 0") << "Temperature" << -1.0 << "temperature is -1";
        QTest::newRow("top-p = 0") << "Top-p" << 0.0 << "Top-p is 0";
        QTest::newRow("min-p = 2") << "Min-p" << 2.0 << "Min-p is 2";
        QTest::newRow("no tokens") << "Max tokens" << 0.0 << "tokens to generate is 0";
    }

    void wrongNumbersAreSaidInASentence()
    {
        QFETCH(QString, name);
        QFETCH(double, value);
        QFETCH(QString, says);
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* wrong = field(run, name);
        const double right = wrong->value();
        wrong->setValue(value);
        auto* setup = run.find<SetupPanel>();
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains(says),
                 qPrintable(setup->sentence()));
        QVERIFY(!run.find<QAbstractButton>("apply")->isEnabled());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY(run.problem().contains(says));
        QCOMPARE(run.navigation.recording().roundCount(0), 1); // nothing is lost
        wrong->setValue(right);
        QVERIFY(setup->sentence().isEmpty());
    }

    void otherNumbersThanTheOneEditedStay()
    {
        WindowFixture run;
        QVERIFY(run.start());
        RunSetup setup = run.navigation.starter().setup();
        setup.settings.sampler.topP = 0.999;
        setup.settings.sampler.minP = 0.004;
        setup.settings.sampler.temperature = 1.0 / 3;
        run.navigation.starter().setSetup(setup);
        QCOMPARE(field(run, "Top-p")->text(), QStringLiteral("0.999"));
        QCOMPARE(field(run, "Min-p")->text(), QStringLiteral("0.004"));
        run.find<QPlainTextEdit>()->setPlainText("Hello");
        setup.prompt = "Hello";
        QCOMPARE(run.navigation.starter().setup(), setup);
        field(run, "Top-p")->setValue(0.5);
        setup.settings.sampler.topP = 0.5;
        QCOMPARE(run.navigation.starter().setup(), setup);
        QCOMPARE(field(run, "Top-p")->text(), QStringLiteral("0.50")); // two decimals at least
        QCOMPARE(field(run, "Max tokens")->text(), QStringLiteral("60"));
    }

    void aSeedThatIsNoneIsSaid_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("nothing") << "";
        QTest::newRow("too large") << "99999999999999999999";
    }

    void aSeedThatIsNoneIsSaid()
    {
        QFETCH(QString, typed);
        WindowFixture run;
        QVERIFY(run.start());
        QLineEdit* seed = nullptr;
        for (auto* edit : run.window.findChildren<QLineEdit*>())
            if (edit->accessibleName() == "Seed")
                seed = edit;
        QVERIFY(seed);
        seed->setText("7");
        seed->setText(typed);
        QCOMPARE(run.navigation.starter().setup().settings.seed, std::uint64_t(7));
        auto* setup = run.find<SetupPanel>();
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("seed 7 stays"),
                 qPrintable(setup->sentence()));
        seed->setText("18446744073709551615");
        QCOMPARE(setup->sentence(), QString());
        QCOMPARE(run.navigation.starter().setup().settings.seed, std::numeric_limits<std::uint64_t>::max());
    }

    // A panel that floats is a window of its own, and outlives the one that is closed for a moment.
    void whatIsTypedInAFloatingSetupIsTakenWhenTheWindowGoes()
    {
        test::Themed themed;
        test::RunFixture run;
        auto window = std::make_unique<MainWindow>(run.navigation);
        window->show();
        QPointer<DockPanel> setup = window->workspace().panel("setup");
        qobject_cast<SetupPanel*>(setup.data())->showAllFields(true);
        setup->setFloating(true);
        QCoreApplication::processEvents();
        NumberField* length = nullptr;
        for (auto* candidate : setup->findChildren<NumberField*>())
            if (candidate->accessibleName() == "Max tokens")
                length = candidate;
        QVERIFY(length);
        auto* line = length->findChild<QLineEdit*>();
        line->selectAll();
        line->insert("33"); // and no Return
        bool isWhole = false;
        connect(&run.navigation.starter(), &RunStarter::setupChanged, this, [&] {
            isWhole = qobject_cast<SetupPanel*>(setup.data())
                && qobject_cast<MainWindow*>(setup->window()->parentWidget()->window());
        });
        window->close();
        window.reset();
        QCOMPARE(run.navigation.starter().setup().settings.maxTokens, 33);
        QVERIFY2(isWhole, "what is told of it is still there");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSetupPanel)
#include "test_setup_panel.moc"
