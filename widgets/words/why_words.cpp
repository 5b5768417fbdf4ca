// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/why_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

// The engine knows no Qt, so its sentences stand here once more, for lupdate to find.
constexpr const char* whySentencesToTranslate[] = {
    QT_TRANSLATE_NOOP("WhyWords", "The server proposed %1."),
    QT_TRANSLATE_NOOP("WhyWords", "The server proposed a token here that it does not tell."),
    QT_TRANSLATE_NOOP("WhyWords", "The server accepted %1."),
    QT_TRANSLATE_NOOP("WhyWords", "The server accepted a token here that it does not tell."),
    QT_TRANSLATE_NOOP("WhyWords", "The server rejected a token here that it does not tell."),
    QT_TRANSLATE_NOOP("WhyWords", "The server's target wrote %1."),
    QT_TRANSLATE_NOOP("WhyWords",
                      "A server tells how many drafts it accepted, but neither p nor q nor a number that was drawn."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is drawn from q with u = %2: the draft gives it q = %3."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is chosen without chance: the draft gives it q = %2."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is proposed without chance: nothing gave it a q."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 was chosen by a person: the draft gives it q = %2."),
    QT_TRANSLATE_NOOP("WhyWords", "Level %1 of the tree: %2 tokens behind %3 nodes."),
    QT_TRANSLATE_NOOP("WhyWords", "Level %1 of the tree: %2 tokens behind one node."),
    QT_TRANSLATE_NOOP("WhyWords", "One pass of the target scored the one place and the one behind it."),
    QT_TRANSLATE_NOOP("WhyWords", "One pass of the target scored all %1 places and the one behind them."),
    QT_TRANSLATE_NOOP("WhyWords", "One pass of the target scored all %1 nodes of the tree and what comes behind each."),
    QT_TRANSLATE_NOOP("WhyWords", "One pass of the target gives p of the next token, and nothing else."),
    QT_TRANSLATE_NOOP("WhyWords",
                      "One pass of the target scored %1 places of %2 texts and the one behind each text's drafts."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is accepted: u = %2 is below %3."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is rejected: u = %2 is not below %3."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is accepted because a person forced it."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is rejected because a person forced it."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is accepted: it is the target's likeliest token."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is rejected: the target's likeliest token is %2."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is rejected: it is not the target's likeliest token."),
    QT_TRANSLATE_NOOP("WhyWords", "All drafts as far as %1 are kept: u = %2 is below h = %3."),
    QT_TRANSLATE_NOOP("WhyWords", "The drafts as far as %1 are not kept together: u = %2 is not below h = %3."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is kept: its p of %2 is above the threshold of %3."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is rejected: its p of %2 is not above the threshold of %3."),
    QT_TRANSLATE_NOOP(
        "WhyWords",
        "%1 is rejected although its p of %2 is above the threshold of %3: another path is longer or likelier."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is drawn from what the rejections leave of p."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 takes the place of what was rejected: it is the target's likeliest token."),
    QT_TRANSLATE_NOOP("WhyWords", "All drafts on the path are accepted, so the same pass gives one more token: %1."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is drawn from p."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 is the target's likeliest token."),
    QT_TRANSLATE_NOOP("WhyWords", "One token for one pass."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 tokens for one pass."),
    QT_TRANSLATE_NOOP("WhyWords", "One token for one pass; no slot is given back."),
    QT_TRANSLATE_NOOP("WhyWords", "One token for one pass; one slot given back."),
    QT_TRANSLATE_NOOP("WhyWords", "One token for one pass; %2 slots given back."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 tokens for one pass; no slot is given back."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 tokens for one pass; one slot given back."),
    QT_TRANSLATE_NOOP("WhyWords", "%1 tokens for one pass; %2 slots given back."),
    QT_TRANSLATE_NOOP("WhyWords", "acceptance"),
    QT_TRANSLATE_NOOP("WhyWords", "verdict"),
    QT_TRANSLATE_NOOP("WhyWords", "proposed"),
    QT_TRANSLATE_NOOP("WhyWords", "what it was drawn from"),
    QT_TRANSLATE_NOOP("WhyWords", "left of p before it"),
    QT_TRANSLATE_NOOP("WhyWords", "mass that is left of p"),
    QT_TRANSLATE_NOOP("WhyWords", "of all of p"),
    QT_TRANSLATE_NOOP("WhyWords", "residual at the token"),
    QT_TRANSLATE_NOOP("WhyWords", "draw"),
    QT_TRANSLATE_NOOP("WhyWords", "choice"),
    QT_TRANSLATE_NOOP("WhyWords", "how likely the drafts so far may be kept"),
    QT_TRANSLATE_NOOP("WhyWords", "what p has more than q behind it"),
    QT_TRANSLATE_NOOP("WhyWords", "overlap with ρ"),
    QT_TRANSLATE_NOOP("WhyWords", "divisor"),
    QT_TRANSLATE_NOOP("WhyWords", "entropy of p"),
    QT_TRANSLATE_NOOP("WhyWords", "threshold"),
    QT_TRANSLATE_NOOP("WhyWords", "distributions"),
    QT_TRANSLATE_NOOP("WhyWords", "tokens to expect of these drafts"),
    QT_TRANSLATE_NOOP("WhyWords", "committed"),
    QT_TRANSLATE_NOOP("WhyWords", "rows of the pass"),
    QT_TRANSLATE_NOOP("WhyWords", "slots given back"),
    QT_TRANSLATE_NOOP("WhyWords", "The record has this number; the terms that it comes from are not in it."),
    QT_TRANSLATE_NOOP("WhyWords", "This run is broken on purpose (%1), so its numbers need not follow the rule."),
    QT_TRANSLATE_NOOP("WhyWords", "This rule does not keep the target's distribution."),
    QT_TRANSLATE_NOOP("WhyWords", "The first token, by id, at which the sum of what it is drawn from is above u."),
    QT_TRANSLATE_NOOP(
        "WhyWords",
        "Block verification looks from the last draft on: the largest number of drafts whose u is below h is kept."),
    QT_TRANSLATE_NOOP("WhyWords", "The draft's context is full, so nothing was drafted."),
    QT_TRANSLATE_NOOP("WhyWords", "one pass, one distribution"),
    QT_TRANSLATE_NOOP("WhyWords", "one pass, %1 distributions"),
    QT_TRANSLATE_NOOP("WhyWords", "%1 nodes"),
    QT_TRANSLATE_NOOP("WhyWords", "one node"),
    QT_TRANSLATE_NOOP("WhyWords", "%1 slots given back"),
    QT_TRANSLATE_NOOP("WhyWords", "one slot given back"),
    QT_TRANSLATE_NOOP("WhyWords", "bonus"),
};

bool isOfParts(const QString& words)
{
    int depth = 0;
    for (const QChar c : words) {
        depth += c == QLatin1Char('(') ? 1 : c == QLatin1Char(')') ? -1 : 0;
        if (c == QLatin1Char(' ') && depth == 0)
            return true;
    }
    return words.contains(QChar(0xb7));
}

} // namespace

std::span<const char* const> translatedWhySentences()
{
    return whySentencesToTranslate;
}

QString inWords(const Words& words, const Recording& recording)
{
    if (words.empty())
        return {};
    QString text = QCoreApplication::translate("WhyWords", std::string(words.text).c_str());
    QStringList arguments;
    for (const WordArgument& argument : words.arguments) {
        if (const auto* count = std::get_if<int>(&argument))
            arguments << grouped(*count);
        else if (const auto* value = std::get_if<WordNumber>(&argument))
            arguments << formulaNumberText(value->value, value->decimals);
        else if (const auto* token = std::get_if<WordToken>(&argument))
            arguments << quoted(recording, token->token);
        else
            arguments << qtText(std::get<std::string>(argument));
    }
    QString said; // a token may have "%1" in it
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isPlace = text[i] == QLatin1Char('%') && i + 1 < text.size() && text[i + 1].isDigit();
        const int index = isPlace ? text[i + 1].digitValue() - 1 : -1;
        if (index >= 0 && index < arguments.size()) {
            said += arguments[index];
            ++i;
        } else {
            said += text[i];
        }
    }
    return said;
}

QString formulaNumberText(double value, int decimals)
{
    QString text = QString::fromStdString(formulaNumber(value, decimals));
    if (const qsizetype e = text.indexOf(QLatin1Char('e')); e > 0) {
        static constexpr char16_t digits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
        QString power = QString::number(text.mid(e + 1).toInt());
        for (QChar& c : power)
            c = c == QLatin1Char('-') ? QChar(u'⁻') : QChar(digits[c.digitValue()]);
        text = text.left(e) + QStringLiteral("·10") + power;
    }
    return withDecimalMark(text);
}

QString inLine(const Terms& terms, const Recording& recording)
{
    QString text;
    const auto part = [&](const Terms& side) {
        const QString words = inLine(side, recording);
        return isOfParts(words) ? QLatin1Char('(') + words + QLatin1Char(')') : words;
    };
    for (const Term& term : terms) {
        switch (term.kind) {
        case Term::Kind::symbol:
            text += qtText(term.text);
            break;
        case Term::Kind::relation:
            text += QLatin1Char(' ') + qtText(term.text) + QLatin1Char(' ');
            break;
        case Term::Kind::number:
            text += formulaNumberText(term.value, term.decimals);
            break;
        case Term::Kind::token:
            text += quoted(recording, term.token);
            break;
        case Term::Kind::fraction:
            text += part(term.above) + QStringLiteral(" / ") + part(term.below);
            break;
        }
    }
    return text.trimmed();
}

QString inLines(const Formula& formula, const Recording& recording)
{
    QStringList lines{inWords(formula.headline, recording)};
    for (const FormulaLine& line : formula.lines)
        lines << inWords(line.caption, recording) + QStringLiteral(": ") + inLine(line.terms, recording);
    for (const Words& note : formula.notes)
        lines << inWords(note, recording);
    return lines.join(QLatin1Char('\n'));
}

} // namespace draftscope
