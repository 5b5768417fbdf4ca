// SPDX-License-Identifier: MIT
// Traces of tests on the disk.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/trace/trace_file.h"
#include "tests/record/example_recording.h"

namespace draftscope::test {

inline bool same(const Recording& a, const Recording& b)
{
    if (!(a.header() == b.header()) || a.tokens() != b.tokens() || a.branches() != b.branches())
        return false;
    for (int branch = 0; branch < int(a.branches().size()); ++branch) {
        if (a.roundCount(branch) != b.roundCount(branch))
            return false;
        for (int round = 0; round < a.roundCount(branch); ++round)
            if (!(a.round(branch, round) == b.round(branch, round)))
                return false;
    }
    return true;
}

/// A folder for the traces of one test program.
class TraceFolder {
protected:
    QTemporaryDir m_folder;

    std::filesystem::path path(const QString& name) const { return m_folder.filePath(name).toStdString(); }

    static QByteArray contents(const std::filesystem::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const std::filesystem::path& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path.string()));
        file.remove(); // ext4 writes a file that was emptied to the disk at once, a new one when it has time
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    static QString sentence(const std::filesystem::path& path)
    {
        const auto trace = loadTrace(path);
        return trace ? QString("(read)") : QString::fromStdString(trace.error().sentence);
    }

    static void addEndings()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "a.jsonl";
        QTest::newRow("zstd") << "a.jsonl.zst";
    }
};

} // namespace draftscope::test
