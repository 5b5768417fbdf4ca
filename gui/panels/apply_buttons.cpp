// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/apply_buttons.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "gui/number_field.h"

namespace draftscope {

ApplyButtons::ApplyButtons(Navigation& navigation, QWidget* parent)
    : QWidget(parent), m_navigation(navigation), m_restart(new QPushButton), m_next(new QPushButton),
      m_again(new QPushButton)
{
    m_restart->setObjectName(QStringLiteral("primary"));
    m_next->setObjectName(QStringLiteral("apply"));
    m_next->setToolTip(tr("Sampler and K count from the next round that begins; what was decoded before stays"));
    m_again->setObjectName(QStringLiteral("applyToRound"));
    m_again->setToolTip(tr("The round shown is drafted again with this sampler and K, as another branch"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (QPushButton* button : {m_restart, m_next, m_again}) {
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
    }
    connect(m_restart, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        m_navigation.restart();
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        m_navigation.change(changesFrom(m_navigation.inForce()));
        refresh();
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        NumberField::takeWhatIsTyped();
        if (const Position at = m_navigation.position(); m_navigation.round())
            m_navigation.changeFromStartOfRound(changesFrom(askedOf(m_navigation.recording(), at.branch, at.round)));
        refresh();
    });
    connect(&navigation, &Navigation::activityChanged, this, &ApplyButtons::refresh);
}

void ApplyButtons::refresh()
{
    const bool canApply =
        m_navigation.canCompute() && !m_navigation.isBatch() && check(m_navigation.setup().settings).has_value();
    const auto next = m_navigation.nextRoundToBegin();
    const auto& round = m_navigation.round();
    if (next)
        m_next->setText(tr("Apply from round %1 on").arg(*next + 1));
    if (round)
        m_again->setText(tr("Redo round %1 with these").arg(round->round + 1));
    const bool appliesToNext = canApply && next && !changesFrom(m_navigation.inForce()).empty();
    const Position at = m_navigation.position();
    const bool appliesAgain =
        canApply && round && !changesFrom(askedOf(m_navigation.recording(), at.branch, at.round)).empty();
    const bool hasRun = m_navigation.hasRecording();
    const bool isFirstLoading = !hasRun && m_navigation.activity() == Navigation::Activity::loading;
    const bool starts = !isFirstLoading && (!hasRun || m_navigation.setupDiffers());
    m_restart->setText(hasRun ? tr("Restart with these") : tr("Start with these"));
    m_restart->setVisible(starts);
    m_next->setVisible(appliesToNext);
    m_again->setVisible(appliesAgain);
    setVisible(starts || appliesToNext || appliesAgain);
}

std::vector<WhatIf> ApplyButtons::changesFrom(const RoundSettings& now) const
{
    const SessionSettings& settings = m_navigation.setup().settings;
    std::vector<WhatIf> changes;
    if (now.sampler != settings.sampler)
        changes.push_back({.kind = OverrideRecord::Kind::sampler, .sampler = settings.sampler});
    if (now.draftLength > 0 && now.draftLength != settings.draftLength) // 0: the run drafts nothing
        changes.push_back({.kind = OverrideRecord::Kind::draftLength, .draftLength = settings.draftLength});
    return changes;
}

} // namespace draftscope
