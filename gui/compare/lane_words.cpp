// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "engine/report/comparison_report.h"
#include "engine/session/methods.h"
#include "gui/language/engine_words.h"
#include "gui/setup/run_caption.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct LaneWords {
    Q_DECLARE_TR_FUNCTIONS(LaneWords)
};

/// Both lanes name tokens alike, so that these can be compared by their numbers.
bool haveOneVocabulary(const Lane& a, const Lane& b)
{
    return a.recording().header().target.path == b.recording().header().target.path;
}

std::string bytesOf(const Recording& recording, const std::vector<CommittedToken>& text, std::size_t begin)
{
    std::string bytes;
    for (std::size_t i = begin; i < text.size(); ++i)
        bytes += recording.tokenBytes(text[i].token);
    return bytes;
}

/// The same by what tokens stand for: where vocabularies differ their numbers say nothing.
std::optional<int> firstOtherBytes(const Lane& lane, const std::vector<CommittedToken>& text, std::size_t begin,
                                   const std::string& other)
{
    std::size_t at = 0;
    for (std::size_t i = begin; i < text.size() && at < other.size(); ++i) {
        const std::string_view token = lane.recording().tokenBytes(text[i].token);
        const std::size_t common = std::min(token.size(), other.size() - at);
        if (token.substr(0, common) != std::string_view(other).substr(at, common))
            return int(i);
        at += token.size();
    }
    return std::nullopt;
}

bool isGreedyAndLossless(const Lane& lane)
{
    const TraceHeader& header = lane.recording().header();
    return header.sampler.isGreedy() && header.lossless && header.fault.empty();
}

} // namespace

QString methodTitle(const Lane& lane)
{
    const auto method = methodNamed(lane.setup().settings.method);
    return method ? engineWords((*method)->title) : QString::fromStdString(lane.setup().settings.method);
}

QString targetName(const Lane& lane)
{
    return QString::fromStdString(lane.run().isThere() ? lane.recording().header().target.name : lane.setup().target);
}

QString draftName(const Lane& lane)
{
    const auto& draft = lane.recording().header().draft;
    return lane.run().isThere() && draft ? QString::fromStdString(draft->name) : QString();
}

QString modelsInWords(const Lanes& lanes, const Lane& lane)
{
    std::vector<const ModelRecord*> all;
    const auto addModelsOf = [&](const Lane& each) {
        if (!each.run().isThere())
            return;
        const TraceHeader& header = each.recording().header();
        all.push_back(&header.target);
        if (header.draft)
            all.push_back(&*header.draft);
    };
    for (int i = 0; i < lanes.count(); ++i)
        addModelsOf(lanes.lane(i));
    const auto named = [&](const ModelRecord& model) {
        const bool isTwice = std::ranges::any_of(
            all, [&](const ModelRecord* each) { return each->name == model.name && each->path != model.path; });
        return QString::fromStdString(isTwice ? model.name + ' ' + model.weightType : model.name);
    };
    if (!lane.run().isThere())
        return targetName(lane);
    const TraceHeader& header = lane.recording().header();
    return header.draft ? LaneWords::tr("%1 ← %2").arg(named(header.target), named(*header.draft))
                        : named(header.target);
}

QString settingsInWords(const Lane& lane)
{
    return settingsInWords(lane.setup().settings);
}

QString lockInWords(LaneLock lock)
{
    return lock == LaneLock::byRound ? LaneWords::tr("Locked by round")
        : lock == LaneLock::byToken  ? LaneWords::tr("Locked by token")
                                     : LaneWords::tr("Each on its own");
}

QString explained(LaneLock lock)
{
    return lock == LaneLock::byRound ? LaneWords::tr("All lanes show the same round.")
        : lock == LaneLock::byToken
        ? LaneWords::tr("All lanes show the first round by whose end they have as many tokens: one "
                        "that drafts well needs fewer rounds.")
        : LaneWords::tr("The transport moves the lane that was clicked last, alone. Locked again, the "
                        "others come to where it is, as far as "
                        "all have decoded.");
}

QString lanesInWords(const Lanes& lanes)
{
    QStringList words;
    for (int i = 0; i < lanes.count(); ++i) {
        const Lane& lane = lanes.lane(i);
        const QString target = targetName(lane), draft = draftName(lane);
        words << LaneWords::tr("lane %1: %2 (%3, %4)")
                     .arg(QString::number(i + 1), methodTitle(lane),
                          draft.isEmpty() ? target : LaneWords::tr("%1, drafts by %2").arg(target, draft),
                          settingsInWords(lane));
    }
    words << qtText(machineInWords()) << programInWords();
    return words.join(QStringLiteral(" · "));
}

LaneDifference differenceOf(const Lane& lane, const Lane& first)
{
    LaneDifference difference;
    if (&lane == &first || lane.generated() == 0 || first.generated() == 0)
        return difference;
    const std::vector<CommittedToken> text = lane.playhead().text(), other = first.playhead().text();
    const std::size_t begin = lane.recording().header().promptTokens.size();
    const bool isSameVocabulary = haveOneVocabulary(lane, first);
    difference.index = isSameVocabulary
        ? firstOtherToken(text, begin, other)
        : firstOtherBytes(lane, text, begin,
                          bytesOf(first.recording(), other, first.recording().header().promptTokens.size()));
    const bool mustAgree = haveOneTarget(lane, first) && isGreedyAndLossless(lane) && isGreedyAndLossless(first);
    if (!difference.index) {
        const bool isWhole = lane.isAtItsEnd() && first.isAtItsEnd() && lane.generated() == first.generated();
        difference.words = isWhole ? LaneWords::tr("identical to lane 1") : LaneWords::tr("identical so far to lane 1");
        difference.why = mustAgree
            ? LaneWords::tr("Both decode greedily with the same target, so they have to write the same text.")
            : LaneWords::tr("As far as both texts are shown, they agree.");
        return difference;
    }
    difference.isSampled =
        !lane.recording().header().sampler.isGreedy() || !first.recording().header().sampler.isGreedy();
    const int from = *difference.index - int(begin) + 1;
    difference.words = difference.isSampled
        ? LaneWords::tr("sampled: another text than lane 1 from token %1 on").arg(from)
        : LaneWords::tr("differs from lane 1 from token %1 on").arg(from);
    difference.isWrong = mustAgree;
    difference.why = mustAgree
        ? LaneWords::tr("Both decode greedily with the same target and must write the same text: something is wrong.")
        : LaneWords::tr(
            "Tokens count from the end of the prompt. Lanes that sample draw other numbers for other drafts, so their "
            "texts may differ although both keep the target's distribution.");
    return difference;
}

} // namespace draftscope
