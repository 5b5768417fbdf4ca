// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/choice_button.h"

#include <cmath>

#include <QAbstractTextDocumentLayout>
#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int besideChoice = 12, aboveChoice = 6; ///< of the words, in pixels

} // namespace

ChoiceButton::ChoiceButton(QWidget* parent) : QAbstractButton(parent)
{
    m_document.setDocumentMargin(0);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ChoiceButton::setWords(const QString& html, const QString& words)
{
    m_document.setHtml(html);
    setText(words);
    setAccessibleName(words);
    updateGeometry();
    update();
}

void ChoiceButton::setLook(Look look)
{
    m_look = look;
    setAccessibleDescription(look == Look::open ? QString() : look == Look::right ? tr("right") : tr("wrong"));
    updateGeometry();
    update();
}

QString ChoiceButton::mark() const
{
    if (m_look == Look::open)
        return isCheckable() ? (isChecked() ? QStringLiteral("☑ ") : QStringLiteral("☐ ")) : QString();
    return markOf(m_look == Look::right ? Verdict::accepted : Verdict::rejected) + QLatin1Char(' ');
}

/// The same for all marks, so that nothing moves when it is judged.
int ChoiceButton::markWidth() const
{
    const QFontMetricsF metrics(Theme::font());
    return int(std::ceil(metrics.horizontalAdvance(QStringLiteral("☑ "))));
}

int ChoiceButton::heightForWidth(int width) const
{
    QTextDocument sized;
    sized.setDocumentMargin(0);
    sized.setHtml(m_document.toHtml());
    sized.setTextWidth(std::max(1, width - 2 * besideChoice - markWidth()));
    return int(std::ceil(sized.size().height())) + 2 * aboveChoice;
}

QSize ChoiceButton::sizeHint() const
{
    QTextDocument sized;
    sized.setDocumentMargin(0);
    sized.setHtml(m_document.toHtml());
    const int width = int(std::ceil(sized.idealWidth())) + 2 * besideChoice + markWidth();
    return {width, heightForWidth(width)};
}

QSize ChoiceButton::minimumSizeHint() const
{
    return {markWidth() + 2 * besideChoice + 20, QFontMetrics(Theme::font()).height() + 2 * aboveChoice};
}

void ChoiceButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Role role = m_look == Look::right ? Role::accepted : m_look == Look::wrong ? Role::rejected : Role::line;
    const bool isHot = isEnabled() && (underMouse() || isDown());
    painter.setPen(
        QPen(hasFocus() ? Theme::color(Role::target) : Theme::color(role), hasFocus() ? Theme::focusWidth() : 1.2));
    painter.setBrush(m_look == Look::open ? (isHot ? Theme::tint(Role::target, 0.10) : Theme::color(Role::surface))
                                          : Theme::tintUnderWords(role, 0.12));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    const double height = rect().height() - 2 * aboveChoice;
    painter.setPen(m_look == Look::open ? Theme::color(Role::text) : Theme::color(role));
    painter.setFont(Theme::font(1, true));
    painter.drawText(QRectF(besideChoice, aboveChoice, markWidth(), height), int(Qt::AlignLeft) | int(Qt::AlignVCenter),
                     mark());
    m_document.setTextWidth(std::max(1, width() - 2 * besideChoice - markWidth()));
    painter.translate(besideChoice + (mark().isEmpty() ? 0 : markWidth()),
                      aboveChoice + std::max(0.0, (height - m_document.size().height()) / 2));
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Theme::color(Role::text));
    m_document.documentLayout()->draw(&painter, context);
}

} // namespace draftscope
