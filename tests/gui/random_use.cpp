// SPDX-License-Identifier: MIT
// A person who does anything to the window, for as long as wanted, with a fixed seed: whatever it is, the window goes
// on, what it shows is true, and memory does not grow. Prints each step before it is done, so that what failed can be
// done again. random_use [--seed N] [--steps N | --seconds N] [--life N] [--from LIFE] [--lives N] With --lives the
// same few windows are lived again and again. Nothing new fills a cache then, so what still grows is lost memory.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <malloc.h>
#include <unistd.h>

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QLabel>
#include <QMessageBox>
#include <QPixmapCache>
#include <QSettings>
#include <QTest>
#include <QTimer>

#include "gui/controls/message_bar.h"
#include "random_person.h"
#include "tests/fixtures/pretended_python.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/text/events_model.h"
#include "widgets/words/token_text.h"
#include "window_fixture.h"

#ifdef __SANITIZE_ADDRESS__
extern "C" std::size_t
__sanitizer_get_current_allocated_bytes(); // of sanitizer/allocator_interface.h, which GCC does not ship
#endif

using namespace draftscope;
using test::until;

namespace {

struct Wishes {
    unsigned seed = 1;
    int steps = 150, life = 75, from = 0;
    int lives = 0;   ///< 0: each window does something else; else so many of them, again and again
    int seconds = 0; ///< 0: so many steps
};

/// Memory that the program holds, in MiB: what it has taken of the machine or, under the address sanitizer, the sum of
/// its allocations, for what the sanitizer keeps for its own reports (freed memory in quarantine, records of stacks) is
/// no growth of the program's.
double memoryHeld()
{
#ifdef __SANITIZE_ADDRESS__
    return double(__sanitizer_get_current_allocated_bytes()) / (1 << 20);
#else
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    long pages = 0, resident = 0;
    file >> pages >> resident;
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
#endif
}

[[noreturn]] void fail(const QString& what)
{
    std::printf("FAIL!  : %s\n", qPrintable(what));
    std::fflush(stdout);
    std::_Exit(1);
}

/// Ends the program where the window has not answered for so long that it never will.
class Watchdog {
public:
    Watchdog() : m_thread([this] { watch(); }) {}
    ~Watchdog()
    {
        m_isOver = true;
        m_thread.join();
    }
    void windowAnswers() { ++m_answers; }

private:
    void watch()
    {
        using namespace std::chrono_literals;
        int seen = -1, quietFor = 0;
        while (!m_isOver) {
            std::this_thread::sleep_for(100ms);
            const int answers = m_answers;
            quietFor = answers == seen ? quietFor + 100 : 0;
            seen = answers;
            if (quietFor > test::patience) {
                std::printf("FAIL!  : the window has not answered for %d s\n", quietFor / 1000);
                std::fflush(stdout);
                std::abort(); // so that a core, or a debugger, shows where it hangs
            }
        }
    }

    std::atomic<int> m_answers = 0;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

// --- what holds, whatever has been done

QString falseRecording(const Recording& recording)
{
    for (const BranchRecord& branch : recording.branches()) {
        auto length = recording.roundCount(branch.branch) > 0 ? recording.round(branch.branch, 0).prefixLength : 0;
        for (int r = 0; r < recording.roundCount(branch.branch); ++r) {
            const RoundRecord& round = recording.round(branch.branch, r);
            if (round.round != r || round.prefixLength != length)
                return QStringLiteral("round %1 of branch %2 begins at %3 instead of %4")
                    .arg(r)
                    .arg(branch.branch)
                    .arg(round.prefixLength)
                    .arg(length);
            length += int(round.committed.size());
        }
    }
    return {};
}

/// The moment shown is one of the recording, and the text is what was committed before it.
QString falsePlayhead(const Playhead& playhead)
{
    const Recording& recording = playhead.recording();
    const Position at = playhead.position();
    if (at.branch < 0 || at.branch >= int(recording.branches().size()))
        return QStringLiteral("branch %1 is shown, which is not there").arg(at.branch);
    if (at.moment == 0)
        return playhead.round() ? "a round is shown before its first moment" : "";
    if (at.round >= recording.roundCount(at.branch)
        || at.moment > int(recording.round(at.branch, at.round).moments.size()))
        return QStringLiteral("moment %1 of round %2 is shown, which is not there").arg(at.moment).arg(at.round);
    if (!playhead.round() || int(playhead.round()->moments.size()) != at.moment)
        return "the round shown does not stand at the moment shown";
    const auto text = recording.tokensBefore(at.branch, at.round).size() + playhead.round()->committed.size();
    if (playhead.text().size() != text)
        return QStringLiteral("the text has %1 tokens instead of %2").arg(playhead.text().size()).arg(text);
    return {};
}

/// Tokens per step and acceptance rate in the tool bar.
QString falseMetrics(const Navigation& navigation, const MainWindow& window)
{
    const Position at = navigation.playhead().position();
    double committed = 0, rounds = 0;
    for (int r = 0; navigation.run().isThere() && r <= at.round && r < navigation.recording().roundCount(at.branch);
         ++r) {
        const RoundRecord& round = navigation.recording().round(at.branch, r);
        if (r == at.round && !(at.moment == int(round.moments.size()) && round.isFinished()))
            break;
        committed += double(round.committed.size());
        ++rounds;
    }
    const QString value = rounds > 0 ? number(committed / rounds) : QStringLiteral("–");
    for (const QLabel* label : window.findChild<MetricStrip*>()->findChildren<QLabel*>())
        if (label->text() == value || label->text() == value + "*")
            return {};
    return "no metric says " + value;
}

/// Words that only a program makes: places of a translation, numbers that are none.
QString falseWords(const MainWindow& window)
{
    static const QRegularExpression none(QStringLiteral("(^|[ =(])-?(nan|inf)($|[ ,.;×)])"));
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible() && label->objectName() != "said" && none.match(label->text()).hasMatch())
            return QStringLiteral("a label says “%1”").arg(label->text().left(200));
    const QString problem = window.messages().problem();
    if (!problem.isEmpty() && !test::isSentence(problem))
        return QStringLiteral("the message is no sentence: “%1”").arg(problem.left(300));
    return {};
}

QString whatIsFalse(const Navigation& navigation, const MainWindow& window)
{
    QStringList problems{falseRecording(navigation.recording()), falsePlayhead(navigation.playhead()),
                         falseMetrics(navigation, window), falseWords(window)};
    for (int i = 0; i < window.lanes().count(); ++i)
        problems << falseRecording(window.lanes().lane(i).run().recording());
    problems.removeAll(QString());
    return problems.isEmpty() ? QString() : problems.front();
}

// --- one window from its start to its end

class Life {
public:
    Life(const Wishes& wishes, int number, const test::RandomFiles& files, Watchdog& watchdog)
        : m_number(number), m_watchdog(watchdog), m_window(m_navigation, MainWindow::Memory::kept),
          m_person(m_navigation, m_window, files, wishes.seed * 7919u + unsigned(number))
    {
        m_rescue.setInterval(200);
        QObject::connect(&m_rescue, &QTimer::timeout, [this] {
            if (m_isActing && m_sinceBegun.elapsed() > 2000) {
                say("  let go");
                test::RandomPerson::letGo();
            }
        });
        m_rescue.start();
        m_navigation.starter().setSetup(test::quickSetup(120));
        m_window.show();
        m_window.activateWindow();
        QApplication::setActiveWindow(&m_window);
        m_navigation.starter().restart();
        if (number % 3 != 0) // else the person begins before anything is there
            until([this] { return m_navigation.player().activity() != Player::Activity::loading; });
    }

    void step(int number)
    {
        m_sinceBegun.start();
        m_isActing = true;
        m_person.step(number, [&](const QString& what) {
            m_what = what;
            say(QStringLiteral("%1.%2 %3").arg(m_number).arg(number).arg(QString(what).left(160)));
        });
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        m_isActing = false;
        m_watchdog.windowAnswers();
        if (m_sinceBegun.elapsed() > m_longest) {
            m_longest = m_sinceBegun.elapsed();
            m_longestWhat = QStringLiteral("%1.%2 %3").arg(m_number).arg(number).arg(m_what.left(80));
        }
        if (!m_window.isVisible())
            m_window.show(); // it was closed, and is opened again
    }
    void check()
    {
        if (const QString problem = whatIsFalse(m_navigation, m_window); !problem.isEmpty())
            fail(problem);
    }
    /// The models answer, too: what is asked of them comes to an end when it is no longer wanted.
    void settle()
    {
        closeDialogs();
        m_navigation.player().pause();
        m_navigation.starter().cancelLoading();
        m_window.lanes().player().pause();
        const bool isQuiet = until([this] {
            m_watchdog.windowAnswers();
            return m_navigation.player().activity() != Player::Activity::playing
                && m_navigation.player().activity() != Player::Activity::loading && !m_navigation.files().isSaving();
        });
        if (!isQuiet)
            fail("what was stopped goes on");
    }
    void end()
    {
        if (m_number % 2 == 0)
            settle(); // else it ends in the middle of all that goes on
        closeDialogs();
        m_window.close();
        closeDialogs();
        m_window.hide();
    }
    [[nodiscard]] qint64 longest() const { return m_longest; }
    [[nodiscard]] QString longestWhat() const { return m_longestWhat; }

private:
    static void say(const QString& line)
    {
        std::puts(qPrintable(line));
        std::fflush(stdout);
    }
    static void closeDialogs()
    {
        while (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        for (int i = 0; i < 50 && QApplication::activeModalWidget(); ++i) {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                box && box->button(QMessageBox::Discard))
                box->button(QMessageBox::Discard)->click();
            else
                QApplication::activeModalWidget()->close();
            QCoreApplication::processEvents();
        }
    }

    int m_number;
    Watchdog& m_watchdog;
    Navigation m_navigation;
    MainWindow m_window;
    test::RandomPerson m_person;
    QTimer m_rescue;
    bool m_isActing = false;
    QElapsedTimer m_sinceBegun;
    qint64 m_longest = 0;
    QString m_what, m_longestWhat;
};

Wishes readWishes(const QStringList& arguments)
{
    Wishes wishes;
    const std::map<QString, std::function<void(int)>> names{
        {"--seed", [&](int n) { wishes.seed = unsigned(n); }}, {"--steps", [&](int n) { wishes.steps = n; }},
        {"--seconds", [&](int n) { wishes.seconds = n; }},     {"--life", [&](int n) { wishes.life = std::max(1, n); }},
        {"--from", [&](int n) { wishes.from = n; }},           {"--lives", [&](int n) { wishes.lives = n; }}};
    for (int i = 1; i < arguments.size(); i += 2) {
        bool isNumber = i + 1 < arguments.size();
        const int value = isNumber ? arguments[i + 1].toInt(&isNumber) : 0;
        if (!isNumber || !names.contains(arguments[i])) {
            std::fputs(
                "Usage: random_use [--seed N] [--steps N | --seconds N] [--life STEPS] [--from LIFE] [--lives N]\n",
                stderr);
            std::exit(2);
        }
        names.at(arguments[i])(value);
    }
    return wishes;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit()); // what windows leave for the next one
    qputenv("TMPDIR", home.path().toLocal8Bit());
    const test::PretendedPython python; // nothing is fetched
    test::PretendedPython::does("ERROR: there is no network");
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Draftscope"));
    QCoreApplication::setApplicationName(QStringLiteral("random_use"));
    test::hideModelsOfTheUser();
    const Wishes wishes = readWishes(QCoreApplication::arguments());
    const test::RandomFiles files;
    if (!files.isMade())
        fail("the files could not be made");
    QDir::setCurrent(files.folder());
    Watchdog watchdog;

    QElapsedTimer timer;
    timer.start();
    std::vector<double> memory;
    int steps = 0;
    const auto isOver = [&] {
        return wishes.seconds > 0 ? timer.elapsed() >= 1000 * qint64(wishes.seconds) : steps >= wishes.steps;
    };
    for (int lived = 0; !isOver(); ++lived) {
        const int number = wishes.from + (wishes.lives > 0 ? lived % wishes.lives : lived);
        for (const char* model : {"tales-0.8m", "tales-6m"})
            files.spoil(model, true);
        {
            Life life(wishes, number, files, watchdog);
            for (int step = 0; step < wishes.life && !isOver(); ++step, ++steps) {
                life.step(step);
                if (step % 5 == 4)
                    life.check();
                if (step % 25 == 24)
                    life.settle();
            }
            life.end();
            std::printf("slowest step %lld ms: %s\n", static_cast<long long>(life.longest()),
                        qPrintable(life.longestWhat()));
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QPixmapCache::clear(); // which Qt fills with up to 10 MiB
        memory.push_back(memoryHeld());
        std::printf("window %d is gone: %.2f MiB, %d steps in %lld s\n", number, memory.back(), steps,
                    static_cast<long long>(timer.elapsed() / 1000));
    }
    // The first windows fill caches of Qt's. Behind them each leaves as much as the one before.
    if (memory.size() >= 20) {
        const auto least = [&](std::size_t from, std::size_t to) {
            return *std::min_element(memory.begin() + std::ptrdiff_t(from), memory.begin() + std::ptrdiff_t(to));
        };
        const double before = least(5, memory.size() / 2), after = least(memory.size() / 2, memory.size());
        std::printf("memory between windows: %.0f MiB in the first half, %.0f MiB in the second\n", before, after);
        if (after > 1.25 * before + 16)
            fail(QStringLiteral("memory grows from window to window"));
    }
    std::printf("%d steps, nothing wrong\n", steps);
    return 0;
}
