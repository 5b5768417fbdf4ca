// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>

#include <QWidget>

#include "engine/catalogue/hub_model.h"
#include "engine/catalogue/model_package.h"
#include "engine/core/error.h"
#include "engine/core/progress.h"

class QLabel;
class QProgressBar;
class QThread;

namespace draftscope {

/// Fetches a model on a thread of its own, says how far it is, and has a button that cancels; hidden where it does
/// nothing.
class ModelFetch : public QWidget {
    Q_OBJECT
public:
    explicit ModelFetch(QWidget* parent = nullptr);
    ~ModelFetch() override; ///< cancels, and waits for that

    /// Into the folder where they belong. One at a time: does nothing while another one is being fetched.
    void start(const ModelPackage& model);
    /// Into Hugging Face's own cache, from the server that HF_ENDPOINT names or the Hub.
    void start(const HubName& model);
    [[nodiscard]] bool isFetching() const { return m_thread != nullptr; }
    /// The one that can be got and is not there; null for none.
    [[nodiscard]] static const ModelPackage* offered();

signals:
    void fetched(const QString& path);
    void failed(const QString& sentence); ///< not where a person has cancelled
    void ended();                         ///< behind each of these, and where it was cancelled

private:
    using Path = Result<std::filesystem::path>;
    void begin(const QString& words, std::function<Path(const Progress&)> fetch);
    void cancel();
    void onEnded(const Path& path);

    QLabel* m_words;
    QProgressBar* m_progress;
    QThread* m_thread = nullptr;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

} // namespace draftscope
