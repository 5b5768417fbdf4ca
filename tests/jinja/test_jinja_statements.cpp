// SPDX-License-Identifier: MIT
// Statement by statement as jinja2 has it: statements.json, which make_jinja_golden.py wrote.
#include <fstream>

#include <QTest>

#include "engine/jinja/template.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::jinja;

namespace {

Json statements()
{
    std::ifstream file(DRAFTSCOPE_SOURCE_DIR "/tests/jinja/statements.json");
    return Json::parse(file);
}

tl::expected<std::string, Failure> rendered(const std::string& source, const Rendering& rendering = {})
{
    return Template::parse(source).and_then([&](const Template& parsed) { return parsed.render(rendering); });
}

} // namespace

class TestJinjaStatements : public QObject {
    Q_OBJECT
private slots:
    void theyGiveWhatJinjaGives()
    {
        const Json golden = statements();
        Rendering rendering;
        for (const auto& [name, value] : golden["variables"].items())
            rendering.variables.emplace_back(name, value);
        QStringList wrong, unsupported;
        int count = 0, failed = 0;
        for (const Json& entry : golden["statements"]) {
            ++count;
            const auto source = entry["template"].get<std::string>();
            const auto text = rendered(source, rendering);
            const QString got = QString::fromStdString(text ? *text : "error: " + text.error().what);
            if (!text && (text.error().line < 1 || text.error().what.empty()))
                wrong << QString::fromStdString(source) + " says no place: " + got;
            if (text && entry.value("text", Json()) != *text)
                wrong << QString::fromStdString(entry.dump()) + " gives " + got;
            if (text)
                continue;
            ++failed;
            if (entry.contains("raised") && entry["raised"] != text.error().what)
                wrong << QString::fromStdString(entry.dump()) + " gives " + got;
            if (entry.contains("text") && text.error().kind == FailureKind::unsupported)
                unsupported << QString::fromStdString(source);
            else if (entry.contains("text"))
                wrong << QString::fromStdString(entry.dump()) + " gives " + got;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        QVERIFY(count > 800 && failed > 100);
        // All that is not supported of what jinja2 renders. (What prints an address there is an error here, too.)
        QCOMPARE(unsupported,
                 (QStringList{"{{ 'a'|pprint }}", "{{ self }}", "{{ big * big * big }}", "{{ range(3) }}",
                              "{% autoescape true %}{{ html }}{% endautoescape %}"}));
    }

    void whatIsNotSupportedIsNamedWithItsLine_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("line");
        QTest::newRow("include") << "a\n{% include 'x' %}"
                                 << "the statement include is not supported" << 2;
        QTest::newRow("import") << "\n\n{% import 'x' as y %}"
                                << "the statement import is not supported" << 3;
        QTest::newRow("extends") << "{% extends 'x' %}"
                                 << "the statement extends is not supported" << 1;
        QTest::newRow("filter") << "{{ 1 }}\n{{ 'a' | wordwrap }}"
                                << "the filter wordwrap is not supported" << 2;
        QTest::newRow("no filter") << "\n{{ 'a' | nope }}"
                                   << "there is no filter nope" << 2;
        QTest::newRow("method") << "{% if true %}\n\n{{ 'a'.translate({}) }}{% endif %}"
                                << "the method translate of a str is not supported" << 3;
        QTest::newRow("statement") << "{% do x %}"
                                   << "there is no statement do" << 1;
        QTest::newRow("in a macro") << "{% macro m() %}\n{{ 1 + 'a' }}{% endmacro %}\n\n{{ m() }}"
                                    << "+ does not go with a int and a str" << 2;
        QTest::newRow("behind a tag of several lines") << "{{ [1,\n2] }}\n{{ x.y }}"
                                                       << "'x' is undefined" << 3;
        QTest::newRow("raised") << "\n{{ raise_exception('Only users') }}"
                                << "Only users" << 2;
        QTest::newRow("generator") << "{{ [1]|map('string') }}"
                                   << "the result of a filter is printed that has no text: |list makes a list of it"
                                   << 1;
    }
    void whatIsNotSupportedIsNamedWithItsLine()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, what);
        QFETCH(const int, line);
        const auto text = rendered(source.toStdString());
        QVERIFY(!text);
        QCOMPARE(QString::fromStdString(text.error().what), what);
        QCOMPARE(text.error().line, line);
    }

    void theTimeIsTheMachines()
    {
        Rendering rendering;
        std::tm day{};
        day.tm_year = 126, day.tm_mon = 6, day.tm_mday = 4, day.tm_hour = 15, day.tm_min = 7, day.tm_isdst = -1;
        rendering.now = std::chrono::system_clock::from_time_t(std::mktime(&day)) + std::chrono::microseconds(42);
        const auto text = rendered("{{ strftime_now('%d %b %Y, %H:%M %A %j %%Y %f') }}", rendering);
        QCOMPARE(QString::fromStdString(*text), "04 Jul 2026, 15:07 Saturday 185 %Y 000042");
    }

    void keysKeepTheirOrder()
    {
        Rendering rendering;
        rendering.variables = {{"m", Json::parse(R"({"z": 1, "a": [true, null, 1.0, -3]})")}};
        QCOMPARE(QString::fromStdString(*rendered("{{ m }} {{ m | tojson }}", rendering)),
                 "{'z': 1, 'a': [True, None, 1.0, -3]} {\"z\": 1, \"a\": [true, null, 1.0, -3]}");
    }

    void severalRunsOfOneTemplateAreAlike()
    {
        const auto parsed =
            Template::parse("{% set ns = namespace(n=0) %}{% for i in range(3) %}{% set ns.n = ns.n + i %}"
                            "{% endfor %}{% macro m() %}{{ ns.n }}{% endmacro %}{{ m() }}");
        QVERIFY(parsed);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(QString::fromStdString(*parsed->render({})), "3");
    }
};

DRAFTSCOPE_TEST(TestJinjaStatements)
#include "test_jinja_statements.moc"
