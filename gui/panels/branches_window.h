// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>

#include <QDialog>

#include "engine/record/records.h"
#include "gui/playback/branch_text.h"
#include "gui/playback/run_metrics.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace draftscope {

class Navigation;
class TextView;

/// The branches of the run, each below the one that it began on, to be shown, named and removed; and two of their texts
/// beside each other, from where they part. It follows the moment shown, beside the window, and deletes itself when it
/// is closed.
class BranchesWindow : public QDialog {
    Q_OBJECT
public:
    BranchesWindow(Navigation& navigation, QWidget* parent);
    /// Opens it, or brings the one that is open to the front.
    static void show(Navigation& navigation, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Column { which, from, rounds, tokens, tokensPerStep, acceptance, columnCount };
    struct Side {
        QLabel* title = nullptr;
        TextView* text = nullptr;
        BranchText of;
        int branch = -1, tokens = -1; ///< as shown
    };

    [[nodiscard]] QWidget* makeButtons();
    [[nodiscard]] QWidget* makeTexts();
    void beginAgain(); ///< another run
    void listAgain();  ///< its branches are others, or called otherwise
    void refresh();
    void refreshRows();
    void refreshButtons();
    void refreshBeside();
    void refreshTexts();
    /// True where the text is another one than the one shown.
    bool fill(Side& side, int branch);
    [[nodiscard]] QString partingWords(int branch, int other, std::optional<int> difference) const;
    [[nodiscard]] int chosen() const; ///< the branch of the current row; -1 for none
    void askForName();

    Navigation& m_navigation;
    QTreeWidget* m_tree;
    QPushButton *m_show, *m_name, *m_remove, *m_restore;
    QComboBox* m_beside;
    QLabel* m_parting;
    Side m_shown, m_other;
    bool m_isListing = false;
    std::size_t m_listed = 0;            ///< branches, removed ones, too
    std::map<int, RunMetrics> m_metrics; ///< by branch
    std::optional<int> m_difference;     ///< between the two texts: the first token that is another one
};

} // namespace draftscope
