// SPDX-License-Identifier: MIT
// Windows with batches. Header only.
#pragma once

#include <vector>

#include "tests/test_main.h"
#include "widgets/stage/batch_view.h"
#include "window_fixture.h"

namespace draftscope::test {

inline constexpr int batchTokens = 20;

inline RunSetup batchSetup(int sequences, std::vector<std::string> prompts = {}, bool isSynchronised = false)
{
    RunSetup setup = quickSetup(batchTokens);
    setup.batch = {sequences, std::move(prompts), isSynchronised, ShortDraft::twoTokens};
    return setup;
}

inline const std::vector<std::string> threePrompts{"Once upon a time", "The little dog was",
                                                   "One day, a boy named Tom"};

inline std::vector<TokenId> idsOf(const Recording& recording)
{
    std::vector<TokenId> ids;
    for (const CommittedToken& token : recording.tokensBefore(0, recording.roundCount(0)))
        ids.push_back(token.token);
    return ids;
}

/// A window with a batch that has its models.
struct Batch : WindowFixture {
    explicit Batch(const RunSetup& setup, QSize size = {1280, 800}) : WindowFixture(setup, size) {}
    [[nodiscard]] const Recordings& all() const { return navigation.run().recordings(); }
    [[nodiscard]] BatchView& stage() const { return *find<BatchView>(); }
    [[nodiscard]] Position shared() const { return navigation.playhead().shared(); }
    bool decodeAll()
    {
        navigation.player().transport().setSpeed(Player::fastest);
        navigation.player().playOrPause();
        return until([this] {
            return navigation.player().activity() == Player::Activity::paused
                && !navigation.run().computation().isComputing() && navigation.player().hasEnded();
        });
    }
};

/// What a run of one sequence alone decodes.
inline Recording decodedAlone(const RunSetup& setup)
{
    RunFixture alone(setup);
    if (!alone.start())
        return {};
    while (!alone.navigation.player().hasEnded())
        if (!alone.await([&] { alone.navigation.player().nextRound(); }))
            return {};
    return alone.navigation.recording();
}

} // namespace draftscope::test
