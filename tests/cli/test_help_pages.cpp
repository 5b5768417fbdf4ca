// SPDX-License-Identifier: MIT
// Man pages and completions, which a script makes from what --help says.
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestHelpPages : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static QString outputOf(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(test::patience) || process.exitCode() != 0)
            return "failed: " + process.readAllStandardError();
        return QString::fromUtf8(process.readAllStandardOutput());
    }
    /// A man page as it was written, with its escapes taken away.
    QString page(const QString& name) const
    {
        return outputOf(QStringLiteral("zcat"), {m_folder.filePath("man/" + name + ".1.gz")}).replace("\\-", "-");
    }
    /// What bash offers behind these words, the last of which is begun.
    QStringList offered(const QStringList& words) const
    {
        const QString script = QStringLiteral("compopt() { :; }; source '%1'; COMP_WORDS=(%2); COMP_CWORD=%3; "
                                              "_draftscope_cli; printf '%s\\n' \"${COMPREPLY[@]}\"")
                                   .arg(m_folder.filePath("bash/draftscope-cli"), words.join(' '))
                                   .arg(words.size() - 1);
        return outputOf(QStringLiteral("bash"), {"-c", script}).split('\n', Qt::SkipEmptyParts);
    }
    static QStringList optionsOf(const QString& command)
    {
        QStringList options;
        static const QRegularExpression option("^  (?:-\\w,)?(--[a-z][a-z0-9-]*)", QRegularExpression::MultilineOption);
        for (auto found = option.globalMatch(cli({command, "--help"}).out); found.hasNext();)
            options << found.next().captured(1);
        return options;
    }

private slots:
    void initTestCase()
    {
        const QString made = outputOf(QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/resources/scripts/man-and-completions"),
                                      {m_folder.path(), "9.8.7", QStringLiteral(DRAFTSCOPE_CLI)});
        QCOMPARE(made, QString());
    }

    void everyOptionIsOnThePage_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"generate", "compare", "models", "trace", "lossless"})
            QTest::newRow(command) << QString(command);
    }
    void everyOptionIsOnThePage()
    {
        QFETCH(QString, command);
        const QString text = page("draftscope-cli-" + command);
        const QStringList options = optionsOf(command);
        QVERIFY(!options.isEmpty());
        for (const QString& option : options)
            QVERIFY2(text.contains("\\fB" + option + "\\fR"), qPrintable(option + " is missing in:\n" + text));
        QVERIFY(text.contains("Draftscope 9.8.7"));
    }

    void theFirstPageNamesItsCommands()
    {
        const QString text = page("draftscope-cli"), help = cli({"--help"}).out;
        for (const char* command : {"generate", "inspect", "models", "compare", "batch", "datastore"})
            QVERIFY2(text.contains("draftscope-cli-" + QString(command)), command);
        // Maintainers' commands work, and stand on another page.
        const QString all = cli({"--help-all"}).out;
        for (const char* command : {"cut-draft", "search-skip", "measure-ranks", "perplexity"})
            QVERIFY2(!help.contains(command) && all.contains("\n  " + QString(command))
                         && !optionsOf(command).isEmpty(),
                     command);
        QVERIFY(help.contains("--help-all") && all.contains("\n  generate"));
        QVERIFY(QFile::exists(m_folder.filePath("man/draftscope-cli-datastore-build.1.gz")));
    }

    void bashCompletes()
    {
        QCOMPARE(offered({"draftscope-cli", "gen"}).value(0), QString("generate"));
        QVERIFY(offered({"draftscope-cli", "datastore", "''"}).contains("build"));
        const QStringList options = offered({"draftscope-cli", "generate", "--t"});
        QVERIFY2(options.contains("--target") && options.contains("--temperature"), qPrintable(options.join(' ')));
        QVERIFY(!options.contains("--seed"));
    }

    void otherShellsKnowTheOptions()
    {
        for (const char* file : {"zsh/_draftscope-cli", "fish/draftscope-cli.fish"}) {
            QFile script(m_folder.filePath(file));
            QVERIFY(script.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(script.readAll());
            for (const char* word : {"temperature", "datastore", "build"})
                QVERIFY2(text.contains(QLatin1String(word)), word);
        }
    }
};

DRAFTSCOPE_TEST(TestHelpPages)
#include "test_help_pages.moc"
