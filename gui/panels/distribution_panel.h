// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QPointer>

#include "gui/panels/run_panel.h"
#include "gui/panels/vocabulary_window.h"

class QStackedWidget;

namespace draftscope {

class DistributionView;
class OverlapView;

/// p, q and residual where the moment happens, or after the node that was clicked; or how much p and q overlap there.
class DistributionPanel : public RunPanel {
    Q_OBJECT
public:
    explicit DistributionPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    void showOverlap(bool on) { m_overlapWanted->setChecked(on); } ///< or the bars
    /// Opens the window with every token at the position shown, or brings it to the front.
    [[nodiscard]] QAction* wholeVocabulary() const { return m_wholeVocabulary; }

protected:
    void refresh() override;

private:
    [[nodiscard]] bool showsOverlap() const;
    void refreshSubtitle();
    void showVocabulary();

    QStackedWidget* m_pages;
    DistributionView* m_view;
    OverlapView* m_overlap;
    QAction *m_wholeVocabulary, *m_overlapWanted = nullptr;
    QPointer<VocabularyWindow> m_vocabulary;
};

} // namespace draftscope
