// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QObject>

#include "engine/analysis/advice.h"
#include "engine/analysis/load_advice.h"
#include "engine/analysis/roofline_measure.h"
#include "gui/setup/run_setup.h"

class QThread;

namespace draftscope {

using SentAdvice = std::shared_ptr<const Advice>; ///< queued signals copy what they take
using SentLoadAdvice = std::shared_ptr<const LoadAdvice>;
using SentMachine = std::shared_ptr<const MeasuredMachine>;

/// Searches for the fastest setting, or measures this machine, on a thread of its own, with models of its own, so that
/// Step can be used meanwhile. One thing at a time. Lives on the window's thread.
class AdviceThread : public QObject {
    Q_OBJECT
public:
    explicit AdviceThread(QObject* parent = nullptr);
    ~AdviceThread() override; ///< stops, and waits for it: some milliseconds

    struct Search {
        RunSetup setup;
        std::vector<std::string> prompts = {}; ///< none: that of the setup
        double seconds = 60;
        bool isUnderLoad = false; ///< then what the winner is worth under load, for as long again
    };
    /// Ends in ended(), after failed() where it could not. Precondition of both: !isRunning().
    void advise(const Search& search, const BackendChoice& backend);
    void measureMachine(const RunSetup& setup, const BackendChoice& backend);
    void stop(); ///< soon; what is known is still told
    [[nodiscard]] bool isRunning() const { return m_thread != nullptr; }

signals:
    void advised(const draftscope::SentAdvice& soFar);
    void underLoad(const draftscope::SentLoadAdvice& soFar);
    void machineMeasured(const draftscope::SentMachine& machine);
    void failed(const QString& sentence);
    void ended();

private:
    void run(std::function<Result<void>(const Progress& progress)> work);

    QThread* m_thread = nullptr;
    std::shared_ptr<std::atomic<bool>> m_stop;
};

} // namespace draftscope

Q_DECLARE_METATYPE(draftscope::SentAdvice)
Q_DECLARE_METATYPE(draftscope::SentLoadAdvice)
Q_DECLARE_METATYPE(draftscope::SentMachine)
