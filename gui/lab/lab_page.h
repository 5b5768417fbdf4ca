// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QTimer>
#include <QWidget>

#include "gui/export/exported_view.h"
#include "gui/lab/lossless_lab.h"

class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace draftscope {

class DistanceChart;
class LabCard;
class LabFields;
class LabSide;
class PanelHeader;

/// The lossless lab: Setup, what both sides draw, how far that is from the target, and the table of every rule and
/// every bug.
class LabPage : public QWidget {
    Q_OBJECT
public:
    explicit LabPage(LosslessLab& lab, QWidget* parent = nullptr);

    [[nodiscard]] LabFields& fields() const { return *m_fields; }
    [[nodiscard]] LabSide& side(int side) const { return *m_sides.at(std::size_t(side)); }
    /// Left, right, distance, table.
    [[nodiscard]] LabCard& card(int card) const { return *m_cards.at(std::size_t(card)); }
    [[nodiscard]] DistanceChart& chart() const { return *m_chart; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] QToolButton& barsButton() const { return *m_barsButton; } ///< whose menu says what the bars count
    void showBars(int bars);                                                ///< of the figures', by number

signals:
    void failed(const QString& sentence); ///< for the message bar
    void done(const QString& sentence);   ///< for the status line

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] LabCard* makeCard(int number, const QString& title, QWidget* content,
                                    std::function<ExportedView()> exported);
    [[nodiscard]] QWidget* makeTable();
    void refreshSoon();
    void refresh();
    void refreshBarsMenu();
    void fitWords();
    void refreshSides();
    void refreshChart();
    void refreshTable();
    void showRow(int row);
    [[nodiscard]] const TrialFigures* figuresOf(int side) const; ///< null where nothing is drawn
    [[nodiscard]] QString titleOf(int side) const;
    [[nodiscard]] int barsOf(const TrialFigures& figures) const; ///< which of them are shown
    /// Of what was drawn with this setup; `how`: what of it is shown.
    [[nodiscard]] QString caption(const LabSetup& setup, const QStringList& how) const;
    [[nodiscard]] QStringList howOf(int side) const;
    [[nodiscard]] ExportedView exportedSide(int side);
    [[nodiscard]] ExportedView exportedChart();
    [[nodiscard]] ExportedView exportedTable();

    LosslessLab& m_lab;
    LabFields* m_fields;
    PanelHeader* m_setupHeader;
    std::array<LabSide*, 2> m_sides;
    std::array<LabCard*, 4> m_cards{};
    QToolButton* m_barsButton;
    QMenu* m_barsMenu;
    int m_shownBars = 0;
    DistanceChart* m_chart;
    QTableView* m_table;
    QStackedWidget* m_tablePages;
    QLabel* m_tableWords;
    QTimer m_soon;
};

} // namespace draftscope
