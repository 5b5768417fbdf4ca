// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/record/recording.h"
#include "widgets/stage/tree_layout.h"
#include "widgets/style/motion.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// One round as a tree: a card a node, edges as wide as q, the accepted path, and the token that ends the round behind
/// its context. Shows exactly the record it is given. The whole round, as far as it is recorded, says where cards lie,
/// so that nothing jumps when a person steps through it. Where not everything can be read at once it scrolls, and
/// follows what the moment is about.
class TreeView : public ScrolledView {
    Q_OBJECT
public:
    explicit TreeView(QWidget* parent = nullptr);

    /// `round` is `whole` as it stood after some of its moments. `recording` gives token texts and must live until the
    /// next call, or until clear().
    void setRound(const RoundRecord& round, const RoundRecord& whole, const Recording* recording);
    void clear();
    void setSelectedContext(int context);
    [[nodiscard]] int selectedContext() const { return m_selected; }
    /// The item that was clicked, as long as its context is the selected one; -1 for none.
    [[nodiscard]] int selectedItem() const { return m_selectedItem; }
    /// The item that the keys have gone to while the view has the focus; -1 for none.
    [[nodiscard]] int currentItem() const { return m_current; }
    [[nodiscard]] const TreeLayout& treeLayout() const { return m_layout; }
    /// The round in words, for people who do not see the drawing.
    [[nodiscard]] QString description() const;

    void setZoom(TreeZoom zoom);
    [[nodiscard]] const TreeZoom& zoom() const { return m_zoom; }
    void zoomBy(double factor); ///< around the middle
    void setFollowing(bool on); ///< scrolls to what the moment is about
    [[nodiscard]] bool isFollowing() const { return m_follows; }
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A click on an item, or Enter: the context that its token was judged at, or drawn from. `node` is -1 for the
    /// token that ends the round.
    void contextSelected(int context, int node);
    /// A right click on a node, or the Menu key.
    void nodeMenuRequested(int node, QPoint globalPosition);
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void relayout() override;
    void follow();
    void bringIntoSight(const QRectF& rect);
    void zoomAround(QPointF viewportPoint, double factor);
    void select(int item);
    void setCurrent(int item);
    bool askForMenu(int item, QPoint globalPosition); ///< whether there is one
    void describe() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    [[nodiscard]] bool isShown(int item) const; ///< it has happened at the moment shown
    [[nodiscard]] int contextOf(int item) const;
    [[nodiscard]] int itemAt(QPoint viewportPoint) const;

    std::optional<RoundRecord> m_round, m_whole;
    const Recording* m_recording = nullptr;
    TreeLayout m_layout;
    Motion m_motion;
    TreeZoom m_zoom;
    bool m_follows = true;
    int m_selected = -1, m_selectedItem = -1;
    int m_current = -1;
};

} // namespace draftscope
