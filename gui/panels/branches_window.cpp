// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/branches_window.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/controls/fitting_box.h"
#include "gui/navigation/navigation.h"
#include "gui/playback/branches.h"
#include "widgets/charts/figure_table.h"
#include "widgets/style/elided_label.h"
#include "widgets/text/text_view.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int branchRole = Qt::UserRole;

QTreeWidgetItem* rowOf(QTreeWidgetItem* parent, int branch)
{
    for (int i = 0; i < parent->childCount(); ++i) {
        if (parent->child(i)->data(0, branchRole).toInt() == branch)
            return parent->child(i);
        if (QTreeWidgetItem* const found = rowOf(parent->child(i), branch))
            return found;
    }
    return nullptr;
}

/// The nearest branch before it that is listed; -1 for none.
int listedParent(const Recording& recording, int branch)
{
    int parent = recording.branches()[std::size_t(branch)].parent;
    while (parent > 0 && recording.branches()[std::size_t(parent)].isRemoved)
        parent = recording.branches()[std::size_t(parent)].parent;
    return parent;
}

} // namespace

void BranchesWindow::show(Navigation& navigation, QWidget* parent)
{
    auto* window = parent->findChild<BranchesWindow*>();
    if (!window)
        window = new BranchesWindow(navigation, parent);
    window->QDialog::show();
    window->raise();
    window->activateWindow();
}

BranchesWindow::BranchesWindow(Navigation& navigation, QWidget* parent)
    : QDialog(parent), m_navigation(navigation), m_tree(new QTreeWidget), m_show(new QPushButton(tr("Show"))),
      m_name(new QPushButton(tr("Name…"))), m_remove(new QPushButton(tr("Remove"))),
      m_restore(new QPushButton(tr("Restore all removed"))), m_beside(new FittingBox), m_parting(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("branches"));
    setWindowTitle(tr("Branches"));
    m_tree->setObjectName(QStringLiteral("branchTree"));
    m_tree->setAccessibleName(tr("Branches"));
    m_tree->setStyleSheet(QStringLiteral("QTreeView::item { padding: 3px 4px; }"));
    m_tree->setRootIsDecorated(false);
    m_tree->setItemsExpandable(false);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionsMovable(false);
    m_parting->setObjectName(QStringLiteral("parting"));
    m_parting->setWordWrap(true);
    m_parting->setTextFormat(Qt::PlainText);

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tree, 2);
    column->addWidget(makeButtons());
    column->addWidget(makeTexts(), 3);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    for (auto* button : findChildren<QPushButton*>())
        button->setAutoDefault(false); // Enter shows the branch

    connect(m_tree, &QTreeWidget::itemActivated, this, [this] { m_navigation.player().goToBranch(chosen()); });
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &BranchesWindow::refreshButtons);
    connect(&navigation, &Navigation::shown, this, &BranchesWindow::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, &BranchesWindow::beginAgain);
    connect(&navigation.branches(), &BranchList::changed, this, &BranchesWindow::listAgain);
    const int line = fontMetrics().height();
    resize(line * 48, line * 32);
    beginAgain();
}

QWidget* BranchesWindow::makeButtons()
{
    m_show->setToolTip(tr("Goes to the end of the branch (Enter)"));
    m_name->setToolTip(tr("What the branch is called in lists and in the trace"));
    m_remove->setToolTip(tr("Takes the branch out of all lists (Del); Ctrl+Z brings it back"));
    m_restore->setToolTip(tr("Lists the branches again that were removed"));
    connect(m_show, &QPushButton::clicked, this, [this] { m_navigation.player().goToBranch(chosen()); });
    connect(m_name, &QPushButton::clicked, this, &BranchesWindow::askForName);
    const auto remove = [this] {
        if (m_remove->isEnabled())
            m_navigation.branches().remove(chosen());
    };
    connect(m_remove, &QPushButton::clicked, this, remove);
    auto* const key = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, remove);
    connect(m_restore, &QPushButton::clicked, this, [this] {
        for (std::size_t b = 1; b < m_navigation.recording().branches().size(); ++b)
            m_navigation.branches().restore(int(b));
    });
    auto* whole = new QWidget;
    auto* row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 0, 0, 0);
    for (QPushButton* button : {m_show, m_name, m_remove})
        row->addWidget(button);
    row->addStretch(1);
    row->addWidget(m_restore);
    return whole;
}

QWidget* BranchesWindow::makeTexts()
{
    auto* whole = new QWidget;
    auto* grid = new QGridLayout(whole);
    grid->setContentsMargins(0, 0, 0, 0);
    m_beside->setAccessibleName(tr("The branch beside the one shown"));
    m_beside->setObjectName(QStringLiteral("branchBeside"));
    m_beside->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_shown.title = new ElidedLabel(ElidedLabel::First::end);
    m_shown.title->setTextFormat(Qt::PlainText);
    m_shown.title->setMinimumWidth(1); // long words are cut
    for (Side* side : {&m_shown, &m_other}) {
        side->text = new TextView;
        side->text->setMinimumHeight(fontMetrics().height() * 5);
    }
    m_shown.text->setAccessibleName(tr("Text of the branch shown"));
    m_other.text->setAccessibleName(tr("Text of the branch beside it"));
    connect(m_beside, &QComboBox::activated, this, &BranchesWindow::refreshTexts);
    grid->addWidget(m_shown.title, 0, 0);
    grid->addWidget(m_beside, 0, 1);
    grid->addWidget(m_shown.text, 1, 0);
    grid->addWidget(m_other.text, 1, 1);
    grid->addWidget(m_parting, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(1, 1);
    return whole;
}

void BranchesWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        listAgain();
}

void BranchesWindow::beginAgain()
{
    for (Side* side : {&m_shown, &m_other}) {
        side->of.clear();
        side->branch = side->tokens = -1;
    }
    m_metrics.clear();
    m_difference.reset();
    listAgain();
}

void BranchesWindow::listAgain()
{
    m_isListing = true;
    const int before = chosen(), beside = m_beside->currentIndex() < 0 ? -1 : m_beside->currentData().toInt();
    m_tree->clear();
    m_beside->clear();
    m_tree->setHeaderLabels({tr("Branch"), tr("from"), tr("rounds"), tr("tokens"), tr("tokens per step"),
                             tr("α̂") + QStringLiteral("  ")}); // its hat is not measured
    for (int c = from; c < columnCount; ++c)
        m_tree->headerItem()->setTextAlignment(c, figureAlignment(c));
    m_listed = m_navigation.run().isThere() ? m_navigation.recording().branches().size() : 0;
    if (m_listed > 0) {
        const Recording& recording = m_navigation.recording();
        for (const int branch : listedBranches(recording)) {
            const BranchRecord& record = recording.branches()[std::size_t(branch)];
            QTreeWidgetItem* const root = m_tree->invisibleRootItem();
            QTreeWidgetItem* const parent = rowOf(root, listedParent(recording, branch));
            auto* row = new QTreeWidgetItem(parent ? parent : root);
            row->setData(0, branchRole, branch);
            row->setText(which, branchWords(record));
            row->setToolTip(which, branchWords(record));
            if (record.parent >= 0)
                row->setText(from, tr("round %1").arg(record.forkRound + 1));
            for (int c = from; c < columnCount; ++c)
                row->setTextAlignment(c, figureAlignment(c));
            m_beside->addItem(branchWords(record), branch);
        }
    }
    m_tree->expandAll();
    QTreeWidgetItem* current = rowOf(m_tree->invisibleRootItem(), before);
    if (!current)
        current = rowOf(m_tree->invisibleRootItem(), m_navigation.playhead().position().branch);
    m_tree->setCurrentItem(current);
    m_beside->setCurrentIndex(m_beside->findData(beside));
    m_shown.branch = m_other.branch = -1;
    m_isListing = false;
    refresh();
    m_tree->header()->setSectionResizeMode(which, QHeaderView::Stretch);
    for (int c = from; c < columnCount; ++c)
        m_tree->setColumnWidth(c, std::max(m_tree->header()->sectionSizeHint(c), fontMetrics().averageCharWidth() * 9));
}

int BranchesWindow::chosen() const
{
    return m_tree->currentItem() ? m_tree->currentItem()->data(0, branchRole).toInt() : -1;
}

void BranchesWindow::refresh()
{
    if (m_isListing)
        return;
    if (m_navigation.run().isThere() && m_navigation.recording().branches().size() != m_listed)
        return listAgain();
    refreshRows();
    refreshButtons();
    refreshBeside();
    refreshTexts();
}

void BranchesWindow::refreshRows()
{
    for (int i = 0; i < m_beside->count(); ++i) {
        const int branch = m_beside->itemData(i).toInt();
        QTreeWidgetItem& row = *rowOf(m_tree->invisibleRootItem(), branch);
        const Recording& recording = m_navigation.recording();
        if (const bool isShown = branch == m_navigation.playhead().position().branch;
            row.font(which).bold() != isShown) {
            QFont font = m_tree->font();
            font.setBold(isShown);
            row.setFont(which, font);
        }
        const int count = recording.roundCount(branch);
        const bool isOpen = count > 0 && !recording.round(branch, count - 1).isFinished();
        const int finished = count - (isOpen ? 1 : 0);
        if (row.text(rounds) == QString::number(finished))
            continue;
        const Metrics& metrics = m_metrics[branch].upTo(recording, branch, finished);
        row.setText(rounds, QString::number(finished));
        row.setText(tokens, QString::number(metrics.committed()));
        row.setText(tokensPerStep, number(metrics.tokensPerStep()));
        row.setText(acceptance, number(metrics.acceptanceRate()));
    }
}

void BranchesWindow::refreshButtons()
{
    if (m_isListing)
        return;
    const int branch = chosen();
    m_show->setEnabled(branch >= 0 && branch != m_navigation.playhead().position().branch);
    m_name->setEnabled(branch >= 0);
    m_remove->setEnabled(branch > 0);
    m_restore->setEnabled(m_beside->count() < int(m_listed));
}

/// Where no other one is chosen, or it is the one shown now: the branch that this one began on, else the newest
/// that began on it.
void BranchesWindow::refreshBeside()
{
    const int shown = m_navigation.playhead().position().branch;
    const int before = m_beside->currentIndex() < 0 ? shown : m_beside->currentData().toInt();
    if (before != shown || m_beside->count() < 2)
        return;
    int beside = listedParent(m_navigation.recording(), shown);
    for (int i = 0; i < m_beside->count() && beside < 0; ++i)
        beside = m_beside->itemData(m_beside->count() - 1 - i).toInt();
    m_beside->setCurrentIndex(m_beside->findData(beside));
}

bool BranchesWindow::fill(Side& side, int branch)
{
    if (branch < 0) {
        side.branch = side.tokens = -1;
        side.text->setText({}, {}, nullptr);
        return true;
    }
    side.of.goTo(m_navigation.recording(), branch);
    if (side.branch == branch && side.tokens == int(side.of.tokens().size()))
        return false;
    if (side.branch != branch)
        m_difference.reset(); // of others
    side.branch = branch;
    side.tokens = int(side.of.tokens().size());
    side.text->setText(side.of.tokens(), {}, &m_navigation.recording());
    side.text->setChosen(side.of.chosen());
    return true;
}

void BranchesWindow::refreshTexts()
{
    const bool hasAny = m_navigation.run().isThere() && m_beside->count() > 0;
    const int shown = hasAny ? m_navigation.playhead().position().branch : -1;
    const int other = m_beside->count() > 1 && m_beside->currentIndex() >= 0 ? m_beside->currentData().toInt() : -1;
    m_beside->setEnabled(m_beside->count() > 1);
    m_shown.title->setText(hasAny ? branchWords(m_navigation.recording().branches()[std::size_t(shown)]) : QString());
    m_shown.title->setToolTip(m_shown.title->text());
    const bool hasShown = fill(m_shown, shown), hasOther = fill(m_other, other);
    if (!hasShown && !hasOther && m_shown.branch >= 0)
        return;
    std::optional<int> difference;
    if (other >= 0 && other != shown) {
        const std::size_t prompt = m_navigation.recording().header().promptTokens.size();
        difference = firstOtherToken(m_shown.of.tokens(), prompt, m_other.of.tokens());
    }
    const bool isOther =
        std::exchange(m_difference, difference) != difference; // else who reads on is left where they are
    for (Side* side : {&m_shown, &m_other}) {
        side->text->setDifference(difference.value_or(-1));
        if (isOther && difference && side->branch >= 0)
            side->text->bringIntoSight(*difference);
    }
    m_parting->setText(!hasAny ? tr("There is no run yet: start one.")
                           : other < 0 || other == shown
                           ? tr("There is one branch only: change a draft, its u or its verdict "
                                "on the stage, and another one begins there.")
                           : partingWords(shown, other, difference));
}

QString BranchesWindow::partingWords(int branch, int other, std::optional<int> difference) const
{
    const Recording& recording = m_navigation.recording();
    // The later of the two begins on the other one or on what both share.
    int left = branch, right = other;
    const auto& all = recording.branches();
    const BranchRecord* last = nullptr; // the branch whose beginning parts them
    while (left != right) {
        int& later = left > right ? left : right;
        last = &all[std::size_t(later)];
        later = last->parent;
    }
    const QString words = tr("They part in round %1.").arg(last->forkRound + 1) + QLatin1Char(' ');
    const int prompt = int(recording.header().promptTokens.size());
    return words
        + (difference ? tr("From token %1 on their texts differ; it is marked in both.").arg(*difference - prompt + 1)
                      : tr("As far as both go, their texts are the same."));
}

void BranchesWindow::askForName()
{
    const int branch = chosen();
    if (branch < 0)
        return;
    const BranchRecord& record = m_navigation.recording().branches()[std::size_t(branch)];
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name of a branch"));
    dialog->setLabelText(tr("Branch %1 is called:").arg(branch));
    dialog->setTextValue(QString::fromStdString(record.name));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, run = m_navigation.run().number(), branch](const QString& text) {
                if (m_navigation.run().number() == run)
                    m_navigation.branches().name(branch, text);
                else
                    emit m_navigation.failed(tr("This was about a run that has been replaced: choose again."));
            });
    dialog->open();
}

} // namespace draftscope
