// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/compare/lanes.h"
#include "gui/compare/measurement.h"

namespace draftscope {

class LaneTable;
class MeasuringBar;
class PromptListBox;

/// The figures of the lanes: of the rounds that are shown, or over a list of prompts, which is decoded when somebody asks.
class FiguresPanel : public QWidget {
    Q_OBJECT
public:
    explicit FiguresPanel(Lanes& lanes, QWidget* parent = nullptr);
    void refresh();

    [[nodiscard]] LaneTable& table() const { return *m_table; }
    [[nodiscard]] PromptListBox& promptList() const { return *m_list; }
    [[nodiscard]] Measurement& measurement() { return m_measurement; }
    [[nodiscard]] const Measurement& measurement() const { return m_measurement; }

signals:
    void failed(const QString& sentence);

private:
    void measure();
    void refreshBar();
    [[nodiscard]] bool isMeasured() const; ///< the list that is chosen, as far as it has got

    Lanes& m_lanes;
    Measurement m_measurement;
    PromptListBox* m_list;
    int m_measured = 0; ///< the list that the measurement is of
    MeasuringBar* m_bar;
    LaneTable* m_table;
};

} // namespace draftscope
