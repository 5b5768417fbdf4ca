// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace draftscope {

/// The white card that every panel is: a bold title, a muted subtitle, room for small things at the right, and the content.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle);
    void addCorner(QWidget* widget); ///< at the right of the title
    [[nodiscard]] QWidget* content() const { return m_content; }

private:
    QLabel* m_title;
    QLabel* m_subtitle;
    QHBoxLayout* m_header;
    QWidget* m_content;
};

} // namespace draftscope
