// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <QObject>

#include "engine/report/web_page.h"
#include "gui/share/scene.h"

class QAction;
class QMenu;

namespace draftscope {

class MainWindow;
class Navigation;

/// What goes to others, or to the next day: one web page, an animation, a lesson on paper, a scene. The menu Share,
/// with its keys.
class ShareActions : public QObject {
    Q_OBJECT
public:
    /// `isKept`: the folder that is saved into is remembered.
    ShareActions(MainWindow& window, Navigation& navigation, bool isKept);
    void fill(QMenu& menu);

    /// All of the run shown, at the moment shown, in the window's language. failed() or done() says what came of it.
    void saveWebPage(const std::filesystem::path& path);

    // --- prepared scenes
    /// What is shown, where it stands, and how the window looks.
    [[nodiscard]] Scene sceneNow() const;
    void saveSceneTo(const std::filesystem::path& path);
    void openScene(const std::filesystem::path& path);
    void applyLooks(const Scene& scene); ///< all of it but what is decoded or shown
    void begin(const Scene& scene);      ///< what is decoded or shown, and the moment

    QAction *webPage, *animation, *handout, *saveScene;

signals:
    void done(const QString& sentence);   ///< for the status line
    void failed(const QString& sentence); ///< for the message bar

private:
    void refresh();
    [[nodiscard]] bool isShown(const Scene& scene) const;
    void goToMoment();
    void arrive(const Scene& scene);
    void askForWebPage();
    void askForScene();
    void askForHandout();
    void askForAnimation();
    void askForFile(const QString& title, const QString& filter, const QString& ending,
                    const std::function<void(const std::filesystem::path&)>& then, QWidget* parent = nullptr,
                    const QString& name = {});

    Navigation& m_navigation;
    bool m_isKept;
    MainWindow& m_window;
    std::optional<Scene> m_begun, m_arriving; ///< is being loaded; is there, but not at its moment yet
};

/// What a web page of a run has: the branch shown, or each sequence of a batch.
[[nodiscard]] std::vector<WebPageSequence> webPageSequencesOf(const Navigation& navigation);

} // namespace draftscope
