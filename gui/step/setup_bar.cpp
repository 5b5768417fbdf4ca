// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/setup_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStringList>
#include <QStyle>
#include <QTextDocument>

#include "gui/controls/number_field.h"

namespace draftscope {

SetupBar::SetupBar(Navigation& navigation, QWidget* parent)
    : QWidget(parent), m_navigation(navigation), m_differs(new QPushButton), m_restart(new QPushButton),
      m_next(new QPushButton), m_again(new QPushButton)
{
    setObjectName(QStringLiteral("setupBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_differs->setObjectName(QStringLiteral("setupDiffers"));
    m_differs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_restart->setObjectName(QStringLiteral("restartWithSetup"));
    m_next->setObjectName(QStringLiteral("apply"));
    m_again->setObjectName(QStringLiteral("applyToRound"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 3, 10, 3);
    layout->setSpacing(6);
    layout->addWidget(m_differs, 1);
    for (QPushButton* button : {m_restart, m_next, m_again})
        layout->addWidget(button);
    for (QPushButton* button : {m_differs, m_restart, m_next, m_again})
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    connect(m_differs, &QPushButton::clicked, this, [this] {
        if (!m_differences.empty())
            emit fieldWanted(m_differences.front().field);
    });
    connect(m_restart, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        m_navigation.starter().restart();
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        m_navigation.whatIfs().change(changesFrom(m_navigation.whatIfs().inForce()));
        refresh();
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        if (const Position at = m_navigation.playhead().position(); m_navigation.playhead().round())
            m_navigation.whatIfs().changeFromStartOfRound(
                changesFrom(askedOf(m_navigation.recording(), at.branch, at.round)));
        refresh();
    });
    connect(&navigation, &Navigation::shown, this, &SetupBar::refresh);
    connect(&navigation.starter(), &RunStarter::setupChanged, this, &SetupBar::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &SetupBar::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, &SetupBar::refresh);
    refresh();
}

void SetupBar::setInSight(bool on)
{
    m_isInSight = on;
    refreshVisible();
}

void SetupBar::setLow(bool on)
{
    m_isLow = on;
    const int above = on ? 0 : 3;
    layout()->setContentsMargins(10, above, 10, above);
    for (QPushButton* button : {m_differs, m_restart, m_next, m_again}) {
        button->setProperty("isLow", on);
        button->style()->polish(button);
    }
    refresh();
}

void SetupBar::setForRoom(bool on)
{
    m_isForRoom = on;
    refreshVisible();
}

void SetupBar::refreshVisible()
{
    const bool isIdle = m_navigation.run().isThere() && !m_navigation.starter().setupIsOther();
    setVisible(m_isInSight && !((m_isForRoom || m_isLow) && isIdle));
}

void SetupBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
    else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitSentence();
}

void SetupBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const bool isNarrow = width() < narrowBelow(); isNarrow != m_isNarrow) {
        m_isNarrow = isNarrow;
        refreshButtons();
    }
    fitSentence();
}

int SetupBar::narrowBelow() const
{
    constexpr int fewLetters = 95;
    return fewLetters * fontMetrics().averageCharWidth();
}

/// The long words of a wide bar do not hold the window wide, because shorter ones take their place.
QSize SetupBar::minimumSizeHint() const
{
    const QSize words = QWidget::minimumSizeHint();
    return m_isNarrow || words.width() > narrowBelow() ? words : QSize(0, words.height());
}

void SetupBar::refresh()
{
    refreshButtons();
    refreshSentence();
    refreshVisible();
}

void SetupBar::refreshButtons()
{
    const auto setText = [](QPushButton* button, const QString& text) { // a button is laid out again for every text
        if (button->text() != text)
            button->setText(text);
    };
    const bool isLoading = m_navigation.player().activity() == Player::Activity::loading;
    const bool canApply = m_navigation.run().computation().canCompute() && !m_navigation.run().isBatch() && !isLoading
        && check(m_navigation.starter().setup().settings).has_value();
    const auto next = m_navigation.whatIfs().nextRoundToBegin();
    const auto& round = m_navigation.playhead().round();
    const Position at = m_navigation.playhead().position();
    const bool hasRun = m_navigation.run().isThere();
    setText(m_restart, hasRun ? tr("Restart with these") : tr("Start with these"));
    m_restart->setEnabled(!isLoading && (!hasRun || m_navigation.starter().setupIsOther()));
    m_next->setEnabled(canApply && next && !changesFrom(m_navigation.whatIfs().inForce()).empty());
    m_again->setEnabled(canApply && round
                        && !changesFrom(askedOf(m_navigation.recording(), at.branch, at.round)).empty());
    // Numbers only where they can be pressed: while the run goes on, the window is not laid out again for each round.
    if (m_isNarrow) {
        setText(m_restart, hasRun ? tr("Restart") : tr("Start"));
        setText(m_next, m_next->isEnabled() ? tr("From round %1 on").arg(*next + 1) : tr("Apply"));
        setText(m_again, m_again->isEnabled() ? tr("Redo round %1").arg(round->round + 1) : tr("Redo"));
    } else {
        setText(m_next,
                m_next->isEnabled() ? tr("Apply from round %1 on").arg(*next + 1) : tr("Apply from the next round on"));
        setText(m_again,
                m_again->isEnabled() ? tr("Redo round %1 with these").arg(round->round + 1) : tr("Redo this round"));
    }
    const QString whyNot = m_navigation.run().isThere() ? m_navigation.whatIfs().whyNot() : QString();
    m_restart->setToolTip(tr("Decodes from the prompt with what Setup says (Ctrl+R)"));
    m_next->setToolTip(!whyNot.isEmpty()
                           ? whyNot
                           : tr("Sampler and K count from the next round that begins; what was decoded before stays"));
    m_again->setToolTip(
        !whyNot.isEmpty() ? whyNot : tr("The round shown is drafted again with this sampler and K, as another branch"));
}

void SetupBar::refreshSentence()
{
    m_differences.clear();
    const bool isOther = m_navigation.run().isThere() && m_navigation.starter().setupIsOther();
    if (isOther) {
        RunSetup shown = m_navigation.run().setup();
        const RoundSettings now = m_navigation.whatIfs().inForce();
        shown.settings.sampler = now.sampler;
        if (now.draftLength > 0) // else the run drafts nothing
            shown.settings.draftLength = now.draftLength;
        m_differences = setupDifferences(shown, m_navigation.starter().setup());
    }
    QStringList words;
    for (const SetupDifference& each : m_differences)
        words << each.words();
    const QString all = words.join(QStringLiteral(", "));
    const bool begins = m_navigation.starter().playTakesSetup();
    m_sentence = m_navigation.player().activity() == Player::Activity::loading ? QString()
        : !m_navigation.run().isThere()                                        ? tr("Play begins with what Setup shows")
        : !isOther && begins                                                   ? tr("Play begins with what Setup shows")
        : !isOther                                                             ? tr("Setup matches what is shown")
        : all.isEmpty()                                                        ? tr("Setup differs from what is shown")
        : begins                                        ? tr("Play begins with what Setup shows: %1").arg(all)
        : m_navigation.run().computation().canCompute() ? tr("Setup differs from the run: %1").arg(all)
                                                        : tr("Setup differs from the trace: %1").arg(all);
    m_differs->setEnabled(!m_differences.empty());
    m_differs->setAccessibleName(m_sentence);
    const QString means = m_differences.empty() ? QString()
        : begins                                ? tr("Press to go to the first of these fields.")
        : m_navigation.run().computation().canCompute()
        ? tr("Play goes on with the settings of this run. Press to go to the first of these "
             "fields.")
        : tr("Play shows this trace. Press to go to the first of these fields.");
    m_differs->setToolTip(means.isEmpty() ? QString()
                                          : Qt::convertFromPlainText(m_sentence + QLatin1Char('\n') + means));
    fitSentence();
}

/// It takes what room there is, and a shortened one is whole in the tool tip.
void SetupBar::fitSentence()
{
    constexpr int padding = 24;
    const QString text = m_differs->fontMetrics().elidedText(m_sentence, Qt::ElideRight, m_differs->width() - padding);
    if (text != m_differs->text())
        m_differs->setText(text);
}

std::vector<WhatIf> SetupBar::changesFrom(const RoundSettings& now) const
{
    const SessionSettings& settings = m_navigation.starter().setup().settings;
    std::vector<WhatIf> changes;
    if (now.sampler != settings.sampler)
        changes.push_back({.kind = OverrideRecord::Kind::sampler, .sampler = settings.sampler});
    if (now.draftLength > 0 && now.draftLength != settings.draftLength) // 0: the run drafts nothing
        changes.push_back({.kind = OverrideRecord::Kind::draftLength, .draftLength = settings.draftLength});
    return changes;
}

} // namespace draftscope
