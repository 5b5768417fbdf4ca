// SPDX-License-Identifier: MIT
// The numbers in the tool bar: what is shown where there is room, and that a number never stands without meaning.
#include <QLabel>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/style/theme.h"

using namespace draftscope;

class TestMetricStrip : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void cleanup() { Theme::apply(*qApp, ThemeKind::light); }
    void showsAsMuchAsThereIsRoomFor_data();
    void showsAsMuchAsThereIsRoomFor();
    void largerTextNeedsMoreRoom();
    void asWideAsItSaysItShowsAllNumbers();
    void aMarkNeedsNoMoreRoom();
    void saysWhatTheNumbersMean();
    void nothingMeasuredIsADash();
    void whatAPersonForcedIsMarked();

private:
    static constexpr int besideWords = 14; ///< of labels

    static QStringList shown(const MetricStrip& strip)
    {
        QStringList words;
        for (const QLabel* label : strip.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                words << label->text();
        words.sort();
        return words;
    }
    static void fill(MetricStrip& strip, int width)
    {
        strip.setBackend("CPU");
        strip.setMetrics(2.5, 1.7, 0.6);
        sample::show(strip, {width, 46});
    }
};

/// The mark of a what-if needs no more room, so buttons beside the numbers stay where they are.
void TestMetricStrip::aMarkNeedsNoMoreRoom()
{
    MetricStrip strip;
    fill(strip, 800);
    const int before = strip.widthOfAll();
    strip.setChosen(1, 2);
    QCOMPARE(strip.widthOfAll(), before);
    sample::show(strip, {before + besideWords, 46});
    QVERIFY2(shown(strip).contains("1.7×*"), qPrintable(shown(strip).join(' ')));
}

void TestMetricStrip::showsAsMuchAsThereIsRoomFor_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<QStringList>("words");
    const QString unit = "tokens / target pass", plain = "vs. plain decoding";
    QTest::newRow("narrow") << 60 << QStringList{"2.50"};
    QTest::newRow("with the acceptance rate") << 190 << QStringList{"2.50", "α 0.60"};
    QTest::newRow("with a shorter unit") << 262 << QStringList{"2.50", "tokens/step", "α 0.60"};
    QTest::newRow("with the speed-up") << 400 << QStringList{"1.7×", "2.50", "tokens/step", "vs. plain", "α 0.60"};
    QTest::newRow("with whole units") << 510 << QStringList{"1.7×", "2.50", unit, plain, "α 0.60"};
    QTest::newRow("all") << 800 << QStringList{"1.7×", "2.50", "CPU", unit, plain, "α 0.60"};
}

void TestMetricStrip::showsAsMuchAsThereIsRoomFor()
{
    QFETCH(const int, width);
    QFETCH(const QStringList, words);
    MetricStrip strip;
    fill(strip, width);
    QCOMPARE(shown(strip), words);
    for (const QLabel* label : strip.findChildren<QLabel*>())
        if (label->isVisible())
            QVERIFY2(label->width() >= label->sizeHint().width() || label->text() == "2.50", qPrintable(label->text()));
}

void TestMetricStrip::largerTextNeedsMoreRoom()
{
    MetricStrip strip;
    fill(strip, 330);
    const auto before = shown(strip).size();
    Theme::apply(*qApp, ThemeKind::light, 20);
    QApplication::processEvents();
    QVERIFY(shown(strip).size() < before);
    QVERIFY(shown(strip).contains("2.50"));
}

void TestMetricStrip::asWideAsItSaysItShowsAllNumbers()
{
    MetricStrip strip;
    fill(strip, strip.widthOfAll() + besideWords);
    QCOMPARE(shown(strip), (QStringList{"1.7×", "2.50", "tokens/step", "vs. plain", "α 0.60"}));
}

void TestMetricStrip::saysWhatTheNumbersMean()
{
    MetricStrip strip;
    for (const QLabel* label : strip.findChildren<QLabel*>())
        if (label->objectName() != "muted")
            QVERIFY2(label->toolTip().size() > 20, qPrintable(label->text()));
}

void TestMetricStrip::nothingMeasuredIsADash()
{
    MetricStrip strip;
    fill(strip, 800);
    strip.setMetrics(std::nullopt, std::nullopt, std::nullopt);
    QVERIFY(shown(strip).contains("–"));
    QVERIFY(shown(strip).contains("α –"));
}

void TestMetricStrip::whatAPersonForcedIsMarked()
{
    MetricStrip strip;
    fill(strip, 800);
    strip.setChosen(3, 41);
    QVERIFY2(shown(strip).contains("α 0.60*") && shown(strip).contains("2.50*"), qPrintable(shown(strip).join(' ')));
    for (const QLabel* label : strip.findChildren<QLabel*>())
        if (label->text().endsWith('*'))
            QVERIFY2(label->toolTip().contains("* 3 of 41 verdicts"), qPrintable(label->toolTip()));
    strip.setChosen(0, 41);
    QVERIFY(shown(strip).contains("α 0.60"));
}

DRAFTSCOPE_WINDOW_TEST(TestMetricStrip)
#include "test_metric_strip.moc"
