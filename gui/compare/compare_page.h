// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QPointer>
#include <QWidget>

#include "gui/compare/lanes.h"
#include "gui/export/exported_view.h"

class QBoxLayout;
class QLabel;
class QMenu;
class QMessageBox;
class QStackedWidget;
class QTabWidget;

namespace draftscope {

class CompareActions;
class LaneCard;
class LaneTable;
class FiguresPanel;
class RacePanel;
class SweepPanel;
class TheoryPanel;
class ViewExports;
struct ComparisonFile;

/// Lanes one below the other with their texts, and below a table of their figures, their race, a sweep or what theory
/// expects. Out of sight it costs nothing.
class ComparePage : public QWidget {
    Q_OBJECT
public:
    ComparePage(Lanes& lanes, CompareActions& actions, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<LaneCard*>& cards() const { return m_cards; }
    [[nodiscard]] FiguresPanel& figures() const { return *m_figures; }
    [[nodiscard]] LaneTable& table() const;
    [[nodiscard]] RacePanel& race() const { return *m_race; }
    [[nodiscard]] SweepPanel& sweep() const { return *m_sweep; }
    [[nodiscard]] TheoryPanel& theory() const { return *m_theory; }
    [[nodiscard]] ViewExports& exports() const { return *m_exports; } ///< of what is below the lanes
    [[nodiscard]] QTabWidget& below() const { return *m_below; }
    void copyTable(); ///< to the clipboard, as CSV
    /// What a file of it is to be called; empty where there is nothing to save.
    [[nodiscard]] QString suggestedName() const;
    /// What the table shows: as a comparison that can be opened again or, by the end of the name, as CSV (.csv) or a
    /// report in Markdown (.md).
    void save(const std::filesystem::path& path);
    /// Lanes and figures of a file take the place of those there are, once it has been asked whether they may: they
    /// stay where that is denied, or the file cannot be read. `otherwise`: what a lane's header does not say.
    void open(const std::filesystem::path& path, const RunSetup& otherwise);
    [[nodiscard]] QSize minimumSizeHint() const override; ///< its lanes scroll

signals:
    void failed(const QString& sentence);                  ///< for the message bar
    void stepRequested(const draftscope::RunSetup& setup); ///< Step is to run it
    void fileUsed(const QString& path);                    ///< a comparison was opened from it, or saved there
    void saved(const QString& sentence);                   ///< for the status line

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeEmpty();
    QWidget* makeBelow();
    void add(Lane* lane);
    void remove(Lane* lane);
    void choosePage();
    void show(const ComparisonFile& comparison, const std::filesystem::path& path, const RunSetup& otherwise);
    void refresh();
    void yieldToLanes();
    void fitBelow();
    [[nodiscard]] ExportedView exported(); ///< of what is below the lanes

    Lanes& m_lanes;
    CompareActions& m_actions;
    QStackedWidget* m_pages; ///< what to do while there is no lane; the lanes
    QBoxLayout* m_column = nullptr;
    FiguresPanel* m_figures;
    RacePanel* m_race;
    SweepPanel* m_sweep;
    TheoryPanel* m_theory;
    QTabWidget* m_below; ///< figures, race, sweep, theory
    ViewExports* m_exports;
    QMenu* m_menu = nullptr;          ///< with what they offer
    QPointer<QMessageBox> m_question; ///< whether lanes may be replaced, while it is asked
    std::vector<LaneCard*> m_cards;
    bool m_isStale = true;
    int m_highestPage = 0; ///< of all below the lanes, since the last change of size
};

} // namespace draftscope
