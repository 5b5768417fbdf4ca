// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace draftscope {

/// The room of a label whose words change with every moment shown. Other words of a label that lies in a layout have
/// everything around it laid out again, up to the window, also where they take no other room; here only where they do.
/// Has the label's size policy, and is to be shown and hidden in its place.
class LabelPlace : public QWidget {
    Q_OBJECT
public:
    explicit LabelPlace(QLabel* label, QWidget* parent = nullptr);
};

} // namespace draftscope
