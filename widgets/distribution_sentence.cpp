// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution_sentence.h"

#include <algorithm>

#include <QCoreApplication>

#include "engine/record/end_of_text.h"
#include "widgets/round_words.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

QString tr(const char* words)
{
    return QCoreApplication::translate("DistributionSentence", words);
}

class Sentence {
public:
    Sentence(const RoundRecord& round, int context, const Recording& recording)
        : m_round(round), m_context(context), m_recording(recording), m_here(round.contexts[std::size_t(context)])
    {
    }
    [[nodiscard]] QString words() const;

private:
    [[nodiscard]] QString verdictSentence(const NodeRecord& node) const;
    [[nodiscard]] QString drawSentence() const;
    [[nodiscard]] QString nodeSentence(const NodeRecord& node) const;

    const RoundRecord& m_round;
    int m_context;
    const Recording& m_recording;
    const DistributionRecord& m_here;
};

QString Sentence::words() const
{
    const NodeRecord* node = nodeAfter(m_round, m_context);
    const bool drawnHere = m_round.draw && m_round.draw->context == m_context;
    if (node && node->verdict != Verdict::notJudged)
        return verdictSentence(*node);
    if (drawnHere)
        return drawSentence();
    if (node)
        return nodeSentence(*node);
    if (endingNode(m_round, m_recording.header()) >= 0)
        return tr("The text has ended, so no token is drawn here.");
    if (!m_here.hasP)
        return {};
    if (m_round.draw)
        return tr("Nothing is drawn here, because a draft before it was rejected.");
    return isPlain(m_round.moments)
        ? tr("The target's distribution after the text: the next token is drawn from it.")
        : tr("The target's distribution after the last draft: the bonus token would be drawn from it.");
}

/// Of a draft that has been judged, and of the token in its place.
QString Sentence::verdictSentence(const NodeRecord& node) const
{
    const bool isAccepted = node.verdict == Verdict::accepted;
    const QString token = quoted(m_recording, node.token);
    const QString subject = node.forcedToken ? tr("%1, chosen by you,").arg(token) : token;
    const bool drawnHere = m_round.draw && m_round.draw->context == m_context;
    const QString drawn = drawnHere ? quoted(m_recording, m_round.draw->token) : QString();
    QStringList sentences;
    if (isGreedy(m_round)) {
        const auto likeliest =
            std::max_element(m_here.top.begin(), m_here.top.end(),
                             [](const DistributionEntry& x, const DistributionEntry& y) { return x.p < y.p; });
        if (node.forcedVerdict)
            sentences << tr("%1 is %2 because you forced it, whatever the target's likeliest token is.")
                             .arg(subject, wordFor(node.verdict));
        else if (isAccepted || likeliest == m_here.top.end())
            sentences << tr("%1 is the target's likeliest token, so it is accepted.").arg(subject);
        else
            sentences << tr("The target's likeliest token is %1, so %2 is rejected and %1 takes its place.")
                             .arg(quoted(m_recording, likeliest->token), subject);
    } else {
        const auto [a, u] = compared(node.acceptance, node.u);
        sentences << (node.forcedVerdict ? tr("%1 had min(1, p/q) = %2 and u = %3; it is %4 because you forced it.")
                          : node.forcedU ? tr("%1 had min(1, p/q) = %2 and u = %3, chosen by you, so it is %4.")
                                         : tr("%1 had min(1, p/q) = %2 and u = %3, so it is %4."))
                         .arg(subject, a, u, wordFor(node.verdict));
        if (!isAccepted)
            sentences << (drawnHere ? tr("The next token is drawn from the residual, %1 of the target's mass: %2.")
                                          .arg(number(m_here.residualMass), drawn)
                                    : tr("The next token will be drawn from the residual, %1 of the target's mass.")
                                          .arg(number(m_here.residualMass)));
    }
    const int ending = endingNode(m_round, m_recording.header());
    if (ending >= 0 && &node == &m_round.nodes[std::size_t(ending)])
        sentences << tr("The text ends with it.");
    return sentences.join(QLatin1Char(' '));
}

/// Of a token that no draft stood in the place of.
QString Sentence::drawSentence() const
{
    const QString drawn = quoted(m_recording, m_round.draw->token);
    const QString likeliest = isGreedy(m_round) ? tr("the target's likeliest") : tr("drawn from p");
    if (m_round.draw->source == TokenSource::bonus)
        return tr("Every draft was accepted, so one more token comes free, %1: %2.").arg(likeliest, drawn);
    const QString sentence =
        (isGreedy(m_round) ? tr("%1 is the target's likeliest token.") : tr("%1 is drawn from the target's p."))
            .arg(drawn);
    return m_round.draftContextFull
        ? sentence + QLatin1Char(' ') + QString::fromStdString(draftContextNote(m_recording.header()))
        : sentence;
}

/// Of a draft that has no verdict (yet).
QString Sentence::nodeSentence(const NodeRecord& node) const
{
    const QString token = quoted(m_recording, node.token);
    const QString proposed =
        node.forcedToken ? tr("%1 was chosen by you").arg(token) : tr("%1 was proposed").arg(token);
    if (endingNode(m_round, m_recording.header()) >= 0)
        return tr("%1, but the text ended before it, so it is not judged.").arg(proposed);
    if (m_round.draw)
        return tr("%1, but a draft before it was rejected, so it is not judged.").arg(proposed);
    if (m_here.hasP && isGreedy(m_round))
        return tr("%1; it will be accepted if it is the target's likeliest token.").arg(proposed);
    if (m_here.hasP)
        return tr("%1; it will be accepted with probability min(1, p/q).").arg(proposed);
    if (node.forcedToken)
        return tr("%1 was chosen by you; the draft gives it probability %2. The target has not seen it yet.")
            .arg(token, number(node.q));
    return tr("The draft proposed %1 with probability %2. The target has not seen it yet.").arg(token, number(node.q));
}

} // namespace

const NodeRecord* nodeAfter(const RoundRecord& round, int context)
{
    const auto found = std::ranges::find(round.nodes, context - 1, &NodeRecord::parent);
    return found == round.nodes.end() ? nullptr : &*found;
}

QString distributionSentence(const RoundRecord& round, int context, const Recording& recording)
{
    const bool isThere = context >= 0 && std::size_t(context) < round.contexts.size();
    return isThere ? Sentence(round, context, recording).words() : QString();
}

} // namespace draftscope
