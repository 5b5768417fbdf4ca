// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace draftscope {

/// "What is this?": the pointer asks, and a click on anything says what the glossary has of it. What the glossary does
/// not know says its tool tip.
class GlossaryHelp : public QObject {
    Q_OBJECT
public:
    explicit GlossaryHelp(QObject* parent);
    static void begin();
    /// What is to be said of a widget; empty where nothing is known.
    [[nodiscard]] static QString wordsFor(const QWidget& widget);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace draftscope
