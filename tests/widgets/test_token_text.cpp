// SPDX-License-Identifier: MIT
// What a token looks like in one line: every byte shows as something, and no token disturbs its neighbours.
#include <cmath>
#include <limits>

#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/words/token_text.h"

using namespace draftscope;

class TestTokenText : public QObject {
    Q_OBJECT
private slots:
    void bytesBecomeOneLine_data();
    void bytesBecomeOneLine();
    void rightToLeftTextIsIsolated();
    void tokensOfARecording_data();
    void tokensOfARecording();
    void numbersSayWhatIsThere_data();
    void numbersSayWhatIsThere();
    void comparedNumbersDiffer_data();
    void comparedNumbersDiffer();
};

void TestTokenText::bytesBecomeOneLine_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("withVisibleSpaces");
    const auto row = [](const char* name, const QByteArray& bytes, const QString& text, const QString& visible) {
        QTest::newRow(name) << bytes << text << visible;
    };
    row("a word", " fly", " fly", "␣fly");
    row("spaces within and after", "a b ", "a b ", "a␣b␣");
    row("a newline", "\n", "⏎", "⏎");
    row("newlines in text", "a\n\nb", "a⏎⏎b", "a⏎⏎b");
    row("a tab", "\tx", "⇥x", "⇥x");
    row("a zero byte", QByteArray("a\0b", 3), "a⟨00⟩b", "a⟨00⟩b");
    row("a carriage return", "\r\n", "⟨0D⟩⏎", "⟨0D⟩⏎");
    row("escape and delete", "\x1B\x7F", "⟨1B⟩⟨7F⟩", "⟨1B⟩⟨7F⟩");
    row("letters with accents", "é", "é", "é");
    row("an emoji", " 🙂", " 🙂", "␣🙂");
    row("half an emoji", "\xF0\x9F", "⟨F0⟩⟨9F⟩", "⟨F0⟩⟨9F⟩");
    row("a cut sequence before a letter",
        "\xE2\x82"
        "a",
        "⟨E2⟩⟨82⟩a", "⟨E2⟩⟨82⟩a");
    row("a continuation byte alone", "\x80", "⟨80⟩", "⟨80⟩");
    row("an overlong slash", "\xC0\xAF", "⟨C0⟩⟨AF⟩", "⟨C0⟩⟨AF⟩");
    row("a byte that UTF-8 has not", "\xFF", "⟨FF⟩", "⟨FF⟩");
    row("nothing", "", "", "");
}

void TestTokenText::bytesBecomeOneLine()
{
    QFETCH(const QByteArray, bytes);
    const std::string_view view(bytes.data(), std::size_t(bytes.size()));
    QTEST(tokenText(view), "text");
    QTEST(tokenText(view, Spaces::visible), "withVisibleSpaces");
}

void TestTokenText::rightToLeftTextIsIsolated()
{
    const QChar isolate(0x2068), pop(0x2069);
    QCOMPARE(tokenText("שלום"), isolate + QStringLiteral("שלום") + pop);
    QCOMPARE(tokenText("مرحبا"), isolate + QStringLiteral("مرحبا") + pop);
    QVERIFY2(tokenText(" שלום") == QStringLiteral(" ") + isolate + QStringLiteral("שלום") + pop,
             "the space before it belongs to the line");
    QCOMPARE(quoted(sample::recording(), sample::hebrew),
             QStringLiteral("“") + isolate + QStringLiteral("שלום") + pop + QStringLiteral("”"));
    QVERIFY2(!tokenText("hello").contains(isolate), "left-to-right text needs no isolate");
}

void TestTokenText::tokensOfARecording_data()
{
    QTest::addColumn<int>("token");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("inASentence");
    const auto row = [](const char* name, TokenId token, const QString& text, const QString& inASentence) {
        QTest::newRow(name) << int(token) << text << inASentence;
    };
    row("a word", sample::fly, " fly", "“fly”");
    row("a dot", sample::dot, ".", "“.”");
    row("a newline", sample::newline, "⏎", "“⏎”");
    row("bytes of a cut character", sample::broken, "⟨E2⟩⟨82⟩", "“⟨E2⟩⟨82⟩”");
    row("a space alone", sample::space, " ", "“␣”");
    row("begin of text", sample::bos, "⟨begin⟩", "“⟨begin⟩”");
    row("end of text", sample::eos, "⟨end⟩", "“⟨end⟩”");
    row("one that was not recorded", 999, "⟨id 999⟩", "“⟨id 999⟩”");
}

void TestTokenText::tokensOfARecording()
{
    QFETCH(const int, token);
    const Recording recording = sample::recording();
    QTEST(tokenText(recording, token), "text");
    QTEST(quoted(recording, token), "inASentence");
}

void TestTokenText::numbersSayWhatIsThere_data()
{
    QTest::addColumn<std::optional<double>>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, std::optional<double> value, int decimals, const QString& text) {
        QTest::newRow(name) << value << decimals << text;
    };
    row("two decimals", 0.312, 2, "0.31");
    row("rounded up", 0.999, 2, "1.00");
    row("one", 1.0, 2, "1.00");
    row("no decimals", 7.4, 0, "7");
    row("exactly none", 0.0, 2, "0.00");
    row("small but not none", 0.004, 2, "0.004");
    row("smaller than is shown", 0.0004, 2, "<0.001");
    row("smaller, with more decimals", 0.00004, 3, "<0.001");
    row("unknown", std::nullopt, 2, "–");
    row("not a number", std::nan(""), 2, "–");
    row("infinite", std::numeric_limits<double>::infinity(), 2, "–");
}

void TestTokenText::numbersSayWhatIsThere()
{
    QFETCH(const std::optional<double>, value);
    QFETCH(const int, decimals);
    QTEST(number(value, decimals), "text");
}

void TestTokenText::comparedNumbersDiffer_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::addColumn<QString>("words");
    QTest::newRow("far apart") << 0.23 << 0.63 << "0.23 0.63";
    QTest::newRow("both nearly one") << 0.996 << 0.998 << "0.996 0.998";
    QTest::newRow("one, and nearly") << 1.0 << 0.9999 << "1.0000 0.9999";
    QTest::newRow("both nearly nothing") << 0.0001 << 0.0003 << "0.0001 0.0003";
    QTest::newRow("nothing, and nearly") << 0.0 << 0.0001 << "0.00 <0.001";
    QTest::newRow("very close") << 0.5 << 0.5000001 << "0.5000000 0.5000001";
    QTest::newRow("the same") << 0.5 << 0.5 << "0.50 0.50";
    QTest::newRow("unknown") << 0.5 << std::nan("") << "0.50 –";
}

void TestTokenText::comparedNumbersDiffer()
{
    QFETCH(const double, first);
    QFETCH(const double, second);
    const NumberPair words = compared(first, second);
    QTEST(words.first + ' ' + words.second, "words");
    const NumberPair turned = compared(second, first);
    QCOMPARE(turned.first, words.second);
    QCOMPARE(compared(first, std::nullopt).second, QStringLiteral("–"));
}

DRAFTSCOPE_WINDOW_TEST(TestTokenText)
#include "test_token_text.moc"
