// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_scene.h"

namespace draftscope {

LessonRun lessonRunOf(LessonSetup setup, const Recordings& recordings)
{
    LessonRun run{std::move(setup), {}, {}, {}};
    for (int text = 0; text < recordings.count(); ++text) {
        const Recording& recording = recordings.of(text);
        run.texts.push_back(&recording);
        run.firstRounds.push_back(recordings.isBatch() ? recordings.firstRound(text) : 0);
        Metrics& metrics = run.metrics.emplace_back();
        for (int round = 0; round < recording.roundCount(0); ++round)
            if (recording.round(0, round).isFinished())
                metrics.add(recording.round(0, round));
    }
    return run;
}

LessonScene::LessonScene(const LessonRun& run, LessonPlace place) : m_run(&run), m_place(place)
{
    if (place.at.round < recording().roundCount(place.at.branch)) {
        m_whole = recording().round(place.at.branch, place.at.round);
        m_shown = atMoment(m_whole, place.at.moment);
    }
}

std::optional<Moment> LessonScene::moment() const
{
    if (m_place.isBefore && std::size_t(m_place.at.moment) < m_whole.moments.size())
        return m_whole.moments[std::size_t(m_place.at.moment)];
    return m_shown.moments.empty() ? std::nullopt : std::optional(m_shown.moments.back());
}

int LessonScene::context() const
{
    if (m_shown.draw) // it is drawn, or the round is over
        return m_shown.draw->context;
    const auto about = token();
    return about ? about->context : 0;
}

std::optional<LessonToken> LessonScene::token() const
{
    const auto about = moment();
    if (!about)
        return std::nullopt;
    const auto ofNode = [this](int node) -> std::optional<LessonToken> {
        if (node < 0 || std::size_t(node) >= m_shown.nodes.size())
            return std::nullopt;
        const NodeRecord& record = m_shown.nodes[std::size_t(node)];
        return LessonToken{node, record.parent + 1, record.token};
    };
    const auto lastOf = [this, &ofNode](Verdict verdict) -> std::optional<LessonToken> {
        for (int node = int(m_shown.nodes.size()); node-- > 0;)
            if (m_shown.nodes[std::size_t(node)].verdict == verdict)
                return ofNode(node);
        return std::nullopt;
    };
    switch (about->kind) {
    case MomentKind::draft:
    case MomentKind::judge:
        return ofNode(about->node);
    case MomentKind::verify:
        return ofNode(0);
    case MomentKind::residual:
        return lastOf(Verdict::rejected);
    case MomentKind::bonus:
        return ofNode(m_shown.acceptedEnd());
    case MomentKind::plain:
        return m_shown.draw ? std::optional(LessonToken{-1, m_shown.draw->context, m_shown.draw->token}) : std::nullopt;
    case MomentKind::commit:
        break;
    }
    if (const auto accepted = ofNode(m_shown.acceptedEnd()))
        return accepted;
    if (const auto rejected = lastOf(Verdict::rejected))
        return rejected;
    return m_shown.draw ? std::optional(LessonToken{-1, m_shown.draw->context, m_shown.draw->token}) : std::nullopt;
}

const DistributionRecord* LessonScene::distribution(int context) const
{
    const bool isThere = context >= 0 && std::size_t(context) < m_shown.contexts.size();
    return isThere ? &m_shown.contexts[std::size_t(context)] : nullptr;
}

} // namespace draftscope
