// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/measuring_bar.h"

#include <cmath>

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "widgets/style/elided_label.h"

namespace draftscope {

QString timeLeftInWords(double seconds)
{
    const int whole = std::max(1, int(std::ceil(seconds)));
    return whole < 90 ? MeasuringBar::tr("about %1 s left").arg(whole)
                      : MeasuringBar::tr("about %1 min left").arg((whole + 59) / 60);
}

MeasuringBar::MeasuringBar(Measurement& measurement, std::function<QString()> start, QWidget* parent)
    : QWidget(parent), m_measurement(measurement), m_start(std::move(start)), m_button(new QToolButton),
      m_progress(new QProgressBar), m_words(new ElidedLabel(ElidedLabel::First::end))
{
    m_button->setObjectName(QStringLiteral("cornerButton"));
    m_button->setFocusPolicy(Qt::TabFocus);
    m_progress->setObjectName(QStringLiteral("laneProgress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(160, 4);
    m_progress->setAccessibleName(tr("Decodes that are done"));
    m_words->setObjectName(QStringLiteral("muted"));
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // no window is made larger for it
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_button);
    row->addWidget(m_progress);
    row->addWidget(m_words, 1);
    connect(m_button, &QToolButton::clicked, this, [this] {
        if (m_measurement.isRunning())
            m_measurement.stop();
        else
            emit startRequested();
    });
    connect(&measurement, &Measurement::progressed, this, &MeasuringBar::refresh);
    refresh();
}

void MeasuringBar::setIdle(bool canStart, const QString& words, bool goesOn)
{
    m_canStart = canStart;
    m_goesOn = goesOn;
    m_idle = words;
    refresh();
}

void MeasuringBar::setSubject(const QString& subject)
{
    m_subject = subject;
    refresh();
}

QString MeasuringBar::words() const
{
    return m_words->text();
}

void MeasuringBar::refresh()
{
    const bool isRunning = m_measurement.isRunning();
    m_button->setText(isRunning ? tr("❚❚ Stop") : m_goesOn ? tr("▶ Go on") : m_start());
    m_button->setToolTip(isRunning ? tr("What has been decoded is kept")
                             : m_goesOn
                             ? tr("%1 of %2 decodes are done").arg(m_measurement.done()).arg(m_measurement.asked())
                             : QString());
    m_button->setEnabled(isRunning || m_canStart);
    m_progress->setVisible(isRunning);
    m_words->setText(m_idle);
    m_words->setToolTip(m_idle); // where they end in …
    if (!isRunning)
        return;
    m_progress->setRange(0, m_measurement.asked());
    m_progress->setValue(m_measurement.done());
    QStringList parts;
    if (!m_subject.isEmpty())
        parts << m_subject;
    parts << (m_measurement.repetitions() == 0
                  ? tr("%1 of %2 decodes").arg(m_measurement.done()).arg(m_measurement.asked())
                  : tr("all decoded; again, so that times can be relied on (%1)").arg(m_measurement.repetitions() + 1));
    if (m_measurement.isHeld())
        parts << tr("waits for the lanes");
    else if (const auto left = m_measurement.secondsLeft())
        parts << timeLeftInWords(*left);
    m_words->setText(parts.join(QStringLiteral(" · ")));
    m_words->setToolTip(m_words->text());
}

} // namespace draftscope
