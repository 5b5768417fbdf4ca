// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_lock_box.h"

#include <QEvent>

#include "gui/compare/lane_words.h"

namespace draftscope {

LaneLockBox::LaneLockBox(Lanes& lanes, QWidget* parent) : FittingBox(parent), m_lanes(lanes)
{
    setAccessibleName(tr("How lanes move"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents); // in every language
    setFocusPolicy(Qt::TabFocus);                     // a click leaves the keys to the transport
    for (const LaneLock lock : {LaneLock::byRound, LaneLock::byToken, LaneLock::none}) {
        addItem(lockInWords(lock));
        setItemData(count() - 1, explained(lock), Qt::ToolTipRole);
    }
    connect(this, &QComboBox::activated, &lanes, [&lanes](int item) { lanes.player().setLock(LaneLock(item)); });
    connect(&lanes.player(), &LanePlayer::lockChanged, this, &LaneLockBox::refresh);
    refresh();
}

void LaneLockBox::setCompact(bool isCompact)
{
    setMaximumWidth(isCompact ? 15 * fontMetrics().averageCharWidth() + 60 : QWIDGETSIZE_MAX);
}

/// Qt keeps the least width that the words of the other language needed, until the style changes.
void LaneLockBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    QEvent asStyle(QEvent::StyleChange);
    QComboBox::changeEvent(&asStyle);
    updateGeometry();
}

void LaneLockBox::refresh()
{
    setCurrentIndex(int(m_lanes.player().lock()));
    setToolTip(tr("%1 (Ctrl+L)").arg(explained(m_lanes.player().lock())));
    setAccessibleDescription(explained(m_lanes.player().lock()));
}

} // namespace draftscope
