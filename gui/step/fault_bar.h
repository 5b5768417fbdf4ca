// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QWidget>

class QLabel;
class QPushButton;

namespace draftscope {

class Navigation;

/// One line above the panels for as long as the run or trace shown is broken on purpose: what goes wrong in it, what
/// has come of it so far, and a way to decode the same without the fault.
class FaultBar : public QWidget {
    Q_OBJECT
public:
    explicit FaultBar(Navigation& navigation, QWidget* parent = nullptr);
    void setInSight(bool on); ///< Step is
    /// "From token 12 on … Distance …": what has come of it, or empty where there is nothing to compare.
    [[nodiscard]] QString effect() const { return m_effectWords; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString differenceInWords() const; ///< of the text, at temperature 0
    [[nodiscard]] QString distanceInWords() const;   ///< of the distribution
    void mend();

    Navigation& m_navigation;
    QLabel *m_mark, *m_sentence, *m_effect;
    QPushButton* m_mend;
    std::string m_said; ///< the fault whose sentence stands there
    QString m_effectWords;
    bool m_isInSight = true;
};

} // namespace draftscope
