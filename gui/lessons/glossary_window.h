// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/lessons/glossary.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace draftscope {

/// Every term of the window and of the lessons, with a search.
class GlossaryWindow : public QDialog {
    Q_OBJECT
public:
    explicit GlossaryWindow(QWidget* parent);

    void showTerm(const QString& term); ///< and the window; of an empty one the window alone
    /// The paragraph of a term for a tool tip, in the window's language; empty where there is none.
    [[nodiscard]] static QString htmlOf(const QString& term);
    [[nodiscard]] static const std::vector<GlossaryTerm>& terms(); ///< in the window's language

signals:
    void lessonWanted(const QString& address); ///< "lesson:residual:2"

protected:
    void changeEvent(QEvent* event) override;

private:
    void list();
    void show(int row);

    QLineEdit* m_search;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace draftscope
