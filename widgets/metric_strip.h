// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

class QLabel;

namespace draftscope {

/// The big numbers at the right of the tool bar; unknown is "–". Tooltips give each metric's definition.
class MetricStrip : public QWidget {
    Q_OBJECT
public:
    explicit MetricStrip(QWidget* parent = nullptr);
    void setBackend(const QString& backend);
    void setMetrics(std::optional<double> tokensPerStep, std::optional<double> speedUp, std::optional<double> acceptanceRate);

private:
    QLabel *m_backend, *m_tokensPerStep, *m_speedUp, *m_acceptance;
};

} // namespace draftscope
