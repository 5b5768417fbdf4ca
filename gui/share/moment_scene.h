// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QImage>
#include <QWidget>

#include "engine/record/recording.h"

class QLabel;

namespace draftscope {

class MomentBar;
class SentenceStrip;
class StageView;
class TextView;
class TreeView;

/// A moment of a recorded run on its own, as a picture of it wants it: the text, the moments, the round as a chain or a
/// tree and the sentence, with the views of the window. Never seen itself; for the window's thread.
class MomentScene : public QWidget {
    Q_OBJECT
public:
    /// `recording` lives as long as the scene. `size`: logical pixels.
    MomentScene(const Recording& recording, QSize size);

    static constexpr QSize smallest{480, 360}, largest{1920, 1440};

    /// Of a moment that is recorded, 0 for before the round's first. `scale`: device pixels of a logical one.
    /// `context`: what the picture is about, where that is not what the moment is about.
    [[nodiscard]] QImage picture(Position at, double scale = 1, std::optional<int> context = {});

private:
    void show(Position at, std::optional<int> wanted);
    void showText(Position at, const RoundRecord& round);

    const Recording& m_recording;
    bool m_isTree;
    QLabel* m_title;
    TextView* m_text;
    MomentBar* m_moments;
    StageView* m_stage;
    TreeView* m_tree;
    SentenceStrip* m_sentence;
};

} // namespace draftscope
