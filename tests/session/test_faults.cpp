// SPDX-License-Identifier: MIT
// "Break it on purpose" in sessions: each fault does what it says, says that it is there, and is refused where it would
// change nothing.
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/analysis/metrics.h"
#include "engine/session/batch_session.h"
#include "engine/session/faults.h"
#include "engine/trace/trace_file.h"
#include "tests/fixtures/cache_tables.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

SessionSettings settingsWith(const char* combination, const char* fault, double temperature)
{
    SessionSettings settings;
    settings.sampler.temperature = temperature;
    settings = settingsFor(*combinationNamed(combination), settings).value();
    settings.fault = fault;
    settings.maxTokens = 40;
    settings.topTokens = 4;
    return settings;
}

/// A combination that each fault takes effect with, and a temperature.
struct Example {
    const char *fault, *combination;
    double temperature;
};
constexpr Example examples[] = {
    {"keep-rejected-kv", "two-model", 0},
    {"recompute-q", "two-model", 0.6},
    {"temperature-on-p-only", "two-model+block", 0.6},
    {"skip-bonus", "two-model", 0},
    {"unnormalised-residual", "two-model", 0.9},
    {"p-instead-of-residual", "two-model", 0.9},
    {"other-tokenizer", "two-model", 0.9},
    {"repeats-dropped", "two-model+fixed-widths+speculative-sampling", 0.9},
    {"ratio-on-deterministic", "two-model+fixed-widths+deterministic-children", 0.9},
    {"contiguous-block", "two-model+block", 0.9},
};

} // namespace

class TestFaults : public QObject {
    Q_OBJECT

    TinyPair m_models = makeTinyPair();
    Pair m_pair{m_models.target, m_models.draft};

private slots:
    void everyFaultChangesTheRounds_data()
    {
        QTest::addColumn<int>("number");
        QCOMPARE(std::size(examples), allFaults().size());
        for (int i = 0; i < int(std::size(examples)); ++i)
            QTest::newRow(examples[i].fault) << i;
    }
    void everyFaultChangesTheRounds()
    {
        QFETCH(int, number);
        const Example& example = examples[number];
        SessionSettings settings = settingsWith(example.combination, example.fault, example.temperature);
        bool isOther = false;
        for (std::uint64_t seed = 1; seed <= 20 && !isOther; ++seed) {
            settings.seed = seed;
            auto broken = makeSession(m_pair, settings, "Once");
            SessionSettings whole = settings;
            whole.fault.clear();
            auto right = makeSession(m_pair, whole, "Once");
            const Recording a = decode(*broken), b = decode(*right);
            QCOMPARE(a.header().fault, std::string(example.fault));
            QVERIFY(!a.header().lossless);
            QVERIFY(b.header().fault.empty() && b.header().lossless);
            isOther = a.roundCount(0) != b.roundCount(0) || tokensOf(*broken) != tokensOf(*right);
        }
        QVERIFY(isOther);
    }

    /// How far from the target each position is: known of faults that work on one position or leave K/V behind, of no
    /// run that is right.
    void distancesAreWrittenDown_data() { everyFaultChangesTheRounds_data(); }
    void distancesAreWrittenDown()
    {
        QFETCH(int, number);
        const Example& example = examples[number];
        const Fault& fault = **faultNamed(example.fault);
        SessionSettings settings = settingsWith(QString(example.combination).remove("+block").toStdString().c_str(),
                                                example.fault, example.temperature);
        if (!check(settings))
            settings = settingsWith(example.combination, example.fault, example.temperature);
        const bool isKnown = fault.leavesKv() || fault.takeAway;
        double largest = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            settings.seed = seed;
            auto session = makeSession(m_pair, settings, "Once");
            const Recording recording = decode(*session);
            Metrics metrics;
            for (int r = 0; r < recording.roundCount(0); ++r) {
                const RoundRecord& round = recording.round(0, r);
                metrics.add(round);
                for (std::size_t c = 0; c < round.contexts.size(); ++c) {
                    const DistributionRecord& context = round.contexts[c];
                    QCOMPARE(context.distance.has_value(), isKnown && context.hasP);
                    largest = std::max(largest, context.distance.value_or(0));
                    if (!fault.leavesKv() && !context.hasQ) // nothing to judge: p is drawn from
                        QVERIFY(context.distance.value_or(0) < 1e-12);
                }
                const int verify =
                    int(std::ranges::find(round.moments, MomentKind::verify, &Moment::kind) - round.moments.begin());
                for (const DistributionRecord& context : atMoment(round, verify).contexts)
                    QVERIFY(!context.distance);
            }
            QCOMPARE(metrics.distance().has_value(), isKnown);
        }
        QCOMPARE(largest > 1e-3, isKnown);
        settings.fault.clear();
        auto right = makeSession(m_pair, settings, "Once");
        const Recording whole = decode(*right);
        for (const DistributionRecord& context : whole.round(0, 0).contexts)
            QVERIFY(!context.distance);
    }

    /// Against another session, without the fault, that goes to each round of the broken text.
    void staleKvIsComparedWithACacheThatHasTheText_data()
    {
        QTest::addColumn<QString>("combination");
        QTest::addColumn<QString>("fault");
        for (const char* combination : {"two-model", "two-model+fixed-widths+speculative-sampling"})
            for (const char* fault : {"keep-rejected-kv", "skip-bonus"})
                QTest::addRow("%s, %s", combination, fault) << combination << fault;
    }
    void staleKvIsComparedWithACacheThatHasTheText()
    {
        QFETCH(QString, combination);
        QFETCH(QString, fault);
        SessionSettings settings = settingsWith(combination.toStdString().c_str(), fault.toStdString().c_str(), 0.9);
        settings.topTokens = 100000; // all of them
        auto broken = makeSession(m_pair, settings, "Once");
        const Recording recording = decode(*broken);
        settings.fault.clear();
        auto right = makeSession(m_pair, settings, "Once");
        int others = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            right->resume(recording, {0, r, 0});
            const RoundRecord &asItShouldBe = right->finishRound(), &round = recording.round(0, r);
            QCOMPARE(asItShouldBe.nodes.size(), round.nodes.size());
            for (std::size_t c = 0; c < round.contexts.size(); ++c) {
                if (!round.contexts[c].hasP)
                    continue;
                std::map<TokenId, double> p;
                for (const DistributionEntry& entry : asItShouldBe.contexts[c].top)
                    p[entry.token] = double(entry.p);
                double sum = 0;
                for (const DistributionEntry& entry : round.contexts[c].top)
                    sum += std::abs(double(entry.p) - p[entry.token]);
                QVERIFY2(std::abs(*round.contexts[c].distance - sum / 2) < 1e-5,
                         qPrintable(QStringLiteral("%1, %2").arg(*round.contexts[c].distance).arg(sum / 2)));
                others += *round.contexts[c].distance > 1e-3;
            }
        }
        QVERIFY(others > 5);
    }

    /// A text that is decoded greedily is the target's own, but with the fault.
    void staleKvChangesGreedyTexts_data()
    {
        QTest::addColumn<QString>("combination");
        QTest::addColumn<QString>("fault");
        for (const char* combination : {"two-model", "two-model+fixed-widths", "two-model+dynamic", "early-exit"})
            for (const char* fault : {"keep-rejected-kv", "skip-bonus"})
                QTest::addRow("%s, %s", combination, fault) << combination << fault;
    }
    void staleKvChangesGreedyTexts()
    {
        QFETCH(QString, combination);
        QFETCH(QString, fault);
        const std::string name = combination.toStdString();
        bool isOther = false;
        for (const char* prompt : {"Once", "The", "A cat", "We", "No one"}) {
            auto plain = makeSession(m_pair, settingsWith("plain", "", 0), prompt);
            auto right = makeSession(m_pair, settingsWith(name.c_str(), "", 0), prompt);
            auto broken = makeSession(m_pair, settingsWith(name.c_str(), fault.toStdString().c_str(), 0), prompt);
            decode(*plain);
            decode(*right);
            decode(*broken);
            QCOMPARE(tokensOf(*right), tokensOf(*plain));
            isOther |= tokensOf(*broken) != tokensOf(*plain);
        }
        QVERIFY(isOther);
    }

    /// What depends on all rounds before is found again after a rewind, in this session or another.
    void staleKvContinuesAsBefore_data()
    {
        QTest::addColumn<QString>("combination");
        QTest::addColumn<QString>("fault");
        QTest::newRow("rejected, chain") << "two-model"
                                         << "keep-rejected-kv";
        QTest::newRow("rejected, tree") << "two-model+fixed-widths"
                                        << "keep-rejected-kv";
        QTest::newRow("rejected, early exit") << "early-exit"
                                              << "keep-rejected-kv";
        QTest::newRow("no bonus") << "two-model"
                                  << "skip-bonus";
    }
    void staleKvContinuesAsBefore()
    {
        QFETCH(QString, combination);
        QFETCH(QString, fault);
        SessionSettings settings = settingsWith(combination.toStdString().c_str(), fault.toStdString().c_str(), 0.9);
        settings.maxTokens = 30;
        auto session = makeSession(m_pair, settings, "Once");
        const Recording recording = decode(*session);
        const auto whole = tokensOf(*session);
        QVERIFY(recording.roundCount(0) > 5);
        auto other = makeSession(m_pair, settings, "Once");
        for (int r = recording.roundCount(0) - 1; r >= 0; r -= 2) {
            const int last = int(recording.round(0, r).moments.size()) - 1;
            for (const auto& at : {Position{0, r, 0}, Position{0, r, std::min(3, last)}, Position{0, r, last}}) {
                for (Session* one : {session.get(), other.get()}) {
                    one->resume(recording, at);
                    const RoundRecord& again = one->finishRound();
                    QCOMPARE(withoutTimes(again).contexts, recording.round(0, r).contexts);
                    QCOMPARE(again.committed, recording.round(0, r).committed);
                    while (one->ended() == EndReason::none)
                        one->finishRound();
                    QCOMPARE(tokensOf(*one), whole);
                }
            }
        }
    }

    /// What is left behind is in the recorded tables as it is in the cache, at every moment and after a rewind, and in
    /// traces.
    void staleKvIsDrawn_data() { staleKvContinuesAsBefore_data(); }
    void staleKvIsDrawn()
    {
        QFETCH(QString, combination);
        QFETCH(QString, fault);
        const auto session = makeSession(
            m_pair, settingsWith(combination.toStdString().c_str(), fault.toStdString().c_str(), 0.9), "Once");
        Recording recording(session->header());
        int left = 0; // slots beside the text
        const auto goOn = [&](int branch) {
            while (session->ended() == EndReason::none) {
                session->advance();
                recording.put(branch, session->round());
                const CacheTable drawn = withoutFree(cacheAt(recording, recording.end(branch)).target);
                QCOMPARE(words(drawn), words(withoutFree(tableOf(session->targetSlots()))));
                const auto committed = std::ranges::count_if(
                    drawn, [](const auto& slot) { return slot.second.state == SlotState::committed; });
                left = std::max(left, int(committed) - int(session->text().size()));
            }
        };
        goOn(0);
        QVERIFY(recording.roundCount(0) > 6);
        QVERIFY(left > 0);
        const Position at = {0, recording.roundCount(0) / 2, 2};
        const int branch = recording.fork(at, "");
        session->resume(recording, at);
        goOn(branch);
        QCOMPARE(tokensOf(*session).size(), recording.tokensBefore(0, recording.roundCount(0)).size());

        QTemporaryDir directory;
        const std::string path = directory.filePath("left.jsonl").toStdString();
        QVERIFY(saveTrace(path, recording));
        const auto loaded = loadTrace(path);
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        for (const int of : {0, branch})
            QVERIFY(cacheAt(loaded->recording, recording.end(of)) == cacheAt(recording, recording.end(of)));
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (std::size_t c = 0; c < recording.round(0, r).contexts.size(); ++c)
                QCOMPARE(loaded->recording.round(0, r).contexts[c].distance,
                         recording.round(0, r).contexts[c].distance);
    }

    /// A round whose drafts were all accepted ends with the last of them; without the fault a bonus token comes behind
    /// it.
    void noBonusIsDrawn()
    {
        auto right = makeSession(m_pair, settingsWith("two-model", "", 0), "Once");
        auto broken = makeSession(m_pair, settingsWith("two-model", "skip-bonus", 0), "Once");
        const Recording with = decode(*right), without = decode(*broken);
        const auto bonuses = [](const Recording& recording) {
            int count = 0;
            for (int r = 0; r < recording.roundCount(0); ++r)
                if (const auto& draw = recording.round(0, r).draw)
                    count += draw->source == TokenSource::bonus ? 1 : 0;
            return count;
        };
        QVERIFY(bonuses(with) > 0);
        QCOMPARE(bonuses(without), 0);
        int skipped = 0;
        for (int r = 0; r < without.roundCount(0); ++r) {
            const RoundRecord& round = without.round(0, r);
            if (round.draw || round.endOfText)
                continue;
            ++skipped;
            QCOMPARE(round.acceptedCount(), int(round.nodes.size()));
            QCOMPARE(round.committed.size(), round.nodes.size());
        }
        QVERIFY(skipped > 0);
    }

    void droppedRepeatsAreLeftOutOfThePass()
    {
        auto session = makeSession(
            m_pair, settingsWith("two-model+fixed-widths+speculative-sampling", "repeats-dropped", 0.5), "Once");
        const Recording recording = decode(*session);
        int pruned = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (const NodeRecord& node : recording.round(0, r).nodes)
                pruned += node.pruned && node.targetSlot < 0 && node.verdict == Verdict::notJudged ? 1 : 0;
        QVERIFY(pruned > 0);
    }

    void aFaultWithoutEffectIsRefused_data()
    {
        QTest::addColumn<QString>("combination");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no drafts") << "plain"
                                   << "keep-rejected-kv" << 0.0
                                   << "The fault keep-rejected-kv needs drafts, and the method plain has none: choose "
                                      "another method, or no fault.";
        QTest::newRow("greedy")
            << "two-model"
            << "p-instead-of-residual" << 0.0
            << "The fault p-instead-of-residual changes nothing where the likeliest token is always "
               "taken: set the temperature above 0, or choose no fault.";
        QTest::newRow("another verifier") << "two-model"
                                          << "contiguous-block" << 1.0
                                          << "The fault contiguous-block is one of the verifier block, and the "
                                             "verifier is speculative-sampling: choose "
                                             "that one, or another fault.";
        QTest::newRow("temperature 1")
            << "two-model"
            << "recompute-q" << 1.0
            << "The fault recompute-q changes nothing with this sampler: choose a temperature "
               "other than 1, or no fault.";
        QTest::newRow("a chain")
            << "two-model"
            << "repeats-dropped" << 1.0
            << "The fault repeats-dropped needs nodes with several children, and a chain has none: "
               "choose another shape, or another fault.";
        QTest::newRow("copies")
            << "prompt-lookup"
            << "ratio-on-deterministic" << 1.0
            << "The fault ratio-on-deterministic needs drafts that a model gave a q, and the method "
               "prompt-lookup copies them: choose another method, or another fault.";
        QTest::newRow("lossy") << "two-model+typical"
                               << "skip-bonus" << 1.0
                               << "The verifier typical is not lossless anyway: choose another verifier, or no fault.";
        QTest::newRow("one model") << "early-exit"
                                   << "other-tokenizer" << 1.0
                                   << "The fault other-tokenizer needs a second model, and the method early-exit has "
                                      "none: choose another method, or another fault.";
    }
    void aFaultWithoutEffectIsRefused()
    {
        QFETCH(QString, combination);
        QFETCH(QString, fault);
        QFETCH(double, temperature);
        QFETCH(QString, sentence);
        const auto checked =
            check(settingsWith(combination.toUtf8().constData(), fault.toUtf8().constData(), temperature));
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(checked.error().sentence), sentence);
    }

    void oneDraftIsABlockAnyway()
    {
        SessionSettings settings = settingsWith("two-model+block", "contiguous-block", 1);
        QVERIFY(check(settings));
        settings.draftLength = 1;
        QVERIFY(!check(settings));
    }

    void shapeAndVerifierGoWithTheFault()
    {
        SessionSettings settings;
        settings.sampler.temperature = 0.9;
        for (const Fault& fault : allFaults()) {
            const auto broken = settingsWithFault(settings, fault.name);
            QVERIFY2(broken, broken ? "" : broken.error().sentence.c_str());
            QCOMPARE(broken->fault, std::string(fault.name));
            QVERIFY(check(*broken));
            QCOMPARE(broken->sampler, settings.sampler);
        }
        QCOMPARE(settingsWithFault(settings, "repeats-dropped")->shape, std::string("fixed-widths"));
        QCOMPARE(settingsWithFault(settings, "contiguous-block")->verifier, std::string("block"));
        QCOMPARE(settingsWithFault(settings, "ratio-on-deterministic")->draws, std::string("deterministic"));
        chooseMethod(settings, "prompt-lookup");
        QVERIFY(!settingsWithFault(settings, "contiguous-block"));
    }

    /// In a batch, too; and when its texts have ended no slot is left behind.
    void batchesHaveFaults()
    {
        for (const char* fault : {"keep-rejected-kv", "skip-bonus", "p-instead-of-residual"}) {
            const SessionSettings settings = settingsWith("two-model", fault, 0.9);
            const std::vector<BatchText> texts = {
                {"Once", 1, settings.sampler}, {"The", 2, settings.sampler}, {"A cat", 3, settings.sampler}};
            auto batch = BatchSession::create(m_pair, settings, texts, 2, makeCpuBackend(1));
            QVERIFY2(batch, batch ? "" : batch.error().sentence.c_str());
            while (!(*batch)->hasEnded())
                (*batch)->finishRound();
            for (int i = 0; i < int(texts.size()); ++i) {
                SessionSettings alone = settings;
                alone.seed = texts[std::size_t(i)].seed;
                auto session = makeSession(m_pair, alone, texts[std::size_t(i)].prompt);
                decode(*session);
                QCOMPARE((*batch)->text(i), session->text());
            }
            QCOMPARE((*batch)->targetSlots().freeCount(), int((*batch)->targetSlots().allSlots().size()));
        }
    }

    /// A sampler with which the fault would change nothing is refused while the session runs, too.
    void samplersThatWouldHideItAreRefused()
    {
        auto session = makeSession(m_pair, settingsWith("two-model", "p-instead-of-residual", 0.9), "Once");
        QVERIFY(!session->setSampler({.temperature = 0}));
        QVERIFY(session->setSampler({.temperature = 0.5}));
    }
};

DRAFTSCOPE_TEST(TestFaults)
#include "test_faults.moc"
