// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/text_panel.h"

#include <algorithm>
#include <array>

#include <QMenu>

#include "gui/playback/recorded_steps.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/text/source_legend.h"
#include "widgets/text/text_view.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/tree_words.h"

namespace draftscope {

namespace {

/// The draft that the moment shown is about, among those behind the text; -1 for none.
int draftAbout(const RoundRecord& round, const std::vector<NodeRecord>& drafts)
{
    const Moment& now = round.moments.back();
    if (now.kind == MomentKind::draft)
        return int(drafts.size()) - 1;
    if (now.kind != MomentKind::judge)
        return -1;
    const NodeRecord& judged = round.nodes[std::size_t(now.node)];
    const auto found = std::find(drafts.begin(), drafts.end(), judged);
    return found == drafts.end() ? -1 : int(found - drafts.begin());
}

} // namespace

TextPanel::TextPanel(Navigation& nav)
    : RunPanel(QStringLiteral("text"), tr("Text"), nav), m_view(new TextView), m_legend(new SourceLegend)
{
    header().setSubtitle(tr("each token by how it was committed"));
    header().addCorner(m_legend);
    setContent(m_view);
    offerMenu(new QMenu(this));
    m_view->setDetails([this](int index) {
        const Recording& recording = playhead().recording();
        const auto made = momentOf(recording, playhead().position().branch, index);
        if (!made)
            return QStringList();
        const RoundRecord& round = recording.round(made->branch, made->round);
        return committedInNumbers(round, index - round.prefixLength);
    });
    m_view->setNames([this](TokenId token) { return navigation().run().vocabulary().nameOf(token); });
    connect(m_view, &TextView::tokenClicked, &nav.player(), &MomentPlayer::goToToken);
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_view->setText({}, {}, nullptr); });
    connect(&nav.speedOfRun(), &RunSpeed::changed, this, &TextPanel::showDifference);
}

ExportedView TextPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.least = {640, 60};
    exported.legend = m_legend;
    exported.text = [this] { return m_view->plainText(); };
    exported.csv = [this] {
        return navigation().run().isThere() ? csvOf(tableOf(playhead().text(), playhead().recording())) : QString();
    };
    return exported;
}

int TextPanel::usableHeight(int) const
{
    return m_view->usableHeight() + 2; // the frame
}

void TextPanel::refresh()
{
    if (!navigation().run().isThere()) {
        m_view->setText({}, {}, nullptr);
        return;
    }
    const Position at = playhead().position();
    const Recording& recording = playhead().recording();
    const BranchText& text = playhead().branchText();
    const int happened = tokensAt(recording, at), all = int(text.tokens().size());
    m_legend->setSources(text.sources(), happened < all);
    const auto& round = playhead().round();
    const bool isOpen = round && !round->isFinished();
    std::vector<NodeRecord> drafts = isOpen ? draftsBehindText(*round) : std::vector<NodeRecord>();
    const int draft = isOpen ? draftAbout(*round, drafts) : -1;
    m_view->setText(text.tokens(), std::move(drafts), &recording, happened);
    // The token that the round ends with has been drawn, but is in the text only when the round is over.
    const bool isDrawn = isOpen && round->draw && round->moments.back().kind != MomentKind::judge;
    const int drawn = isDrawn ? happened + round->acceptedCount() : -1;
    m_view->setAbout(drawn >= 0 && drawn < all                          ? drawn
                         : draft >= 0 || at == recording.end(at.branch) ? -1
                                                                        : happened - 1,
                     draft);
    m_view->setChosen(text.chosen());
    showDifference();
    m_view->setSelected(playhead().selection().selectedToken().value_or(-1));
}

/// There is none unless the run is broken, or its rule changes the text.
void TextPanel::showDifference()
{
    const auto plain = navigation().speedOfRun().differenceFromPlain();
    m_view->setDifference(plain ? plain->index.value_or(-1) : -1);
}

} // namespace draftscope
