// SPDX-License-Identifier: MIT
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "foreign_model.h"
#include "gui/number_field.h"
#include "gui/open_model.h"
#include "gui/panels/setup_panel.h"
#include "tests/fixtures/datastore_file.h"
#include "widgets/metric_strip.h"
#include "window_fixture.h"

using namespace draftscope;
using test::box;
using test::until;
using test::WindowFixture;

namespace {

NumberField* field(const WindowFixture& run, const QString& name)
{
    for (auto* candidate : run.window.findChildren<NumberField*>())
        if (candidate->accessibleName() == name)
            return candidate;
    return nullptr;
}

QAbstractButton* button(const WindowFixture& run, const QString& text)
{
    for (auto* candidate : run.window.findChildren<QAbstractButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

void choose(const WindowFixture& run, const char* name, const QString& choice)
{
    QComboBox* const choices = box(run, name);
    choices->setCurrentIndex(choices->findText(choice));
    emit choices->activated(choices->currentIndex());
}

/// Those that can be made.
QStringList choices(const WindowFixture& run, const char* name)
{
    QStringList texts;
    for (int i = 0; i < box(run, name)->count(); ++i)
        if (box(run, name)->model()->flags(box(run, name)->model()->index(i, 0)).testFlag(Qt::ItemIsEnabled))
            texts << box(run, name)->itemText(i);
    return texts;
}

} // namespace

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
        QVERIFY(until([&] { return run.navigation.running().settings.draftLength == 7; }));
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

    /// Not only when a run is to begin with it.
    void aHeadThatCannotBeReadIsSaidBeforeTheStart()
    {
        RunSetup setup = test::quickSetup();
        setup.settings.method = "medusa";
        setup.settings.files = {{"head", "/nowhere/medusa"}};
        WindowFixture run(setup);
        auto* panel = run.find<SetupPanel>();
        QVERIFY(until([&] { return !panel->sentence().isEmpty(); }));
        QVERIFY2(panel->sentence().contains("/nowhere/medusa"), qPrintable(panel->sentence()));
        QVERIFY(test::isSentence(panel->sentence()));
        RunSetup better = setup;
        better.settings.files.clear(); // that of the embedded target
        run.navigation.setSetup(better);
        QVERIFY(until([&] { return panel->sentence().isEmpty() && !panel->memory().isEmpty(); }));
    }

    /// As soon as models are chosen, and not for what is loaded already.
    void whatIsToBeLoadedSaysItsMemory()
    {
        WindowFixture run;
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        const QRegularExpression needs("Needs ([0-9.]+) MB of [0-9.]+ GB free in this machine\\.$");
        const double before = needs.match(setup->memory()).captured(1).toDouble();
        QVERIFY2(before > 13.9, qPrintable(setup->memory())); // the weights of both models are 13,959,168 bytes
        QVERIFY(run.start());
        QCOMPARE(setup->memory(), QString());
        auto* method = box(run, "Method");
        method->setCurrentIndex(method->findText("Plain decoding"));
        emit method->activated(method->currentIndex());
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        const double plain = needs.match(setup->memory()).captured(1).toDouble();
        QVERIFY2(plain > 12.3 && plain < before, qPrintable(setup->memory()));
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
        QVERIFY(!button(run, "Restart with these")->isVisible());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        QVERIFY(button(run, "Restart with these")->isVisible());
        QVERIFY(!run.find<QAbstractButton>("apply")->isVisible());
        test::click(button(run, "Restart with these"));
        QVERIFY(until([&] { return run.navigation.recording().header().prompt == "The capital of France is"; }));
        QVERIFY(until([&] { return !button(run, "Restart with these")->isVisible(); }));
    }

    void theNoteThatSetupDiffersLeavesTheNumbersThere_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("says");
        QTest::newRow("small") << 1276 << "Setup\ndiffers";
        QTest::newRow("large") << 1600 << "Setup differs:\nCtrl+R uses it";
    }
    void theNoteThatSetupDiffersLeavesTheNumbersThere()
    {
        QFETCH(const int, width);
        QFETCH(const QString, says);
        WindowFixture run(test::quickSetup(), {1400, 800});
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(run.await(
            [&] { run.navigation.change({{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false}}); }));
        QVERIFY(run.rounds(1)); // with a mark, as a person had a hand in it
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        run.window.resize(width, 800);
        QVERIFY(until([&] { return run.find<QLabel>("setupNote")->text() == says; }));
        const QLabel* rate = nullptr;
        for (const auto* label : run.find<MetricStrip>()->findChildren<QLabel*>())
            if (label->text().startsWith(QStringLiteral("α ")))
                rate = label;
        QVERIFY(rate && until([&] { return rate->isVisible(); }));
    }

    /// Also where nothing runs yet, and again where loading was cancelled.
    void setupStartsARun()
    {
        WindowFixture run;
        QAbstractButton* start = button(run, "Start with these");
        QVERIFY(start && start->isVisible());
        test::click(start);
        QCOMPARE(run.navigation.activity(), Navigation::Activity::loading);
        QVERIFY(!start->isVisible());
        run.navigation.cancelLoading();
        QVERIFY(start->isVisible());
        test::click(start);
        QVERIFY(until([&] { return run.navigation.canCompute(); }));
        QVERIFY(!start->isVisible());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        QCOMPARE(start->text(), QStringLiteral("Restart with these"));
        QVERIFY(start->isVisible());
    }

    void temperatureCanBeChangedInTheMiddleOfARun()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        field(run, "Temperature")->setValue(0.3);
        field(run, "Draft length K")->setValue(3);
        auto* apply = run.find<QAbstractButton>("apply");
        QVERIFY(apply->isVisible());
        QVERIFY(run.await([&] { test::click(apply); }));
        QVERIFY(!apply->isVisible());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2).sampler.temperature, 0.3);
        QCOMPARE(run.round(2).draftLength, 3);
        QVERIFY(!apply->isVisible());
        run.navigation.goTo({0, 0, 1}); // where the old settings were in force
        QVERIFY(apply->isVisible());
    }

    void greedyIsOneChoice()
    {
        WindowFixture run;
        auto* verifier = box(run, "Verifier");
        verifier->setCurrentIndex(verifier->findText("Greedy"));
        emit verifier->activated(verifier->currentIndex());
        QVERIFY(run.navigation.setup().settings.sampler.isGreedy());
        QVERIFY(!field(run, "Temperature")->isEnabled());
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.navigation.recording().header().verifier, std::string("greedy"));
    }

    void methodsThatCopyNeedNoDraft()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        QVERIFY(!box(run, "Draft")->isEnabled());
        QVERIFY(field(run, "Draft length K")->isEnabled());
        QCOMPARE(choices(run, "Verifier"),
                 (QStringList{"Greedy", "Deterministic children", "Typical acceptance (not lossless)"}));
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Deterministic children"));
        QCOMPARE(field(run, "Max n-gram")->value(), 5.0);
        QCOMPARE(field(run, "Min n-gram")->value(), 3.0);
        field(run, "Max n-gram")->setValue(2);
        auto* setup = run.find<SetupPanel>();
        QCOMPARE(setup->sentence(),
                 QString("The shortest n-gram has 3 tokens and the longest 2: choose a shorter shortest one."));
        field(run, "Min n-gram")->setValue(1);
        QCOMPARE(setup->sentence(), QString());
        run.find<QPlainTextEdit>()->setPlainText("Once upon a time, once upon a");
        QVERIFY(run.start() && run.rounds(3));
        const TraceHeader& header = run.navigation.recording().header();
        QCOMPARE(header.method, std::string("prompt-lookup"));
        QCOMPARE(header.verifier, std::string("deterministic-children"));
        QCOMPARE(header.options, (std::map<std::string, int>{{"ngram-max", 2}, {"ngram-min", 1}}));
        QVERIFY(!header.draft);
        QVERIFY(!run.round(0).nodes.empty());
        QVERIFY(!button(run, "Restart with these")->isVisible());

        choose(run, "Method", "Two models");
        QVERIFY(!field(run, "Max n-gram"));
        QVERIFY(box(run, "Draft")->isEnabled());
        QVERIFY(run.navigation.setup().settings.options.empty());
        QVERIFY(button(run, "Restart with these")->isVisible());
    }

    void whatALengthFollowsIsChosenToo()
    {
        WindowFixture run;
        NumberField* const stopBelow = field(run, "Stop below");
        QVERIFY(stopBelow);
        stopBelow->setValue(40);
        choose(run, "Schedule", "Draft & Verify");
        QCOMPARE(run.find<SetupPanel>()->sentence(), QString());
        QVERIFY(run.start() && run.rounds(2));
        const TraceHeader header = run.navigation.recording().header();
        QCOMPARE(header.options.at("stop-below"), 40);
        QCOMPARE(header.options.at("length-schedule"), 2);

        choose(run, "Schedule", "Constant");
        field(run, "Stop below")->setValue(0);
        QCOMPARE(run.navigation.setup().settings.options.count("length-schedule"), std::size_t(0));
        const RunSetup again = setupOf(header, run.navigation.setup());
        QCOMPARE(optionOf(again.settings, "stop-below"), 40);
        QCOMPARE(optionOf(again.settings, "length-schedule"), 2);

        choose(run, "Method", "Plain decoding");
        QVERIFY(!field(run, "Stop below"));
    }

    void aFileOfAMethodIsChosenByItsName()
    {
        WindowFixture run;
        const auto lineOf = [&](const QString& name) -> QLineEdit* {
            for (auto* candidate : run.window.findChildren<QLineEdit*>())
                if (candidate->accessibleName() == name)
                    return candidate;
            return nullptr;
        };
        choose(run, "Method", "Retrieval");
        auto* setup = run.find<SetupPanel>();
        QCOMPARE(setup->sentence(),
                 QString("The method retrieval needs a datastore: choose a file of that kind, or another method."));
        QTRY_VERIFY(button(run, "Browse…")->isVisible());

        QTemporaryDir folder;
        const QString path = folder.filePath("tales.datastore");
        const auto tokenizer = loadTokenizer(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-6m");
        QVERIFY(tokenizer);
        fixtures::writeDatastore(path.toStdString(), **tokenizer,
                                 {"Once upon a time, there was a little girl named Lily."});
        QVERIFY(lineOf("Datastore"));
        lineOf("Datastore")->setText(path);
        QCOMPARE(setup->sentence(), QString());
        run.find<QPlainTextEdit>()->setPlainText("Once upon a time");
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.navigation.recording().header().files,
                 (std::map<std::string, std::string>{{"datastore", path.toStdString()}}));
        QVERIFY(!run.round(0).nodes.empty());
        QVERIFY(!button(run, "Restart with these")->isVisible());

        lineOf("Datastore")->setText(folder.filePath("none"));
        QVERIFY(button(run, "Restart with these")->isVisible());
        choose(run, "Method", "Suffix automaton");
        QVERIFY(!lineOf("Datastore"));
        QCOMPARE(lineOf("Corpus")->text(), QString());
        QCOMPARE(setup->sentence(), QString());
        QVERIFY(run.navigation.setup().settings.files.empty());
        choose(run, "Method", "Two models");
        QVERIFY(!lineOf("Corpus"));
        QVERIFY(!button(run, "Browse…"));
    }

    void optionsThatAreAsUsualAreNoDifference()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        QVERIFY(run.start());
        QVERIFY(!button(run, "Restart with these")->isVisible());
        field(run, "Max n-gram")->setValue(6);
        QVERIFY(button(run, "Restart with these")->isVisible());
        field(run, "Max n-gram")->setValue(5);
        QVERIFY(!button(run, "Restart with these")->isVisible());
    }

    void theOptionsOfATraceAreThoseOfItsMethod()
    {
        TraceHeader header;
        header.method = "prompt-lookup";
        header.verifier = "deterministic-children";
        header.options = {{"ngram-max", 7}, {"ngram-min", 99}, {"of a later version", 3}};
        RunSetup before;
        before.settings.options = {{"match-min", 4}};
        const SessionSettings settings = setupOf(header, before).settings;
        QCOMPARE(settings.options.size(), std::size_t(1));
        QCOMPARE(settings.options.at("ngram-max"), 7);
        QVERIFY(check(settings).has_value());
        QVERIFY(settings.verifier.empty());
        QVERIFY(settings.files.empty());
        header.method = "retrieval";
        header.files = {{"datastore", "/tmp/tales"}, {"of a later version", "/tmp/more"}};
        QCOMPARE(setupOf(header, before).settings.files.size(), std::size_t(1));
        QCOMPARE(setupOf(header, before).settings.files.at("datastore"), std::string("/tmp/tales"));
    }

    /// What is opened as a draft is to be used.
    void aDraftThatIsOpenedChoosesItsMethod()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        QVERIFY(run.start());
        useModel(run.navigation, ModelRole::draft, DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m");
        QVERIFY(until([&] { return run.navigation.recording().header().method == "two-model"; }));
        QCOMPARE(run.navigation.recording().header().draft->name, std::string("tales-0.3m"));
    }

    void aForcedTokenIsDraftedWhereNothingWasFound()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        run.find<QPlainTextEdit>()->setPlainText("Once upon a time");
        QVERIFY(run.start());
        const TokenId token = run.navigation.recording().header().promptTokens.back();
        run.navigation.change({{.kind = OverrideRecord::Kind::token, .node = 0, .token = token}});
        QVERIFY(run.rounds(1));
        QVERIFY(run.round(0).nodes.size() >= 1);
        QVERIFY(run.round(0).nodes[0].forcedToken);
        QCOMPARE(run.round(0).nodes[0].token, token);
    }

    void treesMayBeChosen()
    {
        WindowFixture run;
        QCOMPARE(choices(run, "Shape"),
                 (QStringList{"Chain", "Fixed widths", "Best first (Sequoia)", "Dynamic (EAGLE-2)"}));
        choose(run, "Shape", "Fixed widths");
        QCOMPARE(choices(run, "Draws"), (QStringList{"As usual", "Without replacement", "Independent", "Likeliest"}));
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Without replacement"));
        const auto* verifiers = box(run, "Verifier");
        const int block = verifiers->findText("Block verification");
        QVERIFY(!verifiers->model()->flags(verifiers->model()->index(block, 0)).testFlag(Qt::ItemIsEnabled));
        QCOMPARE(
            verifiers->itemData(block, Qt::ToolTipRole).toString(),
            QString("The verifier block judges chains only, and the shape is fixed-widths: choose the shape chain, or "
                    "another verifier."));
        choose(run, "Draws", "Independent");
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Speculative sampling"));
        field(run, "Width 1")->setValue(4);
        QVERIFY(run.start() && run.rounds(1));
        const RoundRecord& round = run.round(0);
        QCOMPARE(std::ranges::count(round.nodes, -1, &NodeRecord::parent), 4);
        const TraceHeader& header = run.navigation.recording().header();
        QCOMPARE(header.shape, std::string("fixed-widths"));
        QCOMPARE(header.draws, std::string("independent"));
        QCOMPARE(header.options.at("width-1"), 4);
        choose(run, "Method", "Prompt lookup"); // which drafts chains
        QCOMPARE(box(run, "Shape")->currentText(), QString("Chain"));
    }

    /// Whatever changes it, the box says what is in force.
    void aVerifierMayBeChosen()
    {
        WindowFixture run;
        QCOMPARE(choices(run, "Verifier"),
                 (QStringList{"Greedy", "Speculative sampling", "Block verification", "K-SEQ",
                              "Typical acceptance (not lossless)"}));
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Speculative sampling"));
        QVERIFY(run.navigation.setup().settings.verifier.empty()); // it follows the sampler and the method
        field(run, "Temperature")->setValue(0);
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Greedy"));
        field(run, "Temperature")->setValue(0.8);
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Speculative sampling"));
        choose(run, "Verifier", "Greedy");
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.round(0).verifier, std::string("greedy"));
        choose(run, "Verifier", "Speculative sampling");
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.round(0).verifier, std::string("speculative-sampling"));
    }

    void plainDecodingNeedsNoDraft()
    {
        WindowFixture run;
        auto* method = box(run, "Method");
        method->setCurrentIndex(method->findText("Plain decoding"));
        emit method->activated(method->currentIndex());
        QVERIFY(!box(run, "Draft")->isEnabled());
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(run.round(1).nodes.empty());
        QCOMPARE(run.round(1).committed.size(), std::size_t(1));
    }

    void aPairThatCannotWorkIsSaidBeforeAnythingRuns()
    {
        WindowFixture run;
        QVERIFY(run.start());
        RunSetup other = run.navigation.setup();
        const QTemporaryDir folder;
        other.draft = test::modelOfAnotherVocabulary(folder.path()).toStdString();
        run.navigation.setSetup(other); // listed now, and chosen by hand below
        auto* draft = box(run, "Draft");
        const QVariant foreign = draft->currentData();
        other.draft = run.navigation.running().draft;
        run.navigation.setSetup(other);
        draft->addItem("foreign", foreign);
        draft->setCurrentIndex(draft->count() - 1);
        emit draft->activated(draft->currentIndex());
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->sentence().isEmpty(); }));
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("vocabularies differ"),
                 qPrintable(setup->sentence()));
        QVERIFY(run.navigation.hasRecording());
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
        QVERIFY(!run.find<QAbstractButton>("apply")->isVisible());
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
        RunSetup setup = run.navigation.setup();
        setup.settings.sampler.topP = 0.999;
        setup.settings.sampler.minP = 0.004;
        setup.settings.sampler.temperature = 1.0 / 3;
        run.navigation.setSetup(setup);
        QCOMPARE(field(run, "Top-p")->text(), QStringLiteral("0.999"));
        QCOMPARE(field(run, "Min-p")->text(), QStringLiteral("0.004"));
        run.find<QPlainTextEdit>()->setPlainText("Hello");
        setup.prompt = "Hello";
        QCOMPARE(run.navigation.setup(), setup);
        field(run, "Top-p")->setValue(0.5);
        setup.settings.sampler.topP = 0.5;
        QCOMPARE(run.navigation.setup(), setup);
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
        QCOMPARE(run.navigation.setup().settings.seed, std::uint64_t(7));
        auto* setup = run.find<SetupPanel>();
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("seed 7 stays"),
                 qPrintable(setup->sentence()));
        seed->setText("18446744073709551615");
        QCOMPARE(setup->sentence(), QString());
        QCOMPARE(run.navigation.setup().settings.seed, std::numeric_limits<std::uint64_t>::max());
    }
};

QTEST_MAIN(TestSetupPanel)
#include "test_setup_panel.moc"
