// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/animation_dialog.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "gui/controls/fitting_box.h"
#include "gui/controls/number_field.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"

namespace draftscope {

namespace {

enum Range { thisRound, someRounds, wholeRun };

constexpr QSize animationSizes[] = {{640, 480}, {960, 600}, {1280, 800}, {1920, 1200}};

} // namespace

AnimationDialog::AnimationDialog(Navigation& navigation, QWidget* parent)
    : MakingDialog(tr("Animation"), tr("Save…"), parent), m_navigation(navigation), m_range(new FittingBox),
      m_pictures(new FittingBox), m_size(new FittingBox), m_from(new NumberField(1, 99'999, 1, 0)),
      m_to(new NumberField(1, 99'999, 1, 0)),
      m_speed(new NumberField(AnimationSettings::slowest, AnimationSettings::fastest, 0.5, 1))
{
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    m_range->addItems({tr("The round shown"), tr("Some rounds"), tr("The whole run")});
    m_pictures->addItems({tr("One for each moment"), tr("One for each round")});
    for (const QSize size : animationSizes)
        m_size->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
    m_size->setCurrentIndex(1);
    m_speed->setValue(AnimationSettings().momentsPerSecond);
    m_from->setValue(shownRound() + 1);
    m_to->setValue(shownRound() + 1);
    auto* rounds = new QHBoxLayout;
    rounds->addWidget(m_range);
    rounds->addWidget(m_from);
    rounds->addWidget(new QLabel(QStringLiteral("–")));
    rounds->addWidget(m_to);
    form->addRow(tr("What"), rounds);
    form->addRow(tr("Pictures"), m_pictures);
    form->addRow(tr("Size"), m_size);
    form->addRow(tr("Pictures a second"), m_speed);
    for (QWidget* field : {static_cast<QWidget*>(m_from), static_cast<QWidget*>(m_to)})
        field->setAccessibleName(field == m_from ? tr("First round") : tr("Last round"));
    m_range->setAccessibleName(tr("What"));
    addFoot(*layout);
    connect(m_save, &QPushButton::clicked, this, &AnimationDialog::fileWanted);
    for (QComboBox* box : {m_range, m_pictures, m_size})
        connect(box, &QComboBox::currentIndexChanged, this, &AnimationDialog::refresh);
    for (NumberField* field : {m_from, m_to, m_speed})
        connect(field, &NumberField::valueChanged, this, &AnimationDialog::refresh);
    refresh();
}

/// That of the run's current sequence.
int AnimationDialog::shownRound() const
{
    const Position at = m_navigation.playhead().position();
    return std::max(0, std::min(at.round, m_navigation.recording().roundCount(at.branch) - 1));
}

AnimationSettings AnimationDialog::settings() const
{
    AnimationSettings settings;
    settings.branch = m_navigation.playhead().position().branch;
    const int rounds = m_navigation.recording().roundCount(settings.branch);
    const bool isOne = m_range->currentIndex() == thisRound, isSome = m_range->currentIndex() == someRounds;
    settings.firstRound = isOne ? shownRound() : isSome ? int(m_from->value()) - 1 : 0;
    settings.lastRound = isOne ? shownRound() : isSome ? int(m_to->value()) - 1 : rounds - 1;
    settings.pictures = AnimationSettings::Pictures(m_pictures->currentIndex());
    settings.size = m_size->currentData().toSize();
    settings.momentsPerSecond = m_speed->value();
    return settings;
}

/// Says what will come of it, or why it cannot be.
void AnimationDialog::refresh()
{
    m_progress->setVisible(isMaking());
    for (QWidget* field : {static_cast<QWidget*>(m_range), static_cast<QWidget*>(m_pictures),
                           static_cast<QWidget*>(m_size), static_cast<QWidget*>(m_speed)})
        field->setEnabled(!isMaking());
    for (NumberField* field : {m_from, m_to})
        field->setEnabled(!isMaking() && m_range->currentIndex() == someRounds);
    const AnimationSettings chosen = settings();
    const int rounds = m_navigation.recording().roundCount(chosen.branch);
    QString problem;
    if (rounds == 0)
        problem = tr("There is no round yet: decode one first.");
    else if (chosen.firstRound < 0 || chosen.firstRound > chosen.lastRound || chosen.lastRound >= rounds)
        problem = tr("There are no such rounds: give two from 1 to %1, the first one first.").arg(rounds);
    else if (!(chosen.momentsPerSecond >= AnimationSettings::slowest
               && chosen.momentsPerSecond <= AnimationSettings::fastest))
        problem = tr("So many pictures a second cannot be: give a number from 0.1 to 20.");
    m_save->setEnabled(problem.isEmpty() && !isMaking());
    if (!problem.isEmpty()) {
        m_says->setText(problem);
        return;
    }
    const auto pictures = momentsOf(m_navigation.recording(), chosen).size();
    m_says->setText(
        tr("%1 pictures, %2 seconds: an animated WebP, which browsers and slides show.")
            .arg(grouped(qint64(pictures)), grouped(qint64(std::ceil(double(pictures) / chosen.momentsPerSecond)))));
}

void AnimationDialog::make(const std::filesystem::path& path)
{
    NumberField::takeWhatIsTyped();
    if (isMaking() || !m_save->isEnabled())
        return;
    auto* job = new AnimationJob(m_navigation.recording(), settings(), path, this);
    connect(job, &AnimationJob::progressed, this, [this](int pictures, int all) {
        m_progress->setMaximum(all);
        m_progress->setValue(pictures);
    });
    follow(*job);
}

} // namespace draftscope
