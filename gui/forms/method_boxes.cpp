// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/method_boxes.h"

#include <QLabel>

#include "engine/session/faults.h"
#include "engine/session/shapes.h"
#include "engine/speculation/verifiers.h"
#include "gui/controls/explained_box.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {
namespace {

void choose(QComboBox* box, const QString& value)
{
    box->setCurrentIndex(box->findData(value)); // none where it is not known
}

std::string chosenName(const QComboBox* box)
{
    return box->currentData().toString().toStdString();
}

QString titleOf(DrawRule rule)
{
    switch (rule) {
    case DrawRule::independent:
        return MethodBoxes::tr("Independent");
    case DrawRule::withoutReplacement:
        return MethodBoxes::tr("Without replacement");
    case DrawRule::deterministic:
        break;
    }
    return MethodBoxes::tr("Likeliest");
}

/// A verifier that follows the sampler and the method is not named, so that it does so also when these are changed in
/// the middle of a run.
void chooseVerifier(SessionSettings& settings, const std::string& name)
{
    settings.sampler.greedy = name == greedyVerifier().name();
    settings.verifier.clear();
    settings.fault.clear();
    if (!settings.sampler.greedy && name != verifierNameFor(settings))
        settings.verifier = name;
}

} // namespace

MethodBoxes::MethodBoxes(QObject* parent)
    : QObject(parent), method(new ExplainedBox), shape(new ExplainedBox), draws(new ExplainedBox),
      verifier(new ExplainedBox), fault(new ExplainedBox), notLossless(new QLabel)
{
    for (const Method& known : allMethods()) {
        method->addItem(engineWords(known.title), qtText(known.name));
        explainLast(method, qtText(known.paper));
    }
    verifier->setToolTip(tr("Which drafts are accepted. Speculative sampling accepts with probability min(1, p/q); "
                            "deterministic children, for drafts that were chosen without chance, with probability p; "
                            "block verification judges a chain as a whole. Greedy accepts while the draft agrees with "
                            "the target's likeliest token; the sampler is greedy, too. Typical acceptance is not "
                            "lossless. What cannot judge these drafts says why."));
    shape->setToolTip(tr("What a round drafts: a chain of K tokens, or a tree of K levels"));
    draws->setToolTip(tr("How the drafts after a token are chosen from q"));
    connect(method, &QComboBox::activated, this, [this] {
        emit edited([name = chosenName(method)](SessionSettings& settings) { chooseMethod(settings, name); });
    });
    connect(shape, &QComboBox::activated, this, [this] {
        emit edited([name = chosenName(shape)](SessionSettings& settings) { chooseShape(settings, name); });
    });
    connect(draws, &QComboBox::activated, this, [this] {
        emit edited([name = chosenName(draws)](SessionSettings& settings) {
            settings.draws = name;
            settings.verifier.clear(); // the one that goes with them
            settings.fault.clear();
        });
    });
    connect(verifier, &QComboBox::activated, this, [this] {
        emit edited([name = chosenName(verifier)](SessionSettings& settings) { chooseVerifier(settings, name); });
    });
    notLossless->setObjectName(QStringLiteral("notLossless"));
    notLossless->setWordWrap(true);
    notLossless->setTextFormat(Qt::PlainText);
    fault->setToolTip(
        tr("A fault that programs of this kind have had, to be seen at work. None is lossless; what cannot be "
           "broken here says why."));
    connect(fault, &QComboBox::activated, this,
            [this] { emit edited([name = chosenName(fault)](SessionSettings& settings) { settings.fault = name; }); });
}

void MethodBoxes::showChoicesOf(const SessionSettings& settings)
{
    choose(method, QString::fromStdString(settings.method));
    fillShapes(settings);
    fillDraws(settings);
    fillVerifiers(settings);
    fillFaults(settings);
}

void MethodBoxes::fillShapes(const SessionSettings& settings)
{
    const auto way = methodNamed(settings.method);
    shape->clear();
    for (const ShapeKind& known : allShapes()) {
        shape->addItem(engineWords(known.title), qtText(known.name));
        if (way && (*way)->drafts() && !canDraft(**way, known))
            disableLast(shape,
                        (known.mergesChains || (*way)->mergesChains ? tr("%1 does not draft this shape.")
                                                                    : tr("%1 drafts chains only."))
                            .arg(engineWords((*way)->title)));
    }
    choose(shape, QString::fromStdString(settings.shape));
}

void MethodBoxes::fillDraws(const SessionSettings& settings)
{
    const auto way = methodNamed(settings.method);
    const auto kind = shapeNamed(settings.shape);
    draws->clear();
    draws->addItem(tr("As usual"), QString());
    if (way && kind)
        for (const DrawRule rule : rulesFor(**way, **kind))
            draws->addItem(titleOf(rule), qtText(nameOf(rule)));
    choose(draws, QString::fromStdString(settings.draws));
}

void MethodBoxes::fillVerifiers(const SessionSettings& settings)
{
    verifier->clear();
    for (const Verifier* known : allVerifiers()) {
        verifier->addItem(engineWords(known->title()) + (known->isLossless() ? QString() : tr(" (not lossless)")),
                          qtText(known->name()));
        if (const auto fine = canVerify(*known, settings); !fine)
            disableLast(verifier, engineWords(fine.error()));
        else
            explainLast(verifier, qtText(known->paper()));
    }
    choose(verifier, qtText(verifierNameFor(settings)));
}

void MethodBoxes::fillFaults(const SessionSettings& settings)
{
    fault->clear();
    fault->addItem(tr("Nothing"), QString());
    for (const Fault& known : allFaults()) {
        fault->addItem(engineWords(known.title), qtText(known.name));
        SessionSettings broken = settings;
        broken.fault = known.name;
        if (const auto fine = check(broken); !fine)
            disableLast(fault, engineWords(fine.error()));
        else
            explainLast(fault, engineWords(known.explanation));
    }
    choose(fault, QString::fromStdString(settings.fault));
    const auto judge = verifierNamed(verifierNameFor(settings));
    notLossless->setText(
        !settings.fault.empty() ? engineWords(faultSentence(settings.fault))
            : judge && !(*judge)->isLossless()
            ? tr("Not lossless: %1 changes the distribution of the text.").arg(engineWords((*judge)->title()))
            : QString());
    notLossless->setVisible(!notLossless->text().isEmpty());
}

} // namespace draftscope
