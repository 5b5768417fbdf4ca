// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/explain/code_listing.h"
#include "widgets/style/scrolled_view.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// A round as lines of Python, as a debugger shows them: the line of the moment is lit, what has not run yet is pale,
/// and beside a line stand its values. Up and Down go from line to line; a click or Enter asks for the next moment that
/// runs one.
class CodeView : public ScrolledView {
    Q_OBJECT
public:
    explicit CodeView(QWidget* parent = nullptr);
    /// `litRole`: the colour of the line that is lit. The recording has to outlive what is shown.
    void setLines(std::vector<ShownLine> lines, const Recording* recording, Role litRole);
    /// What stands in the place of code where there is none.
    void setNothing(const QString& why);
    [[nodiscard]] const std::vector<ShownLine>& lines() const { return m_lines; }
    [[nodiscard]] int litLine() const;                      ///< -1 for none
    [[nodiscard]] int current() const { return m_current; } ///< the line that the keys have gone to; -1 for none
    [[nodiscard]] QString valueOf(int line) const;          ///< as it stands beside the line
    [[nodiscard]] QRectF lineRect(int line) const;          ///< in viewport coordinates
    [[nodiscard]] QString description() const;              ///< all of it, a line each

signals:
    void lineChosen(int line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void relayout() override;
    void setCurrent(int line);
    void revealLine(int line);
    void describe() override;
    void forgetHovered() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    [[nodiscard]] int lineAt(QPointF viewportPoint) const; ///< -1 for none
    [[nodiscard]] QString sentenceOf(int line) const;
    void paintLine(QPainter& painter, int line) const;
    void paintCode(QPainter& painter, const QRectF& room, const ShownLine& line) const;

    std::vector<ShownLine> m_lines;
    const Recording* m_recording = nullptr;
    Role m_litRole = Role::target;
    QString m_nothing;
    int m_current = -1, m_hovered = -1;
    double m_scale = 1, m_lineHeight = 20, m_codeWidth = 0;
};

} // namespace draftscope
