// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QScrollArea>

#include "gui/lessons/lesson_driver.h"

class QLabel;
class QVBoxLayout;

namespace draftscope {

class QuestionCard;

/// The page of a lesson's step: its title, words with the fields of the run, formulas, published figures, questions,
/// and what can be tried. It scrolls only where a window is too small for it.
class LessonSheet : public QScrollArea {
    Q_OBJECT
public:
    explicit LessonSheet(LessonDriver& driver, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<QuestionCard*>& cards() const { return m_cards; }
    /// The height that the step takes in a width; more than that of the viewport: it scrolls.
    [[nodiscard]] int neededHeight(int width) const;
    /// The width in which the step's widest part, a table mostly, is whole.
    [[nodiscard]] int neededWidth() const;
    /// Everything that the page says, in one text.
    [[nodiscard]] QString plainText() const;

signals:
    void contentChanged();
    void linkActivated(const QString& address);
    void linkHovered(const QString& address, QPoint at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void fillMeasured();
    void refreshAnswers();
    void addBlock(const LessonBlock& block, int& question);
    void addMarkdown(const LessonBlock& block);
    void addFormula(const LessonBlock& block);
    void addPublished(const LessonBlock& block);
    void addToTry();
    void addLabel(QLabel* label);
    [[nodiscard]] FilledText filled(const LessonText& text) const;

    LessonDriver& m_driver;
    QVBoxLayout* m_column = nullptr;
    std::vector<QuestionCard*> m_cards;
};

} // namespace draftscope
