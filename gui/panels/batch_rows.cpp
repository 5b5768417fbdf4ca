// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/batch_rows.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct BatchRowsWords {
    Q_DECLARE_TR_FUNCTIONS(BatchRowsWords)
};

constexpr int longestBeginning = 40; ///< letters of a prompt
constexpr int tokensOfNote = 12;

QString reasonOf(EndReason reason)
{
    switch (reason) {
    case EndReason::endOfText:
        return BatchRowsWords::tr("ended: the text is at its end");
    case EndReason::tokenLimit:
        return BatchRowsWords::tr("ended: all tokens asked for are there");
    case EndReason::contextFull:
        return BatchRowsWords::tr("ended: the context is full");
    case EndReason::none:
        break;
    }
    return {};
}

QString beginningOf(const TraceHeader& header)
{
    QString words = qtText(header.prompt).simplified();
    if (words.size() > longestBeginning)
        words = words.left(longestBeginning - 1) + QChar(0x2026);
    return words;
}

/// The end of the text, as it stands at that moment.
QString endOfText(const Recording& recording, Position own)
{
    std::vector<CommittedToken> text = recording.tokensBefore(0, own.round);
    if (own.round < recording.roundCount(0)) {
        const RoundRecord round = atMoment(recording.round(0, own.round), own.moment);
        text.insert(text.end(), round.committed.begin(), round.committed.end());
    }
    std::string bytes;
    const std::size_t first = text.size() > tokensOfNote ? text.size() - tokensOfNote : 0;
    for (std::size_t i = first; i < text.size(); ++i)
        bytes += recording.tokenBytes(text[i].token);
    return (first > 0 ? QString(QChar(0x2026)) : QString()) + qtText(bytes).simplified();
}

/// It has done all that it does by then.
bool hasEnded(const Navigation& navigation, int sequence)
{
    const Recordings& all = navigation.run().recordings();
    const int first = all.firstRound(sequence), behind = first + all.of(sequence).roundCount(0);
    const int finished =
        navigation.playhead().shared().round + (navigation.playhead().ways().hasFinishedRound() ? 1 : 0);
    return navigation.run().computation().endOf(sequence) != EndReason::none && first >= 0 && finished >= behind;
}

} // namespace

std::vector<BatchRow> BatchRows::of(const Navigation& navigation)
{
    const Recordings& all = navigation.run().recordings();
    const Position shared = navigation.playhead().shared();
    const bool isInStep = navigation.run().setup().batch.isSynchronised;
    m_histories.resize(std::size_t(all.count()));
    std::vector<BatchRow> rows;
    for (int sequence = 0; sequence < all.count(); ++sequence) {
        const Recording& recording = all.of(sequence);
        BatchRow& row = rows.emplace_back();
        row.recording = &recording;
        row.name = QStringLiteral("%1 · %2").arg(sequence + 1).arg(beginningOf(recording.header()));
        const int first = all.firstRound(sequence);
        const Position own = all.ownOf(sequence, shared);
        if (hasEnded(navigation, sequence)) {
            row.isApart = shared.round >= first + recording.roundCount(0); // its last round is still shown as such
            row.note = reasonOf(navigation.run().computation().endOf(sequence));
        } else if (first < 0 ? sequence >= navigation.run().setup().batch.sequences : shared.round < first) {
            row.isApart = true;
            row.note = BatchRowsWords::tr("waits for a place");
        } else {
            row.note = endOfText(recording, own);
        }
        if (row.isApart || own.moment == 0)
            continue;
        const RoundRecord& whole = recording.round(0, own.round);
        row.round = BatchRowRound{atMoment(whole, own.moment), whole, {}};
        if (isInStep)
            row.round->cache = columnsInSight(m_histories[std::size_t(sequence)].at(recording, own).target, whole);
    }
    return rows;
}

std::optional<double> BatchFigures::blockEfficiency() const
{
    return blocks > 0 ? std::optional(double(tokens) / blocks) : std::nullopt;
}

std::optional<double> BatchFigures::tokensPerRound() const
{
    return rounds > 0 ? std::optional(double(tokens) / rounds) : std::nullopt;
}

BatchFigures figuresOf(const Navigation& navigation)
{
    const Recordings& all = navigation.run().recordings();
    const Position shared = navigation.playhead().shared();
    BatchFigures figures;
    figures.rounds = shared.round + (navigation.playhead().ways().hasFinishedRound() ? 1 : 0);
    for (int sequence = 0; sequence < all.count(); ++sequence) {
        const int first = all.firstRound(sequence);
        if (first < 0 || first > shared.round)
            continue;
        ++figures.sequences;
        figures.ended += hasEnded(navigation, sequence) ? 1 : 0;
        const Recording& recording = all.of(sequence);
        const int finished = std::min(figures.rounds - first, recording.roundCount(0));
        figures.blocks += std::max(0, finished);
        if (finished > 0) {
            const RoundRecord& last = recording.round(0, finished - 1);
            figures.tokens +=
                last.prefixLength + int(last.committed.size()) - int(recording.header().promptTokens.size());
        }
    }
    return figures;
}

} // namespace draftscope
