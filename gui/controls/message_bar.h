// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace draftscope {

/// One line above the panels: what went wrong, until it is dismissed, else what is being loaded, until it is or is
/// cancelled. Where both are the case, Cancel and the progress stand beside the problem.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);
    void showProblem(const QString& sentence);
    /// A way out of the problem, as a button beside it, until it is dismissed or another one takes its place.
    void offer(const QString& words, const QString& tip, const std::function<void()>& wayOut);
    void showLoading(double share, const QString& what); ///< share < 0: unknown
    void loadingEnded();
    void dismiss(); ///< the problem
    [[nodiscard]] const QString& sentence() const { return m_problem.isEmpty() ? m_loading : m_problem; }
    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] bool isLoading() const { return !m_loading.isEmpty(); }

signals:
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QString m_problem, m_loading;         ///< empty where there is none
    QString m_problemWords;               ///< the problem in the window's language
    QLabel *m_mark, *m_sentence, *m_what; ///< beside a problem, m_what says what is loaded
    QProgressBar* m_progress;
    QPushButton *m_offer, *m_cancel, *m_dismiss;
    std::function<void()> m_wayOut;
};

} // namespace draftscope
