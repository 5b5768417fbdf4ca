// SPDX-License-Identifier: MIT
// What documents link to and name is there: pages, headings, files.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

namespace {

const QDir root(QStringLiteral(DRAFTSCOPE_SOURCE_DIR));

/// Without blocks of code, which may show what people write themselves.
QString pageText(const QString& path)
{
    QFile file(root.filePath(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression block(R"(```.*?```)", QRegularExpression::DotMatchesEverythingOption);
    return QString::fromUtf8(file.readAll()).remove(block);
}

QStringList pages()
{
    QStringList paths;
    for (const QString& path : root.entryList({"*.md"}, QDir::Files))
        paths << path;
    for (const char* folder : {"docs", "resources", "tests"})
        for (QDirIterator i(root.filePath(folder), {"*.md"}, QDir::Files, QDirIterator::Subdirectories); i.hasNext();)
            paths << root.relativeFilePath(i.next());
    return paths;
}

/// What GitHub calls a heading in an address.
QString anchorOf(QString heading)
{
    static const QRegularExpression address(R"(\]\([^)]*\))"), mark(R"([^\p{L}\p{N}_\- ])");
    return heading.trimmed().toLower().remove(address).remove(mark).replace(' ', '-');
}

bool hasHeading(const QString& text, const QString& anchor)
{
    static const QRegularExpression heading(R"(^#+ (.*)$)", QRegularExpression::MultilineOption);
    for (auto match = heading.globalMatch(text); match.hasNext();)
        if (anchorOf(match.next().captured(1)) == anchor)
            return true;
    return false;
}

/// Why a link of a page leads nowhere; empty where it leads somewhere, or out of the repository.
QString whyBroken(const QString& page, const QString& link)
{
    if (link.contains(QLatin1Char(':')))
        return {};
    const QString file = link.section('#', 0, 0), anchor = link.section('#', 1);
    const QString path = file.isEmpty() ? page : QDir::cleanPath(QFileInfo(page).path() + QLatin1Char('/') + file);
    if (!QFileInfo::exists(root.filePath(path)))
        return page + ": " + link + " is not there";
    if (!anchor.isEmpty() && !hasHeading(pageText(path), anchor))
        return page + ": " + link + " has no such heading";
    return {};
}

QStringList brokenLinks(const QString& page, const QString& text)
{
    static const QRegularExpression link(R"(\]\(([^)\s]+)\))");
    QStringList broken;
    for (auto match = link.globalMatch(text); match.hasNext();)
        broken << whyBroken(page, match.next().captured(1));
    broken.removeAll(QString());
    return broken;
}

/// Paths in code spans that are not there. NAME stands for what the reader calls it.
QStringList missingFiles(const QString& page, const QString& text)
{
    static const QRegularExpression path(R"(`((?:engine|gui|widgets|tests|resources|docs|\.ci)/[\w./+-]+)`)");
    QStringList missing;
    for (auto match = path.globalMatch(text); match.hasNext();)
        if (const QString named = match.next().captured(1);
            !named.contains("NAME") && !QFileInfo::exists(root.filePath(named)))
            missing << page + ": there is no " + named;
    return missing;
}

/// In a table of two columns, "subject | files", a bare name is a file in the folder of the path before it.
QStringList misplacedFiles(const QString& page, const QString& text)
{
    static const QRegularExpression span(R"(`([\w./-]+)`)"), source(R"(^[\w-]+\.(cpp|h|cu|cuh)$)");
    QStringList misplaced;
    for (const QString& line : text.split('\n')) {
        if (!line.startsWith('|') || line.count('|') != 3)
            continue;
        QString folder;
        for (auto match = span.globalMatch(line); match.hasNext();) {
            const QString named = match.next().captured(1);
            if (named.contains('/'))
                folder = QFileInfo(named).path();
            else if (source.match(named).hasMatch() && !QFileInfo::exists(root.filePath(folder + '/' + named)))
                misplaced << page + ": " + named + " is not in " + folder;
        }
    }
    return misplaced;
}

} // namespace

class TestDocuments : public QObject {
    Q_OBJECT
private slots:
    void theChecksFindWhatTheyLookFor()
    {
        QCOMPARE(brokenLinks("docs/using.md", "[a](docs/methods.md) [b](methods.md) [c](https://example.org/x)").size(),
                 1);
        QCOMPARE(brokenLinks("docs/using.md", "[a](glossary.md#words) [b](glossary.md#no-such-heading)").size(), 1);
        QCOMPARE(missingFiles("p", "`gui/main.cpp` `gui/no_such.cpp` `gui/panels/NAME_panel.h`").size(), 1);
        QCOMPARE(misplacedFiles("p", "| s | `gui/panels/panels.cpp`, `panels.h`, `main.cpp` |").size(), 1);
    }

    void linksLeadSomewhere()
    {
        QStringList broken;
        const QStringList all = pages();
        QVERIFY(all.size() > 40);
        for (const QString& page : all)
            broken << brokenLinks(page, pageText(page));
        QVERIFY2(broken.isEmpty(), qPrintable(broken.join('\n')));
    }

    void filesThatAreNamedAreThere()
    {
        QStringList missing;
        for (const QString& page : pages())
            missing << missingFiles(page, pageText(page));
        missing << misplacedFiles("docs/glossary.md", pageText("docs/glossary.md"));
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestDocuments)
#include "test_documents.moc"
