// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "gui/compare/lanes.h"

class QBoxLayout;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace draftscope {

class CompareActions;
class LaneCard;
class LaneTable;
class RacePanel;

/// Lanes one below the other with their texts, and below a table of their figures, or their race. Out of sight it costs nothing.
class CompareWorkspace : public QWidget {
    Q_OBJECT
public:
    CompareWorkspace(Lanes& lanes, CompareActions& actions, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<LaneCard*>& cards() const { return m_cards; }
    [[nodiscard]] LaneTable& table() const { return *m_table; }
    [[nodiscard]] RacePanel& race() const { return *m_race; }
    void copyTable(); ///< to the clipboard, as CSV

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeEmpty();
    QWidget* makeBelow();
    QWidget* makeTable();
    void add(Lane* lane);
    void remove(Lane* lane);
    void refresh();

    Lanes& m_lanes;
    CompareActions& m_actions;
    QStackedWidget* m_pages; ///< what to do while there is no lane; the lanes
    QBoxLayout* m_column = nullptr;
    LaneTable* m_table;
    RacePanel* m_race;
    QTabWidget* m_below; ///< figures, race
    std::vector<LaneCard*> m_cards;
    bool m_isStale = true;
};

} // namespace draftscope
