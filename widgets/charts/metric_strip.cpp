// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/metric_strip.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include "widgets/style/label_place.h"
#include "widgets/style/theme.h"
#include "widgets/words/metric_words.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double valueScale = 1.35;
constexpr int spacing = 8, besides = 6; ///< between the parts, beside them all; logical pixels

} // namespace

MetricStrip::MetricStrip(QWidget* parent) : QWidget(parent), m_backend(new QLabel)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(besides, 0, besides, 0);
    layout->setSpacing(spacing);
    layout->setSizeConstraint(QLayout::SetNoConstraint);
    layout->addStretch(1);
    m_backend->setObjectName(QStringLiteral("muted"));
    layout->addWidget(m_backend);
    m_values.push_back(addMetric(layout, tr("tokens / target pass"), "tokens per step"));
    m_values.push_back(addMetric(layout, tr("vs. plain decoding"), "measured speed-up"));
    m_values.push_back(addMetric(layout, {}, "acceptance rate"));
    refreshFonts();
    setMetrics(std::nullopt, std::nullopt, std::nullopt);
}

QLabel* MetricStrip::addMetric(QHBoxLayout* layout, const QString& unit, std::string_view metric)
{
    const QString tip = definitionOf(metric);
    auto* line = new QFrame;
    line->setFixedWidth(1);
    line->setObjectName(QStringLiteral("panelLine"));
    layout->addWidget(line);
    m_lines.push_back(line);
    auto* value = new QLabel;
    m_metrics.push_back(metric);
    m_places.push_back(new LabelPlace(value));
    layout->addWidget(m_places.back());
    if (unit.isEmpty())
        return value;
    auto* words = new QLabel(unit);
    words->setObjectName(QStringLiteral("muted"));
    words->setToolTip(tip);
    layout->addWidget(words);
    m_units.push_back(words);
    return value;
}

void MetricStrip::setBackend(const QString& backend)
{
    if (backend == m_backend->text())
        return;
    m_backend->setText(backend);
    fit();
}

void MetricStrip::setMetrics(std::optional<double> tokensPerStep, std::optional<double> speedUp,
                             std::optional<double> acceptanceRate)
{
    m_tokensPerStep = tokensPerStep;
    m_speedUp = speedUp;
    m_acceptanceRate = acceptanceRate;
    const auto lengths = [this] {
        std::vector<qsizetype> sizes;
        for (const QLabel* value : m_values)
            sizes.push_back(value->text().size());
        return sizes;
    };
    const auto before = lengths();
    refreshValues();
    if (before != lengths())
        fit();
}

void MetricStrip::setWhyNoSpeedUp(const QString& why)
{
    if (why == m_whyNoSpeedUp)
        return;
    m_whyNoSpeedUp = why;
    refreshValues();
}

void MetricStrip::setChosen(int chosen, int judged)
{
    const QString note = chosenNote(chosen, judged);
    if (note == m_note)
        return;
    m_note = note;
    refreshValues();
    fit();
}

void MetricStrip::refreshValues()
{
    m_values[0]->setText(number(m_tokensPerStep) + mark());
    m_values[1]->setText(m_speedUp ? number(m_speedUp, 1) + QStringLiteral("×") + mark() : QStringLiteral("–"));
    m_values[2]->setText(QStringLiteral("α ") + number(m_acceptanceRate) + mark());
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        QStringList lines{definitionOf(m_metrics[i]), m_note, i == 1 ? m_whyNoSpeedUp : QString()};
        lines.removeAll(QString());
        const QString tip = lines.join(QLatin1Char('\n'));
        m_values[i]->setToolTip(tip);
        m_values[i]->setAccessibleDescription(tip);
    }
}

QSize MetricStrip::minimumSizeHint() const
{
    const QFontMetrics metrics(Theme::barFont(valueScale, true));
    return {metrics.horizontalAdvance(QStringLiteral("0.00")) + 16, metrics.height()};
}

int MetricStrip::widthOfRate() const
{
    const QString widest = QStringLiteral("α 0.00") + mark();
    return QFontMetrics(Theme::barFont(valueScale, true)).horizontalAdvance(widest) + 17;
}

int MetricStrip::widthOfNumbers() const
{
    const QFontMetrics metrics(Theme::barFont(valueScale, true));
    return minimumSizeHint().width() + metrics.horizontalAdvance(mark()) + widthOfRate();
}

int MetricStrip::widthOfAll() const
{
    const QFontMetrics values(Theme::barFont(valueScale, true)), units(Theme::barFont());
    constexpr int parts = 7; // two lines, three values, two units
    // Room for the mark of what a person chose is always counted, so that a what-if moves nothing.
    return 2 * besides + parts * spacing + values.horizontalAdvance(QStringLiteral("0.00*"))
        + values.horizontalAdvance(QStringLiteral("0.0×*")) + values.horizontalAdvance(QStringLiteral("α 0.00*"))
        + units.horizontalAdvance(tr("tokens/step")) + units.horizontalAdvance(tr("vs. plain"));
}

QString MetricStrip::mark() const
{
    return m_note.isEmpty() ? QString() : QStringLiteral("*");
}

void MetricStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void MetricStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event) && !m_values.empty()) {
        refreshFonts();
        fit();
        QMetaObject::invokeMethod(this, &MetricStrip::fit,
                                  Qt::QueuedConnection); // when the labels have their fonts, too
    }
}

void MetricStrip::refreshFonts()
{
    // ".QLabel" is not the tool tip, which is a label of another class and would inherit the size.
    const QString sheet =
        QStringLiteral(".QLabel { font-size: %1pt; font-weight: 600; }").arg(Theme::barFont(valueScale).pointSizeF());
    for (QLabel* value : m_values)
        if (value->styleSheet() != sheet)
            value->setStyleSheet(sheet);
}

void MetricStrip::setUnits(bool areShort)
{
    m_units[0]->setText(areShort ? tr("tokens/step") : tr("tokens / target pass"));
    m_units[1]->setText(areShort ? tr("vs. plain") : tr("vs. plain decoding"));
}

/// Shows as much as there is room for: tokens per step before all else, then α, a short unit, the speed-up, longer
/// units, the backend.
void MetricStrip::fit()
{
    const auto needed = [](const std::vector<QWidget*>& widgets) {
        int sum = 0;
        for (const QWidget* widget : widgets)
            sum += widget->sizeHint().expandedTo(widget->minimumSize()).width() + spacing;
        return sum;
    };
    const std::vector<QWidget*> rate{m_lines[2], m_places[2]}, unit{m_units[0]},
        speedUp{m_lines[1], m_places[1], m_units[1]}, backend{m_backend, m_lines[0]};
    const int all = width() - 2 * besides - needed({m_places[0]});
    setUnits(false);
    if (needed(rate) + needed(unit) + needed(speedUp) > all)
        setUnits(true);
    int room = all;
    const auto claim = [&](const std::vector<QWidget*>& widgets) {
        const bool fits = needed(widgets) <= room;
        room = fits ? room - needed(widgets) : 0; // what comes later is worth less
        for (QWidget* widget : widgets)
            widget->setVisible(fits);
    };
    claim(rate);
    claim(unit);
    claim(speedUp);
    claim(backend);
}

} // namespace draftscope
