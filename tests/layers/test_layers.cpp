// SPDX-License-Identifier: MIT
// Fails when an include goes against the arrows of docs/architecture.md.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace {

struct Layer {
    QString folder;
    QStringList mayInclude; ///< project folders, besides its own
    bool mayUseQt = false;
};

/// What a view may know: records and figures, and of the folders beside it those that are named.
QStringList inViews(QStringList folders)
{
    return folders << QStringList{"engine/core",
                                  "engine/record",
                                  "engine/explain",
                                  "engine/sampling/sampler_settings.h",
                                  "engine/analysis/draft_diagnosis.h",
                                  "engine/analysis/metrics.h",
                                  "engine/analysis/length_theory.h",
                                  "engine/analysis/overlap.h",
                                  "engine/analysis/prompt_figures.h",
                                  "engine/analysis/speed.h",
                                  "engine/analysis/speed_measurement.h",
                                  "engine/analysis/statistics.h"};
}

// From the bottom up; of folders in one another the inner one first. A folder that is not listed is an error, so a new
// one has to take its place here.
const QList<Layer> layers = {
    {"engine/core", {}},
    {"engine/sampling", {"engine/core"}},
    {"engine/record", {"engine/core", "engine/sampling"}},
    {"engine/explain", {"engine/core", "engine/sampling", "engine/record"}},
    {"engine/trace", {"engine/core", "engine/sampling", "engine/record"}},
    {"engine/formats", {"engine/core"}},
    {"engine/jinja", {"engine/core"}},
    {"engine/tokenizer", {"engine/core", "engine/formats", "engine/jinja"}},
    {"engine/model", {"engine/core", "engine/sampling", "engine/formats", "engine/tokenizer", "engine/record"}},
    {"engine/catalogue", {"engine/core", "engine/formats", "engine/tokenizer", "engine/model"}},
    {"engine/backend", {"engine/core", "engine/sampling", "engine/record", "engine/model"}},
    {"engine/speculation", {"engine/core", "engine/sampling", "engine/formats", "engine/record", "engine/model"}},
    {"engine/remote",
     {"engine/core", "engine/sampling", "engine/record", "engine/tokenizer", "engine/model", "engine/speculation"}},
    {"engine/attach", {"engine/core", "engine/sampling", "engine/record", "engine/trace", "engine/remote"}},
    {"engine/session",
     {"engine/core", "engine/sampling", "engine/formats", "engine/record", "engine/tokenizer", "engine/model",
      "engine/catalogue", "engine/backend", "engine/speculation", "engine/remote"}},
    {"engine/analysis",
     {"engine/core", "engine/sampling", "engine/formats", "engine/record", "engine/tokenizer", "engine/model",
      "engine/backend", "engine/speculation", "engine/session"}},
    {"engine/report",
     {"engine/core", "engine/record", "engine/trace", "engine/model", "engine/catalogue", "engine/analysis"}},
    {"engine/lessons",
     {"engine/core", "engine/sampling", "engine/record", "engine/tokenizer", "engine/model", "engine/catalogue",
      "engine/backend", "engine/speculation", "engine/session", "engine/analysis"}},
    {"engine/cli", {"engine"}},
    {"widgets/style", {"engine/record"}, true},
    {"widgets/words", inViews({"widgets/style"}), true},
    {"widgets/stage", inViews({"widgets/style", "widgets/words"}), true},
    {"widgets/distribution", inViews({"widgets/style", "widgets/words"}), true},
    {"widgets/text", inViews({"widgets/style", "widgets/words"}), true},
    {"widgets/cache", inViews({"widgets/style", "widgets/words"}), true},
    {"widgets/charts", inViews({"widgets/style", "widgets/words"}), true},
    {"widgets/lanes", inViews({"widgets/style", "widgets/words", "widgets/charts", "widgets/cache"}), true},
    {"widgets/lab", inViews({"widgets/style"}), true},
    {"widgets/explain", inViews({"widgets/style", "widgets/words"}), true},
    {"gui/language", {"engine", "widgets"}, true},
    {"gui/setup", {"engine", "widgets", "gui/language"}, true},
    {"gui/worker", {"engine", "widgets", "gui/setup", "gui/language"}, true},
    {"gui/playback", {"engine", "widgets", "gui/worker", "gui/setup", "gui/language"}, true},
    {"gui/navigation", {"engine", "widgets", "gui/playback", "gui/worker", "gui/setup", "gui/language"}, true},
    {"gui/export", {"engine", "widgets", "gui/setup", "gui/language"}, true},
    {"gui/controls", {"engine", "widgets", "gui/navigation", "gui/playback", "gui/setup", "gui/language"}, true},
    {"gui/attach",
     {"engine", "widgets", "gui/controls", "gui/navigation", "gui/playback", "gui/worker", "gui/setup", "gui/language"},
     true},
    {"gui/workspace", {"gui/controls"}, true},
    {"gui/forms",
     {"engine", "widgets", "gui/controls", "gui/navigation", "gui/playback", "gui/worker", "gui/setup", "gui/language"},
     true},
    {"gui/share",
     {"engine", "widgets", "gui/controls", "gui/navigation", "gui/playback", "gui/setup", "gui/language"},
     true},
    {"gui/panels",
     {"engine", "widgets", "gui/forms", "gui/controls", "gui/export", "gui/navigation", "gui/playback", "gui/setup",
      "gui/language"},
     true},
    {"gui/step",
     {"engine", "widgets", "gui/workspace", "gui/panels", "gui/forms", "gui/controls", "gui/navigation", "gui/playback",
      "gui/setup", "gui/language"},
     true},
    {"gui/compare",
     {"engine", "widgets", "gui/workspace", "gui/forms", "gui/controls", "gui/export", "gui/navigation", "gui/playback",
      "gui/worker", "gui/setup", "gui/language"},
     true},
    {"gui/lab",
     {"engine", "widgets", "gui/workspace", "gui/forms", "gui/controls", "gui/export", "gui/navigation", "gui/playback",
      "gui/worker", "gui/setup", "gui/language"},
     true},
    {"gui/lessons",
     {"engine", "widgets", "gui/workspace", "gui/panels", "gui/controls", "gui/navigation", "gui/playback",
      "gui/worker", "gui/setup", "gui/language"},
     true},
    {"gui/window", {"engine", "widgets", "gui"}, true},
    {"gui", {"engine", "widgets", "gui"}, true}, // main.cpp
};

const Layer* layerOf(const QString& file)
{
    for (const Layer& layer : layers)
        if (file.startsWith(layer.folder + '/'))
            return &layer;
    return nullptr;
}

/// One line for each include of `source` that its layer forbids.
QStringList violations(const QString& file, const QString& source)
{
    const Layer* layer = layerOf(file);
    if (!layer)
        return {file + ": in no known layer"};
    QStringList found;
    static const QRegularExpression include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])",
                                            QRegularExpression::MultilineOption);
    for (auto match = include.globalMatch(source); match.hasNext();) {
        const auto m = match.next();
        const QString header = m.captured(2);
        if (m.captured(1) == "<") {
            static const QRegularExpression qt("^(Q[A-Z]|Qt)");
            if (!layer->mayUseQt && header.contains(qt))
                found << file + " includes <" + header + ">";
            continue;
        }
        const bool own = header.startsWith(layer->folder + '/');
        const bool allowed =
            std::any_of(layer->mayInclude.begin(), layer->mayInclude.end(),
                        [&](const QString& folder) { return header == folder || header.startsWith(folder + '/'); });
        const bool generated = !header.contains('/'); // moc and ui files
        if (!own && !allowed && !generated)
            found << file + " includes \"" + header + "\"";
    }
    return found;
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void forbiddenIncludesAreFound_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("Qt in the engine") << "engine/core/a.h"
                                          << "#include <QString>\n"
                                          << QStringList{"engine/core/a.h includes <QString>"};
        QTest::newRow("a widget with a session")
            << "widgets/stage/a.cpp"
            << "#include \"engine/session/session.h\"\n"
            << QStringList{"widgets/stage/a.cpp includes \"engine/session/session.h\""};
        QTest::newRow("a model that knows sessions")
            << "engine/model/a.cpp"
            << "# include \"engine/session/session.h\"\n"
            << QStringList{"engine/model/a.cpp includes \"engine/session/session.h\""};
        QTest::newRow("the engine with the window")
            << "engine/cli/a.cpp"
            << "#include \"gui/window/main_window.h\"\n"
            << QStringList{"engine/cli/a.cpp includes \"gui/window/main_window.h\""};
        QTest::newRow("an unknown folder") << "engine/new/a.cpp"
                                           << "" << QStringList{"engine/new/a.cpp: in no known layer"};
        QTest::newRow("a panel that knows its workspace")
            << "gui/panels/a.cpp"
            << "#include \"gui/step/panel_area.h\"\n"
            << QStringList{"gui/panels/a.cpp includes \"gui/step/panel_area.h\""};
        QTest::newRow("allowed") << "gui/window/a.cpp"
                                 << "#include <QWidget>\n#include \"widgets/style/theme.h\"\n#include \"a.moc\"\n"
                                 << QStringList{};
    }
    void forbiddenIncludesAreFound()
    {
        QFETCH(QString, file);
        QFETCH(QString, source);
        QTEST(violations(file, source), "expected");
    }

    void everySourceKeepsToItsLayer()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        int seen = 0;
        QStringList found;
        for (const QString& top : QStringList{"engine", "widgets", "gui"}) {
            QDirIterator files(root.filePath(top), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                found << violations(root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
                ++seen;
            }
        }
        QVERIFY(seen > 50);
        QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    }

    /// What a verifier does is asked of its traits (engine/record/verifier_traits.h): a name that is compared would
    /// have to be compared with the next rule's, too.
    void verifiersAreNotToldByTheirNames()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        static const QRegularExpression named(R"re(name\(\) const override \{ return "([\w-]+)"; \})re");
        QStringList names;
        QDirIterator rules(root.filePath("engine/speculation"), {"*_verifier.cpp"}, QDir::Files);
        while (rules.hasNext()) {
            QFile file(rules.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            if (const auto match = named.match(QString::fromUtf8(file.readAll())); match.hasMatch())
                names << QRegularExpression::escape(match.captured(1));
        }
        QVERIFY2(names.size() >= 7, qPrintable(names.join(' ')));
        const QRegularExpression compared(
            QStringLiteral("(?:[=!]= ?\"(?:%1)\"|\"(?:%1)\" ?[=!]=)").arg(names.join('|')));
        QVERIFY(compared.match("verifier == \"k-seq\"").hasMatch());
        QStringList found;
        for (const QString& top : QStringList{"engine", "widgets", "gui"}) {
            QDirIterator files(root.filePath(top), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString path = root.relativeFilePath(file.fileName());
                if (const auto match = compared.match(QString::fromUtf8(file.readAll()));
                    match.hasMatch() && path != "engine/jinja/parser.cpp") // {% block %} is another one
                    found << path + ": " + match.captured();
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void filesLieInFolders()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        for (const QString& top : QStringList{"widgets", "gui"}) {
            const QStringList files = QDir(root.filePath(top)).entryList(QDir::Files);
            QVERIFY2(!files.isEmpty() && files.size() <= 3, qPrintable(top + ": " + files.join(' ')));
        }
    }

    void everySourceNamesItsLicence()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        QStringList wrong;
        for (const QString& top : QStringList{"engine", "widgets", "gui", "tests"}) {
            const QByteArray licence = top == "engine" || top == "tests" ? "MIT" : "GPL-3.0-or-later";
            QDirIterator files(root.filePath(top), {"*.h", "*.cpp", "CMakeLists.txt"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                if (!file.readLine().trimmed().endsWith("SPDX-License-Identifier: " + licence))
                    wrong << root.relativeFilePath(file.fileName());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("No SPDX line: " + wrong.join(", ")));
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "test_layers.moc"
