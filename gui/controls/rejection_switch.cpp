// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/rejection_switch.h"

#include "gui/navigation/navigation.h"

namespace draftscope {

RejectionSwitch::RejectionSwitch(Navigation& navigation, QWidget* parent)
    : QCheckBox(tr("Don't stop at rejections"), parent), m_navigation(navigation)
{
    setObjectName(QStringLiteral("dontStopAtRejections"));
    setFocusPolicy(Qt::TabFocus); // a click leaves Space to the transport
    setToolTip(tr("Play goes on over rejected drafts. “Stop when” in Setup has it, too, with the other conditions."));
    connect(this, &QCheckBox::clicked, this, [this](bool isOn) {
        StopConditions stops = m_navigation.player().transport().stopConditions();
        stops.onRejection = !isOn;
        m_navigation.player().transport().setStopConditions(stops);
    });
    connect(&navigation, &Navigation::shown, this, &RejectionSwitch::refresh);
    connect(&navigation.status(), &StatusLine::changed, this, &RejectionSwitch::refresh);
    connect(&navigation.player(), &Player::stood, this, &RejectionSwitch::refresh);
    connect(&navigation.player().transport(), &Transport::stopConditionsChanged, this, &RejectionSwitch::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &RejectionSwitch::refresh);
    refresh();
}

void RejectionSwitch::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void RejectionSwitch::refresh()
{
    setChecked(!m_navigation.player().transport().stopConditions().onRejection);
    setVisible(m_isInSight && m_navigation.player().hasStoppedAtRejection());
}

} // namespace draftscope
