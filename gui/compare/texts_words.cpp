// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/texts_words.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

struct TextsWords {
    Q_DECLARE_TR_FUNCTIONS(TextsWords)
};

QString escaped(const QString& words)
{
    return words.toHtmlEscaped();
}

QString wordsOfToken(const Model& target, TokenId token, Spaces spaces)
{
    const std::string bytes = target.tokenizer->bytes(token);
    return tokenText(bytes.empty() ? target.tokenizer->piece(token) : bytes, spaces);
}

QString decimals(double value, int count)
{
    return decimal(value, 'f', count);
}

/// How a token of a text is marked: not by its colour alone.
struct TokenMark {
    Role role = Role::text;
    QString sign;
};

TokenMark markOfToken(const TextDivergence& divergence, const TextDiagnosis& diagnosis, int index)
{
    const int place = index - diagnosis.from;
    const bool isFirst = divergence.parting && divergence.parting->index == index;
    if (place >= 0 && place < int(diagnosis.places.size())) {
        const ForcedPlace& at = diagnosis.places[std::size_t(place)];
        if (!at.agrees())
            return at.margin > divergence.allowance && !(isFirst && divergence.parting->isNearTie)
                ? TokenMark{Role::rejected, QStringLiteral("✗")}
                : TokenMark{Role::residual, QStringLiteral("≈")};
    }
    return isFirst ? TokenMark{Role::accepted, QStringLiteral("✓")} : TokenMark{};
}

/// The end of the prompt and the text behind it.
QString textHtml(const TextsFound& found, int side, bool isLinked)
{
    constexpr std::size_t mostOfPrompt = 24, mostTokens = 1200;
    const ComparedText& text = found.texts[std::size_t(side)];
    const TextDiagnosis& diagnosis = side == 0 ? found.divergence.first : found.divergence.second;
    QString html = QStringLiteral("<span style=\"color:%1\">").arg(Theme::color(Role::muted).name());
    const std::size_t skipped = text.prompt.size() - std::min(text.prompt.size(), mostOfPrompt);
    if (skipped > 0)
        html += QStringLiteral("… ");
    for (std::size_t i = skipped; i < text.prompt.size(); ++i)
        html += escaped(wordsOfToken(*found.target, text.prompt[i], Spaces::asTheyAre));
    html += QStringLiteral("</span>");
    for (std::size_t i = 0; i < std::min(text.tokens.size(), mostTokens); ++i) {
        const TokenMark mark = markOfToken(found.divergence, diagnosis, int(i));
        const bool isFirst = found.divergence.parting && found.divergence.parting->index == int(i);
        QString style = QStringLiteral("color:%1;text-decoration:none").arg(Theme::color(Role::text).name());
        if (mark.role != Role::text)
            style += QStringLiteral(";background-color:%1").arg(Theme::tintUnderWords(mark.role, 0.3).name());
        if (isFirst)
            style += QStringLiteral(";font-weight:bold;text-decoration:underline");
        const QString words = mark.sign + escaped(wordsOfToken(*found.target, text.tokens[i], Spaces::asTheyAre));
        html += isLinked
            ? QStringLiteral("<a href=\"token:%1:%2\" style=\"%3\">%4</a>").arg(side).arg(i).arg(style, words)
            : QStringLiteral("<span style=\"%1\">%2</span>").arg(style, words);
    }
    if (text.tokens.size() > mostTokens)
        html += QStringLiteral(" … ") + TextsWords::tr("and %1 more tokens").arg(text.tokens.size() - mostTokens);
    return html;
}

struct ShownToken {
    QString words;
    std::optional<double> logit;
    double p = 0;
    bool isOfTexts = false;
};

/// What stays on one line: Qt would break a number, too, where a cell becomes narrow.
QString oneLine(const QString& html)
{
    return QStringLiteral("<div style=\"white-space:pre\">%1</div>").arg(html);
}

QString topHtml(const QString& title, const std::vector<ShownToken>& tokens)
{
    constexpr int barWidth = 120;
    QString html = QStringLiteral("<p><b>%1</b></p><table cellspacing=\"0\" cellpadding=\"2\">").arg(escaped(title));
    for (const ShownToken& token : tokens) {
        const int width = std::max(1, int(std::lround(barWidth * token.p)));
        html +=
            QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td><td><table cellspacing=\"0\" "
                           "cellpadding=\"0\"><tr><td bgcolor=\"%3\" width=\"%4\"><span "
                           "style=\"font-size:6pt\">&nbsp;</span></td><td>%5</td></tr></table></td></tr>")
                .arg(token.isOfTexts ? QStringLiteral("<b>%1</b>").arg(escaped(token.words)) : escaped(token.words),
                     token.logit ? oneLine(decimals(*token.logit, 3)) : QString(), Theme::color(Role::target).name(),
                     QString::number(width), oneLine(escaped(QLatin1Char(' ') + number(token.p, 4)))); // "<0.001"
    }
    return html + QStringLiteral("</table>");
}

std::vector<ShownToken> shownTokens(const TextsFound& found, const std::vector<LikelyToken>& top)
{
    std::vector<ShownToken> tokens;
    for (const LikelyToken& token : top)
        tokens.push_back(
            {wordsOfToken(*found.target, token.token, Spaces::visible), token.logit, token.p,
             token.token == found.divergence.parting->first || token.token == found.divergence.parting->second});
    return tokens;
}

/// What a trace wrote down where the texts part; nothing where it did not.
QString recordedHtml(const TextsFound& found, const TextInput* input)
{
    const int index = found.divergence.parting->index;
    const auto recorded = input && input->trace ? recordedPlace(input->trace->recording, input->branch, index)
                                                : std::optional<RecordedPlace>();
    if (!recorded || recorded->distribution.top.empty())
        return {};
    std::vector<DistributionEntry> top = recorded->distribution.top;
    std::ranges::stable_sort(top, std::ranges::greater(), &DistributionEntry::pBefore);
    top.resize(std::min(top.size(), ForcedReader::mostLikely));
    std::vector<ShownToken> tokens;
    for (const DistributionEntry& entry : top)
        tokens.push_back(
            {wordsOfToken(*found.target, entry.token, Spaces::visible), std::nullopt, double(entry.pBefore),
             entry.token == found.divergence.parting->first || entry.token == found.divergence.parting->second});
    return topHtml(TextsWords::tr("Written down in %1").arg(qtText(input->name)), tokens);
}

QString waysHtml(const TextDivergence& divergence)
{
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\"><tr><th align=\"left\">%1</th><th "
                                  "align=\"right\">%2</th><th align=\"right\">%3</th><th align=\"right\">%4</th><th "
                                  "align=\"right\">%5</th></tr>")
                       .arg(escaped(TextsWords::tr("Computed with")), escaped(TextsWords::tr("Margin there")),
                            escaped(TextsWords::tr("Typical change")), escaped(TextsWords::tr("Largest change")),
                            escaped(TextsWords::tr("Likeliest turned")));
    for (const WayDifference& way : divergence.ways) {
        const QString margin = !divergence.parting ? QStringLiteral("–")
            : way.flips                            ? TextsWords::tr("%1, turns the order").arg(decimals(way.gap, 4))
                                                   : decimals(way.gap, 4);
        html += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td><td align=\"right\">%3</td><td "
                               "align=\"right\">%4</td><td align=\"right\">%5</td></tr>")
                    .arg(escaped(engineWords(way.name)),
                         way.flips ? QStringLiteral("<b>%1</b>").arg(escaped(margin)) : escaped(margin),
                         oneLine(decimals(way.typical, 4)), oneLine(decimals(way.largest, 4)))
                    .arg(way.flipped);
    }
    return html + QStringLiteral("</table>");
}

QString distributionsHtml(const TextsFound& found, const std::array<const TextInput*, 2>& inputs)
{
    const TextDivergence& divergence = found.divergence;
    if (!divergence.parting || !divergence.parting->isJudged)
        return {};
    QStringList cells{
        topHtml(TextsWords::tr("Likeliest there, nothing rounded"), shownTokens(found, divergence.ways.front().top))};
    const auto turned = std::ranges::find(divergence.ways, true, &WayDifference::flips);
    if (turned != divergence.ways.end())
        cells << topHtml(TextsWords::tr("Likeliest there, %1").arg(engineWords(turned->name)),
                         shownTokens(found, turned->top));
    for (const TextInput* input : inputs)
        if (const QString recorded = recordedHtml(found, input); !recorded.isEmpty())
            cells << recorded;
    QString html = QStringLiteral("<table width=\"100%\" cellpadding=\"4\"><tr>");
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i == 2)
            html += QStringLiteral("</tr><tr>");
        html += QStringLiteral("<td width=\"50%\">%1</td>").arg(cells[i]);
    }
    return html + QStringLiteral("</tr></table>");
}

} // namespace

QString htmlOfTexts(const TextsFound& found, const std::array<const TextInput*, 2>& inputs,
                    const std::array<bool, 2>& isLinked)
{
    QString html;
    for (std::size_t i = 0; i < found.divergence.sentences.size(); ++i) {
        const QString sentence = escaped(engineWords(found.divergence.sentences[i]));
        html += i == 0 ? QStringLiteral("<p style=\"font-size:large\"><b>%1</b></p>").arg(sentence)
                       : QStringLiteral("<p>%1</p>").arg(sentence);
    }
    html += QStringLiteral("<table width=\"100%\" cellpadding=\"6\" cellspacing=\"0\" border=\"1\" "
                           "style=\"border-collapse:collapse\"><tr><th width=\"50%\" align=\"left\">%1</th><th "
                           "width=\"50%\" align=\"left\">%2</th></tr><tr><td>%3</td><td>%4</td></tr></table>")
                .arg(escaped(qtText(found.texts[0].name)), escaped(qtText(found.texts[1].name)),
                     textHtml(found, 0, isLinked[0]), textHtml(found, 1, isLinked[1]));
    html += QStringLiteral("<p style=\"color:%1\">%2</p>")
                .arg(Theme::color(Role::muted).name(),
                     escaped(TextsWords::tr("Underlined: the first token that differs. ✗ not the target's likeliest "
                                            "behind what stands before it; ≈ likewise, but a near-tie; ✓ the "
                                            "target's likeliest.")));
    html += distributionsHtml(found, inputs);
    html += waysHtml(found.divergence);
    return html;
}

} // namespace draftscope
