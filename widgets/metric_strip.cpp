// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metric_strip.h"

#include <QHBoxLayout>
#include <QLabel>

#include "engine/analysis/metrics.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

QString definition(std::string_view metric)
{
    const std::string_view text = metricDefinition(metric);
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

MetricStrip::MetricStrip(QWidget* parent)
    : QWidget(parent), m_backend(new QLabel), m_tokensPerStep(new QLabel), m_speedUp(new QLabel), m_acceptance(new QLabel)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(8);
    m_backend->setObjectName(QStringLiteral("muted"));
    layout->addWidget(m_backend);
    const auto add = [&](QLabel* value, const QString& unit, const QString& tip) {
        auto* line = new QFrame;
        line->setFixedWidth(1);
        line->setObjectName(QStringLiteral("panelLine"));
        layout->addSpacing(4);
        layout->addWidget(line);
        layout->addSpacing(4);
        value->setFont(Theme::font(1.35, true));
        value->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 600;").arg(Theme::font(1.35).pointSizeF()));
        value->setToolTip(tip);
        layout->addWidget(value);
        if (unit.isEmpty())
            return;
        auto* label = new QLabel(unit);
        label->setObjectName(QStringLiteral("muted"));
        label->setToolTip(tip);
        layout->addWidget(label);
    };
    add(m_tokensPerStep, tr("tokens / target pass"), definition("tokens per step"));
    add(m_speedUp, tr("vs. plain decoding"), definition("measured speed-up"));
    add(m_acceptance, {}, definition("acceptance rate"));
    setMetrics(std::nullopt, std::nullopt, std::nullopt);
}

void MetricStrip::setBackend(const QString& backend)
{
    m_backend->setText(backend);
}

void MetricStrip::setMetrics(std::optional<double> tokensPerStep, std::optional<double> speedUp, std::optional<double> acceptanceRate)
{
    m_tokensPerStep->setText(number(tokensPerStep));
    m_speedUp->setText(speedUp ? number(speedUp, 1) + QStringLiteral("×") : QStringLiteral("–"));
    m_acceptance->setText(QStringLiteral("α ") + number(acceptanceRate));
}

} // namespace draftscope
