// SPDX-License-Identifier: MIT
// The grid of settings that an adviser tries, and searches on the embedded pair.
#include <algorithm>
#include <atomic>

#include <QTest>

#include "engine/analysis/advice.h"
#include "engine/analysis/advice_settings.h"
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
        QVERIFY(QString::fromStdString(sentencesOf(*advice).back().text + sentencesOf(*advice).at(1).text).size() > 20);
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
        QVERIFY(check.ratio && *check.ratio > 0 && *check.ratio <= 1.0001);
        QCOMPARE(!check.interval, check.winner.settings == check.fastest.settings);
    }
};

DRAFTSCOPE_TEST(TestAdvice)
#include "test_advice.moc"
