// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QThread>

#include "gui/lab/lab_worker.h"
#include "widgets/style/data_table.h"

namespace draftscope {

/// *Every rule, every bug…*: each of labRows() as a trial of its own, one after another in the background, as the rows
/// of a table. Lives on the window's thread.
class LabTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { ruleColumn, bugColumn, distanceColumn, pValueColumn, foundColumn, columns };

    explicit LabTable(QObject* parent = nullptr);
    ~LabTable() override;

    /// Begins anew with these, or goes on where it was stopped with the same ones.
    void start(const LabSetup& setup, const BackendChoice& backend);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] bool isComplete() const { return m_next >= int(m_rows.size()); }
    /// What start() would go on with.
    [[nodiscard]] bool canGoOn(const LabSetup& setup) const;
    [[nodiscard]] const LabSetup& setup() const { return m_setup; } ///< that the rows are of
    [[nodiscard]] int done() const { return m_next; }               ///< rows
    [[nodiscard]] const LabRow& row(int row) const { return m_rows.at(std::size_t(row)); }
    /// Nothing before it has texts.
    [[nodiscard]] const std::optional<TrialFigures>& figures(int row) const { return m_figures.at(std::size_t(row)); }
    [[nodiscard]] DataTable exported() const; ///< with all digits

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sayAgain(); ///< in another language

signals:
    void progressed(); ///< rows, or whether it runs

private:
    void next();
    void tellRow(int row);
    [[nodiscard]] QString wordsOf(int row, int column) const;

    LabSetup m_setup;
    BackendChoice m_backend;
    std::vector<LabRow> m_rows;
    std::vector<std::optional<TrialFigures>> m_figures;
    std::vector<QString> m_problems; ///< why a row could not be tried, a sentence; else empty
    int m_next = 0;                  ///< the row that is being tried, or is next
    bool m_isRunning = false;
    bool m_isOpen = false; ///< the worker has the trial of the next row
    LabJob m_job;
    int m_lastJob = 0;
    QThread m_thread;
    LabWorker* m_worker;
};

} // namespace draftscope
