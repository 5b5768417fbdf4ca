// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QIcon>
#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;
class QSettings;
class QToolBar;
class QWidget;

namespace draftscope {

class MessageBar;
class Navigation;

/// What the window has for each of its workspaces.
struct WorkspaceSurroundings {
    QWidget& window;
    MessageBar& messages;
    Navigation& navigation; ///< Step's run; its thread() is where all models of the window work
    bool isKept;            ///< settings are kept from start to start: not in tests and pictures
    /// For a menu of one of them: faster and slower, and to measure the speed again, for whichever is in sight.
    QList<QAction*> speedActions;
};

/// One of the main window's workspaces, such as Step and Compare: a page with its bars, menus and keys. The window has
/// a tab and a key (Ctrl+1, Ctrl+2, ...) for each, shows one at a time, and pauses what plays in the one that it
/// leaves. A workspace is a folder under gui/ and a line in gui/window/workspaces.cpp. Lives on the window's thread;
/// the window owns it, and the widgets that it gives belong to the window from then on.
class Workspace : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // --- what it is called: asked for again whenever the window's language changes
    [[nodiscard]] virtual QString name() const = 0;    ///< "step": for settings and tests, the same in every language
    [[nodiscard]] virtual QString title() const = 0;   ///< of its tab and its entry in the View menu
    [[nodiscard]] virtual QString toolTip() const = 0; ///< of its tab; the window puts the key behind it
    [[nodiscard]] virtual QIcon icon() const { return {}; }

    // --- what it shows; each is asked for once
    /// Where the focus stays when nothing else wants it. Its minimum size should be small.
    [[nodiscard]] virtual QWidget& page() = 0;
    /// In sight with the page only, in this order from the top.
    struct Bars {
        QList<QWidget*> aboveMessages = {}, abovePage = {}, belowPage = {}, inStatusBar = {};
        QList<QToolBar*> tools = {};
        QList<QWidget*> comingAndGoing = {}; ///< of these: the workspace shows and hides them itself
    };
    [[nodiscard]] virtual Bars bars() { return {}; }
    virtual void addMenus(QMenuBar& bar) { Q_UNUSED(bar) }
    virtual void addToViewMenu(QMenu& menu) { Q_UNUSED(menu) }

    // --- in sight and out of it
    /// Only the actions of the workspace in sight have their keys: several workspaces share those of the transport.
    virtual void setInSight(bool on) = 0;
    [[nodiscard]] virtual bool isPlaying() const = 0;
    virtual void pause() = 0;                                     ///< whatever it has asked of the models, too
    virtual void changeSpeed(int steps) { Q_UNUSED(steps) }       ///< of playing: the keys + and -
    virtual void measureAgain() {}                                ///< the speed of what it shows: Ctrl+M
    [[nodiscard]] virtual QString sentence() const { return {}; } ///< for the status bar
    /// At the right end of the status bar: the moment that is shown, and more about it.
    struct Where {
        QString words, toolTip;
    };
    [[nodiscard]] virtual Where where() const { return {}; }
    /// Where the Tab key stops, in order: by default in the bars above the page, the page, and the bars below it. The
    /// message bar comes behind those of `aboveMessages`.
    [[nodiscard]] virtual std::vector<QWidget*> tabStops();

    // --- the window has changed
    virtual void fitToolBars(int width) { Q_UNUSED(width) } ///< to that of the window, and to its words and letters
    virtual void setLow(bool on) { Q_UNUSED(on) }           ///< it has little height
    virtual void retranslate() {} ///< what Retranslation does not find; views follow QEvent::LanguageChange themselves

    // --- from start to start
    virtual void remember(QSettings& settings) const { Q_UNUSED(settings) }
    virtual void recall(const QSettings& settings) { Q_UNUSED(settings) }

signals:
    void wanted();                        ///< it is to be in sight
    void homeWanted();                    ///< the focus is to go to its page
    void wordsChanged();                  ///< sentence() or where() may have
    void failed(const QString& sentence); ///< for the message bar
};

} // namespace draftscope
