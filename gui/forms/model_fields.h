// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "gui/setup/model_choices.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

class ModelBox;
class ModelCatalogue;
class ModelFetch;
class Navigation;
enum class ModelRole;

/// The boxes that say which model is the target and which one drafts, with all models that are on this machine, and
/// what fetches one that is not.
class ModelFields : public QObject {
    Q_OBJECT
public:
    using Change = std::function<void(RunSetup&)>;

    ModelFields(Navigation& navigation, QObject* parent);
    /// Shows what the setup says, and what else there is.
    void showModelsOf(const RunSetup& setup);
    void sayAgain(); ///< in another language
    /// Asks which model of the Hugging Face Hub is to have this role, and fetches it.
    void askHub(QWidget* window, ModelRole role);
    /// Asks for the server that is to be the target.
    void askServer(QWidget* window);

    ModelBox *const target, *const draft;
    ModelFetch* const fetch; ///< below the target's box

signals:
    void edited(const draftscope::ModelFields::Change& change);

private:
    void connectBox(ModelBox* box, ModelRole role);
    void useFetched(const QString& path);
    void useFromHub(const QString& path, ModelRole role);

    Navigation& m_navigation;
    ModelCatalogue* m_catalogue;
    QList<ModelChoice> m_targets, m_drafts; ///< of the catalogue as it is, and for m_draftsAreFor
    std::string m_draftsAreFor;
    std::function<void(const QString& path)> m_useFetched; ///< what is being fetched, once it is there
    bool m_areChoicesKnown = false;
};

} // namespace draftscope
