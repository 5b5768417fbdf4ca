// SPDX-License-Identifier: MIT
// What the window costs, printed: time to the first frame, answers to keys at full speed, full speed with every panel
// open beside the same decode without a window, the layout and painting of large trees, whether lanes are fair, memory
// over many rounds, going to any moment. "Processor" is processor time of the window's thread, which others who compute
// on the machine hardly lengthen. bench_window [ROUNDS [PARTS]]: parts are first, painting, layout, trees, fairness,
// keys, lanes, speed, memory; all if not given.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>
#include <thread>

#include <unistd.h>

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include "bench_parts.h"
#include "engine/backend/cpu/arithmetic.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/prompts.h"
#include "engine/model/model.h"
#include "gui/compare/lanes.h"
#include "gui/compare/measurement.h"
#include "gui/worker/thread_time.h"
#include "window_fixture.h"

using namespace draftscope;
using namespace draftscope::bench;
using test::until;
using test::WindowFixture;
using Activity = Player::Activity;

namespace {

/// Every panel that is open at first in sight at once: the tabs at the bottom side by side.
void openEverything(WindowFixture& run)
{
    PanelArea& workspace = run.window.workspace();
    workspace.splitDockWidget(workspace.panel("tokens-per-step"), workspace.panel("time"), Qt::Horizontal);
    workspace.splitDockWidget(workspace.panel("time"), workspace.panel("events"), Qt::Horizontal);
    const bool areShown = until([&] {
        return std::all_of(workspace.panels().begin(), workspace.panels().end(),
                           [](DockPanel* p) { return p->isHidden() || p->isVisible(); });
    });
    require(areShown, "not all open panels are shown");
}

/// Writes `to` in place of `from`, which the file has.
void replaceIn(const std::filesystem::path& path, const QByteArray& from, const QByteArray& to)
{
    QFile file(path);
    require(file.open(QIODevice::ReadOnly), "a file of the model cannot be read");
    QByteArray text = file.readAll();
    file.close();
    require(text.contains(from), "a file of the model does not say what is to be changed");
    text.replace(from, to);
    require(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size(),
            "a file of the model could not be changed");
}

/// A copy of an embedded model whose texts end only when the context is full, and it can be a larger one: what it
/// writes there is of no interest.
std::string withoutEnd(const QTemporaryDir& folder, const std::string& model, int context = 512)
{
    const auto from = *resolveModel(model);
    const std::filesystem::path to = folder.filePath(QString::fromStdString(model)).toStdString();
    std::filesystem::copy(from, to);
    std::filesystem::remove(to / "generation_config.json");
    std::filesystem::remove(to / "tokenizer.model"); // names its own end, and tokenizer.json has the same tokens
    replaceIn(to / "config.json", "\"max_position_embeddings\": 512",
              "\"max_position_embeddings\": " + QByteArray::number(context));
    replaceIn(to / "config.json", "\"eos_token_id\": 2", "\"eos_token_id\": 0"); // <unk>, which no text has
    replaceIn(to / "tokenizer_config.json", "\"eos_token\": \"</s>\"", "\"eos_token\": \"<unk>\"");
    return to;
}

/// What the window begins with, but decoding on until the context is full.
RunSetup longestSetup(const QTemporaryDir& folder)
{
    RunSetup setup = defaultSetup().setup;
    setup.target = withoutEnd(folder, setup.target);
    setup.draft = withoutEnd(folder, setup.draft);
    setup.settings.maxTokens = 99'999;
    return setup;
}

void firstFrame()
{
    QElapsedTimer timer;
    timer.start();
    WindowFixture run(defaultSetup().setup, {1600, 1000});
    require(run.start(), "the embedded pair does not load");
    run.window.repaint();
    const double inside = milliseconds(timer);
    timer.start();
    QProcess::execute(QCoreApplication::applicationDirPath() + "/../bin/draftscope", {"--version"});
    std::printf(
        "first frame, pair loaded    %6.0f ms  (%.0f ms until main() has run, %.0f ms in it)   aim: at most 1,000 ms\n",
        milliseconds(timer) + inside, milliseconds(timer), inside);
}

/// Presses keys from another thread at odd moments; an answer is the key handled and the window painted.
void keysAtFullSpeed()
{
    const QTemporaryDir folder;
    WindowFixture run(longestSetup(folder), {1600, 1000});
    openEverything(run);
    require(run.start(), "the embedded pair does not load");
    run.navigation.player().transport().setSpeed(Player::fastest);
    std::vector<double> answers, costs;
    std::mt19937 random(1);
    const Qt::Key keys[] = {Qt::Key_Left, Qt::Key_Space, Qt::Key_Home, Qt::Key_F10,
                            Qt::Key_End,  Qt::Key_Right, Qt::Key_F5};
    for (int i = 0; i < 70; ++i) {
        if (run.navigation.player().hasEnded() || run.navigation.recording().roundCount(0) > 60)
            require(run.start(), "a restart failed");
        run.navigation.player().last();
        run.navigation.player().playOrPause();
        const int before = run.navigation.recording().roundCount(0);
        until([&] {
            return run.navigation.recording().roundCount(0) > before
                || run.navigation.player().activity() != Activity::playing;
        });
        QElapsedTimer timer;
        double answer = -1, cost = 0;
        std::thread finger([&, wait = int(random() % 40)] {
            std::this_thread::sleep_for(std::chrono::milliseconds(wait));
            QMetaObject::invokeMethod(
                qApp,
                [&,
                 pressed =
                     [&] {
                         timer.start();
                         return 0;
                     }()] {
                    static_cast<void>(pressed);
                    const double asked = threadMilliseconds();
                    run.press(keys[i % std::size(keys)]);
                    run.window.repaint();
                    cost = threadMilliseconds() - asked;
                    answer = milliseconds(timer);
                },
                Qt::QueuedConnection);
        });
        until([&] { return answer >= 0; });
        finger.join();
        answers.push_back(answer);
        costs.push_back(cost);
        run.navigation.player().pause();
        QTest::qWait(5);
    }
    std::printf("a key at full speed         %6.1f ms median, %.1f ms at most, of %zu keys   aim: at most 50 ms\n",
                medianOf(answers), mostOf(answers), answers.size());
    std::printf("  processor                 %6.1f ms median, %.1f ms at most, a key with all of the window painted\n",
                medianOf(costs), mostOf(costs));
}

/// Four lanes as fast as they go: how long the window's thread is ever busy, which is the longest that a key waits.
void lanesAtFullSpeed()
{
    const QTemporaryDir folder;
    const RunSetup setup = longestSetup(folder);
    WindowFixture run(setup, {1600, 1000});
    require(run.start(), "the embedded pair does not load");
    Lanes& lanes = run.window.lanes();
    for (int i = 0; i < Lanes::most; ++i)
        lanes.add(setup);
    require(until([&] { return !lanes.player().isLoading(); }) && lanes.count() == Lanes::most,
            "the lanes do not load");
    lanes.player().transport().setSpeed(Transport::fastest);
    lanes.player().playOrPause();
    std::vector<double> busy;
    const double before = threadMilliseconds();
    while (lanes.player().isPlaying() && lanes.recordedRounds() < 150) {
        QElapsedTimer timer;
        timer.start();
        QCoreApplication::processEvents();
        if (const double ms = milliseconds(timer); ms > 1)
            busy.push_back(ms);
        QTest::qSleep(1);
    }
    lanes.player().pause();
    require(!busy.empty(), "the lanes do not run");
    std::printf("four lanes at full speed    %6.1f ms median of the busy turns, %.1f ms at most, that a key waits   "
                "aim: at most 50 ms\n",
                medianOf(busy), mostOf(busy));
    std::printf("  processor                 %6.2f ms a round of all\n",
                (threadMilliseconds() - before) / lanes.recordedRounds());
}

/// Where a frame's time goes: what it takes to show another round, with one panel in sight and with all.
void painting()
{
    const QTemporaryDir folder;
    WindowFixture run(longestSetup(folder), {1600, 1000});
    openEverything(run);
    require(run.start() && run.rounds(60), "the embedded pair does not load");
    const auto frame = [&] {
        std::vector<double> times;
        for (int r = 40; r < 60; ++r) {
            const double before = threadMilliseconds();
            run.navigation.player().goTo({0, r, 3});
            QCoreApplication::processEvents();
            times.push_back(threadMilliseconds() - before);
        }
        return medianOf(times);
    };
    const auto& panels = run.window.workspace().panels();
    std::printf("showing another round       %6.1f ms of processor;", frame());
    for (DockPanel* panel : panels) {
        for (DockPanel* other : panels)
            other->setVisible(other == panel);
        until([&] { return panel->isVisible(); });
        QTest::qWait(50);
        std::printf(" %s %.1f", qPrintable(panel->objectName()), frame());
    }
    std::printf("\n");
}

/// Fifty prompts: those that come with the program, and beginnings of them.
std::vector<Prompt> fiftyPrompts()
{
    const auto embedded = embeddedPrompts();
    require(embedded.has_value(), "the prompts are missing");
    std::vector<Prompt> prompts;
    for (std::size_t i = 0; i < 50; ++i) {
        Prompt prompt = (*embedded)[i % embedded->size()];
        for (std::size_t cut = 0; cut < i / embedded->size(); ++cut)
            if (const auto space = prompt.text.find_last_of(" \n"); space != std::string::npos && space > 0)
                prompt.text.resize(space);
        prompts.push_back(std::move(prompt));
    }
    return prompts;
}

/// The rate of two-model at K 4 that draftscope-cli compare gives for these prompts; nothing else runs meanwhile.
double compareAlone(const std::vector<Prompt>& prompts, const SessionSettings& settings)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("prompts.jsonl"));
    require(file.open(QIODevice::WriteOnly), "the prompts cannot be written");
    for (const Prompt& prompt : prompts)
        file.write(QJsonDocument(QJsonObject{{"kind", "one"}, {"prompt", QString::fromStdString(prompt.text)}})
                       .toJson(QJsonDocument::Compact)
                   + '\n');
    file.close();
    QProcess program;
    program.start(QCoreApplication::applicationDirPath() + "/../bin/draftscope-cli",
                  {"compare", "--methods", QString::fromStdString(settings.method), "--prompts", file.fileName(), "--k",
                   QString::number(settings.draftLength), "--tokens", QString::number(settings.maxTokens), "--seed",
                   QString::number(settings.seed), "--temperatures", QString::number(settings.sampler.temperature),
                   "--json"});
    require(program.waitForFinished(-1) && program.exitCode() == 0, "draftscope-cli compare fails");
    for (const QJsonValue& row : QJsonDocument::fromJson(program.readAllStandardOutput()).array())
        if (row["kind"] == "all" && row["method"] == QString::fromStdString(settings.method))
            return row["tokens_per_second"].toDouble();
    require(false, "draftscope-cli compare has no such row");
    return 0;
}

/// Two lanes with the same settings over the same prompts, a prompt each in turn, and the same measured alone.
void fairness()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.draftLength = 4;
    setup.settings.maxTokens = 48;
    setup.settings.sampler.temperature = 0.8;
    WindowFixture run(setup, {1280, 800});
    require(run.start(), "the embedded pair does not load");
    const std::vector<Prompt> prompts = fiftyPrompts();
    Measurement measurement(run.navigation.thread());
    measurement.start({setup, setup}, prompts);
    while (measurement.isRunning())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const auto rateOf = [&](int way) { return measurement.decodes().over(way, -1).speed.tokensPerSecond.value_or(0); };
    const double first = rateOf(0), second = rateOf(1);
    require(first > 0 && second > 0, "the lanes decode nothing");
    const double alone = compareAlone(prompts, setup.settings);
    std::printf("two lanes alike, %d prompts %6.0f and %.0f tokens/s: %.1f %% apart   aim: within 5 %%\n",
                measurement.decodes().over(0, -1).prompts, first, second, 100 * std::abs(first / second - 1));
    std::printf(
        "draftscope-cli compare      %6.0f tokens/s: the lanes are %.1f and %.1f %% from it   aim: within 10 %%\n",
        alone, 100 * std::abs(first / alone - 1), 100 * std::abs(second / alone - 1));
}

/// Tokens a second of the same decode without a window.
double headless(const RunSetup& setup, const Pair& pair, const std::shared_ptr<Backend>& backend)
{
    auto session = Session::create(pair, setup.settings, setup.prompt, backend);
    require(session.has_value(), "no session");
    Recording recording((*session)->header());
    recording.put(0, (*session)->finishRound()); // the prompt
    QElapsedTimer timer;
    timer.start();
    const int before = (*session)->generatedCount();
    while ((*session)->ended() == EndReason::none)
        recording.put(0, (*session)->finishRound());
    return ((*session)->generatedCount() - before) / milliseconds(timer) * 1000;
}

struct InTheWindow {
    double tokensPerSecond = 0;
    double processorShare = 0; ///< of the time, that the window's thread computed
};

InTheWindow inTheWindow(WindowFixture& run)
{
    require(run.start() && run.rounds(1), "the embedded pair does not load");
    const auto before = run.navigation.playhead().text().size();
    const double processor = threadMilliseconds();
    QElapsedTimer timer;
    timer.start();
    run.navigation.player().playOrPause();
    QEventLoop events; // until() would sleep between them
    QObject::connect(&run.navigation.player(), &Player::activityChanged, &events, [&] {
        if (run.navigation.player().activity() == Activity::paused)
            events.quit();
    });
    events.exec();
    const double all = milliseconds(timer);
    return {double(run.navigation.playhead().text().size() - before) / all * 1000,
            (threadMilliseconds() - processor) / all};
}

void fullSpeed()
{
    const QTemporaryDir folder;
    const RunSetup setup = longestSetup(folder);
    const Pair pair{*loadModel(*resolveModel(setup.target)), *loadModel(*resolveModel(setup.draft))};
    const auto backend = makeCpuBackend();
    WindowFixture run(setup, {1600, 1000});
    openEverything(run);
    run.navigation.player().transport().setSpeed(Player::fastest);
    std::vector<double> ratios, without, with, shares;
    for (int i = 0; i < 9; ++i) { // side by side
        without.push_back(headless(setup, pair, backend));
        const InTheWindow shown = inTheWindow(run);
        with.push_back(shown.tokensPerSecond);
        shares.push_back(shown.processorShare);
        ratios.push_back(with.back() / without.back());
    }
    std::printf("full speed, every panel     %6.0f %% of the headless rate, median of %zu (%.0f of %.0f tokens/s)   "
                "aim: at least 85 %%\n",
                100 * medianOf(ratios), ratios.size(), medianOf(with), medianOf(without));
    std::printf("  processor                 %6.0f %% of the time\n", 100 * medianOf(shares));
}

double residentMegabytes()
{
    long total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

void memoryAndJumps(int rounds)
{
    const QTemporaryDir folder;
    RunSetup setup = defaultSetup().setup;
    setup.target = setup.draft = withoutEnd(folder, "tales-0.3m", 65'536);
    setup.settings.maxTokens = 99'999;
    setup.settings.draftLength = 2;
    setup.settings.sampler.topK = 20;
    WindowFixture run(setup, {1600, 1000});
    openEverything(run);
    require(run.start() && run.rounds(50), "the long model does not decode");
    run.navigation.player().transport().setSpeed(Player::fastest);
    const double processor = threadMilliseconds();
    const double memory = residentMegabytes(), trace = double(run.navigation.recording().memoryUse()) / 1e6;
    while (run.navigation.recording().roundCount(0) < rounds && !run.navigation.player().hasEnded()) {
        run.navigation.player().playOrPause();
        until([&] {
            return run.navigation.recording().roundCount(0) >= rounds
                || run.navigation.player().activity() != Activity::playing;
        });
        run.navigation.player().pause();
        QTest::qWait(50);
    }
    const int done = run.navigation.recording().roundCount(0);
    std::printf("many rounds, every panel    %6.2f ms of processor a round\n",
                (threadMilliseconds() - processor) / done);
    const double grown = residentMegabytes() - memory,
                 traceGrown = double(run.navigation.recording().memoryUse()) / 1e6 - trace;
    const ModelConfig& config = (*loadModel(setup.target))->config;
    // Pages of the caches become resident as they are written: keys and values of both models, in bf16 where the CPU
    // multiplies it.
    const double element = *arithmeticNamed("auto") >= Arithmetic::bf16 ? 2 : 4;
    const double cache = double(run.navigation.playhead().text().size()) * 2 * 2 * config.layerCount
        * config.kvHeadCount * config.headSize * element / 1e6;
    std::printf("memory over %d rounds   %6.0f MB more: %.0f MB trace, %.0f MB K/V caches, %.0f MB other (%.2f kB a "
                "round)   aim: the trace only\n",
                done, grown, traceGrown, cache, grown - traceGrown - cache, 1000 * (grown - traceGrown - cache) / done);

    std::mt19937 random(2);
    std::vector<double> jumps, costs;
    for (int i = 0; i < 200; ++i) {
        const int round = int(random() % unsigned(done));
        const auto moments = unsigned(run.round(round).moments.size());
        QElapsedTimer timer;
        timer.start();
        const double before = threadMilliseconds();
        run.navigation.player().goTo({0, round, int(1 + random() % moments)});
        run.window.repaint();
        costs.push_back(threadMilliseconds() - before);
        jumps.push_back(milliseconds(timer));
    }
    std::printf(
        "going to any moment         %6.1f ms median, %.1f ms at most, of %zu in %d rounds   aim: under 50 ms\n",
        medianOf(jumps), mostOf(jumps), jumps.size(), done);
    std::printf("  processor                 %6.1f ms median, %.1f ms at most, with all of the window painted\n",
                medianOf(costs), mostOf(costs));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::string_view parts = argc > 2 ? argv[2] : "";
    const auto isWanted = [parts](const char* part) {
        return parts.empty() || parts.find(part) != std::string_view::npos;
    };
    const auto measure = [&isWanted](const char* part, const auto& how) {
        if (isWanted(part))
            how();
    };
    measure("first", firstFrame);
    measure("painting", painting);
    measure("layout", treeLayout);
    measure("trees", treePainting);
    measure("fairness", fairness);
    measure("keys", keysAtFullSpeed);
    measure("lanes", lanesAtFullSpeed);
    measure("speed", fullSpeed);
    measure("memory", [&] { memoryAndJumps(argc > 1 ? std::max(100, std::atoi(argv[1])) : 10'000); });
    return 0;
}
