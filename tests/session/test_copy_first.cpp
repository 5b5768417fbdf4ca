// SPDX-License-Identifier: MIT
// Copies of the text in front of what a draft model or a head drafts.
#include <QTemporaryDir>
#include <QTest>

#include "engine/session/copy_first.h"
#include "engine/session/faults.h"
#include "tests/fixtures/batches.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/target_heads.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestCopyFirst : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::shared_ptr<const Model> m_target = makeTargetOfHeads(192);
    std::shared_ptr<const Model> m_draft = makeTinyPair(192).draft;

    SessionSettings settingsOf(const std::string& method, const std::string& shape, double temperature) const
    {
        SessionSettings settings;
        settings.sampler.temperature = temperature;
        chooseMethod(settings, method);
        chooseShape(settings, shape);
        if (std::ranges::count(headMethods, method) > 0)
            setFile(settings, "head", m_directory.filePath(QString::fromStdString(method)).toStdString());
        setOption(settings, "copy-first", 5);
        settings.draftLength = 2;
        settings.maxTokens = 60;
        settings.topTokens = 4;
        return settings;
    }
    Pair pairFor(const SessionSettings& settings) const
    {
        return {m_target, settings.method == "two-model" ? m_draft : nullptr};
    }

private slots:
    void initTestCase()
    {
        for (const char* method : headMethods)
            writeHeadFor(m_directory.filePath(method).toStdString(), method);
    }

    void everyMethodWritesTheTargetsText_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        for (const char* method : {"two-model", "medusa", "eagle", "eagle3"})
            for (const char* shape : {"chain", "fixed-widths", "best-first", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
    }
    void everyMethodWritesTheTargetsText()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const SessionSettings settings = settingsOf(method, shape, 0);
        const Pair pair = pairFor(settings);
        const std::string prompt = "Once upon. Once upon a time. Once";
        const auto plain = greedyTokens(pair, "plain", 1, prompt, settings.maxTokens);
        const auto session = makeSession(pair, settings, prompt);
        const Recording recording = decode(*session);
        QCOMPARE(tokensOf(*session), plain);
        int copies = 0, drafts = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            (round.copied ? copies : drafts) += int(round.nodes.size());
        }
        QVERIFY(copies > 0);
        QVERIFY(drafts > 0);
    }

    void roundsSayWhatWasCopied()
    {
        const SessionSettings settings = settingsOf("two-model", "chain", 0.8);
        const auto session = makeSession(pairFor(settings), settings, "Once upon. Once upon a time. Once");
        const Recording recording = decode(*session);
        const RoundRecord& first = recording.round(0, 0); // the last "Once" is behind ". ", as the second one was
        QVERIFY(first.copied);
        std::string copied;
        for (const NodeRecord& node : first.nodes)
            copied += m_target->tokenizer->bytes(node.token);
        QCOMPARE(copied, " upon");
        int rounds = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            QCOMPARE(round.draftLength, 2);
            if (!round.copied) {
                QVERIFY(round.nodes.size() <= 2);
                continue;
            }
            ++rounds;
            QVERIFY(!round.nodes.empty() && round.nodes.size() <= 5);
            for (std::size_t n = 0; n < round.nodes.size(); ++n) {
                const NodeRecord& node = round.nodes[n];
                QVERIFY(node.parent == int(n) - 1 && node.q == 1 && node.draftSlot == -1);
                const DistributionRecord& context = round.contexts[n];
                QVERIFY(context.hasQ);
                for (const DistributionEntry& entry : context.top)
                    QCOMPARE(entry.q, entry.token == node.token ? 1.0f : 0.0f);
            }
        }
        QVERIFY(rounds >= 1 && rounds < recording.roundCount(0));
    }

    void everyMomentContinuesAsBefore_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        QTest::addColumn<double>("temperature");
        for (const char* method : {"two-model", "eagle"})
            for (const char* shape : {"chain", "fixed-widths", "best-first"})
                for (const double temperature : {0.0, 0.8})
                    QTest::addRow("%s, %s, T %g", method, shape, temperature)
                        << std::string(method) << std::string(shape) << temperature;
    }
    void everyMomentContinuesAsBefore()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        QFETCH(double, temperature);
        const SessionSettings settings = settingsOf(method, shape, temperature);
        const std::string prompt = "Once Once";
        const auto session = makeSession(pairFor(settings), settings, prompt);
        const Recording recording = decode(*session);
        const auto goOn = [&](Session& again,
                              int from) { // three rounds, so that a copy and drafts behind it are among them
            for (int r = from; r < std::min(from + 3, recording.roundCount(0)); ++r)
                QVERIFY(withoutSlots(again.finishRound()) == withoutSlots(recording.round(0, r)));
        };
        for (int r = recording.roundCount(0) - 1; r >= 0; --r)
            for (int m = 0; m < int(recording.round(0, r).moments.size()); ++m) {
                const auto fresh = makeSession(pairFor(settings), settings, prompt);
                fresh->resume(recording.spineTo({0, r, m}), {0, r, m});
                goOn(*fresh, r);
                session->resume(recording, {0, r, m});
                goOn(*session, r);
            }
    }

    void batchesWriteWhatSessionsWrite_data()
    {
        QTest::addColumn<std::string>("method");
        for (const char* method : {"two-model", "eagle", "medusa"})
            QTest::newRow(method) << std::string(method);
    }
    void batchesWriteWhatSessionsWrite()
    {
        QFETCH(std::string, method);
        for (const char* shape : {"chain", "fixed-widths"})
            for (const double temperature : {0.0, 0.8}) {
                const SessionSettings settings = settingsOf(method, shape, temperature);
                compareWithSessions(pairFor(settings), settings, textsFor(8, temperature), 3);
            }
    }

    void whatDoesNotGoTogetherIsRefused()
    {
        SessionSettings settings = settingsOf("two-model", "chain", 0.8);
        QVERIFY(check(settings));
        BatchSettings batch;
        batch.isSynchronised = true;
        const auto gaps = checkBatch(settings, batch);
        QVERIFY(!gaps);
        QCOMPARE(
            gaps.error().sentence,
            "In a batch with gaps the draft reads every round, and after a copy (copy-first) it lags behind: choose "
            "copy-first 0, or a batch without gaps.");
        SessionSettings broken = settings;
        broken.fault = "recompute-q";
        QCOMPARE(
            check(broken).error().sentence,
            "The fault recompute-q is of drafts with one q, and copies (copy-first) have another: choose copy-first 0, "
            "or another fault.");
        broken.fault = "ratio-on-deterministic";
        broken.shape = "fixed-widths";
        broken.draws = "deterministic";
        broken.verifier = "deterministic-children";
        QVERIFY(!check(broken));
        const auto withFault = settingsWithFault(settings, "recompute-q");
        QVERIFY(withFault && copyFirstOf(*withFault) == 0);
        settings.options = {{"copy-first", 65}};
        QVERIFY(!check(settings));
        SessionSettings lookup;
        chooseMethod(lookup, "prompt-lookup");
        lookup.options["copy-first"] = 4;
        QVERIFY(!check(lookup));
    }
};

DRAFTSCOPE_TEST(TestCopyFirst)
#include "test_copy_first.moc"
