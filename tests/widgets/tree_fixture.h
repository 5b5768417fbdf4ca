// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QScrollBar>

#include "tests/widgets/colours.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/theme.h"

/// What tests of the tree have in common: a run of trees, and a round of it in a view.
class TreeFixture : public QObject {
protected:
    const draftscope::Recording m_recording = draftscope::sample::treeRecording();
    const draftscope::RoundRecord& m_fifteen = m_recording.round(0, 0);
    const draftscope::RoundRecord& m_sixtyFour = m_recording.round(0, 1);
    const draftscope::RoundRecord& m_pruned = m_recording.round(0, 2);

    void show(draftscope::TreeView& view, const draftscope::RoundRecord& whole, int moment = 99,
              QSize size = {1000, 480})
    {
        draftscope::sample::show(view, size);
        view.setRound(draftscope::atMoment(whole, moment), whole, &m_recording);
    }
};
