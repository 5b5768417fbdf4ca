// SPDX-License-Identifier: MIT
// Classes of the window stay small enough to be read: so many public functions and members, and no more.
#include <QDirIterator>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

constexpr int mostFunctions = 25, mostMembers = 20;

struct Size {
    int functions = 0, members = 0;
    friend bool operator==(const Size&, const Size&) = default;
};

QString withoutComments(QString source)
{
    static const QRegularExpression comments(R"(//[^\n]*|/\*.*?\*/)", QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression texts(R"("(?:\\.|[^"\\\n])*")");
    return source.remove(comments).replace(texts, QStringLiteral("\"\""));
}

/// The declarations in a class: what is in braces within it is left out.
QString bodyAt(const QString& source, qsizetype begin)
{
    QString body;
    int depth = 1;
    for (qsizetype at = begin; at < source.size() && depth > 0; ++at) {
        const QChar c = source[at];
        if (c == '{' && ++depth == 2)
            body += c;
        else if (c == '}' && --depth == 1)
            body += c;
        else if (depth == 1 && c != '{' && c != '}')
            body += c;
    }
    return body;
}

Size sizeOf(QString body, bool isPublic)
{
    static const QRegularExpression access(R"((public|private|protected|signals)( slots)?:)");
    static const QRegularExpression function(R"(\w\s*\()"), noFunction(R"(^(using|friend|Q_|static_assert|enum))");
    static const QRegularExpression ends(R"(;|(?<=\}))"), member(R"(\bm_\w+)");
    Size size;
    QSet<QString> members;
    for (const QString& part : body.replace(access, QStringLiteral(";\\1:;")).split(ends)) {
        const QString words = part.trimmed();
        if (const auto is = access.match(words); is.hasMatch()) {
            isPublic = is.captured(1) == "public";
            continue;
        }
        size.functions += isPublic && words.contains(function) && !words.contains(noFunction) ? 1 : 0;
        for (auto each = member.globalMatch(words.section('(', 0, 0)); each.hasNext();)
            members.insert(each.next().captured());
    }
    size.members = int(members.size());
    return size;
}

QMap<QString, Size> classesIn(const QString& header)
{
    static const QRegularExpression begin(R"(\b(class|struct) (\w+)(?: final)?(?: *: *[^;{(]*)?\s*\{)");
    const QString source = withoutComments(header);
    QMap<QString, Size> found;
    for (auto match = begin.globalMatch(source); match.hasNext();) {
        const auto m = match.next();
        found[m.captured(2)] = sizeOf(bodyAt(source, m.capturedEnd()), m.captured(1) == "struct");
    }
    return found;
}

} // namespace

class TestClassSizes : public QObject {
    Q_OBJECT
private slots:
    void countsWhatIsThere()
    {
        const auto found = classesIn("class A : public B {\n    Q_OBJECT\npublic:\n    A(int a = f(1));\n"
                                     "    int a() const { return m_a; } // no more(\n    enum class E { x, y };\n"
                                     "signals:\n    void b();\npublic slots:\n    void c();\nprivate:\n    void d();\n"
                                     "    int m_a = 0, m_b{1};\n    Q* m_c = nullptr;\n};\n"
                                     "struct S {\n    void e();\n    int x;\n};\n");
        QCOMPARE(found.value("A"), (Size{3, 3}));
        QCOMPARE(found.value("S"), (Size{1, 0}));
    }

    void classesOfTheWindowAreSmall()
    {
        const QDir root(DRAFTSCOPE_SOURCE_DIR);
        QDirIterator files(root.filePath("gui"), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
        QStringList wrong;
        int seen = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto classes = classesIn(QString::fromUtf8(file.readAll()));
            for (auto each = classes.begin(); each != classes.end(); ++each) {
                ++seen;
                if (each->functions > mostFunctions || each->members > mostMembers)
                    wrong << QStringLiteral("%1 has %2 public functions and %3 members: no more than %4 and %5")
                                 .arg(each.key())
                                 .arg(each->functions)
                                 .arg(each->members)
                                 .arg(mostFunctions)
                                 .arg(mostMembers);
            }
        }
        QVERIFY(seen > 100);
        QVERIFY2(wrong.isEmpty(), qPrintable('\n' + wrong.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestClassSizes)
#include "test_class_sizes.moc"
