// SPDX-License-Identifier: MIT
// What the engine says, in German: the words that the window translates are those of the engine's sources, and what
// people meet in Setup is among them.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>

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

/// Put together by the engine of several literals; other tests here have it say them.
const QStringList composed = {
    QStringLiteral("Needs %1 more of %2 free %3."),
    QStringLiteral("Needs %1 of %2 free %3."),
    QStringLiteral("their vocabularies differ: %1"),
    QStringLiteral("on %1"),
};
bool isComposed(const QString& words)
{
    return composed.contains(words) || words.contains(QLatin1String(" are free "))
        || words.contains(QLatin1String(" in the draft")) || words.startsWith(QLatin1String("choose a smaller model"))
        || words.contains(QLatin1String("could not be saved (%2): ")); // save_trace.cpp
}

QString said(std::string_view words)
{
    return engineWords(words);
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
        for (const EngineWords& words : knownEngineWords())
            if (const QString english = QString::fromUtf8(words.english);
                !isComposed(english) && !literals.contains(english))
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
            look(faultSentence(fault.name));
            QVERIFY(!engineWords(faultSentence(fault.name)).contains(qtText(fault.explanation)));
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    /// Why a method, a shape, a verifier or a fault cannot be chosen, for all of them beside each other.
    void refusalsAreTranslated()
    {
        QSet<QString> refusals;
        const auto look = [&](const Result<void>& checked) {
            if (!checked)
                refusals.insert(qtText(checked.error().sentence));
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
        for (const QString& english : refusals)
            if (engineWords(english) == english)
                missing << english;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY(said("Max n-gram is 99: choose a number from 1 to 16.")
                == "Max. n-Gramm ist 99: wähle eine Zahl von 1 bis 16.");
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
                    const QString words = engineWords(plan.tooLarge().sentence);
                    QVERIFY2(words.startsWith("Tales 6M braucht ") && !words.contains(" more ")
                                 && words.contains(" mehr (") == plan.needsMore() && words.contains("K/V-Cache 40")
                                 && words.contains("wähle ein kleineres Modell")
                                 && words.contains(*device ? "auf NVIDIA H100" : "in diesem Rechner"),
                             qPrintable(words));
                }
                const QString needs = engineWords("Needs " + plan.need() + '.');
                QVERIFY2(needs.startsWith("Braucht ")
                             && needs.contains(*device ? "freien auf NVIDIA" : "freien in diesem Rechner."),
                         qPrintable(needs));
            }
    }

    void whatIsPutInStaysAsItIs()
    {
        // Though it reads like words of the engine's own.
        QCOMPARE(said("Stopped: \"on the Datastore\" was rejected."),
                 "Angehalten: \"on the Datastore\" wurde verworfen.");
        QCOMPARE(said("There is no model at /on %1/Head: check the path."),
                 "Unter /on %1/Head ist kein Modell: prüfe den Pfad.");
        QCOMPARE(said("Line 3 of a\nb.jsonl is broken (x): the file is damaged or is no trace."),
                 "Zeile 3 von a\nb.jsonl ist kaputt (x): die Datei ist beschädigt oder kein Trace.");
        QCOMPARE(
            said("A cannot draft for B: their vocabularies differ: 5 is \"a\" in the target and \"b\" in the draft. "
                 "Choose a draft of the same family."),
            "A kann für B nicht vorschlagen: ihre Vokabulare unterscheiden sich: 5 ist \"a\" im Target und \"b\" im "
            "Draft. "
            "Wähle einen Draft derselben Familie.");
        QCOMPARE(said("Something that nobody has translated."), "Something that nobody has translated.");
        QVERIFY(said("").isEmpty());
        setLanguage(Language::english);
        QCOMPARE(said("Stopped: the text ended."), "Stopped: the text ended.");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestEngineWords)
#include "test_engine_words.moc"
