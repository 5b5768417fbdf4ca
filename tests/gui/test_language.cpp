// SPDX-License-Identifier: MIT
// The window in German: the language changes while the window stands, with nothing else changing. test_translations
// says that every text has a translation.
#include <QAbstractSpinBox>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSettings>
#include <QTabBar>
#include <QToolButton>

#include "gui/compare/compare_page.h"
#include "gui/compare/lanes.h"
#include "gui/controls/choice_delegate.h"
#include "gui/controls/number_field.h"
#include "gui/language/language.h"
#include "gui/window/command_line.h"
#include "tests/test_main.h"
#include "widgets/lanes/lane_table.h"
#include "widgets/style/number_text.h"
#include "widgets/words/metric_words.h"
#include "widgets/words/token_text.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// Everything that a window says in words, a line each: menus, labels, buttons, tool tips, accessible names, lists,
/// tabs, headers.
QStringList textsIn(const QWidget& window)
{
    QStringList texts;
    const auto add = [&texts](const QObject& object, const char* what, const QString& text) {
        if (!text.isEmpty())
            texts << QStringLiteral("%1 %2 %3: %4")
                         .arg(QLatin1String(object.metaObject()->className()), object.objectName(), QLatin1String(what),
                              text);
    };
    for (const QObject* object : window.findChildren<QObject*>()) {
        if (object->objectName() == QLatin1String("focusRing"))
            continue;
        for (const char* property :
             {"windowTitle", "text", "title", "toolTip", "statusTip", "whatsThis", "accessibleName",
              "accessibleDescription", "placeholderText", "prefix", "suffix", "specialValueText"})
            add(*object, property, object->property(property).toString());
        if (const auto* tabs = qobject_cast<const QTabBar*>(object))
            for (int i = 0; i < tabs->count(); ++i)
                add(*tabs, "tab", tabs->tabText(i) + QLatin1Char('|') + tabs->tabToolTip(i));
        if (const auto* box = qobject_cast<const QComboBox*>(object))
            for (int i = 0; i < box->count(); ++i) {
                add(*box, "entry", box->itemText(i) + QLatin1Char('|') + box->itemData(i, Qt::ToolTipRole).toString());
                add(*box, "details", box->itemData(i, ChoiceDelegate::DetailsRole).toString());
            }
        if (const auto* table = qobject_cast<const QTableWidget*>(object)) {
            for (int i = 0; i < table->columnCount(); ++i)
                if (const QTableWidgetItem* item = table->horizontalHeaderItem(i))
                    add(*table, "column", item->text() + QLatin1Char('|') + item->toolTip());
            for (int row = 0; row < table->rowCount(); ++row)
                for (int column = 0; column < table->columnCount(); ++column)
                    if (const QTableWidgetItem* item = table->item(row, column))
                        add(*table, "cell", item->text() + QLatin1Char('|') + item->toolTip());
        }
    }
    return texts;
}

/// Times differ from run to run.
QStringList withoutNumbers(QStringList texts)
{
    static const QRegularExpression number(QStringLiteral("[0-9]+([.,][0-9]+)*|–"));
    return texts.replaceInStrings(number, QStringLiteral("#"));
}

/// What stands in one list only, to be printed.
QString difference(const QStringList& is, const QStringList& wanted)
{
    QStringList lines;
    for (const QString& line : is)
        if (!wanted.contains(line))
            lines << QStringLiteral("is:     ") + line;
    for (const QString& line : wanted)
        if (!is.contains(line))
            lines << QStringLiteral("wanted: ") + line;
    for (const QString& line : lines)
        qWarning().noquote() << line; // Qt Test cuts long messages
    return QStringLiteral("%1 lines, above").arg(lines.size());
}

/// A run some way on, every panel shown once so that it has said what it has to say, and two lanes.
struct StandingWindow : WindowFixture {
    StandingWindow() : WindowFixture(quickSetup(24), {1280, 800}) {}
    bool begin()
    {
        navigation.speedOfRun().setWanted(false);
        if (!start() || !rounds(2) || !step(5))
            return false;
        window.lanes().add(navigation.run().setup());
        window.lanes().addPlain(navigation.run().setup());
        if (!until([this] { return window.lanes().count() == 2 && !window.lanes().player().isLoading(); }))
            return false;
        showStep();
        return true;
    }
    /// Decoding freely would come to other figures in another window.
    void showStep()
    {
        window.showWorkspace("step");
        navigation.speedOfRun().setWanted(false);
    }
    /// A panel out of sight catches up when it is shown.
    void showAll()
    {
        window.showWorkspace("compare");
        QTest::qWait(40);
        showStep();
        for (DockPanel* panel : window.workspace().panels()) {
            panel->raise();
            QTest::qWait(40); // a frame
        }
    }
    static RunSetup quickSetup(int tokens) { return test::quickSetup(tokens); }
};

void speak(Language language)
{
    setLanguage(language);
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
    QTest::qWait(60); // panels catch up within a frame
}

} // namespace

class TestLanguage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLanguage(Language::english); }
    void languageChangesWhileTheWindowStands();
    void nothingElseChanges();
    void noWordsStayEnglish();
    void numbersAndQuotesAreGerman();
    void whatProgramsReadIsEnglish();
    void isChosenInTheMenuAndKept();
    void isChosenOnTheCommandLine();
};

void TestLanguage::languageChangesWhileTheWindowStands()
{
    setLanguage(Language::english);
    StandingWindow run;
    QVERIFY(run.begin());
    speak(Language::english);
    run.showAll();
    const QStringList english = textsIn(run.window);

    speak(Language::german);
    QCOMPARE(run.window.menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
    QCOMPARE(run.find<QDockWidget>("distribution")->windowTitle(), QStringLiteral("Verteilung"));
    QCOMPARE(run.find<QToolButton>("play")->text(), QStringLiteral("▶ Start"));
    QCOMPARE(run.find<QToolButton>("play")->toolTip(), QStringLiteral("Abspielen oder anhalten (Leertaste)"));
    QVERIFY2(run.find<QLabel>("where")->text().startsWith(QStringLiteral("Runde 3")),
             qPrintable(run.find<QLabel>("where")->text()));
    run.showAll();
    const QStringList german = withoutNumbers(textsIn(run.window));

    // As a window that has never said anything else. Made beside it, at the same moment.
    {
        StandingWindow fresh;
        QVERIFY(fresh.begin());
        speak(Language::german); // and again: nothing changes by that
        fresh.showAll();
        const QStringList wanted = withoutNumbers(textsIn(fresh.window));
        QVERIFY2(german == wanted, qPrintable(difference(german, wanted)));
    }

    speak(Language::english);
    run.showAll();
    QVERIFY2(textsIn(run.window) == english, qPrintable(difference(textsIn(run.window), english)));
}

/// Opens every menu and shows every panel in both languages: what is said alike has no words, or is a word of the field
/// that both have.
void TestLanguage::noWordsStayEnglish()
{
    const auto all = [](StandingWindow& run) {
        run.showAll();
        for (QMenu* menu : run.window.findChildren<QMenu*>())
            emit menu->aboutToShow(); // fills it
        return textsIn(run.window);
    };
    StandingWindow run;
    QVERIFY(run.begin());
    speak(Language::english);
    const QStringList english = all(run);
    speak(Language::german);
    const QStringList german = all(run);
    QStringList alike;
    static const QRegularExpression word(QStringLiteral("\\p{L}{2,}"));
    for (const QString& line : german)
        if (english.contains(line) && line.section(": ", 1).contains(word))
            alike << line;
    alike.removeDuplicates();
    // Words of the field, names, places where they were published, and what people have chosen or written.
    static const QRegularExpression known(
        QStringLiteral(": (.*arXiv.*|Saxena.*|Tales .*|[0-9] · Medusa.*|(Medusa|EAGLE|EAGLE-3|Prompt lookup|Lookahead "
                       "\\(Jacobi\\)|Greedy|"
                       "Speculative sampling|K-SEQ|Draft & Verify|SmolLM.*)\\|?|Text|Prompts?|(▶ "
                       ")?Sweep\\|?|Speed-up(\\|Speed-up)?|Panels|"
                       "Setup|Target|Draft|Verifier|Top-p|Min-p|Seed|System|Verify|Commit|Batch|Backend|English|"
                       "Deutsch|CPU.*|CUDA.*|α̂|"
                       "(RTX|H100|H200|Apple|Snapdragon|Llama|Qwen).*|"
                       "Code(\\|Code)?|Draft\\|(Draft)?|␣.*|“.*”   q = .*|Sampler: T = .*|ab)$"));
    alike.erase(std::remove_if(alike.begin(), alike.end(),
                               [](const QString& line) {
                                   return line.contains(known)
                                       || line.startsWith(QLatin1String("QDockWidgetTitleButton"));
                               }),
                alike.end());
    for (const QString& line : alike)
        qWarning().noquote() << line;
    QVERIFY2(alike.isEmpty(), qPrintable(QStringLiteral("%1 lines, above").arg(alike.size())));
}

void TestLanguage::numbersAndQuotesAreGerman()
{
    setLanguage(Language::german);
    QCOMPARE(number(0.314), QStringLiteral("0,31"));
    QCOMPARE(number(1e-6), QStringLiteral("<0,001"));
    QCOMPARE(grouped(2551), QStringLiteral("2.551"));
    QCOMPARE(inQuotes(QStringLiteral("so")), QStringLiteral("„so“"));
    {
        const EnglishMeanwhile english;
        QCOMPARE(number(0.314), QStringLiteral("0.31"));
        QCOMPARE(grouped(2551), QStringLiteral("2,551"));
        QCOMPARE(inQuotes(QStringLiteral("so")), QStringLiteral("“so”"));
    }
    NumberField field(0, 2, 0.1, 2);
    field.setValue(0.8);
    QCOMPARE(field.text(), QStringLiteral("0,80"));
    for (const char* typed : {"1.25", "1,25"}) {
        field.setValue(0);
        field.findChild<QLineEdit*>()->setText(QLatin1String(typed));
        field.interpretText();
        QCOMPARE(field.value(), 1.25);
        QCOMPARE(field.text(), QStringLiteral("1,25"));
    }
    speak(Language::english);
    QCOMPARE(field.text(), QStringLiteral("1.25"));

    // Whatever the window shows: no number has a point, no word English quotation marks.
    StandingWindow run;
    QVERIFY(run.begin());
    speak(Language::german);
    run.showAll();
    static const QRegularExpression point(QStringLiteral("(?<![0-9.A-Za-z_-])[0-9]+\\.[0-9]{1,2}(?![0-9.A-Za-z])")),
        quotes(QStringLiteral("“[^„]*”"));
    QStringList wrong;
    static const QRegularExpression names(QStringLiteral("Llama 3\\.[0-9]")); // of models
    for (QString line : textsIn(run.window))
        if (line.remove(names).contains(point) || line.contains(quotes))
            wrong << line;
    for (const QString& line : wrong)
        qWarning().noquote() << line;
    QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1 lines, above").arg(wrong.size())));
}

void TestLanguage::nothingElseChanges()
{
    StandingWindow run;
    QVERIFY(run.begin());
    QPlainTextEdit* prompt = nullptr;
    for (auto* field : run.window.findChildren<QPlainTextEdit*>())
        if (field->accessibleName() == QLatin1String("Prompt"))
            prompt = field;
    QVERIFY(prompt);
    prompt->setPlainText(QStringLiteral("Step")); // which is a text of the window as well
    speak(Language::english);                     // and everything has its size
    const Position at = run.navigation.playhead().position();
    const std::vector<CommittedToken> text = run.navigation.playhead().text();
    // Panels may become wider where words are longer; which are open, and where, stays.
    const auto layout = [&run] {
        QStringList panels;
        for (const auto* panel : run.window.workspace().findChildren<QDockWidget*>())
            panels
                << QStringLiteral("%1 %2 %3").arg(panel->objectName()).arg(panel->isVisible()).arg(panel->isFloating());
        return panels;
    };
    const QStringList panels = layout();
    const QSize size = run.window.size();
    speak(Language::german);
    QCOMPARE(prompt->toPlainText(), QStringLiteral("Step"));
    QVERIFY(run.navigation.playhead().position() == at);
    QCOMPARE(run.navigation.playhead().text().size(), text.size());
    QCOMPARE(run.window.lanes().count(), 2);
    QCOMPARE(run.window.size(), size);
    QCOMPARE(layout(), panels);
    speak(Language::english);
    QCOMPARE(layout(), panels);
    QVERIFY(run.step()); // and the run goes on
    QVERIFY(!(run.navigation.playhead().position() == at));
}

void TestLanguage::whatProgramsReadIsEnglish()
{
    StandingWindow run;
    QVERIFY(run.begin());
    const QTemporaryDir folder;
    const auto saved = [&](const char* name) {
        run.window.compare().save(folder.filePath(QLatin1String(name)).toStdString());
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray csv = saved("a.csv");
    QVERIFY2(csv.contains("temperature"), csv);
    speak(Language::german);
    QCOMPARE(saved("b.csv"), csv);
    run.window.compare().copyTable();
    QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), csv);
    for (const char* name : {"b.json", "b.md"}) {
        const QByteArray written = saved(name);
        QVERIFY2(written.contains("temperature") && !written.contains("Temperatur "), written);
    }
    QCOMPARE(titleOfMetric("tokens per step"), QStringLiteral("Token pro Schritt"));
    const EnglishMeanwhile english;
    QCOMPARE(titleOfMetric("tokens per step"), QStringLiteral("tokens per step"));
}

void TestLanguage::isChosenInTheMenuAndKept()
{
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("Draftscope"));
    QCOMPARE(keptLanguage(), Language::system);
    StandingWindow run;
    for (auto* menu : run.window.findChildren<QMenu*>())
        if (QAction* german = test::entry(*menu, QStringLiteral("Deutsch"))) {
            emit menu->aboutToShow();
            QVERIFY(!german->isChecked());
            german->trigger();
            emit menu->aboutToShow();
            QVERIFY(german->isChecked());
            QCOMPARE(german->text(), QStringLiteral("Deutsch"));
            QCOMPARE(test::entry(*menu, QStringLiteral("English"))->text(), QStringLiteral("English"));
        }
    QCOMPARE(language(), Language::german);
    keepLanguage();
    QCOMPARE(keptLanguage(), Language::german);
}

void TestLanguage::isChosenOnTheCommandLine()
{
    const auto german = readCommandLine({"draftscope", "--language", "de"});
    QVERIFY(german);
    QCOMPARE(german->language, Language::german);
    QVERIFY(!readCommandLine({"draftscope"})->language);
    const auto wrong = readCommandLine({"draftscope", "--language", "klingon"});
    QVERIFY(!wrong);
    QVERIFY(wrong.error().sentence.find("choose en, de or system") != std::string::npos);
}

DRAFTSCOPE_WINDOW_TEST(TestLanguage)
#include "test_language.moc"
