// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/text/events_model.h"

class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace draftscope {

/// The events table with a line to filter it by.
class EventsView : public QWidget {
    Q_OBJECT
public:
    explicit EventsView(QWidget* parent = nullptr);
    void setRecording(const Recording* recording, int branch, Drafts drafts = Drafts::nodes);
    void setPosition(Position position); ///< selects that row and scrolls to it
    [[nodiscard]] QTableView* table() const { return m_table; }

signals:
    void positionActivated(draftscope::Position position);

private:
    /// Widths for the room that there is; once a person has chosen widths, only what a heading lacks.
    void fitColumns();
    void setWidth(int column, int width);
    bool eventFilter(QObject* watched, QEvent* event) override;

    EventsModel* m_model;
    QSortFilterProxyModel* m_filtered;
    QLineEdit* m_filter;
    QTableView* m_table;
    bool m_isFitting = false, m_hasChosenWidths = false;
};

} // namespace draftscope
