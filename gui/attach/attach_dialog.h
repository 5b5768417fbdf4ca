// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "gui/attach/attachment.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace draftscope {

class Navigation;

/// Asks for a server and a prompt, and has Step show the server's rounds while they come. It stays open beside Step.
class AttachDialog : public QDialog {
    Q_OBJECT
public:
    AttachDialog(Navigation& navigation, QWidget* parent);

    void setServer(const QString& address);
    void setPrompt(const QString& prompt);
    void begin();                       ///< as the button does
    void readFile(const QString& path); ///< a saved stream or AIPerf's records
    [[nodiscard]] bool isBusy() const { return m_attachment.isBusy(); }

signals:
    void showsRun();                                         ///< Step has something to show
    void laneWanted(const draftscope::Recording& recording); ///< of Compare

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeFields();
    void askForFile();
    void refresh();
    void showRecording(const std::shared_ptr<const Recording>& recording, bool isAnew);
    void showFigures();
    void finish(const QString& problem);

    Navigation& m_navigation;
    Attachment m_attachment;
    AttachmentFigures m_figures;
    QString m_problem;
    QLineEdit *m_address, *m_otherAddress;
    QPlainTextEdit* m_prompt;
    QCheckBox* m_isChat;
    QComboBox* m_plain;
    QSpinBox* m_tokens;
    QLabel *m_sums, *m_speed, *m_checked;
    std::shared_ptr<const Recording> m_recording; ///< what has come last
    QPushButton *m_watch, *m_file, *m_lane;
};

} // namespace draftscope
