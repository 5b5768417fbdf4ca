// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace draftscope {

/// Makes a file while the window goes on. Deletes itself when it has ended.
class MakingJob : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void cancel() = 0; ///< no file is written; ended() comes with an empty sentence

signals:
    void ended(bool isWritten, const QString& sentence);
};

/// Asks what is to be made, and for its name; then makes it while one looks on. Deletes itself when it is closed.
class MakingDialog : public QDialog {
    Q_OBJECT
public:
    MakingDialog(const QString& title, const QString& save, QWidget* parent);

signals:
    void made(const QString& sentence);
    void failed(const QString& sentence);

protected:
    /// Below the fields: what will come of them, how far it is, and the buttons. `other` stands before Save.
    void addFoot(QVBoxLayout& layout, QPushButton* other = nullptr);
    void follow(MakingJob& job); ///< closes the dialog when the file is there
    [[nodiscard]] bool isMaking() const { return m_job != nullptr; }
    virtual void refresh() = 0; ///< says what will come of it, and what can be pressed
    void reject() override;     ///< ends what is being made first

    QLabel* m_says;
    QProgressBar* m_progress;
    QPushButton* m_save;

private:
    MakingJob* m_job = nullptr;
};

} // namespace draftscope
