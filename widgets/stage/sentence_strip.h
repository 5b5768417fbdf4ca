// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace draftscope {

/// A sentence that explains what is seen above it, on as many lines as sentences need in its width, two at least,
/// whatever it says: where one needs more room its words are smaller, and what has none even then is in the tool tip.
class SentenceStrip : public QWidget {
    Q_OBJECT
public:
    explicit SentenceStrip(QWidget* parent = nullptr);
    void setSentence(const QString& sentence);
    /// Where there is little height its two lines are small from the start.
    void setLow(bool on);
    [[nodiscard]] QString sentence() const { return m_sentence; }
    /// The words as they stand there: with "…" where they have been cut.
    [[nodiscard]] QString shown() const;
    [[nodiscard]] double letters() const;           ///< in points, as they stand there
    [[nodiscard]] int leastHeight(int width) const; ///< where there is little height
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Fit {
        QFont font;
        QString words;
    };
    [[nodiscard]] Fit fit() const;
    [[nodiscard]] int lineCount(double scale, int width) const;
    [[nodiscard]] int heightAt(double scale, int width) const;
    [[nodiscard]] double largest() const; ///< letters, of the user interface font

    QString m_sentence;
    bool m_isLow = false;
    int m_linesBefore = 0; ///< as its place was asked for last
};

} // namespace draftscope
