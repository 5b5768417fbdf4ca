// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include <QWidget>

#include "engine/record/records.h"
#include "widgets/words/round_words.h"

namespace draftscope {

/// The moments of a round as a row of pills: Draft 1 2 3, Verify, Judge 1 2, Residual, Commit. The one shown is dark,
/// those still to come are faint. A click, or Enter on the one that the keys have gone to, asks for that moment.
/// Where there is no room for all numbers they become dots, but for that of the one shown.
class MomentBar : public QWidget {
    Q_OBJECT
public:
    explicit MomentBar(QWidget* parent = nullptr);
    /// `moments`: those recorded; `shown`: how many of them have happened at the moment shown (1-based count, 0 =
    /// none); `drafts`: what each draft moment added. Where `moments` are not those recorded, `recorded` has the moment
    /// that a click on each asks for, or 0: none. `nodes`: what the node of each is called (nodeNames()); empty where
    /// its number says it.
    void setMoments(std::vector<Moment> moments, int shown, Drafts drafts = Drafts::nodes,
                    std::vector<int> recorded = {}, std::vector<QString> nodes = {});
    [[nodiscard]] QRectF pillRect(int moment) const; ///< 0-based
    [[nodiscard]] int pillCount() const { return int(m_pills.size()); }

    void setLow(bool on);                  ///< where there is little height
    [[nodiscard]] int leastHeight() const; ///< then
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    void momentClicked(int momentCount); ///< 1-based count, as Position::moment

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    struct Pill {
        QRectF rect;  ///< that a click hits
        QString text; ///< none: drawn as a dot, for want of room
    };
    [[nodiscard]] QString nodeOf(std::size_t moment) const;
    void layOutDots();
    void relayout();
    void setCurrent(int moment);
    void askFor(int moment); ///< 0-based
    std::vector<Moment> m_moments;
    std::vector<int> m_recorded;  ///< see setMoments()
    std::vector<QString> m_nodes; ///< likewise
    std::vector<Pill> m_pills;
    int m_shown = 0;
    Drafts m_drafts = Drafts::nodes;
    int m_current = -1; ///< 0-based; that the keys have gone to
    bool m_isLow = false;
};

} // namespace draftscope
