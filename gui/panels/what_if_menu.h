// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMenu;
class QWidget;

namespace draftscope {

class Navigation;

/// Fills a menu with what can be changed about a node of the round shown: its token, its u, its verdict; of a node that
/// is still to be drafted, its token. The menu stays empty where there is no such node. Pauses; what is chosen is for
/// the moment shown now, wherever a person has gone in between. `window` owns the dialogs that ask for a value.
void fillWhatIfMenu(QMenu& menu, Navigation& navigation, int node, QWidget* window);

/// The first node that is still to be drafted at the moment shown, in the running round or the one about to begin; -1
/// for none.
[[nodiscard]] int nextNode(const Navigation& navigation);

/// A u that is offered, exactly as its words say it.
struct OfferedU {
    double u = 0;
    QString words;
};
/// About half way down from, or up from, an acceptance between 0 and 1.
[[nodiscard]] OfferedU acceptingU(double acceptance);
[[nodiscard]] OfferedU rejectingU(double acceptance);

} // namespace draftscope
