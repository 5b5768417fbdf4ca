// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include "gui/compare/lanes.h"
#include "gui/export/exported_view.h"

class QComboBox;

namespace draftscope {

class LengthTheoryPage;
struct LengthTheory;

/// What the formula expects of a lane at other draft lengths, acceptance rates and costs, with the points of all lanes.
/// It is of the lane that was chosen here, or that the transport moves; before that of the first that drafts.
class TheoryPanel : public QWidget {
    Q_OBJECT
public:
    explicit TheoryPanel(Lanes& lanes, QWidget* parent = nullptr);
    void refresh(); ///< of the rounds that are shown
    [[nodiscard]] ExportedView exported();
    [[nodiscard]] LengthTheoryPage& page() const { return *m_page; }
    [[nodiscard]] const Lane* lane() const; ///< that it is of; null where there is none

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(int index);
    void followCurrent();
    void refreshChoice();
    [[nodiscard]] LengthTheory theoryOf(const Lane& lane) const;

    Lanes& m_lanes;
    QComboBox* m_choice;
    LengthTheoryPage* m_page;
    QPointer<const Lane> m_chosen, m_followed;
};

} // namespace draftscope
