// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: one setup with one or two of its settings varied, measured on the same prompts beside plain decoding of them.
#pragma once

#include "gui/compare/measurement.h"
#include "gui/compare/sweep_drafts.h"

namespace draftscope {

/// A setting that can be varied.
enum class SweepSetting { draftLength, temperature, nodes, draft };

/// Those that a setup has, but for drafts, of which there have to be several (sweepDraftsOf()); plain decoding has
/// none, because its speed-up is 1 whatever they are.
[[nodiscard]] std::vector<SweepSetting> sweepSettingsOf(const RunSetup& setup);
[[nodiscard]] QString nameOf(SweepSetting setting); ///< "K", "temperature", "nodes"
/// The values that are proposed, as a person would write them: "1-6, 8, 12". Drafts are chosen, not written.
[[nodiscard]] QString defaultValues(SweepSetting setting);
/// Numbers with commas between them, and "a-b" for whole numbers from a to b; each value once, in order. The Error says
/// what is wrong.
[[nodiscard]] Result<std::vector<double>> sweepValuesIn(const QString& words, SweepSetting setting);

struct SweepAxis {
    SweepSetting setting;
    std::vector<double> values;                       ///< of drafts: their numbers below
    std::vector<SweepDraft> drafts = {};              ///< where these are varied
    [[nodiscard]] QString textOf(double value) const; ///< "4", "Tales 1M"
    friend bool operator==(const SweepAxis&, const SweepAxis&) = default;
};
/// Of drafts, one at least.
[[nodiscard]] SweepAxis draftAxis(std::vector<SweepDraft> drafts);

/// A figure that settings are judged by.
enum class SweepFigure { measuredSpeedUp, tokensPerSecond, tokensPerStep };

/// A sweep as it is measured. Its points are numbered from 0: for each value of the second axis all of the first. Lives
/// on the window's thread.
class Sweep : public QObject {
    Q_OBJECT
public:
    static constexpr int mostPoints = 256;

    explicit Sweep(SessionThread& thread, QObject* parent = nullptr);

    /// One axis or two, of different settings of `base`. An empty list of prompts is the setup's own. Error: there are
    /// too many points; what there was stays.
    [[nodiscard]] Result<void> start(const RunSetup& base, std::vector<SweepAxis> axes, std::vector<Prompt> prompts);
    [[nodiscard]] Measurement& measurement() { return m_measurement; }
    [[nodiscard]] const Measurement& measurement() const { return m_measurement; }

    [[nodiscard]] const RunSetup& base() const { return m_base; }
    [[nodiscard]] const std::vector<SweepAxis>& axes() const { return m_axes; } ///< empty before the first start()
    [[nodiscard]] int points() const { return m_points; }
    [[nodiscard]] double valueAt(int point, std::size_t axis) const; ///< of the setting
    [[nodiscard]] RunSetup setupAt(int point) const;                 ///< with the prompt of the base
    [[nodiscard]] const FiguresOverPrompts& figuresAt(int point) const;
    /// Of plain decoding at a point's temperature, which its speed-up is over.
    [[nodiscard]] FiguresOverPrompts plainAt(int point) const;
    [[nodiscard]] std::string whyNot(int point) const; ///< why it cannot be decoded; empty where it can
    /// The point with the highest figure; -1 while nothing is known. Of times nothing is known before the measurement
    /// is complete.
    [[nodiscard]] int highest(SweepFigure figure) const;
    /// The same, if it is the best: of a figure of time, if no other point's interval meets its own; else -1.
    [[nodiscard]] int best(SweepFigure figure) const;
    /// The interval of a point's figure; nothing of what is no time, and where it is not known.
    [[nodiscard]] std::optional<Interval> intervalAt(int point, SweepFigure figure) const;
    /// Its value; nothing of times before the measurement is complete.
    [[nodiscard]] std::optional<double> shownAt(int point, SweepFigure figure) const;
    /// "K 4 is the best of 7 settings over 22 prompts: 2.41 (2.36 to 2.46) times as fast as plain decoding."; or that
    /// none is, and which cannot be told apart.
    [[nodiscard]] QString bestInWords(SweepFigure figure) const;
    [[nodiscard]] QString nameOf(int point) const; ///< "K 4, temperature 0.8"

private:
    /// Ways of the measurement: plain decoding once, or at each value of a temperature that is varied, and then the
    /// points.
    [[nodiscard]] int plainWays() const;
    [[nodiscard]] int plainWayOf(int point) const;
    [[nodiscard]] int wayOf(int point) const { return plainWays() + point; }
    [[nodiscard]] std::vector<int> rivalsOf(int best, SweepFigure figure) const; ///< that cannot be told from it
    [[nodiscard]] QString valueInWords(int point, SweepFigure figure) const;
    [[nodiscard]] int indexAt(int point, std::size_t axis) const; ///< of valueAt() among the values of the axis

    RunSetup m_base;
    std::vector<SweepAxis> m_axes;
    int m_points = 0;
    Measurement m_measurement;
    /// Of the points, once the measurement had as many decodes.
    mutable std::vector<FiguresOverPrompts> m_figures;
    mutable int m_figuresAfter = -1;
};

/// As comparedFigures() defines it.
[[nodiscard]] const ComparedFigure& figureOf(SweepFigure figure);
/// Its value, and its quartiles over the prompts.
[[nodiscard]] std::optional<double> valueIn(const FiguresOverPrompts& figures, SweepFigure figure);
[[nodiscard]] std::optional<Quartiles> quartilesIn(const FiguresOverPrompts& figures, SweepFigure figure);

} // namespace draftscope
