// SPDX-License-Identifier: MIT
// The pages of docs/howto end with the diff of a real drafter, verifier, panel and command. Each still applies to the
// tree: a page that has grown old would lead a newcomer astray.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

namespace {

const QDir root(QStringLiteral(DRAFTSCOPE_SOURCE_DIR));

/// What the page's blocks of ```diff say, one below the other.
QByteArray diffOf(const QString& page)
{
    QFile file(root.filePath("docs/howto/" + page + ".md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression block(R"(```diff\n(.*?)```)", QRegularExpression::DotMatchesEverythingOption);
    QByteArray diff;
    const QString text = QString::fromUtf8(file.readAll());
    for (auto match = block.globalMatch(text); match.hasNext();)
        diff += match.next().captured(1).toUtf8();
    return diff;
}

} // namespace

class TestHowto : public QObject {
    Q_OBJECT
private slots:
    void theDiffApplies_data()
    {
        QTest::addColumn<QString>("page");
        for (const char* page : {"drafter", "verifier", "panel", "command"})
            QTest::newRow(page) << page;
    }

    void theDiffApplies()
    {
        QFETCH(const QString, page);
        const QString git = QStandardPaths::findExecutable("git");
        if (git.isEmpty())
            QSKIP("git, which applies the diff, is not installed");
        const QByteArray diff = diffOf(page);
        QVERIFY2(diff.contains("+++ b/"), "The page has no diff");
        QVERIFY2(applied(git, diff).isEmpty(), qPrintable(applied(git, diff)));
        // The check can fail: a line of context that is nowhere is refused.
        const qsizetype context = diff.indexOf("\n ");
        QVERIFY(context >= 0);
        QVERIFY(!applied(git, QByteArray(diff).insert(context + 2, "no such line ")).isEmpty());
    }

private:
    /// What git says against the diff; empty where it applies.
    static QString applied(const QString& git, const QByteArray& diff)
    {
        QProcess process;
        process.setWorkingDirectory(root.path());
        process.start(git, {"apply", "--check", "-"});
        process.write(diff);
        process.closeWriteChannel();
        if (!process.waitForFinished())
            return "git does not end";
        const QString says = QString::fromUtf8(process.readAllStandardError());
        return process.exitCode() == 0 ? QString() : "git refuses it: " + says;
    }
};

QTEST_GUILESS_MAIN(TestHowto)
#include "test_howto.moc"
