// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/worker/session_thread.h"

namespace draftscope {

class MessageBar;
class Navigation;

/// Where a run could not begin because its two models do not go together, and the target alone could, the message bar
/// offers to decode that alone. For the window's thread.
class PlainDecodingOffer : public QObject {
    Q_OBJECT
public:
    PlainDecodingOffer(Navigation& navigation, MessageBar& bar, QObject* parent);
    ~PlainDecodingOffer() override;

private:
    void look(const QString& problem);
    void onPairChecked(int job, const QString& sentence);
    void decodeAlone();

    Navigation& m_navigation;
    MessageBar& m_bar;
    Job m_pair, m_alone; ///< what is being checked; number 0 for nothing
    QString m_problem;   ///< that it is about
    std::string m_target;
};

} // namespace draftscope
