// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

#include <QObject>
#include <QString>

#include "engine/attach/watched_server.h"
#include "engine/record/recording.h"

class QThread;

namespace draftscope {

/// What has come of a server's text so far.
struct AttachmentFigures {
    ServedSums sums;
    double tokenMilliseconds = 0, plainMilliseconds = 0; ///< 0: not known
    std::optional<Message> difference;                   ///< of the rounds from the server's counters
    bool isChecked = false;                              ///< the server told counters
    std::vector<Message> notes;
};

/// Watches a server that speculates by itself, in a thread of its own, or reads what was kept of one. Lives on the
/// window's thread.
class Attachment : public QObject {
    Q_OBJECT
public:
    explicit Attachment(QObject* parent = nullptr);
    ~Attachment() override;

    [[nodiscard]] bool isBusy() const { return m_thread != nullptr; }
    /// plain: the address of the same server without speculation; "same": single steps of this one; empty: neither.
    void watch(const QString& address, const WatchedRequest& request, const QString& plain);
    /// The text at `index` of a file.
    void read(const QString& path, int index = 0);
    void stop(); ///< what has come stays; ends in ended()

signals:
    /// Finished rounds: of the same text as before, or of another one where `isAnew`.
    void grown(std::shared_ptr<const draftscope::Recording> recording, bool isAnew);
    void figuresChanged(const draftscope::AttachmentFigures& figures);
    void said(const QString& sentence); ///< what it does
    /// Nothing comes any more. problem: what went wrong, in the window's language; mostly empty.
    void ended(const QString& problem);

private:
    void run(const std::function<QString()>& work);
    QString watchIn(const QString& address, const WatchedRequest& request, const QString& plain);
    QString readIn(const QString& path, int index);
    void tell(const ServedText& text, const std::string& where, bool isWhole, bool isAnew);
    void tellFigures(const WatchedText& watched, double plainMilliseconds);

    QThread* m_thread = nullptr;
    std::shared_ptr<std::atomic<bool>> m_stops;
};

} // namespace draftscope
