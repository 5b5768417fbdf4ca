// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/batch_rows.h"
#include "gui/panels/run_panel.h"

class QComboBox;
class QMenu;
class QVBoxLayout;

namespace draftscope {

class BatchView;
class MomentBar;
class SentenceStrip;
class StageView;
class TreeView;

/// The round shown, its moments as pills, below it in a sentence what happened at the position that is selected, and
/// the branches where there are several. In a run that drafts trees every round is drawn as one, those that are a chain
/// by chance, too; else as a chain. A batch is drawn with a row for each sequence.
class StagePanel : public RunPanel {
    Q_OBJECT
public:
    explicit StagePanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    void setSentenceShown(bool on); ///< below the round; it is at first
    /// Of a round with all its rows, the moments above it and the sentence below it.
    [[nodiscard]] int usableHeight(int width) const override;

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshBranches();
    void refreshWords();
    [[nodiscard]] RoundRecord notBegun() const; ///< a round with as many drafts as are asked for
    void refreshMoments();
    void refreshSentence();
    void addTreeActions(QMenu& menu);
    void askWhatIf(int node, QPoint at);
    enum class Shape { chain, tree, batch };
    void showAs(Shape shape);
    void refreshBatch();
    void refreshBatchWords();

    QVBoxLayout* m_layout = nullptr;
    MomentBar* m_moments;
    StageView* m_stage;
    TreeView* m_tree;
    BatchView* m_batch;
    SentenceStrip* m_sentence;
    BatchRows m_batchRows;
    bool m_showsSentence = true;
    QList<QAction*> m_treeActions; ///< of the menu: how trees are drawn
    QComboBox* m_branches;
};

} // namespace draftscope
