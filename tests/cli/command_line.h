// SPDX-License-Identifier: MIT
// Runs the real draftscope-cli.
#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

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

inline Outcome cli(const QStringList& arguments, const QByteArray& input = {}, int milliseconds = 60'000)
{
    QProcess process;
    process.start(QStringLiteral(DRAFTSCOPE_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(milliseconds))
        return {-1, {}, "did not end: " + process.errorString()};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

inline void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace draftscope::test
