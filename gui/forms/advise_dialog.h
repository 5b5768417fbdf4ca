// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include "gui/worker/advice_thread.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace draftscope {

class Navigation;
class PromptListBox;
class SpeedUpCurvesChart;

/// What should I use? Measures settings of the models in Setup within a time, shows them as they are measured, says
/// which is the fastest and why, and puts one into Setup by a click. Step can be used meanwhile. Deletes itself when it
/// is closed.
class AdviseDialog : public QDialog {
    Q_OBJECT
public:
    AdviseDialog(Navigation& navigation, QWidget* parent);
    /// The one that is open comes to the front: two searches would disturb each other's times.
    static void showFor(Navigation& navigation, QWidget* parent);

    [[nodiscard]] bool isSearching() const { return m_thread.isRunning(); }
    [[nodiscard]] const SentAdvice& advice() const { return m_advice; } ///< null before the first
    [[nodiscard]] QTableWidget& table() const { return *m_table; }
    [[nodiscard]] QString words() const; ///< the answer, a paragraph a line

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeTop();
    void startOrStop();
    void apply();
    void showAdvice(const SentAdvice& advice);
    void fillTable();
    void refresh();
    void refreshTime();
    /// The one that is chosen in the table, else the fastest; null for none.
    [[nodiscard]] const TriedSetting* chosen() const;

    Navigation& m_navigation;
    RunSetup m_setup; ///< of the search
    AdviceThread m_thread;
    SentAdvice m_advice;
    SentLoadAdvice m_load;
    std::vector<int> m_rows; ///< of the table: numbers in m_advice->tried
    QString m_problem;
    struct Clock {
        QElapsedTimer since;
        QTimer second;
        double planned = 0; ///< seconds of the search
    } m_clock;
    PromptListBox* m_prompts;
    QSpinBox* m_seconds;
    QCheckBox* m_underLoad;
    QPushButton *m_start, *m_apply;
    QProgressBar* m_time;
    QTableWidget* m_table;
    QLabel* m_words;
    QWidget* m_charts; ///< under load
    SpeedUpCurvesChart *m_overBatch, *m_overContext;
};

} // namespace draftscope
