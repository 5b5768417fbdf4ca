// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QTableWidget>

#include "engine/analysis/prompt_figures.h"

namespace draftscope {

/// The figures of a lane, and what it takes to say why one is missing.
struct LaneRow {
    int number = 0;   ///< from 1; 0: it is a lane of a file and not here
    QString name;     ///< "Two models"
    QString settings; ///< "chain · K 6 · speculative sampling"
    bool isPlain = false;
    bool hasPlain = false;                 ///< plain decoding of its target is one of the lanes
    std::vector<FigureValue> figures = {}; ///< as comparedFigures(), or empty
    bool hasRounds = true;                 ///< there is one that they are of
    int prompts = 0;                       ///< that they are over, where these are several
    QString whyNoTimes = {};               ///< why nothing that is measured is there, a sentence; else empty
    QString busy = {};                     ///< that the machine was busy meanwhile, a sentence; else empty
    QString whyNothing = {};               ///< why there are no figures at all, a sentence; else empty
    QString published = {}, source = {};   ///< what others say of the method, and where; or empty
    QString publishedShort = {};           ///< its tokens per step and speed-up: "2.28 · 1.79 ×"
};

/// One row a lane. A column's tool tip is the metric's definition; that of a figure that is missing says why.
class LaneTable : public QTableWidget {
    Q_OBJECT
public:
    /// Those of figures, which are all between the first and the last, are in the order of comparedFigures().
    enum Column {
        lane,
        tokensPerStep,
        acceptanceRate,
        draftYield,
        costRatio,
        verifyRatio,
        predictedSpeedUp,
        measuredSpeedUp,
        tokensPerSecond,
        msToFirstToken,
        promptTokensPerSecond,
        memory,
        published, ///< elsewhere: apart from what was measured here
        columns
    };

    /// Of the rounds of one prompt that are shown, or of whole decodes of several prompts, with their quartiles.
    enum class Kind { ofRounds, ofPrompts };

    [[nodiscard]] static std::optional<double> valueOf(const LaneRow& row, Column column);
    [[nodiscard]] static QString whyMissing(const LaneRow& row, Column column); ///< why there is no such figure
    explicit LaneTable(QWidget* parent = nullptr);
    void setRows(const std::vector<LaneRow>& rows, Kind kind = Kind::ofRounds);
    /// Comma-separated values with a line of titles, all digits, and nothing where a figure is missing.
    [[nodiscard]] QString csv() const { return csvOf(m_rows, m_kind); }
    [[nodiscard]] static QString csvOf(const std::vector<LaneRow>& rows, Kind kind);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTips();
    void showPublished(QTableWidgetItem& cell, const LaneRow& row);
    void fit();
    void fitColumns();
    void fitHeight();
    [[nodiscard]] static QString titleOf(int column, bool isOfTwoLines);
    [[nodiscard]] std::vector<int> neededWidths(
        bool areTitlesOfTwoLines) const; ///< of all columns but the lanes'; pixels

    std::vector<LaneRow> m_rows;
    Kind m_kind = Kind::ofRounds;
    int m_lines = 1; ///< of a row
};

} // namespace draftscope
