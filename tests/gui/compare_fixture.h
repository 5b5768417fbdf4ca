// SPDX-License-Identifier: MIT
// A window with lanes, driven as a person would.
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include "engine/session/methods.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/lane_card.h"
#include "gui/compare/sweep_panel.h"
#include "widgets/lanes/lane_table.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

namespace draftscope::test {

/// Short texts: lanes compute one after another.
inline RunSetup laneSetup(const char* method = "two-model", int maxTokens = 24)
{
    RunSetup setup = quickSetup(maxTokens);
    if (setup.settings.method != method) {
        const int k = setup.settings.draftLength;
        chooseMethod(setup.settings, method);
        setup.settings.draftLength = k;
    }
    return setup;
}

struct CompareFixture : WindowFixture {
    explicit CompareFixture(const RunSetup& setup = laneSetup(), QSize size = {1280, 800})
        : WindowFixture(setup, size), lanes(window.lanes())
    {
        lanes.player().transport().setSpeed(Transport::fastest);
        lanes.speeds().setRule(quickRule());
        for (Measurement* measurement :
             {&window.compare().figures().measurement(), &window.compare().sweep().sweep().measurement()})
            measurement->setRule({.halfWidth = 10, .leastSeconds = 0, .mostSeconds = 0});
    }

    /// Adds lanes and waits until all are there.
    bool add(const std::vector<RunSetup>& setups)
    {
        for (const RunSetup& setup : setups)
            lanes.add(setup);
        return until([this] { return !lanes.player().isLoading(); }) && lanes.count() > 0;
    }
    /// Plays to the end of all texts.
    bool playToTheEnd()
    {
        press(Qt::Key_Space);
        return until([this] { return lanes.player().haveEnded() && !lanes.player().isPlaying(); });
    }
    /// Waits until the lanes' times are known.
    bool measured()
    {
        return until([this] { return lanes.speeds().background().isMeasured(); });
    }
    bool rounds(int count)
    {
        for (int i = 0; i < count; ++i) {
            const int wanted = lanes.player().place() + 1;
            press(Qt::Key_F10);
            if (!until([&] { return lanes.player().place() == wanted && !lanes.player().isComputing(); }))
                return false;
        }
        return true;
    }
    /// The button of the tool bar in sight that says so.
    [[nodiscard]] QToolButton* button(const QString& words) const
    {
        for (auto* bar : window.findChildren<QToolBar*>())
            for (auto* candidate : bar->findChildren<QToolButton*>())
                if (bar->isVisible() && candidate->text() == words)
                    return candidate;
        return nullptr;
    }
    [[nodiscard]] LaneCard& card(int index) const { return *window.compare().cards().at(std::size_t(index)); }
    [[nodiscard]] TextView& text(int index) const { return *card(index).findChild<TextView*>(); }
    [[nodiscard]] QString difference(int index) const
    {
        return card(index).findChild<QLabel*>(QStringLiteral("difference"))->text();
    }
    [[nodiscard]] std::vector<TokenId> tokens(int index) const
    {
        std::vector<TokenId> tokens;
        for (const CommittedToken& token : lanes.lane(index).playhead().text())
            tokens.push_back(token.token);
        return tokens;
    }

    Lanes& lanes;
};

} // namespace draftscope::test
