// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QComboBox>
#include <QStylePainter>

namespace draftscope {

/// A list to choose from whose choice is written smaller where it would be cut off, and shortened where that is not
/// enough.
class FittingBox : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        if (currentIndex() < 0) {
            option.currentText = placeholderText();
            option.state.setFlag(QStyle::State_Enabled, false); // in the colour of what is not there
        }
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        const int needed = fontMetrics().horizontalAdvance(option.currentText) + 4;
        if (needed > room.width()) {
            QFont smaller = font();
            smaller.setPointSizeF(font().pointSizeF() * std::max(smallest, double(room.width()) / needed));
            painter.setFont(smaller);
            option.fontMetrics = QFontMetrics(smaller);
            option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideMiddle, room.width());
        }
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }

private:
    static constexpr double smallest = 0.7; ///< of the usual size: what needs less cannot be read
};

} // namespace draftscope
