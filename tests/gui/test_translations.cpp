// SPDX-License-Identifier: MIT
// The files of German texts: they have every text of the sources, each with a finished translation.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "engine/analysis/metrics.h"
#include "engine/analysis/prompt_figures.h"
#include "gui/language/language.h"
#include "tests/test_main.h"
#include "widgets/words/metric_words.h"

using namespace draftscope;

namespace {

const QString translationFile = QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/resources/translations/draftscope_de.ts");
const QString engineFile = QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/resources/translations/engine_de.ts");

struct TranslatedMessage {
    QString context, source, translation;
    QString state; ///< "unfinished", "obsolete", "vanished", or empty when it is done
};

std::vector<TranslatedMessage> messagesIn(const QString& path)
{
    QFile file(path);
    std::vector<TranslatedMessage> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QString context;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            messages.push_back({context, xml.readElementText(), {}, {}});
        else if (xml.name() == QLatin1String("translation")) {
            messages.back().state = xml.attributes().value(QLatin1String("type")).toString();
            messages.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return messages;
}

/// "%1", "%n"…, each as often as it stands there.
QStringList placesIn(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%L?[0-9n]"));
    QStringList places;
    for (auto found = place.globalMatch(text); found.hasNext();)
        places << found.next().captured();
    places.sort();
    return places;
}

/// What stands around a text when it is put beside another one.
QString edgesOf(const QString& text)
{
    const auto edge = [](QChar c) {
        return c.isSpace() || c == QLatin1Char(',') || c == QLatin1Char(';') ? c : QChar('x');
    };
    return QString(edge(text.front())) + (text.back().isSpace() ? text.back() : QChar('x'))
        + (text.endsWith(QChar(0x2026)) ? QStringLiteral("…") : QString());
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLanguage(Language::english); }
    void everyTextHasAGermanOne();
    void theFileHasEveryTextOfTheSources();
    void theEnginesMetricsAreTranslated();
};

void TestTranslations::everyTextHasAGermanOne()
{
    std::vector<TranslatedMessage> messages = messagesIn(translationFile);
    QVERIFY(messages.size() > 900);
    std::ranges::move(messagesIn(engineFile), std::back_inserter(messages));
    for (const TranslatedMessage& message : messages) {
        const QString what = message.context + QStringLiteral(": ") + message.source;
        QVERIFY2(message.state.isEmpty() && !message.translation.isEmpty(),
                 qPrintable("no finished translation of " + what));
        QVERIFY2(placesIn(message.source) == placesIn(message.translation),
                 qPrintable("other placeholders in the translation of " + what));
        QVERIFY2(edgesOf(message.source) == edgesOf(message.translation),
                 qPrintable("begins or ends otherwise than " + what + " is " + message.translation));
    }
}

void TestTranslations::theFileHasEveryTextOfTheSources()
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("draftscope_de.ts"));
    QVERIFY(QFile::copy(translationFile, copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(QStringLiteral(DRAFTSCOPE_SOURCE_DIR));
    lupdate.start(QStringLiteral(DRAFTSCOPE_LUPDATE),
                  {"-silent", "-no-obsolete", "-locations", "none", "-I", ".", "gui", "widgets", "-ts", copy});
    QVERIFY2(lupdate.waitForFinished(60'000) && lupdate.exitCode() == 0, lupdate.readAllStandardError());
    for (const TranslatedMessage& message : messagesIn(copy))
        QVERIFY2(
            message.state.isEmpty(),
            qPrintable("not in the file (target update-translations): " + message.context + ": " + message.source));
    QCOMPARE(messagesIn(copy).size(), messagesIn(translationFile).size()); // nor has it any that the sources have not
}

void TestTranslations::theEnginesMetricsAreTranslated()
{
    QStringList english, german;
    for (const Language language : {Language::english, Language::german}) {
        setLanguage(language);
        for (const ComparedFigure& figure : comparedFigures())
            (language == Language::german ? german : english)
                << titleOfMetric(figure.metric) << definitionOf(figure.metric);
    }
    for (qsizetype i = 0; i < english.size(); ++i)
        QVERIFY2(!english[i].isEmpty() && english[i] != german[i], qPrintable(english[i]));
}

DRAFTSCOPE_WINDOW_TEST(TestTranslations)
#include "test_translations.moc"
