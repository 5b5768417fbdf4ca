// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/distribution_sentence.h"

#include <algorithm>
#include <optional>

#include <QCoreApplication>

#include "engine/record/end_of_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/fault_words.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct DistributionSentence {
    Q_DECLARE_TR_FUNCTIONS(DistributionSentence)
};

constexpr std::size_t mostListed = 4;

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
    [[nodiscard]] QString siblingsSentence() const;
    [[nodiscard]] QString proposedSentence() const;
    [[nodiscard]] QString judgedSentence(int node) const;
    /// A fault may have put another one in place of what the rule says.
    [[nodiscard]] QString acceptanceOf(int node) const
    {
        return m_recording.header().fault.empty() ? acceptanceWords(m_round, node)
                                                  : DistributionSentence::tr("acceptance");
    }
    [[nodiscard]] bool isRatio(int node) const;
    [[nodiscard]] QString numbersOf(int node, const QString& subject) const;
    [[nodiscard]] QString afterSiblings(int firstUnjudged) const;
    [[nodiscard]] QString ruleNumbersOf(int node, const QString& subject) const;
    /// What is left of p for the token of a node when it is judged.
    [[nodiscard]] std::optional<double> leftFor(int node) const;
    /// How much of p is left here by the verdicts so far, where that is known.
    [[nodiscard]] std::optional<double> massLeft() const;
    [[nodiscard]] int indexOf(const NodeRecord& node) const { return int(&node - m_round.nodes.data()); }
    [[nodiscard]] QString listed(const std::vector<int>& nodes, bool withQ = false) const;

    const RoundRecord& m_round;
    int m_context;
    const Recording& m_recording;
    const DistributionRecord& m_here;
    bool m_isChain = isChain(m_round);
    std::vector<int> m_children = childrenOf(m_round, m_context);
};

QString Sentence::words() const
{
    const NodeRecord* node = m_children.empty() ? nullptr : &m_round.nodes[std::size_t(m_children.front())];
    const bool drawnHere = m_round.draw && m_round.draw->context == m_context;
    if (m_children.size() > 1)
        return siblingsSentence();
    if (node && node->verdict != Verdict::notJudged)
        return verdictSentence(*node);
    if (drawnHere)
        return drawSentence();
    if (node)
        return nodeSentence(*node);
    if (endingNode(m_round, m_recording.header()) >= 0)
        return DistributionSentence::tr("The text has ended, so no token is drawn here.");
    const int before = m_context - 1;
    if (before >= 0 && m_round.nodes[std::size_t(before)].pruned)
        return DistributionSentence::tr("%1 was pruned: the target has not seen it.")
            .arg(quoted(m_recording, m_round.nodes[std::size_t(before)].token));
    if (!m_here.hasP)
        return {};
    if (!m_isChain && before >= 0
        && (m_round.draw || m_round.nodes[std::size_t(before)].verdict == Verdict::rejected
            || isOutOfReach(m_round, before)))
        return DistributionSentence::tr("Nothing is drawn here, because the accepted path does not lead here.");
    if (m_round.draw)
        return DistributionSentence::tr("Nothing is drawn here, because a draft before it was rejected.");
    if (const auto skipped = skippedBonusWords(m_recording.header().fault, m_round))
        return *skipped;
    const bool likeliest = m_round.takesLikeliest();
    if (isPlain(m_round.moments))
        return likeliest
            ? DistributionSentence::tr("The target's distribution after the text: its likeliest token is the next one.")
            : DistributionSentence::tr("The target's distribution after the text: the next token is drawn from it.");
    return (m_isChain ? DistributionSentence::tr("The target's distribution after the last draft: %1.")
                      : DistributionSentence::tr("The target's distribution at the end of a path of drafts: %1."))
        .arg(likeliest ? DistributionSentence::tr("its likeliest token would be the bonus token")
                       : DistributionSentence::tr("the bonus token would be drawn from it"));
}

/// Of a draft that has been judged, and of the token in its place.
QString Sentence::verdictSentence(const NodeRecord& node) const
{
    const bool isAccepted = node.verdict == Verdict::accepted;
    const QString token = quoted(m_recording, node.token);
    const QString subject = node.forcedToken ? DistributionSentence::tr("%1, chosen by you,").arg(token) : token;
    const bool drawnHere = m_round.draw && m_round.draw->context == m_context;
    const QString drawn = drawnHere ? quoted(m_recording, m_round.draw->token) : QString();
    QStringList sentences;
    if (m_round.isGreedy()) {
        const auto likeliest =
            std::max_element(m_here.top.begin(), m_here.top.end(),
                             [](const DistributionEntry& x, const DistributionEntry& y) { return x.p < y.p; });
        if (node.forcedVerdict)
            sentences << DistributionSentence::tr(
                             "%1 is %2 because you forced it, whatever the target's likeliest token is.")
                             .arg(subject, wordFor(node.verdict));
        else if (isAccepted || likeliest == m_here.top.end())
            sentences
                << DistributionSentence::tr("%1 is the target's likeliest token, so it is accepted.").arg(subject);
        else
            sentences << DistributionSentence::tr(
                             "The target's likeliest token is %1, so %2 is rejected and %1 takes its place.")
                             .arg(quoted(m_recording, likeliest->token), subject);
    } else {
        sentences << numbersOf(indexOf(node), subject);
        const auto mass = massLeft();
        const bool willBeDrawnFrom = mass && (isRatio(indexOf(node)) || leavesRemainder(m_round));
        const auto replacement = replacementWords(m_recording.header().fault, drawn, mass);
        if (!isAccepted && replacement && (drawnHere || !m_round.draw))
            sentences << *replacement;
        else if (!isAccepted && drawnHere)
            sentences << (m_round.takesLikeliest()
                              ? DistributionSentence::tr("The target's likeliest token takes its place: %1.").arg(drawn)
                              : mass
                              ? DistributionSentence::tr(
                                    "The next token is drawn from the residual, %1 of the target's mass: %2.")
                                    .arg(number(*mass), drawn)
                              : DistributionSentence::tr("The next token is drawn from the residual: %1.").arg(drawn));
        else if (!isAccepted && willBeDrawnFrom)
            sentences << DistributionSentence::tr(
                             "The next token will be drawn from the residual, %1 of the target's mass.")
                             .arg(number(*mass));
    }
    const int ending = endingNode(m_round, m_recording.header());
    if (ending >= 0 && &node == &m_round.nodes[std::size_t(ending)])
        sentences << DistributionSentence::tr("The text ends with it.");
    return sentences.join(QLatin1Char(' '));
}

/// The acceptance of the node is min(1, p/q), and the residual is what that rule leaves.
bool Sentence::isRatio(int node) const
{
    return acceptanceOf(node) == QLatin1String("min(1, p/q)");
}

/// The numbers that decided about a node, unless the rule is greedy. `subject` begins the sentence.
QString Sentence::numbersOf(int node, const QString& subject) const
{
    const NodeRecord& record = m_round.nodes[std::size_t(node)];
    if (!record.acceptance)
        return DistributionSentence::tr("%1 is accepted, because a draft behind it is.").arg(subject);
    const auto [a, u] = compared(record.acceptance, record.u);
    const QString outcome = (record.forcedVerdict ? DistributionSentence::tr("; it is %1 because you forced it.")
                                 : record.forcedU ? DistributionSentence::tr(", chosen by you, so it is %1.")
                                                  : DistributionSentence::tr(", so it is %1."))
                                .arg(wordFor(record.verdict));
    if (hasThreshold(m_round)) {
        const auto wanted = m_round.wantedVerdict(node);
        const bool isAbove = *record.acceptance > record.u.value_or(0);
        const auto entropy = m_here.numbers.entropy;
        const QString words = (isAbove ? DistributionSentence::tr("%1 had p = %2, above the threshold of %3")
                                       : DistributionSentence::tr("%1 had p = %2, not above the threshold of %3"))
                                  .arg(subject, a, u)
            + (entropy && !record.forcedU ? DistributionSentence::tr(" for an entropy of %1 nats").arg(number(*entropy))
                                          : QString());
        if (record.verdict != Verdict::rejected || !wanted.value_or(isAbove))
            return words + outcome;
        return words
            + (wanted               ? DistributionSentence::tr("; it was kept by you")
                   : record.forcedU ? DistributionSentence::tr(", chosen by you")
                                    : QString())
            + DistributionSentence::tr(", but another path is longer or likelier, so it is rejected.");
    }
    if (const QString words = ruleNumbersOf(node, subject); !words.isEmpty())
        return words + outcome;
    if (leavesRemainder(m_round) && rejectedBefore(m_round, node) >= 0)
        return DistributionSentence::tr("By what is then left of p, %1 had an acceptance of %2 and u = %3")
                   .arg(subject, a, u)
            + outcome;
    return DistributionSentence::tr("%1 had %2 = %3 and u = %4").arg(subject, acceptanceOf(node), a, u) + outcome;
}

/// By the rule's own arithmetic, where the record has that; else empty.
QString Sentence::ruleNumbersOf(int node, const QString& subject) const
{
    const NodeRecord& record = m_round.nodes[std::size_t(node)];
    const QString a = number(record.acceptance), u = number(record.u);
    const auto behind = std::size_t(node + 1);
    if (!m_recording.header().fault.empty())
        return {};
    if (m_round.traits.acceptance == VerifierTraits::Acceptance::block && behind < m_round.contexts.size()
        && m_round.contexts[behind].numbers.kept) {
        const QString kept = number(*m_round.contexts[behind].numbers.kept), index = subscript(node + 1);
        const RemainderRecord* const left = m_round.remainderAt(int(behind));
        return left
            ? DistributionSentence::tr("%1 had h = S / (S + 1 − p%4) = %2, with p%4 = %5 and S = %6, and u = %3")
                  .arg(subject, a, u, index, kept, number(left->mass))
            : DistributionSentence::tr("%1, the last, had h = p%4 = %2 and u = %3").arg(subject, a, u, index);
    }
    if (m_round.traits.acceptance == VerifierTraits::Acceptance::divided && m_here.numbers.divisor)
        return DistributionSentence::tr("%1 had %4 = %2, with ρ = %5, and u = %3")
            .arg(subject, a, u, acceptanceWords(m_round, node), number(*m_here.numbers.divisor));
    if (const auto left = leftFor(node); left && leavesRemainder(m_round) && rejectedBefore(m_round, node) >= 0)
        return m_round.traits.acceptance == VerifierTraits::Acceptance::probability
            ? DistributionSentence::tr("%1 had R = %2 in what was then left of p, and u = %3").arg(subject, a, u)
            : DistributionSentence::tr(
                  "%1 had min(1, R/q) = %2, with R = %4 in what was then left of p and q = %5, and u = %3")
                  .arg(subject, a, u, number(*left), number(record.q));
    return {};
}

std::optional<double> Sentence::leftFor(int node) const
{
    const RemainderRecord* const left = m_round.remainderBefore(node);
    const TokenId token = m_round.nodes[std::size_t(node)].token;
    for (std::size_t i = 0; left && i < m_here.top.size(); ++i)
        if (m_here.top[i].token == token)
            return double(left->values[i]);
    return std::nullopt;
}

std::optional<double> Sentence::massLeft() const
{
    if (const RemainderRecord* const left = m_round.remainderAt(m_context))
        return left->mass;
    return leavesPWithoutQ(m_round, m_context) && m_here.residualMass > 0 ? std::optional(m_here.residualMass)
                                                                          : std::nullopt;
}

/// Of a token that no draft stood in the place of.
QString Sentence::drawSentence() const
{
    const QString drawn = quoted(m_recording, m_round.draw->token);
    const QString likeliest = m_round.takesLikeliest() ? DistributionSentence::tr("the target's likeliest")
                                                       : DistributionSentence::tr("drawn from p");
    if (m_round.draw->source == TokenSource::bonus)
        return (!m_children.empty() // which the target has not seen
                    ? DistributionSentence::tr(
                        "The target has seen no draft behind the accepted path, so one more token comes free, %1: %2.")
                    : m_isChain
                        ? DistributionSentence::tr("Every draft was accepted, so one more token comes free, %1: %2.")
                        : DistributionSentence::tr(
                            "The accepted path has no drafts behind it, so one more token comes free, %1: %2."))
            .arg(likeliest, drawn);
    const QString sentence = (m_round.takesLikeliest() ? DistributionSentence::tr("%1 is the target's likeliest token.")
                                                       : DistributionSentence::tr("%1 is drawn from the target's p."))
                                 .arg(drawn);
    return m_round.draftContextFull ? sentence + QLatin1Char(' ') + draftContextWords(m_recording.header()) : sentence;
}

/// Of a draft that has no verdict (yet).
QString Sentence::nodeSentence(const NodeRecord& node) const
{
    const QString token = quoted(m_recording, node.token);
    const QString proposed = node.forcedToken ? DistributionSentence::tr("%1 was chosen by you").arg(token)
                                              : DistributionSentence::tr("%1 was proposed").arg(token);
    if (endingNode(m_round, m_recording.header()) >= 0)
        return DistributionSentence::tr("%1, but the text ended before it, so it is not judged.").arg(proposed);
    if (node.pruned)
        return DistributionSentence::tr("%1, and pruned: the target has not seen it.").arg(proposed);
    if (!m_isChain && (m_round.draw || isOutOfReach(m_round, indexOf(node))))
        return DistributionSentence::tr("%1, but the accepted path does not lead to it, so it is not judged.")
            .arg(proposed);
    if (m_round.draw)
        return DistributionSentence::tr("%1, but a draft before it was rejected, so it is not judged.").arg(proposed);
    if (m_here.hasP && m_round.isGreedy())
        return DistributionSentence::tr("%1; it will be accepted if it is the target's likeliest token.").arg(proposed);
    if (m_here.hasP)
        return leavesRemainder(m_round) && m_recording.header().fault.empty()
            ? DistributionSentence::tr("%1; it will be accepted with probability %2.")
                  .arg(proposed, acceptanceOf(indexOf(node)))
            : DistributionSentence::tr("%1, and is still to be judged.").arg(proposed);
    if (node.forcedToken)
        return DistributionSentence::tr(
                   "%1 was chosen by you; the draft gives it probability %2. The target has not seen it yet.")
            .arg(token, number(node.q));
    return DistributionSentence::tr("The draft proposed %1 with probability %2. The target has not seen it yet.")
        .arg(token, number(node.q));
}

// --- several drafts after one context

QString Sentence::listed(const std::vector<int>& nodes, bool withQ) const
{
    QStringList words;
    for (const int node : nodes) {
        const NodeRecord& record = m_round.nodes[std::size_t(node)];
        words << quoted(m_recording, record.token)
                + (withQ ? QStringLiteral(" (q %1)").arg(number(record.q)) : QString());
    }
    if (const auto others = words.size() - qsizetype(mostListed); others > 1) {
        words.resize(qsizetype(mostListed));
        words << DistributionSentence::tr("%1 more").arg(others);
    }
    const QString last = words.takeLast();
    return words.isEmpty() ? last : words.join(QStringLiteral(", ")) + DistributionSentence::tr(" and ") + last;
}

QString Sentence::siblingsSentence() const
{
    std::vector<int> judged;
    int next = -1, taken = -1;
    for (const int child : m_children) {
        const NodeRecord& record = m_round.nodes[std::size_t(child)];
        if (record.verdict != Verdict::notJudged)
            judged.push_back(child);
        else if (next < 0 && !record.pruned)
            next = child;
        if (record.verdict == Verdict::accepted)
            taken = child;
    }
    QStringList sentences;
    for (const int child : m_children)
        if (m_round.nodes[std::size_t(child)].forcedToken)
            sentences << DistributionSentence::tr("%1 was chosen by you.")
                             .arg(quoted(m_recording, m_round.nodes[std::size_t(child)].token));
    if (judged.empty())
        return (sentences << proposedSentence()).join(QLatin1Char(' '));
    // Of many rejections the last one is worth its numbers, and those with a hand of yours in them.
    std::vector<int> inShort;
    if (judged.size() > 2 || m_round.isGreedy())
        for (const int child : judged)
            if (child != judged.back() && child != taken && chosenVerdict(m_round, child).isEmpty())
                inShort.push_back(child);
    if (!inShort.empty())
        sentences << (inShort.size() == 1 ? DistributionSentence::tr("%1 is rejected.")
                                          : DistributionSentence::tr("%1 are rejected."))
                         .arg(listed(inShort));
    for (const int child : judged)
        if (std::ranges::count(inShort, child) == 0)
            sentences << judgedSentence(child);
    if (taken < 0)
        sentences << afterSiblings(next);
    else if (next >= 0 && isOutOfReach(m_round, next))
        sentences << DistributionSentence::tr("What was drafted beside it is not judged any more.");
    if (const int ending = endingNode(m_round, m_recording.header()); ending >= 0 && ending == taken)
        sentences << DistributionSentence::tr("The text ends with it.");
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

/// None of them has been judged.
QString Sentence::proposedSentence() const
{
    if (m_round.draw && m_round.draw->context == m_context)
        return DistributionSentence::tr("%1 were proposed, and pruned.").arg(listed(m_children)) + QLatin1Char(' ')
            + drawSentence();
    const auto isPruned = [this](int child) { return m_round.nodes[std::size_t(child)].pruned; };
    if (std::ranges::all_of(m_children, isPruned))
        return DistributionSentence::tr("%1 were proposed, and pruned: the target has not seen them.")
            .arg(listed(m_children));
    if (endingNode(m_round, m_recording.header()) >= 0)
        return DistributionSentence::tr("%1 were proposed, but the text ended before them, so they are not judged.")
            .arg(listed(m_children));
    const auto isUnreached = [this](int child) { return isOutOfReach(m_round, child); };
    if (m_round.draw || std::ranges::all_of(m_children, isUnreached))
        return DistributionSentence::tr(
                   "%1 were proposed, but the accepted path does not lead to them, so they are not judged.")
            .arg(listed(m_children));
    if (!m_here.hasP)
        return DistributionSentence::tr("The draft proposed %1. The target has not seen them yet.")
            .arg(listed(m_children, true));
    return (m_round.isGreedy() ? DistributionSentence::tr(
                "%1 were proposed; the one that is the target's likeliest token will be accepted, if it is there.")
                : hasThreshold(m_round)
                ? DistributionSentence::tr(
                    "%1 were proposed; those whose p is above a threshold stay, and of the paths that stay the "
                    "longest is accepted.")
                : DistributionSentence::tr("%1 were proposed; they are judged in this order, until one is accepted."))
        .arg(listed(m_children));
}

/// One of several, by the numbers that decided it.
QString Sentence::judgedSentence(int node) const
{
    const NodeRecord& record = m_round.nodes[std::size_t(node)];
    const QString token = quoted(m_recording, record.token);
    if (m_round.isGreedy()) {
        if (record.forcedVerdict)
            return DistributionSentence::tr("%1 is %2 because you forced it, whatever the target's likeliest token is.")
                .arg(token, wordFor(record.verdict));
        return (record.verdict == Verdict::accepted
                    ? DistributionSentence::tr("%1 is the target's likeliest token, so it is accepted.")
                    : DistributionSentence::tr("%1 is not the target's likeliest token, so it is rejected."))
            .arg(token);
    }
    return numbersOf(node, token);
}

/// All that have been judged are rejected. `next`: the one that is judged after them; -1 where none is left.
QString Sentence::afterSiblings(int next) const
{
    // Typical acceptance judges on paths that are not taken, too.
    const bool isOnPath = m_context == 0 || m_round.nodes[std::size_t(m_context - 1)].verdict == Verdict::accepted;
    if (!isOnPath)
        return {};
    const RemainderRecord* const left = m_round.remainderAt(m_context);
    const QString rest = left ? DistributionSentence::tr("what is left of p, %1 of it").arg(number(left->mass))
                              : DistributionSentence::tr("what is left of p");
    const bool isDrawn = m_round.draw && m_round.draw->context == m_context;
    const QString drawn = isDrawn ? quoted(m_recording, m_round.draw->token) : QString();
    if (const auto other = replacementWords(m_recording.header().fault, drawn, massLeft()); other && next < 0)
        return *other;
    if (isDrawn)
        return m_round.takesLikeliest()
            ? DistributionSentence::tr("None is accepted, and the target's likeliest token takes their place: %1.")
                  .arg(drawn)
            : DistributionSentence::tr("None is accepted, so the next token is drawn from %1: %2.").arg(rest, drawn);
    if (next >= 0) {
        const QString token = quoted(m_recording, m_round.nodes[std::size_t(next)].token);
        return left && leavesRemainder(m_round) ? DistributionSentence::tr("%1 is judged next, by %2.").arg(token, rest)
                                                : DistributionSentence::tr("%1 is judged next.").arg(token);
    }
    return m_round.takesLikeliest()
        ? DistributionSentence::tr("None is accepted, and the target's likeliest token will take their place.")
        : DistributionSentence::tr("None is accepted, so the next token will be drawn from %1.").arg(rest);
}

} // namespace

QString distributionSentence(const RoundRecord& round, int context, const Recording& recording)
{
    const bool isThere = context >= 0 && std::size_t(context) < round.contexts.size();
    const QString words = isThere ? Sentence(round, context, recording).words() : QString();
    const std::string& fault = recording.header().fault;
    if (words.isEmpty() || fault.empty())
        return words;
    const QString done = faultWords(fault, round, context), space = QStringLiteral(" ");
    return words + (done.isEmpty() ? done : space + done) + space
        + DistributionSentence::tr("This run is broken on purpose: %1.").arg(QString::fromStdString(fault));
}

} // namespace draftscope
