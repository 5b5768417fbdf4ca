// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace draftscope {

/// The big numbers at the right of the tool bar; unknown is "–". Tooltips give each metric's definition. Where room is
/// short the backend goes first, then the units get shorter, then the speed-up goes, and the units; tokens per step and
/// α stay.
class MetricStrip : public QWidget {
    Q_OBJECT
public:
    explicit MetricStrip(QWidget* parent = nullptr);
    void setBackend(const QString& backend);
    void setMetrics(std::optional<double> tokensPerStep, std::optional<double> speedUp,
                    std::optional<double> acceptanceRate);
    /// A sentence for its tooltip where there is no speed-up; empty where there is one.
    void setWhyNoSpeedUp(const QString& why);
    /// Of the verdicts behind these numbers, those that a person had a hand in: the numbers bear a mark then, and their
    /// tooltips say so.
    void setChosen(int chosen, int judged);
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Tokens per step and α without their units.
    [[nodiscard]] int widthOfNumbers() const;
    /// All three numbers with short units.
    [[nodiscard]] int widthOfAll() const;
    /// A tool bar hides what does not fit at this size; the rest of the room comes by the size policy.
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLabel* addMetric(QHBoxLayout* layout, const QString& unit, std::string_view metric);
    [[nodiscard]] int widthOfRate() const;
    [[nodiscard]] QString mark() const; ///< of numbers that a person had a hand in; else empty
    void refreshFonts();
    void refreshValues();
    void setUnits(bool areShort);
    void fit();

    QLabel* m_backend;
    std::vector<QLabel*> m_values, m_units;
    std::vector<QWidget*> m_places;          ///< of m_values
    std::vector<QWidget*> m_lines;           ///< before each of m_values
    std::vector<std::string_view> m_metrics; ///< of m_values
    std::optional<double> m_tokensPerStep, m_speedUp, m_acceptanceRate;
    QString m_whyNoSpeedUp;
    QString m_note; ///< on what a person chose; empty for nothing
};

} // namespace draftscope
