// SPDX-License-Identifier: MIT
// Whether figures of speed can be believed: the same lanes played at several speeds and not at all beside
// draftscope-cli compare, and the speed-up of the first run over many starts. Prints its numbers;
// docs/measurements/speeds-that-agree makes a page of them.
#include <algorithm>
#include <cstdio>

#include <QApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include "compare_fixture.h"
#include "gui/compare/figures_panel.h"
#include "widgets/words/speed_figures.h"

using namespace draftscope;
using test::CompareFixture;
using test::until;

namespace {

QString intervalOf(const Speed& speed)
{
    return speed.speedUpInterval ? intervalText(*speed.speedUpInterval, 3) : QStringLiteral("–");
}

/// Of a lane that drafts, twice, beside plain decoding, played for a while at so many rounds a second; 0: not played.
std::optional<Speed> speedPlayed(const RunSetup& setup, double roundsPerSecond)
{
    CompareFixture run(setup);
    run.lanes.speeds().setRule({});
    run.press(Qt::Key_2, Qt::ControlModifier);
    RunSetup plain = setup;
    chooseMethod(plain.settings, "plain");
    if (!run.add({plain, setup, setup}))
        return std::nullopt;
    if (roundsPerSecond > 0) {
        run.lanes.player().transport().setSpeed(roundsPerSecond);
        run.press(Qt::Key_Space);
        QElapsedTimer playing;
        playing.start();
        until([&] { return playing.elapsed() > 4000 || run.lanes.player().haveEnded(); });
        run.lanes.player().pause();
    }
    if (!until([&] { return run.lanes.speeds().background().isMeasured(); }))
        return std::nullopt;
    const auto first = run.lanes.speeds().of(run.lanes.lane(1)), second = run.lanes.speeds().of(run.lanes.lane(2));
    const Steadiness steady = run.lanes.speeds().background().measurement().steadiness();
    std::printf(
        "%-26s lane 2: %.3f (%s)  lane 3: %.3f   %3d laps in %4.1f s, %s, processor %.0f %%, spread %.0f %%\n",
        roundsPerSecond > 0 ? qPrintable(QStringLiteral("played at %1 rounds/s").arg(roundsPerSecond)) : "not played",
        first->measuredSpeedUp.value_or(0), qPrintable(intervalOf(*first)), second->measuredSpeedUp.value_or(0),
        run.lanes.speeds().background().measurement().laps(), run.lanes.speeds().background().measurement().seconds(),
        run.lanes.speeds().background().measurement().isSettled() ? "settled" : "time up",
        100 * steady.processorShare.value_or(0), 100 * steady.spread.value_or(0));
    std::fflush(stdout);
    return first;
}

std::optional<double> speedOfCommandLine(const RunSetup& setup)
{
    const QTemporaryDir folder;
    QFile prompts(folder.filePath("prompts.jsonl"));
    if (!prompts.open(QIODevice::WriteOnly))
        return std::nullopt;
    prompts.write(
        QJsonDocument(QJsonObject{{"prompt", QString::fromStdString(setup.prompt)}}).toJson(QJsonDocument::Compact));
    prompts.close();
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.start(QCoreApplication::applicationDirPath() + "/../bin/draftscope-cli",
                  {"compare", "--prompts", prompts.fileName(), "--methods",
                   QString::fromStdString(setup.settings.method), "--temperatures",
                   QString::number(setup.settings.sampler.temperature), "--tokens",
                   QString::number(setup.settings.maxTokens), "--k", QString::number(setup.settings.draftLength),
                   "--seed", QString::number(setup.settings.seed), "--json"});
    if (!program.waitForFinished(-1) || program.exitCode() != 0)
        return std::nullopt;
    for (const QJsonValue& row : QJsonDocument::fromJson(program.readAllStandardOutput()).array())
        if (row["kind"] == "all" && row["method"] != "plain") {
            std::printf("%-26s         %.3f (%.3f to %.3f)\n", "draftscope-cli compare", row["speed_up"].toDouble(),
                        row["speed_up_lower"].toDouble(), row["speed_up_upper"].toDouble());
            return row["speed_up"].toDouble();
        }
    return std::nullopt;
}

bool equalLanes(const RunSetup& setup)
{
    std::vector<double> all;
    for (const double speed : {1.0, 4.0, 1000.0, 0.0})
        if (const auto measured = speedPlayed(setup, speed); measured && measured->measuredSpeedUp)
            all.push_back(*measured->measuredSpeedUp);
    if (const auto measured = speedOfCommandLine(setup))
        all.push_back(*measured);
    if (all.size() != 5) {
        std::printf("not all could be measured\n");
        return false;
    }
    const auto [least, most] = std::ranges::minmax(all);
    std::printf("%.1f %% between the lowest and the highest   aim: within 5 %%\n\n", 100 * (most / least - 1));
    return most / least <= 1.05;
}

bool starts(const RunSetup& setup, int count)
{
    std::vector<Speed> speeds;
    for (int i = 0; i < count; ++i) {
        test::WindowFixture run(setup);
        run.navigation.speedOfRun().setRule({});
        if (!run.start() || !run.rounds(1)
            || !until([&] { return run.navigation.speedOfRun().background().isMeasured(); }))
            continue;
        const Speed speed = speeds.emplace_back(run.navigation.speedOfRun().figures().speed);
        std::printf("start %2d: %.3f (%s), expected %.3f, %s\n", i + 1, speed.measuredSpeedUp.value_or(0),
                    qPrintable(intervalOf(speed)), speed.predictedSpeedUp.value_or(0),
                    run.navigation.speedOfRun().background().measurement().isSettled() ? "settled" : "time up");
        std::fflush(stdout);
    }
    std::vector<double> values;
    for (const Speed& speed : speeds)
        values.push_back(speed.measuredSpeedUp.value_or(0));
    const double middle = median(values).value_or(0);
    const auto inside = std::ranges::count_if(
        speeds, [&](const Speed& speed) { return speed.speedUpInterval && speed.speedUpInterval->contains(middle); });
    const auto [least, most] = std::ranges::minmax(values);
    std::printf("%.3f to %.3f, median %.3f, which lies in the intervals of %d of %d starts   aim: 95 of 100\n", least,
                most, middle, int(inside), count);
    return int(inside) >= int(std::lround(0.9 * count));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    const int count = argc > 1 ? std::atoi(argv[1]) : 20;
    RunSetup setup = defaultSetup().setup;
    const bool isEqual = equalLanes(setup);
    const bool isSteady = count <= 0 || starts(setup, count);
    return isEqual && isSteady ? 0 : 1;
}
