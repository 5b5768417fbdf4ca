// SPDX-License-Identifier: MIT
// Text from files as a terminal gets it: what would act is written out.
#include <QTest>

#include "engine/core/printable.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestPrintable : public QObject {
    Q_OBJECT
private slots:
    void controlsAreWrittenOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("asName");
        QTest::addColumn<QByteArray>("asText");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& asName,
                            const QByteArray& asText) { QTest::newRow(name) << text << asName << asText; };
        const auto same = [&](const char* name, const QByteArray& text) { row(name, text, text, text); };
        same("nothing", "");
        same("plain", "Tales 6M (bf16)");
        same("other scripts", "größe 模型 مرحبا 😀");
        same("looks like an escape", "\\x1B");
        row("escape", "a\x1B[31mb", "a\\x1B[31mb", "a\\x1B[31mb");
        row("zero", QByteArray("a\0b", 3), "a\\x00b", "a\\x00b");
        row("delete", "a\x7F", "a\\x7F", "a\\x7F");
        row("lines", "a\nb\tc", "a\\x0Ab\\x09c", "a\nb\tc");
        row("carriage return", "a\r\nb", "a\\x0D\\x0Ab", "a\\x0D\nb");
        row("C1",
            "\xC2\x9B"
            "2J",
            "\\u009B2J", "\\u009B2J");
        row("first after C1", "\xC2\xA0", "\xC2\xA0", "\xC2\xA0");
        row("override",
            "\u202E"
            "gpj",
            "\\u202Egpj",
            "\u202E"
            "gpj");
        row("isolate, mark, separator", "\u2066\u200F\u061C\u2028", "\\u2066\\u200F\\u061C\\u2028",
            "\u2066\u200F\u061C\u2028");
        row("beside them", "\u2065\u200D\u202F", "\u2065\u200D\u202F", "\u2065\u200D\u202F");
        row("no UTF-8", "a\xFF\xC3(", "a\\xFF\\xC3(", "a\\xFF\\xC3(");
        row("a bare C1 byte",
            "\x9B"
            "2J",
            "\\x9B2J", "\\x9B2J");
        row("cut", "a\xE2\x82", "a\\xE2\\x82", "a\\xE2\\x82");
    }
    void controlsAreWrittenOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, asName);
        QFETCH(QByteArray, asText);
        QCOMPARE(QByteArray::fromStdString(printableName(text.toStdString())), asName);
        QCOMPARE(QByteArray::fromStdString(printableText(text.toStdString())), asText);
    }
};

DRAFTSCOPE_TEST(TestPrintable)
#include "test_printable.moc"
