// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/vocabulary_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include "gui/export/view_exports.h"
#include "gui/setup/run_caption.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/distribution/vocabulary_model.h"
#include "widgets/style/number_text.h"

namespace draftscope {

VocabularyWindow::VocabularyWindow(Navigation& navigation, QWidget* parent)
    : QDialog(parent), m_navigation(navigation), m_model(new VocabularyModel(this)), m_search(new QLineEdit),
      m_sortedBy(new QComboBox), m_rising(new QCheckBox(tr("rising"))), m_table(new QTableView), m_where(new QLabel),
      m_says(new QLabel), m_found(new QLabel), m_exportsAll(new QCheckBox(tr("All tokens, not only those found"))),
      m_exports(new ViewExports(this, [this] { return exported(); }))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("vocabulary"));
    setWindowTitle(tr("Whole vocabulary"));
    m_says->setObjectName(QStringLiteral("vocabularySays"));
    m_found->setObjectName(QStringLiteral("vocabularyFound"));
    for (QLabel* label : {m_where, m_says, m_found}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Tokens of the vocabulary"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    QHeaderView& header = *m_table->horizontalHeader();
    header.setObjectName(QStringLiteral("tight")); // its words stand above those of the rows
    header.setSectionsClickable(true);
    connect(&header, &QHeaderView::sectionClicked, this, [this](int column) {
        const bool isAgain = column == m_sortedBy->currentIndex();
        const bool rises =
            isAgain ? !m_rising->isChecked() : column <= VocabularyModel::token; // numbers: the largest first
        sortBy(column, rises ? Qt::AscendingOrder : Qt::DescendingOrder);
    });

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_where);
    column->addWidget(makeSearchLine());
    column->addWidget(m_table, 1);
    column->addWidget(m_found);
    column->addWidget(m_says);
    column->addWidget(makeFoot());

    connect(&navigation.playhead(), &Playhead::shown, this, &VocabularyWindow::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &VocabularyWindow::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, &VocabularyWindow::refresh);
    connect(&navigation.measurements().vocabulary(), &WholeVocabulary::changed, this, &VocabularyWindow::refresh);
    const int line = fontMetrics().height();
    resize(line * 50, line * 34);
    fitColumns();
    m_search->setFocus();
    refresh();
}

VocabularyWindow::~VocabularyWindow()
{
    m_navigation.measurements().vocabulary().forget();
}

QWidget* VocabularyWindow::makeSearchLine()
{
    m_search->setObjectName(QStringLiteral("vocabularySearch"));
    m_search->setPlaceholderText(tr("Search: a text, or #17 for the token of that id"));
    m_search->setAccessibleName(tr("Search the vocabulary"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        const TokenId current = m_model->tokenAt(m_table->currentIndex().row());
        m_model->setSearch(text);
        goTo(current);
        sayFound();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_table->setFocus();
        if (!m_table->currentIndex().isValid())
            goTo(m_model->tokenAt(0));
    });
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    // What a click on a heading does, for the keyboard.
    m_sortedBy->setAccessibleName(tr("Sorted by"));
    m_sortedBy->setObjectName(QStringLiteral("vocabularyOrder"));
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_sortedBy->addItem(VocabularyModel::titleOf(column));
    m_sortedBy->setCurrentIndex(VocabularyModel::p);
    const auto sortAsChosen = [this] {
        sortBy(m_sortedBy->currentIndex(), m_rising->isChecked() ? Qt::AscendingOrder : Qt::DescendingOrder);
    };
    connect(m_sortedBy, &QComboBox::activated, this, sortAsChosen);
    connect(m_rising, &QCheckBox::clicked, this, sortAsChosen);
    auto* whole = new QWidget;
    auto* line = new QHBoxLayout(whole);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_search, 1);
    line->addWidget(new QLabel(tr("Sorted by")));
    line->addWidget(m_sortedBy);
    line->addWidget(m_rising);
    return whole;
}

QWidget* VocabularyWindow::makeFoot()
{
    m_exportsAll->setObjectName(QStringLiteral("vocabularyExportsAll"));
    auto* menu = new QMenu(this);
    m_exports->addTo(*menu);
    for (const auto said : {&ViewExports::done, &ViewExports::failed})
        connect(m_exports, said, m_says, &QLabel::setText);
    auto* save = new QPushButton(tr("Copy or save"));
    save->setMenu(menu);
    save->setAutoDefault(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QAbstractButton* button : buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false); // Enter is of the search
    auto* whole = new QWidget;
    auto* line = new QHBoxLayout(whole);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(save);
    line->addWidget(m_exportsAll);
    line->addStretch(1);
    line->addWidget(buttons);
    return whole;
}

void VocabularyWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    emit m_model->headerDataChanged(Qt::Horizontal, 0, m_model->columnCount() - 1);
    refresh();
}

/// As wide as their numbers; the text has the rest.
void VocabularyWindow::fitColumns()
{
    QHeaderView& header = *m_table->horizontalHeader();
    header.setSectionResizeMode(VocabularyModel::token, QHeaderView::Stretch);
    const int letter = m_table->fontMetrics().horizontalAdvance(QLatin1Char('0'));
    for (int column = 0; column < m_model->columnCount(); ++column)
        if (column != VocabularyModel::token)
            m_table->setColumnWidth(
                column,
                std::max(letter * 10,
                         m_table->fontMetrics().horizontalAdvance(VocabularyModel::titleOf(column)) + letter * 5));
}

void VocabularyWindow::sortBy(int column, Qt::SortOrder order)
{
    const TokenId current = m_model->tokenAt(m_table->currentIndex().row());
    m_sortedBy->setCurrentIndex(column);
    m_rising->setChecked(order == Qt::AscendingOrder);
    m_model->sort(column, order);
    goTo(current);
}

void VocabularyWindow::goTo(TokenId token)
{
    const int row = token == noToken ? -1 : m_model->rowOf(token);
    if (row < 0)
        return;
    m_table->selectRow(row);
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::EnsureVisible);
}

/// What was drawn at the position, else what was proposed there.
TokenId VocabularyWindow::tokenInQuestion() const
{
    const auto& round = m_navigation.playhead().round();
    const int context = m_navigation.playhead().selection().context(),
              node = m_navigation.playhead().selection().nodeInQuestion();
    if (!round)
        return noToken;
    if (round->draw && round->draw->context == context)
        return round->draw->token;
    return node >= 0 && round->nodes[std::size_t(node)].parent + 1 == context ? round->nodes[std::size_t(node)].token
                                                                              : noToken;
}

void VocabularyWindow::refresh()
{
    const auto& round = m_navigation.playhead().round();
    const Recordings& all = m_navigation.playhead().recordings();
    const std::optional<Place> place = round && m_navigation.run().isThere()
        ? std::optional(Place{m_navigation.run().number(), all.isBatch() ? all.currentSequence() : 0,
                              m_navigation.playhead().position(), m_navigation.playhead().selection().context()})
        : std::nullopt;
    WholeVocabulary& whole = m_navigation.measurements().vocabulary();
    const bool isElsewhere = place != m_place;
    if (isElsewhere)
        whole.drop();
    m_place = place;
    if (place && !whole.isPending() && !whole.answer() && whole.problem().isEmpty()
        && m_navigation.measurements().whyNoVocabulary().isEmpty())
        m_navigation.measurements().askForVocabulary();
    if (isElsewhere || whole.answer() != m_listed)
        list();
    sayWhatIsListed();
}

void VocabularyWindow::list()
{
    const TokenId current = m_listed ? m_model->tokenAt(m_table->currentIndex().row()) : noToken;
    m_listed = m_navigation.measurements().vocabulary().answer();
    if (!m_place) {
        m_model->setTokens({});
        return;
    }
    if (m_vocabularyOf != m_place->run) {
        m_vocabularyOf = m_place->run;
        m_model->setWords(
            [this](TokenId token) { return m_navigation.run().vocabulary().textOf(token, Spaces::visible); });
    }
    RoundRecord round = *m_navigation.playhead().round();
    if (m_listed && std::size_t(m_place->context) < round.contexts.size())
        round.contexts[std::size_t(m_place->context)] = *m_listed;
    m_model->setTokens(tokenListOf(round, m_place->context));
    const TokenId wanted = tokenInQuestion();
    goTo(wanted != noToken ? wanted : current);
}

void VocabularyWindow::sayWhatIsListed()
{
    sayFound();
    const auto& round = m_navigation.playhead().round();
    if (!m_place || std::size_t(m_place->context) >= round->contexts.size()) {
        m_where->setText(m_navigation.run().isThere()
                             ? tr("Nothing is known of a next token at this moment: go on to a draft.")
                             : tr("There is no run yet: start one."));
        m_says->clear();
        return;
    }
    m_where->setText(DistributionView::where(*round, m_place->context, m_navigation.recording()));
    const DistributionRecord& kept = round->contexts[std::size_t(m_place->context)];
    const WholeVocabulary& whole = m_navigation.measurements().vocabulary();
    QStringList said;
    if (m_listed) {
        said << tr("All %1 tokens, computed again by the models of the run: p and q are those that it was decided by.")
                    .arg(grouped(qint64(m_listed->top.size())));
    } else {
        QStringList tail;
        if (kept.hasP)
            tail << QStringLiteral("p = ") + VocabularyModel::numberWords(float(kept.tailP));
        if (kept.hasQ)
            tail << QStringLiteral("q = ") + VocabularyModel::numberWords(float(kept.tailQ));
        said << (kept.tailTokens == 0
                     ? tr("These are all tokens.")
                     : tr("The record keeps the %1 likeliest tokens at this position; the other %2 have %3 together.")
                           .arg(grouped(qint64(kept.top.size())), grouped(kept.tailTokens),
                                tail.join(QStringLiteral(", "))));
        if (kept.tailTokens > 0) {
            const QString why = m_navigation.measurements().whyNoVocabulary();
            said << (!whole.problem().isEmpty() ? whole.problem()
                         : !why.isEmpty()       ? why
                                                : tr("The models compute the others…"));
        }
    }
    if (!kept.hasP)
        said << tr("There is no p before the target has seen the drafts.");
    if (!kept.hasQ)
        said << tr("Nothing is drafted here, so there is no q.");
    m_says->setText(said.join(QLatin1Char(' ')));
}

void VocabularyWindow::sayFound()
{
    const VocabularyModel::Sums sums = m_model->sums();
    QStringList words{m_model->rowCount() == 1 ? tr("1 token") : tr("%1 tokens").arg(grouped(m_model->rowCount()))};
    const auto add = [&](const QString& name, std::optional<double> sum) {
        if (sum)
            words << QStringLiteral("%1 = %2").arg(name, VocabularyModel::numberWords(float(*sum)));
    };
    add(QStringLiteral("p"), sums.p);
    add(QStringLiteral("q"), sums.q);
    add(tr("residual"), sums.residual);
    m_found->setText(words.join(QStringLiteral(" · ")));
    m_found->setToolTip(tr("How many tokens are listed here, and their p, q and residual together"));
}

ExportedView VocabularyWindow::exported() const
{
    ExportedView exported;
    exported.view = m_table;
    exported.title = windowTitle();
    exported.subtitle = m_where->text();
    if (m_navigation.run().isThere())
        exported.caption = captionOf(m_navigation.recording(), m_navigation.playhead().position());
    exported.csv = [this] {
        return csvOf(
            m_model->table(m_exportsAll->isChecked() ? VocabularyModel::Which::all : VocabularyModel::Which::shown));
    };
    return exported;
}

} // namespace draftscope
