// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/moment_scene.h"

#include <algorithm>

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/playback/branch_text.h"
#include "gui/playback/round_selection.h"
#include "gui/setup/run_caption.h"
#include "widgets/distribution/distribution_sentence.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/sentence_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/theme.h"
#include "widgets/text/text_view.h"
#include "widgets/words/moments_in_sight.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

namespace {

bool hasTrees(const Recording& recording)
{
    for (int r = 0; r < recording.roundCount(0); ++r)
        if (!isChain(recording.round(0, r)))
            return true;
    return recording.header().shape != TraceHeader().shape;
}

} // namespace

MomentScene::MomentScene(const Recording& recording, QSize size)
    : m_recording(recording), m_isTree(hasTrees(recording)), m_title(new QLabel), m_text(new TextView),
      m_moments(new MomentBar), m_stage(new StageView), m_tree(new TreeView), m_sentence(new SentenceStrip)
{
    setAttribute(Qt::WA_DontShowOnScreen);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("muted"));
    m_title->setWordWrap(true);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 12, 18, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_moments);
    layout->addWidget(m_isTree ? static_cast<QWidget*>(m_tree) : m_stage, 1);
    layout->addWidget(m_sentence);
    (m_isTree ? static_cast<QWidget*>(m_stage) : m_tree)->setParent(this);
    (m_isTree ? static_cast<QWidget*>(m_stage) : m_tree)->hide();
    m_text->setFixedHeight(std::max(m_text->usableHeight(), size.height() / 5));
    for (QAbstractScrollArea* view :
         {static_cast<QAbstractScrollArea*>(m_text), static_cast<QAbstractScrollArea*>(m_stage),
          static_cast<QAbstractScrollArea*>(m_tree)}) {
        view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    setFixedSize(size);
    QWidget::show(); // off screen; views lay themselves out then
}

/// As the panel Text shows it.
void MomentScene::showText(Position at, const RoundRecord& round)
{
    const Position end = m_recording.end(at.branch);
    const bool isOpen = !round.moments.empty() && !round.isFinished();
    std::vector<CommittedToken> text = m_recording.tokensBefore(at.branch, end.round);
    if (end.round < m_recording.roundCount(at.branch)) {
        const auto& last = m_recording.round(at.branch, end.round).committed;
        text.insert(text.end(), last.begin(), last.end());
    }
    m_text->setText(std::move(text), isOpen ? draftsBehindText(round) : std::vector<NodeRecord>(), &m_recording,
                    tokensAt(m_recording, at));
}

void MomentScene::show(Position at, std::optional<int> wanted)
{
    const RoundRecord& whole = m_recording.round(at.branch, at.round);
    const RoundRecord round = atMoment(whole, at.moment);
    const Drafts drafts = m_isTree ? Drafts::levels : Drafts::nodes;
    m_title->setText(captionOf(m_recording, at));
    showText(at, round);
    MomentsInSight sight = momentsInSight(round, &whole, m_recording.header());
    std::vector<QString> nodes = nodeNames(whole, sight.moments, m_recording, drafts);
    m_moments->setMoments(std::move(sight.moments), at.moment, drafts, std::move(sight.recorded), std::move(nodes));
    const int context = wanted.value_or(contextOfMoment(round, m_recording.header()));
    if (m_isTree) {
        m_tree->setRound(round, whole, &m_recording);
        m_tree->setSelectedContext(context);
    } else {
        m_stage->setRound(round, &m_recording);
        m_stage->setSelectedContext(context);
    }
    const bool isKnown = at.moment > 0 && context < int(round.contexts.size());
    m_sentence->setSentence(isKnown ? distributionSentence(round, context, m_recording) : QString());
}

QImage MomentScene::picture(Position at, double scale, std::optional<int> context)
{
    show(at, context);
    layout()->activate();
    QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Theme::color(Role::surface));
    QPainter painter(&image);
    render(&painter, {}, {}, QWidget::DrawChildren);
    return image;
}

} // namespace draftscope
