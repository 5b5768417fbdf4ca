// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "engine/record/recording.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"

namespace draftscope {

/// The recording as a table, a row a moment: the accessible twin of every drawing. Rows are made when they are looked
/// at; only the number of moments of each round is kept.
class EventsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { round, moment, token, p, q, acceptance, u, outcome, columnCountTotal };

    explicit EventsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    /// Shows a branch; call again when the recording has grown or the branch has changed. Null empties the table.
    /// `drafts`: what the run drafts a moment.
    void setRecording(const Recording* recording, int branch, Drafts drafts = Drafts::nodes);
    [[nodiscard]] Position positionOf(int row) const;
    [[nodiscard]] int rowOf(Position position) const; ///< -1 if it is not there

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString cell(const RoundRecord& record, const Moment& at, int column) const;
    [[nodiscard]] QString outcomeOf(const RoundRecord& record, const Moment& at) const;
    [[nodiscard]] QString draftOutcome(const RoundRecord& record, const Level& level) const;
    [[nodiscard]] QString tokensOf(const RoundRecord& record, const Level& level) const;
    void setDrafts(Drafts drafts);
    void lookAtAcceptances(int firstRound);
    [[nodiscard]] QString acceptanceHeading() const;
    [[nodiscard]] RoundRecord roundOfRule() const;

    const Recording* m_recording = nullptr;
    int m_branch = -1;
    std::vector<int> m_ends; ///< rows up to and including a round
    Drafts m_drafts = Drafts::nodes;
    QString m_acceptance; ///< what it is called of all drafts so far; "acceptance" where that differs
};

} // namespace draftscope
