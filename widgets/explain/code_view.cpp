// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explain/code_view.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>

#include "widgets/explain/formula_layout.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/focus_ring.h"
#include "widgets/style/item_keys.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/scrolled_drawing.h"
#include "widgets/words/token_text.h"
#include "widgets/words/why_words.h"

namespace draftscope {

namespace {

constexpr double besideCode = 14, smallestCode = 0.6, litBar = 4;

QString textOf(const ShownLine& line)
{
    return qtText(line.text);
}

/// Words of the language.
const QRegularExpression& pythonKeywords()
{
    static const QRegularExpression words(
        QStringLiteral("\\b(for|in|if|elif|else|while|break|and|or|not|def|return)\\b"));
    return words;
}

/// The colour of the values beside a line that is lit.
Role valueRole(const ShownLine& line, Role lit)
{
    return line.isLit ? lit : Role::muted;
}

} // namespace

CodeView::CodeView(QWidget* parent) : ScrolledView(parent)
{
    setObjectName(QStringLiteral("code"));
    setAccessibleName(tr("Code"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies behind it is not painted
}

void CodeView::setLines(std::vector<ShownLine> lines, const Recording* recording, Role litRole)
{
    m_nothing.clear();
    m_recording = recording;
    m_litRole = litRole;
    const bool isOtherListing =
        !std::ranges::equal(lines, m_lines, [](const ShownLine& a, const ShownLine& b) { return a.text == b.text; });
    m_lines = std::move(lines);
    if (isOtherListing) {
        m_current = -1;
        m_hovered = -1;
        relayout();
    }
    if (const int lit = litLine(); lit >= 0)
        revealLine(lit);
    describe();
    viewport()->update();
}

void CodeView::setNothing(const QString& why)
{
    m_lines.clear();
    m_recording = nullptr;
    m_nothing = why;
    m_current = m_hovered = -1;
    relayout();
    describe();
}

int CodeView::litLine() const
{
    const auto lit = std::ranges::find(m_lines, true, &ShownLine::isLit);
    return lit == m_lines.end() ? -1 : int(lit - m_lines.begin());
}

QString CodeView::valueOf(int line) const
{
    const ShownLine& shown = m_lines[std::size_t(line)];
    return shown.words.empty() ? inLine(shown.value, *m_recording) : inWords(shown.words, *m_recording);
}

QString CodeView::description() const
{
    if (m_lines.empty())
        return m_nothing;
    QStringList words;
    for (int line = 0; line < int(m_lines.size()); ++line) {
        const QString value = valueOf(line);
        words << (m_lines[std::size_t(line)].isLit ? QStringLiteral("▶ ") : QStringLiteral("  "))
                + textOf(m_lines[std::size_t(line)]) + (value.isEmpty() ? QString() : QStringLiteral("    # ") + value);
    }
    return words.join(QLatin1Char('\n'));
}

QString CodeView::sentenceOf(int line) const
{
    const QString value = valueOf(line), code = textOf(m_lines[std::size_t(line)]).trimmed();
    const ShownLine& shown = m_lines[std::size_t(line)];
    const QString where = shown.isLit ? tr("the moment shown")
        : shown.hasRun                ? tr("has run in this round")
                                      : tr("has not run in this round");
    return value.isEmpty() ? tr("%1: %2").arg(code, where) : tr("%1: %2 (%3)").arg(code, where, value);
}

/// The line that the keys have gone to, else the one that is lit.
void CodeView::describe()
{
    const int line = m_current >= 0 ? m_current : litLine();
    setAccessibleDescription(line < 0 ? m_nothing : sentenceOf(line));
}

// --- where things are

/// Letters are as large as the longest line has room for.
void CodeView::relayout()
{
    double widest = 0;
    const QFontMetricsF whole(Theme::tokenFont(1));
    for (const ShownLine& line : m_lines)
        widest = std::max(widest, whole.horizontalAdvance(textOf(line)));
    const double room = viewport()->width() - 2 * besideCode;
    m_scale = widest > 0 ? std::clamp(room / widest, smallestCode, 0.95) : 0.95;
    const QFontMetricsF metrics(Theme::tokenFont(m_scale));
    m_codeWidth = 0;
    for (const ShownLine& line : m_lines)
        m_codeWidth = std::max(m_codeWidth, metrics.horizontalAdvance(textOf(line)));
    const auto count = double(std::max<std::size_t>(m_lines.size(), 1));
    m_lineHeight = std::clamp((viewport()->height() - 8) / count, 1.12 * metrics.height(), 1.5 * metrics.height());
    setUpScrollBars(*this, {m_codeWidth + 2 * besideCode, 8 + count * m_lineHeight});
    viewport()->update();
}

QRectF CodeView::lineRect(int line) const
{
    const QPointF scrolled = scrolledTo(*this);
    return {-scrolled.x(), 4 + line * m_lineHeight - scrolled.y(),
            std::max(double(viewport()->width()), m_codeWidth + 2 * besideCode), m_lineHeight};
}

/// Up and down only: where a line is wider than the view its beginning counts.
void CodeView::revealLine(int line)
{
    const QRectF rect = lineRect(line);
    reveal(*this, {0, rect.top(), 1, rect.height()});
}

int CodeView::lineAt(QPointF point) const
{
    for (int line = 0; line < int(m_lines.size()); ++line)
        if (lineRect(line).contains(point))
            return line;
    return -1;
}

// --- painting

void CodeView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::color(Role::surface));
    if (m_lines.empty()) {
        paintNothing(painter, viewport()->rect(), m_nothing);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (int line = 0; line < int(m_lines.size()); ++line)
        if (lineRect(line).intersects(viewport()->rect()))
            paintLine(painter, line);
    if (hasFocus() && m_current >= 0)
        paintFocus(painter, lineRect(m_current).adjusted(1, 0, -1, 0), 3);
}

void CodeView::paintLine(QPainter& painter, int index) const
{
    const ShownLine& line = m_lines[std::size_t(index)];
    const QRectF rect = lineRect(index);
    if (line.isLit) {
        painter.fillRect(rect, Theme::tintUnderWords(m_litRole, 0.14));
        painter.fillRect(QRectF(rect.left(), rect.top(), litBar, rect.height()), Theme::color(m_litRole));
    } else if (index == m_hovered) {
        painter.fillRect(rect, Theme::tint(Role::muted, 0.1));
    }
    const QRectF room = rect.adjusted(besideCode, 0, -besideCode, 0);
    paintCode(painter, room, line);
    const QString value = valueOf(index);
    if (value.isEmpty())
        return;
    const double code = QFontMetricsF(Theme::tokenFont(m_scale)).horizontalAdvance(textOf(line));
    const QRectF beside(room.left() + code + besideCode, room.top(), room.width() - code - besideCode, room.height());
    const QFont font = fittingTokenFont(value, beside.width(), m_scale, 0.8 * m_scale, line.isLit);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const Role role = valueRole(line, m_litRole);
    painter.setPen(Theme::color(role));
    if (beside.width() > 3 * metrics.averageCharWidth())
        painter.drawText(beside, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(value, Qt::ElideLeft, beside.width()));
}

/// Keywords in a colour of their own; what has not run yet is pale.
void CodeView::paintCode(QPainter& painter, const QRectF& room, const ShownLine& line) const
{
    const QString text = textOf(line);
    const QFont font = Theme::tokenFont(m_scale);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setOpacity(line.hasRun ? 1 : Theme::opacity(0.5));
    const double baseline = room.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    double x = room.left();
    qsizetype done = 0;
    const auto draw = [&](const QString& part, Role role) {
        painter.setPen(Theme::color(role));
        painter.drawText(QPointF(x, baseline), part);
        x += metrics.horizontalAdvance(part);
    };
    for (auto match = pythonKeywords().globalMatch(text); match.hasNext();) {
        const auto keyword = match.next();
        draw(text.mid(done, keyword.capturedStart() - done), Role::text);
        draw(keyword.captured(), Role::target);
        done = keyword.capturedEnd();
    }
    draw(text.mid(done), Role::text);
    painter.setOpacity(1);
}

// --- what people do

void CodeView::mousePressEvent(QMouseEvent* event)
{
    const int line = lineAt(event->position());
    if (event->button() != Qt::LeftButton || line < 0) {
        ScrolledView::mousePressEvent(event);
        return;
    }
    setCurrent(line);
    emit lineChosen(line);
}

void CodeView::mouseMoveEvent(QMouseEvent* event)
{
    const int line = lineAt(event->position());
    if (line == m_hovered)
        return;
    m_hovered = line;
    viewport()->setCursor(line >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    viewport()->update();
}

QString CodeView::toolTipAt(QPoint viewportPoint) const
{
    const int line = lineAt(viewportPoint);
    return line < 0 ? QString() : asToolTip({sentenceOf(line), tr("A click goes to the next moment that runs it.")});
}

void CodeView::forgetHovered()
{
    if (m_hovered >= 0) {
        m_hovered = -1;
        viewport()->update();
    }
}

void CodeView::keyPressEvent(QKeyEvent* event)
{
    const auto key = itemKeyOf(*event);
    const int count = int(m_lines.size());
    if (!key || *key == ItemKey::menu || count == 0) {
        ScrolledView::keyPressEvent(event);
        return;
    }
    const int from = m_current >= 0 ? m_current : std::max(0, litLine());
    if (*key == ItemKey::activate) {
        emit lineChosen(from);
        return;
    }
    setCurrent(movedBy(*key, from, count, std::max(1, int(viewport()->height() / m_lineHeight) - 1)));
}

void CodeView::setCurrent(int line)
{
    m_current = line;
    if (line >= 0)
        revealLine(line);
    describe();
    viewport()->update();
}

void CodeView::focusInEvent(QFocusEvent* event)
{
    ScrolledView::focusInEvent(event);
    if (m_current < 0 && !m_lines.empty())
        setCurrent(std::max(0, litLine()));
}

void CodeView::resizeEvent(QResizeEvent* event)
{
    ScrolledView::resizeEvent(event);
    if (const int lit = litLine(); lit >= 0)
        revealLine(lit);
}

QSize CodeView::sizeHint() const
{
    const int line = int(QFontMetricsF(Theme::tokenFont()).height());
    return {line * 22, line * 18};
}

QSize CodeView::minimumSizeHint() const
{
    const int line = int(QFontMetricsF(Theme::tokenFont()).height());
    return {line * 10, line * 6};
}

} // namespace draftscope
