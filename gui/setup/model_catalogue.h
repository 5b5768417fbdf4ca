// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThread>

#include "engine/catalogue/known_model.h"

namespace draftscope {

/// A model that can be chosen, as far as it is known.
struct CatalogueModel {
    KnownModel known;
    std::string value; ///< what a setup says: the name of an embedded model, else a path
    QString title;     ///< shown to people
    bool isRead = false;
    QStringList otherNames = {}; ///< of the same file, in Ollama
    [[nodiscard]] bool isUsable() const { return known.problem.empty(); }
};

/// The models on this machine: those that come with the program, those that findModels() finds, and those that a person
/// opened. They are looked into one by one on a thread of its own, so that the window never waits for a disk.
class ModelCatalogue : public QObject {
    Q_OBJECT
public:
    explicit ModelCatalogue(QObject* parent = nullptr);
    ~ModelCatalogue() override; ///< waits for the model being looked into, which is given up

    /// Looks for them, again where that was done before.
    void search();
    /// Looks into a model that a setup names, unless it is in the list.
    void add(const std::string& value);

    /// Embedded ones first, then by place, as findModels() has them.
    [[nodiscard]] const std::vector<CatalogueModel>& models() const { return m_models; }
    [[nodiscard]] const CatalogueModel* find(const std::string& value) const; ///< null where it is not in the list
    [[nodiscard]] bool isComplete() const { return m_isComplete; } ///< all that there are have been looked into

signals:
    void changed();

private:
    struct Work { ///< used on the thread alone
        ModelReader reader;
    };
    using Cancelled = std::shared_ptr<std::atomic<bool>>;

    void list(std::vector<FoundModel> found);
    /// Asks the thread to look into a model of the list.
    void read(const CatalogueModel& model);
    void put(const std::string& value, KnownModel known);
    void nameAll();
    template <class Call>
    void post(Call call); ///< call(Work&, Progress) on the thread, unless the search has been given up

    QThread m_thread;
    QObject* m_context;
    std::shared_ptr<Work> m_work = std::make_shared<Work>();
    Cancelled m_cancelled = std::make_shared<std::atomic<bool>>(false); ///< that of the last search
    std::vector<CatalogueModel> m_models;
    std::vector<CatalogueModel> m_opened; ///< by people
    bool m_isComplete = false;
};

} // namespace draftscope
