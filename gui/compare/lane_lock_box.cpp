// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_lock_box.h"

#include "gui/compare/lane_words.h"

namespace draftscope {

LaneLockBox::LaneLockBox(Lanes& lanes, QWidget* parent) : QComboBox(parent), m_lanes(lanes)
{
    setAccessibleName(tr("How lanes move"));
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    for (const LaneLock lock : {LaneLock::byRound, LaneLock::byToken, LaneLock::none}) {
        addItem(lockInWords(lock));
        setItemData(count() - 1, explained(lock), Qt::ToolTipRole);
    }
    connect(this, &QComboBox::activated, &lanes, [&lanes](int item) { lanes.setLock(LaneLock(item)); });
    connect(&lanes, &Lanes::lockChanged, this, &LaneLockBox::refresh);
    refresh();
}

void LaneLockBox::refresh()
{
    setCurrentIndex(int(m_lanes.lock()));
    setToolTip(tr("%1 (Ctrl+L)").arg(explained(m_lanes.lock())));
    setAccessibleDescription(explained(m_lanes.lock()));
}

} // namespace draftscope
