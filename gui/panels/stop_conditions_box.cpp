// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/stop_conditions_box.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include "engine/session/methods.h"
#include "engine/speculation/verifier.h"
#include "gui/controls/number_field.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// DistributionRecord::residualMass is more than 0 where drafts are rejected. Copied drafts have a q of 1, where
/// nothing else followed.
bool recordsResidualMass(const VerifierTraits& traits, const Method& method)
{
    const bool copies = !method.needsDraftModel && !method.head && !method.draftsWithTarget;
    return traits.leavesPWithoutQ || (copies && traits.leavesPWithoutToken);
}

} // namespace

StopConditionsBox::StopConditionsBox(Navigation& navigation, QWidget* parent)
    : QWidget(parent), m_navigation(navigation), m_acceptanceLimit(new NumberField(0, 1, 0.05, 2)),
      m_residualLimit(new NumberField(0, 1, 0.05, 2)), m_roundNumber(new NumberField(1, 999'999, 1, 0)),
      m_tokenText(new QLineEdit), m_tokens(new QLabel)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* title = new QLabel(tr("Stop when"));
    title->setObjectName(QStringLiteral("panelTitle"));
    layout->addWidget(title);
    m_acceptanceLimit->setValue(0.1);
    m_residualLimit->setValue(0.5);
    m_roundNumber->setValue(10);
    m_tokenText->setPlaceholderText(tr("text, then Enter"));
    m_rejection = addLine(tr("a token is rejected"), "stopRejection");
    m_allAccepted = addLine(tr("all K are accepted"), "stopAllAccepted");
    m_acceptance = addLine(tr("acceptance <"), "stopAcceptance", m_acceptanceLimit);
    m_residual = addLine(tr("residual mass >"), "stopResidual", m_residualLimit);
    m_token = addLine(tr("token is"), "stopToken", m_tokenText);
    m_tokens->setObjectName(QStringLiteral("muted"));
    m_tokens->setWordWrap(true);
    m_tokens->setContentsMargins(22, 0, 0, 0);
    layout->addWidget(m_tokens);
    m_round = addLine(tr("round"), "stopRound", m_roundNumber);
    m_end = addLine(tr("the text ends"), "stopEnd");
    for (NumberField* field : {m_acceptanceLimit, m_residualLimit, m_roundNumber})
        connect(field, &QDoubleSpinBox::valueChanged, this, &StopConditionsBox::send);
    connect(m_tokenText, &QLineEdit::returnPressed, this, &StopConditionsBox::addTokens);
    connect(&navigation.player().transport(), &Transport::stopConditionsChanged, this, &StopConditionsBox::fill);
    connect(&navigation, &Navigation::recordingReplaced, this, &StopConditionsBox::offerResidual);
    connect(&navigation.starter(), &RunStarter::setupChanged, this, &StopConditionsBox::offerResidual);
    connect(&navigation, &Navigation::recordingReplaced, this, &StopConditionsBox::sayTips);
    sayTips();
    fill();
}

QCheckBox* StopConditionsBox::addLine(const QString& words, const char* name, QWidget* field)
{
    auto* box = new QCheckBox(words);
    box->setObjectName(QLatin1String(name));
    box->setFocusPolicy(Qt::TabFocus); // a click leaves Space to the transport
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(box, field ? 0 : 1);
    if (field) {
        field->setAccessibleName(words);
        field->setObjectName(QLatin1String(name) + QStringLiteral("Value"));
        field->setMinimumWidth(64);
        line->addWidget(field, 1);
    }
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
    connect(box, &QCheckBox::clicked, this, &StopConditionsBox::send);
    return box;
}

void StopConditionsBox::fill()
{
    m_isFilling = true;
    const StopConditions& stops = m_navigation.player().transport().stopConditions();
    m_rejection->setChecked(stops.onRejection);
    m_allAccepted->setChecked(stops.onAllAccepted);
    m_acceptance->setChecked(stops.acceptanceBelow.has_value());
    m_acceptanceLimit->setValue(stops.acceptanceBelow.value_or(m_acceptanceLimit->value()));
    m_residual->setChecked(stops.residualAbove.has_value());
    m_residualLimit->setValue(stops.residualAbove.value_or(m_residualLimit->value()));
    m_round->setChecked(stops.atRound.has_value());
    m_roundNumber->setValue(stops.atRound ? *stops.atRound + 1 : m_roundNumber->value());
    m_end->setChecked(stops.onEndOfText);
    m_token->setChecked(!stops.tokens.empty());
    QStringList words;
    for (const TokenId token : stops.tokens)
        words << inQuotes(m_navigation.run().vocabulary().textOf(token, Spaces::visible));
    m_tokens->setText(words.join(QStringLiteral(", ")));
    m_tokens->setVisible(!words.isEmpty());
    m_isFilling = false;
    offerResidual();
}

/// What each line does.
void StopConditionsBox::sayTips()
{
    setToolTip(m_navigation.run().isBatch() ? tr("In a batch: in any of its sequences, which then is the current one.")
                                            : QString());
    const auto say = [](const QString& tip, std::initializer_list<QWidget*> widgets) {
        for (QWidget* widget : widgets)
            widget->setToolTip(tip);
    };
    say(tr("Stops at the verdict on a draft that is rejected."), {m_rejection});
    say(tr("Stops at the bonus token of a round whose drafts were accepted to the last one; of a tree, a whole path."),
        {m_allAccepted});
    say(tr("Stops at the verdict on a draft whose acceptance, min(1, p/q) or what its rule has instead, is below this "
           "number: 0 to 1, usually 0.1."),
        {m_acceptance, m_acceptanceLimit});
    say(tr("Stops when one of these tokens is committed: type its text, then Enter, or select it and press F9."),
        {m_token, m_tokenText});
    say(tr("Stops at the first moment of the round with this number, from 1."), {m_round, m_roundNumber});
    say(tr("Stops when a token is committed that ends the text."), {m_end});
    offerResidual();
}

/// Not where it would never stop: a condition that is there can still be taken away.
void StopConditionsBox::offerResidual()
{
    const TraceHeader& header = m_navigation.recording().header();
    const SessionSettings& settings = m_navigation.starter().setup().settings;
    const bool hasRun = m_navigation.run().isThere();
    const auto method = methodNamed(hasRun ? header.method : settings.method);
    const auto verifier = verifierNamed(hasRun ? header.verifier : verifierNameFor(settings));
    const VerifierTraits traits = hasRun ? header.traits : verifier ? (*verifier)->traits() : speculativeSamplingTraits;
    const bool hasMass = !method || recordsResidualMass(traits, **method);
    m_residual->setEnabled(hasMass || m_residual->isChecked());
    m_residualLimit->setEnabled(hasMass);
    const QString why = hasMass
        ? tr("Stops at a verdict where the residual mass, all that p has above q, is more than this number: "
             "0 to 1, usually 0.5.")
        : tr("%1 leaves something else of p than max(0, p − q), so its rounds have no residual mass.")
              .arg(verifier ? engineWords((*verifier)->title()) : QString::fromStdString(header.verifier));
    m_residual->setToolTip(why);
    m_residualLimit->setToolTip(why);
}

void StopConditionsBox::send()
{
    if (m_isFilling)
        return;
    StopConditions stops = m_navigation.player().transport().stopConditions();
    stops.onRejection = m_rejection->isChecked();
    stops.onAllAccepted = m_allAccepted->isChecked();
    stops.acceptanceBelow = m_acceptance->isChecked() ? std::optional(m_acceptanceLimit->value()) : std::nullopt;
    stops.residualAbove = m_residual->isChecked() ? std::optional(m_residualLimit->value()) : std::nullopt;
    stops.atRound = m_round->isChecked() ? std::optional(int(m_roundNumber->value()) - 1) : std::nullopt;
    stops.onEndOfText = m_end->isChecked();
    if (!m_token->isChecked())
        stops.tokens.clear();
    const bool wantsTokens = m_token->isChecked() && stops.tokens.empty();
    m_navigation.player().transport().setStopConditions(stops);
    if (!wantsTokens)
        return;
    if (m_tokenText->text().isEmpty()) {
        m_tokenText->setFocus();
        m_token->setChecked(false); // until there is a token
    } else {
        addTokens();
    }
}

/// The token as typed, and as it stands after a space.
void StopConditionsBox::addTokens()
{
    const QString text = m_tokenText->text();
    if (text.isEmpty())
        return;
    StopConditions stops = m_navigation.player().transport().stopConditions();
    const auto before = stops.tokens.size();
    bool isToken = false;
    for (const QString& form : {text, QStringLiteral(" ") + text})
        if (const auto token = m_navigation.run().vocabulary().tokenOf(form)) {
            isToken = true;
            if (std::find(stops.tokens.begin(), stops.tokens.end(), *token) == stops.tokens.end())
                stops.tokens.push_back(*token);
        }
    if (stops.tokens.size() == before) {
        m_token->setChecked(before > 0);
        m_navigation.status().say((isToken
                                       ? tr("“%1” stops the run already.")
                                       : tr("“%1” is not one token of this vocabulary: choose a shorter piece of it."))
                                      .arg(text),
                                  TrueFor::choice);
        return;
    }
    m_tokenText->clear();
    m_navigation.player().transport().setStopConditions(stops);
}

} // namespace draftscope
