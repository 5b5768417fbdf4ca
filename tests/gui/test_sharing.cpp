// SPDX-License-Identifier: MIT
// The menu Share: one web page and an animation of a run, and a lesson on paper.
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QTemporaryDir>

#include "engine/lessons/lesson_files.h"
#include "gui/controls/number_field.h"
#include "gui/share/animation_dialog.h"
#include "gui/share/handout.h"
#include "gui/share/handout_dialog.h"
#include "gui/share/moment_scene.h"
#include "gui/window/share_actions.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

QByteArray sharedBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Of an animated WebP by its chunks (RIFF): size of the canvas, and how long each picture is seen.
struct WebpFacts {
    QSize size;
    std::vector<int> milliseconds;
};
std::optional<WebpFacts> factsOf(const QByteArray& file)
{
    if (!file.startsWith("RIFF") || file.mid(8, 4) != "WEBP")
        return std::nullopt;
    const auto number = [&](qsizetype at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; ++i)
            value |= int(static_cast<unsigned char>(file[at + i])) << (8 * i);
        return value;
    };
    WebpFacts facts;
    for (qsizetype at = 12; at + 8 <= file.size();) {
        const QByteArray name = file.mid(at, 4);
        const int length = number(at + 4, 4);
        if (name == "VP8X")
            facts.size = {number(at + 12, 3) + 1, number(at + 15, 3) + 1};
        if (name == "ANMF")
            facts.milliseconds.push_back(number(at + 8 + 12, 3));
        at += 8 + length + (length & 1);
    }
    return facts;
}

void chooseFile(QFileDialog& dialog, const QString& path)
{
    dialog.selectFile(path);
    dialog.findChild<QLineEdit*>()->setText(path);
    emit dialog.fileSelected(path);
    dialog.close();
}

/// The path of a lesson of two steps, with a question.
std::filesystem::path smallLessonIn(const QTemporaryDir& folder)
{
    QFile file(folder.filePath("small.md"));
    if (file.open(QIODevice::WriteOnly))
        file.write(
            "---\ntitle: A small lesson\nsummary: Two steps.\norder: 1\n"
            "setup: --prompt-name story-lily --k 5 --temperature 0.8 --seed 19 --tokens 40\n---\n\n"
            "## One draft\nat: draft 1 of round 1\nviews: text stage distribution\n\nThe draft proposed {token}, q = "
            "{q}.\n\n## The verdict\nat: first rejection\nviews: stage cache overlap\n\nIt had u = {u}.\n\n? Was it "
            "kept?\n"
            "- [ ] Yes | Look again.\n- [x] No | u is not below {kept}.\n");
    return file.fileName().toStdString();
}

QPushButton* saveButtonOf(const QDialog& dialog)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == "Save…")
            return button;
    return nullptr;
}

/// By its key, as a person opens it.
HandoutDialog* openedHandoutDialog(WindowFixture& run)
{
    run.press(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    return run.window.findChild<HandoutDialog*>();
}

} // namespace

class TestSharing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

    void theMenuWaitsForARun()
    {
        WindowFixture run;
        auto* share = run.find<ShareActions>();
        QVERIFY(share && !share->webPage->isEnabled() && !share->animation->isEnabled());
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(share->webPage->isEnabled() && share->animation->isEnabled());
    }

    void theRunBecomesOnePage()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.html");
        run.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(run.window.findChild<QFileDialog*>());
        auto* dialog = run.window.findChild<QFileDialog*>();
        QVERIFY2(dialog->selectedFiles().first().endsWith(".html"), qPrintable(dialog->selectedFiles().first()));
        chooseFile(*dialog, path);
        const QByteArray page = sharedBytes(path);
        QVERIFY(page.startsWith("<!doctype html>"));
        QVERIFY(run.navigation.status().text().contains("run.html"));
        // It begins at the moment shown.
        const qsizetype begin = page.indexOf("id=\"run\">") + 9;
        const auto json = QJsonDocument::fromJson(page.mid(begin, page.indexOf("</script>", begin) - begin)).object();
        QCOMPARE(json["sequences"][0]["rounds"].toArray().size(), 3);
        QCOMPARE(json["at"][0].toInt(), run.navigation.playhead().position().round);
        QCOMPARE(json["at"][1].toInt(), run.navigation.playhead().position().moment);
        QCOMPARE(json["language"].toString(), QString("en"));
        run.find<ShareActions>()->saveWebPage((folder.filePath("no") + "/where.html").toStdString());
        QVERIFY(run.problem().contains("cannot be created"));
    }

    void aBatchBecomesOnePage()
    {
        RunSetup setup = test::quickSetup(20);
        setup.batch.sequences = 3;
        WindowFixture run(setup);
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.player().goToSequence(1);
        const QTemporaryDir folder;
        run.find<ShareActions>()->saveWebPage(folder.filePath("batch.html").toStdString());
        const QByteArray page = sharedBytes(folder.filePath("batch.html"));
        QVERIFY(page.contains("\"sequence\":1,"));
        QCOMPARE(webPageSequencesOf(run.navigation).size(), std::size_t(3));
    }

    void theAnimationHasAPictureOfEachMoment()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const QTemporaryDir folder;
        const QString path = folder.filePath("round.webp");
        run.press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        auto* dialog = run.window.findChild<AnimationDialog*>();
        QVERIFY(dialog);
        const std::vector<Position> moments = momentsOf(run.navigation.recording(), dialog->settings());
        QCOMPARE(int(moments.size()), int(run.navigation.recording().round(0, 1).moments.size()));
        QPushButton* const save = saveButtonOf(*dialog);
        QVERIFY(save && save->isEnabled());
        save->click();
        auto* files = dialog->findChild<QFileDialog*>();
        QVERIFY(files);
        QSignalSpy made(dialog, &AnimationDialog::made);
        chooseFile(*files, path);
        QVERIFY(until([&] { return made.size() == 1; }));
        const auto facts = factsOf(sharedBytes(path));
        QVERIFY(facts);
        QCOMPARE(facts->size, QSize(960, 600));
        QCOMPARE(facts->milliseconds.size(), moments.size());
        QCOMPARE(facts->milliseconds.front(), 666);
        QCOMPARE(facts->milliseconds.back(), 1333);
        QVERIFY(run.navigation.status().text().contains("round.webp"));
    }

    void whatCannotBeIsSaid()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.find<ShareActions>()->animation->trigger();
        auto* dialog = run.window.findChild<AnimationDialog*>();
        QPushButton* const save = saveButtonOf(*dialog);
        auto* range = dialog->findChildren<QComboBox*>().front();
        const auto fields = dialog->findChildren<NumberField*>();
        range->setCurrentIndex(1);
        for (NumberField* field : fields)
            if (field->accessibleName() == "Last round")
                field->setValue(7);
        QVERIFY(!save->isEnabled());
        range->setCurrentIndex(2);
        QVERIFY(save->isEnabled());
        QCOMPARE(dialog->settings().lastRound, 2);
        // Where it cannot be written the dialog stays.
        QSignalSpy failed(dialog, &AnimationDialog::failed);
        dialog->make("/nowhere/at/all.webp");
        QVERIFY(until([&] { return failed.size() == 1; }));
        QVERIFY(dialog->isVisible() && run.problem().contains("cannot be created"));
        dialog->close();
    }

    /// A lesson of two steps: its fields are filled, its question has its answer at the end, and pictures are in it.
    void aLessonBecomesAHandout()
    {
        const QTemporaryDir folder;
        const auto lesson = readLesson(smallLessonIn(folder));
        QVERIFY2(lesson, lesson ? "" : lesson.error().sentence.c_str());
        const auto handout = prepareHandout(*lesson, {.name = "cpu", .threads = 1});
        QVERIFY2(handout, handout ? "" : handout.error().sentence.c_str());
        QCOMPARE(int(handout->steps.size()), 2);
        HandoutStep first = handout->steps[0];
        const RoundRecord& round = first.run->run.texts[0]->round(0, 0);
        const QString q = QString::number(round.nodes[0].q, 'f', 2);
        QVERIFY2(first.markdown.remove('\\').contains("q = **" + q), qPrintable(first.markdown));
        QVERIFY(!first.markdown.contains('{') && handout->steps[1].answers.contains("Right."));
        const QString path = folder.filePath("small.pdf");
        QVERIFY(writeHandout(*handout, path.toStdString()));
        const QByteArray pdf = sharedBytes(path);
        QVERIFY(pdf.startsWith("%PDF-") && pdf.count("/Subtype /Image") >= 4);
        if (const QString kept = qEnvironmentVariable("DRAFTSCOPE_KEEP_PICTURES"); !kept.isEmpty())
            QFile::copy(path, kept + "/small.pdf");
        QVERIFY(!writeHandout(*handout, "/nowhere/at/all.pdf"));
    }

    void theDialogWritesAHandout()
    {
        const QTemporaryDir folder;
        WindowFixture run;
        HandoutDialog* const dialog = openedHandoutDialog(run);
        QVERIFY(dialog);
        auto* which = dialog->findChild<QComboBox*>();
        QVERIFY(which->count() >= 10);
        dialog->openLesson(smallLessonIn(folder));
        QCOMPARE(which->currentText(), QString("A small lesson"));
        QSignalSpy made(dialog, &HandoutDialog::made);
        saveButtonOf(*dialog)->click();
        auto* files = dialog->findChild<QFileDialog*>();
        QVERIFY(files);
        chooseFile(*files, folder.filePath("small.pdf"));
        QVERIFY(until([&] { return made.size() == 1; }));
        QVERIFY(sharedBytes(folder.filePath("small.pdf")).startsWith("%PDF-"));
        QVERIFY(run.navigation.status().text().contains("small.pdf"));
        QVERIFY(until([&] { return run.window.findChild<HandoutDialog*>() == nullptr; }));
    }

    void aHandoutThatIsStoppedIsNotThere()
    {
        const QTemporaryDir folder;
        WindowFixture run;
        HandoutDialog* const dialog = openedHandoutDialog(run);
        QVERIFY(dialog);
        auto* which = dialog->findChild<QComboBox*>();
        QSignalSpy failed(dialog, &HandoutDialog::failed), made(dialog, &HandoutDialog::made);
        dialog->make(folder.filePath("stopped.pdf").toStdString());
        QVERIFY(!which->isEnabled());
        dialog->close(); // ends it
        QVERIFY(until([&] { return which->isEnabled(); }));
        QVERIFY(made.isEmpty() && failed.isEmpty() && !QFile::exists(folder.filePath("stopped.pdf")));
        dialog->close();
        QVERIFY(until([&] { return run.window.findChild<HandoutDialog*>() == nullptr; }));
    }

    void aPictureIsTheStage()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        const Recording& recording = run.navigation.recording();
        MomentScene scene(recording, {960, 600});
        const QImage first = scene.picture({0, 0, 1}), second = scene.picture({0, 0, 2});
        QCOMPARE(first.size(), QSize(960, 600));
        QVERIFY(first != second);
        QCOMPARE(scene.picture({0, 0, 1}), first);
        if (const QString folder = qEnvironmentVariable("DRAFTSCOPE_KEEP_PICTURES"); !folder.isEmpty())
            for (int r = 0; r < 2; ++r)
                for (int m = 1; m <= int(recording.round(0, r).moments.size()); ++m)
                    scene.picture({0, r, m}).save(QStringLiteral("%1/scene-%2-%3.png").arg(folder).arg(r).arg(m));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestSharing)
#include "test_sharing.moc"
