// SPDX-License-Identifier: MIT
// Words that readers search for stand in the file where they should land, comments are plain sentences, and lines end
// at column 120.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace {

const QDir root(QStringLiteral(DRAFTSCOPE_SOURCE_DIR));

QString textOf(const QString& path)
{
    QFile file(root.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList sources()
{
    QStringList paths;
    for (const char* top : {"engine", "gui", "widgets", "tests"}) {
        QDirIterator files(root.filePath(QLatin1String(top)), {"*.h", "*.cpp", "*.cu", "*.cuh"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext())
            paths << root.relativeFilePath(files.next());
    }
    return paths;
}

/// What is in quotation marks, and raw strings, which no line break can go into, are taken out; lines stay lines.
QString withoutStrings(QString source)
{
    static const QRegularExpression raw(QStringLiteral(R"raw(R"(\w*)\((?s:.*?)\)\1")raw"));
    static const QRegularExpression quoted(QStringLiteral(R"raw("(?:[^"\\\n]|\\.)*")raw"));
    for (auto match = raw.match(source); match.hasMatch(); match = raw.match(source))
        source.replace(match.capturedStart(), match.capturedLength(),
                       QString(match.captured().count(QLatin1Char('\n')), QLatin1Char('\n')));
    return source.replace(quoted, QStringLiteral("\"\""));
}

/// "file:line: what is there" for each line that a condition holds of.
template <class Condition>
QStringList linesOf(const QString& path, const QString& text, const Condition& holds)
{
    QStringList found;
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i)
        if (holds(lines[i]))
            found << QStringLiteral("%1:%2: %3").arg(path).arg(i + 1).arg(lines[i].trimmed().left(100));
    return found;
}

bool isRiddle(const QString& line)
{
    static const QRegularExpression words(QStringLiteral(R"(\b(nobody|somebody|whoever|no one)\b)"),
                                          QRegularExpression::CaseInsensitiveOption);
    return line.contains(words);
}

bool isTooLong(const QString& line)
{
    return line.size() > 120;
}

struct Entry {
    QStringList words;
    QString file;
};

/// The rows of the first table of docs/glossary.md: words of the field, and the file of each.
QList<Entry> glossary()
{
    QList<Entry> entries;
    const QString page = textOf(QStringLiteral("docs/glossary.md"));
    const QString table = page.section(QStringLiteral("## Words"), 1).section(QStringLiteral("\n## "), 0, 0);
    static const QRegularExpression remark(QStringLiteral(R"( \([^)]*\))"));
    for (const QString& line : table.split(QLatin1Char('\n')))
        if (const QStringList cells = line.split(QLatin1Char('|')); cells.size() == 6 && cells[4].contains('`'))
            entries.append({cells[1].trimmed().remove(remark).split(QStringLiteral(", ")),
                            cells[4].trimmed().remove(QLatin1Char('`'))});
    return entries;
}

/// In a comment: a name in the code is no answer to a search for words.
bool isExplainedIn(const QString& file, const QString& word)
{
    static const QRegularExpression comment(QStringLiteral("//[/!<]*(.*)$"), QRegularExpression::MultilineOption);
    QStringList comments;
    const QString text = textOf(file);
    for (auto match = comment.globalMatch(text); match.hasNext();)
        comments << match.next().captured(1).trimmed();
    return comments.join(QLatin1Char(' ')).contains(word, Qt::CaseInsensitive);
}

} // namespace

class TestWords : public QObject {
    Q_OBJECT
private slots:
    void theChecksFindWhatTheyLookFor()
    {
        QVERIFY(isRiddle("/// Nobody reads it.") && isRiddle("// no one else") && !isRiddle("// nobodyKnows"));
        QCOMPARE(withoutStrings("a(\"no \\\" one\");\nb(R\"(x\ny)\");"), "a(\"\");\nb(\n);");
        QVERIFY(!isTooLong(QString(120, 'a')) && isTooLong(QString(121, 'a')));
        QCOMPARE(linesOf("f", "a\nsomebody", &isRiddle), QStringList{"f:2: somebody"});
    }

    void commentsArePlainAndLinesEndAtColumn120()
    {
        QStringList riddles, tooLong;
        const QStringList paths = sources();
        QVERIFY(paths.size() > 1000);
        for (const QString& path : paths) {
            if (path == QLatin1String("tests/layers/test_words.cpp"))
                continue; // has them to find them
            const QString source = withoutStrings(textOf(path));
            riddles << linesOf(path, source, &isRiddle);
            tooLong << linesOf(path, source, &isTooLong);
        }
        QVERIFY2(riddles.isEmpty(), qPrintable("say who or what does it:\n" + riddles.join('\n')));
        QVERIFY2(tooLong.isEmpty(), qPrintable("longer than 120 columns:\n" + tooLong.join('\n')));
    }

    void theGlossaryLeadsToTheWord_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("file");
        for (const Entry& entry : glossary())
            QTest::newRow(entry.words.front().toUtf8().constData()) << entry.words.front() << entry.file;
    }
    void theGlossaryLeadsToTheWord()
    {
        QFETCH(QString, word);
        QFETCH(QString, file);
        QVERIFY2(QFileInfo::exists(root.filePath(file)), qPrintable(file));
        QVERIFY2(isExplainedIn(file, word), qPrintable(word + " stands in no comment of " + file));
    }

    /// What people who know other programs search for first.
    void theFieldsWordsAreInTheGlossary()
    {
        QStringList words;
        for (const Entry& entry : glossary())
            words << entry.words;
        for (const char* word : {"KV cache", "prefill", "decode step", "draft model", "proposer", "drafter",
                                 "rejection sampling", "tree attention", "block table", "acceptance length",
                                 "speculative tokens", "logits", "GEMV", "dequantisation"})
            QVERIFY2(words.contains(QLatin1String(word)), word);
    }
};

QTEST_APPLESS_MAIN(TestWords)
#include "test_words.moc"
