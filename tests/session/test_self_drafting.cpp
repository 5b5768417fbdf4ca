// SPDX-License-Identifier: MIT
// Sessions whose target drafts itself: their texts are those of the target, and what is wrong with their options is
// said.
#include <array>
#include <numeric>

#include <QTemporaryDir>
#include <QTest>

#include "engine/analysis/statistics.h"
#include "engine/core/decode_failure.h"
#include "engine/model/skipped_sublayers.h"
#include "engine/session/methods.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

std::shared_ptr<const Model> deepModel()
{
    TinyModelOptions options;
    options.layers = 6;
    options.context = 64;
    return makeTinyModel(options);
}

SessionSettings settingsFor(std::string_view method, std::string_view shape = "chain")
{
    SessionSettings settings;
    chooseMethod(settings, method);
    chooseShape(settings, shape);
    settings.topTokens = 0;
    return settings;
}

} // namespace

class TestSelfDrafting : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::string path(const char* name) const { return m_directory.filePath(name).toStdString(); }

    static QString refusal(const SessionSettings& settings)
    {
        const auto session = Session::create({deepModel(), nullptr}, settings, "Once", makeCpuBackend(1));
        return session ? QString() : QString::fromStdString(session.error().sentence);
    }

    static void addMethodsAndShapes()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        for (const char* method : {"layer-skipping", "early-exit"})
            for (const char* shape : {"chain", "fixed-widths", "best-first", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
    }

private slots:
    void greedyTextsAreThoseOfTheTarget_data() { addMethodsAndShapes(); }
    void greedyTextsAreThoseOfTheTarget()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const auto target = loadModel(models / "tales-6m");
        QVERIFY(target);
        const Pair pair{*target, nullptr};
        DraftCounts counts;
        for (const char* prompt : {"", "Once upon a time", "The dragon said: \"", "It was raining"})
            QVERIFY(writesWhatPlainWrites(pair, settingsFor(method, shape), prompt, counts));
        QVERIFY(counts.drafted > 100 && counts.accepted > 10);
    }

    /// Weights in f32, every exit layer and some sets of sublayers, none and all of them included.
    void everyPartOfTheTargetMayDraft()
    {
        const auto model = deepModel();
        const Pair pair{model, nullptr};
        const auto plain = greedyTokens(pair, "plain", 1, "Once", 40);
        const auto check = [&](const SessionSettings& asked, bool isWhole) {
            for (const char* shape : {"chain", "fixed-widths", "dynamic"}) {
                SessionSettings settings = asked;
                chooseShape(settings, shape);
                settings.options = asked.options;
                settings.sampler.greedy = true;
                settings.maxTokens = 40;
                const auto session = makeSession(pair, settings, "Once");
                const Recording recording = decode(*session);
                QCOMPARE(tokensOf(*session), plain);
                if (isWhole && settings.shape == "chain") // every draft of the whole target is right
                    QCOMPARE(recording.round(0, 0).acceptedCount(), settings.draftLength);
            }
        };
        for (int exit = 1; exit <= 6; ++exit) {
            SessionSettings settings = settingsFor("early-exit");
            settings.options["exit-layer"] = exit;
            check(settings, exit == 6);
        }
        for (const char* set : {R"({"attention":[],"mlp":[]})", R"({"attention":[0,5],"mlp":[2]})",
                                R"({"m":{"attention":[0,1,2,3,4,5],"mlp":[5,4,3,2,1,0]}})"}) {
            writeFile(path("set.json"), set);
            SessionSettings settings = settingsFor("layer-skipping");
            setFile(settings, "skip", path("set.json"));
            check(settings, std::string(set).find("[]") != std::string::npos);
        }
    }

    void everyMomentContinuesAsBefore_data() { addMethodsAndShapes(); }
    void everyMomentContinuesAsBefore()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const Pair pair{deepModel(), nullptr};
        for (const double temperature : {0.0, 1.0}) {
            SessionSettings settings = settingsFor(method, shape);
            settings.sampler.temperature = temperature;
            settings.topTokens = 4;
            settings.maxTokens = 25;
            const auto session = makeSession(pair, settings, "Once");
            const Recording recording = decode(*session);
            const auto whole = tokensOf(*session);
            QVERIFY(recording.roundCount(0) > 2);
            for (int r = recording.roundCount(0) - 1; r >= 0; --r) {
                const RoundRecord& original = recording.round(0, r);
                for (int m = 0; m <= int(original.moments.size()); ++m) {
                    const auto other = m % 2 == 0 ? makeSession(pair, settings, "Once") : nullptr;
                    Session& again = other ? *other : *session;
                    again.resume(recording, {0, r, m});
                    if (m < int(original.moments.size()))
                        again.finishRound();
                    RoundRecord finished = withoutTimes(again.round()), expected = withoutTimes(original);
                    if (shape != "chain") { // accepted nodes of a tree stay where they were verified
                        finished = withoutSlots(finished);
                        expected = withoutSlots(expected);
                    }
                    QVERIFY(finished == expected);
                    if (m != r % 4)
                        continue;
                    while (again.ended() == EndReason::none)
                        again.finishRound();
                    QCOMPARE(tokensOf(again), whole);
                }
            }
        }
    }

    /// The first tokens, against p as the session tells it: Pearson's test at 10^-4, with fixed seeds.
    void sampledTokensFollowTheTarget_data() { addMethodsAndShapes(); }
    void sampledTokensFollowTheTarget()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const auto model = deepModel();
        const Pair pair{model, nullptr};
        SessionSettings settings = settingsFor(method, shape);
        settings.sampler.temperature = 1;
        settings.draftLength = 3;
        settings.maxTokens = 4; // no more is drafted than there is room for
        std::vector<double> counts(std::size_t(model->config.vocabularySize)), p(counts.size());
        int accepted = 0;
        for (std::uint64_t seed = 0; seed < 4000; ++seed) {
            settings.seed = seed;
            const auto session = makeSession(pair, settings, "Once");
            const RoundRecord& round = session->finishRound();
            accepted += round.acceptedCount();
            ++counts[std::size_t(round.committed.front().token)];
            if (seed == 0)
                for (const DistributionEntry& token : session->distribution(0, int(p.size())).top)
                    p[std::size_t(token.token)] = double(token.p);
        }
        QVERIFY(accepted > 400);
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        QVERIFY(std::abs(sum - 1) < 1e-4);
        for (double& each : p)
            each /= sum;
        QVERIFY(chiSquareTest(counts, p).pValue > 1e-4);
    }

    /// What the committed tokens were drafted in is the target's alone afterwards.
    void noSlotStaysTaken()
    {
        const Pair pair{deepModel(), nullptr};
        for (const char* method : {"layer-skipping", "early-exit"})
            for (const char* shape : {"chain", "fixed-widths", "dynamic"}) {
                const auto session = makeSession(pair, settingsFor(method, shape), "Once");
                QVERIFY(session->draftSlots() == nullptr);
                for (int r = 0; r < 5; ++r) {
                    session->finishRound();
                    const SlotTable& table = *session->targetSlots();
                    int taken = 0;
                    for (const Slot& slot : table.allSlots())
                        taken += slot.state == SlotState::free ? 0 : 1;
                    QCOMPARE(taken, int(session->text().size()) - 1);
                    QCOMPARE(table.committedCount(0), taken);
                }
            }
    }

    /// A tree as wide as can be, up to the end of the context.
    void wideTreesHaveSlots()
    {
        const Pair pair{deepModel(), nullptr};
        for (const char* method : {"layer-skipping", "early-exit"}) {
            SessionSettings settings = settingsFor(method, "dynamic");
            settings.options = {{"tree-width", 10}, {"tree-nodes", 64}};
            settings.draftLength = 9;
            settings.sampler.greedy = true;
            settings.maxTokens = 100;
            const auto session = makeSession(pair, settings, "Once");
            (void)decode(*session);
            QCOMPARE(session->ended(), EndReason::contextFull);
            QCOMPARE(tokensOf(*session), greedyTokens(pair, "plain", 1, "Once", 100));
        }
    }

    void theUsualSetIsEverySecondLayer()
    {
        QCOMPARE(defaultSkippedSublayers(2), SkippedSublayers());
        QCOMPARE(defaultSkippedSublayers(3), (SkippedSublayers{{1}, {1}}));
        QCOMPARE(defaultSkippedSublayers(6), (SkippedSublayers{{1, 3}, {1, 3}}));
        QCOMPARE(defaultSkippedSublayers(6).json(), std::string("{\"attention\":[1,3],\"mlp\":[1,3]}\n"));
        writeFile(path("set.json"), defaultSkippedSublayers(6).json());
        const auto read = readSkippedSublayers(path("set.json"), 6, "Tiny");
        QVERIFY(read && *read == defaultSkippedSublayers(6));
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no JSON") << std::string("1, 2") << "";
        QTest::newRow("no list")
            << std::string(R"({"attention":[1]})")
            << "The file %1 has no list \"mlp\" of layers: write {\"attention\":[1],\"mlp\":[1,3]}, "
               "say.";
        QTest::newRow("two sets") << std::string(R"({"a":{"attention":[1],"mlp":[]},"b":{"attention":[1],"mlp":[]}})")
                                  << "The file %1 has no list \"attention\" of layers: write "
                                     "{\"attention\":[1],\"mlp\":[1,3]}, say.";
        QTest::newRow("no layer") << std::string(R"({"attention":[1],"mlp":["2"]})")
                                  << "The list \"mlp\" of the file %1 has something that is no layer: write whole "
                                     "numbers.";
        for (const char* layer : {"6", "-1", "99999999999"})
            QTest::newRow(layer) << R"({"attention":[)" + std::string(layer) + R"(],"mlp":[]})"
                                 << QString("The list \"attention\" of the file %1 has a layer ") + layer
                    + ", and those of Tiny are 0 to 5: choose a set for this target.";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(std::string, json);
        QFETCH(QString, sentence);
        writeFile(path("set.json"), json);
        SessionSettings settings = settingsFor("layer-skipping");
        setFile(settings, "skip", path("set.json"));
        if (sentence.isEmpty())
            QVERIFY(refusal(settings).contains("set.json"));
        else
            QCOMPARE(refusal(settings), sentence.arg(QString::fromStdString(path("set.json"))));
    }

    void otherBadOptionsAreSaid()
    {
        SessionSettings settings = settingsFor("layer-skipping");
        setFile(settings, "skip", path("none.json"));
        QVERIFY(refusal(settings).contains("none.json"));
        settings = settingsFor("early-exit");
        settings.options["exit-layer"] = 7;
        QCOMPARE(refusal(settings), QString("The exit layer is 7 and Tiny has 6 layers: choose a smaller one."));
        settings.options["exit-layer"] = 256;
        QCOMPARE(refusal(settings), QString("Exit layer is 256: choose a number from 0 to 255."));
    }
};

DRAFTSCOPE_TEST(TestSelfDrafting)
#include "test_self_drafting.moc"
