// SPDX-License-Identifier: MIT
#include <QAbstractItemView>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QToolButton>

#include "engine/session/faults.h"
#include "engine/session/methods.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "gui/controls/choice_delegate.h"
#include "gui/navigation/open_model.h"
#include "gui/panels/setup_panel.h"
#include "setup_fields.h"
#include "tests/fixtures/datastore_file.h"
#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

using namespace draftscope;
using test::box;
using test::button;
using test::choices;
using test::choose;
using test::field;
using test::until;
using test::WindowFixture;

/// Methods, shapes and verifiers in Setup: what goes together can be chosen, and is what then runs.
class TestSetupMethods : public QObject {
    Q_OBJECT

    /// The verifiers of the table that judge a chain of drafts chosen so, as Setup lists them.
    static QStringList verifiersFor(DrawRule rule)
    {
        QStringList titles;
        for (const Verifier* verifier : allVerifiers())
            if (verifier->supports(rule))
                titles << qtText(verifier->title()) + (verifier->isLossless() ? "" : " (not lossless)");
        return titles;
    }

private slots:
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
        run.navigation.starter().setSetup(better);
        QVERIFY(until([&] { return panel->sentence().isEmpty() && !panel->memory().isEmpty(); }));
    }

    void methodsThatCopyNeedNoDraft()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        QVERIFY(!box(run, "Draft")->isEnabled());
        QVERIFY(field(run, "Draft length K")->isEnabled());
        QCOMPARE(choices(run, "Verifier"), verifiersFor(DrawRule::deterministic));
        QVERIFY(!choices(run, "Verifier").contains("Block verification"));
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
        QVERIFY(!button(run, "Restart with these")->isEnabled());

        choose(run, "Method", "Two models");
        QVERIFY(!field(run, "Max n-gram"));
        QVERIFY(box(run, "Draft")->isEnabled());
        QVERIFY(run.navigation.starter().setup().settings.options.empty());
        QVERIFY(button(run, "Restart with these")->isEnabled());
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
        QCOMPARE(run.navigation.starter().setup().settings.options.count("length-schedule"), std::size_t(0));
        const RunSetup again = setupOf(header, run.navigation.starter().setup());
        QCOMPARE(optionOf(again.settings, "stop-below"), 40);
        QCOMPARE(optionOf(again.settings, "length-schedule"), 2);

        choose(run, "Method", "Plain decoding");
        QVERIFY(!field(run, "Stop below"));
    }

    /// A model or a head is a folder or a GGUF file.
    void browsingOffersFolderAndFile()
    {
        WindowFixture run;
        choose(run, "Method", "EAGLE");
        QTRY_VERIFY(button(run, "Browse…"));
        const QMenu* kinds = qobject_cast<QToolButton*>(button(run, "Browse…"))->menu();
        QVERIFY(kinds);
        QCOMPARE(kinds->actions().size(), 2);
        for (const bool isFolder : {true, false}) {
            kinds->actions().at(isFolder ? 0 : 1)->trigger();
            auto* dialog = run.find<QFileDialog>();
            QVERIFY(dialog);
            QCOMPARE(dialog->fileMode(), isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
            QCOMPARE(dialog->testOption(QFileDialog::ShowDirsOnly), isFolder);
            dialog->reject();
            QTRY_VERIFY(!run.find<QFileDialog>());
        }
        choose(run, "Method", "Suffix automaton");
        QTRY_VERIFY(button(run, "Browse…"));
        QVERIFY(!qobject_cast<QToolButton*>(button(run, "Browse…"))->menu());
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
        QVERIFY(!button(run, "Restart with these")->isEnabled());

        lineOf("Datastore")->setText(folder.filePath("none"));
        QVERIFY(button(run, "Restart with these")->isEnabled());
        choose(run, "Method", "Suffix automaton");
        QVERIFY(!lineOf("Datastore"));
        QCOMPARE(lineOf("Corpus")->text(), QString());
        QCOMPARE(setup->sentence(), QString());
        QVERIFY(run.navigation.starter().setup().settings.files.empty());
        choose(run, "Method", "Two models");
        QVERIFY(!lineOf("Corpus"));
        QVERIFY(!button(run, "Browse…"));
    }

    void optionsThatAreAsUsualAreNoDifference()
    {
        WindowFixture run;
        choose(run, "Method", "Prompt lookup");
        QVERIFY(run.start());
        QVERIFY(!button(run, "Restart with these")->isEnabled());
        field(run, "Max n-gram")->setValue(6);
        QVERIFY(button(run, "Restart with these")->isEnabled());
        field(run, "Max n-gram")->setValue(5);
        QVERIFY(!button(run, "Restart with these")->isEnabled());
    }

    void theOptionsOfATraceAreThoseOfItsMethod()
    {
        TraceHeader header;
        header.method = "prompt-lookup";
        test::judgeBy(header, "deterministic-children");
        header.options = {{"ngram-max", 7}, {"ngram-min", 99}, {"of a later version", 3}};
        RunSetup before;
        before.settings.options = {{"match-min", 4}};
        const SessionSettings settings = setupOf(header, before).settings;
        QCOMPARE(settings.options.size(), std::size_t(1));
        QCOMPARE(settings.options.at("ngram-max"), 7);
        QVERIFY(check(settings).has_value());
        QVERIFY(settings.verifier.empty());
        QVERIFY(settings.files.empty());
        header.fault = "keep-rejected-kv";
        QCOMPARE(setupOf(header, before).settings.fault, header.fault);
        header.fault = "of a later version";
        QVERIFY(setupOf(header, before).settings.fault.empty());
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
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 0, .token = token}});
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
            verifiers->itemData(block, ChoiceDelegate::DetailsRole).toString(),
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
        QCOMPARE(choices(run, "Verifier"), verifiersFor(DrawRule::independent));
        QVERIFY(choices(run, "Verifier").contains("Typical acceptance (not lossless)"));
        QCOMPARE(box(run, "Verifier")->currentText(), QString("Speculative sampling"));
        QVERIFY(run.navigation.starter().setup().settings.verifier.empty()); // it follows the sampler and the method
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

    /// Of the faults those can be chosen that would show, the others say why not; the run is marked, and so is its
    /// trace.
    void itMayBeBrokenOnPurpose()
    {
        WindowFixture run;
        const char* const broken = "Break it on purpose";
        const auto* panel = run.find<SetupPanel>();
        const auto* words = panel->findChild<QLabel*>("notLossless");
        const auto reasonOf = [&](const QString& title) {
            const QComboBox* faults = box(run, broken);
            const int index = faults->findText(title);
            return index < 0 ? QString() : faults->itemData(index, ChoiceDelegate::DetailsRole).toString();
        };
        QCOMPARE(box(run, broken)->count(), int(allFaults().size()) + 1);
        QCOMPARE(box(run, broken)->currentText(), QString("Nothing"));
        QVERIFY(!words->isVisibleTo(panel));
        QCOMPARE(choices(run, broken),
                 (QStringList{"Nothing", "Rejected K/V stays in the cache", "q is recomputed after drafting",
                              "Temperature and filters on p only", "No bonus token", "The residual is not normalised",
                              "p instead of the residual", "Draft and target tokenizers that differ"}));
        QCOMPARE(reasonOf("Repeated children are dropped"),
                 QString("The fault repeats-dropped needs nodes with several children, and a chain has none: choose "
                         "another shape, or another fault."));
        QCOMPARE(reasonOf("Block verification stops at the first failure"),
                 QString("The fault contiguous-block is one of the verifier block, and the verifier is "
                         "speculative-sampling: choose that one, or another fault."));
        // What can be broken says what goes wrong, whole, in as many lines as that takes.
        const QString sentence = reasonOf("No bonus token");
        QVERIFY(sentence.startsWith("When all drafts are accepted no token is drawn after them"));
        auto* list = box(run, broken)->view();
        box(run, broken)->showPopup();
        const int row = box(run, broken)->findText("No bonus token");
        const QRect place = list->visualRect(list->model()->index(row, 0));
        const QFontMetrics small(Theme::smallFont());
        QVERIFY(place.height() > 3 * small.height()); // its name and two lines
        QVERIFY(small.boundingRect(QRect(0, 0, place.width() - 20, 0), Qt::TextWordWrap, sentence).height()
                <= place.height() - QFontMetrics(box(run, broken)->font()).height());
        box(run, broken)->hidePopup();
        field(run, "Temperature")->setValue(1); // at which q is the same again
        QVERIFY(!choices(run, broken).contains("q is recomputed after drafting"));
        field(run, "Temperature")->setValue(0.8);
        choose(run, "Verifier", "Block verification");
        QVERIFY(choices(run, broken).contains("Block verification stops at the first failure"));
        field(run, "Draft length K")->setValue(1);
        QVERIFY(!choices(run, broken).contains("Block verification stops at the first failure"));
        field(run, "Draft length K")->setValue(4);

        choose(run, broken, "Block verification stops at the first failure");
        QCOMPARE(run.navigation.starter().setup().settings.fault, std::string("contiguous-block"));
        QVERIFY(words->isVisibleTo(panel));
        QCOMPARE(words->text(),
                 QString("Broken on purpose (contiguous-block), not lossless: Drafts are kept up to the first whose u "
                         "is not under h, although a later "
                         "success should rescue those before it."));
        QCOMPARE(panel->sentence(), QString());
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.navigation.recording().header().fault, std::string("contiguous-block"));
        QVERIFY(!run.navigation.recording().header().lossless);
        QVERIFY(!button(run, "Restart with these")->isEnabled());

        field(run, "Draft length K")->setValue(1); // nothing is taken away without a word
        QCOMPARE(box(run, broken)->currentText(), QString("Block verification stops at the first failure"));
        QCOMPARE(panel->sentence(),
                 QString("The fault contiguous-block needs two drafts a round or more: choose a "
                         "larger K, or another fault."));
        field(run, "Draft length K")->setValue(4);
        choose(run, broken, "Nothing");
        QVERIFY(!words->isVisibleTo(panel));
        QVERIFY(button(run, "Restart with these")->isEnabled());
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(run.navigation.recording().header().lossless);

        choose(run, "Verifier", "Typical acceptance (not lossless)");
        QVERIFY(words->isVisibleTo(panel) && words->text().startsWith("Not lossless: Typical acceptance "));
        QCOMPARE(reasonOf("No bonus token"),
                 QString("The verifier typical is not lossless anyway: choose another verifier, or no fault."));
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
};

DRAFTSCOPE_WINDOW_TEST(TestSetupMethods)
#include "test_setup_methods.moc"
