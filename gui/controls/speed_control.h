// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QSlider;

namespace draftscope {

class Transport;

/// How fast Play goes: from a moment (or a round) a second, in equal ratios, to as fast as the models go at the right
/// end.
class SpeedControl : public QWidget {
    Q_OBJECT
public:
    /// What a beat of the transport goes on by.
    enum class Beats { moments, rounds, steps };

    SpeedControl(Transport& transport, Beats beats, QWidget* parent = nullptr);
    void setBeats(Beats beats);
    void faster(int steps); ///< slower where negative
    /// With a short slider and few words ("4/s"), for a narrow tool bar.
    void setCompact(bool isCompact);

private:
    void sliderMoved(int place);
    void showWords();

    Transport& m_transport;
    Beats m_beats;
    QSlider* m_slider;
    QLabel *m_title, *m_words;
    bool m_isCompact = false;
};

} // namespace draftscope
