// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/what_ifs.h"

#include <algorithm>
#include <utility>

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

WhatIfs::WhatIfs(Decode& decode, StatusLine& status, std::function<void()> halt, QObject* parent)
    : QObject(parent), m_decode(decode), m_status(status), m_halt(std::move(halt))
{
}

// --- what is in force

RoundSettings WhatIfs::inForce() const
{
    return m_computation.toCome().inForce(position());
}

std::vector<WhatIf> WhatIfs::awaitedFor(int node) const
{
    return m_computation.toCome().awaitedFor(node, position());
}

std::optional<int> WhatIfs::nextRoundToBegin() const
{
    const int next = firstToBegin(position());
    const bool isOver = next > 0 && next - 1 < recording().roundCount(position().branch)
        && m_run.isLastRound(position().branch, next - 1);
    return m_run.isThere() && !isOver ? std::optional(next) : std::nullopt;
}

// --- changes

bool WhatIfs::mayChange()
{
    if (m_decode.loader().isLoading()) {
        emit failed(tr("Nothing was changed, because another run was being loaded: choose again when it is there."));
        return false;
    }
    const QString why = whyNot();
    if (!why.isEmpty())
        emit failed(why);
    return why.isEmpty();
}

QString WhatIfs::whyNotInBatch() const
{
    return m_run.isBatch() ? tr("A batch goes on with all its sequences or not at all: it has no what-ifs, which a run "
                                "of one sequence has.")
                           : QString();
}

QString WhatIfs::whyNot() const
{
    if (m_run.isBatch())
        return whyNotInBatch();
    if (m_computation.canCompute())
        return {};
    const QString why = m_computation.whyNothingIsComputed();
    return !why.isEmpty() ? why
                          : tr("A trace cannot be changed, because its models are not loaded: restart with models to "
                               "try a change.");
}

void WhatIfs::change(const std::vector<WhatIf>& changes, std::optional<Position> from)
{
    const Position about = from.value_or(position());
    carryOut({changes, about, false, about});
}

void WhatIfs::changeFromStartOfRound(const std::vector<WhatIf>& changes)
{
    const Position at = position();
    carryOut({changes, {at.branch, at.round, 0}, true, at});
}

void WhatIfs::carryOut(const WantedChange& wanted)
{
    const std::vector<WhatIf>& changes = wanted.changes;
    if (!m_run.isThere() || changes.empty() || !mayChange())
        return;
    m_halt();
    if (m_computation.isComputing()) {
        m_waiting.add(wanted);
        return;
    }
    if (wanted.from != position())
        m_playhead.show(wanted.from); // no batch, so it is shared
    if (const int begun = firstToBegin(position()) - 1;
        areAboutRounds(changes) && !nextRoundToBegin()) { // whose settings would they be?
        m_status.say(
            tr("The text ends in round %1, so no round after it can have %2: redo this round with it, or go back to "
               "an earlier one.")
                .arg(begun + 1)
                .arg(describe(changes, recording())));
        return;
    }
    emit changing();
    const ChangeMade made = m_run.changes().make(position(), changes);
    if (made.fork) {
        m_playhead.show(*made.fork);
        emit forked(wanted.shown, *made.fork, describeAt(made.at, changes, recording()));
    }
    m_status.say(sentenceOf(made, changes));
    m_playhead.setFollowing(true);
    if (wanted.showsRound)
        m_computation.advance(position(), {Stride::Kind::moment, {}});
    m_status.follow();
    m_playhead.showAgain(); // what is in force from here on
}

void WhatIfs::makeWaiting()
{
    while (!m_waiting.isEmpty() && !m_computation.isComputing())
        carryOut(m_waiting.takeFirst());
}

QString WhatIfs::sentenceOf(const ChangeMade& made, const std::vector<WhatIf>& changes) const
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
