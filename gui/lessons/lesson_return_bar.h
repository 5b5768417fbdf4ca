// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace draftscope {

/// Above Step while a reader tries there what a lesson speaks of: what to try, and the way back.
class LessonReturnBar : public QWidget {
    Q_OBJECT
public:
    explicit LessonReturnBar(QWidget* parent = nullptr);
    void offer(const QString& lesson, const QString& toTry); ///< shows it

signals:
    void returnWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QString m_lesson, m_toTry;
    QLabel* m_words;
    QPushButton* m_back;
};

} // namespace draftscope
