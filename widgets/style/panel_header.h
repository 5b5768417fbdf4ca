// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QPixmap;
class QToolButton;

namespace draftscope {

class LabelPlace;

/// The top of a panel: a bold title, a muted subtitle, room for small things at the right, and a cross. Where tabs
/// already say the title, only subtitle and small things stay.
class PanelHeader : public QWidget {
    Q_OBJECT
public:
    explicit PanelHeader(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle, const QString& more = {}); ///< `more` in its tooltip only
    void setMark(const QPixmap& mark);                                   ///< before the title
    void addCorner(QWidget* widget);                                     ///< between the subtitle and the menu
    void setMenu(QMenu* menu, const QString& tip);                       ///< behind "⋯", before the cross
    void setTitleVisible(bool on);
    /// Takes no height, where a panel has too little of it; its menu is behind the right mouse button.
    void setCollapsed(bool on);
    [[nodiscard]] bool isCollapsed() const { return m_isCollapsed; }
    [[nodiscard]] int fullHeight() const { return QWidget::sizeHint().height(); } ///< collapsed or not
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void setClosable(bool on);
    /// What the cross does, where that is not closing a panel; Tab leads to it then.
    void setCloseTip(const QString& tip);
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString subtitle() const;

signals:
    void closeRequested();

private:
    QLabel *m_mark, *m_title;
    QLabel* m_subtitle;
    LabelPlace* m_titlePlace;
    QToolButton *m_menu, *m_close;
    QHBoxLayout* m_layout;
    bool m_isCollapsed = false;
};

} // namespace draftscope
