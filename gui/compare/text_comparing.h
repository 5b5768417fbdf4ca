// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include <QObject>
#include <QThread>

#include "engine/report/text_input.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// Two texts, and the target that is asked about them.
struct TextsRequest {
    TextInput first;
    std::optional<TextInput> second; ///< none: what the target writes
    std::string ownName;             ///< then: of what it writes
    std::string prompt;              ///< of both, where neither says it
    std::string target;              ///< where no trace names one
    bool isTargetChosen = false;     ///< it counts more than what traces name
    BackendChoice backend;
};

/// What came of it.
struct TextsFound {
    std::shared_ptr<const Model> target;
    std::array<ComparedText, 2> texts;
    TextDivergence divergence;
};

/// Compares texts on a thread of its own, one pair at a time. Lives on the window's thread.
class TextComparing : public QObject {
    Q_OBJECT
public:
    explicit TextComparing(QObject* parent = nullptr) : QObject(parent) {}
    ~TextComparing() override { stop(); }

    void start(TextsRequest request); ///< ends what runs
    void stop();                      ///< waits for it; nothing is told any more
    [[nodiscard]] bool isRunning() const { return m_thread != nullptr; }

signals:
    void progressed(double share, const QString& what); ///< the engine's words
    void found(const std::shared_ptr<const draftscope::TextsFound>& found);
    void failed(const QString& sentence); ///< as engineSentence() gives it

private:
    void tell(int job, const Result<std::shared_ptr<const TextsFound>>& result);

    std::unique_ptr<QThread> m_thread;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    int m_job = 0;
};

} // namespace draftscope
