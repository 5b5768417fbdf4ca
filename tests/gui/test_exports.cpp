// SPDX-License-Identifier: MIT
// What leaves the window: each view copied, saved and printed.
#include <cstdlib>

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QToolButton>
#include <QXmlStreamReader>

#include "engine/session/methods.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/lanes.h"
#include "gui/compare/race_panel.h"
#include "gui/compare/sweep_panel.h"
#include "gui/export/view_exports.h"
#include "gui/export/view_picture.h"
#include "gui/setup/run_caption.h"
#include "tests/test_main.h"
#include "widgets/style/data_table.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// What the drawing says, each piece of text behind the other; nothing where it is no well-formed XML.
std::optional<QString> wordsIn(const QByteArray& svg)
{
    QXmlStreamReader reader(svg);
    QString words;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::Characters)
            words += reader.text().toString().simplified() + QLatin1Char(' ');
    return reader.hasError() ? std::nullopt : std::optional(words);
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Pixels that are not what the picture's corner is, of every second one in both directions.
int drawnPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            count += image.pixel(x, y) != image.pixel(0, 0);
    return count;
}

/// Qt may draw a text's first letter a fraction of a pixel elsewhere than before: that is a few pixels, and nothing
/// else may differ.
bool areAlike(const QImage& a, const QImage& b)
{
    if (a.size() != b.size())
        return false;
    int different = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            different += a.pixel(x, y) != b.pixel(x, y);
    return different < 64;
}

/// The pictures are left there, to be looked at, where the environment names a folder.
void keep(const QString& name, const ExportedView& exported)
{
    const QString folder = qEnvironmentVariable("DRAFTSCOPE_KEEP_PICTURES");
    if (folder.isEmpty())
        return;
    QDir().mkpath(folder);
    ViewPicture(exported).image(1).save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    QFile file(folder + QLatin1Char('/') + name + QStringLiteral(".svg"));
    if (file.open(QIODevice::WriteOnly))
        file.write(ViewPicture(exported).svg());
    QSvgRenderer renderer(file.fileName());
    QImage drawn(renderer.defaultSize(), QImage::Format_RGB32);
    QPainter painter(&drawn);
    renderer.render(&painter);
    drawn.save(folder + QLatin1Char('/') + name + QStringLiteral("-svg.png"));
}

struct ExportWindow : WindowFixture {
    DockPanel* inSight(const char* name)
    {
        DockPanel* panel = window.workspace().panel(QLatin1String(name));
        panel->show();
        panel->raise();
        const bool isThere = until([&] { return panel->isInSight(); });
        QCoreApplication::processEvents(); // Qt Charts writes its legend then
        return isThere ? panel : nullptr;
    }
    /// An entry of the menu behind "⋯".
    static QAction* entryOf(const DockPanel& panel, const QString& words)
    {
        for (auto* button : panel.header().findChildren<QToolButton*>())
            if (button->menu())
                return test::entry(*button->menu(), words);
        return nullptr;
    }
    bool comparison()
    {
        RunSetup plain = test::quickSetup();
        chooseMethod(plain.settings, "plain");
        window.lanes().add(test::quickSetup());
        window.lanes().add(plain);
        const auto stood = [this] {
            return !window.lanes().player().isLoading() && !window.lanes().player().isComputing();
        };
        if (!until(stood))
            return false;
        for (int i = 0; i < 4; ++i) {
            window.lanes().player().nextRound();
            if (!until(stood))
                return false;
        }
        return window.lanes().player().place() >= 4;
    }
};

} // namespace

class TestExports : public QObject {
    Q_OBJECT

private slots:
    void everyViewBecomesAPictureWithItsAxesAndCaption()
    {
        const std::pair<const char*, QStringList> expected[] = {
            {"text", {"Text", "Once"}},
            {"stage", {"Round 3", "Draft 1", "Verify"}},
            {"tokens-per-step", {"Tokens per step", "tokens", "round", "accepted draft"}},
            {"acceptance", {"Acceptance by position", "survival", "position in the draft"}},
            {"speed-up", {"Speed-up"}},
            {"time", {"Where the time goes", "draft", "verify", "ms"}},
            {"attention-mask", {"Attention mask", "context"}},
            {"events", {"Events", "Round", "Moment", "Outcome"}},
            {"distribution", {"Distribution", "draft q"}},
            {"cache", {"K/V cache", "Target", "Draft"}},
            {"why", {"Why", "u", "="}},
            {"code", {"Code", "roll_back(cache, len(text))"}},
        };
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(6));
        run.navigation.player().goTo({0, 2, int(run.round(2).moments.size()) - 1});
        QVERIFY(run.inSight("time"));
        QVERIFY(until([&] { return run.navigation.speedOfRun().background().isMeasured(); })); // what Time draws
        const TraceHeader& header = run.navigation.recording().header();
        for (const auto& [name, words] : expected) {
            DockPanel* panel = run.inSight(name);
            QVERIFY(panel && panel->exports());
            const QSize before = panel->exported().view->size();
            const ExportedView exported = panel->exported();
            keep(QLatin1String(name), exported);
            const QImage image = ViewPicture(exported).image();
            QVERIFY2(image.width() >= 2 * exported.least.width(), name);
            QVERIFY2(drawnPixels(image) > 1000, name);
            QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
            const auto said = wordsIn(ViewPicture(exported).svg());
            QVERIFY(said);
            for (const QString& word : words)
                QVERIFY2(said->contains(word), qPrintable(word + " is not in " + *said));
            for (const std::string& part : {header.target.name, header.draft->name, std::string("Two models"),
                                            std::string("K 4"), std::string("round 3"), std::string("seed 42")})
                QVERIFY2(exported.caption.contains(QString::fromStdString(part)), qPrintable(exported.caption));
            QVERIFY(said->contains("seed 42"));
            QCOMPARE(panel->exported().view->size(), before); // as it was
        }
    }

    void aDarkWindowGivesLightPictures()
    {
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(3));
        const auto picture = [&] { return ViewPicture(run.inSight("acceptance")->exported()).image(1); };
        const QImage light = picture();
        QVERIFY(areAlike(picture(), light));
        run.window.setTheme(ThemeKind::dark);
        QCoreApplication::processEvents();
        const ExportedView exported = run.inSight("acceptance")->exported();
        QVERIFY(areAlike(ViewPicture(exported).image(1), light));
        QVERIFY(Theme::isDark());
        const QImage dark = ViewPicture(exported, ViewPicture::Colours::ofTheWindow).image(1);
        QVERIFY(!areAlike(dark, light));
        QVERIFY(dark.pixelColor(0, 0).lightness() < 64);
        keep("tokens-in-dark", run.inSight("tokens-per-step")->exported());
        run.window.setTheme(ThemeKind::light);
    }

    void theMenuCopiesPicturesNumbersAndWords()
    {
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(3));
        DockPanel* panel = run.inSight("tokens-per-step");
        QAction* picture = run.entryOf(*panel, "Copy as picture");
        QVERIFY(picture && picture->isEnabled());
        picture->trigger();
        const QImage copied = QGuiApplication::clipboard()->image();
        QCOMPARE(copied.size(), ViewPicture(panel->exported()).image().size());
        QVERIFY(drawnPixels(copied) > 1000);
        QVERIFY(run.lastSaid().contains("copied"));

        run.entryOf(*panel, "Copy as CSV")->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines.front(), "round,accepted,residual,bonus,plain,mean_tokens_per_step");
        for (int r = 0; r < 3; ++r) {
            const QStringList cells = lines[r + 1].split(',');
            QCOMPARE(cells.size(), 6);
            QCOMPARE(cells[0].toInt(), r + 1);
            QCOMPARE(cells[1].toInt(), run.round(r).acceptedCount());
            QCOMPARE(std::size_t(cells[1].toInt() + cells[2].toInt() + cells[3].toInt() + cells[4].toInt()),
                     run.round(r).committed.size());
        }
        QVERIFY(!run.entryOf(*panel, "Copy as text")->isVisible());
        run.entryOf(*run.inSight("text"), "Copy as text")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("Once upon a time"));
    }

    void eachTableHasARowForEachThing()
    {
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(3));
        const RoundRecord& last = run.round(2);
        std::size_t moments = 0;
        for (int r = 0; r < 3; ++r)
            moments += run.round(r).moments.size();
        const std::pair<const char*, std::size_t> expected[] = {
            {"events", moments},
            {"stage", last.nodes.size() + 1},
            {"text", run.navigation.playhead().text().size()},
            {"attention-mask", last.nodes.size() + 1},
            {"time", 3},
            {"speed-up", 1},
        };
        for (const auto& [name, rows] : expected) {
            const ExportedView exported = run.inSight(name)->exported();
            QVERIFY(exported.csv);
            QCOMPARE(std::size_t(exported.csv().count('\n')), rows + 1);
        }
        run.navigation.decode().playhead().selection().selectContext(0);
        QCoreApplication::processEvents();
        QCOMPARE(std::size_t(run.inSight("distribution")->exported().csv().count('\n')),
                 last.contexts[0].top.size() + 2);
        QVERIFY(run.inSight("cache")->exported().csv().contains("committed"));
    }

    void filesAreWhatTheirNamesSay()
    {
        const QTemporaryDir folder;
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(3));
        ViewExports& exports = *run.inSight("acceptance")->exports();
        QSignalSpy done(&exports, &ViewExports::done);
        for (const char* name : {"a.png", "a.svg", "a.pdf", "a.csv"})
            exports.save(folder.filePath(name).toStdString());
        QCOMPARE(done.count(), 4);
        QVERIFY(!QImage(folder.filePath("a.png")).isNull());
        QVERIFY(QSvgRenderer(folder.filePath("a.svg")).isValid());
        QVERIFY(contentsOf(folder.filePath("a.pdf")).startsWith("%PDF"));
        QVERIFY(contentsOf(folder.filePath("a.csv")).startsWith("position,drafted"));
    }

    void whatCannotBeSavedIsSaidAndSavingAsksWhere()
    {
        const QTemporaryDir folder;
        ExportWindow run;
        QVERIFY(run.start() && run.rounds(2));
        ViewExports& exports = *run.inSight("acceptance")->exports();
        exports.save("/nowhere/at/all.png");
        QVERIFY2(test::isSentence(run.problem()) && run.problem().contains("nowhere"), qPrintable(run.problem()));
        exports.save(folder.filePath("chart.jpeg").toStdString());
        QVERIFY2(run.problem().contains(".png"), qPrintable(run.problem()));
        exports.save(folder.filePath("chart.md").toStdString());
        QVERIFY2(run.problem().contains("Markdown"), qPrintable(run.problem()));
        QVERIFY(QDir(folder.path()).isEmpty());

        run.entryOf(*run.inSight("events"), "Save as")->trigger();
        auto* dialog = run.window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->nameFilters().size(), 5);
        QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), "events.png");
        dialog->selectNameFilter(dialog->nameFilters().last());
        emit dialog->filterSelected(dialog->nameFilters().last());
        QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), "events.md");
        emit dialog->fileSelected(folder.filePath("events.md"));
        dialog->close();
        QVERIFY(contentsOf(folder.filePath("events.md")).startsWith("| Round |"));

        QPdfWriter writer(folder.filePath("page.pdf"));
        const ExportedView stage = run.inSight("stage")->exported();
        QVERIFY(ViewPicture(stage).printOn(writer));
        QVERIFY(contentsOf(folder.filePath("page.pdf")).startsWith("%PDF"));
        QPdfWriter nowhere(QStringLiteral("/nowhere/at/all.pdf"));
        QVERIFY(!ViewPicture(stage).printOn(nowhere));
    }

    void nothingReplacesNoFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("old.csv");
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        QWidget owner;
        ViewExports exports(&owner, [] {
            ExportedView empty;
            empty.csv = [] { return QString(); };
            return empty;
        });
        QSignalSpy done(&exports, &ViewExports::done), failed(&exports, &ViewExports::failed);
        for (const char* name : {"old.csv", "new.png"})
            exports.save(folder.filePath(name).toStdString());
        QCOMPARE(done.count(), 0);
        QCOMPARE(failed.count(), 2);
        for (const auto& sentence : failed)
            QCOMPARE(sentence.first().toString(), "There is nothing to save yet.");
        QCOMPARE(contentsOf(path), QByteArray("old"));
        QVERIFY(!QFile::exists(folder.filePath("new.png")));
    }

    void chartsOfCompareToo()
    {
        ExportWindow run;
        run.window.lanes().speeds().setRule(test::quickRule());
        QVERIFY(run.start() && run.comparison());
        QVERIFY(until([&] { return run.window.lanes().speeds().background().isMeasured(); }));
        ComparePage& compare = run.window.compare();
        const struct {
            int tab;
            QStringList words;
        } pages[] = {{0, {"Figures of the lanes", "tokens / step", "Plain decoding"}},
                     {1, {"Race of the lanes", "ms"}}};
        for (const auto& page : pages) {
            compare.below().setCurrentIndex(page.tab);
            QCoreApplication::processEvents();
            compare.exports().copyPicture();
            QVERIFY(drawnPixels(QGuiApplication::clipboard()->image()) > 500);
            const ExportedView exported = page.tab == 0 ? compare.figures().exported() : compare.race().exported();
            keep(page.tab == 0 ? "figures" : "race", exported);
            const auto said = wordsIn(ViewPicture(exported).svg());
            QVERIFY(said);
            for (const QString& word : page.words)
                QVERIFY2(said->simplified().contains(word), qPrintable(word + " is not in " + *said));
            QVERIFY(exported.caption.contains("lane 1: Two models") && exported.caption.contains("Draftscope"));
        }
        compare.below().setCurrentIndex(0);
        compare.exports().copyMarkdown();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("# Comparison"));
        compare.cards().front()->exports().copyText();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("Once upon"));
        compare.cards().front()->exports().copyPicture();
        QVERIFY(drawnPixels(QGuiApplication::clipboard()->image()) > 500);
    }

    void captionsNameAllOfTheSampler()
    {
        SessionSettings settings;
        settings.method = "plain";
        settings.sampler.temperature = 0.8;
        settings.sampler.topP = 1;
        QCOMPARE(settingsInWords(settings), QStringLiteral("temperature 0.80"));
        settings.sampler.topK = 40;
        settings.sampler.topP = 0.9;
        settings.sampler.minP = 0.05;
        QCOMPARE(settingsInWords(settings), QStringLiteral("temperature 0.80, top-k 40, top-p 0.90, min-p 0.05"));
        settings.sampler.greedy = true;
        QCOMPARE(settingsInWords(settings), QStringLiteral("greedy"));
    }

    void csvQuotesWhatItHasTo()
    {
        QCOMPARE(csvOf({{"a", "b"}, {{"x,y", "\"quoted\""}, {"plain", ""}}}),
                 "a,b\n\"x,y\",\"\"\"quoted\"\"\"\nplain,\n");
        QCOMPARE(markdownOf(DataTable{{"a"}, {{"x|y"}}}), "| a |\n|---|\n| x\\|y |\n");
        QCOMPARE(exactCell(std::optional(0.1)).toDouble(), 0.1);
        QCOMPARE(exactCell(0.1).toDouble(), 0.1);
        QCOMPARE(exactCell(3e-200).toDouble(), 3e-200); // a p-value that is 0 as a float
        QCOMPARE(exactCell(0.1F).toFloat(), 0.1F);
        QCOMPARE(exactCell(std::nullopt), QString());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestExports)
#include "test_exports.moc"
