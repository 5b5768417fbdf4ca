// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/record/recording.h"
#include "widgets/stage/stage_layout.h"
#include "widgets/style/motion.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// One round as a chain: a column a position with q, p, the accept gauge and the verdict; then the drawn token.
/// Shows exactly the record it is given, so a moment in the past is atMoment() of its round. Where not everything has
/// room it closes up, then scrolls, and what the moment is about stays in sight.
class StageView : public ScrolledView {
    Q_OBJECT
public:
    explicit StageView(QWidget* parent = nullptr);

    /// `recording` gives token texts and must live until the next call; null clears the stage.
    void setRound(const RoundRecord& round, const Recording* recording);
    void clear(const QString& invitation);
    void setSelectedContext(int context);
    [[nodiscard]] int selectedContext() const { return m_selected; }
    /// The column that the keys have gone to while the stage has the focus; -1 for none.
    [[nodiscard]] int currentColumn() const { return m_current; }
    [[nodiscard]] const StageLayout& stageLayout() const { return m_layout; }
    /// The round in words, for people who do not see the drawing.
    [[nodiscard]] QString description() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A click on a column, or Enter: the position that its token was judged at.
    void contextSelected(int context);
    /// A right click on a node, drafted or to be, or the Menu key.
    void nodeMenuRequested(int node, QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void relayout() override;
    void follow(); ///< brings what the moment is about into sight
    void select(int column);
    void setCurrent(int column);
    bool askForMenu(int column, QPoint globalPosition); ///< whether there is one
    void describe() override;
    [[nodiscard]] int columnAt(QPoint viewportPoint) const;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    [[nodiscard]] QString rowToolTip(double y) const; ///< in the content
    [[nodiscard]] int contextOfColumn(int column) const;

    std::optional<RoundRecord> m_round;
    const Recording* m_recording = nullptr;
    StageLayout m_layout;
    Motion m_motion;
    QString m_invitation;
    int m_selected = -1;
    int m_current = -1;
};

} // namespace draftscope
