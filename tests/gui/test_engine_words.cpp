// SPDX-License-Identifier: MIT
// What the engine says, in German: the words that the window translates are those of the engine's sources, and what
// people meet in Setup is among them.
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>
#include <QXmlStreamReader>

#include "engine/model/load_plan.h"
#include "engine/session/combinations.h"
#include "engine/session/draft_length.h"
#include "engine/session/faults.h"
#include "engine/session/shapes.h"
#include "engine/session/stop_conditions.h"
#include "engine/speculation/verifiers.h"
#include "gui/language/engine_words.h"
#include "gui/language/language.h"
#include "tests/test_main.h"
#include "widgets/style/qt_text.h"

using namespace draftscope;

namespace {

/// A literal as EngineWords has it: %1, %2… for {} and {:.3f}.
QString numbered(QString literal)
{
    static const QRegularExpression place(QStringLiteral(R"(\{[^{}]*\})"));
    for (int number = 1; literal.contains(place); ++number)
        literal.replace(literal.indexOf(place), place.match(literal).capturedLength(),
                        QStringLiteral("%%1").arg(number));
    return literal;
}

/// All string literals of the engine's sources, neighbours joined.
QSet<QString> literalsOfTheEngine()
{
    static const QRegularExpression literals(QStringLiteral(R"re((?:"(?:[^"\\\n]|\\.)*"\s*)+)re"));
    static const QRegularExpression one(QStringLiteral(R"re("((?:[^"\\\n]|\\.)*)")re"));
    QSet<QString> found;
    QDirIterator files(QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/engine"), {"*.cpp", "*.h"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString source = QString::fromUtf8(file.readAll());
        for (auto group = literals.globalMatch(source); group.hasNext();) {
            QString whole;
            const QString words = group.next().captured();
            for (auto part = one.globalMatch(words); part.hasNext();)
                whole += part.next().captured(1);
            found.insert(numbered(whole.replace(QStringLiteral("\\\""), QStringLiteral("\""))));
        }
    }
    return found;
}

/// Templates that have German, as resources/translations/engine_de.ts has them.
QStringList translatedTemplates()
{
    QFile file(QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/resources/translations/engine_de.ts"));
    QStringList templates;
    if (file.open(QIODevice::ReadOnly))
        for (QXmlStreamReader xml(&file); !xml.atEnd();)
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("source"))
                templates << xml.readElementText();
    return templates;
}

/// The engine leaves the advice to take the CPU out where it has taken it (backends.cpp).
bool isWithoutAdvice(const QString& words, const QSet<QString>& literals)
{
    const QString before = words.chopped(1);
    return literals.contains(before + QLatin1String(", or choose --backend cpu."))
        || literals.contains(before + QLatin1String(": choose --backend cpu."));
}

/// What is said in both languages.
struct Both {
    QString english, german;
};
Both both(std::string_view words)
{
    return {qtText(words), engineWords(words)};
}

} // namespace

class TestEngineWords : public QObject {
    Q_OBJECT
private slots:
    void init() { setLanguage(Language::german); }
    void cleanup() { setLanguage(Language::english); }

    void theyAreTheEngines()
    {
        const QSet<QString> literals = literalsOfTheEngine();
        QVERIFY(literals.size() > 1000);
        QStringList foreign;
        const QStringList templates = translatedTemplates();
        QVERIFY(templates.size() > 300);
        for (const QString& english : templates)
            if (!literals.contains(english) && !isWithoutAdvice(english, literals))
                foreign << english;
        QVERIFY2(foreign.isEmpty(), qPrintable("not in engine/:\n" + foreign.join('\n')));
    }

    void whatSetupListsIsTranslated()
    {
        QStringList missing;
        const auto look = [&](std::string_view words) {
            if (const auto [english, german] = both(words); english == german && english != QLatin1String("Datastore"))
                missing << english;
        };
        const auto lookAt = [&](const std::vector<MethodOption>& options, const std::vector<MethodFile>& files) {
            for (const MethodOption& option : options)
                look(option.title), look(option.explanation);
            for (const MethodFile& file : files)
                look(file.title), look(file.explanation);
        };
        for (const Method& method : allMethods())
            lookAt(method.options, method.files);
        for (const ShapeKind& shape : allShapes())
            lookAt(shape.options, shape.files);
        lookAt(lengthOptions(), {});
        for (const Fault& fault : allFaults()) {
            look(fault.title);
            look(fault.explanation);
            if (const Message sentence = faultSentence(fault.name); engineWords(sentence) == qtText(sentence.text))
                missing << qtText(sentence.text);
            QVERIFY(!engineWords(faultSentence(fault.name)).contains(qtText(fault.explanation)));
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    /// Why a method, a shape, a verifier or a fault cannot be chosen, for all of them beside each other.
    void refusalsAreTranslated()
    {
        QHash<QString, QString> refusals; // German by English
        const auto look = [&](const Result<void>& checked) {
            if (!checked)
                refusals.insert(qtText(checked.error().sentence), engineWords(checked.error()));
        };
        for (const Method& method : allMethods())
            for (const ShapeKind& shape : allShapes())
                for (const Verifier* verifier : allVerifiers())
                    for (const double temperature : {0.0, 0.8, 1.0}) {
                        SessionSettings settings;
                        settings.method = method.name;
                        settings.shape = shape.name;
                        settings.sampler.temperature = temperature;
                        look(check(settings));
                        look(canVerify(*verifier, settings));
                        settings.verifier = verifier->name();
                        look(check(settings));
                        for (const Fault& fault : allFaults()) {
                            settings.fault = fault.name;
                            look(check(settings));
                        }
                    }
        SessionSettings settings;
        settings.draftLength = 0;
        look(check(settings));
        settings = {};
        settings.method = "prompt-lookup";
        setOption(settings, "ngram-max", 2);
        look(check(settings));
        setOption(settings, "ngram-max", 99);
        look(check(settings));
        QVERIFY2(refusals.size() > 50, qPrintable(QString::number(refusals.size())));
        QStringList missing;
        for (const auto& [english, german] : refusals.asKeyValueRange())
            if (german == english)
                missing << english;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QCOMPARE(refusals.value("Max n-gram is 99: choose a number from 1 to 16."),
                 "Max. n-Gramm ist 99: wähle eine Zahl von 1 bis 16.");
    }

    void memoryPlansAreTranslated()
    {
        for (const char* device : {"", "NVIDIA H100"})
            for (const auto& [weights, present] :
                 {std::pair<std::size_t, std::size_t>(0, 0), {80'000'000, 0}, {80'000'000, 5'000'000}}) {
                LoadPlan plan;
                plan.present = present;
                plan.models = {"Tales 6M"};
                plan.device = device;
                PassBytes pass;
                pass.weights = weights;
                pass.cache = 40'000'000;
                pass.buffers = 1'000'000;
                pass.slotCount = 100;
                plan.add(pass);
                plan.total = 64'000'000;
                for (const std::size_t free : {std::size_t(20'000'000), std::size_t(0)}) {
                    plan.free = free;
                    const QString words = engineWords(plan.tooLarge());
                    QVERIFY2(words.startsWith("Tales 6M braucht ") && !words.contains(" more ")
                                 && words.contains(" mehr (") == plan.needsMore() && words.contains("K/V-Cache 40")
                                 && words.contains("wähle ein kleineres Modell")
                                 && words.contains(*device ? "auf NVIDIA H100" : "in diesem Rechner"),
                             qPrintable(words));
                }
                const QString needs = engineWords(plan.needs());
                QVERIFY2(needs.startsWith("Braucht ")
                             && needs.contains(*device ? "freien auf NVIDIA" : "freien in diesem Rechner."),
                         qPrintable(needs));
            }
    }

    /// Though it reads like words of the engine's own, or like a place.
    void whatIsPutInStaysAsItIs()
    {
        QCOMPARE(engineWords(message("Stopped: \"{}\" was rejected.", "on the Datastore")),
                 "Angehalten: \"on the Datastore\" wurde verworfen.");
        QCOMPARE(engineWords(message("There is no model at {}: check the path.", "/on %1/Head")),
                 "Unter /on %1/Head ist kein Modell: prüfe den Pfad.");
        QCOMPARE(engineWords(message("{} is {}: choose a number from {} to {}.", phrase("Head"), 0.5, "Head", 3)),
                 "Kopf ist 0,5: wähle eine Zahl von Head bis 3.");
        QCOMPARE(engineWords(message("Something without German of {}.", 7)), "Something without German of 7.");
        QVERIFY(engineWords("").isEmpty() && engineWords(Message{}).isEmpty());
        setLanguage(Language::english);
        QCOMPARE(engineWords(phrase("Stopped: the text ended.")), "Stopped: the text ended.");
    }

    /// A sentence that went from thread to thread as text is said in each language.
    void sentencesAreSaidAgain()
    {
        const Error error = fail("There is no model at {}: check the path.", "/on (%1)/x").value();
        const QString english = engineSentence(error);
        QCOMPARE(english, "There is no model at /on (%1)/x: check the path.");
        QCOMPARE(engineWords(english), "Unter /on (%1)/x ist kein Modell: prüfe den Pfad.");
        setLanguage(Language::english);
        QCOMPARE(engineWords(english), english);
        setLanguage(Language::german);
        QCOMPARE(engineWords("There is no model at /elsewhere: check the path."), // nothing has said it
                 "There is no model at /elsewhere: check the path.");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestEngineWords)
#include "test_engine_words.moc"
