// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explain/formula_layout.h"

#include <algorithm>

#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"
#include "widgets/words/why_words.h"

namespace draftscope {

namespace {

constexpr double aroundFormula = 12, betweenLines = 10, captionGap = 14, fractionScale = 0.92;

/// A part of a formula that is measured before it is placed.
struct FormulaBox {
    double width = 0, ascent = 0, descent = 0;
    void add(const FormulaBox& other)
    {
        width += other.width;
        ascent = std::max(ascent, other.ascent);
        descent = std::max(descent, other.descent);
    }
};

class FormulaSetter {
public:
    FormulaSetter(const Recording& recording, FormulaLayout& out) : m_recording(recording), m_out(out) {}

    [[nodiscard]] FormulaBox measure(const Terms& terms, double scale) const
    {
        FormulaBox box;
        for (const Term& term : terms)
            box.add(measure(term, scale));
        return box;
    }
    /// Places terms from x on; returns where they end.
    double place(const Terms& terms, double x, double baseline, double scale)
    {
        for (const Term& term : terms)
            x = place(term, x, baseline, scale);
        return x;
    }

private:
    [[nodiscard]] static QFont fontOf(const Term& term, double scale)
    {
        return term.kind == Term::Kind::token ? Theme::tokenFont(0.95 * scale) : Theme::font(scale);
    }
    [[nodiscard]] QString textOf(const Term& term) const
    {
        switch (term.kind) {
        case Term::Kind::number:
            return formulaNumberText(term.value, term.decimals);
        case Term::Kind::token:
            return quoted(m_recording, term.token);
        default:
            return qtText(term.text);
        }
    }
    [[nodiscard]] static double sideOf(const Term& term, const QFontMetricsF& metrics)
    {
        return term.kind == Term::Kind::relation ? 0.45 * metrics.averageCharWidth() + 2 : 0;
    }
    [[nodiscard]] FormulaBox measure(const Term& term, double scale) const
    {
        const QFont font = fontOf(term, scale);
        const QFontMetricsF metrics(font);
        if (term.kind != Term::Kind::fraction) {
            const QString text = textOf(term);
            const double width =
                term.kind == Term::Kind::number ? tabularWidth(text, font) : metrics.horizontalAdvance(text);
            return {width + 2 * sideOf(term, metrics), metrics.ascent(), metrics.descent()};
        }
        const double inner = scale * fractionScale, axis = axisOf(metrics), gap = gapOf(metrics);
        const FormulaBox above = measure(term.above, inner), below = measure(term.below, inner);
        return {std::max(above.width, below.width) + 2 * besideBar(metrics), axis + gap + above.ascent + above.descent,
                below.ascent + below.descent + gap - axis};
    }
    double place(const Term& term, double x, double baseline, double scale)
    {
        const QFont font = fontOf(term, scale);
        const QFontMetricsF metrics(font);
        const FormulaBox box = measure(term, scale);
        if (term.kind != Term::Kind::fraction) {
            m_out.pieces.push_back({{x + sideOf(term, metrics), baseline},
                                    textOf(term),
                                    font,
                                    roleOf(term.role),
                                    term.kind == Term::Kind::number});
            return x + box.width;
        }
        const double inner = scale * fractionScale, bar = baseline - axisOf(metrics), gap = gapOf(metrics);
        const FormulaBox above = measure(term.above, inner), below = measure(term.below, inner);
        place(term.above, x + (box.width - above.width) / 2, bar - gap - above.descent, inner);
        place(term.below, x + (box.width - below.width) / 2, bar + gap + below.ascent, inner);
        const double end = besideBar(metrics) / 2;
        m_out.bars.emplace_back(x + end, bar, x + box.width - end, bar);
        return x + box.width;
    }
    [[nodiscard]] static double axisOf(const QFontMetricsF& metrics) { return metrics.xHeight() / 2 + 1; }
    [[nodiscard]] static double gapOf(const QFontMetricsF& metrics) { return 0.06 * metrics.height() + 1; }
    [[nodiscard]] static double besideBar(const QFontMetricsF& metrics) { return 0.3 * metrics.averageCharWidth() + 2; }

    const Recording& m_recording;
    FormulaLayout& m_out;
};

/// Parts of a line that stay together: each begins with a relation, but for the first.
std::vector<Terms> partsOf(const Terms& terms)
{
    std::vector<Terms> parts(1);
    for (const Term& term : terms) {
        if (term.kind == Term::Kind::relation && !parts.back().empty())
            parts.emplace_back();
        parts.back().push_back(term);
    }
    return parts;
}

/// Rows of parts that fit the width.
std::vector<Terms> rowsOf(const Terms& terms, const FormulaSetter& setter, double width, double indent)
{
    std::vector<Terms> rows;
    double used = 0;
    for (const Terms& part : partsOf(terms)) {
        const double needed = setter.measure(part, 1).width;
        if (rows.empty() || used + needed > width) {
            used = rows.empty() ? 0 : indent;
            rows.emplace_back();
        }
        rows.back().insert(rows.back().end(), part.begin(), part.end());
        used += needed;
    }
    return rows;
}

double addParagraph(FormulaLayout& layout, const QString& text, const QFont& font, Role role, QRectF room)
{
    if (text.isEmpty())
        return 0;
    const QFontMetricsF metrics(font);
    const QRectF needed = metrics.boundingRect(QRectF(0, 0, room.width(), 100000), Qt::TextWordWrap, text);
    room.setHeight(needed.height() + 1);
    layout.paragraphs.push_back({room, text, font, role});
    return room.height();
}

} // namespace

Role roleOf(TermRole role)
{
    switch (role) {
    case TermRole::target:
        return Role::target;
    case TermRole::draft:
        return Role::draft;
    case TermRole::residual:
        return Role::residual;
    case TermRole::accepted:
        return Role::accepted;
    case TermRole::rejected:
        return Role::rejected;
    case TermRole::bonus:
        return Role::bonus;
    case TermRole::muted:
        return Role::muted;
    case TermRole::plain:
    case TermRole::chance:
        break;
    }
    return Role::text;
}

double tabularAdvance(QChar letter, const QFontMetricsF& metrics)
{
    if (letter < QLatin1Char('0') || letter > QLatin1Char('9'))
        return metrics.horizontalAdvance(letter);
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

double tabularWidth(const QString& number, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double width = 0;
    for (const QChar letter : number)
        width += tabularAdvance(letter, metrics);
    return width;
}

FormulaLayout layoutOf(const Formula& formula, const Recording& recording, double width)
{
    FormulaLayout layout;
    FormulaSetter setter(recording, layout);
    const QFontMetricsF letters(Theme::font()), small = Theme::smallMetrics();
    const double room = std::max(width - 2 * aroundFormula, 6 * letters.height());
    double y = aroundFormula;
    y += addParagraph(layout, inWords(formula.headline, recording), Theme::font(1.05), Role::text,
                      {aroundFormula, y, room, 0});
    std::vector<QString> captions;
    double widestCaption = 0, widestLine = 0;
    for (const FormulaLine& line : formula.lines) {
        captions.push_back(inWords(line.caption, recording));
        widestCaption = std::max(widestCaption, small.horizontalAdvance(captions.back()));
        widestLine = std::max(widestLine, setter.measure(line.terms, 1).width);
    }
    // Captions stand before the lines where all have room beside them, else above.
    const bool areBeside = widestCaption + captionGap + widestLine <= room;
    const double left = aroundFormula + (areBeside ? widestCaption + captionGap : 0), indent = 2 * letters.height();
    for (std::size_t i = 0; i < formula.lines.size(); ++i) {
        y += betweenLines;
        const double top = y;
        if (!areBeside)
            y += addParagraph(layout, captions[i], Theme::smallFont(), Role::muted, {left, y, room, 0}) + 1;
        double x = left;
        bool isFirst = true;
        for (const Terms& row : rowsOf(formula.lines[i].terms, setter, aroundFormula + room - left, indent)) {
            const FormulaBox box = setter.measure(row, 1);
            const double baseline = y + box.ascent;
            if (areBeside && isFirst)
                layout.pieces.push_back({{aroundFormula, baseline}, captions[i], Theme::smallFont(), Role::muted});
            layout.width = std::max(layout.width, setter.place(row, x, baseline, 1));
            y = baseline + box.descent + 2;
            x = left + indent;
            isFirst = false;
        }
        layout.lines.emplace_back(aroundFormula / 2, top - betweenLines / 2,
                                  std::max(width, layout.width) - aroundFormula, y - top + betweenLines);
    }
    for (const Words& note : formula.notes) {
        y += betweenLines;
        y += addParagraph(layout, inWords(note, recording), Theme::smallFont(), Role::muted,
                          {aroundFormula, y, room, 0});
    }
    layout.height = y + aroundFormula;
    layout.width = std::max(width, layout.width + aroundFormula);
    return layout;
}

} // namespace draftscope
