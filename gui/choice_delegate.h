// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QStyledItemDelegate>

namespace draftscope {

/// Writes a choice of a list in two lines: what it is called, and smaller what it is or why it cannot be chosen. What has no value is a
/// heading.
class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int DetailsRole = Qt::UserRole + 1;

    explicit ChoiceDelegate(QComboBox* box);
    /// That the longest title and details of a list need.
    [[nodiscard]] static int widthOf(const QComboBox& box);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace draftscope
