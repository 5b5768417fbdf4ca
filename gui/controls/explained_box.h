// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QStandardItemModel>

#include "gui/controls/choice_delegate.h"
#include "gui/controls/fitting_box.h"

namespace draftscope {

/// A list whose choices say under their names what they are, or why they cannot be made.
class ExplainedBox : public FittingBox {
public:
    ExplainedBox() : m_delegate(new ChoiceDelegate(this, ChoiceDelegate::Details::wrapped))
    {
        setItemDelegate(m_delegate);
    }
    void showPopup() override
    {
        view()->setMinimumWidth(m_delegate->widthOf(*this));
        FittingBox::showPopup();
    }

private:
    ChoiceDelegate* const m_delegate;
};

/// Of the choice of such a list that was added last.
inline void explainLast(QComboBox* box, const QString& words)
{
    const int last = box->count() - 1;
    box->setItemData(last, words, ChoiceDelegate::DetailsRole);
    box->setItemData(last, words, Qt::AccessibleDescriptionRole);
}

/// The choice that was added last cannot be made, and says why.
inline void disableLast(QComboBox* box, const QString& reason)
{
    explainLast(box, reason);
    if (auto* items = qobject_cast<QStandardItemModel*>(box->model()))
        items->item(box->count() - 1)->setEnabled(false);
}

} // namespace draftscope
