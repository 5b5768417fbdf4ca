// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/token_text.h"

#include <cmath>

#include <QCoreApplication>
#include <QStringDecoder>

#include "engine/record/end_of_text.h"
#include "widgets/style/number_text.h"
#include "widgets/style/tool_tip.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct TokenWords {
    Q_DECLARE_TR_FUNCTIONS(TokenWords)
};

/// Length of the well-formed UTF-8 sequence at the front; 0 if there is none.
qsizetype sequenceLength(std::string_view bytes)
{
    for (qsizetype length = 1; length <= qsizetype(bytes.size()) && length <= 4; ++length) {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString text = decoder.decode(QByteArrayView(bytes.data(), length));
        if (!decoder.hasError() && !text.contains(QChar::ReplacementCharacter))
            return length;
    }
    return 0;
}

QString hexadecimal(unsigned char byte)
{
    return QStringLiteral("⟨%1⟩").arg(int(byte), 2, 16, QLatin1Char('0')).toUpper();
}

bool isRightToLeft(const QString& text)
{
    for (const QChar c : text)
        if (c.direction() == QChar::DirR || c.direction() == QChar::DirAL)
            return true;
    return false;
}

} // namespace

QString tokenText(std::string_view bytes, Spaces spaces)
{
    QString text;
    while (!bytes.empty()) {
        const auto first = static_cast<unsigned char>(bytes.front());
        qsizetype length = 1;
        if (first == '\n')
            text += QStringLiteral("⏎");
        else if (first == '\t')
            text += QStringLiteral("⇥");
        else if (first == ' ')
            text += spaces == Spaces::visible ? QStringLiteral("␣") : QStringLiteral(" ");
        else if (first < 0x20 || first == 0x7F)
            text += hexadecimal(first);
        else if (first < 0x80)
            text += QLatin1Char(char(first));
        else if (length = sequenceLength(bytes); length == 0) {
            text += hexadecimal(first);
            length = 1;
        } else {
            text += QString::fromUtf8(bytes.data(), length);
        }
        bytes.remove_prefix(std::size_t(length));
    }
    if (isRightToLeft(text))
        text.insert(text.startsWith(QLatin1Char(' ')) ? 1 : 0, QChar(0x2068))
            .append(QChar(0x2069)); // first strong isolate … pop
    return text;
}

QString tokenText(const Recording& recording, TokenId token, Spaces spaces)
{
    if (token == untoldToken)
        return QStringLiteral("?");
    const std::string_view bytes = recording.tokenBytes(token);
    if (!bytes.empty())
        return tokenText(bytes, spaces);
    const TraceHeader& header = recording.header();
    const bool begins =
        !header.promptTokens.empty() && header.promptTokens.front() == token && recording.knowsToken(token);
    if (isEndOfText(header, token))
        return begins ? TokenWords::tr("⟨begin or end⟩") : TokenWords::tr("⟨end⟩");
    return begins ? TokenWords::tr("⟨begin⟩") : QStringLiteral("⟨id %1⟩").arg(token);
}

QString quoted(const Recording& recording, TokenId token)
{
    const QString text = tokenText(recording, token);
    const QString trimmed = text.trimmed();
    return inQuotes(trimmed.isEmpty() ? tokenText(recording, token, Spaces::visible) : trimmed);
}

QString tokenInDetail(const Recording& recording, TokenId token)
{
    if (token == untoldToken)
        return TokenWords::tr("not known: the server did not tell this token");
    const std::string_view bytes = recording.tokenBytes(token);
    const QString words =
        TokenWords::tr("%1 · id %2").arg(tokenText(recording, token, Spaces::visible), QString::number(token));
    if (bytes.empty())
        return words;
    const QByteArray hex = QByteArray(bytes.data(), qsizetype(bytes.size())).toHex(' ').toUpper();
    return words + TokenWords::tr(" · bytes %1").arg(QString::fromLatin1(hex));
}

QString asToolTip(const QStringList& lines)
{
    return asItStands(lines.join(QLatin1Char('\n')));
}

QString number(std::optional<double> value, int decimals)
{
    if (!value || !std::isfinite(*value))
        return QStringLiteral("–");
    // A small probability must not look like none.
    if (*value > 0 && *value < 0.5 * std::pow(10.0, -decimals))
        return *value < 0.0005 ? QLatin1Char('<') + decimal(0.001, 'f', 3) : decimal(*value, 'f', 3);
    return decimal(*value, 'f', decimals);
}

QString subscript(int number)
{
    QString digits = QString::number(number);
    for (QChar& digit : digits)
        digit = QChar(0x2080 + digit.digitValue());
    return digits;
}

NumberPair compared(std::optional<double> first, std::optional<double> second, int decimals)
{
    constexpr int most = 17; // what a double holds
    NumberPair words{number(first, decimals), number(second, decimals)};
    while (first && second && *first != *second && words.first == words.second && decimals < most) {
        ++decimals;
        words = {number(first, decimals), number(second, decimals)};
    }
    return words;
}

} // namespace draftscope
