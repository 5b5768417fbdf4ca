// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explain/formula_view.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/words/why_words.h"

namespace draftscope {

namespace {

void paintTabular(QPainter& painter, const FormulaPiece& piece)
{
    const QFontMetricsF metrics(piece.font);
    double x = piece.at.x();
    for (const QChar letter : piece.text) {
        const double room = tabularAdvance(letter, metrics);
        painter.drawText(QPointF(x + (room - metrics.horizontalAdvance(letter)) / 2, piece.at.y()), letter);
        x += room;
    }
}

} // namespace

FormulaView::FormulaView(QWidget* parent) : ScrolledView(parent)
{
    setObjectName(QStringLiteral("formula"));
    setAccessibleName(tr("Why"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
}

void FormulaView::setFormula(Formula formula, const Recording* recording)
{
    m_nothing.clear();
    m_recording = recording;
    m_formula = std::move(formula);
    m_current = std::min(m_current, int(m_formula->lines.size()) - 1);
    relayout();
    describe();
}

void FormulaView::setNothing(const QString& why)
{
    m_formula.reset();
    m_recording = nullptr;
    m_nothing = why;
    m_current = -1;
    relayout();
    describe();
}

QString FormulaView::description() const
{
    return m_formula ? inLines(*m_formula, *m_recording) : m_nothing;
}

/// The line that the keys have gone to, or all of it.
void FormulaView::describe()
{
    if (!m_formula || m_current < 0) {
        setAccessibleDescription(description());
        return;
    }
    const FormulaLine& line = m_formula->lines[std::size_t(m_current)];
    setAccessibleDescription(inWords(line.caption, *m_recording) + QStringLiteral(": ")
                             + inLine(line.terms, *m_recording));
}

void FormulaView::relayout()
{
    m_layout = m_formula ? layoutOf(*m_formula, *m_recording, viewport()->width()) : FormulaLayout();
    setUpScrollBars(*this, {m_layout.width, m_layout.height});
    viewport()->update();
}

void FormulaView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::color(Role::surface));
    if (!m_formula) {
        paintNothing(painter, viewport()->rect(), m_nothing);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-scrolledTo(*this));
    if (hasFocus() && m_current >= 0 && std::size_t(m_current) < m_layout.lines.size())
        paintFocus(painter, m_layout.lines[std::size_t(m_current)], 4);
    for (const FormulaParagraph& paragraph : m_layout.paragraphs) {
        painter.setFont(paragraph.font);
        painter.setPen(Theme::color(paragraph.role));
        painter.drawText(paragraph.rect, Qt::TextWordWrap, paragraph.text);
    }
    for (const FormulaPiece& piece : m_layout.pieces) {
        painter.setFont(piece.font);
        painter.setPen(Theme::color(piece.role));
        if (piece.isNumber)
            paintTabular(painter, piece);
        else
            painter.drawText(piece.at, piece.text);
    }
    painter.setPen(QPen(Theme::color(Role::text), std::max(1.0, Theme::smallMetrics().lineWidth())));
    for (const QLineF& bar : m_layout.bars)
        painter.drawLine(bar);
}

void FormulaView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    const int count = m_formula ? int(m_formula->lines.size()) : 0;
    if (!key || *key == ItemKey::menu || *key == ItemKey::activate || count == 0) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    setCurrent(m_current < 0 ? 0 : movedBy(*key, m_current, count, count));
}

void FormulaView::setCurrent(int line)
{
    m_current = line;
    if (line >= 0)
        reveal(*this, m_layout.lines[std::size_t(line)].translated(-scrolledTo(*this)));
    describe();
    viewport()->update();
}

void FormulaView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    if (m_current < 0 && m_formula && !m_formula->lines.empty())
        setCurrent(0);
}

QSize FormulaView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 22, line * 12};
}

QSize FormulaView::minimumSizeHint() const
{
    const int line = int(QFontMetricsF(Theme::font()).height());
    return {line * 10, line * 5};
}

} // namespace draftscope
