// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/text_view.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double compactMargin = 3, padding = 4;
constexpr double spread = 1.75, compactSpread = 1.58, closest = 1.27;
constexpr int linesToRead = 4; ///< fewer are no text

} // namespace

TextView::TextView(QWidget* parent)
    : QAbstractScrollArea(parent), m_metrics(Theme::tokenFont(scale)), m_lineHeight(m_metrics.height() * spread),
      m_margin(margin), m_spread(spread)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Text"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TextView::scrolledByHand);
}

void TextView::setText(std::vector<CommittedToken> text, std::vector<NodeRecord> drafts, const Recording* recording,
                       std::optional<int> happened)
{
    const bool isOther = recording != m_recording || !recording;
    const auto isNamed = [&](const CommittedToken& token) {
        return token.source == TokenSource::prompt && recording && recording->knowsToken(token.token)
            && recording->tokenBytes(token.token).empty();
    };
    const bool showsNames = text.size() > 1 && std::any_of(text.begin() + 1, text.end(), isNamed);
    const bool isSaidOtherwise = isOther || showsNames != m_showsNames;
    if (isSaidOtherwise)
        m_extents.clear();
    m_showsNames = showsNames;
    if (isOther)
        m_follows = true;
    const auto same = isSaidOtherwise
        ? 0
        : std::size_t(std::mismatch(m_text.begin(), m_text.end(), text.begin(), text.end()).first - m_text.begin());
    const int nowHappened = happened.value_or(int(text.size()));
    const bool hasMoved = nowHappened != m_happened || drafts.size() != m_drafts.size();
    const bool hadFuture = hasFuture();
    const auto isPlacedAlike = [](const NodeRecord& a, const NodeRecord& b) { return a.token == b.token; };
    const bool draftsStay = nowHappened == m_happened
        && std::equal(drafts.begin(), drafts.end(), m_drafts.begin(), m_drafts.end(), isPlacedAlike);
    const std::size_t before = placedByDrafts();
    const int happenedBefore = m_happened;
    const std::size_t draftsBefore = m_drafts.size();
    m_text = std::move(text);
    m_drafts = std::move(drafts);
    m_recording = recording;
    m_happened = nowHappened;
    m_marks.aboutToken = m_marks.aboutDraft = -1;
    if (m_marks.selected >= tokenCount())
        m_marks.selected = -1;
    m_marks.current = std::min(m_marks.current, tokenCount() - 1);
    const std::size_t first = draftsStay ? same : std::min({same, before, placedByDrafts()});
    layoutFrom(first, same);
    if (const Box* last = lastHappened(); last && hasMoved && (hasFuture() || hadFuture))
        bringIntoSight(last->rect);
    // From the first token on that is another one, or drawn in another way.
    const bool hasDrafts = draftsBefore > 0 || !m_drafts.empty();
    const bool isMarked = nowHappened != happenedBefore || hasDrafts;
    const std::size_t marked = isMarked ? std::size_t(std::min(nowHappened, happenedBefore)) : m_text.size();
    updateFrom(isOther || hasFocus() ? 0 : std::min(first, marked));
    outline({});
}

/// What stands before the token looks as it did, but for outlines, which reach over it a little.
void TextView::updateFrom(std::size_t token)
{
    const std::size_t last = std::min(token, m_boxes.size());
    if (last == 0) {
        viewport()->update();
        return;
    }
    const double top = m_boxes[last - 1].rect.top() - reachOfMarks - verticalScrollBar()->value();
    viewport()->update(QRect(QPoint(0, std::max(0, int(std::floor(top)))), viewport()->rect().bottomRight()));
}

/// Draws the outlines of setAbout() there from now on, in the content's coordinates.
void TextView::outline(const QRectF& rect)
{
    for (const QRectF& each : {m_outlined, rect})
        viewport()->update(each.adjusted(-reachOfMarks, -reachOfMarks, reachOfMarks, reachOfMarks)
                               .translated(0, -verticalScrollBar()->value())
                               .toAlignedRect());
    m_outlined = rect;
}

void TextView::setAbout(int token, int draft)
{
    m_marks.aboutToken = token < tokenCount() ? token : -1;
    m_marks.aboutDraft = draft < int(m_drafts.size()) ? draft : -1;
    QRectF about;
    if (m_marks.aboutToken >= 0)
        about |= m_boxes[std::size_t(m_marks.aboutToken)].rect;
    if (m_marks.aboutDraft >= 0)
        about |= m_draftBoxes[std::size_t(m_marks.aboutDraft)].rect;
    outline(about);
}

void TextView::setChosen(std::map<int, QString> words)
{
    if (words == m_chosen)
        return;
    m_chosen = std::move(words);
    viewport()->update();
}

void TextView::setDifference(int index)
{
    if (index == m_marks.difference)
        return;
    m_marks.difference = index;
    viewport()->update();
}

void TextView::setCompact(bool on)
{
    m_isCompact = on;
    fitLines();
    layoutFrom(0);
    viewport()->update();
}

/// Where four lines have no room they move closer together.
void TextView::fitLines()
{
    const double line = m_metrics.height(), room = viewport()->height();
    const bool isRoomy = !m_isCompact && room >= linesToRead * line * spread + 2 * margin;
    m_margin = isRoomy ? margin : compactMargin;
    m_spread = isRoomy ? spread
        : m_isCompact  ? compactSpread
                       : std::clamp((room - 2 * compactMargin) / (linesToRead * line), closest, spread);
    m_lineHeight = line * m_spread;
}

int TextView::usableHeight() const
{
    return int(std::ceil(linesToRead * m_metrics.height() * closest + 2 * compactMargin));
}

QSize TextView::minimumSizeHint() const
{
    return {60, int(m_metrics.height() * closest + 2 * compactMargin)};
}

void TextView::setNames(std::function<QString(TokenId)> names)
{
    m_names = std::move(names);
    m_extents.clear();
}

bool TextView::isSpecial(TokenId token) const
{
    return m_recording && m_recording->knowsToken(token) && m_recording->tokenBytes(token).empty();
}

bool TextView::isEndInSight() const
{
    const Box* last = lastHappened();
    const double top = verticalScrollBar()->value();
    return !last || (last->rect.bottom() <= top + viewport()->height() + 1 && last->rect.bottom() > top);
}

/// Who has scrolled away looks at something else; back at the end, the text is followed again.
void TextView::scrolledByHand()
{
    if (!m_isLayingOut)
        m_follows = isEndInSight();
}

void TextView::setSelected(int index)
{
    if (index == m_marks.selected)
        return;
    m_marks.selected = index;
    bringIntoSight(index);
    viewport()->update();
}

void TextView::bringIntoSight(int index)
{
    if (index >= 0 && index < tokenCount())
        bringIntoSight(m_boxes[std::size_t(index)].rect);
}

void TextView::bringIntoSight(const QRectF& rect)
{
    const QScopedValueRollback isLayingOut(m_isLayingOut, true);
    const int top = verticalScrollBar()->value();
    if (rect.top() < top || rect.bottom() > top + viewport()->height())
        verticalScrollBar()->setValue(int(rect.center().y()) - viewport()->height() / 2);
}

QRectF TextView::tokenRect(int index) const
{
    return m_boxes.at(std::size_t(index)).rect;
}

QRectF TextView::draftRect(int index) const
{
    return m_draftBoxes.at(std::size_t(index)).rect;
}

QString TextView::plainText() const
{
    QByteArray bytes;
    for (int i = 0; i < m_happened && m_recording; ++i) {
        const std::string_view piece = m_recording->tokenBytes(m_text[std::size_t(i)].token);
        bytes.append(piece.data(), qsizetype(piece.size()));
    }
    return QString::fromUtf8(bytes).trimmed();
}

std::size_t TextView::foretold() const
{
    const auto future = m_text.begin() + m_happened;
    const auto comesTrue = [](const CommittedToken& token, const NodeRecord& draft) {
        return token.source == TokenSource::accepted && token.token == draft.token;
    };
    return std::size_t(std::mismatch(future, m_text.end(), m_drafts.begin(), m_drafts.end(), comesTrue).first - future);
}

const TextView::Box* TextView::lastHappened() const
{
    return !m_draftBoxes.empty() ? &m_draftBoxes.back()
        : m_happened > 0         ? &m_boxes[std::size_t(m_happened) - 1]
                                 : nullptr;
}

/// The first place from `least` on at which a line begins at the top, with nothing in sight of the one above.
int TextView::scrolledToALine(double least) const
{
    const double underline = 0.09 * m_lineHeight, first = m_margin - underline;
    return int(std::ceil(first + std::max(0.0, std::ceil((least - first) / m_lineHeight)) * m_lineHeight));
}

/// Boxes before `first` stay where they are, and those before `same` are of the same tokens as before. Who was at the
/// end stays there, whatever moves it: new tokens, larger text, another size.
void TextView::layoutFrom(std::size_t first, std::size_t same)
{
    const bool wasAtEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4;
    const QScopedValueRollback isLayingOut(m_isLayingOut, true);
    first = std::min(first, m_boxes.size());
    m_boxes.resize(m_text.size());
    QPointF cursor(margin, m_margin);
    const auto placeTokens = [&](std::size_t from, std::size_t end) {
        for (std::size_t i = from; i < end; ++i) {
            const QRectF before = m_boxes[i].rect;
            m_boxes[i] = place(m_text[i].token, cursor, m_text[i].source != TokenSource::prompt);
            const std::size_t alike = std::min(same, end);
            if (i < m_behindDrafts || i >= alike || m_boxes[i].rect.left() != before.left())
                continue;
            // It stands in its line where it stood, and so do all that follow; only the lines may be others.
            const double moved = m_boxes[i].rect.top() - before.top();
            for (std::size_t next = i + 1; next < alike && moved != 0; ++next)
                m_boxes[next].rect.translate(0, moved);
            i = alike - 1;
            cursor = cursorAfter(m_boxes[i]);
        }
    };
    const auto happened = std::size_t(m_happened);
    if (first > 0)
        cursor = cursorAfter(m_boxes[first - 1]);
    placeTokens(first, happened);
    m_draftBoxes.clear();
    cursor = happened > 0 ? cursorAfter(m_boxes[happened - 1]) : QPointF(margin, m_margin);
    for (const NodeRecord& node : m_drafts)
        m_draftBoxes.push_back(place(node.token, cursor, true));
    const std::size_t standIn = happened + foretold();
    for (std::size_t i = happened; i < standIn; ++i)
        m_boxes[i] = m_draftBoxes[i - happened];
    const std::size_t rest = std::max(first, standIn);
    if (rest > standIn)
        cursor = cursorAfter(m_boxes[rest - 1]);
    placeTokens(rest, m_text.size());
    m_behindDrafts = standIn;
    const double line = cursor.y() - viewport()->height(); // the last one's top, from the lower edge
    const bool fits = line + m_lineHeight + m_margin <= 0;
    verticalScrollBar()->setRange(0, fits ? 0 : scrolledToALine(line + tokenHeight() + reachOfMarks));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(m_lineHeight));
    if (wasAtEnd || (m_follows && !hasFuture()))
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

/// Everything has another size. Where the moment shown is not the last one it stays in sight, whether the end was or
/// not.
void TextView::layoutAgain()
{
    m_extents.clear();
    const auto isInSight = [this] {
        const Box* last = lastHappened();
        const int top = verticalScrollBar()->value();
        return last && last->rect.bottom() > top && last->rect.top() < top + m_heightBefore;
    };
    const bool wasInSight = isInSight();
    layoutFrom(0);
    m_heightBefore = viewport()->height();
    if (hasFuture() && wasInSight)
        bringIntoSight(lastHappened()->rect);
}

QPointF TextView::cursorAfter(const Box& box) const
{
    return box.breaksLine ? QPointF(margin, box.rect.top() + m_lineHeight) : box.rect.topRight();
}

/// It says the token without the space before it, cut where it is wider than the view.
TextView::Extent TextView::measure(TokenId token, bool isPill) const
{
    Extent extent;
    if (!m_recording)
        return extent;
    const std::string_view bytes = m_recording->tokenBytes(token);
    if (bytes.size() > 1 && bytes.front() == ' ')
        extent.lead = m_metrics.horizontalAdvance(QLatin1Char(' ')) * (isPill ? 0.55 : 0.9);
    extent.breaksLine = bytes.ends_with('\n');
    if (!isPill && isSpecial(token) && !m_showsNames)
        return extent; // BOS in the prompt is not text
    extent.isName = isSpecial(token);
    const QString name = extent.isName && m_names ? m_names(token) : QString();
    const QString text = name.isEmpty() ? tokenText(*m_recording, token) : name;
    const QString trimmed = text.trimmed();
    const double around = isPill ? 2 * padding : 0, widest = viewport()->width() - 2 * margin - around;
    if (extent.isName) // names stand apart
        extent.lead = m_metrics.horizontalAdvance(QLatin1Char(' ')) * 0.3;
    const QString blank = isPill ? tokenText(*m_recording, token, Spaces::visible) : text; // a pill says what it is
    extent.words = m_metrics.elidedText(trimmed.isEmpty() ? blank : trimmed, Qt::ElideMiddle, widest);
    extent.width = extent.words.isEmpty() ? 0 : m_metrics.horizontalAdvance(extent.words) + around;
    return extent;
}

const TextView::Extent& TextView::extentOf(TokenId token, bool isPill) const
{
    const auto [found, isNew] = m_extents.try_emplace(2 * std::int64_t(token) + isPill);
    if (isNew)
        found->second = measure(token, isPill);
    return found->second;
}

TextView::Box TextView::place(TokenId token, QPointF& cursor, bool isPill) const
{
    const Extent& extent = extentOf(token, isPill);
    Box box;
    box.breaksLine = extent.breaksLine;
    const double widest = viewport()->width() - 2 * margin;
    double x = cursor.x() > margin ? cursor.x() + extent.lead : cursor.x();
    if (x + extent.width > margin + widest && cursor.x() > margin) {
        x = margin;
        cursor.ry() += m_lineHeight;
    }
    box.rect = {x, cursor.y(), extent.width, tokenHeight()};
    cursor = cursorAfter(box);
    return box;
}

int TextView::tokenAt(QPoint viewportPoint) const
{
    const QPointF point = QPointF(viewportPoint) + QPointF(0, verticalScrollBar()->value());
    for (std::size_t i = 0; i < m_text.size(); ++i)
        if (m_boxes[i].rect.adjusted(-2, -2, 2, 2).contains(point))
            return int(i);
    return -1;
}

void TextView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitLines();
    layoutAgain(); // words are cut to the width
}

void TextView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (!changesSizes(*event))
        return;
    m_metrics = QFontMetricsF(Theme::tokenFont(scale));
    fitLines();
    updateGeometry();
    layoutAgain();
    viewport()->update();
}

void TextView::mousePressEvent(QMouseEvent* event)
{
    const int token = tokenAt(event->pos());
    if (event->button() != Qt::LeftButton || token < 0)
        return;
    setSelected(token);
    setCurrent(token);
    emit tokenClicked(token);
}

QString TextView::toolTipOf(int index) const
{
    const CommittedToken& token = m_text[std::size_t(index)];
    QString words = tr("%1 · position %2").arg(wordFor(token.source)).arg(index);
    if (index >= m_happened)
        words += tr(" · to come");
    if (index == m_marks.difference)
        words += tr(" · the first token that differs");
    if (const auto chosen = m_chosen.find(index); chosen != m_chosen.end())
        words += QStringLiteral(" · ") + chosen->second;
    QStringList lines{tokenInDetail(*m_recording, token.token), words};
    if (m_details)
        lines << m_details(index);
    return asToolTip(lines);
}

bool TextView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_recording) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = tokenAt(help->pos());
        if (index >= 0) {
            QToolTip::showText(help->globalPos(), toolTipOf(index));
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QSize TextView::sizeHint() const
{
    return {600, int(m_lineHeight * 3 + 2 * margin)};
}

} // namespace draftscope
