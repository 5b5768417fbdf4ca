// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/number_text.h"

#include <atomic>
#include <utility>

#include <QLocale>
#include <QRegularExpression>

namespace draftscope {

namespace {

std::atomic<NumberStyle> chosenNumberStyle = NumberStyle::english;
thread_local bool writesPlainNumbers = false;

} // namespace

void setNumberStyle(NumberStyle style)
{
    chosenNumberStyle = style;
}

NumberStyle numberStyle()
{
    return writesPlainNumbers ? NumberStyle::english : chosenNumberStyle.load();
}

PlainNumbersMeanwhile::PlainNumbersMeanwhile() : m_before(std::exchange(writesPlainNumbers, true)) {}

PlainNumbersMeanwhile::~PlainNumbersMeanwhile()
{
    writesPlainNumbers = m_before;
}

QString decimal(double value, char format, int precision)
{
    QString digits = QString::number(value, format, precision);
    return numberStyle() == NumberStyle::german ? digits.replace(QLatin1Char('.'), QLatin1Char(',')) : digits;
}

QString withDecimalMark(QString words)
{
    static const QRegularExpression point(QStringLiteral("(?<![0-9.])([0-9]+)\\.([0-9]+)(?![0-9.])"));
    return numberStyle() == NumberStyle::german ? words.replace(point, QStringLiteral("\\1,\\2")) : words;
}

QString grouped(qint64 value)
{
    return QLocale(numberStyle() == NumberStyle::german ? QLocale::German : QLocale::English).toString(value);
}

QString withDecimalPoint(QString typed)
{
    return typed.replace(QLatin1Char(','), QLatin1Char('.'));
}

QString inQuotes(const QString& words)
{
    return numberStyle() == NumberStyle::german ? QStringLiteral("„%1“").arg(words) : QStringLiteral("“%1”").arg(words);
}

} // namespace draftscope
