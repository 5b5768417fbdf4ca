// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>

#include "engine/record/records.h"

namespace draftscope {

class Playhead;

/// The context that a round's last moment is about: where its draft, its verdict or its draw belongs.
[[nodiscard]] int contextOfMoment(const RoundRecord& round, const TraceHeader& header);

/// What a person has selected at the moment shown: one of the round's contexts with a node there, or a token of the
/// text. Going to another moment ends it. It belongs to the playhead. Lives on the window's thread.
class RoundSelection : public QObject {
    Q_OBJECT
public:
    explicit RoundSelection(const Playhead& playhead) : m_playhead(playhead) {}

    /// Which of the round's contexts to look at: the one chosen, else where the moment happens.
    [[nodiscard]] int context() const;
    /// The drafted node that the context is about: the one proposed there, of several the one chosen, else the one that
    /// the moment is about, else the one judged last, else the first; -1 for none.
    [[nodiscard]] int nodeInQuestion() const;
    [[nodiscard]] std::optional<int> selectedToken() const { return m_selectedToken; } ///< index into Playhead::text()
    /// What has been selected last, in the text or on the stage, where it is a token: a draft, or the one that ends the
    /// round.
    [[nodiscard]] std::optional<TokenId> tokenInHand() const;

    void selectContext(int context, int node = -1); ///< `node`: the one meant of those drafted there
    void selectToken(int index);
    void clear(); ///< without changed()

signals:
    void changed();

private:
    [[nodiscard]] const std::optional<RoundRecord>& round() const;

    const Playhead& m_playhead;
    std::optional<int> m_context, m_selectedToken;
    int m_node = -1;             ///< chosen with m_context
    bool m_choseContext = false; ///< after m_selectedToken
};

} // namespace draftscope
