// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

class QAction;
class QWidget;

namespace draftscope {

class Navigation;

/// How traces of Step's run are saved: where to is asked, and what-ifs that no trace keeps are offered to be saved
/// before something makes an end of them. The navigation outlives it. Lives on the window's thread.
class TraceSaving : public QObject {
    Q_OBJECT
public:
    /// `isKept`: the folder is where the next file is asked for, at the next start, too.
    TraceSaving(QWidget& window, Navigation& navigation, bool isKept);

    [[nodiscard]] QAction* action() const { return m_action; } ///< save(), with its key
    void save();                                               ///< asks for the file first; of a batch which sequences
    void askWhichTraces();
    /// Whether the window may close now. Where it may not it closes later: when what is being saved is there, or when
    /// a person has said what is to become of the what-ifs.
    [[nodiscard]] bool mayClose();
    [[nodiscard]] bool closesLater() const { return m_closesAfterSaving; } ///< when a trace is saved

signals:
    void changed(); ///< closesLater(), or what is saved of the run

private:
    void onSaveEnded(bool isSaved);
    void askToSave(const std::function<void()>& discard, const std::function<void()>& retry);
    void saveThen(const std::function<void()>& goOn);

    QWidget& m_window;
    Navigation& m_navigation;
    bool m_isKept;
    QAction* m_action;
    std::function<void()> m_afterSaving; ///< what waits until all that is being saved is
    bool m_closesAfterSaving = false;    ///< it is the window's closing
    bool m_discards = false;             ///< was asked, and closes without saving
};

} // namespace draftscope
