// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_words.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr char16_t firstPlaceholder = 0xE000; ///< for private use: Markdown leaves it alone
constexpr int mostPlaceholders = 6000;

QString valueWords(const FilledPiece& piece, const Recording* recording)
{
    if (piece.value && piece.value->kind == LessonValue::Kind::token && recording)
        return tokenText(*recording, piece.value->token).trimmed();
    return qtText(piece.text);
}

std::optional<Role> roleOfField(const FilledPiece& piece)
{
    if (piece.value && piece.value->kind == LessonValue::Kind::token) {
        if (piece.value->verdict == Verdict::notJudged)
            return std::nullopt;
        return roleOf(piece.value->verdict);
    }
    if (piece.field == "p")
        return Role::target;
    if (piece.field == "q")
        return Role::draft;
    if (piece.field == "residual" || piece.field == "Z" || piece.field == "residual mass")
        return Role::residual;
    if (piece.field == "verdict" && piece.value)
        return roleOf(piece.value->verdict);
    return std::nullopt;
}

QTextCharFormat formatOfValue(const FilledPiece& piece, QTextCharFormat format)
{
    const bool isToken = piece.value && piece.value->kind == LessonValue::Kind::token;
    const auto role = roleOfField(piece);
    if (isToken) {
        format.setFontFamilies(Theme::tokenFont().families());
        format.setBackground(Theme::tintUnderWords(role.value_or(Role::muted), 0.16));
    } else if (role) {
        format.setForeground(Theme::color(*role));
        format.setFontWeight(QFont::Bold);
    } else if (piece.value && piece.value->kind == LessonValue::Kind::number) {
        format.setFontWeight(QFont::DemiBold);
    }
    return format;
}

/// "p = " in front of its number has its colour, too.
void colourName(QTextCursor value, const QTextCharFormat& format)
{
    static const QRegularExpression name(QStringLiteral("(?:^|[^\\w])([pqZ]\\s*=\\s*)$"));
    const QString before = value.block().text().left(value.positionInBlock());
    const auto match = name.match(before);
    if (!match.hasMatch())
        return;
    value.setPosition(value.position() - int(match.capturedLength(1)), QTextCursor::KeepAnchor);
    QTextCharFormat only;
    only.setForeground(format.foreground());
    only.setFontWeight(format.fontWeight());
    value.mergeCharFormat(only);
}

void putValue(QTextDocument& document, int number, const FilledPiece& piece, const Recording* recording)
{
    for (QTextCursor found = document.find(QString(QChar(char16_t(firstPlaceholder + number)))); !found.isNull();
         found = document.find(QString(QChar(char16_t(firstPlaceholder + number))), found)) {
        const QTextCharFormat format = formatOfValue(piece, found.charFormat());
        const int begin = found.selectionStart();
        // Around a token a little room, which no line is broken at.
        const bool isToken = piece.value && piece.value->kind == LessonValue::Kind::token;
        const QString words = valueWords(piece, recording);
        found.insertText(isToken ? QChar(0x00A0) + words + QChar(0x00A0) : words, format);
        if (roleOfField(piece) && !isToken) {
            QTextCursor name(&document);
            name.setPosition(begin);
            colourName(name, format);
        }
    }
}

void styleLinks(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment) {
            const QTextCharFormat format = fragment.fragment().charFormat();
            if (!format.isAnchor())
                continue;
            QTextCursor link(&document);
            link.setPosition(fragment.fragment().position());
            link.setPosition(fragment.fragment().position() + fragment.fragment().length(), QTextCursor::KeepAnchor);
            QTextCharFormat style;
            style.setForeground(Theme::color(Role::target));
            style.setUnderlineStyle(QTextCharFormat::DotLine);
            link.mergeCharFormat(style);
        }
}

void styleBlocks(QTextDocument& document, double space)
{
    constexpr int lineHeight = 122; // percent
    bool isFirst = true;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(isFirst || block.textList() ? 0 : space);
        format.setBottomMargin(0);
        format.setLineHeight(lineHeight, QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
        isFirst = false;
    }
}

/// "q = 0.28" stays on one line.
QString withoutBreakBefore(QString words)
{
    static const QRegularExpression equals(QStringLiteral(" ([=≈]) $"));
    return words.replace(equals, QStringLiteral("\u00A0\\1\u00A0"));
}

QString markdownOf(const FilledText& text)
{
    QString markdown;
    int values = 0;
    for (const FilledPiece& piece : text)
        markdown += piece.value && values < mostPlaceholders ? QString(QChar(char16_t(firstPlaceholder + values++)))
                                                             : withoutBreakBefore(qtText(piece.text));
    return markdown;
}

void putValues(QTextDocument& document, const FilledText& text, const Recording* recording)
{
    int number = 0;
    for (const FilledPiece& piece : text)
        if (piece.value && number < mostPlaceholders)
            putValue(document, number++, piece, recording);
}

/// Takes "_1" and "^(K+1)" out of a formula and puts what they say lower or higher.
void raiseAndLower(QTextDocument& document)
{
    static const QRegularExpression index(QStringLiteral("([_^])(\\(([^()]*)\\)|[\\p{L}\\p{N}]+)"));
    for (QTextCursor found = document.find(index); !found.isNull(); found = document.find(index, found)) {
        const auto match = index.match(found.selectedText());
        QTextCharFormat format = found.charFormat();
        format.setVerticalAlignment(match.captured(1) == QLatin1String("_") ? QTextCharFormat::AlignSubScript
                                                                            : QTextCharFormat::AlignSuperScript);
        found.insertText(match.captured(3).isEmpty() ? match.captured(2) : match.captured(3), format);
    }
}

} // namespace

QString richText(const FilledText& text, const QFont& font, const Recording* recording)
{
    QTextDocument document;
    document.setDefaultFont(font);
    document.setMarkdown(markdownOf(text), QTextDocument::MarkdownDialectGitHub);
    styleBlocks(document, QFontMetricsF(font).height() * 0.45);
    putValues(document, text, recording);
    styleLinks(document);
    return document.toHtml();
}

QString richFormula(const FilledText& text, const QFont& font, const Recording* recording)
{
    QTextDocument document;
    QFont serif = font;
    serif.setFamilies({QStringLiteral("STIX Two Text"), QStringLiteral("DejaVu Serif"), QStringLiteral("serif")});
    document.setDefaultFont(serif);
    document.setPlainText(markdownOf(text));
    raiseAndLower(document);
    putValues(document, text, recording);
    return document.toHtml();
}

QString plainWords(const FilledText& text, const Recording* recording)
{
    QTextDocument document;
    document.setMarkdown(markdownOf(text), QTextDocument::MarkdownDialectGitHub);
    putValues(document, text, recording);
    return document.toPlainText().replace(QChar(0x00A0), QLatin1Char(' ')).simplified();
}

} // namespace draftscope
