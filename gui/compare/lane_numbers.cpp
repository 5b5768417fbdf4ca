// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_numbers.h"

namespace draftscope {

void LaneNumbers::setForms(const QString& full, const QString& brief)
{
    m_full = full;
    m_brief = brief;
    setText(brief);
    m_briefSize = QLabel::sizeHint();
    setText(full);
    m_fullSize = QLabel::sizeHint();
    choose();
    updateGeometry();
}

void LaneNumbers::choose()
{
    const QString& fits = width() < m_fullSize.width() ? m_brief : m_full;
    if (text() != fits)
        setText(fits);
}

void LaneNumbers::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    choose();
}

} // namespace draftscope
