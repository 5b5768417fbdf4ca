// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QVBoxLayout>

namespace draftscope {

/// A line that shows and hides what lies below it: closed at first, and as wide as what it hides. Tab reaches it, Space
/// and Enter press it, and a mark in front of its words says whether it is open.
class Disclosure : public QWidget {
    Q_OBJECT
public:
    Disclosure(const QString& words, QWidget* content, QWidget* parent = nullptr)
        : QWidget(parent), m_button(new QToolButton), m_content(content)
    {
        m_button->setObjectName(QStringLiteral("disclosure"));
        m_button->setText(words);
        m_button->setCheckable(true);
        m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_button->setArrowType(Qt::RightArrow);
        m_button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
        m_content->hide();
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(6);
        layout->addWidget(m_button, 0, Qt::AlignLeft);
        layout->addWidget(m_content);
        connect(m_button, &QToolButton::toggled, this, [this](bool isOpen) {
            m_button->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
            m_content->setVisible(isOpen);
            emit toggled(isOpen);
        });
    }
    [[nodiscard]] bool isOpen() const { return m_button->isChecked(); }
    void setOpen(bool isOpen) { m_button->setChecked(isOpen); }
    [[nodiscard]] QToolButton& button() const { return *m_button; }
    /// Nothing beside it moves when it is opened.
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return QWidget::minimumSizeHint().expandedTo({m_content->minimumSizeHint().width(), 0});
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return QWidget::sizeHint().expandedTo({m_content->minimumSizeHint().width(), 0});
    }

signals:
    void toggled(bool isOpen);

private:
    QToolButton* m_button;
    QWidget* m_content;
};

} // namespace draftscope
