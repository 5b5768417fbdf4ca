// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/code_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/explain/code_listing.h"
#include "engine/explain/python_script.h"
#include "engine/explain/rule_formulas.h"
#include "engine/speculation/verifier.h"
#include "gui/language/engine_words.h"
#include "widgets/explain/code_view.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// What the moment came to, by the colour that it has everywhere.
Role litRoleOf(const RoundRecord& round)
{
    const Moment& moment = round.moments.back();
    switch (moment.kind) {
    case MomentKind::draft:
        return Role::draft;
    case MomentKind::judge:
        return roleOf(round.nodes[std::size_t(moment.node)].verdict);
    case MomentKind::residual:
        return Role::residual;
    case MomentKind::bonus:
    case MomentKind::plain:
        return Role::bonus;
    case MomentKind::verify:
    case MomentKind::commit:
        break;
    }
    return Role::target;
}

} // namespace

CodePanel::CodePanel(Navigation& nav)
    : RunPanel(QStringLiteral("code"), tr("Code"), nav), m_view(new CodeView),
      m_copy(new QPushButton(tr("Copy as Python")))
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(4);
    layout->addWidget(m_view, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 0, 12, 0);
    row->addWidget(m_copy);
    row->addStretch(1);
    layout->addLayout(row);
    m_copy->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    setContent(content);
    auto* menu = new QMenu(this);
    menu->addAction(tr("Copy as Python"), this, &CodePanel::copy);
    offerMenu(menu);
    connect(m_view, &CodeView::lineChosen, this, &CodePanel::goToLine);
    connect(m_copy, &QPushButton::clicked, this, &CodePanel::copy);
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_view->setNothing({}); });
}

ExportedView CodePanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.view = m_view;
    exported.least = {620, 420};
    exported.text = [this] { return m_view->description(); };
    return exported;
}

void CodePanel::goToLine(int line)
{
    if (!playhead().round())
        return;
    const auto next = nextRunOf(playhead().recording(), playhead().position(), line);
    if (next)
        navigation().player().goToShared(playhead().ways().sharedOf(*next));
    else
        navigation().status().say(tr("No moment that is recorded after this one runs this line."), TrueFor::moment);
}

/// Or says why there is none.
void CodePanel::copy()
{
    if (!playhead().round()) {
        navigation().status().say(tr("No round has begun yet."), TrueFor::moment);
        return;
    }
    const Position at = playhead().position();
    const auto script = pythonScript(playhead().recording(), at.branch, at.round);
    if (!script) {
        navigation().status().say(engineWords(script.error()), TrueFor::moment);
        return;
    }
    QApplication::clipboard()->setText(QString::fromStdString(*script));
    navigation().status().say(tr("Copied: a script that repeats round %1 with NumPy alone.").arg(at.round + 1),
                              TrueFor::choice);
}

void CodePanel::refresh()
{
    const auto& round = playhead().round();
    auto lines = codeAt(playhead().recording(), playhead().position());
    if (!round || !lines) {
        header().setSubtitle({});
        m_copy->setEnabled(false);
        m_view->setNothing(round ? tr("The verifier of this round is not known, so there is no code of it.")
                                 : tr("Each moment has its line of code here: go to the first one."));
        return;
    }
    m_copy->setEnabled(true);
    m_copy->setToolTip(tr("A script that repeats the verdicts and the draw of this round with NumPy alone, from the "
                          "recorded p, q and u"));
    m_view->setLines(std::move(*lines), &playhead().recording(), litRoleOf(*round));
    refreshWords();
}

void CodePanel::refreshWords()
{
    const Position at = playhead().position();
    const RoundRecord& whole = playhead().recording().round(at.branch, at.round);
    const auto listing = listingOf(playhead().recording().header(), whole);
    const auto verifier = verifierNamed(listing->verifier);
    const QString rule = verifier ? engineWords((*verifier)->title()) : qtText(listing->verifier);
    header().setSubtitle((listing->draftedBy == DraftedBy::nothing ? tr("plain decoding · a click goes there")
                              : listing->isTree                    ? tr("%1, tree · a click goes there")
                                                                   : tr("%1, chain · a click goes there"))
                             .replace(QStringLiteral("%1"), rule));
}

} // namespace draftscope
