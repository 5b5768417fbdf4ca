// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controls/choice_delegate.h"

#include <algorithm>

#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {
namespace {

constexpr int sideMargin = 10, lineGap = 1, above = 4;

bool isSeparator(const QModelIndex& index)
{
    return index.data(Qt::AccessibleDescriptionRole).toString() == QLatin1String("separator");
}

bool isHeading(const QModelIndex& index)
{
    return !index.data(Qt::UserRole).isValid() && !isSeparator(index);
}

int heightOf(const QFont& font)
{
    return QFontMetrics(font).height();
}

/// Of wrapped details.
int widestLine()
{
    return 70 * QFontMetrics(Theme::barFont(0.85)).averageCharWidth();
}

} // namespace

ChoiceDelegate::ChoiceDelegate(QComboBox* box, Details details) : QStyledItemDelegate(box), m_details(details) {}

int ChoiceDelegate::widthOf(const QComboBox& box) const
{
    const QFontMetrics title(box.font()), small(Theme::barFont(0.85));
    int widest = 0;
    for (int i = 0; i < box.count(); ++i) {
        const int details = small.horizontalAdvance(box.itemData(i, DetailsRole).toString());
        widest = std::max({widest, title.horizontalAdvance(box.itemText(i)),
                           m_details == Details::wrapped ? std::min(details, widestLine()) : details});
    }
    return widest + 2 * sideMargin + 16; // a scroll bar
}

int ChoiceDelegate::detailsHeight(const QString& details) const
{
    const QFontMetrics small(Theme::barFont(0.85));
    return m_details == Details::wrapped
        ? small.boundingRect(QRect(0, 0, widestLine(), 0), Qt::TextWordWrap, details).height()
        : small.height();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (isSeparator(index))
        return {1, 9};
    if (isHeading(index))
        return {1, heightOf(Theme::barFont(0.85)) + 3 * above};
    const QString details = index.data(DetailsRole).toString();
    return {1, heightOf(option.font) + (details.isEmpty() ? 0 : detailsHeight(details) + lineGap) + 2 * above};
}

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
    painter->fillRect(option.rect,
                      isEnabled && option.state.testFlag(QStyle::State_Selected) ? Theme::tint(Role::target, 0.18)
                                                                                 : Theme::color(Role::surface));
    const QRect room = option.rect.adjusted(sideMargin, above, -sideMargin, -above);
    const auto write = [&](const QRect& where, const QFont& font, Role role, const QString& words, int flags) {
        painter->setFont(font);
        painter->setPen(Theme::color(role));
        painter->drawText(where, flags | Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(words, Qt::ElideRight, where.width()));
    };
    const QString title = index.data(Qt::DisplayRole).toString(), details = index.data(DetailsRole).toString();
    if (isSeparator(index)) {
        painter->fillRect(QRect(room.left(), option.rect.center().y(), room.width(), 1), Theme::color(Role::line));
    } else if (isHeading(index)) {
        QFont font = Theme::barFont(0.85);
        font.setBold(true);
        write(room, font, Role::muted, title, Qt::AlignBottom);
    } else {
        write(room, option.font, isEnabled ? Role::text : Role::notJudged, title,
              details.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop);
        if (m_details == Details::wrapped) {
            painter->setFont(Theme::barFont(0.85));
            painter->setPen(Theme::color(Role::muted));
            painter->drawText(room.adjusted(0, heightOf(option.font) + lineGap, 0, 0), Qt::TextWordWrap, details);
        } else {
            write(room, Theme::barFont(0.85), Role::muted, details, Qt::AlignBottom);
        }
    }
    painter->restore();
}

} // namespace draftscope
