// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/what_if_menu.h"

#include <cmath>

#include <QInputDialog>
#include <QLocale>
#include <QMenu>

#include "gui/navigation.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

constexpr int offeredTokens = 8;
using Kind = OverrideRecord::Kind;

void ask(QWidget* window, const QString& question, const std::function<void(const QString&)>& answered)
{
    auto* dialog = new QInputDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("What if"));
    dialog->setLabelText(question);
    QObject::connect(dialog, &QInputDialog::textValueSelected, window, answered);
    dialog->open();
}

void askForU(Navigation& navigation, int node, QWidget* window)
{
    ask(window, QObject::tr("u of draft %1, from 0 up to but not including 1:").arg(node + 1), [&navigation, node](const QString& text) {
        bool isNumber = false;
        const double u = QLocale::c().toDouble(QString(text).replace(',', '.').trimmed(), &isNumber);
        if (!isNumber || !(u >= 0 && u < 1))
            emit navigation.failed(QObject::tr("u cannot be “%1”: give a number from 0 up to but not including 1.").arg(text));
        else
            navigation.change({{.kind = Kind::u, .node = node, .u = u}});
    });
}

void askForToken(Navigation& navigation, int node, QWidget* window)
{
    ask(window, QObject::tr("The token to draft at %1, as text with its leading space, or its id as #123:").arg(node + 1),
        [&navigation, node](const QString& text) {
            bool isId = false;
            const int id = text.startsWith('#') ? text.mid(1).toInt(&isId) : -1;
            const auto token = isId ? std::optional<TokenId>(id) : navigation.tokenOf(text);
            if (!token || *token < 0 || std::size_t(*token) >= navigation.vocabularySize())
                emit navigation.failed(QObject::tr("“%1” is not one token of this vocabulary: try it with or without a leading space, or give an id as #123.").arg(text));
            else
                navigation.change({{.kind = Kind::token, .node = node, .token = *token}});
        });
}

void addTokens(QMenu& menu, Navigation& navigation, const RoundRecord& round, int node, QWidget* window)
{
    auto* tokens = menu.addMenu(QObject::tr("Draft another token"));
    const auto context = std::size_t(round.nodes[std::size_t(node)].parent + 1);
    if (context < round.contexts.size()) {
        int offered = 0;
        for (const DistributionEntry& entry : round.contexts[context].top) {
            if (entry.token == round.nodes[std::size_t(node)].token || entry.q <= 0 || ++offered > offeredTokens)
                continue;
            const QString words = QObject::tr("%1   q = %2").arg(quoted(navigation.recording(), entry.token), number(entry.q));
            tokens->addAction(words, &navigation, [&navigation, node, token = entry.token] {
                navigation.change({{.kind = Kind::token, .node = node, .token = token}});
            });
        }
        tokens->addSeparator();
    }
    tokens->addAction(QObject::tr("Another…"), window, [&navigation, node, window] { askForToken(navigation, node, window); });
}

void addVerdicts(QMenu& menu, Navigation& navigation, int node)
{
    menu.addAction(QObject::tr("Accept it whatever u says"), &navigation, [&navigation, node] {
        navigation.change({{.kind = Kind::verdict, .node = node, .accepted = true}});
    });
    menu.addAction(QObject::tr("Reject it whatever u says"), &navigation, [&navigation, node] {
        navigation.change({{.kind = Kind::verdict, .node = node, .accepted = false}});
    });
}

void addUs(QMenu& menu, Navigation& navigation, const NodeRecord& record, int node, QWidget* window)
{
    const auto offer = [&](const QString& words, double u) {
        menu.addAction(words.arg(number(u)), &navigation, [&navigation, node, u] {
            navigation.change({{.kind = Kind::u, .node = node, .u = u}});
        });
    };
    if (record.acceptance && *record.acceptance > 0 && *record.acceptance < 1) {
        const double a = *record.acceptance;
        offer(QObject::tr("Draw u = %1, which accepts it"), std::floor(a * 50) / 100);
        offer(QObject::tr("Draw u = %1, which rejects it"), std::floor((1 + a) * 50) / 100);
    }
    menu.addAction(QObject::tr("Draw another u…"), window, [&navigation, node, window] { askForU(navigation, node, window); });
}

/// Nobody judges a node below a rejected one, or one that a greedy chain never reaches.
bool canBeJudged(const RoundRecord& round, int node)
{
    for (int n = round.nodes[std::size_t(node)].parent; n >= 0; n = round.nodes[std::size_t(n)].parent)
        if (round.nodes[std::size_t(n)].verdict == Verdict::rejected)
            return false;
    return true;
}

} // namespace

void fillWhatIfMenu(QMenu& menu, Navigation& navigation, int node, QWidget* window)
{
    const auto& shown = navigation.round();
    if (!shown || node < 0 || node >= int(shown->nodes.size()))
        return;
    const Position at = navigation.position();
    const RoundRecord& whole = navigation.recording().round(at.branch, at.round);
    const NodeRecord& record = shown->nodes[std::size_t(node)];
    menu.addSection(QObject::tr("What if, at draft %1").arg(node + 1));
    addTokens(menu, navigation, whole, node, window);
    if (canBeJudged(*shown, node)) {
        addUs(menu, navigation, record, node, window);
        addVerdicts(menu, navigation, node);
    }
    if (!navigation.canCompute())
        for (QAction* action : menu.actions())
            action->setEnabled(false);
}

} // namespace draftscope
