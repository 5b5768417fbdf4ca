// SPDX-License-Identifier: MIT
// Patterns of faults, each from enough verdicts that a few unlucky ones do not make it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/analysis/draft_diagnosis.h"

namespace draftscope {
namespace {

constexpr int enoughVerdicts = 20;
constexpr double hardlyAny = 0.02; ///< of what a draft that guesses would have accepted

double percent(double share)
{
    return 100 * share;
}

/// How unlikely it is that two shares differ so by chance, in standard deviations.
double deviations(double a, int countA, double b, int countB)
{
    const double both = (a * countA + b * countB) / (countA + countB);
    const double variance = both * (1 - both) * (1.0 / countA + 1.0 / countB);
    return variance > 0 ? (b - a) / std::sqrt(variance) : 0;
}

} // namespace

std::vector<DraftFinding> DraftDiagnosis::findings() const
{
    std::vector<DraftFinding> found;
    const auto rate = m_all.acceptance();
    if (!rate || m_all.judged < enoughVerdicts)
        return found;
    if (*rate <= hardlyAny) {
        found.push_back({DraftPattern::nothingAccepted,
                         message("Hardly anything is accepted ({} of {} judged drafts), at any position: that is "
                                 "the sign of tokenizers that number tokens otherwise, or of a head that gets other "
                                 "features than it was trained on. Compare the two vocabularies and the layers "
                                 "that the head reads.",
                                 m_all.accepted, m_all.judged)});
        return found; // all else follows from that
    }
    // Behind which position nothing is accepted, with enough before it to expect some.
    for (std::size_t d = 1; d < m_byDepth.size(); ++d) {
        Counted before, behind;
        for (std::size_t i = 0; i < m_byDepth.size(); ++i) {
            Counted& counted = i < d ? before : behind;
            counted.judged += m_byDepth[i].judged;
            counted.accepted += m_byDepth[i].accepted;
        }
        const double shareBefore = before.judged > 0 ? double(before.accepted) / before.judged : 0;
        constexpr double fair = 0.2;
        if (behind.judged < enoughVerdicts || double(behind.accepted) / behind.judged > hardlyAny || shareBefore < fair)
            continue;
        found.push_back({DraftPattern::nothingBehind,
                         message("Behind position {} hardly anything is accepted ({} of {} judged), before it "
                                 "{:.0f} %: that is the sign of a mistake in position numbers or in the attention "
                                 "window from the draft's second token on. Look at the position ids and the mask "
                                 "of its passes.",
                                 d, behind.accepted, behind.judged, percent(shareBefore))});
        break;
    }
    if (m_afterAllAccepted.judged >= enoughVerdicts && m_afterOthers.judged >= enoughVerdicts) {
        const double after = double(m_afterAllAccepted.accepted) / m_afterAllAccepted.judged,
                     others = double(m_afterOthers.accepted) / m_afterOthers.judged;
        constexpr double much = 0.2, sure = 3.5;
        if (others - after > much && deviations(after, m_afterAllAccepted.judged, others, m_afterOthers.judged) > sure)
            found.push_back(
                {DraftPattern::shortAfterAccepts,
                 message("Behind a round whose drafts were all accepted the first draft is accepted in "
                         "{:.0f} % ({} of {}), behind others in {:.0f} %: that is the sign of a draft "
                         "whose K/V cache is one token short there. After a full accept it has not "
                         "seen its own last token, and has to be fed two.",
                         percent(after), m_afterAllAccepted.accepted, m_afterAllAccepted.judged, percent(others))});
    }
    const double drafts = m_askedRounds > 0 ? double(m_draftedOfAsked) / m_askedRounds : 0,
                 asked = m_askedRounds > 0 ? double(m_asked) / m_askedRounds : 0;
    constexpr double nearlyAll = 0.95, few = 0.6;
    if (*rate >= nearlyAll && asked >= 2 && drafts < few * asked)
        found.push_back({DraftPattern::onlySureTokens,
                         message("{:.0f} % are accepted, but only {:.1f} of {:.1f} drafts are proposed a round: "
                                 "only tokens that the draft is sure of. A high acceptance rate is no speed: "
                                 "lower --stop-below, or choose drafts that go on.",
                                 percent(*rate), drafts, asked)});
    constexpr double byFar = 0.2;
    if (m_judgedByQ.judged >= enoughVerdicts && *m_judgedByQ.meanQ() - *m_judgedByQ.meanP() > byFar)
        found.push_back({DraftPattern::tooSure,
                         message("The draft is too sure of itself: it gives its tokens q = {:.2f} on average, and "
                                 "the target p = {:.2f}. Where drafts are drawn, the same temperature and filters "
                                 "have to act on both; else the draft was trained on other text.",
                                 *m_judgedByQ.meanQ(), *m_judgedByQ.meanP())});
    return found;
}

} // namespace draftscope
