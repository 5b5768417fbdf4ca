// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/fault_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include "engine/session/faults.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

FaultBar::FaultBar(Navigation& navigation, QWidget* parent)
    : QWidget(parent), m_navigation(navigation), m_mark(new QLabel(QStringLiteral("✗"))), m_sentence(new QLabel),
      m_effect(new QLabel), m_mend(new QPushButton(tr("Decode without it")))
{
    setObjectName(QStringLiteral("faultBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_mark->setObjectName(QStringLiteral("problem"));
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    for (QLabel* label : {m_sentence, m_effect}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        words->addWidget(label);
    }
    m_effect->setObjectName(QStringLiteral("problem"));
    m_mend->setObjectName(QStringLiteral("mend"));
    m_mend->setFocusPolicy(Qt::TabFocus);
    m_mend->setToolTip(tr("Restarts with the same settings and seed, and nothing broken"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 10, 6);
    layout->setSpacing(10);
    layout->addWidget(m_mark);
    layout->addLayout(words, 1);
    layout->addWidget(m_mend);
    connect(m_mend, &QPushButton::clicked, this, &FaultBar::mend);
    connect(&navigation, &Navigation::shown, this, &FaultBar::refresh);
    connect(&navigation.speedOfRun(), &RunSpeed::changed, this, &FaultBar::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &FaultBar::refresh);
    refresh();
}

void FaultBar::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void FaultBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_said.clear();
        refresh();
    }
}

void FaultBar::refresh()
{
    const std::string& fault = m_navigation.recording().header().fault;
    const bool isBroken = m_navigation.run().isThere() && !fault.empty();
    setVisible(isBroken && m_isInSight);
    if (!isBroken)
        return;
    if (fault != m_said) {
        m_said = fault;
        const QString sentence = engineWords(faultSentence(fault));
        m_sentence->setText(sentence);
        setAccessibleName(sentence);
    }
    QStringList words = {differenceInWords(), distanceInWords()};
    words.removeAll(QString());
    m_effectWords = words.join(QLatin1Char(' '));
    if (m_effectWords != m_effect->text())
        m_effect->setText(m_effectWords);
    m_effect->setVisible(!m_effectWords.isEmpty());
    m_mend->setVisible(m_navigation.run().computation().canCompute()
                       && m_navigation.run().setup().settings.fault == fault);
}

QString FaultBar::differenceInWords() const
{
    const auto difference = m_navigation.speedOfRun().differenceFromPlain();
    if (!difference)
        return {};
    const int prompt = int(m_navigation.recording().header().promptTokens.size());
    return difference->index
        ? tr("From token %1 behind the prompt on, the text is not what the target alone writes at temperature 0.")
              .arg(*difference->index - prompt + 1)
        : tr("So far, %1 tokens, the text is what the target alone writes at temperature 0.").arg(difference->compared);
}

QString FaultBar::distanceInWords() const
{
    const auto number = [](double value) { return decimal(value, 'f', 3); };
    QString here;
    const auto& round = m_navigation.playhead().round();
    if (const auto context = std::size_t(m_navigation.playhead().selection().context());
        round && context < round->contexts.size())
        if (const auto& distance = round->contexts[context].distance)
            here = number(*distance);
    const Metrics& metrics = m_navigation.playhead().metrics();
    if (metrics.distancesKnown() < 2)
        return here.isEmpty()
            ? QString()
            : tr("Distance from the target's distribution (total variation, 0 to 1): %1 at the position shown.")
                  .arg(here);
    const QString mean = number(metrics.distance().value_or(0)), tokens = QString::number(metrics.distancesKnown());
    return here.isEmpty()
        ? tr("Distance from the target's distribution (total variation, 0 to 1): %1 on average over %2 tokens.")
              .arg(mean, tokens)
        : tr("Distance from the target's distribution (total variation, 0 to 1): %1 on average over %2 tokens, %3 at "
             "the position shown.")
              .arg(mean, tokens, here);
}

void FaultBar::mend()
{
    RunSetup setup = m_navigation.run().setup();
    setup.settings.fault.clear();
    m_navigation.starter().restartWith(setup);
}

} // namespace draftscope
