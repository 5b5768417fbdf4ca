// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QStyledItemDelegate>

namespace draftscope {

/// Writes what a choice of a list is called, and smaller below it what it is or why it cannot be chosen: in one line,
/// or whole sentences in as many as they need. What has no value is a heading.
class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int DetailsRole = Qt::UserRole + 1;

    enum class Details { oneLine, wrapped };

    explicit ChoiceDelegate(QComboBox* box, Details details = Details::oneLine);
    /// That the longest title and details of a list need; wrapped details are not wider than a line that is read with
    /// ease.
    [[nodiscard]] int widthOf(const QComboBox& box) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] int detailsHeight(const QString& details) const;

    Details m_details;
};

} // namespace draftscope
