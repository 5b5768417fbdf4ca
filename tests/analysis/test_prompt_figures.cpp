// SPDX-License-Identifier: MIT
// Figures over prompts, from decodes that are made up.
#include <cmath>

#include <QTest>

#include "engine/analysis/prompt_figures.h"
#include "tests/fixtures/is_about.h"
#include "tests/test_main.h"
#include "timed_round.h"

using namespace draftscope;
using fixtures::isAbout;

namespace {

/// Three rounds of `k` drafts each, of which `accepted` stand; the first reads the prompt and has no part in times.
DecodeFigures decodeOf(int k, int accepted, double draftMs, double verifyMs)
{
    DecodeFigures decode;
    for (int r = 0; r < 3; ++r) {
        const RoundRecord round = test::timedRound(r, k, accepted, draftMs, verifyMs);
        decode.metrics.add(round);
        decode.times.add(round);
    }
    decode.times.add(FirstToken{2 * draftMs + verifyMs, 12});
    return decode;
}

std::optional<Quartiles> quartilesOf(const FiguresOverPrompts& figures, std::string_view name)
{
    for (std::size_t f = 0; f < comparedFigures().size(); ++f)
        if (comparedFigures()[f].name == name)
            return figures.quartiles.at(f);
    return std::nullopt;
}

} // namespace

class TestPromptFigures : public QObject {
    Q_OBJECT
private slots:
    void everyFigureIsDefined()
    {
        QCOMPARE(comparedFigures().size(), std::size_t(11));
        for (const ComparedFigure& figure : comparedFigures())
            QVERIFY2(!metricDefinition(figure.metric).empty(), std::string(figure.metric).c_str());
    }

    void roundsOfAllPromptsCountTogether()
    {
        DecodesByPrompt decodes(2, 5);
        for (int prompt = 0; prompt < 5; ++prompt) { // 1 to 5 tokens a step
            decodes.add(0, prompt, decodeOf(0, 0, 0, 4));
            decodes.add(1, prompt, decodeOf(4, prompt, 1, 4));
        }
        const FiguresOverPrompts figures = decodes.over(1, 0);
        QCOMPARE(figures.prompts, 5);
        QVERIFY(isAbout(figures.metrics.tokensPerStep(), 3));
        QVERIFY(isAbout(figures.speed.costRatio, 0.25));
        QVERIFY(isAbout(figures.speed.verifyRatio, 1));
        // 30 tokens in 10 rounds of 8 ms, over one in 4 ms
        QVERIFY(isAbout(figures.speed.measuredSpeedUp, 30.0 / 80 * 4));
        const auto steps = quartilesOf(figures, "tokens_per_step"), speedUps = quartilesOf(figures, "speed_up");
        QVERIFY(steps && speedUps);
        QCOMPARE(steps->lower, 2.0);
        QCOMPARE(steps->upper, 4.0);
        QCOMPARE(speedUps->lower, 1.0);
        QCOMPARE(speedUps->upper, 2.0);
        QVERIFY(!quartilesOf(decodes.over(0, 0), "acceptance_rate")); // it drafts nothing
        QVERIFY(!decodes.over(1, -1).speed.measuredSpeedUp);
        QVERIFY(decodes.over(1, -1).speed.tokensPerSecond);
    }

    /// The first rounds' median, and the most memory that a prompt needed.
    void firstTokensAndMemory()
    {
        DecodesByPrompt decodes(1, 4);
        for (int prompt = 0; prompt < 4; ++prompt) {
            DecodeFigures decode = decodeOf(2, 1, 1, 4.0 + prompt * prompt);
            decode.memory = 10.0 + prompt;
            decodes.add(0, prompt, decode);
        }
        const FiguresOverPrompts figures = decodes.over(0, -1);
        QVERIFY(isAbout(figures.speed.firstTokenMs, 8.5)); // of 6, 7, 10, 15
        QVERIFY(isAbout(figures.memory, 13));
        const auto values = figureValues(figures, figures.quartiles);
        QVERIFY(isAbout(values[8].value, 8.5) && isAbout(values[10].value, 13));
        QVERIFY(isAbout(values[9].value, (12'000 / 7.0 + 12'000 / 10.0) / 2)); // prompt tokens a second
        const auto first = quartilesOf(figures, "ms_to_first_token");
        QVERIFY(first && first->lower < 8.5 && first->upper > 8.5 && isAbout(first->median, 8.5));
        QVERIFY(!figureValues({decodeOf(2, 1, 1, 4).metrics, {}, {}})[10].value);
    }

    void fewPromptsHaveNoQuartiles()
    {
        DecodesByPrompt decodes(1, 3);
        for (int prompt = 0; prompt < 3; ++prompt)
            decodes.add(0, prompt, decodeOf(4, prompt, 1, 4));
        QCOMPARE(decodes.over(0, -1).prompts, 3);
        QVERIFY(!quartilesOf(decodes.over(0, -1), "tokens_per_step"));
    }

    /// A lane that is ahead when a measurement is stopped has no prompt more.
    void onlyPromptsThatAllHaveCount()
    {
        DecodesByPrompt decodes(2, 3);
        decodes.add(0, 0, decodeOf(4, 1, 1, 4));
        QCOMPARE(decodes.counted(0), std::vector<int>{0}); // the first one is shown as it comes
        QVERIFY(decodes.counted(1).empty());
        decodes.add(1, 0, decodeOf(4, 2, 1, 4));
        decodes.add(1, 1, decodeOf(4, 4, 1, 4));
        QCOMPARE(decodes.counted(1), std::vector<int>{0});
        QVERIFY(isAbout(decodes.over(1, -1).metrics.tokensPerStep(), 3));
        decodes.add(0, 1, decodeOf(4, 1, 1, 4));
        QCOMPARE(decodes.counted(1), (std::vector<int>{0, 1}));
    }

    void aPromptThatOneCannotDecodeIsLeftOutForAll()
    {
        DecodesByPrompt decodes(2, 2);
        decodes.add(0, 0, decodeOf(4, 1, 1, 4));
        decodes.refuse(1, 0, "Too long.");
        QCOMPARE(decodes.whyOut(1), std::string("Too long.")); // for all that is known
        QCOMPARE(decodes.leftOut(), 0);
        decodes.add(0, 1, decodeOf(4, 3, 1, 4));
        decodes.add(1, 1, decodeOf(4, 3, 1, 4));
        QVERIFY(decodes.whyOut(1).empty());
        QCOMPARE(decodes.leftOut(), 1);
        QCOMPARE(decodes.whyLeftOut(), std::string("Too long."));
        QCOMPARE(decodes.counted(0), std::vector<int>{1});
        QVERIFY(isAbout(decodes.over(0, -1).metrics.tokensPerStep(), 4));
    }

    void aWayThatDecodesNothingHoldsNobodyUp()
    {
        DecodesByPrompt decodes(2, 2);
        for (int prompt = 0; prompt < 2; ++prompt) {
            decodes.add(0, prompt, decodeOf(4, 1, 1, 4));
            decodes.refuse(1, prompt, "No memory.");
        }
        QCOMPARE(decodes.leftOut(), 0);
        QCOMPARE(decodes.counted(0).size(), std::size_t(2));
        QCOMPARE(decodes.over(1, 0).prompts, 0);
    }
};

DRAFTSCOPE_TEST(TestPromptFigures)
#include "test_prompt_figures.moc"
