// SPDX-License-Identifier: MIT
// The grid of settings that an adviser tries, and searches on the embedded pair.
#include <algorithm>
#include <atomic>

#include <QTest>

#include "engine/analysis/advice.h"
#include "engine/analysis/advice_settings.h"
#include "engine/analysis/load_advice.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/embedded.h"
#include "engine/model/model.h"
#include "engine/session/copy_first.h"
#include "engine/session/methods.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

const Pair& advisedPair()
{
    static const Pair pair = [] {
        const auto target = loadModel(*resolveModel("tales-0.8m")), draft = loadModel(*resolveModel("tales-0.3m"));
        return Pair{*target, *draft};
    }();
    return pair;
}

AdviceRequest requestOf(double seconds)
{
    AdviceRequest request{advisedPair(), {}, {"Once upon a time", "The dog was happy because"}, seconds};
    request.base.maxTokens = 32;
    return request;
}

int optionIn(const SessionSettings& settings, std::string_view name)
{
    return optionFor(settings, name) ? optionOf(settings, name) : 0;
}

/// The CPU without room for an EAGLE head.
class BackendWithoutEagle final : public Backend {
public:
    [[nodiscard]] std::string_view name() const override { return m_cpu->name(); }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress) override
    {
        if (model->config.input == RowInput::tokenAndState)
            return fail("There is no room for the head.");
        return m_cpu->makePass(std::move(model), slotCount, progress);
    }
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> passes) override { return m_cpu->plan(passes); }
    [[nodiscard]] double measureBandwidth(const Progress&) override { return 1; }

private:
    std::shared_ptr<Backend> m_cpu = makeCpuBackend(1);
};

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT
private slots:
    /// Each can run, is there once, and has a command line that says it.
    void grid()
    {
        const auto all = allAdviceSettings(advisedPair(), {});
        QVERIFY(all.size() > 100);
        bool hasTree = false, hasCopies = false, hasStop = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const SessionSettings& settings = all[i];
            QVERIFY2(check(settings).has_value(), qPrintable(QString::fromStdString(adviceArguments(settings))));
            QVERIFY(std::count(all.begin() + std::ptrdiff_t(i), all.end(), settings) == 1);
            hasTree |= optionIn(settings, "tree-nodes") > 0;
            hasCopies |= optionIn(settings, copyFirstName) > 0;
            hasStop |= optionIn(settings, "stop-below") > 0;
            QVERIFY(settings.draftLength > 1 || optionIn(settings, "stop-below") == 0);
        }
        QVERIFY(hasTree && hasCopies && hasStop);
        const auto alone = allAdviceSettings({advisedPair().target, nullptr}, {});
        QVERIFY(!alone.empty() && alone.size() < all.size());
        QVERIFY(std::ranges::count(alone, "two-model", &SessionSettings::method) == 0);
        for (const SessionSettings& settings : firstAdviceSettings(all))
            QVERIFY(std::ranges::count(all, settings) == 1);
    }

    void neighboursDifferInOneThing()
    {
        const auto all = allAdviceSettings(advisedPair(), {});
        SessionSettings one = *std::ranges::find_if(all, [](const SessionSettings& settings) {
            return settings.method == "two-model" && settings.shape == SessionSettings().shape
                && settings.draftLength == 4 && optionIn(settings, copyFirstName) == 0
                && optionIn(settings, "stop-below") == 0;
        });
        const auto neighbours = neighboursOf({one}, all);
        QCOMPARE(neighbours.size(), std::size_t(4)); // K = 3 and 5, copies of 6, stop below 20 %
        for (const SessionSettings& other : neighbours) {
            QCOMPARE(other.method, one.method);
            const int differences = int(other.draftLength != one.draftLength) + int(optionIn(other, copyFirstName) != 0)
                + int(optionIn(other, "stop-below") != 0);
            QCOMPARE(differences, 1);
        }
    }

    void searchEndsInTime()
    {
        const auto backend = makeCpuBackend(1);
        int told = 0;
        const auto advice = advise(requestOf(6), backend, {}, [&](const Advice& soFar) {
            ++told;
            QVERIFY(soFar.seconds <= 8 && !soFar.tried.empty());
        });
        QVERIFY2(advice.has_value(), advice ? "" : advice.error().sentence.c_str());
        QVERIFY(told > 0 && advice->seconds < 12 && advice->best());
        const TriedSetting& best = *advice->best();
        QVERIFY(*best.speedUp() > 0 && best.figures.metrics.rounds() > 0 && best.seconds > 0);
        for (const TriedSetting& tried : advice->tried) // the last rung comes first, in it the fastest
            QVERIFY(tried.rung < best.rung || !tried.speedUp() || *tried.speedUp() <= *best.speedUp());
        const auto sentences = sentencesOf(*advice);
        QVERIFY(sentences.size() >= 2);
        QVERIFY(QString::fromStdString(sentences.front().text)
                    .contains(QString::fromStdString(adviceName(best.settings).text)));
    }

    /// The others that are measured beside it are measured all the same.
    void aSettingThatCannotBegin()
    {
        AdviceRequest request = requestOf(4);
        request.pair = {*loadModel(*resolveModel("tales-6m")), nullptr};
        const auto first = firstAdviceSettings(allAdviceSettings(request.pair, request.base));
        const auto advice = advise(request, std::make_shared<BackendWithoutEagle>(), {});
        QVERIFY2(advice.has_value(), advice ? "" : advice.error().sentence.c_str());
        int measured = 0, refused = 0;
        for (const SessionSettings& settings : std::span(first).first(3)) { // the first group
            const auto tried = std::ranges::find_if(advice->tried, [&](const TriedSetting& each) {
                return adviceName(each.settings).text == adviceName(settings).text;
            });
            QVERIFY(tried != advice->tried.end());
            const bool isEagle = settings.method == "eagle";
            QCOMPARE(QString::fromStdString(tried->whyNot), QString(isEagle ? "There is no room for the head." : ""));
            QCOMPARE(tried->speedUp().has_value(), !isEagle);
            ++(isEagle ? refused : measured);
        }
        QCOMPARE(std::ranges::count(advice->leftOut, "There is no room for the head."), 1);
        QVERIFY2(measured > 0 && refused > 0, "another model has to be refused to try this");
    }

    /// What is known is the answer.
    void cutShort()
    {
        std::atomic<bool> cancelled{false};
        Progress progress;
        progress.cancelled = &cancelled;
        const auto advice =
            advise(requestOf(600), makeCpuBackend(1), progress, [&](const Advice&) { cancelled = true; });
        QVERIFY(advice.has_value() && advice->isCutShort && advice->best());
        QVERIFY(advice->seconds < 60);
        QVERIFY(std::ranges::any_of(sentencesOf(*advice), [](const Message& sentence) {
            return sentence.text.starts_with("The search was cut short:");
        }));
        cancelled = true; // before anything
        QVERIFY(!advise(requestOf(600), makeCpuBackend(1), progress));
    }

    /// Each setting of the grid has its time, and the winner is set beside the fastest.
    void checkedByAllOfThem()
    {
        AdviceRequest request = requestOf(1.5);
        request.pair.draft = nullptr;
        request.base.maxTokens = 12;
        request.isChecked = true;
        const auto advice = advise(request, makeCpuBackend(1), {});
        QVERIFY2(advice.has_value(), advice ? "" : advice.error().sentence.c_str());
        QVERIFY(advice->check.has_value() && !advice->check->isCutShort);
        const AdviceCheck& check = *advice->check;
        QCOMPARE(int(check.all.size()), advice->settings);
        for (const TriedSetting& tried : check.all)
            QVERIFY(!tried.whyNot.empty() || tried.seconds >= check.secondsEach);
        QCOMPARE(check.winner.settings, advice->best()->settings);
        QVERIFY(check.ratio && *check.ratio > 0 && check.fastest.settings != check.winner.settings);
        QVERIFY(!check.interval || check.interval->contains(*check.ratio));
        QCOMPARE(check.secondsEach, advice->best()->seconds);

        request.checkSeconds = 0.01;
        const auto shorter = advise(request, makeCpuBackend(1), {});
        QVERIFY(shorter.has_value() && shorter->check.has_value());
        QCOMPARE(shorter->check->secondsEach, 0.01);
        QVERIFY(shorter->check->seconds < check.seconds);
    }

    void whereItTurnsToALoss()
    {
        const auto points = [](std::initializer_list<double> speedUps) {
            std::vector<LoadPoint> made;
            int batch = 1;
            for (const double speedUp : speedUps) {
                LoadPoint point;
                point.at = batch;
                if (speedUp > 0)
                    point.speed.measuredSpeedUp = speedUp;
                else
                    point.whyNot = "no memory";
                made.push_back(std::move(point));
                batch *= 2;
            }
            return made;
        };
        QVERIFY(!turnsToLoss(points({1.8, 1.4, 1.1})));
        QCOMPARE(turnsToLoss(points({1.8, 0.9, 0.8})), std::optional(2));
        QCOMPARE(turnsToLoss(points({1.8, 0.9, 1.1, 0.8})), std::optional(8)); // for good
        QCOMPARE(turnsToLoss(points({1.8, 0.9, 0.7, 0})), std::optional(2));   // what is not known says nothing
        QVERIFY(!turnsToLoss({}));
    }

    void underLoad()
    {
        LoadRequest request{advisedPair(), {}, {"Once upon a time", "The dog was happy because"}, 5};
        chooseMethod(request.settings, "two-model");
        request.settings.maxTokens = 16;
        int told = 0;
        const auto load = measureLoad(request, makeCpuBackend(1), {}, [&](const LoadAdvice&) { ++told; });
        QVERIFY2(load.has_value(), load ? "" : load.error().sentence.c_str());
        QCOMPARE(load->overBatch.size(), std::size_t(6));
        QCOMPARE(load->overBatch.back().at, 32);
        QVERIFY(load->overContext.size() >= 2 && told == int(6 + load->overContext.size()));
        for (const auto* points : {&load->overBatch, &load->overContext})
            for (const LoadPoint& point : *points) {
                QVERIFY2(point.isKnown(), point.whyNot.c_str());
                QVERIFY(*point.speed.measuredSpeedUp > 0 && point.rounds > 0);
                QVERIFY(point.best.method == "plain" || *point.bestSpeed.measuredSpeedUp > 1);
            }
        QVERIFY(sentencesOf(*load).size() >= 2);
    }
};

DRAFTSCOPE_TEST(TestAdvice)
#include "test_advice.moc"
