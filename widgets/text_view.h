// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include <QAbstractScrollArea>
#include <QFontMetricsF>

#include "engine/record/recording.h"

namespace draftscope {

/// Prompt and tokens, each by how it was committed, with the drafts of the running round behind them. Lays out only
/// what was appended and paints only the lines in sight, so ten thousand tokens cost no more than fifty.
class TextView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TextView(QWidget* parent = nullptr);

    /// `text`: committed tokens, prompt first; `drafts`: the running round's (draftsBehindText()), verdicts as far
    /// as known.
    void setText(std::vector<CommittedToken> text, std::vector<NodeRecord> drafts, const Recording* recording);
    /// What a person chose about tokens of the text, by their index; they bear a mark.
    void setChosen(std::map<int, QString> words);
    /// The first token that another text, which this one is compared with, has not; -1 for none.
    void setDifference(int index);
    [[nodiscard]] int difference() const { return m_difference; }
    /// Takes no more height than its lines do: beside other texts, where there is little of it.
    void setCompact(bool on);
    void setSelected(int index); ///< -1 for none
    [[nodiscard]] int selected() const { return m_selected; }
    [[nodiscard]] int tokenCount() const { return int(m_text.size()); }
    [[nodiscard]] QRectF tokenRect(int index) const; ///< in content coordinates
    [[nodiscard]] QString plainText() const;

    /// The token that the keys have gone to while the view has the focus; -1 for none.
    [[nodiscard]] int current() const { return m_current; }

signals:
    void tokenClicked(int index); ///< into the committed text

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    struct Box {
        QRectF rect;
        bool breaksLine = false;
    };
    void layoutFrom(std::size_t first);
    [[nodiscard]] QPointF cursorAfter(std::size_t count) const; ///< where the token behind `count` others may begin
    [[nodiscard]] QString words(TokenId token, bool isPill) const;
    Box place(TokenId token, QPointF& cursor, bool isPill) const;
    [[nodiscard]] int tokenAt(QPoint viewportPoint) const;
    void paintBox(QPainter& painter, const Box& box, const CommittedToken& token, bool isSelected) const;
    static void paintMark(QPainter& painter, const Box& box);
    void paintDifference(QPainter& painter, const Box& box) const;
    void paintDraft(QPainter& painter, const Box& box, const NodeRecord& node) const;
    void setCurrent(int index);
    [[nodiscard]] int tokenBeside(int index, int step) const; ///< the next one that can be seen, or the same
    [[nodiscard]] int tokenLinesAway(int index, int lines) const;
    void bringIntoSight(int index);

    std::vector<CommittedToken> m_text;
    std::vector<NodeRecord> m_drafts;
    std::map<int, QString> m_chosen;
    const Recording* m_recording = nullptr;
    std::vector<CommittedToken> m_laidOut; ///< what m_boxes are of: the text, or a longer one that begins with it
    std::vector<Box> m_boxes, m_draftBoxes;
    QFontMetricsF m_metrics;
    double m_lineHeight;
    int m_selected = -1;
    int m_current = -1;
    int m_difference = -1;
    double m_margin; ///< above the first line and below the last
    double m_spread; ///< from line to line, in heights of letters
};

/// "■ accepted draft  ■ residual  ■ bonus" for the sources that occur.
class SourceLegend : public QWidget {
    Q_OBJECT
public:
    explicit SourceLegend(QWidget* parent = nullptr);
    void setSources(const std::vector<TokenSource>& sources);

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    std::vector<TokenSource> m_sources;
};

} // namespace draftscope
