// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the page of comparisons: what is saved under which ending, and what is opened in the place of its lanes.

#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>

#include "engine/core/replacing_file.h"
#include "engine/report/comparison_html.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/report_pdf.h"
#include "gui/export/file_names.h"
#include "gui/language/engine_words.h"
#include "gui/language/language.h"

namespace draftscope {

QString ComparePage::suggestedName() const
{
    const auto comparison = m_figures->comparison();
    if (!comparison || comparison->lanes.empty())
        return {};
    std::vector<TraceHeader> headers;
    for (const ComparedLane& lane : comparison->lanes)
        headers.push_back(lane.header);
    const ComparedLane& first = comparison->lanes.front();
    const QString title = comparison->prompts.empty() ? QString() : QString::fromStdString(comparison->promptTitle);
    return nameForComparison(headers, first.message.value_or(first.header.prompt), title);
}

void ComparePage::save(const std::filesystem::path& path)
{
    auto comparison = m_figures->comparison();
    if (!comparison) {
        emit failed(tr("There is nothing to save yet: add a lane, and wait until it is there."));
        return;
    }
    const std::string ending = path.extension().string();
    const bool isReport = ending == ".csv" || ending == ".md" || ending == ".html" || ending == ".pdf";
    if (!isReport)
        m_figures->addRounds(*comparison);
    const auto write = [&] {
        const EnglishMeanwhile english;
        return ending == ".csv" ? replaceFile(path, m_figures->csv().toStdString(), "table")
            : ending == ".md"   ? replaceFile(path, markdownOf(reportOf(*comparison)), "report")
            : ending == ".html" ? replaceFile(path, htmlOf(reportOf(*comparison)), "report")
            : ending == ".pdf"  ? replaceFile(path, pdfOf(reportOf(*comparison)).toStdString(), "report")
                                : saveComparison(path, *comparison);
    };
    const Result<void> written = write();
    if (!written)
        emit failed(engineSentence(written.error()));
    else
        emit saved(tr("Saved as %1.").arg(QString::fromStdString(path.filename().string())));
    if (written && !isReport)
        emit fileUsed(QString::fromStdString(path.string()));
}

void ComparePage::open(const std::filesystem::path& path, const RunSetup& otherwise)
{
    const auto comparison = loadComparison(path);
    if (!comparison) {
        emit failed(engineSentence(comparison.error()));
        return;
    }
    delete m_question; // about another file
    if (m_lanes.count() == 0) {
        show(*comparison, path, otherwise);
        return;
    }
    const QString name = QString::fromStdString(path.filename().string());
    m_question = new QMessageBox(
        QMessageBox::NoIcon, tr("Open a comparison"),
        m_lanes.count() == 1
            ? tr("%1 takes the place of the lane that is here, of what it has decoded and of its figures. Open it?")
                  .arg(name)
            : tr("%1 takes the place of the %2 lanes that are here, of what they have decoded and of their figures. "
                 "Open it?")
                  .arg(name)
                  .arg(m_lanes.count()),
        QMessageBox::Cancel, this);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* replace = m_question->addButton(tr("Replace"), QMessageBox::AcceptRole);
    m_question->setDefaultButton(QMessageBox::Cancel);
    connect(replace, &QPushButton::clicked, this,
            [this, comparison = *comparison, path, otherwise] { show(comparison, path, otherwise); });
    m_question->open();
}

void ComparePage::show(const ComparisonFile& comparison, const std::filesystem::path& path, const RunSetup& otherwise)
{
    static_assert(ComparisonFile::mostLanes == std::size_t(Lanes::most));
    std::vector<Lanes::Saved> lanes;
    for (const ComparedLane& lane : comparison.lanes) {
        RunSetup& setup = lanes.emplace_back(Lanes::Saved{setupOf(lane.header, otherwise), lane.trace}).setup;
        setup.settings.maxTokens = lane.maxTokens;
        if (lane.message) {
            setup.isChat = true;
            setup.prompt = *lane.message;
            setup.system = lane.system;
            if (!lane.turns.empty()) // what it holds was checked when it was written
                setup.turns = readConversation(lane.turns, "The comparison").value_or(Conversation());
        }
        if (lane.backend)
            setup.backend = BackendChoice{lane.backend->name, lane.backend->threads, lane.backend->arithmetic};
    }
    m_lanes.replaceBy(std::move(lanes));
    m_figures->showSaved(comparison, QString::fromStdString(path.filename().string()));
    m_below->setCurrentIndex(0);
    refresh();
    emit fileUsed(QString::fromStdString(path.string()));
}

} // namespace draftscope
