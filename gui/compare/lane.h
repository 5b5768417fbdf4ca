// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "gui/playback/decode.h"

class QTemporaryDir;

namespace draftscope {

/// One configured decode in a comparison. It has one branch, and counts in rounds.
/// Lives on the window's thread.
class Lane : public QObject {
    Q_OBJECT
public:
    /// `trace`: rounds that were saved of it (ComparedLane::trace), which it shows where its models cannot be had.
    Lane(SessionThread& thread, const RunSetup& setup, std::string trace = {}, QObject* parent = nullptr);

    ~Lane() override;

    [[nodiscard]] const RunSetup& setup() const { return m_setup; }
    [[nodiscard]] Decode& decode() { return m_decode; }
    [[nodiscard]] Run& run() { return m_decode.run(); }
    [[nodiscard]] const Run& run() const { return m_decode.run(); }
    [[nodiscard]] const Recording& recording() const { return m_decode.recording(); }
    [[nodiscard]] const Playhead& playhead() const { return m_decode.playhead(); }
    [[nodiscard]] bool isLoading() const { return m_decode.loader().isLoading(); }
    /// Why it shows saved rounds and computes none, a sentence; else empty.
    [[nodiscard]] const QString& whyReplayed() const { return m_whyReplayed; }
    [[nodiscard]] bool isPlain() const { return m_setup.settings.method == "plain"; }
    [[nodiscard]] int rounds() const;                ///< finished and recorded
    [[nodiscard]] int tokensAfter(int rounds) const; ///< after the prompt, by the end of that many recorded rounds
    [[nodiscard]] int tokens() const { return tokensAfter(rounds()); }
    /// No round comes after those that are recorded: the text has ended, or the run has failed.
    [[nodiscard]] bool hasEnded() const;
    /// Rounds up to the moment shown.
    [[nodiscard]] int shownRounds() const { return m_shownRounds; }
    /// Tokens after the prompt at the moment shown.
    [[nodiscard]] int generated() const;

    /// From the prompt with another setup, which is the lane's once its models are there: until then it stays as it is.
    void change(const RunSetup& setup);
    void load(); ///< from the prompt, with models that are there or are read; ends with loaded() or loadingFailed()
    /// Shows the end of that round, from 1, or of the last one before it that there is; 0: nothing has been decoded.
    void showRound(int round);
    /// Shows the end of the first round by which it has as many tokens after the prompt, or of the last one that there
    /// is.
    void showToken(int tokens);
    /// Nothing comes after what it shows: its text has ended there.
    [[nodiscard]] bool isAtItsEnd() const { return hasEnded() && m_shownRounds == rounds(); }

signals:
    void loaded();
    void loadingFailed(const QString& sentence);
    /// loaded() was of the saved rounds; a sentence of the models, empty where there never were any.
    void replayed(const QString& why);
    void loadingProgressed(double share, const QString& what); ///< share < 0: unknown

private:
    void replay(const QString& why);
    [[nodiscard]] bool isWatched() const;

    RunSetup m_setup;
    std::string m_trace, m_replayed; ///< to be replayed; being read
    QString m_whyReplayed;
    std::unique_ptr<QTemporaryDir> m_folder; ///< while that is read
    Decode m_decode;
    int m_shownRounds = 0;
};

/// Both are there and have one target on one backend, so that their times compare, and so do their bits.
[[nodiscard]] bool haveOneTarget(const Lane& a, const Lane& b);

} // namespace draftscope
