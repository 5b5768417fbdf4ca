// SPDX-License-Identifier: MIT
// Templates that never end, grow, or nest: each ends soon, with a sentence.
#include <QElapsedTimer>
#include <QTest>

#include "engine/jinja/template.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::jinja;

namespace {

QString failureOf(const std::string& source, const Limits& limits = {})
{
    Rendering rendering;
    rendering.limits = limits;
    const auto text =
        Template::parse(source).and_then([&](const Template& parsed) { return parsed.render(rendering); });
    return text ? QString("none") : QString::fromStdString(text.error().what);
}

std::string repeated(const std::string& text, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

} // namespace

class TestJinjaLimits : public QObject {
    Q_OBJECT
private slots:
    /// Lines that are longer than a short string's own memory.
    void longLinesAreIndented()
    {
        const auto text = Template::parse("{{ 'a text of more than fifteen bytes\\nand a second line of it'|indent }}")
                              .and_then([](const Template& parsed) { return parsed.render(Rendering()); });
        QVERIFY(text);
        QCOMPARE(QString::fromStdString(*text), "a text of more than fifteen bytes\n    and a second line of it");
    }
    void rangesEndAtTheLastNumber()
    {
        const auto text =
            Template::parse("{{ range(-9000000000000000000, 9000000000000000000, 1000000000000000000)|list|length }} "
                            "{{ range(9000000000000000000, -9000000000000000000)|list }}")
                .and_then([](const Template& parsed) { return parsed.render(Rendering()); });
        QVERIFY2(text, text ? "" : text.error().what.c_str());
        QCOMPARE(QString::fromStdString(*text), "18 []");
    }

    void theyAreKept_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("what");
        const QString doubled =
            "{% set ns = namespace(a='%1') %}{% for i in range(200) %}{% set ns.a = %2 %}{% endfor %}";
        const QString inside =
            "{% set ns = namespace(a=[]) %}{% for i in range(9999) %}{% set ns.a = %1 %}{% endfor %}";
        QTest::newRow("loops in loops")
            << "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"
            << "it takes more than 10000000 steps";
        QTest::newRow("a text that doubles")
            << doubled.arg("aaaaaaaa", "ns.a ~ ns.a") << "it takes more than 512 MiB of memory";
        QTest::newRow("printed twice a level") << "{% set ns = namespace(a=['xxxxxxxx']) %}{% for i in range(60) %}{% "
                                                  "set ns.a = [ns.a, ns.a] %}{% endfor %}{{ ns.a }}"
                                               << "it takes more than 10000000 steps";
        QTest::newRow("compared twice a level") << "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% "
                                                   "set n.a = [n.a, n.a] %}{% set n.b = [n.b, n.b] "
                                                   "%}{% endfor %}{{ n.a == n.b }}"
                                                << "it takes more than 10000000 steps";
        QTest::newRow("a text times a number") << "{{ 'abc' * 1000000000000 }}"
                                               << "it takes more than 512 MiB of memory";
        QTest::newRow("a list times a number") << "{{ ([1] * 9223372036854775807)|length }}"
                                               << "it takes more than 512 MiB of memory";
        QTest::newRow("texts beside one another") << "{% set a = 'x' * 100000000 %}{{ a ~ a ~ a ~ a ~ a ~ a }}"
                                                  << "it takes more than 512 MiB of memory";
        QTest::newRow("separators") << "{{ range(1000)|list|tojson(separators=['x' * 100000000, ':']) }}"
                                    << "it takes more than 512 MiB of memory";
        QTest::newRow("filled by a long character") << "{{ 'x'.ljust(500000000, '\xF0\x9F\x98\x80') }}"
                                                    << "it takes more than 512 MiB of memory";
        QTest::newRow("looked ahead in a loop") << "{% for x in range(100000) if true %}{{ loop.length }}{% endfor %}"
                                                << "none";
        QTest::newRow("centred") << "{{ 'a'.center(9000000000000) }}"
                                 << "it takes more than 512 MiB of memory";
        QTest::newRow("replaced") << "{{ ('a' * 1000000).replace('a', 'b' * 100000) }}"
                                  << "it takes more than 512 MiB of memory";
        QTest::newRow("batched") << "{{ [1]|batch(90000000000000, 'x')|list|length }}"
                                 << "it takes more than 512 MiB of memory";
        QTest::newRow("a wide format") << "{{ '%900000000d' % 1 }}"
                                       << "a format has a width or a precision over 100000";
        QTest::newRow("an output") << "{% set a = 'x' * 1000000 %}{% for i in range(100) %}{{ a }}{% endfor %}"
                                   << "it writes more than 64 MiB of text";
        QTest::newRow("a range") << "{{ range(100001)|length }}"
                                 << "a range has more than 100000 numbers";
        QTest::newRow("a macro that calls itself") << "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"
                                                   << "it calls and nests deeper than 1000 levels";
        QTest::newRow("a loop that calls itself") << "{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}"
                                                  << "it calls and nests deeper than 1000 levels";
        QTest::newRow("a list inside of lists")
            << inside.arg("[ns.a]") << "its lists and dicts nest deeper than 200 levels";
        QTest::newRow("a dict inside of dicts")
            << inside.arg("{'a': ns.a}") << "its lists and dicts nest deeper than 200 levels";
        QTest::newRow("a cycler inside of cyclers")
            << inside.arg("cycler(ns.a)") << "its lists and dicts nest deeper than 200 levels";
        QTest::newRow("a large number") << "{{ 10 ** 19 }}"
                                        << "a whole number goes beyond 64 bits, which is not supported";
        QTest::newRow("the smallest number") << "{{ (-9223372036854775807 - 1) // -1 }}"
                                             << "a whole number goes beyond 64 bits, which is not supported";
    }
    void theyAreKept()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, what);
        QElapsedTimer time;
        time.start();
        QCOMPARE(failureOf(source.toStdString()), what);
        QVERIFY2(time.elapsed() < 120'000, qPrintable(QString::number(time.elapsed())));
    }

    void deepSourcesAreRefused()
    {
        const QString refused = "it nests deeper than 200 levels";
        QCOMPARE(failureOf("{{ " + repeated("(", 5000) + "1" + repeated(")", 5000) + " }}"), refused);
        QCOMPARE(failureOf("{{ " + repeated("[", 100'000) + repeated("]", 100'000) + "}}"), refused);
        QCOMPARE(failureOf("{{ " + repeated("not ", 100'000) + "1 }}"), refused);
        QCOMPARE(failureOf("{{ " + repeated("-", 100'000) + "1 }}"), refused);
        QCOMPARE(failureOf("{{ 1" + repeated(" + 1", 100'000) + " }}"), refused);
        QCOMPARE(failureOf("{{ x" + repeated(".a", 100'000) + " }}"), refused);
        QCOMPARE(failureOf("{{ x" + repeated("|trim", 100'000) + " }}"), refused);
        QCOMPARE(failureOf(repeated("{% if 1 %}", 50'000)), refused);
        QCOMPARE(failureOf("{% set " + repeated("(", 100'000) + repeated(")", 100'000) + " = 1 %}"), refused);
        QCOMPARE(failureOf("{{ 1" + repeated(" if 1 else 1", 80'000) + " }}"), refused);
        QCOMPARE(failureOf("{{ 1" + repeated(" + 1", 100) + " }}"), "none");
        QCOMPARE(failureOf(std::string((1 << 20) + 1, ' ')), "it has more than 1024 KiB");
        QCOMPARE(failureOf("\xFF"), "it is not UTF-8");
    }

    /// Namespaces, macros and loops that hold each other, and themselves, go when the run ends (the sanitizers look).
    void whatHoldsItselfGoes()
    {
        QCOMPARE(failureOf("{% set ns = namespace() %}{% set ns.me = ns %}{{ ns.me.me is defined }}"), "none");
        QCOMPARE(failureOf("{% set ns = namespace() %}{% macro m() %}{{ ns }}{% endmacro %}{% set ns.m = m %}"),
                 "none");
        QCOMPARE(
            failureOf(
                "{% set ns = namespace() %}{% for i in range(50000) %}{% set n = namespace() %}{% set n.next = ns.last "
                "%}{% set ns.last = n %}{% endfor %}"),
            "none");
        QCOMPARE(
            failureOf(
                "{% set ns = namespace() %}{% for i in range(50000) %}{% set before = ns.m %}{% macro m() %}{{ before "
                "}}{% endmacro %}{% set ns.m = m %}{% endfor %}"),
            "none");
        QCOMPARE(failureOf("{% set ns = namespace(l=[]) %}{% for i in range(50000) %}{% for x in [1] %}{% set "
                           "_ = loop.changed(ns.l) %}{% set ns.l = loop %}{% endfor %}{% endfor %}"),
                 "none");
        QCOMPARE(
            failureOf("{% set ns = namespace() %}{% for x in [[1]] recursive %}{% set ns.l = loop %}{% endfor %}{{ "
                      "ns.l([1]) }}"),
            "a loop is called behind its end, which is not supported");
        QCOMPARE(failureOf("{% set ns = namespace() %}{% set ns.me = ns %}{{ ns }}"),
                 "it calls and nests deeper than 1000 levels");
    }

    void theyCanBeSetLower()
    {
        Limits limits;
        limits.steps = 100;
        QCOMPARE(failureOf("{% for i in range(100) %}{{ i }}{% endfor %}", limits), "it takes more than 100 steps");
        limits = {};
        limits.output = 10;
        QCOMPARE(failureOf("{% for i in range(6) %}ab{% endfor %}", limits), "it writes more than 0 MiB of text");
    }
};

DRAFTSCOPE_TEST(TestJinjaLimits)
#include "test_jinja_limits.moc"
