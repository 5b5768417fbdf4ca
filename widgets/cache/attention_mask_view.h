// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/record/recording.h"
#include "widgets/style/scrolled_view.h"

namespace draftscope {

/// A row of the target's pass: the last committed token, a drafted node, or a side row.
struct MaskRow {
    TokenId token = noToken;
    int node = -1;   ///< of the round; -1 for the committed token and for side rows
    int parent = -1; ///< the row before it on its path; -1 for the committed token, whose path is the context
    bool isAccepted = false;
    bool isSideRow = false; ///< a guess beside the drafts, which is never judged
    friend bool operator==(const MaskRow&, const MaskRow&) = default;
};

/// The rows of the pass that verified a round, as far as it had come; empty before that pass. Nodes that were pruned
/// have none.
[[nodiscard]] std::vector<MaskRow> maskRowsOf(const RoundRecord& round);
/// Whether row `row` attends to row `column`: itself, or one before it on its path.
[[nodiscard]] bool attends(const std::vector<MaskRow>& rows, int row, int column);

/// The attention mask of the target's last pass: a row for each token that went in, a column for the context and one
/// for each row. The row and the column under the mouse, or where the keys have gone, are lit together.
class AttentionMaskView : public ScrolledView {
    Q_OBJECT
public:
    explicit AttentionMaskView(QWidget* parent = nullptr);
    /// `contextLength`: tokens in front of the rows, which all of them see. The recording has to outlive what is shown.
    void setRows(std::vector<MaskRow> rows, int contextLength, const Recording* recording);
    /// What stands in the place of a mask where there is none.
    void setNothing(const QString& why);
    /// In viewport coordinates; column -1 is the context.
    [[nodiscard]] QRectF cellRect(int row, int column) const;
    [[nodiscard]] QString sentenceOf(int row, int column) const;

signals:
    void nodeClicked(int node); ///< the row's, -1 for the committed token; Enter does the same. Side rows have none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Place {
        int row = 0, column = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    void relayout() override;
    void describe() override;
    void forgetHovered() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    void setCurrent(Place place);
    void chooseNodeOf(int row);
    [[nodiscard]] QString wordFor(int row) const; ///< "“once”", with what it is where it is a side row
    [[nodiscard]] std::optional<Place> placeAt(QPointF viewportPoint) const;
    [[nodiscard]] std::optional<Place> lit() const;
    void paintLabels(QPainter& painter) const;

    std::vector<MaskRow> m_rows;
    int m_contextLength = 0;
    const Recording* m_recording = nullptr;
    QString m_nothing;
    std::optional<Place> m_hovered, m_current;
    double m_pitch = 14, m_labelWidth = 60, m_contextWidth = 60;
};

} // namespace draftscope
