// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/other_machine_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "gui/controls/fitting_box.h"
#include "gui/controls/scrolled_words.h"
#include "gui/language/engine_words.h"
#include "widgets/charts/speed_up_curves.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int mostBatch = 512, longestChosen = 8, usualBits[] = {16, 8, 4};
constexpr const char* usualTarget = "8b";
constexpr const char* usualDraft = "1b";

/// K/V, weights and the rest of it, in the sentences of the engine.
QString rooflineWords(const std::vector<Message>& sentences)
{
    QStringList words;
    for (const Message& sentence : sentences)
        words << engineWords(sentence);
    return words.join(QLatin1Char(' '));
}

} // namespace

OtherMachinePage::OtherMachinePage(std::function<Loaded()> loaded, QWidget* parent)
    : QWidget(parent), m_loaded(std::move(loaded)), m_chart(new SpeedUpCurvesChart),
      m_sides(new QBoxLayout(QBoxLayout::LeftToRight)), m_machine(new FittingBox), m_target(new FittingBox),
      m_draft(new FittingBox), m_bits(new FittingBox), m_length(new FittingBox),
      m_acceptance(new QSlider(Qt::Horizontal)), m_acceptanceWords(new QLabel), m_sentence(new QLabel),
      m_note(new QLabel), m_measure(new QToolButton)
{
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(0);
    m_sides->addWidget(m_chart, 5);
    m_sides->addWidget(makeFields(), 5);
    setLayout(m_sides);
    connect(&m_thread, &AdviceThread::machineMeasured, this, [this](const SentMachine& machine) {
        m_measured = *machine;
        const QSignalBlocker quiet(m_machine);
        fillBoxes();
        m_machine->setCurrentIndex(m_machine->findData(QStringLiteral("this")));
        refresh();
    });
    connect(&m_thread, &AdviceThread::failed, this, [this](const QString& sentence) { m_problem = sentence; });
    connect(&m_thread, &AdviceThread::ended, this, &OtherMachinePage::refresh);
    fillBoxes();
    m_target->setCurrentIndex(m_target->findData(QLatin1String(usualTarget)));
    m_draft->setCurrentIndex(m_draft->findData(QLatin1String(usualDraft)));
    m_machine->setCurrentIndex(m_machine->findData(QStringLiteral("h100")));
    m_length->setCurrentIndex(3);
    m_acceptance->setValue(80);
    for (QComboBox* box : {m_machine, m_target, m_draft, m_bits, m_length})
        connect(box, &QComboBox::currentIndexChanged, this, &OtherMachinePage::refresh);
    connect(m_acceptance, &QSlider::valueChanged, this, &OtherMachinePage::refresh);
    refresh();
}

QWidget* OtherMachinePage::makeFields()
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    const std::tuple<QComboBox*, QString, QString> fields[] = {
        {m_machine, tr("Machine"), tr("A machine whose published figures are known, or this one once it is measured")},
        {m_target, tr("Target"), tr("How large the target is")},
        {m_draft, tr("Draft"), tr("How large the draft model is")},
        {m_bits, tr("Bits"), tr("Of a weight of both models")},
        {m_length, tr("K"), tr("Drafts of a round")}};
    int row = 0;
    for (const auto& [box, words, tip] : fields) {
        box->setAccessibleName(tip); // Setup has fields with the short names
        box->setToolTip(tip);
        box->setFocusPolicy(Qt::TabFocus);
        box->setMinimumWidth(60);
        grid->addWidget(new QLabel(words), row / 2, 2 * (row % 2));
        grid->addWidget(box, row / 2, 2 * (row % 2) + 1);
        ++row;
    }
    m_acceptance->setRange(0, 100);
    m_acceptance->setPageStep(10);
    m_acceptance->setObjectName(QStringLiteral("otherAcceptanceSlider"));
    m_acceptance->setAccessibleName(tr("Acceptance rate to compute with"));
    m_acceptance->setFocusPolicy(Qt::TabFocus);
    grid->addWidget(m_acceptanceWords, 2, 2);
    grid->addWidget(m_acceptance, 2, 3);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    m_measure->setObjectName(QStringLiteral("cornerButton"));
    m_measure->setFocusPolicy(Qt::TabFocus);
    connect(m_measure, &QToolButton::clicked, this, &OtherMachinePage::measure);
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(8);
    column->addLayout(grid);
    column->addWidget(m_measure, 0, Qt::AlignLeft);
    m_sentence->setObjectName(QStringLiteral("rooflineSentence"));
    m_note->setObjectName(QStringLiteral("muted"));
    for (QLabel* label : {m_sentence, m_note}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    column->addStretch(1);
    return scrolledWords(inside, tr("Another machine in words"));
}

void OtherMachinePage::fillBoxes()
{
    const auto fill = [](QComboBox& box, const std::vector<std::pair<QString, QVariant>>& items) {
        const QVariant chosen = box.currentData();
        const QSignalBlocker quiet(&box);
        box.clear();
        for (const auto& [words, value] : items)
            box.addItem(words, value);
        box.setCurrentIndex(std::max(0, box.findData(chosen)));
    };
    std::vector<std::pair<QString, QVariant>> machines, models, bits, lengths;
    for (const RooflineMachine& machine : publishedMachines())
        machines.push_back({qtText(machine.name), qtText(machine.id)});
    if (m_measured)
        machines.push_back({engineWords(m_measured->machine.name), QStringLiteral("this")});
    for (const RooflineModel& model : publishedModels())
        models.push_back({qtText(model.name), qtText(model.id)});
    for (const int each : usualBits)
        bits.push_back({QString::number(each), each});
    for (int k = 1; k <= longestChosen; ++k)
        lengths.push_back({QString::number(k), k});
    fill(*m_machine, machines);
    fill(*m_target, models);
    fill(*m_draft, models);
    fill(*m_bits, bits);
    fill(*m_length, lengths);
}

RooflineCase OtherMachinePage::shown() const
{
    const std::string machine = m_machine->currentData().toString().toStdString();
    const RooflineMachine* published = machineNamed(machine);
    RooflineCase roofline;
    roofline.machine = published ? *published : m_measured ? m_measured->machine : publishedMachines().front();
    roofline.target = *sizedModelNamed(m_target->currentData().toString().toStdString());
    roofline.draft = *sizedModelNamed(m_draft->currentData().toString().toStdString());
    roofline.target.bits = roofline.draft.bits = m_bits->currentData().toInt();
    roofline.draftLength = m_length->currentData().toInt();
    roofline.acceptance = m_acceptance->value() / 100.0;
    return roofline;
}

void OtherMachinePage::measure()
{
    if (m_thread.isRunning())
        return;
    m_problem.clear();
    const Loaded loaded = m_loaded();
    m_thread.measureMachine(loaded.setup, loaded.backend);
    refresh();
}

void OtherMachinePage::refresh()
{
    const RooflineCase roofline = shown();
    SpeedUpCurves curves;
    curves.axis = tr("sequences together");
    SpeedUpCurves::Line chosen{tr("K = %1").arg(roofline.draftLength), Role::target, {}, true};
    SpeedUpCurves::Line best{tr("best K"), Role::accepted, {}, true};
    for (int batch = 1; batch <= mostBatch; batch *= 2) {
        chosen.points.push_back({batch, roofline.speedUp(batch)});
        best.points.push_back({batch, roofline.speedUp(batch, roofline.bestLength(batch))});
    }
    curves.lines = {std::move(chosen), std::move(best)};
    m_chart->setCurves(std::move(curves));
    m_acceptanceWords->setText(tr("α %1").arg(number(roofline.acceptance)));
    m_sentence->setText(rooflineWords(sentencesOf(roofline)));
    m_measure->setText(m_thread.isRunning() ? tr("Measuring…") : tr("Measure this machine"));
    m_measure->setToolTip(
        tr("Bandwidth and arithmetic with the loaded target, and how far what is computed is from what "
           "its passes take: about two seconds"));
    m_measure->setEnabled(!m_thread.isRunning());
    QString note = engineWords(roofline.machine.source);
    if (m_measured && m_machine->currentData().toString() == QStringLiteral("this"))
        note = rooflineWords(sentencesOf(*m_measured));
    if (!m_problem.isEmpty())
        note.prepend(engineWords(m_problem) + QLatin1Char(' '));
    m_note->setText(note);
    m_note->setFont(Theme::smallFont());
}

void OtherMachinePage::setSideBySide(bool isSideBySide)
{
    m_sides->setDirection(isSideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void OtherMachinePage::showNotes(bool on)
{
    m_note->setVisible(on);
}

QString OtherMachinePage::csv() const
{
    QString lines = QStringLiteral("machine,target,draft,bits,k,acceptance,sequences,speed_up_computed,best_k\n");
    const RooflineCase on = shown();
    for (int batch = 1; batch <= mostBatch; batch *= 2)
        lines +=
            QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8,%9\n")
                .arg(qtText(on.machine.name), qtText(on.target.name), qtText(on.draft.name),
                     QString::number(on.target.bits), QString::number(on.draftLength), QString::number(on.acceptance),
                     QString::number(batch), QString::number(on.speedUp(batch)), QString::number(on.bestLength(batch)));
    return lines;
}

void OtherMachinePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        fillBoxes();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        refresh();
}

} // namespace draftscope
