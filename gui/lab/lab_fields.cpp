// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_fields.h"

#include <algorithm>

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "engine/analysis/repeated_looks.h"
#include "engine/catalogue/embedded.h"
#include "engine/session/faults.h"
#include "engine/speculation/verifiers.h"
#include "gui/controls/explained_box.h"
#include "gui/controls/labelled_field.h"
#include "gui/controls/number_field.h"
#include "gui/controls/scrolling_column.h"
#include "gui/forms/method_boxes.h"
#include "gui/forms/sampler_fields.h"
#include "gui/lab/lab_words.h"
#include "gui/language/engine_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

constexpr int firstTokenAlone = 1, mostLabTokens = 16;
constexpr int mostLabTexts = 1'000'000;

/// A right side as the data of a choice.
QString keyOf(const LabRight& right)
{
    switch (right.kind) {
    case LabRight::Kind::fault:
        return QStringLiteral("fault/") + qtText(right.name);
    case LabRight::Kind::rule:
        return QStringLiteral("rule/") + qtText(right.name);
    case LabRight::Kind::sampler:
        break;
    }
    const SamplerSettings& s = right.sampler;
    return QStringLiteral("sampler/%1/%2/%3/%4").arg(s.temperature).arg(s.topK).arg(s.topP).arg(s.minP);
}

/// All that the right side can be, in the order in which it is offered.
std::vector<LabRight> allRights()
{
    std::vector<LabRight> rights;
    for (const Fault& fault : allFaults())
        rights.push_back({LabRight::Kind::fault, std::string(fault.name), {}});
    for (const Verifier* verifier : allVerifiers())
        if (verifier != &greedyVerifier())
            rights.push_back({LabRight::Kind::rule, std::string(verifier->name()), {}});
    for (const SamplerSettings& sampler : labSamplers())
        rights.push_back({LabRight::Kind::sampler, {}, sampler});
    return rights;
}

/// As people know it: "Tales 6M", or the last part of a path.
QString modelTitle(const std::string& model)
{
    if (const auto embedded = embeddedModels())
        for (const EmbeddedModel& each : embedded->models)
            if (each.name == model)
                return qtText(each.title);
    return qtText(std::filesystem::path(model).filename().string());
}

QString pairTitle(const RunSetup& pair)
{
    return pair.draft.empty() ? modelTitle(pair.target)
                              : modelTitle(pair.target) + QStringLiteral(" + ") + modelTitle(pair.draft);
}

} // namespace

LabFields::LabFields(LosslessLab& lab, QWidget* parent)
    : QWidget(parent), models(new ExplainedBox), right(new ExplainedBox), lookAt(new FittingBox),
      tokens(new NumberField(2, mostLabTokens, 1, 0)), seed(new NumberField(0, 999'999, 1, 0)), texts(new FittingBox),
      prompt(new QLineEdit), m_lab(lab), m_boxes(new MethodBoxes(this)), m_sampler(new SamplerFields(this)),
      m_explanation(new QLabel), m_problem(new QLabel)
{
    if (const DefaultSetup embedded = defaultSetup(); embedded.problem.empty())
        m_pairs.push_back(embedded.setup);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new ScrollingColumn(makeColumn()));
    connectFields();
    connect(&m_lab, &LosslessLab::setupChanged, this, &LabFields::refresh);
    connect(&m_lab, &LosslessLab::changed, this, [this] {
        m_problem->setText(m_lab.problem());
        m_problem->setVisible(!m_problem->text().isEmpty());
    });
    refresh();
}

QWidget* LabFields::makeColumn()
{
    auto* column = new QWidget;
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(12, 10, 12, 12);
    rows->setSpacing(4);
    for (QLabel* words : {m_explanation, m_problem}) {
        words->setWordWrap(true);
        words->setTextFormat(Qt::PlainText);
    }
    m_explanation->setObjectName(QStringLiteral("muted"));
    m_problem->setObjectName(QStringLiteral("notLossless"));
    m_tokensPlace = labelled(tr("Tokens of a text"), tokens);
    rows->addWidget(labelled(tr("Models"), models));
    rows->addWidget(labelled(tr("Drafts by"), m_boxes->method));
    rows->addWidget(labelled(tr("Shape"), m_boxes->shape));
    rows->addWidget(m_sampler->named(m_sampler->draftLength));
    rows->addWidget(labelled(tr("Rule"), m_boxes->verifier));
    auto* samplerRow = new QHBoxLayout;
    samplerRow->setSpacing(6);
    samplerRow->addWidget(m_sampler->named(m_sampler->temperature));
    samplerRow->addWidget(m_sampler->named(m_sampler->topP));
    rows->addLayout(samplerRow);
    auto* filterRow = new QHBoxLayout;
    filterRow->setSpacing(6);
    filterRow->addWidget(m_sampler->named(m_sampler->topK));
    filterRow->addWidget(m_sampler->named(m_sampler->minP));
    rows->addLayout(filterRow);
    rows->addWidget(labelled(tr("Left: as it should be. Right:"), right));
    rows->addWidget(m_explanation);
    rows->addWidget(m_problem);
    rows->addSpacing(4);
    rows->addWidget(labelled(tr("Look at"), lookAt));
    rows->addWidget(m_tokensPlace);
    rows->addWidget(labelled(tr("Texts of each side"), texts));
    rows->addWidget(labelled(tr("Seed"), seed));
    rows->addWidget(labelled(tr("Prompt"), prompt));
    rows->addStretch(1);
    models->setObjectName(QStringLiteral("labModels"));
    right->setObjectName(QStringLiteral("labRight"));
    lookAt->setObjectName(QStringLiteral("labLookAt"));
    texts->setObjectName(QStringLiteral("labTexts"));
    prompt->setObjectName(QStringLiteral("labPrompt"));
    prompt->setToolTip(tr("Of the five letters: letters from a to e. Of a pair: words that leave it a choice of how to "
                          "go on."));
    return column;
}

void LabFields::edit(const std::function<void(LabSetup&)>& change)
{
    if (m_isFilling)
        return;
    LabSetup setup = m_lab.setup();
    change(setup);
    m_lab.setSetup(setup);
}

void LabFields::connectFields()
{
    connect(models, &QComboBox::activated, this, [this](int choice) {
        edit([&](LabSetup& setup) {
            setup = withModels(setup, choice == 0 ? RunSetup() : m_pairs.at(std::size_t(choice - 1)));
        });
    });
    const auto settings = [this](const std::function<void(SessionSettings&)>& change) {
        edit([&](LabSetup& setup) { change(setup.settings); });
    };
    connect(m_boxes, &MethodBoxes::edited, this, settings);
    connect(m_sampler, &SamplerFields::edited, this, settings);
    connect(right, &QComboBox::activated, this, [this] {
        for (const LabRight& each : allRights())
            if (keyOf(each) == right->currentData().toString())
                edit([&](LabSetup& setup) { setup.right = each; });
    });
    connect(lookAt, &QComboBox::activated, this, [this](int choice) {
        edit([&](LabSetup& setup) { setup.tokens = choice == 0 ? firstTokenAlone : int(tokens->value()); });
    });
    connect(tokens, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { edit([&](LabSetup& setup) { setup.tokens = int(value); }); });
    connect(texts, &QComboBox::activated, this,
            [this] { edit([&](LabSetup& setup) { setup.texts = texts->currentData().toInt(); }); });
    connect(seed, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { edit([&](LabSetup& setup) { setup.settings.seed = std::uint64_t(value); }); });
    connect(prompt, &QLineEdit::editingFinished, this,
            [this] { edit([&](LabSetup& setup) { setup.prompt = prompt->text().toStdString(); }); });
}

void LabFields::setLoadedPair(const RunSetup& pair)
{
    if (m_loaded && m_loaded->target == pair.target && m_loaded->draft == pair.draft)
        return;
    m_loaded = pair;
    m_pairs.erase(m_pairs.begin() + std::min<std::ptrdiff_t>(1, std::ptrdiff_t(m_pairs.size())), m_pairs.end());
    if (!pair.target.empty()
        && (m_pairs.empty() || m_pairs.front().target != pair.target || m_pairs.front().draft != pair.draft))
        m_pairs.push_back(pair);
    refresh();
}

void LabFields::fillModels()
{
    const LabSetup& setup = m_lab.setup();
    const auto isInUse = [&](const RunSetup& pair) { return pair.target == setup.target && pair.draft == setup.draft; };
    if (!setup.isFiveLetters() && std::ranges::none_of(m_pairs, isInUse)) { // Step has another one by now
        RunSetup& inUse = m_pairs.emplace_back();
        inUse.target = setup.target;
        inUse.draft = setup.draft;
    }
    models->clear();
    models->addItem(tr("Five letters"), 0);
    explainLast(models,
                tr("A target and a draft of random weights that write a, b, c, d and e: every text "
                   "can be listed, so every probability is known exactly"));
    int chosen = 0;
    for (std::size_t i = 0; i < m_pairs.size(); ++i) {
        models->addItem(pairTitle(m_pairs[i]), int(i) + 1);
        explainLast(models, tr("The first token, exactly: the target says its whole distribution after the prompt"));
        if (!setup.isFiveLetters() && isInUse(m_pairs[i]))
            chosen = int(i) + 1;
    }
    models->setCurrentIndex(chosen);
}

void LabFields::fillRight()
{
    right->clear();
    for (const LabRight& each : allRights()) {
        const auto fits = checkRight(m_lab.setup(), each);
        QString title = faultTitle(each.name);
        QString details;
        if (each.kind == LabRight::Kind::fault) {
            details = engineWords((*faultNamed(each.name))->explanation);
        } else if (each.kind == LabRight::Kind::rule) {
            const Verifier& verifier = **verifierNamed(each.name);
            title = tr("Rule: %1").arg(ruleTitle(each.name));
            details =
                verifier.traits().isLossless ? tr("Lossless as well, by another way") : tr("Not lossless, by design");
        } else {
            title = tr("Sampler: %1").arg(samplerWords(each.sampler));
            details = tr("Beside its own distribution: lossless with this sampler, too");
        }
        right->addItem(title, keyOf(each));
        if (fits)
            explainLast(right, details);
        else
            disableLast(right, engineWords(fits.error()));
    }
    right->setCurrentIndex(right->findData(keyOf(m_lab.setup().right)));
    const LabRight& chosen = m_lab.setup().right;
    m_explanation->setText(chosen.kind == LabRight::Kind::fault ? engineWords((*faultNamed(chosen.name))->explanation)
                               : right->currentIndex() < 0
                               ? QString()
                               : right->currentData(ChoiceDelegate::DetailsRole).toString());
    m_explanation->setVisible(!m_explanation->text().isEmpty());
}

/// Numbers after which a verdict is taken anyway.
void LabFields::fillTexts()
{
    texts->clear();
    for (int number = 1000; number <= mostLabTexts; number = nextLook(number))
        texts->addItem(grouped(number), number);
    texts->setCurrentIndex(texts->findData(m_lab.setup().texts));
}

void LabFields::refresh()
{
    const LabSetup& setup = m_lab.setup();
    m_isFilling = true;
    fillModels();
    m_boxes->showChoicesOf(setup.settings);
    m_sampler->showNumbersOf(setup.settings);
    m_sampler->enableFor(setup.settings);
    fillRight();
    fillTexts();
    lookAt->clear();
    lookAt->addItem(tr("first token"));
    if (setup.isFiveLetters())
        lookAt->addItem(tr("whole texts"));
    lookAt->setCurrentIndex(setup.textLength() == firstTokenAlone ? 0 : 1);
    if (setup.tokens > firstTokenAlone)
        tokens->setValue(setup.tokens);
    m_tokensPlace->setVisible(setup.textLength() > firstTokenAlone);
    seed->setValue(double(setup.settings.seed));
    if (prompt->text() != qtText(setup.prompt))
        prompt->setText(qtText(setup.prompt));
    m_problem->setText(m_lab.problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_isFilling = false;
}

void LabFields::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace draftscope
