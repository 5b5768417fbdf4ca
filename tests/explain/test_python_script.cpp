// SPDX-License-Identifier: MIT
// The script of a round, run by Python: it comes to the verdicts, the draw and the text of the record, for every
// verifier and shape, with the whole vocabulary listed and with its likeliest tokens only.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include "engine/explain/python_script.h"
#include "explained_runs.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

bool hasNumPy(const QString& python)
{
    QProcess process;
    process.start(python, {"-c", "import numpy"});
    return process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// The reference Python where it is installed, or the system's with python3-numpy; empty for none.
QString pythonWithNumPy()
{
    const QString reference = QDir::homePath() + "/.cache/oracle/bin/python";
    for (const QString& python : {qEnvironmentVariable("DRAFTSCOPE_PYTHON"), reference,
                                  QStandardPaths::findExecutable("python3"), QStringLiteral("/usr/bin/python3")})
        if (!python.isEmpty() && QFile::exists(python) && hasNumPy(python))
            return python;
    return {};
}

} // namespace

class TestPythonScript : public QObject {
    Q_OBJECT
private:
    QString m_python;

    /// Runs the scripts of a recording's rounds in one process; what each prints with --json.
    std::vector<json> runScripts(const Recording& recording)
    {
        QTemporaryDir folder;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const auto script = pythonScript(recording, 0, r);
            if (!script) {
                qWarning("%s", script.error().sentence.c_str());
                return {};
            }
            QFile file(folder.filePath(QStringLiteral("%1.py").arg(r, 4, 10, QLatin1Char('0'))));
            if (!file.open(QIODevice::WriteOnly) || file.write(script->data(), qint64(script->size())) < 0)
                return {};
        }
        QProcess process;
        process.start(m_python,
                      {"-c",
                       "import glob, runpy, sys\n"
                       "scripts = sorted(glob.glob(sys.argv[1] + '/*.py'))\n"
                       "sys.argv = ['round', '--json']\n"
                       "for script in scripts: runpy.run_path(script)",
                       folder.path()});
        if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
            qWarning("%s", process.readAllStandardError().constData());
            return {};
        }
        std::vector<json> results;
        for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
            if (!line.isEmpty())
                results.push_back(json::parse(line.toStdString()));
        return results;
    }

    void compare(const RoundRecord& round, const json& result, bool isWhole)
    {
        const std::string all = result.dump();
        QVERIFY2(result["differences"].empty(), all.c_str());
        std::size_t next = 0;
        for (const Moment& moment : round.moments) {
            if (moment.kind != MomentKind::judge)
                continue;
            QVERIFY2(next < result["verdicts"].size(), all.c_str());
            const json& verdict = result["verdicts"][next++];
            const NodeRecord& node = round.nodes[std::size_t(moment.node)];
            QCOMPARE(verdict["node"].get<int>(), moment.node);
            QVERIFY2(std::abs(verdict["acceptance"].get<double>() - *node.acceptance) < 1e-5, all.c_str());
            QVERIFY2(std::abs(verdict["u"].get<double>() - *node.u) < 1e-6, all.c_str());
            QCOMPARE(verdict["accepted"].get<bool>(), node.verdict == Verdict::accepted);
        }
        QCOMPARE(next, result["verdicts"].size());
        std::vector<int> text;
        for (const CommittedToken& token : round.committed)
            text.push_back(token.token);
        QCOMPARE(result["text"].get<std::vector<int>>(), text);
        if (isWhole && round.draw)
            QVERIFY2(result["draw_is_exact"].get<bool>(), all.c_str());
        int slotsBack = 0;
        for (const CacheChange& change : round.cacheChanges)
            if (change.moment == int(round.moments.size()) - 1 && change.cache == CacheOwner::target
                && change.kind == CacheChange::Kind::rolledBack)
                slotsBack += change.count;
        if (std::ranges::none_of(round.nodes, &NodeRecord::pruned))
            QCOMPARE(result["given_back"].get<int>(), slotsBack);
    }

private slots:
    void initTestCase()
    {
        m_python = pythonWithNumPy();
        if (m_python.isEmpty())
            QSKIP("There is no Python with NumPy: install python3-numpy, or name one in DRAFTSCOPE_PYTHON.");
    }

    void pythonComesToWhatIsRecorded_data() { addExplainedRuns(); }
    void pythonComesToWhatIsRecorded()
    {
        QFETCH(const QString, combination);
        QFETCH(const double, temperature);
        for (const int topTokens : {4, wholeVocabulary}) {
            const Recording recording = explainedRun(combination, temperature, topTokens);
            const std::vector<json> results = runScripts(recording);
            QCOMPARE(int(results.size()), recording.roundCount(0));
            for (int r = 0; r < recording.roundCount(0); ++r) {
                compare(recording.round(0, r), results[std::size_t(r)], topTokens == wholeVocabulary);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    /// What is printed without --json is for people, and says whether it is as recorded.
    void itPrintsWhatTheWindowShows()
    {
        const Recording recording = explainedRun("two-model", 0.8, wholeVocabulary, 8);
        const auto script = pythonScript(recording, 0, 0);
        QVERIFY(script);
        QTemporaryDir folder;
        QFile file(folder.filePath("round.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(script->data(), qint64(script->size()));
        file.close();
        QProcess process;
        process.start(m_python, {file.fileName()});
        QVERIFY(process.waitForFinished(60'000) && process.exitCode() == 0);
        const QString out = QString::fromUtf8(process.readAllStandardOutput());
        const NodeRecord& first = recording.round(0, 0).nodes.front();
        QVERIFY2(out.contains(QString("p or what is left of it %1, q %2, acceptance %3")
                                  .arg(first.p, 0, 'f', 3)
                                  .arg(first.q, 0, 'f', 3)
                                  .arg(*first.acceptance, 0, 'f', 3)),
                 qPrintable(out));
        QVERIFY2(out.endsWith("All of it as recorded.\n"), qPrintable(out));
    }

    /// A run that is broken on purpose is not what its rule does, and the script notices.
    void aBrokenRunDiffers()
    {
        const Recording recording = explainedRun("two-model", 0.8, wholeVocabulary, 40, "p-instead-of-residual");
        const std::vector<json> results = runScripts(recording);
        QCOMPARE(int(results.size()), recording.roundCount(0));
        QVERIFY(std::ranges::any_of(results, [](const json& result) { return !result["differences"].empty(); }));
    }

    void whatCannotBeWrittenIsSaid()
    {
        const Recording bare = explainedRun("two-model", 0.8, 0, 8);
        const auto script = pythonScript(bare, 0, 0);
        QVERIFY(!script && script.error().sentence.starts_with("Round 1 was recorded without distributions"));
        Recording open = explainedRun("two-model", 0.8, 8, 8);
        RoundRecord unfinished = atMoment(open.round(0, open.roundCount(0) - 1), 1);
        const int last = unfinished.round;
        open.put(0, std::move(unfinished));
        const auto none = pythonScript(open, 0, last);
        QVERIFY(!none && none.error().sentence.find("has not ended") != std::string::npos);
    }
};

DRAFTSCOPE_TEST(TestPythonScript)
#include "test_python_script.moc"
