// SPDX-License-Identifier: GPL-3.0-or-later
// What a person changes: where a change counts, and the fork that it takes.
#include <algorithm>

#include "gui/navigation.h"
#include "gui/walk.h"

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

bool Navigation::isLastRound(int branch, int round) const
{
    const RoundRecord& record = m_recording.round(branch, round);
    const int length = record.prefixLength + int(record.committed.size());
    return record.isFinished()
        && (record.endOfText || generatedAfter(record) >= m_running.settings.maxTokens
            || length >= m_recording.header().target.context);
}

int Navigation::generatedAfter(const RoundRecord& round) const
{
    return round.prefixLength + int(round.committed.size()) - int(m_recording.header().promptTokens.size());
}

std::optional<int> Navigation::nextRoundToBegin() const
{
    const int next = firstToBegin(position());
    const bool isOver =
        next > 0 && next - 1 < m_recording.roundCount(position().branch) && isLastRound(position().branch, next - 1);
    return m_hasRecording && !isOver ? std::optional(next) : std::nullopt;
}

bool Navigation::setupDiffers() const
{
    if (!m_hasRecording)
        return false;
    const SessionSettings& wanted = m_setup.settings;
    const RoundSettings now = inForce();
    RunSetup elsewhere = m_running;
    elsewhere.settings.sampler = wanted.sampler;
    elsewhere.settings.draftLength = wanted.draftLength;
    const bool drafts = now.draftLength > 0; // else nobody asks for K
    return elsewhere != m_setup || now.sampler != wanted.sampler || (drafts && now.draftLength != wanted.draftLength);
}

// --- changes

bool Navigation::mayChange()
{
    if (m_loader.isLoading()) {
        emit failed(tr("Nothing was changed, because another run was being loaded: choose again when it is there."));
        return false;
    }
    if (canCompute())
        return true;
    const QString why = whyNothingIsComputed();
    emit failed(!why.isEmpty() ? why
                               : tr("A trace cannot be changed, because its models are not loaded: restart with "
                                    "models to try a change."));
    return false;
}

void Navigation::change(const std::vector<WhatIf>& changes, std::optional<Position> from)
{
    carryOut({changes, from.value_or(position())});
}

void Navigation::changeFromStartOfRound(const std::vector<WhatIf>& changes)
{
    carryOut({changes, {position().branch, position().round, 0}, true});
}

void Navigation::carryOut(const WantedChange& wanted)
{
    const std::vector<WhatIf>& changes = wanted.changes;
    if (!m_hasRecording || changes.empty() || !mayChange())
        return;
    halt();
    if (m_commandsOut > 0) {
        m_pendingChanges.add(wanted);
        return;
    }
    if (wanted.from != position())
        m_playhead.show(wanted.from);
    if (const int begun = firstToBegin(position()) - 1;
        areAboutRounds(changes) && !nextRoundToBegin()) { // whose settings would they be?
        say(tr("The text ends in round %1, so no round after it can have %2: redo this round with it, or go back to "
               "an earlier one.")
                .arg(begun + 1)
                .arg(describe(changes, m_recording)));
        return;
    }
    m_measuring.end(tr("Measuring was cancelled, because something was changed: measure again."));
    m_hasWhatIfs = true;
    ++m_changesMade;
    m_toCome.forgetWithoutEffect(position().branch);
    Position at = position();
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::token)
            m_recording.learn(change.token, [&](TokenId token) { return m_tokenizer->bytes(token); });
        at.moment = std::min(at.moment, placeOf(change, m_recording, position()).moment);
    }
    if (at == m_playhead.end())
        changeHere(at, changes);
    else
        changeInFork(at, changes);
    m_playhead.setFollowing(true);
    if (wanted.showsRound)
        ask([job = m_command](SessionWorker& worker) { worker.advance(job, {Stride::Kind::moment, {}}); });
    m_sentence.follow();
    m_playhead.showAgain(); // what is in force from here on
}

/// Nothing that is recorded changes.
void Navigation::changeHere(Position at, const std::vector<WhatIf>& changes)
{
    const RoundSettings now = changedBy(changes, m_toCome.inForce(at));
    if (m_sessionBranch != at.branch)
        bringSessionTo(at, at.branch);
    m_toCome.await(at, changes);
    m_toCome.setForNextRound(at, begunWith(m_recording, at), now);
    for (const WhatIf& change : changes)
        post(change);
    say(areAboutRounds(changes)
            ? tr("From round %1 on: %2.").arg(QString::number(firstToBegin(at) + 1), describe(changes, m_recording))
            : tr("In round %1: %2.")
                  .arg(QString::number(roundAbout(m_recording, at) + 1), describeAt(at, changes, m_recording)));
}

void Navigation::changeInFork(Position at, const std::vector<WhatIf>& changes)
{
    const QString words = describeAt(at, changes, m_recording);
    const RoundSettings before = m_toCome.inForce(at);
    // The session comes to `at` with these: at the beginning of a recorded round it opens that round as it was.
    const RoundSettings resumed = at.moment == 0 ? before : begunWith(m_recording, at);
    std::vector<WhatIf> posted = changes;
    for (const WhatIf& kept : differences(resumed, before))
        if (std::none_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return c.kind == kept.kind; }))
            posted.push_back(kept);
    ChangesToCome::Later made = m_toCome.madeAfter(at);
    std::erase_if(made.inRound, [&](const WhatIf& earlier) {
        return std::any_of(changes.begin(), changes.end(), [&](const WhatIf& c) { return replaces(c, earlier); });
    });
    std::vector<WhatIf> kept = made.inRound;
    kept.insert(kept.end(), posted.begin() + std::ptrdiff_t(changes.size()), posted.end());
    const QString keptWords = describeAt(at, kept, m_recording);

    const int branch = m_recording.fork(at, describe(changes, m_recording).toStdString());
    const Position begin = m_recording.end(branch);
    m_toCome.await(begin, made.inRound);
    bringSessionTo(at, branch); // by way of the parent, which knows the settings of the round that is opened again
    m_playhead.show(begin);
    m_toCome.await(begin, changes);
    m_toCome.setForNextRound(begin, begunWith(m_recording, begin), changedBy(changes, before));
    for (const WhatIf& change : posted)
        post(change);

    QString sentence = tr("Branch %1 begins here: %2. Branch %3 stays.")
                           .arg(QString::number(branch), words, QString::number(at.branch));
    if (!kept.empty())
        sentence += QLatin1Char(' ') + tr("Kept from it: %1.").arg(keptWords);
    if (!made.later.isEmpty())
        sentence += QLatin1Char(' ') + tr("Not kept, as the text is another one by then: %1.").arg(joined(made.later));
    say(sentence);
}

} // namespace draftscope
