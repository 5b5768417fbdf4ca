// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace draftscope {

/// One line above the panels: what went wrong, until it is dismissed, or what is being loaded, until it is or is
/// cancelled.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);
    void showProblem(const QString& sentence);
    void showLoading(double share, const QString& what); ///< share < 0: unknown
    void loadingEnded();                                 ///< a problem stays
    void dismiss();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] bool isLoading() const;

signals:
    void cancelRequested();

private:
    QLabel *m_mark, *m_sentence;
    QProgressBar* m_progress;
    QPushButton *m_cancel, *m_dismiss;
};

} // namespace draftscope
