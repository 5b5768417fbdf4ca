// SPDX-License-Identifier: MIT
// Fails where two files that may be compiled as one (a unity build's) have a file-local name in common. The compiler
// finds these only where a group happens to hold both files, and a new file shifts the groups.
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace {

using Pattern = QRegularExpression;

/// Without comments, strings, characters and lines of the preprocessor.
QString codeOf(QString text)
{
    const std::pair<const char*, const char*> leftOut[] = {
        {R"(R"(\w*)\((?s:.*?)\)\1")", "\"\""},
        {R"(//[^\n]*)", ""},
        {R"(/\*(?s:.*?)\*/)", ""},
        {R"("(?:\\.|[^"\\\n])*")", "\"\""},
        {R"('(?:\\.|[^'\\\n])+')", "' '"},
        {R"((?m)^\s*#(?:[^\n]*\\\n)*[^\n]*$)", ""},
    };
    for (const auto& [pattern, instead] : leftOut)
        text.replace(Pattern(pattern), instead);
    return text;
}

/// What stands directly in anonymous namespaces, with {} for each body.
QString outlineOf(const QString& code)
{
    QString outline;
    static const Pattern opening(R"(namespace\s*\{)");
    for (auto match = opening.globalMatch(code); match.hasNext();) {
        int depth = 1;
        for (qsizetype at = match.next().capturedEnd(); at < code.size() && depth > 0; ++at) {
            const QChar c = code[at];
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 1 || (c == '{' && depth == 2))
                outline += c;
        }
    }
    return outline.simplified();
}

/// Of functions with the types of their parameters, because others may be called alike.
QStringList localNames(const QString& code)
{
    static const Pattern statementEnd(R"((?<=\});|;|(?<=\})(?! *[;,)]) )");
    static const Pattern templated(R"(^template ?<[^{]*?> (?=\w))");
    static const Pattern type(R"(^(?:struct|class|enum class|enum) (\w+)|^using (\w+) =)");
    static const Pattern value(
        R"(^(?:\[\[\w+\]\] )?(?:constexpr |const |static |inline |thread_local )+[\w:<>,*& ]*?[ *&](\w+))"
        R"( ?(?:=|\{|\[|$))");
    static const Pattern function(R"(^[\w:<>,*&\[\] ]+?[ *&>](\w+) ?\(([^{]*)\)[^(){]*\{)");
    static const Pattern defaultArgument(" = [^,]+"), parameterName(R"( ?\w+ ?(?=,|$))");
    QStringList names;
    for (QString statement : outlineOf(code).split(statementEnd)) {
        statement = statement.trimmed().remove(templated).remove(" = {}");
        if (const auto match = type.match(statement); match.hasMatch())
            names << match.captured(1) + match.captured(2);
        else if (const auto constant = value.match(statement);
                 constant.hasMatch() && !constant.captured().contains('('))
            names << constant.captured(1);
        else if (const auto body = function.match(statement); body.hasMatch())
            names << body.captured(1) + '(' + body.captured(2).remove(defaultArgument).remove(parameterName) + ')';
    }
    return names;
}

/// Files of a folder's CMakeLists that are compiled alone.
QStringList compiledAlone(const QDir& folder)
{
    QFile list(folder.filePath("CMakeLists.txt"));
    if (!list.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(list.readAll());
    static const Pattern sources(R"(draftscope_library\([^)]*?SOURCES\s+((?:[\w/]+\.cpp\s+)+))");
    QStringList alone;
    for (auto match = sources.globalMatch(text); match.hasNext();)
        alone << match.next().captured(1).simplified().split(' ');
    static const Pattern skipped(R"(set_source_files_properties\(([\w/. ]+) PROPERTIES[^)]*SKIP_UNITY)");
    for (auto match = skipped.globalMatch(text); match.hasNext();)
        alone << match.next().captured(1).simplified().split(' ');
    return alone;
}

/// One line for each name that two files of a folder have.
QStringList clashesIn(const QDir& folder)
{
    const QStringList alone = compiledAlone(folder);
    QMap<QString, QStringList> filesOf;
    QDirIterator files(folder.path(), {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        const QString path = folder.relativeFilePath(file.fileName());
        if (alone.contains(path) || !file.open(QIODevice::ReadOnly))
            continue;
        QStringList names = localNames(codeOf(QString::fromUtf8(file.readAll())));
        names.removeDuplicates();
        for (const QString& name : names)
            filesOf[name] << path;
    }
    QStringList clashes;
    for (auto it = filesOf.begin(); it != filesOf.end(); ++it)
        if (it->size() > 1)
            clashes << folder.dirName() + ": " + it.key() + " in " + it->join(", ");
    return clashes;
}

} // namespace

class TestUnityNames : public QObject {
    Q_OBJECT
private slots:
    void namesAreFound()
    {
        const QString code =
            codeOf("namespace {\n// int comment() {}\nconstexpr int most = 3;\nstruct Held { int a; };\n"
                   "int twice(int a, const QString& b = {}) { return 2 * a; }\nusing Map = int;\n}\n"
                   "int outside() { return 1; }\n");
        QCOMPARE(localNames(code), (QStringList{"most", "Held", "twice(int, const QString&)", "Map"}));
    }

    void filesOfALibraryHaveNoLocalNameInCommon()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        QStringList folders{"gui", "widgets"};
        for (const QString& folder : QDir(root.filePath("engine")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (folder != "backend") // whose files are compiled alone
                folders << "engine/" + folder;
        QStringList clashes;
        for (const QString& folder : folders)
            clashes << clashesIn(QDir(root.filePath(folder)));
        QVERIFY2(clashes.isEmpty(), qPrintable("\n" + clashes.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestUnityNames)
#include "test_unity_names.moc"
