// SPDX-License-Identifier: MIT
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "engine/core/version.h"
#include "tests/test_main.h"
#include "widgets/style/theme.h"
#include "window_fixture.h"

using namespace draftscope;

namespace {

struct Outcome {
    int status = -1;
    QString out, err;
};

/// The real program, in a folder of its own, with or without a display.
Outcome draftscopeIn(const QString& folder, const QStringList& arguments, bool platformIsGiven = true)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    if (platformIsGiven)
        environment.insert("QT_QPA_PLATFORM", "offscreen");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral(DRAFTSCOPE_PROGRAM), arguments);
    if (!process.waitForFinished(test::patience))
        return {-1, {}, process.errorString()};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

/// The program from its command line: pictures, what is shown without a display, and wrong arguments.
class TestProgram : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    Outcome run(const QStringList& arguments) const { return draftscopeIn(m_folder.path(), arguments); }
    /// Pictures in which no speed is looked for: measuring it takes five seconds.
    Outcome unmeasured(const QStringList& arguments) const { return run(QStringList{"--no-measuring"} + arguments); }

private slots:
    void helpAndVersion()
    {
        const Outcome help = run({"--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.out.contains("--screenshot") && help.out.contains("TARGET"));
        QCOMPARE(run({"--version"}).out, QString::fromStdString(programAndVersion()) + "\n");
    }

    void withoutADisplayItWritesAPictureOfTheSameSession()
    {
        const Outcome outcome = draftscopeIn(m_folder.path(), {}, false);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QImage picture(m_folder.filePath("draftscope.png"));
        QCOMPARE(picture.size(), QSize(1600, 1000));
        // A real round: something accepted, something rejected, what was drawn instead.
        for (const Role role : {Role::accepted, Role::rejected, Role::residual, Role::draft, Role::target})
            QVERIFY2(test::pixelsLike(picture, Theme::color(role)) > 30, qPrintable(Theme::color(role).name()));
    }

    void pictures_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isDark");
        QTest::newRow("small") << QStringList{"--size", "1280x800"} << QSize(1280, 800) << false;
        QTest::newRow("dark") << QStringList{"--theme", "dark"} << QSize(1600, 1000) << true;
        QTest::newRow("twice as fine") << QStringList{"--size", "1000x700", "--scale", "2"} << QSize(2000, 1400)
                                       << false;
        QTest::newRow("before anything") << QStringList{"--at", "1:0"} << QSize(1600, 1000) << false;
        QTest::newRow("projector mode") << QStringList{"--projector", "--size", "1280x800"} << QSize(1280, 800)
                                        << false;
        QTest::newRow("one panel") << QStringList{"--panels", "stage", "--at", "2:3"} << QSize(1600, 1000) << false;
        QTest::newRow("a tree") << QStringList{"--method", "eagle+dynamic", "--at", "2:3"} << QSize(1600, 1000)
                                << false;
        QTest::newRow("broken") << QStringList{"--break", "keep-rejected-kv", "--at", "2:3"} << QSize(1600, 1000)
                                << false;
        QTest::newRow("another prompt") << QStringList{"--prompt", "The capital of France is", "--at", "2:3"}
                                        << QSize(1600, 1000) << false;
    }
    void pictures()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QSize, size);
        QFETCH(bool, isDark);
        const Outcome outcome = unmeasured(QStringList{"--screenshot", "picture.png"} + arguments);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QImage picture(m_folder.filePath("picture.png"));
        QCOMPARE(picture.size(), size);
        QCOMPARE(picture.pixelColor(size.width() / 2, 4).lightness() < 128, isDark);
    }

    void lanesHaveAPicture()
    {
        const Outcome outcome =
            run({"--compare", "two-model,plain", "--screenshot", "lanes.png", "--size", "1280x800", "--at", "4:0"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QImage picture(m_folder.filePath("lanes.png"));
        QCOMPARE(picture.size(), QSize(1280, 800));
        for (const Role role : {Role::draft, Role::target, Role::accepted})
            QVERIFY2(test::pixelsLike(picture, Theme::color(role)) > 30, qPrintable(Theme::color(role).name()));
    }

    /// The draft that comes with the program would not fit it.
    void aTargetAloneNeedsNoDraft()
    {
        const Outcome outcome = unmeasured({"--screenshot", "alone.png", "--size", "1280x800", "--at", "3:2",
                                            "--prompt", "Hello", DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(QImage(m_folder.filePath("alone.png")).size(), QSize(1280, 800));
    }

    void aPathThatCannotBeIsSaid()
    {
        const Outcome outcome = run({"--screenshot", "none.png", QString(300, 'x')});
        QVERIFY2(outcome.status > 0 && test::isSentence(outcome.err.trimmed()), qPrintable(outcome.err));
    }

    void everyMomentHasItsOwnPicture()
    {
        QSet<QByteArray> different;
        int moment = 0;
        for (;; ++moment) {
            const Outcome outcome =
                unmeasured({"--screenshot", "moment.png", "--size", "1280x800", "--at", QString("2:%1").arg(moment)});
            if (outcome.status != 0) {
                QVERIFY2(test::isSentence(outcome.err.trimmed()) && outcome.err.contains("moments"),
                         qPrintable(outcome.err));
                break;
            }
            QFile file(m_folder.filePath("moment.png"));
            QVERIFY(file.open(QIODevice::ReadOnly));
            different.insert(file.readAll());
        }
        QVERIFY(moment >= 10); // nothing, six drafts, verify, a verdict, a draw, commit
        QCOMPARE(different.size(), qsizetype(moment));
    }

    void aTraceNeedsNoModels()
    {
        QProcess cli;
        cli.start(DRAFTSCOPE_CLI, {"generate", "--tokens", "30", "--trace", m_folder.filePath("decode.jsonl.zst")});
        QVERIFY(cli.waitForFinished(test::patience) && cli.exitCode() == 0);
        const Outcome outcome = run({"decode.jsonl.zst", "--screenshot", "trace.png", "--at", "2:4"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY(test::pixelsLike(QImage(m_folder.filePath("trace.png")), Theme::color(Role::draft)) > 30);
    }

    void aBackendThatIsNotThereIsASentence()
    {
        qputenv("DRAFTSCOPE_CUDA_MODULE", "nowhere.so"); // also where there is a device
        const Outcome none = run({"--backend", "cuda", "--screenshot", m_folder.filePath("none.png")});
        const Outcome other = unmeasured({"--backend", "auto", "--screenshot", m_folder.filePath("other.png")});
        qunsetenv("DRAFTSCOPE_CUDA_MODULE");
        QCOMPARE(none.status, 1);
        QVERIFY2(test::isSentence(none.err.trimmed()) && none.err.contains("CUDA"), qPrintable(none.err));
        QVERIFY2(other.status == 0, qPrintable(other.err));
    }

    void wrongArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown option") << QStringList{"--dance"} << 2 << "--help";
        QTest::newRow("size") << QStringList{"--screenshot", "a.png", "--size", "big"} << 2 << "1280x800";
        QTest::newRow("tiny size") << QStringList{"--screenshot", "a.png", "--size", "3x2"} << 2 << "1280x800";
        QTest::newRow("system") << QStringList{"--system", "Be brief."} << 2 << "give --chat, too";
        QTest::newRow("chat") << QStringList{"--chat", "--screenshot", "a.png"} << 1 << "no chat template";
        QTest::newRow("theme") << QStringList{"--theme", "pink"} << 2 << "light, dark, high-contrast or system";
        QTest::newRow("moment") << QStringList{"--screenshot", "a.png", "--at", "now"} << 2 << "ROUND:MOMENT";
        QTest::newRow("round zero") << QStringList{"--screenshot", "a.png", "--at", "0:1"} << 2 << "ROUND:MOMENT";
        QTest::newRow("scale") << QStringList{"--screenshot", "a.png", "--scale", "0"} << 2 << "0.5 to 4";
        QTest::newRow("threads") << QStringList{"--threads", "-1"} << 2 << "--threads";
        QTest::newRow("backend") << QStringList{"--backend", "tpu"} << 2 << "auto, cpu or cuda";
        QTest::newRow("three files") << QStringList{"a", "b", "c"} << 2 << "3 files";
        QTest::newRow("lanes") << QStringList{"--screenshot", "a.png", "--compare", "plain,guessing"} << 2
                               << "guessing";
        QTest::newRow("panel") << QStringList{"--screenshot", "a.png", "--panels", "stage,radio"} << 2
                               << "choose from setup";
        QTest::newRow("method") << QStringList{"--screenshot", "a.png", "--method", "guessing"} << 2 << "guessing";
        QTest::newRow("fault") << QStringList{"--screenshot", "a.png", "--break", "everything"} << 2
                               << "keep-rejected-kv";
        QTest::newRow("many lanes") << QStringList{"--screenshot", "a.png", "--compare",
                                                   "plain,plain,plain,plain,plain"}
                                    << 2 << "5 lanes";
        QTest::newRow("no such model") << QStringList{"nowhere.gguf", "--screenshot", "a.png"} << 1 << "nowhere.gguf";
        QTest::newRow("no such folder") << QStringList{"--screenshot", "nowhere/a.png"} << 1 << "nowhere/a.png";
        QTest::newRow("a round that never comes")
            << QStringList{"--screenshot", "a.png", "--at", "9999:1"} << 1 << "no round 9999";
    }
    void wrongArguments()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(test::isSentence(outcome.err.trimmed()) && outcome.err.contains(says), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(m_folder.filePath("a.png")));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestProgram)
#include "test_program.moc"
