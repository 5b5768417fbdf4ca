// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

#include <QDialog>

#include "engine/remote/remote_server.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QThread;

namespace draftscope {

/// Asks at which address the target computes, and how much of p it is to be asked for; says what answers there. The key
/// is that of the environment. It deletes itself when it is closed.
class ServerDialog : public QDialog {
    Q_OBJECT
public:
    /// address: that is in use; empty for none.
    ServerDialog(const QString& address, QWidget* parent);
    ~ServerDialog() override; ///< ends what is being asked

signals:
    void chosen(const QString& address); ///< as readServerSpec() takes it; just before it closes

private:
    [[nodiscard]] Result<ServerSpec> spec() const;
    void check();
    void look();
    void endLooking();
    void say(const QString& words, bool isProblem);
    void choose();

    QLineEdit* m_address;
    QComboBox* m_amount;
    QSpinBox *m_count, *m_silence;
    QLabel* m_says;
    QPushButton *m_look, *m_use;
    QThread* m_thread = nullptr;
    std::shared_ptr<std::atomic<bool>> m_stop = std::make_shared<std::atomic<bool>>(false);
};

/// "llama-server · SmolLM2-135M-Instruct.Q4_1.gguf · 49,152 tokens · 2,048 positions · lists all probabilities"
[[nodiscard]] QString inWords(const ServerFacts& facts);

} // namespace draftscope
