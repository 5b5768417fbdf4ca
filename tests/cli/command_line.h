// SPDX-License-Identifier: MIT
// Runs the real draftscope-cli.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include "../fixtures/patience.h"
#include "../fixtures/shared_data.h"

namespace draftscope::test {

struct Outcome {
    int status = -1;
    QString out, err;
    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    /// One line that is a sentence of ours.
    [[nodiscard]] bool saysOneSentence() const
    {
        return out.isEmpty() && err.startsWith("draftscope-cli: ") && err.endsWith(".\n") && err.count('\n') == 1;
    }
};

inline Outcome cli(const QStringList& arguments, const QByteArray& input = {})
{
    QProcess process;
    process.start(QStringLiteral(DRAFTSCOPE_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(-1)) // it may compute for long on a busy machine: Qt Test's own watchdog is enough
        return {-1, {}, "did not end: " + process.errorString()};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

/// A pipe with a name that holds 4 KiB: a program that prints more stands still until it is read, so that it is there
/// for as long as a test needs it.
class NarrowPipe {
public:
    explicit NarrowPipe(const QString& path)
    {
        ::unlink(qPrintable(path));
        if (::mkfifo(qPrintable(path), 0600) == 0)
            m_descriptor = ::open(qPrintable(path), O_RDWR | O_NONBLOCK);
        if (m_descriptor < 0 || ::fcntl(m_descriptor, F_SETPIPE_SZ, 4096) < 0)
            qFatal("There is no pipe %s.", qPrintable(path));
    }
    ~NarrowPipe() { ::close(m_descriptor); }
    NarrowPipe(const NarrowPipe&) = delete;
    NarrowPipe& operator=(const NarrowPipe&) = delete;

    /// Nothing more goes in.
    void fill()
    {
        const QByteArray page(4096, '-');
        while (::write(m_descriptor, page.constData(), std::size_t(page.size())) > 0) {}
    }
    /// Waits for something in it and takes one byte.
    [[nodiscard]] bool readByte()
    {
        char byte = 0;
        return QTest::qWaitFor([&] { return ::read(m_descriptor, &byte, 1) == 1; }, patience);
    }

private:
    int m_descriptor = -1;
};

inline void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace draftscope::test
