// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/speed_control.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>

#include "gui/transport.h"

namespace draftscope {

namespace {

constexpr int places = 12; ///< doubling every two; the last one is "as fast as it goes"

double speedAt(int place)
{
    return place >= places ? Transport::fastest : std::pow(2.0, place / 2.0);
}

} // namespace

SpeedControl::SpeedControl(Transport& transport, Beats beats, QWidget* parent)
    : QWidget(parent), m_transport(transport), m_beats(beats), m_slider(new QSlider(Qt::Horizontal)),
      m_words(new QLabel)
{
    m_slider->setObjectName(QStringLiteral("speed"));
    m_slider->setRange(0, places);
    m_slider->setPageStep(2);
    m_slider->setFixedWidth(92);
    m_slider->setFocusPolicy(Qt::TabFocus);
    m_slider->setAccessibleName(tr("Speed"));
    auto* label = new QLabel(tr("Speed"));
    for (QLabel* words : {label, m_words})
        words->setObjectName(QStringLiteral("muted"));
    m_words->setMinimumWidth(
        fontMetrics().horizontalAdvance(m_beats == Beats::moments ? tr("64 moments/s") : tr("64 rounds/s")) + 4);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_slider);
    layout->addWidget(m_words);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(m_slider, &QSlider::valueChanged, this, &SpeedControl::sliderMoved);
    m_slider->setValue(4);
    sliderMoved(m_slider->value());
}

void SpeedControl::faster(int steps)
{
    m_slider->setValue(m_slider->value() + steps);
}

void SpeedControl::sliderMoved(int place)
{
    const double speed = speedAt(place);
    m_transport.setSpeed(speed);
    const bool areMoments = m_beats == Beats::moments;
    m_words->setText(speed == Transport::fastest ? tr("fastest")
                         : speed < 1.01          ? (areMoments ? tr("1 moment/s") : tr("1 round/s"))
                                        : (areMoments ? tr("%1 moments/s") : tr("%1 rounds/s")).arg(speed, 0, 'g', 2));
}

} // namespace draftscope
