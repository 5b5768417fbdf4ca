// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/advise_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include "engine/analysis/advice_settings.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/charts/speed_up_curves.h"
#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int usualAdviceSeconds = 60, mostAdviceSeconds = 3600;
constexpr std::size_t mostAdviceRows = 24;
enum AdviceColumn {
    settingColumn,
    speedUpColumn,
    intervalColumn,
    tokensColumn,
    acceptanceColumn,
    costColumn,
    verifyColumn
};
constexpr int adviceColumns = verifyColumn + 1;

QString intervalWords(const std::optional<Interval>& interval)
{
    return interval ? AdviseDialog::tr("%1 to %2").arg(number(interval->lower), number(interval->upper))
                    : QStringLiteral("–");
}

SpeedUpCurves curvesOf(const std::vector<LoadPoint>& points, const QString& axis)
{
    SpeedUpCurves curves;
    curves.axis = axis;
    curves.nothing = AdviseDialog::tr("Nothing is measured here yet.");
    SpeedUpCurves::Line chosen{AdviseDialog::tr("advised"), Role::target, {}};
    SpeedUpCurves::Line best{AdviseDialog::tr("best of it and shorter ones"), Role::accepted, {}};
    for (const LoadPoint& point : points) {
        if (!point.isKnown())
            continue;
        const auto& interval = point.speed.speedUpInterval;
        chosen.points.push_back(
            {point.at, *point.speed.measuredSpeedUp, interval ? interval->lower : 0, interval ? interval->upper : 0});
        best.points.push_back({point.at, std::max(1.0, point.bestSpeed.measuredSpeedUp.value_or(1))});
    }
    curves.lines = {std::move(chosen), std::move(best)};
    return curves;
}

} // namespace

void AdviseDialog::showFor(Navigation& navigation, QWidget* parent)
{
    auto* dialog = parent->findChild<AdviseDialog*>();
    if (!dialog)
        dialog = new AdviseDialog(navigation, parent);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

AdviseDialog::AdviseDialog(Navigation& navigation, QWidget* parent)
    : QDialog(parent), m_navigation(navigation), m_prompts(new PromptListBox), m_seconds(new QSpinBox),
      m_underLoad(new QCheckBox(tr("Under load, too"))), m_start(new QPushButton),
      m_apply(new QPushButton(tr("Apply"))), m_time(new QProgressBar), m_table(new QTableWidget(0, adviceColumns)),
      m_words(new QLabel), m_charts(new QWidget), m_overBatch(new SpeedUpCurvesChart),
      m_overContext(new SpeedUpCurvesChart)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("adviseDialog"));
    setWindowTitle(tr("Advise: what should I use?"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeTop());
    m_words->setObjectName(QStringLiteral("adviceWords"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::RichText);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(m_words);
    m_table->setAccessibleName(tr("Settings that were measured"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(settingColumn, QHeaderView::Stretch);
    layout->addWidget(m_table, 3);
    auto* charts = new QHBoxLayout(m_charts);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->addWidget(m_overBatch);
    charts->addWidget(m_overContext);
    layout->addWidget(m_charts, 2);
    m_overBatch->setAccessibleName(tr("Speed-up over sequences together"));
    m_overContext->setAccessibleName(tr("Speed-up over the length of the context"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_apply, QDialogButtonBox::ActionRole);
    m_apply->setObjectName(QStringLiteral("applyAdvice"));
    m_apply->setToolTip(tr("Puts the chosen setting, or the fastest, into Setup and begins a run with it"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &AdviseDialog::apply);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &AdviseDialog::refresh);
    layout->addWidget(buttons);
    connect(&m_thread, &AdviceThread::advised, this, &AdviseDialog::showAdvice);
    connect(&m_thread, &AdviceThread::underLoad, this, [this](const SentLoadAdvice& load) {
        m_load = load;
        refresh();
    });
    connect(&m_thread, &AdviceThread::failed, this, [this](const QString& sentence) { m_problem = sentence; });
    connect(&m_thread, &AdviceThread::ended, this, [this] {
        m_clock.second.stop();
        refresh();
    });
    m_clock.second.setInterval(250);
    connect(&m_clock.second, &QTimer::timeout, this, &AdviseDialog::refreshTime);
    resize(900, 640);
    fillTable();
    refresh();
}

QWidget* AdviseDialog::makeTop()
{
    auto* top = new QWidget;
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Prompts")));
    row->addWidget(m_prompts);
    connect(m_prompts, &PromptListBox::failed, this, [this](const QString& sentence) {
        m_problem = sentence;
        refresh();
    });
    m_seconds->setRange(5, mostAdviceSeconds);
    m_seconds->setValue(usualAdviceSeconds);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setAccessibleName(tr("Time for the search"));
    m_seconds->setToolTip(tr("Of the whole search. Stop ends it sooner, with what is known by then."));
    row->addWidget(m_seconds);
    m_underLoad->setToolTip(tr(
        "Then, for as long again, what the fastest is worth with 1 to 32 sequences together and after longer texts"));
    row->addWidget(m_underLoad);
    m_start->setObjectName(QStringLiteral("primary"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &AdviseDialog::startOrStop);
    row->addWidget(m_start);
    m_time->setAccessibleName(tr("Time of the search"));
    m_time->setTextVisible(true);
    row->addWidget(m_time, 1);
    return top;
}

void AdviseDialog::startOrStop()
{
    if (m_thread.isRunning()) {
        m_thread.stop();
        m_start->setEnabled(false);
        return;
    }
    m_setup = m_navigation.starter().setup();
    m_advice.reset();
    m_load.reset();
    m_problem.clear();
    AdviceThread::Search search{m_setup, {}, double(m_seconds->value()), m_underLoad->isChecked()};
    for (const Prompt& prompt : m_prompts->prompts())
        search.prompts.push_back(prompt.text);
    m_clock.planned = search.seconds * (search.isUnderLoad ? 2 : 1);
    m_clock.since.start();
    m_clock.second.start();
    m_thread.advise(search, m_navigation.thread().backend());
    fillTable();
    refresh();
}

void AdviseDialog::showAdvice(const SentAdvice& advice)
{
    m_advice = advice;
    fillTable();
    refresh();
}

const TriedSetting* AdviseDialog::chosen() const
{
    if (!m_advice)
        return nullptr;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty() && std::size_t(rows.front().row()) < m_rows.size())
        return &m_advice->tried[std::size_t(m_rows[std::size_t(rows.front().row())])];
    return m_advice->best();
}

/// In one piece: a new run with it begins, as where a sweep's setting is taken over.
void AdviseDialog::apply()
{
    const TriedSetting* const setting = chosen();
    if (!setting)
        return;
    RunSetup setup = m_setup;
    setup.settings = setting->settings;
    setup.settings.topTokens = m_navigation.starter().setup().settings.topTokens;
    setup.settings.isWholePrompt = m_setup.settings.isWholePrompt;
    m_navigation.starter().setSetup(setup);
    m_navigation.starter().restart();
}

/// What is chosen stays chosen as long as it is listed.
void AdviseDialog::fillTable()
{
    const TriedSetting* const before = m_table->selectionModel()->hasSelection() ? chosen() : nullptr;
    const std::optional<SessionSettings> kept = before ? std::optional(before->settings) : std::nullopt;
    const QSignalBlocker quiet(m_table);
    m_table->clearSelection();
    m_table->setHorizontalHeaderLabels({tr("Setting"), tr("Speed-up"), tr("95 of 100 times"), tr("Tokens a round"),
                                        QStringLiteral("α"), QStringLiteral("c"), QStringLiteral("v")});
    m_rows.clear();
    for (std::size_t i = 0; m_advice && i < m_advice->tried.size() && m_rows.size() < mostAdviceRows; ++i)
        if (m_advice->tried[i].speedUp())
            m_rows.push_back(int(i));
    m_table->setRowCount(int(m_rows.size()));
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const TriedSetting& tried = m_advice->tried[std::size_t(m_rows[std::size_t(row)])];
        const Speed& speed = tried.figures.speed;
        const Metrics& metrics = tried.figures.metrics;
        const QString cells[adviceColumns]{engineWords(adviceName(tried.settings)),
                                           number(tried.speedUp()),
                                           intervalWords(speed.speedUpInterval),
                                           number(metrics.tokensPerStep()),
                                           number(metrics.acceptanceRate()),
                                           number(speed.costRatio),
                                           number(speed.verifyRatio)};
        for (int column = 0; column < adviceColumns; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment((column == settingColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            m_table->setItem(row, column, item);
        }
        if (kept && tried.settings == *kept)
            m_table->selectRow(row);
    }
}

QString AdviseDialog::words() const
{
    QStringList sentences;
    if (!m_advice && !m_problem.isEmpty())
        return engineWords(m_problem);
    if (!m_advice)
        return m_thread.isRunning() ? tr("The models are being read…")
                                    : tr("Measures methods, K, shapes, nodes, copies and stop-below of the models in "
                                         "Setup beside plain decoding, "
                                         "leaves out the slow ones early, and says which is the fastest and why.");
    const auto said = [](const std::vector<Message>& messages) {
        QStringList each;
        for (const Message& sentence : messages)
            each << engineWords(sentence);
        return each;
    };
    const QStringList answer = said(sentencesOf(*m_advice));
    if (!answer.isEmpty())
        sentences << answer.front() << answer.mid(1).join(QLatin1Char(' '));
    if (m_load)
        sentences << said(sentencesOf(*m_load)).join(QLatin1Char(' '));
    if (!m_problem.isEmpty()) // of what came after the answer
        sentences << engineWords(m_problem);
    return sentences.join(QLatin1Char('\n'));
}

void AdviseDialog::refresh()
{
    const bool isRunning = m_thread.isRunning();
    m_start->setText(isRunning ? tr("Stop") : tr("Advise"));
    m_start->setEnabled(true);
    for (QWidget* field : std::initializer_list<QWidget*>{m_prompts, m_seconds, m_underLoad})
        field->setEnabled(!isRunning);
    // The answer stands out, and what is of load has a paragraph of its own.
    const QStringList paragraphs = words().toHtmlEscaped().split(QLatin1Char('\n'));
    m_words->setText(m_advice
                         ? QStringLiteral("<b>%1</b><br>%2").arg(paragraphs.front(), paragraphs.mid(1).join("<br>"))
                         : paragraphs.join("<br>"));
    m_apply->setEnabled(chosen() != nullptr);
    const bool hasLoad = m_load != nullptr;
    m_charts->setVisible(hasLoad);
    if (hasLoad) {
        m_overBatch->setCurves(curvesOf(m_load->overBatch, tr("sequences together")));
        m_overContext->setCurves(curvesOf(m_load->overContext, tr("tokens of context")));
    }
    refreshTime();
}

void AdviseDialog::refreshTime()
{
    m_time->setVisible(m_thread.isRunning() || m_advice);
    const double gone = m_thread.isRunning() ? double(m_clock.since.elapsed()) / 1000 : m_clock.planned;
    m_time->setRange(0, 1000);
    m_time->setValue(m_clock.planned > 0 ? int(std::min(1.0, gone / m_clock.planned) * 1000) : 0);
    const int measured = m_advice ? int(std::ranges::count_if(
                             m_advice->tried, [](const TriedSetting& tried) { return tried.speedUp().has_value(); }))
                                  : 0;
    const QString counts = m_advice ? tr("%1 of %2 settings").arg(measured).arg(m_advice->settings) : QString();
    m_time->setFormat(
        !m_thread.isRunning() ? counts
            : counts.isEmpty()
            ? tr("%1 s left").arg(int(std::max(0.0, m_clock.planned - gone)))
            : tr("%1 s left, %2").arg(QString::number(int(std::max(0.0, m_clock.planned - gone))), counts));
}

void AdviseDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        fillTable();
        refresh();
    }
}

} // namespace draftscope
