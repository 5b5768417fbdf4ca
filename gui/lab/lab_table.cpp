// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_table.h"

#include <algorithm>

#include "engine/session/faults.h"
#include "gui/lab/lab_words.h"
#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

int alignmentOf(int column)
{
    const bool isNumber = column == LabTable::distanceColumn || column == LabTable::pValueColumn;
    return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

LabTable::LabTable(QObject* parent) : QAbstractTableModel(parent), m_worker(new LabWorker)
{
    qRegisterMetaType<SentLabFigures>();
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &LabWorker::progressed, this, [this](int job, const SentLabFigures& figures) {
        if (job != m_job.number)
            return;
        m_figures[std::size_t(m_next)] = figures->sides.front();
        tellRow(m_next);
        if (std::exchange(m_isOpen, true) || !m_isRunning)
            return;
        next();
    });
    connect(m_worker, &LabWorker::paused, this, [this](int job, int stretch) {
        if (job != m_job.number || stretch != m_job.stretch || !m_isRunning)
            return;
        ++m_next;
        m_isOpen = false;
        next();
    });
    connect(m_worker, &LabWorker::failed, this, [this](int job, const QString& sentence) {
        if (job != m_job.number)
            return;
        m_problems[std::size_t(m_next)] = sentence;
        tellRow(m_next++);
        m_isOpen = false;
        next();
    });
    m_thread.setObjectName(QStringLiteral("labTable"));
    m_thread.start(QThread::LowPriority);
}

LabTable::~LabTable()
{
    m_job.stop->store(true);
    m_thread.quit();
    m_thread.wait();
}

bool LabTable::canGoOn(const LabSetup& setup) const
{
    LabSetup wanted = setup;
    wanted.right = m_setup.right; // which the rows have nothing to do with
    return wanted == m_setup && !m_rows.empty() && !isComplete();
}

void LabTable::start(const LabSetup& setup, const BackendChoice& backend)
{
    if (m_isRunning)
        return;
    if (!canGoOn(setup)) {
        m_job.stop->store(true);
        m_job.number = 0;
        beginResetModel();
        m_setup = setup;
        m_backend = backend;
        m_rows = labRows(setup);
        m_figures.assign(m_rows.size(), std::nullopt);
        m_problems.assign(m_rows.size(), QString());
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            m_problems[i] = qtText(m_rows[i].whyNot);
        m_next = 0;
        m_isOpen = false;
        endResetModel();
    }
    m_isRunning = true;
    next();
}

void LabTable::stop()
{
    if (!m_isRunning)
        return;
    m_isRunning = false;
    m_job.pause->store(true);
    emit progressed();
}

/// Opens the next row, or has its texts drawn.
void LabTable::next()
{
    while (m_isRunning && m_next < int(m_rows.size()) && !m_rows[std::size_t(m_next)].whyNot.empty())
        ++m_next;
    if (isComplete())
        m_isRunning = false;
    emit progressed();
    if (!m_isRunning)
        return;
    if (!m_isOpen) {
        m_job = LabJob{++m_lastJob};
        QMetaObject::invokeMethod(
            m_worker,
            [worker = m_worker, job = m_job, setup = m_setup, backend = m_backend,
             settings = m_rows[std::size_t(m_next)].settings] { worker->open(job, setup, {settings}, backend); },
            Qt::QueuedConnection);
        return;
    }
    m_job.pause = std::make_shared<std::atomic<bool>>(false);
    ++m_job.stretch;
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, job = m_job, texts = m_setup.texts] { worker->draw(job, texts, false); },
        Qt::QueuedConnection);
}

void LabTable::tellRow(int row)
{
    emit dataChanged(index(row, 0), index(row, columns - 1));
    emit progressed();
}

void LabTable::sayAgain()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
}

// --- what a table shows

int LabTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int LabTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(columns);
}

QString LabTable::wordsOf(int row, int column) const
{
    const LabRow& one = this->row(row);
    const auto& figures = m_figures[std::size_t(row)];
    const bool hasTexts = figures && figures->texts > 0;
    switch (column) {
    case ruleColumn:
        return ruleTitle(one.verifier);
    case bugColumn:
        return one.fault.empty() ? QStringLiteral("–") : faultTitle(one.fault);
    case distanceColumn:
        return hasTexts ? decimal(figures->distances.back().distance, 'f', 3) : QStringLiteral("–");
    case pValueColumn:
        return hasTexts && !figures->looks.empty() ? pValueText(figures->correctedPValue(), PValueForm::inTable)
                                                   : QStringLiteral("–");
    default:
        break;
    }
    if (!m_problems[std::size_t(row)].isEmpty())
        return tr("– not here");
    return hasTexts ? foundWords(one, *figures, m_setup.texts).words : QString();
}

QVariant LabTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const LabRow& one = row(index.row());
    const auto& figures = m_figures[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return wordsOf(index.row(), index.column());
    case Qt::ForegroundRole:
        if (index.column() == foundColumn && figures && figures->texts > 0)
            return Theme::color(foundWords(one, *figures, m_setup.texts).role);
        return Theme::color(m_problems[std::size_t(index.row())].isEmpty() ? Role::text : Role::muted);
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        if (const QString& problem = m_problems[std::size_t(index.row())]; !problem.isEmpty())
            return engineWords(problem);
        if (index.column() == bugColumn && !one.fault.empty())
            return engineWords(faultSentence(one.fault));
        return sideWords(one.settings);
    default:
        return {};
    }
}

QVariant LabTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ruleColumn:
        return tr("rule");
    case bugColumn:
        return tr("bug");
    case distanceColumn:
        return tr("distance");
    case pValueColumn:
        return tr("p-value");
    default:
        return tr("found after");
    }
}

DataTable LabTable::exported() const
{
    DataTable table;
    table.columns = {QStringLiteral("verifier"),    QStringLiteral("fault"),
                     QStringLiteral("shape"),       QStringLiteral("k"),
                     QStringLiteral("texts"),       QStringLiteral("distance"),
                     QStringLiteral("chance"),      QStringLiteral("p_value"),
                     QStringLiteral("found_after"), QStringLiteral("smallest_bias"),
                     QStringLiteral("why_not")};
    for (int row = 0; row < rowCount(); ++row) {
        const LabRow& one = this->row(row);
        const auto& figures = m_figures[std::size_t(row)];
        QStringList cells{qtText(one.verifier), qtText(one.fault), qtText(one.settings.shape),
                          QString::number(one.settings.draftLength)};
        if (figures && figures->texts > 0) {
            const TrialDistance& now = figures->distances.back();
            cells << QString::number(figures->texts) << exactCell(now.distance) << exactCell(now.chance)
                  << (figures->looks.empty() ? QString() : exactCell(figures->correctedPValue()))
                  << (figures->foundAfter ? QString::number(*figures->foundAfter) : QString())
                  << (figures->looks.empty() ? QString() : exactCell(figures->looks.back().smallestBias));
        } else {
            cells << QString() << QString() << QString() << QString() << QString() << QString();
        }
        table.rows << (cells << m_problems[std::size_t(row)]);
    }
    return table;
}

} // namespace draftscope
