// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "engine/session/session.h"

class QComboBox;
class QLabel;

namespace draftscope {

/// The boxes that say who drafts, in which shape, how drafts are drawn, who judges them and what is broken on purpose.
/// They offer what goes together; what does not is there, cannot be chosen, and says why.
class MethodBoxes : public QObject {
    Q_OBJECT
public:
    using Change = std::function<void(SessionSettings&)>;

    explicit MethodBoxes(QObject* parent = nullptr);
    /// Shows what the settings say, and what else goes with them.
    void showChoicesOf(const SessionSettings& settings);

    QComboBox *const method, *const shape, *const draws, *const verifier, *const fault;
    QLabel* const notLossless; ///< what of it changes the text's distribution, in a sentence; hidden where nothing does

signals:
    void edited(const MethodBoxes::Change& change);

private:
    void fillShapes(const SessionSettings& settings);
    void fillDraws(const SessionSettings& settings);
    void fillVerifiers(const SessionSettings& settings);
    void fillFaults(const SessionSettings& settings);
};

} // namespace draftscope
