// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/label_place.h"

#include <memory>

#include <QLabel>
#include <QLayout>

namespace draftscope {

namespace {

/// Gives its widget all the room, and tells those around only when that is to be another one.
class OneWidgetLayout : public QLayout {
public:
    explicit OneWidgetLayout(QWidget* parent) : QLayout(parent) { setContentsMargins(0, 0, 0, 0); }

    void addItem(QLayoutItem* item) override { m_item.reset(item); }
    [[nodiscard]] int count() const override { return m_item ? 1 : 0; }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return index == 0 ? m_item.get() : nullptr; }
    QLayoutItem* takeAt(int index) override { return index == 0 ? m_item.release() : nullptr; }
    [[nodiscard]] QSize sizeHint() const override { return m_item ? m_item->sizeHint() : QSize(); }
    [[nodiscard]] QSize minimumSize() const override { return m_item ? m_item->minimumSize() : QSize(); }
    void setGeometry(const QRect& rect) override
    {
        QLayout::setGeometry(rect);
        if (m_item)
            m_item->setGeometry(rect);
    }
    void invalidate() override
    {
        if (m_item)
            m_item->invalidate();
        const QSize hint = sizeHint(), least = minimumSize();
        if (hint == m_hint && least == m_least)
            return;
        m_hint = hint;
        m_least = least;
        QLayout::invalidate();
    }

private:
    std::unique_ptr<QLayoutItem> m_item;
    QSize m_hint, m_least; ///< as those around know them
};

} // namespace

LabelPlace::LabelPlace(QLabel* label, QWidget* parent) : QWidget(parent)
{
    setSizePolicy(label->sizePolicy());
    (new OneWidgetLayout(this))->addWidget(label);
}

} // namespace draftscope
