// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/prompt_view.h"

#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

/// Where characters [from, to) of a block stand, a rectangle a line.
std::vector<QRectF> rectsOf(const QTextLayout& layout, int from, int to)
{
    std::vector<QRectF> rects;
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine line = layout.lineAt(i);
        const int begin = std::max(from, line.textStart()), end = std::min(to, line.textStart() + line.textLength());
        if (begin < end)
            rects.push_back(QRectF(QPointF(line.cursorToX(begin), line.y()),
                                   QPointF(line.cursorToX(end), line.y() + line.height())));
    }
    return rects;
}

} // namespace

PromptView::PromptView(QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

void PromptView::setPieces(std::vector<PromptPiece> pieces)
{
    if (pieces == m_pieces)
        return;
    m_pieces = std::move(pieces);
    QString text;
    for (const PromptPiece& piece : m_pieces)
        text += piece.text;
    setPlainText(text);
    mark();
}

void PromptView::mark()
{
    QTextCharFormat format;
    format.setForeground(Theme::color(Role::residual));
    format.setBackground(Theme::tint(Role::residual, 0.12));
    QList<QTextEdit::ExtraSelection> marked;
    int at = 0;
    for (const PromptPiece& piece : m_pieces) {
        const int end = at + int(piece.text.size());
        if (piece.isSpecial) {
            QTextCursor cursor(document());
            cursor.setPosition(at);
            cursor.setPosition(end, QTextCursor::KeepAnchor);
            marked.append({cursor, format});
        }
        at = end;
    }
    setExtraSelections(marked);
}

void PromptView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        mark();
}

void PromptView::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::color(Role::residual), 1));
    for (const QTextEdit::ExtraSelection& token : extraSelections()) {
        const QTextBlock block = document()->findBlock(token.cursor.selectionStart());
        const QPointF origin = blockBoundingGeometry(block).translated(contentOffset()).topLeft();
        const int from = token.cursor.selectionStart() - block.position(),
                  to = token.cursor.selectionEnd() - block.position();
        for (const QRectF& rect : rectsOf(*block.layout(), from, to))
            painter.drawRoundedRect(rect.translated(origin).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
}

} // namespace draftscope
