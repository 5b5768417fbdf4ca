// SPDX-License-Identifier: MIT
// Every number that is shown is in the trace or follows from it: tests/trace/recompute.py, which knows nothing of the
// program, computes them again, and they are compared with the texts of the command line and of the window.
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QProcess>
#include <QStandardPaths>
#include <QTableView>

#include "engine/analysis/speed.h"
#include "engine/trace/trace_file.h"
#include "gui/step/fault_bar.h"
#include "gui/step/panel_area.h"
#include "tests/cli/command_line.h"
#include "tests/test_main.h"
#include "widgets/charts/acceptance_chart.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/text/events_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::cli;
using test::until;
using test::WindowFixture;

namespace {

/// A number as text, rounded as it says: "0.42", "<0.001", and nothing or a dash for none.
bool says(const QString& text, const QJsonValue& value)
{
    if (!value.isDouble())
        return text.isEmpty() || text == "–";
    const double number = value.toDouble();
    if (text == "<0.001")
        return number > 0 && number < 0.0005;
    const qsizetype point = text.indexOf('.');
    const int decimals = point < 0 ? 0 : int(text.size() - point - 1);
    constexpr double ofFloats = 2e-7; // what distributions in a trace are rounded by
    for (const double near : {number, number * (1 - ofFloats), number * (1 + ofFloats)})
        if (QString::number(near, 'f', decimals) == text)
            return true;
    return false;
}

QString problem(const QString& where, const QString& text, const QJsonValue& value)
{
    return QStringLiteral("%1: “%2” instead of %3").arg(where, text).arg(value.toDouble(-1), 0, 'g', 12);
}

/// All numbers between the words, in order: "draft 31 % · verify 60 %".
QStringList numbersIn(const QString& text)
{
    static const QRegularExpression number(QStringLiteral("<?\\d+(?:\\.\\d+)?|–"));
    QStringList found;
    for (auto match = number.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    return found;
}

} // namespace

class TestTraceNumbers : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_python = QStandardPaths::findExecutable(QStringLiteral("python3"));

    QString path(const QString& name) const { return m_folder.filePath(name + ".jsonl"); }
    /// Decodes into a trace and returns what the command line prints of it.
    QJsonObject generate(const QString& name, const QStringList& how) const
    {
        const auto outcome = cli(QStringList{"generate", "--target", "tales-6m", "--prompt",
                                             "Once upon a time, there was a little girl named Lily. She loved to",
                                             "--tokens", "40", "--seed", "7", "--json", "--trace", path(name)}
                                 + how);
        return outcome.status == 0 ? outcome.json() : QJsonObject{{"problem", outcome.err}};
    }
    QJsonObject recompute(const QStringList& names) const
    {
        QStringList arguments{QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/tests/trace/recompute.py")};
        for (const QString& name : names)
            arguments << path(name);
        QProcess process;
        process.start(m_python, arguments);
        process.waitForFinished(-1);
        const QByteArray said = process.readAllStandardError();
        return process.exitCode() == 0 ? QJsonDocument::fromJson(process.readAllStandardOutput()).object()
                                       : QJsonObject{{"problem", QString::fromUtf8(said)}};
    }

    /// Panels out of sight show nothing: in front of its neighbours' tabs.
    static DockPanel* inSight(const WindowFixture& run, const char* name)
    {
        DockPanel* const panel = run.window.workspace().panel(name);
        panel->show();
        panel->raise();
        return until([&] { return panel->isInSight(); }) ? panel : nullptr;
    }

    /// What of the window's numbers is another one; empty for none.
    static QString falseInToolBar(const WindowFixture& run, const QJsonObject& metrics)
    {
        QStringList texts;
        for (const QLabel* label : run.find<MetricStrip>()->findChildren<QLabel*>())
            texts << label->text();
        const auto has = [&](const QString& before, const QJsonValue& value) {
            return std::any_of(texts.begin(), texts.end(), [&](const QString& text) {
                return text.startsWith(before) && says(text.mid(before.size()), value);
            });
        };
        if (!has({}, metrics["tokens_per_step"]) || !has(QStringLiteral("α "), metrics["acceptance_rate"]))
            return "tool bar: " + texts.join(" | ");
        return {};
    }
    static QString falseInFaultBar(const WindowFixture& run, const QJsonObject& metrics)
    {
        if (!metrics["distance"].isDouble())
            return run.find<FaultBar>()->isVisible() ? "a fault bar" : QString();
        const QString text = run.find<FaultBar>()->effect();
        static const QRegularExpression mean(QStringLiteral("0 to 1\\): ([0-9.]+) on average over ([0-9]+) tokens"));
        const auto said = mean.match(text);
        return run.find<FaultBar>()->isVisible() && says(said.captured(1), metrics["distance"])
                && said.captured(2).toInt() == metrics["distances"].toInt()
            ? QString()
            : "fault bar: " + text;
    }
    static QString falseInAcceptance(const WindowFixture& run, const QJsonObject& metrics)
    {
        DockPanel* const panel = inSight(run, "acceptance");
        const QStringList said = numbersIn(panel->header().subtitle());
        if (metrics["judged"].toInt() > 0
            && (!says(said.value(0), metrics["acceptance_rate"]) || said.value(1).toInt() != metrics["accepted"].toInt()
                || said.value(2).toInt() != metrics["judged"].toInt()
                || said.value(3).toInt() != metrics["rounds"].toInt()))
            return "acceptance: " + panel->header().subtitle();
        auto* const chart = panel->findChild<AcceptanceChart*>();
        chart->setFocus();
        const QJsonArray depths = metrics["by_depth"].toArray();
        for (int i = 0; i < depths.size(); ++i) {
            const QJsonObject depth = depths[i].toObject();
            const QStringList bar = numbersIn(chart->accessibleDescription());
            const bool isTrue = bar.value(0).toInt() == i + 1 && says(bar.value(1), depth["survival"])
                && bar.value(2).toInt() == depth["accepted"].toInt() && bar.value(3).toInt() == depth["drafted"].toInt()
                && says(bar.value(4), depth["conditional"]) && bar.value(6).toInt() == depth["judged"].toInt()
                && says(bar.value(7), depth["expected"]);
            if (!isTrue)
                return QStringLiteral("acceptance at %1: %2").arg(i + 1).arg(chart->accessibleDescription());
            QTest::keyClick(chart, Qt::Key_Down);
        }
        return {};
    }
    static QString falseInSubtitles(const WindowFixture& run, const QJsonObject& all)
    {
        const QJsonObject metrics = all["metrics"].toObject(), times = all["times"].toObject();
        const auto subtitle = [&](const char* panel) { return inSight(run, panel)->header().subtitle(); };
        const QStringList steps = numbersIn(subtitle("tokens-per-step"));
        const bool isExpected = metrics["acceptance_rate"].isDouble() && metrics["expected_tokens"].isDouble();
        if (!says(steps.value(0), metrics["tokens_per_step"])
            || !says(steps.value(1), isExpected ? metrics["expected_tokens"] : QJsonValue()))
            return "tokens per step: " + subtitle("tokens-per-step");
        const double draft = times["draft"].toDouble(), verify = times["verify"].toDouble(),
                     sample = times["sample"].toDouble(), total = draft + verify + sample;
        const QStringList shares = numbersIn(subtitle("time"));
        const double parts[] = {draft, verify, sample};
        for (int i = 0; i < 3; ++i) {
            const double share = 100 * parts[i] / total;
            if (shares.value(i) == "<1" ? share <= 0 || share >= 0.5 : !says(shares.value(i), share))
                return QStringLiteral("time: %1, part %2 is %3 %").arg(subtitle("time")).arg(i).arg(share);
        }
        const double unit = subtitle("time").endsWith(" s") ? 1000 : subtitle("time").endsWith(" µs") ? 0.001 : 1;
        return says(shares.value(3), total / unit) ? QString() : problem(subtitle("time"), shares.value(3), total);
    }
    /// Row by row, in the order of the rounds.
    static QString falseInEvents(const WindowFixture& run, const QJsonArray& rounds)
    {
        const QAbstractItemModel& table = *inSight(run, "events")->findChild<EventsView*>()->table()->model();
        std::vector<int> judged(std::size_t(rounds.size())), drawn(judged.size()), committed(judged.size());
        for (int row = 0; row < table.rowCount(); ++row) {
            const auto cell = [&](int column) { return table.index(row, column).data().toString(); };
            const int number = cell(EventsModel::round).toInt() - 1;
            const QJsonObject round = rounds[number].toObject();
            const QString moment = cell(EventsModel::moment), outcome = cell(EventsModel::outcome);
            const QString where = QStringLiteral("events, round %1, %2: ").arg(number + 1).arg(moment);
            if (moment.startsWith("Judge")) {
                const QJsonObject node = round["nodes"].toArray()[numbersIn(moment).value(0).toInt() - 1].toObject();
                ++judged[std::size_t(number)];
                for (const auto& [column, name] : {std::pair(int(EventsModel::p), "p"), {int(EventsModel::q), "q"}})
                    if (!says(cell(column), node[QLatin1String(name)]))
                        return problem(where + name, cell(column), node[QLatin1String(name)]);
                if (node["acceptance"].isDouble() && !says(cell(EventsModel::acceptance), node["acceptance"]))
                    return problem(where + "acceptance", cell(EventsModel::acceptance), node["acceptance"]);
                if (!cell(EventsModel::u).isEmpty() && cell(EventsModel::u) != "–"
                    && !says(cell(EventsModel::u), node["u"]))
                    return problem(where + "u", cell(EventsModel::u), node["u"]);
                if (!outcome.contains(node["verdict"].toString()))
                    return where + outcome + " instead of " + node["verdict"].toString();
            } else if (moment == "Residual" || moment == "Bonus" || moment == "Draw") {
                ++drawn[std::size_t(number)];
                const QJsonObject draw = round["draw"].toObject();
                if (cell(EventsModel::u) != "–" && !cell(EventsModel::u).isEmpty()
                    && !says(cell(EventsModel::u), draw["u"]))
                    return problem(where + "u", cell(EventsModel::u), draw["u"]);
            } else if (moment == "Verify" || moment == "Target pass") {
                if (numbersIn(outcome).value(0).toInt() != round["rows"].toInt())
                    return problem(where, outcome, round["rows"]);
            } else if (moment == "Commit") {
                committed[std::size_t(number)] = numbersIn(outcome).value(0).toInt();
            }
        }
        for (int number = 0; number < rounds.size(); ++number) {
            const QJsonObject round = rounds[number].toObject();
            if (committed[std::size_t(number)] != round["committed"].toInt())
                return QStringLiteral("events, round %1: %2 committed")
                    .arg(number + 1)
                    .arg(committed[std::size_t(number)]);
            if (drawn[std::size_t(number)] != int(round["draw"].isObject()))
                return QStringLiteral("events, round %1: %2 draws").arg(number + 1).arg(drawn[std::size_t(number)]);
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        if (m_python.isEmpty())
            QSKIP("There is no python3 to compute the numbers of traces again.");
        const QJsonObject plain = generate("plain", {});
        QVERIFY2(!plain.contains("problem"), qPrintable(plain["problem"].toString()));
    }

    // The script finds what does not follow from the rest: a verdict that is another one, a token that was not drawn.
    void whatDoesNotFollowIsFound()
    {
        generate("whole", {"--draft", "tales-0.8m", "--k", "4"});
        QFile whole(path("whole"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QByteArray text = whole.readAll();
        const auto problemsOf = [&](const QByteArray& before, const QByteArray& after) {
            QByteArray changed = text;
            if (const qsizetype at = changed.indexOf(before); at >= 0)
                changed.replace(at, before.size(), after);
            QFile file(path("changed"));
            return file.open(QIODevice::WriteOnly) && file.write(changed) == changed.size() && changed != text
                ? recompute({"changed"})["wrong"].toArray().size()
                : 0;
        };
        QVERIFY(recompute({"whole"})["wrong"].toArray().isEmpty());
        QVERIFY(problemsOf(R"("verdict":"accepted")", R"("verdict":"rejected")") > 0);
        QVERIFY(problemsOf(R"("verdict":"rejected")", R"("verdict":"accepted")") > 0);
        QVERIFY(problemsOf(R"("residual_mass":0.)", R"("residual_mass":1.)") > 0);
        QVERIFY(problemsOf(R"("source":"residual","context")", R"("source":"bonus","context")") > 0);
        QVERIFY(problemsOf(R"("acceptance":0.)", R"("acceptance":0.1)") > 0);
        generate("whole", {"--draft", "tales-0.8m", "--k", "4", "--top-k", "8", "--break", "p-instead-of-residual"});
        QFile broken(path("whole"));
        QVERIFY(broken.open(QIODevice::ReadOnly));
        text = broken.readAll();
        QVERIFY(recompute({"whole"})["wrong"].toArray().isEmpty());
        QVERIFY(problemsOf(R"("distance":0.0)", R"("distance":0.4)") > 0);
    }

    void everyNumberFollowsFromTheTrace_data()
    {
        QTest::addColumn<QStringList>("how");
        const QStringList pair{"--draft", "tales-0.8m", "--k", "4"};
        QTest::newRow("chain") << pair;
        QTest::newRow("all-of-p") << pair + QStringList{"--top-k", "8", "--temperature", "0.8"};
        QTest::newRow("greedy") << pair + QStringList{"--greedy"};
        QTest::newRow("tree") << pair + QStringList{"--tree", "fixed-widths"};
        QTest::newRow("dynamic") << QStringList{"--method", "eagle", "--k", "4", "--tree", "dynamic"};
        QTest::newRow("independent") << pair + QStringList{"--tree", "fixed-widths", "--draws", "independent"};
        QTest::newRow("plain") << QStringList{};
        QTest::newRow("block") << pair + QStringList{"--verifier", "block"};
        QTest::newRow("lookup") << QStringList{"--method", "prompt-lookup", "--ngram-min", "1", "--k", "4"};
        QTest::newRow("lengths") << pair + QStringList{"--length-schedule", "1"};
        const QStringList all{"--top-k", "8"}; // with it the trace lists all tokens that p and q have
        QTest::newRow("broken") << pair + QStringList{"--break", "p-instead-of-residual"} + all;
        QTest::newRow("unnormalised") << pair + QStringList{"--break", "unnormalised-residual"} + all;
        QTest::newRow("broken-tree") << pair
                + QStringList{"--tree", "fixed-widths", "--temperature", "0.8", "--break", "recompute-q"};
    }
    void everyNumberFollowsFromTheTrace()
    {
        QFETCH(QStringList, how);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const QJsonObject printed = generate(name, how);
        QVERIFY2(!printed.contains("problem"), qPrintable(printed["problem"].toString()));
        const QJsonObject all = recompute({name, "plain"});
        QVERIFY2(!all.contains("problem"), qPrintable(all["problem"].toString()));
        QVERIFY2(all["wrong"].toArray().isEmpty(), qPrintable(all["wrong"].toArray().first().toString()));
        const QJsonObject metrics = all["metrics"].toObject(), times = all["times"].toObject();

        // What the command line prints while it decodes, and of the trace.
        QCOMPARE(printed["text"], all["text"]);
        QCOMPARE(printed["rounds"], metrics["rounds"]);
        for (const char* key : {"tokens_per_step", "acceptance_rate", "draft_yield"})
            QVERIFY2(printed[key] == metrics[key], key);
        const auto isSame = [](const QJsonValue& one, const QJsonValue& other) {
            return one.isDouble() == other.isDouble()
                && std::abs(one.toDouble() - other.toDouble()) <= 1e-9 * std::abs(one.toDouble());
        };
        QVERIFY(isSame(printed["distance_from_target"], metrics["distance"]));
        QCOMPARE(metrics["distance"].isDouble(), how.contains("--break"));
        QCOMPARE(all["distances_checked"].toInt() > 0, name == "broken" || name == "unnormalised");
        QVERIFY(isSame(printed["draft_ms"], times["draft"]) && isSame(printed["verify_ms"], times["verify"]));
        QVERIFY(isSame(printed["sample_ms"], times["sample"]));
        QVERIFY(isSame(printed["tokens_per_second"], times["tokens_per_second"]));
        const QStringList overview = cli({"trace", path(name)}).out.split('\n');
        const QJsonArray rounds = all["rounds"].toArray();
        for (int r = 0; r < rounds.size(); ++r) {
            const QStringList line = numbersIn(overview.value(r + 1));
            const QJsonObject round = rounds[r].toObject();
            QCOMPARE(line.value(1).toInt(), round["nodes"].toArray().size());
            QCOMPARE(line.value(2).toInt(), round["accepted"].toInt());
        }

        // Of c, v and the speed-ups, which the window has of decodes of its own: what makes them of two decodes.
        const auto own = loadTrace(path(name).toStdString()), plain = loadTrace(path("plain").toStdString());
        QVERIFY(own && plain);
        RoundTimes ownTimes, plainTimes;
        for (int r = 0; r < own->recording.roundCount(0); ++r)
            ownTimes.add(own->recording.round(0, r));
        for (int r = 0; r < plain->recording.roundCount(0); ++r)
            plainTimes.add(plain->recording.round(0, r));
        const Speed speed = speedOf(ownTimes, &plainTimes, own->recording.header().shape != "chain");
        const QJsonObject wanted = all["speed"].toObject();
        const auto json = [](std::optional<double> value) { return value ? QJsonValue(*value) : QJsonValue(); };
        QVERIFY(isSame(json(speed.costRatio), wanted["c"]) && isSame(json(speed.verifyRatio), wanted["v"]));
        QVERIFY(isSame(json(speed.predictedSpeedUp), wanted["predicted"]));
        QVERIFY(isSame(json(speed.measuredSpeedUp), wanted["measured"]));

        // What the window shows of the trace at its end.
        WindowFixture run({}, {1600, 1000});
        run.navigation.starter().openTrace(path(name).toStdString());
        QVERIFY(
            until([&] { return run.navigation.run().isThere() && !run.navigation.run().computation().isReading(); }));
        run.navigation.player().last();
        QCoreApplication::processEvents();
        QTRY_VERIFY(run.navigation.playhead().ways().isAtEnd());
        QCOMPARE(falseInToolBar(run, metrics), QString());
        QCOMPARE(falseInFaultBar(run, metrics), QString());
        QCOMPARE(falseInAcceptance(run, metrics), QString());
        QCOMPARE(falseInSubtitles(run, all), QString());
        QCOMPARE(falseInEvents(run, rounds), QString());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTraceNumbers)
#include "test_trace_numbers.moc"
