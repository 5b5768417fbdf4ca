// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QAbstractScrollArea>
#include <QFontMetricsF>

#include "engine/record/recording.h"

namespace draftscope {

/// Prompt and tokens, each by how it was committed, with the drafts of the running round behind them; then, faint and
/// with a line before it, what comes after the moment shown. Measures a token once, lays out only what has changed and
/// paints only the lines in sight, so ten thousand tokens cost little more than fifty.
class TextView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TextView(QWidget* parent = nullptr);

    /// `text`: committed tokens, prompt first; those behind the first `happened` (of all, if not given) come after the
    /// moment shown. `drafts`: the running round's (draftsBehindText()), verdicts as far as known; those that come true
    /// stand where the text has them.
    void setText(std::vector<CommittedToken> text, std::vector<NodeRecord> drafts, const Recording* recording,
                 std::optional<int> happened = {});
    /// What the moment shown is about, with an outline: a token of the text or a draft, by their index; -1 for none.
    void setAbout(int token, int draft = -1);
    /// What a person chose about tokens of the text, by their index; they bear a mark.
    void setChosen(std::map<int, QString> words);
    /// Gives the lines of a tool tip that the text itself does not know, by the token's index.
    void setDetails(std::function<QStringList(int)> details) { m_details = std::move(details); }
    /// Gives the text of a token that adds no bytes to a text, such as "<|im_end|>"; empty where it is not known. Those
    /// of a chat are shown.
    void setNames(std::function<QString(TokenId)> names);
    /// The first token that another text, which this one is compared with, has not; -1 for none.
    void setDifference(int index);
    [[nodiscard]] int difference() const { return m_marks.difference; }
    /// Takes no more height than its lines do: beside other texts, where there is little of it.
    void setCompact(bool on);
    [[nodiscard]] int usableHeight() const; ///< of four lines, as close as they can be
    [[nodiscard]] bool isFollowing() const
    {
        return m_follows;
    }                            ///< the end of what has happened stays in sight when it grows
    void setSelected(int index); ///< -1 for none
    [[nodiscard]] int selected() const { return m_marks.selected; }
    [[nodiscard]] int tokenCount() const { return int(m_text.size()); } ///< with those to come
    [[nodiscard]] int happenedCount() const { return m_happened; }
    [[nodiscard]] std::pair<int, int> about() const
    {
        return {m_marks.aboutToken, m_marks.aboutDraft};
    }                                                ///< as setAbout()
    [[nodiscard]] QRectF tokenRect(int index) const; ///< in content coordinates
    [[nodiscard]] QRectF draftRect(int index) const; ///< likewise
    [[nodiscard]] QString plainText() const;         ///< as far as the moment shown
    void bringIntoSight(int index);                  ///< scrolls to a token of the text

    /// The token that the keys have gone to while the view has the focus; -1 for none.
    [[nodiscard]] int current() const { return m_marks.current; }

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
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void fitLines();
    void scrolledByHand();
    [[nodiscard]] bool isEndInSight() const;
    [[nodiscard]] bool isSpecial(TokenId token) const; ///< adds no bytes to a text

    [[nodiscard]] QString toolTipOf(int index) const;
    static constexpr double margin = 14;  ///< beside the lines, and above and below them where there is room
    static constexpr double scale = 1.08; ///< of the font of tokens

    struct Box {
        QRectF rect;
        bool breaksLine = false;
    };
    /// A token as it is drawn, wherever that is.
    struct Extent {
        QString words;
        double width = 0, lead = 1; ///< lead: from the token before, in the same line
        bool breaksLine = false;
        bool isName = false; ///< of a token that is no text
    };
    static constexpr double reachOfMarks = 6; ///< of outlines and lines beside a token, over it

    [[nodiscard]] double tokenHeight() const { return m_lineHeight * 0.82; } ///< the rest is between lines
    [[nodiscard]] int scrolledToALine(double least) const;
    void layoutFrom(std::size_t first, std::size_t same = 0);
    void updateFrom(std::size_t token);
    void outline(const QRectF& rect);
    void layoutAgain();
    [[nodiscard]] QPointF cursorAfter(const Box& box) const; ///< where the next token may begin
    [[nodiscard]] Extent measure(TokenId token, bool isPill) const;
    [[nodiscard]] const Extent& extentOf(TokenId token, bool isPill) const; ///< measured once
    [[nodiscard]] QString words(TokenId token, bool isPill) const { return extentOf(token, isPill).words; }
    Box place(TokenId token, QPointF& cursor, bool isPill) const;
    /// Tokens to come that stand where drafts are, because these come true.
    [[nodiscard]] std::size_t foretold() const;
    /// The first token whose place depends on the drafts.
    [[nodiscard]] std::size_t placedByDrafts() const
    {
        return m_drafts.empty() ? m_text.size() : std::size_t(m_happened);
    }
    [[nodiscard]] bool hasFuture() const { return m_happened < tokenCount(); }
    [[nodiscard]] const Box* lastHappened() const; ///< draft or token; nullptr for none
    void paintToCome(QPainter& painter, const Box& box, const CommittedToken& token) const;
    void paintNow(QPainter& painter) const;
    static void paintOutline(QPainter& painter, const Box& box);
    void bringIntoSight(const QRectF& rect);
    [[nodiscard]] int tokenAt(QPoint viewportPoint) const;
    void paintBox(QPainter& painter, const Box& box, const CommittedToken& token) const;
    static void paintMark(QPainter& painter, const Box& box);
    void paintDifference(QPainter& painter, const Box& box) const;
    void paintDraft(QPainter& painter, const Box& box, const NodeRecord& node) const;
    void setCurrent(int index);
    [[nodiscard]] int tokenBeside(int index, int step) const; ///< the next one that can be seen, or the same
    [[nodiscard]] int tokenLinesAway(int index, int lines) const;

    std::vector<CommittedToken> m_text;
    std::vector<NodeRecord> m_drafts;
    std::map<int, QString> m_chosen;
    std::function<QStringList(int)> m_details;
    std::function<QString(TokenId)> m_names;
    bool m_showsNames = false; ///< the prompt has tokens that are no text, besides the one that every text begins with
    bool m_follows = true, m_isLayingOut = false;
    bool m_isCompact = false;
    const Recording* m_recording = nullptr;
    int m_happened = 0;             ///< tokens of m_text
    int m_heightBefore = 0;         ///< of the viewport, when it was laid out last
    QRectF m_outlined;              ///< around these, in the content's coordinates
    std::size_t m_behindDrafts = 0; ///< the first token that no draft stands for, as it was laid out last
    mutable std::unordered_map<std::int64_t, Extent> m_extents; ///< by token and whether it is a pill
    std::vector<Box> m_boxes, m_draftBoxes;
    QFontMetricsF m_metrics;
    double m_lineHeight;
    struct Marks { ///< places in the text, -1 where there is none
        int selected = -1, current = -1, difference = -1;
        int aboutToken = -1, aboutDraft = -1;
    };
    Marks m_marks;
    double m_margin; ///< above the first line and below the last
    double m_spread; ///< from line to line, in heights of letters
};

} // namespace draftscope
