// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/what_if_menu.h"

#include <algorithm>
#include <cmath>

#include <QInputDialog>
#include <QLocale>
#include <QMenu>

#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int offeredTokens = 8;
using OverrideKind = OverrideRecord::Kind;

/// The node that a menu is about, at the moment that was shown when it opened.
struct Subject {
    Navigation& navigation;
    Position at;
    int node;
    QWidget* window;
    int run = navigation.run().number();

    void change(WhatIf change) const
    {
        change.node = node;
        if (navigation.run().number() == run)
            navigation.whatIfs().change({change}, at);
        else
            emit navigation.failed(QObject::tr("This was about a run that has been replaced: choose again."));
    }
};

void ask(QWidget* window, const QString& question, const std::function<void(const QString&)>& answered)
{
    auto* dialog = new QInputDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("What if"));
    dialog->setLabelText(question);
    QObject::connect(dialog, &QInputDialog::textValueSelected, window, answered);
    dialog->open();
}

void askForU(const Subject& subject)
{
    const QString question = QObject::tr("u of draft %1, from 0 up to but not including 1:").arg(subject.node + 1);
    ask(subject.window, question, [subject](const QString& text) {
        bool isNumber = false;
        const double u = QLocale::c().toDouble(QString(text).replace(',', '.').trimmed(), &isNumber);
        if (!isNumber || !(u >= 0 && u < 1))
            emit subject.navigation.failed(
                QObject::tr("u cannot be “%1”: give a number from 0 up to but not including 1.").arg(text));
        else
            subject.change({.kind = OverrideKind::u, .u = u});
    });
}

void askForToken(const Subject& subject)
{
    ask(subject.window,
        QObject::tr("The token to draft at %1, as text with its leading space, or its id as #123:")
            .arg(subject.node + 1),
        [subject](const QString& text) {
            if (text.isEmpty())
                return;
            bool isId = false;
            const int id = text.startsWith('#') ? text.mid(1).toInt(&isId) : -1;
            const auto token = isId ? std::optional<TokenId>(id) : subject.navigation.run().vocabulary().tokenOf(text);
            if (!token || *token < 0 || std::size_t(*token) >= subject.navigation.run().vocabulary().size())
                emit subject.navigation.failed(QObject::tr("“%1” is not one token of this vocabulary: try it with or "
                                                           "without a leading space, or give an id as #123.")
                                                   .arg(text));
            else
                subject.change({.kind = OverrideKind::token, .token = *token});
        });
}

/// `round` is given where the node has been drafted: what the draft might have proposed instead comes first.
void addTokens(QMenu& menu, const Subject& subject, const RoundRecord* round)
{
    auto* tokens = menu.addMenu(QObject::tr("Draft another token"));
    const auto node = std::size_t(subject.node);
    const auto context = round ? std::size_t(round->nodes[node].parent + 1) : 0;
    if (round && context < round->contexts.size()) {
        int offered = 0;
        for (const DistributionEntry& entry : round->contexts[context].top) {
            const auto isDraftedThere = [&](int child) {
                return round->nodes[std::size_t(child)].token == entry.token;
            };
            if (std::ranges::any_of(childrenOf(*round, int(context)), isDraftedThere) || entry.q <= 0
                || ++offered > offeredTokens)
                continue;
            const QString words =
                QObject::tr("%1   q = %2").arg(quoted(subject.navigation.recording(), entry.token), number(entry.q));
            tokens->addAction(words, &subject.navigation, [subject, token = entry.token] {
                subject.change({.kind = OverrideKind::token, .token = token});
            });
        }
        tokens->addSeparator();
    }
    tokens->addAction(QObject::tr("Another…"), subject.window, [subject] { askForToken(subject); });
}

void addVerdicts(QMenu& menu, const Subject& subject, bool byThreshold)
{
    menu.addAction(byThreshold ? QObject::tr("Keep it whatever its p is") : QObject::tr("Accept it whatever u says"),
                   &subject.navigation,
                   [subject] { subject.change({.kind = OverrideKind::verdict, .accepted = true}); });
    menu.addAction(byThreshold ? QObject::tr("Reject it whatever its p is") : QObject::tr("Reject it whatever u says"),
                   &subject.navigation,
                   [subject] { subject.change({.kind = OverrideKind::verdict, .accepted = false}); });
}

void addUs(QMenu& menu, const Subject& subject, const NodeRecord& record)
{
    const auto offer = [&](const QString& words, const OfferedU& offered) {
        menu.addAction(words.arg(offered.words), &subject.navigation,
                       [subject, u = offered.u] { subject.change({.kind = OverrideKind::u, .u = u}); });
    };
    if (record.acceptance && *record.acceptance > 0 && *record.acceptance < 1) {
        offer(QObject::tr("Draw u = %1, which accepts it"), acceptingU(*record.acceptance));
        offer(QObject::tr("Draw u = %1, which rejects it"), rejectingU(*record.acceptance));
    }
    menu.addAction(QObject::tr("Draw another u…"), subject.window, [subject] { askForU(subject); });
}

OfferedU roundedDown(double u, int decimals)
{
    const double unit = std::pow(10.0, decimals);
    return {std::floor(u * unit) / unit, decimal(std::floor(u * unit) / unit, 'f', decimals)};
}

/// A node below a rejected one, one that the accepted path has passed by, and one that was pruned are not judged.
bool canBeJudged(const RoundRecord& round, int node)
{
    return !isOutOfReach(round, node);
}

/// Of the moment shown: the node is still to come in the running round, or in the one about to begin.
bool isToBeDrafted(const Navigation& navigation, int node)
{
    const auto& shown = navigation.playhead().round();
    if (navigation.recording().header().draftLength == 0 || node < 0)
        return false; // nothing is ever drafted
    if (!shown)
        return navigation.run().isThere() && node < navigation.whatIfs().inForce().draftLength;
    if (shown->moments.back().kind != MomentKind::draft || node < int(shown->nodes.size()))
        return false;
    // How many nodes the next level of a tree will have is not known, but it has a first one.
    return isChain(*shown) ? node < shown->draftLength
                           : node == int(shown->nodes.size()) && shown->nodes.back().depth < shown->draftLength;
}

} // namespace

int nextNode(const Navigation& navigation)
{
    const int node = navigation.playhead().round() ? int(navigation.playhead().round()->nodes.size()) : 0;
    return isToBeDrafted(navigation, node) ? node : -1;
}

OfferedU acceptingU(double acceptance)
{
    return roundedDown(acceptance / 2, 2);
}

OfferedU rejectingU(double acceptance)
{
    constexpr int most = 16;
    for (int decimals = 2; decimals <= most; ++decimals)
        if (const OfferedU offered = roundedDown((1 + acceptance) / 2, decimals);
            offered.u >= acceptance && offered.u < 1)
            return offered;
    return {acceptance, decimal(acceptance, 'g', 17)}; // rejected is what is not below
}

void fillWhatIfMenu(QMenu& menu, Navigation& navigation, int node, QWidget* window)
{
    navigation.player().pause(); // who asks what if wants to look at this moment
    const auto& shown = navigation.playhead().round();
    const bool isDrafted = shown && node >= 0 && node < int(shown->nodes.size());
    if (!isDrafted && !isToBeDrafted(navigation, node))
        return;
    menu.addSection(QObject::tr("What if, at draft %1").arg(node + 1));
    const QString whyNot = navigation.whatIfs().whyNot();
    if (!whyNot.isEmpty())
        menu.addAction(whyNot);
    for (const WhatIf& change : navigation.whatIfs().awaitedFor(node))
        menu.addAction(QObject::tr("To come: %1").arg(describe(change, navigation.recording())))->setEnabled(false);
    const Position at = navigation.playhead().position();
    const Subject subject{navigation, at, node, window};
    addTokens(menu, subject, isDrafted ? &navigation.recording().round(at.branch, at.round) : nullptr);
    if (isDrafted && canBeJudged(*shown, node)) {
        if (!shown->sampler.isGreedy() && !hasThreshold(*shown)) // else no u is looked at
            addUs(menu, subject, shown->nodes[std::size_t(node)]);
        addVerdicts(menu, subject, hasThreshold(*shown));
    }
    if (!whyNot.isEmpty())
        for (QAction* action : menu.actions())
            action->setEnabled(false);
}

} // namespace draftscope
