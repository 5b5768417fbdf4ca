// SPDX-License-Identifier: GPL-3.0-or-later
// What a person changes: when it is carried out, and what is said about it.
#include <algorithm>

#include "gui/navigation/navigation.h"

namespace draftscope {

namespace {

bool areAboutRounds(const std::vector<WhatIf>& changes)
{
    return std::all_of(changes.begin(), changes.end(), [](const WhatIf& change) { return change.node < 0; });
}

constexpr qsizetype mostNamed = 4;

QString joined(QStringList words)
{
    if (const auto others = words.size() - mostNamed; others > 0) {
        words.resize(mostNamed);
        words << QObject::tr("%1 more").arg(others);
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

// --- what is in force

std::optional<int> Navigation::nextRoundToBegin() const
{
    const int next = firstToBegin(position());
    const bool isOver = next > 0 && next - 1 < recording().roundCount(position().branch)
        && m_run.isLastRound(position().branch, next - 1);
    return hasRecording() && !isOver ? std::optional(next) : std::nullopt;
}

bool Navigation::setupIsOther() const
{
    if (!hasRecording())
        return false;
    const SessionSettings& wanted = m_setup.settings;
    const RoundSettings now = inForce();
    RunSetup elsewhere = m_run.setup();
    elsewhere.settings.sampler = wanted.sampler;
    elsewhere.settings.draftLength = wanted.draftLength;
    const bool drafts = now.draftLength > 0; // else K is not asked for
    return elsewhere != m_setup || now.sampler != wanted.sampler || (drafts && now.draftLength != wanted.draftLength);
}

// --- changes

bool Navigation::mayChange()
{
    if (m_loader.isLoading()) {
        emit failed(tr("Nothing was changed, because another run was being loaded: choose again when it is there."));
        return false;
    }
    const QString why = whyNotChanged();
    if (!why.isEmpty())
        emit failed(why);
    return why.isEmpty();
}

QString Navigation::whyNotChanged() const
{
    if (isBatch())
        return whyNotInBatch();
    if (canCompute())
        return {};
    const QString why = m_run.whyNothingIsComputed();
    return !why.isEmpty() ? why
                          : tr("A trace cannot be changed, because its models are not loaded: restart with models to "
                               "try a change.");
}

void Navigation::change(const std::vector<WhatIf>& changes, std::optional<Position> from)
{
    const Position about = from.value_or(position());
    carryOut({changes, about, false, about});
}

void Navigation::changeFromStartOfRound(const std::vector<WhatIf>& changes)
{
    const Position at = position();
    carryOut({changes, {at.branch, at.round, 0}, true, at});
}

void Navigation::carryOut(const WantedChange& wanted)
{
    const std::vector<WhatIf>& changes = wanted.changes;
    if (!hasRecording() || changes.empty() || !mayChange())
        return;
    halt();
    if (m_run.isComputing()) {
        m_whatIfQueue.add(wanted);
        return;
    }
    if (wanted.from != position())
        m_playhead.show(wanted.from); // no batch, so it is shared
    if (const int begun = firstToBegin(position()) - 1;
        areAboutRounds(changes) && !nextRoundToBegin()) { // whose settings would they be?
        say(tr("The text ends in round %1, so no round after it can have %2: redo this round with it, or go back to "
               "an earlier one.")
                .arg(begun + 1)
                .arg(describe(changes, recording())));
        return;
    }
    m_measuring.end(tr("Measuring was cancelled, because something was changed: measure again."));
    const ChangeMade made = m_run.change(position(), changes);
    if (made.fork) {
        m_playhead.show(*made.fork);
        emit forked(wanted.shown, *made.fork, describeAt(made.at, changes, recording()));
    }
    say(sentenceOf(made, changes));
    m_playhead.setFollowing(true);
    if (wanted.showsRound)
        m_run.advance(position(), {Stride::Kind::moment, {}});
    m_status.follow();
    m_playhead.showAgain(); // what is in force from here on
}

QString Navigation::sentenceOf(const ChangeMade& made, const std::vector<WhatIf>& changes) const
{
    const Position at = made.at;
    if (!made.fork)
        return areAboutRounds(changes)
            ? tr("From round %1 on: %2.").arg(QString::number(firstToBegin(at) + 1), describe(changes, recording()))
            : tr("In round %1: %2.")
                  .arg(QString::number(roundAbout(recording(), at) + 1), describeAt(at, changes, recording()));
    QStringList sentences{
        tr("Branch %1 begins here: %2. Branch %3 stays.")
            .arg(QString::number(made.fork->branch), describeAt(at, changes, recording()), QString::number(at.branch))};
    if (!made.kept.empty())
        sentences << tr("Kept from it: %1.").arg(describeAt(at, made.kept, recording()));
    if (!made.notKept.isEmpty())
        sentences << tr("Not kept, as the text is another one by then: %1.").arg(joined(made.notKept));
    return sentences.join(QLatin1Char(' '));
}

} // namespace draftscope
