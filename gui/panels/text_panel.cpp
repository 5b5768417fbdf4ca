// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/text_panel.h"

#include <array>

#include "widgets/round_tree.h"
#include "widgets/round_words.h"
#include "widgets/text_view.h"

namespace draftscope {

namespace {

/// The ways of committing that occur after the prompt, in the order of the enumeration.
std::vector<TokenSource> sourcesIn(const std::vector<CommittedToken>& text)
{
    std::array<bool, 5> occurs{};
    for (const CommittedToken& token : text)
        occurs[std::size_t(token.source)] = true;
    std::vector<TokenSource> sources;
    for (const auto source : {TokenSource::plain, TokenSource::accepted, TokenSource::residual, TokenSource::bonus})
        if (occurs[std::size_t(source)])
            sources.push_back(source);
    return sources;
}

/// What a person chose about the tokens of the text shown, by their index.
std::map<int, QString> chosenIn(const Playhead& playhead)
{
    std::map<int, QString> words;
    const auto add = [&words](const RoundRecord& round) {
        for (std::size_t i = 0; i < round.committed.size() && !round.overrides.empty(); ++i) {
            if (round.committed[i].node < 0)
                continue;
            const int node = round.committed[i].node;
            QStringList chosen{chosenToken(round.nodes[std::size_t(node)]), chosenVerdict(round, node)};
            chosen.removeAll(QString());
            if (!chosen.isEmpty())
                words[round.prefixLength + int(i)] = chosen.join(QStringLiteral(", "));
        }
    };
    const Position at = playhead.position();
    for (int r = 0; r < at.round; ++r)
        add(playhead.recording().round(at.branch, r));
    if (playhead.round())
        add(*playhead.round());
    return words;
}

} // namespace

TextPanel::TextPanel(Navigation& nav)
    : DockPanel(QStringLiteral("text"), tr("Text"), nav), m_view(new TextView), m_legend(new SourceLegend)
{
    header().setSubtitle(tr("each token by how it was committed"));
    header().addCorner(m_legend);
    setContent(m_view);
    connect(m_view, &TextView::tokenClicked, &nav, &Navigation::goToToken);
    connect(&nav, &Navigation::recordingReplaced, this, [this] { m_view->setText({}, {}, nullptr); });
}

void TextPanel::refresh()
{
    if (!navigation().hasRecording()) {
        m_view->setText({}, {}, nullptr);
        return;
    }
    std::vector<CommittedToken> text = playhead().text();
    const auto& round = playhead().round();
    m_legend->setSources(sourcesIn(text));
    m_view->setText(std::move(text),
                    round && !round->isFinished() ? draftsBehindText(*round) : std::vector<NodeRecord>(),
                    &playhead().recording());
    m_view->setChosen(chosenIn(playhead()));
    m_view->setSelected(playhead().selectedToken().value_or(-1));
}

} // namespace draftscope
