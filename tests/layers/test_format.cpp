// SPDX-License-Identifier: MIT
// Fails when a source file is not as clang-format and .clang-format would have it. Other versions of clang-format have
// other opinions, so only Debian 12's is asked.
#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include "tests/fixtures/patience.h"

namespace {

constexpr const char* version = "14";

QString formatter()
{
    for (const char* name : {"clang-format-14", "clang-format"}) {
        const QString program = QStandardPaths::findExecutable(name);
        QProcess process;
        process.start(program, {"--version"});
        if (!program.isEmpty() && process.waitForFinished(draftscope::test::patience)
            && process.readAllStandardOutput().contains(QByteArray("version ") + version + "."))
            return program;
    }
    return {};
}

QStringList sources()
{
    const QString root = QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/");
    QStringList files;
    for (const char* folder : {"engine", "widgets", "gui", "tests"}) {
        QDirIterator walk(root + folder, {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            files << walk.next();
    }
    return files;
}

} // namespace

class TestFormat : public QObject {
    Q_OBJECT
private slots:
    void filesAreFormatted()
    {
        const QString program = formatter();
        if (program.isEmpty())
            QSKIP("There is no clang-format 14.");
        const QStringList files = sources();
        QVERIFY(files.size() > 300);
        QProcess process;
        process.setWorkingDirectory(DRAFTSCOPE_SOURCE_DIR);
        process.start(program, QStringList{"--dry-run", "-Werror", "--ferror-limit=1"} + files);
        QVERIFY(process.waitForFinished(draftscope::test::patience));
        QVERIFY2(process.exitCode() == 0,
                 "Run: git ls-files '*.h' '*.cpp' '*.cu' '*.cuh' | xargs clang-format -i\n"
                     + process.readAllStandardError().left(2000));
    }
};

QTEST_GUILESS_MAIN(TestFormat)
#include "../fixtures/patience.h"
#include "test_format.moc"
