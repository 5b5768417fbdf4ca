// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/speed_control.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>

#include "gui/playback/transport.h"

#include "widgets/style/number_text.h"

namespace draftscope {

namespace {

constexpr int longSlider = 92, shortSlider = 48, partGap = 8; // pixels
constexpr int places = 12; ///< doubling every two; the last one is "as fast as it goes"

double speedAt(int place)
{
    return place >= places ? Transport::fastest : std::pow(2.0, place / 2.0);
}

QString widestWords(SpeedControl::Beats beats)
{
    return beats == SpeedControl::Beats::moments ? SpeedControl::tr("64 moments/s")
        : beats == SpeedControl::Beats::rounds   ? SpeedControl::tr("64 rounds/s")
                                                 : SpeedControl::tr("64 steps/s");
}

} // namespace

SpeedControl::SpeedControl(Transport& transport, Beats beats, QWidget* parent)
    : QWidget(parent), m_transport(transport), m_beats(beats), m_slider(new QSlider(Qt::Horizontal)),
      m_title(new QLabel(tr("Speed"))), m_words(new QLabel)
{
    m_slider->setObjectName(QStringLiteral("speed"));
    m_slider->setRange(0, places);
    m_slider->setPageStep(2);
    m_slider->setFocusPolicy(Qt::TabFocus);
    m_slider->setAccessibleName(tr("Speed"));
    for (QLabel* words : {m_title, m_words})
        words->setObjectName(QStringLiteral("muted"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(partGap);
    layout->addWidget(m_title);
    layout->addWidget(m_slider);
    layout->addWidget(m_words);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(m_slider, &QSlider::valueChanged, this, &SpeedControl::sliderMoved);
    m_slider->setValue(4);
    setCompact(false);
}

void SpeedControl::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    m_title->setVisible(!isCompact);
    m_slider->setFixedWidth(isCompact ? shortSlider : longSlider);
    m_words->setMinimumWidth(fontMetrics().horizontalAdvance(isCompact ? tr("fastest") : widestWords(m_beats)) + 4);
    showWords();
}

void SpeedControl::setBeats(Beats beats)
{
    m_beats = beats;
    setCompact(m_isCompact);
}

void SpeedControl::faster(int steps)
{
    m_slider->setValue(m_slider->value() + steps);
}

void SpeedControl::sliderMoved(int place)
{
    m_transport.setSpeed(speedAt(place));
    showWords();
}

void SpeedControl::showWords()
{
    const double speed = speedAt(m_slider->value());
    if (m_isCompact && speed != Transport::fastest) {
        m_words->setText(tr("%1/s").arg(decimal(speed, 'g', 2)));
        return;
    }
    if (speed == Transport::fastest)
        m_words->setText(tr("fastest"));
    else if (speed < 1.01)
        m_words->setText(m_beats == Beats::moments      ? tr("1 moment/s")
                             : m_beats == Beats::rounds ? tr("1 round/s")
                                                        : tr("1 step/s"));
    else
        m_words->setText((m_beats == Beats::moments      ? tr("%1 moments/s")
                              : m_beats == Beats::rounds ? tr("%1 rounds/s")
                                                         : tr("%1 steps/s"))
                             .arg(decimal(speed, 'g', 2)));
}

} // namespace draftscope
