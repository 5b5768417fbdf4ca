// SPDX-License-Identifier: MIT
// A navigation with the embedded pair, and the waiting that asynchronous things need.
#pragma once

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/embedded.h"
#include "gui/navigation/navigation.h"
#include "tests/fixtures/patience.h"

namespace draftscope::test {

template <class Condition>
bool until(Condition condition)
{
    return QTest::qWaitFor(condition, patience);
}

inline RunSetup quickSetup(int maxTokens = 60)
{
    RunSetup setup = defaultSetup().setup;
    // What the tests know of rounds is of this text, whatever the window begins with.
    setup.prompt = "Once upon a time, there was a little girl named Lily. She loved to";
    setup.settings.seed = 42;
    setup.settings.maxTokens = maxTokens;
    setup.settings.draftLength = 4;
    return setup;
}

/// Ends a measurement after some laps: tests look at what becomes of its figures, not at how exact they are.
inline MeasuringRule quickRule()
{
    return {.halfWidth = 10, .leastLaps = 4, .leastSeconds = 0, .mostSeconds = 600};
}

/// What lies in the folders of the user who runs the tests is none of theirs.
inline void hideModelsOfTheUser()
{
    static const QTemporaryDir home;
    static const bool isHidden = [] {
        for (const char* name :
             {"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS"})
            qputenv(name, home.path().toLocal8Bit());
        qunsetenv("DRAFTSCOPE_MODEL_FOLDERS");
        return true;
    }();
    Q_UNUSED(isHidden);
}

/// What a navigation has said and complained of, besides showing it.
struct RunFixture {
    explicit RunFixture(const RunSetup& setup = quickSetup(), const BackendChoice& backend = {})
        : navigation(backend), failed(&navigation, &Navigation::failed)
    {
        hideModelsOfTheUser();
        QObject::connect(&navigation.status(), &StatusLine::changed, &navigation, [this] {
            if (!navigation.status().text().isEmpty())
                said << navigation.status().text();
        });
        navigation.speedOfRun().setRule(quickRule());
        navigation.starter().setSetup(setup);
        navigation.player().transport().setStopConditions({});
    }

    bool start()
    {
        navigation.starter().restart();
        return until([this] { return navigation.player().activity() != Player::Activity::loading; })
            && navigation.run().computation().canCompute();
    }
    /// Does something that asks the models, and waits until it is done.
    template <class Action>
    bool await(Action action)
    {
        QSignalSpy stood(&navigation.player(), &Player::stood);
        action();
        return stood.count() > 0 || stood.wait(patience);
    }
    bool step(int moments = 1)
    {
        for (int i = 0; i < moments; ++i)
            if (!await([this] { navigation.player().nextMoment(); }))
                return false;
        return true;
    }
    bool rounds(int count)
    {
        for (int i = 0; i < count; ++i)
            if (!await([this] { navigation.player().nextRound(); }))
                return false;
        return true;
    }
    [[nodiscard]] QString lastSaid() const { return said.isEmpty() ? QString() : said.last(); }
    [[nodiscard]] QString lastFailed() const { return failed.isEmpty() ? QString() : failed.last().first().toString(); }
    [[nodiscard]] const RoundRecord& round(int number, int branch = 0) const
    {
        return navigation.recording().round(branch, number);
    }

    QStringList said; ///< all that the status line has said
    Navigation navigation;
    QSignalSpy failed;
};

/// One sentence for people; names of models may begin it.
inline bool isSentence(const QString& text)
{
    return text.size() > 15 && text.endsWith('.') && !text.contains('\n');
}

} // namespace draftscope::test
