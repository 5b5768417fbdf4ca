// SPDX-License-Identifier: MIT
// Logits by which no token can be chosen end a decode with a sentence; masked tokens do not.
#include <limits>

#include <QTest>

#include "engine/sampling/usable_logits.h"
#include "tests/fixtures/edited_logits.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
const std::string shortPrompt = "Once"; // with the begin of the text 5 tokens

Pair pairOfTinyModels()
{
    const TinyPair pair = makeTinyPair();
    return {pair.target, pair.draft};
}

SessionSettings settingsAtTemperature(double temperature)
{
    SessionSettings settings;
    settings.sampler.temperature = temperature;
    settings.maxTokens = 40;
    return settings;
}

/// Decodes until something is thrown; says what it was, and leaves the finished rounds in `recording`.
std::string failureOf(Session& session, bool byMoments, Recording& recording)
{
    try {
        while (session.ended() == EndReason::none) {
            if (byMoments)
                while (session.advance().kind != MomentKind::commit) {}
            else
                session.finishRound();
            recording.put(0, session.round());
        }
    } catch (const DecodeFailure& failure) {
        return failure.what();
    }
    return "none";
}

} // namespace

class TestUnusableLogits : public QObject {
    Q_OBJECT
private slots:
    void whichAreUsable()
    {
        QVERIFY(areUsable(std::vector<float>{1, -2, 3}));
        QVERIFY(areUsable(std::vector<float>{-infinity, -infinity, -1e30f}));
        QVERIFY(areUsable(std::vector<float>{std::numeric_limits<float>::max(), 0}));
        QVERIFY(!areUsable(std::vector<float>{-infinity, -infinity}));
        QVERIFY(!areUsable(std::vector<float>{1, infinity}));
        QVERIFY(!areUsable(std::vector<float>{1, notANumber, 2}));
        QVERIFY(!areUsable(std::vector<float>{1, -notANumber, 2}));
        requireUsable(std::vector<float>{1, 2, notANumber}, 2, "A model", 1); // padding may be anything
        QVERIFY_EXCEPTION_THROWN(requireUsable(std::vector<float>{1, 2, notANumber}, 3, "A model", 1), UnusableLogits);
    }

    void theDecodeEndsWithASentence_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<float>("value");
        QTest::addColumn<bool>("everywhere");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<bool>("byMoments");
        for (const char* model : {"Tiny target", "Tiny draft"})
            for (const double temperature : {0.0, 1.0})
                for (const bool byMoments : {false, true}) {
                    const auto row = [&](const char* name, float value, bool everywhere) {
                        QTest::addRow("%s of the %s, temperature %g, %s", name, model, temperature,
                                      byMoments ? "by moments" : "by rounds")
                            << QString(model) << value << everywhere << temperature << byMoments;
                    };
                    row("one NaN", notANumber, false);
                    row("one NaN with a sign", -notANumber, false);
                    row("one infinity", infinity, false);
                    row("all masked", -infinity, true);
                    row("all NaN", notANumber, true);
                }
    }
    void theDecodeEndsWithASentence()
    {
        QFETCH(QString, model);
        QFETCH(float, value);
        QFETCH(bool, everywhere);
        QFETCH(double, temperature);
        QFETCH(bool, byMoments);
        constexpr int position = 14; // from 1
        const auto edit = [&](const Model& of, const Row& row, std::span<float> logits) {
            if (of.name != model.toStdString() || row.position + 1 != position)
                return;
            if (everywhere)
                std::fill(logits.begin(), logits.end(), value);
            else
                logits[17] = value;
        };
        auto session = makeSession(pairOfTinyModels(), settingsAtTemperature(temperature), shortPrompt,
                                   std::make_shared<EditedBackend>(edit));
        Recording recording(session->header());
        QCOMPARE(QString::fromStdString(failureOf(*session, byMoments, recording)),
                 QString("The logits of %1 at position 14 of the text are NaN or infinite, so that no token can be "
                         "chosen by them: its weights are damaged, choose another model.")
                     .arg(model));
        QVERIFY(recording.roundCount(0) > 0);
        // The rounds before are those of a healthy decode.
        auto healthy = makeSession(pairOfTinyModels(), settingsAtTemperature(temperature), shortPrompt);
        const Recording expected = decode(*healthy);
        for (int r = 0; r < recording.roundCount(0); ++r)
            QVERIFY(withoutTimes(recording.round(0, r)) == withoutTimes(expected.round(0, r)));
    }

    void plainDecodingEndsWithTheSame()
    {
        const auto edit = [](const Model&, const Row& row, std::span<float> logits) {
            if (row.position == 7)
                logits[0] = notANumber;
        };
        SessionSettings settings = settingsAtTemperature(1.0);
        settings.method = "plain";
        auto session = makeSession(pairOfTinyModels(), settings, shortPrompt, std::make_shared<EditedBackend>(edit));
        Recording recording(session->header());
        QVERIFY(QString::fromStdString(failureOf(*session, false, recording))
                    .startsWith("The logits of Tiny target at position 8 "));
        QCOMPARE(session->generatedCount(), 3); // tokens 6 to 8
    }

    void openingADistributionAgainEndsWithTheSame()
    {
        bool isBroken = false;
        const auto edit = [&](const Model&, const Row&, std::span<float> logits) {
            if (isBroken)
                logits[0] = notANumber;
        };
        auto session = makeSession(pairOfTinyModels(), settingsAtTemperature(1.0), shortPrompt,
                                   std::make_shared<EditedBackend>(edit));
        Recording recording(session->header());
        recording.put(0, session->finishRound());
        session->resume(recording, {0, 0, 2});
        isBroken = true;
        QVERIFY_EXCEPTION_THROWN((void)session->advance(), UnusableLogits);
    }

    /// Minus infinity is a token that may not come.
    void maskedTokensNeverCome_data()
    {
        QTest::addColumn<double>("temperature");
        for (const double temperature : {0.0, 0.7, 1.0, 1e300}) // the inverse of the last one is 0 in float
            QTest::addRow("%g", temperature) << temperature;
    }
    void maskedTokensNeverCome()
    {
        QFETCH(double, temperature);
        const auto edit = [](const Model&, const Row&, std::span<float> logits) {
            for (std::size_t token = 0; token < logits.size(); ++token)
                if (token < 10 || token >= 30)
                    logits[token] = -infinity;
        };
        auto session = makeSession(pairOfTinyModels(), settingsAtTemperature(temperature), shortPrompt,
                                   std::make_shared<EditedBackend>(edit));
        const Recording recording = decode(*session);
        QCOMPARE(session->generatedCount(), 40);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            for (const NodeRecord& node : recording.round(0, r).nodes)
                QVERIFY(node.token >= 10 && node.token < 30);
            for (const CommittedToken& token : recording.round(0, r).committed)
                QVERIFY(token.token >= 10 && token.token < 30);
        }
    }
};

DRAFTSCOPE_TEST(TestUnusableLogits)
#include "test_unusable_logits.moc"
