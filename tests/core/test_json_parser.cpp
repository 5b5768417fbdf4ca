// SPDX-License-Identifier: MIT
// What the JSON parser builds, what it refuses, and that its time grows with the length of the text only.
#include "engine/core/json_parser.h" // before Qt, whose qfloat16 confuses nlohmann

#include <QTest>

#include "tests/test_main.h"

using namespace draftscope;
using Flaw = ParsedJson::Flaw;
Q_DECLARE_METATYPE(draftscope::ParsedJson::Flaw)

class TestJsonParser : public QObject {
    Q_OBJECT
private slots:
    /// The same document as nlohmann's own parser gives.
    void buildsDocuments()
    {
        const std::string text = R"({"a": [1, -2, 3.5, true, null, "é\n", [], {}], "b": {"c": {"d": )"
                                 R"([[1], [2, {"e": 18446744073709551615}]]}}, "f": 1e3})";
        const ParsedJson parsed = parseJson(text);
        QCOMPARE(parsed.flaw, Flaw::none);
        QVERIFY(parsed.document == nlohmann::json::parse(text));
        QVERIFY(parseJson("7").document == 7);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Flaw>("flaw");
        QTest::newRow("nothing") << QByteArray() << Flaw::syntax;
        QTest::newRow("a cut object") << QByteArray(R"({"a":)") << Flaw::syntax;
        QTest::newRow("two documents") << QByteArray("{} {}") << Flaw::syntax;
        QTest::newRow("bytes that are no text") << QByteArray("\"\xff\"") << Flaw::syntax;
        QTest::newRow("a number past all") << QByteArray("1e999") << Flaw::syntax;
        QTest::newRow("a key twice") << QByteArray(R"({"a":1,"b":{"a":1,"a":2}})") << Flaw::repeatedKey;
        QTest::newRow("64 levels") << QByteArray(64, '[') + QByteArray(64, ']') << Flaw::none;
        QTest::newRow("65 levels") << QByteArray(65, '[') + QByteArray(65, ']') << Flaw::tooDeep;
        QTest::newRow("a million levels") << QByteArray(1'000'000, '[') << Flaw::tooDeep;
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(Flaw, flaw);
        QCOMPARE(parseJson(text.toStdString()).flaw, flaw);
    }

    void namesTheRepeatedKey() { QCOMPARE(parseJson(R"({"one":1,"one":2})").key, "one"); }

    void countsValues()
    {
        const JsonLimits limits{.values = 10};
        QCOMPARE(parseJson("[1,2,3,4,5,6,7,8,9]", limits).flaw, Flaw::none);
        QCOMPARE(parseJson("[1,2,3,4,5,6,7,8,9,10]", limits).flaw, Flaw::tooMany);
    }

    void canBeCancelled()
    {
        const std::atomic<bool> cancelled = true;
        std::string text = "[0";
        for (int i = 0; i < 10'000; ++i)
            text += ",0";
        QCOMPARE(parseJson(text + "]", {}, {{}, &cancelled}).flaw, Flaw::cancelled);
    }

    /// Eight megabytes of siblings. A parser that compares each with all others takes hours, and Qt Test ends it.
    void takesLinearTime()
    {
        std::string text = "{";
        for (int i = 0; i < 400'000; ++i)
            text += (i ? ",\"" : "\"") + std::to_string(i) + "\":{\"a\":[]}";
        const ParsedJson parsed = parseJson(text + "}");
        QCOMPARE(parsed.flaw, Flaw::none);
        QCOMPARE(parsed.document.size(), std::size_t(400'000));
    }
};

DRAFTSCOPE_TEST(TestJsonParser)
#include "test_json_parser.moc"
