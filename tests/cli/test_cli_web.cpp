// SPDX-License-Identifier: MIT
// draftscope-cli trace --web: a run as one HTML file. What is in it is compared with the trace, and where Chromium is
// (Debian's package chromium) the page is driven there: by keys, clicks and a finger.
#include <cmath>

#include <QTemporaryDir>

#include "command_line.h"
#include "engine/analysis/metrics.h"
#include "engine/record/cache_table.h"
#include "engine/trace/trace_file.h"
#include "tests/fixtures/chromium.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::Chromium;
using test::cli;

namespace {

const QString hostilePrompt =
    QStringLiteral("</script><script>document.title='taken'</script><!-- <b>bold</b> {{data}} \"quoted\" & more");

QByteArray bytesOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject jsonIn(const QByteArray& page)
{
    const QByteArray before = "<script type=\"application/json\" id=\"run\">";
    const qsizetype begin = page.indexOf(before) + before.size(), end = page.indexOf("</script>", begin);
    return QJsonDocument::fromJson(page.mid(begin, end - begin)).object();
}

/// What the page shows at a moment, read from its elements.
const QString readPage = QStringLiteral(R"((() => {
    const all = (selector) => [...document.querySelectorAll(selector)], data = (element) => ({ ...element.dataset });
    return {
        at: document.body.dataset.at,
        nodes: all('#stage [data-node]').map(data).sort((a, b) => a.node - b.node),
        draw: all('#stage .drawn-one').map(data),
        text: all('#text > .token:not(.future):not([hidden])').map((one) => Number(one.dataset.token)),
        entries: all('#distribution .entry[data-token]').map(data),
        slots: all('#cache .slots[data-cache]').map((strip) => [...strip.children].map(data)),
        metrics: Object.fromEntries(all('#metrics dd').map((one) => [one.dataset.metric, one.textContent])),
        sentence: document.getElementById('sentence').textContent,
    };
})())");

QString wordOf(Verdict verdict)
{
    return verdict == Verdict::accepted ? "accepted" : verdict == Verdict::rejected ? "rejected" : "notJudged";
}

/// The same bits: the page's numbers are the trace's.
bool isSame(const QJsonValue& shown, std::optional<double> recorded)
{
    if (!recorded)
        return shown.isUndefined();
    bool isNumber = false;
    const double number = shown.toString().toDouble(&isNumber);
    return isNumber && number == *recorded;
}

/// What differs between the page and the recording at a moment; empty: nothing.
QString difference(const QJsonObject& page, const Recording& recording, int r, int count)
{
    const RoundRecord round = atMoment(recording.round(0, r), count);
    const QJsonArray nodes = page["nodes"].toArray();
    std::vector<int> seen; // pruned ones make room in the drawing
    for (int n = 0; n < int(round.nodes.size()); ++n)
        if (!round.nodes[std::size_t(n)].pruned)
            seen.push_back(n);
    if (nodes.size() != qsizetype(seen.size()))
        return QStringLiteral("%1 nodes instead of %2").arg(nodes.size()).arg(seen.size());
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const QJsonObject shown = nodes[i].toObject();
        const NodeRecord& node = round.nodes[std::size_t(seen[std::size_t(i)])];
        const bool isVerified = round.isVerified();
        if (shown["token"].toString().toInt() != int(node.token) || shown["verdict"].toString() != wordOf(node.verdict)
            || shown["parent"].toString().toInt() != node.parent || !isSame(shown["q"], node.q)
            || !isSame(shown["p"], isVerified ? std::optional(node.p) : std::nullopt)
            || !isSame(shown["acceptance"], node.acceptance)
            || !isSame(shown["u"], round.isGreedy() ? std::nullopt : node.u))
            return QStringLiteral("node %1: ").arg(i) + QJsonDocument(shown).toJson();
    }
    const QJsonArray draw = page["draw"].toArray();
    if (draw.size() != (round.draw ? 1 : 0)
        || (round.draw && draw[0].toObject()["token"].toString().toInt() != int(round.draw->token)))
        return QStringLiteral("the draw");
    std::vector<CommittedToken> text = recording.tokensBefore(0, r);
    text.insert(text.end(), round.committed.begin(), round.committed.end());
    const QJsonArray tokens = page["text"].toArray();
    if (tokens.size() != qsizetype(text.size()))
        return QStringLiteral("%1 tokens of text instead of %2").arg(tokens.size()).arg(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        if (tokens[qsizetype(i)].toInt() != int(text[i].token))
            return QStringLiteral("token %1 of the text").arg(i);
    return {};
}

/// The entries that are listed, with the record's own numbers.
QString differenceOfEntries(const QJsonObject& page, const DistributionRecord& record)
{
    int found = 0;
    for (const QJsonValue& each : page["entries"].toArray()) {
        const QJsonObject shown = each.toObject();
        for (const DistributionEntry& entry : record.top)
            if (int(entry.token) == shown["token"].toString().toInt()) {
                ++found;
                const bool hasResidual = shown.contains("residual");
                if (float(shown["p"].toString().toDouble()) != entry.p
                    || (record.hasQ && float(shown["q"].toString().toDouble()) != entry.q)
                    || (hasResidual && float(shown["residual"].toString().toDouble()) != entry.residual))
                    return QJsonDocument(shown).toJson();
            }
    }
    return found == page["entries"].toArray().size() && found > 0 ? QString() : QStringLiteral("entries are missing");
}

} // namespace

class TestCliWeb : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void makePage(const QString& name, const QStringList& how)
    {
        const auto run = cli(QStringList{"generate", "--trace", path(name + ".jsonl"), "--threads", "1"} + how);
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const auto page = cli({"trace", path(name + ".jsonl"), "--web", path(name + ".html")});
        QVERIFY2(page.status == 0, qPrintable(page.err));
    }

private slots:
    void initTestCase()
    {
        makePage("chain", {"--temperature", "0.8", "--seed", "6", "--k", "6", "--tokens", "60"});
        makePage("tree", {"--method", "eagle", "--tree", "dynamic", "--temperature", "0.8", "--tokens", "40"});
        makePage("siblings", {"--tree", "fixed-widths", "--temperature", "1", "--k", "3", "--tokens", "30"});
        makePage("greedy", {"--greedy", "--tokens", "20"});
        makePage("hostile", {"--prompt", hostilePrompt, "--temperature", "1", "--tokens", "8"});
        const auto batch = cli({"batch", "--prompt", "Once upon a time", "--prompt", "The little dog", "--tokens", "24",
                                "--temperature", "0.8", "--traces", path("batch"), "--threads", "1"});
        QVERIFY2(batch.status == 0, qPrintable(batch.err));
        const auto page = cli({"trace", path("batch"), "--web", path("batch.html"), "--language", "de"});
        QVERIFY2(page.status == 0 && page.out.contains("batch.html"), qPrintable(page.err));
    }

    void nothingComesFromElsewhere()
    {
        for (const char* name : {"chain", "tree", "batch", "hostile"}) {
            const QByteArray page = bytesOfFile(path(QLatin1String(name) + ".html"));
            QVERIFY(page.startsWith("<!doctype html>"));
            QVERIFY(page.contains("default-src 'none'"));
            for (const char* outside :
                 {"http://", "https://", "src=", "href=", "url(", "@import", "eval(", "innerHTML"}) {
                const QByteArray without = QByteArray(page).replace("http://www.w3.org/2000/svg", "");
                QVERIFY2(!without.contains(outside), outside);
            }
        }
    }

    /// Whatever a text says, the page has its own two scripts only: the run, and what steps through it.
    void textStaysText()
    {
        const QByteArray page = bytesOfFile(path("hostile.html"));
        QCOMPARE(page.count("<script"), 2);
        QCOMPARE(page.count("</script"), 2);
        QVERIFY(!page.contains("<!--") && !page.contains("<b>"));
        QByteArray prompt;
        const QJsonObject json = jsonIn(page);
        const QJsonObject tokens = json["tokens"].toObject();
        for (const QJsonValue& token : json["sequences"][0]["prompt"].toArray()) {
            const QJsonValue bytes = tokens[QString::number(token.toInt())];
            prompt +=
                bytes.isString() ? bytes.toString().toUtf8() : QByteArray::fromBase64(bytes[0].toString().toLatin1());
        }
        QCOMPARE(QString::fromUtf8(prompt).trimmed(), hostilePrompt);
    }

    /// The first look shows something: a verdict, also where a round is asked for by its number.
    void thePageBeginsAtAVerdict()
    {
        const auto trace = loadTrace(path("chain.jsonl").toStdString());
        QVERIFY(trace);
        QVERIFY(cli({"trace", path("chain.jsonl"), "--round", "3", "--web", path("third.html")}).status == 0);
        for (const auto& [name, round] : {std::pair("chain", 0), {"third", 2}}) {
            const QJsonArray at = jsonIn(bytesOfFile(path(QLatin1String(name) + ".html")))["at"].toArray();
            QCOMPARE(at[0].toInt(), round);
            const std::vector<Moment>& moments = trace->recording.round(0, round).moments;
            const int begin = at[1].toInt();
            QVERIFY(begin > 0 && begin <= int(moments.size()));
            for (int moment = 1; moment <= begin; ++moment)
                QCOMPARE(moments[std::size_t(moment) - 1].kind == MomentKind::judge, moment == begin);
        }
    }

    void wrongUsageGetsASentence()
    {
        QVERIFY(cli({"trace", path("chain.jsonl"), "--web", path("x.html"), "--language", "fr"})
                    .err.contains("choose en or de"));
        QVERIFY(cli({"trace", path("chain.jsonl"), "--web", path("nowhere/x.html")}).saysOneSentence());
        QVERIFY(QDir().mkpath(path("empty")));
        const auto none = cli({"trace", path("empty"), "--web", path("x.html")});
        QVERIFY2(none.status == 1 && none.saysOneSentence() && none.err.contains("no trace"), qPrintable(none.err));
        QVERIFY(!QFile::exists(path("x.html")));
    }

    /// The same tokens, verdicts and numbers as the trace, moment by moment, with the arrow keys.
    void everyMomentIsTheTraces_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"chain", "tree", "siblings", "greedy"})
            QTest::newRow(name) << name;
    }
    void everyMomentIsTheTraces()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        QFETCH(QString, name);
        const auto trace = loadTrace(path(name + ".jsonl").toStdString());
        QVERIFY(trace);
        const Recording& recording = trace->recording;
        Chromium browser;
        browser.setScreen({1280, 800}, false, false);
        browser.open(path(name + ".html"));
        browser.press("Home");
        QCOMPARE(browser.value("document.body.dataset.at").toString(), QString("0:1:0"));
        const int rounds = std::min(5, recording.roundCount(0));
        Metrics metrics;
        for (int r = 0; r < rounds; ++r) {
            const RoundRecord& whole = recording.round(0, r);
            for (int count = 1; count <= int(whole.moments.size()); ++count) {
                browser.press("ArrowRight");
                const QJsonObject page = browser.value(readPage).toObject();
                QCOMPARE(page["at"].toString(), QStringLiteral("0:%1:%2").arg(r + 1).arg(count));
                QCOMPARE(difference(page, recording, r, count), QString());
                QVERIFY(!page["sentence"].toString().isEmpty());
                const RoundRecord round = atMoment(whole, count);
                if (round.draw && round.moments.back().kind != MomentKind::commit)
                    QCOMPARE(differenceOfEntries(page, round.contexts[std::size_t(round.draw->context)]), QString());
            }
            metrics.add(whole);
            const QJsonObject shown = browser.value(readPage)["metrics"].toObject();
            QCOMPARE(shown["tokens-per-step"].toString(), QString::number(*metrics.tokensPerStep(), 'f', 2));
            if (metrics.judged() > 0)
                QVERIFY(std::abs(shown["acceptance-rate"].toString().toDouble() - *metrics.acceptanceRate()) < 0.0051);
        }
        browser.press("ArrowLeft");
        const int last = int(recording.round(0, rounds - 1).moments.size()) - 1;
        QCOMPARE(difference(browser.value(readPage).toObject(), recording, rounds - 1, last), QString());
        QCOMPARE(browser.problems(), QStringList());
    }

    /// The K/V table is what the engine draws from the same changes.
    void theCacheIsTheTraces()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        const auto trace = loadTrace(path("chain.jsonl").toStdString());
        QVERIFY(trace);
        Chromium browser;
        browser.setScreen({1280, 800}, false, false);
        browser.open(path("chain.html"));
        for (const Position at : {Position{0, 2, 8}, {0, 8, 4}, {0, 1, 3}, {0, 5, 1}}) {
            browser.value(QStringLiteral("location.hash = '#%1:%2'").arg(at.round + 1).arg(at.moment));
            QTRY_COMPARE(browser.value("document.body.dataset.at").toString(),
                         QStringLiteral("0:%1:%2").arg(at.round + 1).arg(at.moment));
            const CacheTables tables = cacheAt(trace->recording, at);
            const QJsonArray strips = browser.value(readPage)["slots"].toArray();
            QCOMPARE(strips.size(), 2);
            for (const auto& [strip, table] :
                 {std::pair(strips[0].toArray(), tables.target), {strips[1].toArray(), tables.draft}}) {
                QCOMPARE(strip.size(), qsizetype(table.size()));
                qsizetype i = 0;
                for (const auto& [slot, one] : table) {
                    const QJsonObject shown = strip[i++].toObject();
                    const char* states[] = {"free", "speculative", "committed", "gap"};
                    QCOMPARE(shown["slot"].toString().toInt(), slot);
                    QCOMPARE(shown["position"].toString().toInt(), one.position);
                    QCOMPARE(shown["token"].toString().toInt(), int(one.token));
                    QCOMPARE(shown["state"].toString(), QString(states[int(one.state)]));
                }
            }
        }
        QCOMPARE(browser.problems(), QStringList());
    }

    void keysClicksAndTouchLeadThrough()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        const auto trace = loadTrace(path("chain.jsonl").toStdString());
        const int rounds = trace->recording.roundCount(0);
        const auto moments = [&](int round) { return int(trace->recording.round(0, round - 1).moments.size()); };
        Chromium browser;
        browser.setScreen({390, 844}, true, false);
        browser.open(path("chain.html"));
        const auto at = [&] { return browser.value("document.body.dataset.at").toString(); };
        const auto place = [](int round, int moment) { return QStringLiteral("0:%1:%2").arg(round).arg(moment); };
        browser.press("End");
        QCOMPARE(at(), place(rounds, moments(rounds)));
        browser.press("Home");
        QCOMPARE(at(), place(1, 0));
        browser.press("ArrowDown");
        QCOMPARE(at(), place(1, moments(1)));
        browser.press("PageDown");
        QCOMPARE(at(), place(2, moments(2)));
        browser.press("F10");
        QCOMPARE(at(), place(3, moments(3)));
        browser.press("ArrowUp");
        QCOMPARE(at(), place(2, moments(2)));
        browser.press("Home");
        browser.press("r");
        const QJsonArray nodes = browser.value(readPage)["nodes"].toArray();
        QVERIFY(std::ranges::any_of(nodes,
                                    [](const QJsonValue& node) { return node["verdict"].toString() == "rejected"; }));
        browser.press("Home");
        browser.click("#on");
        QCOMPARE(at(), place(1, 1));
        browser.click("#moments button[data-moment=\"3\"]");
        QCOMPARE(at(), place(1, 3));
        browser.swipe("#sentence", -120);
        QTRY_COMPARE(at(), place(1, 4));
        browser.swipe("#sentence", 120);
        QTRY_COMPARE(at(), place(1, 3));
        browser.click("#play");
        QTRY_VERIFY(at() != place(1, 3));
        browser.press("ArrowLeft"); // ends the playing
        const QString stands = at();
        QTest::qWait(900);
        QCOMPARE(at(), stands);
        browser.press("t");
        QVERIFY(browser.value("document.documentElement.classList.contains('dark')").toBool());
        browser.press("l");
        QCOMPARE(browser.value("document.documentElement.lang").toString(), QString("de"));
        QVERIFY(browser.value("document.body.textContent.includes('Verteilung')").toBool());
        browser.click("#text .token.accepted.future:not([hidden])");
        QVERIFY(at() != stands);
        QCOMPARE(browser.problems(), QStringList());
    }

    void aBatchHasItsSequences()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        Chromium browser;
        browser.setScreen({1280, 800}, false, true);
        browser.open(path("batch.html"));
        QCOMPARE(browser.value("document.documentElement.lang").toString(), QString("de"));
        QVERIFY(browser.value("document.documentElement.classList.contains('dark')").toBool());
        browser.press("PageDown");
        for (int sequence = 0; sequence < 2; ++sequence) {
            const auto trace = loadTrace(path(QStringLiteral("batch/%1.jsonl").arg(sequence + 1)).toStdString());
            QVERIFY(trace);
            const int count = int(trace->recording.round(0, 0).moments.size());
            const QJsonObject page = browser.value(readPage).toObject();
            QCOMPARE(page["at"].toString(), QStringLiteral("%1:1:%2").arg(sequence).arg(count));
            QCOMPARE(difference(page, trace->recording, 0, count), QString());
            browser.press("n");
            if (sequence == 0)
                browser.press("PageUp"), browser.press("PageDown");
        }
        QCOMPARE(browser.problems(), QStringList());
    }

    void noScriptComesFromText()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        Chromium browser;
        browser.setScreen({1280, 800}, false, false);
        browser.open(path("hostile.html"));
        QVERIFY(browser.value("document.title").toString().endsWith("Draftscope"));
        QVERIFY(browser.value("document.getElementById('text').textContent").toString().contains(hostilePrompt));
        QCOMPARE(browser.value("document.scripts.length").toInt(), 2);
        QCOMPARE(browser.value("document.querySelectorAll('b').length").toInt(), 0);
        // Not even a script that somehow came in would run: the policy names the page's own.
        browser.value("{ const s = document.createElement('script'); s.textContent = 'document.title = \"taken\"'; "
                      "document.body.append(s); 0 }");
        QVERIFY(browser.value("document.title").toString() != "taken");
    }

    /// Nothing is wider than the screen, whatever is shown; DRAFTSCOPE_PICTURES names a folder for the pictures.
    void itFitsPhonesAndDesktops()
    {
        if (Chromium::program().isEmpty())
            QSKIP("There is no Chromium on this machine: install Debian's package chromium to drive the web page.");
        Chromium browser;
        const QString pictures = qEnvironmentVariable("DRAFTSCOPE_PICTURES");
        for (const auto& [name, at] :
             {std::pair("chain", "1:10"), {"tree", "2:9"}, {"batch", "2:2:9"}, {"hostile", "1:4"}})
            for (const bool isDark : {false, true})
                for (const QSize size : {QSize(390, 844), QSize(1280, 800)}) {
                    browser.setScreen(size, size.width() < 600, isDark);
                    browser.open(path(QLatin1String(name) + ".html"), at);
                    QVERIFY(browser.value("document.documentElement.scrollWidth").toInt() <= size.width());
                    QCOMPARE(browser.value("document.documentElement.classList.contains('dark')").toBool(), isDark);
                    const double stage =
                        browser.value("document.getElementById('stage').getBoundingClientRect().top").toDouble();
                    QVERIFY2(stage > 0 && stage < 0.7 * size.height(), name);
                    const QByteArray png = browser.picture();
                    QVERIFY(png.startsWith("\x89PNG"));
                    if (pictures.isEmpty())
                        continue;
                    QFile file(QStringLiteral("%1/web-%2-%3-%4.png")
                                   .arg(pictures, name)
                                   .arg(size.width())
                                   .arg(isDark ? "dark" : "light"));
                    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(png) == png.size());
                }
        QCOMPARE(browser.problems(), QStringList());
    }
};

DRAFTSCOPE_TEST(TestCliWeb)
#include "test_cli_web.moc"
