// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "gui/export/exported_view.h"
#include "gui/lab/lab_words.h"

class QLabel;

namespace draftscope {

class DrawnBarsView;
class PanelHeader;
class ViewExports;

/// A card of the lab: a header with a menu that exports what is in it, and its content.
class LabCard : public QFrame {
    Q_OBJECT
public:
    LabCard(const QString& title, QWidget* content, std::function<ExportedView()> exported, QWidget* parent = nullptr);
    [[nodiscard]] PanelHeader& header() const { return *m_header; }
    [[nodiscard]] ViewExports& exports() const { return *m_exports; }
    /// What is in it is not lossless: title and border say so.
    void setWrong(bool on);

private:
    PanelHeader* m_header;
    ViewExports* m_exports;
};

/// One side: bars of what was drawn, and the verdict below them.
class LabSide : public QWidget {
    Q_OBJECT
public:
    explicit LabSide(QWidget* parent = nullptr);
    /// `shown`: which of the figures' bars; `figures` null: nothing is drawn, for that reason.
    void show(const TrialFigures* figures, int shown, const QString& why);
    [[nodiscard]] DrawnBarsView& bars() const { return *m_bars; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] QString seeing() const;
    /// What the sentences below the bars need; two sides beside each other take the same.
    [[nodiscard]] int wordsHeight() const;
    void setWordsHeight(int height);

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintVerdict();

    DrawnBarsView* m_bars;
    QWidget* m_words;
    QLabel *m_verdict, *m_seeing;
    Role m_role = Role::muted;
};

} // namespace draftscope
