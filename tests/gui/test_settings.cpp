// SPDX-License-Identifier: MIT
// The Settings dialog: what it says counts at once, and from start to start.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include "gui/language/language.h"
#include "gui/setup/model_catalogue.h"
#include "gui/setup/model_folders.h"
#include "gui/window/settings_dialog.h"
#include "gui/window/window_look.h"
#include "gui/window/workspace_state_keeper.h"
#include "gui/worker/backend_setting.h"
#include "own_settings.h"
#include "tests/test_main.h"
#include "widgets/style/motion.h"

using namespace draftscope;
using test::until;

namespace {

/// A window that keeps what is chosen, with the dialog open.
struct OpenSettings : test::RunFixture {
    explicit OpenSettings(const BackendChoice& backend = {})
        : RunFixture(test::quickSetup(), backend), window(navigation, MainWindow::Memory::kept)
    {
        window.show();
        window.activateWindow();
        QApplication::setActiveWindow(&window);
        QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
        dialog = window.findChild<SettingsDialog*>();
    }
    template <class Field>
    [[nodiscard]] Field* field(const QString& name) const
    {
        for (auto* each : dialog->findChildren<Field*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }
    /// By the keyboard, as far as the entry that begins so.
    bool choose(const QString& name, const QString& beginning) const
    {
        auto* box = field<QComboBox>(name);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < box->count() && !box->currentText().startsWith(beginning); ++i)
            QTest::keyClick(box, Qt::Key_Down);
        return box->currentText().startsWith(beginning);
    }
    [[nodiscard]] bool says(const QString& words) const
    {
        for (const auto* label : dialog->findChildren<QLabel*>())
            if (label->text().contains(words))
                return true;
        return false;
    }
    MainWindow window;
    SettingsDialog* dialog = nullptr;
};

} // namespace

class TestSettings : public QObject {
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }
    void cleanup()
    {
        setLanguage(Language::english);
        setAddedModelFolders({});
        Motion::setAllowed(false);
    }

    void looksChangeAtOnce()
    {
        const OpenSettings open;
        QVERIFY(open.dialog && open.dialog->isVisible());
        QVERIFY(open.choose("Colours", "Dark"));
        QCOMPARE(open.window.look().theme(), ThemeKind::dark);
        QVERIFY(open.window.palette().color(QPalette::Window).lightness() < 80);
        auto* letters = open.field<QDoubleSpinBox>("Letters");
        letters->setValue(14);
        QCOMPARE(open.window.look().textSize(), 14.0);
        auto* moves = open.field<QCheckBox>("Motion");
        const bool moved = Motion::isAllowed();
        QTest::keyClick(moves, Qt::Key_Space);
        QCOMPARE(Motion::isAllowed(), !moved);
        QVERIFY(open.choose("Language", "Deutsch"));
        QCOMPARE(open.dialog->windowTitle(), "Einstellungen");
        QVERIFY(open.says("Aussehen"));
        QTest::keyClick(open.dialog, Qt::Key_Escape);
        QVERIFY(until([&] { return open.window.findChild<SettingsDialog*>() == nullptr; }));
    }

    void theSessionIsRestoredOrNot()
    {
        const OpenSettings open;
        auto* restores = open.field<QCheckBox>("Session");
        QVERIFY(restores->isChecked() && open.window.session().isWanted());
        QTest::keyClick(restores, Qt::Key_Space);
        QVERIFY(!open.window.session().isWanted());
    }

    /// The run that is there stays on what it is on; the next one is on what was chosen, and so is the next start.
    void threadsAndArithmeticCountFromTheNextRunOn()
    {
        OpenSettings open({"cpu", 2, "auto"});
        QVERIFY(open.start());
        const std::string before = open.navigation.recording().header().backend;
        QVERIFY(before.find("2 threads") != std::string::npos);
        open.field<QSpinBox>("Threads of the CPU")->setValue(1);
        QVERIFY(until([&] { return open.navigation.thread().backend().threads == 1; }));
        QCOMPARE(open.navigation.recording().header().backend, before);
        QVERIFY(open.choose("Arithmetic of the CPU", "f32"));
        QVERIFY(until([&] { return open.navigation.thread().backend().arithmetic == "f32"; }));
        QCOMPARE(keptBackend(), (BackendChoice{"cpu", 1, "f32"}));
        QVERIFY(open.start());
        const QString after = QString::fromStdString(open.navigation.recording().header().backend);
        QVERIFY2(after.contains("1 thread") && !after.contains("1 threads"), qPrintable(after));
    }

    /// Where there is no device the sentence says so, and all stays as it was.
    void aDeviceThatIsNotThere()
    {
        OpenSettings open({"cpu", 1, "auto"});
        QVERIFY(open.start());
        auto* box = open.field<QComboBox>("Backend");
        box->setCurrentIndex(box->findData("cuda"));
        emit box->activated(box->currentIndex());
        QVERIFY(until([&] { return box->currentData() == "cpu"; }));
        QCOMPARE(open.navigation.thread().backend().name, "cpu");
        bool isSaid = false;
        for (const auto* label : open.dialog->findChildren<QLabel*>())
            isSaid = isSaid || (label->text().contains("CUDA") && test::isSentence(label->text()));
        QVERIFY(isSaid);
        QVERIFY(keptBackend().name != "cuda");
        QVERIFY(open.start());
    }

    /// What is kept from another machine, or by a hand that wrote the file, does not keep the program from starting.
    void aChoiceThatCannotBe()
    {
        keepBackend({"tpu", -7, "fp4"});
        QCOMPARE(keptBackend(), (BackendChoice{"auto", 0, "auto"}));
        keepBackend({"cpu", 1'000'000, "f32"});
        QCOMPARE(keptBackend(), (BackendChoice{"cpu", BackendChoice::mostThreads, "f32"}));
    }

    void foldersWithModels()
    {
        QTemporaryDir folder;
        test::hideModelsOfTheUser();
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m", folder.filePath("a-tale")));
        setAddedModelFolders({folder.path()});
        const OpenSettings open;
        auto* list = open.field<QListWidget>("Folders with models");
        QCOMPARE(list->count(), 1);
        const auto isListed = [&] {
            for (const auto& model : open.window.findChild<ModelCatalogue*>()->models())
                if (model.title == "a-tale")
                    return true;
            return false;
        };
        QVERIFY(until(isListed));
        list->setCurrentRow(0);
        for (auto* button : open.dialog->findChildren<QPushButton*>())
            if (button->text() == "Remove")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(list->count(), 0);
        QVERIFY(until([&] { return !isListed(); }));
        setAddedModelFolders({folder.path(), folder.path()});
        QCOMPARE(addedModelFolders().size(), 1);
        keepModelFolders();
        setAddedModelFolders({});
        recallModelFolders();
        QCOMPARE(addedModelFolders(), QStringList{folder.path()});
    }
};

DRAFTSCOPE_TEST_IN(test::ApplicationWithOwnSettings, TestSettings)
#include "test_settings.moc"
