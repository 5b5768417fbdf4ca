// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/draft_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableWidget>
#include <QVBoxLayout>

#include "gui/controls/fitting_box.h"
#include "gui/language/engine_words.h"
#include "widgets/charts/draft_groups_chart.h"
#include "widgets/charts/figure_table.h"
#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

DraftPanel::DraftPanel(Navigation& nav)
    : RunPanel(QStringLiteral("draft"), tr("Why is my draft bad?"), nav, tr("Draft")), m_findings(new QLabel),
      m_grouping(new FittingBox), m_chart(new DraftGroupsChart), m_worst(new QTableWidget(0, 6))
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(8, 8, 8, 8);
    m_findings->setWordWrap(true);
    m_findings->setTextFormat(Qt::PlainText);
    m_findings->setObjectName(QStringLiteral("draftFindings"));
    m_grouping->setAccessibleName(tr("Group by"));
    m_grouping->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    m_worst->setAccessibleName(tr("Worst places"));
    m_worst->setObjectName(QStringLiteral("worstPlaces"));
    m_worst->setTabKeyNavigation(false);
    m_worst->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_worst->setSelectionMode(QAbstractItemView::SingleSelection);
    m_worst->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_worst->verticalHeader()->hide();
    m_worst->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_worst->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch); // so that no number is out of sight
    layout->addWidget(m_findings);
    layout->addWidget(m_grouping);
    layout->addWidget(m_chart);
    layout->addWidget(m_worst, 1);
    setContent(content);
    offerMenu(new QMenu(this));
    listGroupings();
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &DraftPanel::showGroups);
    connect(m_worst, &QTableWidget::cellClicked, this, [this](int row) { goToWorst(row); });
    connect(m_worst, &QTableWidget::cellActivated, this, [this](int row) { goToWorst(row); });
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_subject = {}; });
}

void DraftPanel::listGroupings()
{
    const QSignalBlocker isQuiet(m_grouping);
    const int before = std::max(0, m_grouping->currentIndex());
    m_grouping->clear();
    m_grouping->addItems({tr("By position in the draft"), tr("By kind of token"), tr("By the entropy of p, in nats"),
                          tr("By how sure the draft was: its q"), tr("By tokens since the last rejection")});
    m_grouping->setCurrentIndex(before);
    m_worst->setHorizontalHeaderLabels(
        {tr("Round"), tr("Draft"), tr("Target's likeliest"), tr("lost"), QStringLiteral("p"), QStringLiteral("q")});
}

std::vector<DraftGroup> DraftPanel::groupsChosen() const
{
    switch (m_grouping->currentIndex()) {
    case 1:
        return m_diagnosis.byTokenKind();
    case 2:
        return m_diagnosis.byEntropy();
    case 3:
        return m_diagnosis.bySureness();
    case 4:
        return m_diagnosis.byDistance();
    default:
        return m_diagnosis.byDepth();
    }
}

ExportedView DraftPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.view = m_chart;
    exported.least = {560, 200};
    exported.text = [this] { return m_findings->text() + QLatin1Char('\n') + m_chart->description(); };
    exported.csv = [this] { return csvOf(worstPlaces()); };
    exported.markdown = [this] { return markdownOf(worstPlaces()); };
    return exported;
}

DataTable DraftPanel::worstPlaces() const
{
    DataTable table{{"round", "draft", "likeliest", "lost", "p", "q"}, {}};
    const Recording& recording = playhead().recording();
    for (const DraftPlace& place : m_places)
        table.rows << QStringList{QString::number(place.at.round + 1),
                                  tokenText(recording, place.token),
                                  tokenText(recording, place.likeliest),
                                  exactCell(place.lost),
                                  exactCell(place.p),
                                  exactCell(place.q)};
    return table;
}

void DraftPanel::refresh()
{
    const Recording& recording = playhead().recording();
    const int branch = playhead().position().branch;
    const int count = recording.roundCount(branch);
    const bool isOpen = count > 0 && !recording.round(branch, count - 1).isFinished();
    const Subject subject{&recording, branch, count - (isOpen ? 1 : 0), navigation().run().number()};
    if (subject == m_subject)
        return;
    m_subject = subject;
    m_diagnosis = {};
    m_diagnosis.add(recording, branch);
    const DraftGroup& all = m_diagnosis.all();
    header().setSubtitle(all.judged == 0
                             ? QString()
                             : tr("%1 of %2 judged drafts accepted").arg(grouped(all.accepted), grouped(all.judged)));
    showFindings();
    showGroups();
    showWorst();
}

void DraftPanel::showFindings()
{
    QStringList sentences;
    for (const DraftFinding& finding : m_diagnosis.findings())
        sentences << engineWords(finding.sentence);
    if (sentences.isEmpty())
        sentences << (m_diagnosis.all().judged == 0 ? tr("No draft has been judged yet.")
                                                    : tr("No pattern of a known fault so far."));
    m_findings->setText(sentences.join(QLatin1Char('\n')));
}

void DraftPanel::showGroups()
{
    m_chart->setGroups(groupsChosen());
}

void DraftPanel::showWorst()
{
    m_places = m_diagnosis.worst();
    const Recording& recording = *m_subject.recording;
    m_worst->setRowCount(int(m_places.size()));
    for (int row = 0; row < int(m_places.size()); ++row) {
        const DraftPlace& place = m_places[std::size_t(row)];
        const QString cells[] = {QString::number(place.at.round + 1),
                                 tokenText(recording, place.token, Spaces::visible),
                                 tokenText(recording, place.likeliest, Spaces::visible),
                                 number(place.lost),
                                 number(place.p),
                                 number(place.q)};
        for (int column = 0; column < int(std::size(cells)); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment(column == 1 || column == 2 ? Qt::AlignLeft | Qt::AlignVCenter
                                                              : Qt::AlignRight | Qt::AlignVCenter);
            m_worst->setItem(row, column, item);
        }
    }
    m_worst->setVisible(!m_places.empty());
}

void DraftPanel::goToWorst(int row)
{
    if (row < 0 || std::size_t(row) >= m_places.size())
        return;
    navigation().player().goToShared(playhead().ways().sharedOf(m_places[std::size_t(row)].at));
}

void DraftPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && m_grouping->count() > 0) {
        listGroupings();
        m_subject = {};
    }
    RunPanel::changeEvent(event);
}

} // namespace draftscope
