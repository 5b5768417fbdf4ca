// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/batch_painter.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// A round of a batch: a row a sequence with its root, drafts, verdicts and the token that ends the round; where the
/// batch is in step the columns are those of its K/V caches, with gaps. Each cell says its position id, which is
/// another number than its column's. Where not everything has room it scrolls, and the names of rows and columns stay
/// in sight.
class BatchView : public ScrolledView {
    Q_OBJECT
public:
    explicit BatchView(QWidget* parent = nullptr);

    /// `current`: the row that other panels show.
    void setRows(std::vector<BatchRow> rows, int current);
    void clear() { setRows({}, -1); }
    [[nodiscard]] const std::vector<BatchRow>& rows() const { return m_rows; }
    [[nodiscard]] int currentRow() const { return m_current; }
    [[nodiscard]] const BatchLayout& batchLayout() const { return m_layout; }
    [[nodiscard]] const BatchColumnsShown& columns() const { return m_columns; }
    /// The round in words, for people who do not see the drawing.
    [[nodiscard]] QString description() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A click on a row, or Up and Down.
    void rowSelected(int row);
    /// A click on a draft or on the token that ends the round, in any row: the context that it was judged at or drawn
    /// from. Comes after rowSelected().
    void contextSelected(int context, int node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void relayout() override;
    void describe() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    void bringIntoSight(int row);
    void follow(); ///< brings the column into sight that the moment is about in the current row
    [[nodiscard]] int rowAt(QPoint viewportPoint) const;
    [[nodiscard]] std::optional<BatchCell> cellAt(QPoint viewportPoint) const;
    [[nodiscard]] QString wordsOf(const BatchRow& row) const;
    [[nodiscard]] QString wordsOf(const BatchRow& row, const BatchCell& cell) const;

    std::vector<BatchRow> m_rows;
    BatchColumnsShown m_columns;
    BatchLayout m_layout;
    int m_current = -1;
};

} // namespace draftscope
