// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/sentence_strip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QPainter>

#include "widgets/style/theme.h"
#include "widgets/style/tool_tip.h"

namespace draftscope {

namespace {

constexpr double defaultScale = 1.12, low = 0.95, smallest = 0.9, step = 0.04; ///< of the user interface font
constexpr int fewestLines = 2, mostLines = 4;
constexpr double lettersOfASentence = 150; ///< a long one
constexpr int flags = int(Qt::AlignLeft) | int(Qt::AlignVCenter) | int(Qt::TextWordWrap);

bool fits(const QFont& font, const QString& words, const QRectF& room)
{
    const QRectF needed =
        QFontMetricsF(font).boundingRect(QRectF(room.topLeft(), QSizeF(room.width(), 1e4)), flags, words);
    return needed.height() <= room.height() + 1 && needed.width() <= room.width() + 1;
}

} // namespace

SentenceStrip::SentenceStrip(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("What happened"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum); // less where the window has no height for it
}

void SentenceStrip::setSentence(const QString& sentence)
{
    if (sentence == m_sentence)
        return;
    m_sentence = sentence;
    setAccessibleDescription(sentence);
    update();
}

void SentenceStrip::setLow(bool on)
{
    if (on == m_isLow)
        return;
    m_isLow = on;
    updateGeometry();
    update();
}

double SentenceStrip::largest() const
{
    return m_isLow ? low : defaultScale;
}

SentenceStrip::Fit SentenceStrip::fit() const
{
    const QRectF room = rect();
    double scale = largest();
    while (scale > smallest && !fits(Theme::font(scale), m_sentence, room))
        scale -= step;
    const QFont font = Theme::font(scale);
    QString words = m_sentence;
    while (!words.isEmpty() && !fits(font, words == m_sentence ? words : words + QChar(0x2026), room)) {
        // Whole words are left out; one that is longer than the strip loses its letters.
        const qsizetype space = words.trimmed().lastIndexOf(QLatin1Char(' '));
        words.truncate(space > 0 ? space : words.size() - 1);
    }
    if (words != m_sentence)
        words += QChar(0x2026);
    return {font, words};
}

double SentenceStrip::letters() const
{
    return fit().font.pointSizeF();
}

QString SentenceStrip::shown() const
{
    return fit().words;
}

void SentenceStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Fit how = fit();
    painter.setFont(how.font);
    painter.setPen(Theme::color(Role::text));
    painter.drawText(QRectF(rect()), flags, how.words);
}

void SentenceStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event)) {
        updateGeometry();
        update();
    }
}

bool SentenceStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    showToolTip(help->globalPos(), shown() == m_sentence ? QString() : m_sentence, this);
    return true;
}

int SentenceStrip::lineCount(double scale, int width) const
{
    const double lines = lettersOfASentence * QFontMetricsF(Theme::font(scale)).averageCharWidth() / std::max(1, width);
    return std::clamp(int(std::ceil(lines)), fewestLines, mostLines);
}

int SentenceStrip::heightAt(double scale, int width) const
{
    return int(lineCount(scale, width) * QFontMetricsF(Theme::font(scale)).lineSpacing()) + 2;
}

int SentenceStrip::leastHeight(int width) const
{
    return heightAt(low, width);
}

void SentenceStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const int lines = lineCount(largest(), width()); std::exchange(m_linesBefore, lines) != lines)
        updateGeometry();
}

QSize SentenceStrip::sizeHint() const
{
    return {int(QFontMetricsF(Theme::font()).height()) * 30, heightAt(largest(), width())};
}

QSize SentenceStrip::minimumSizeHint() const
{
    return {0, 0};
}

} // namespace draftscope
