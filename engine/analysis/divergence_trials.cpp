// SPDX-License-Identifier: MIT
#include "engine/analysis/divergence_trials.h"

#include <algorithm>
#include <set>

namespace draftscope {
namespace {

constexpr std::size_t mostBehindFault = 192; ///< tokens that are read again

/// Tokens that differ, and those of them that rounding does not explain.
struct Differing {
    int all = 0, faults = 0;
};

class Trials {
public:
    Trials(TextDiagnosis& diagnosis, const DifferingText& text, ForcedReader& reader, const Model& target,
           const Progress& progress)
        : m_diagnosis(diagnosis), m_text(text), m_reader(reader), m_target(target), m_progress(progress),
          m_fault(text.promptSize + std::size_t(*diagnosis.firstFault)),
          m_tokens(text.tokens.first(std::min(text.tokens.size(), m_fault + mostBehindFault))),
          m_base(ofTextBefore(m_tokens.size()))
    {
        diagnosis.tried = int(m_tokens.size() - text.from);
        diagnosis.triedDiffering = m_base.all;
    }
    void tryPositions();
    void tryBeginnings();

private:
    /// Of the text as it is, up to a token.
    [[nodiscard]] Differing ofTextBefore(std::size_t token) const
    {
        Differing differing;
        for (std::size_t i = 0; m_text.from + i < token; ++i)
            if (!m_text.places[i].agrees()) {
                ++differing.all;
                differing.faults += !m_text.nearTies[i];
            }
        return differing;
    }
    void add(Differing& differing, const ForcedReading& reading) const
    {
        for (const ForcedPlace& place : reading.places) {
            differing.all += !place.agrees();
            differing.faults += place.margin > m_text.allowance;
        }
    }
    /// Whether so few are left that this is what happened. Each of many explanations makes a token or two agree by
    /// chance; one of a few that are likely beforehand need not explain as many.
    [[nodiscard]] bool explains(const Differing& left, bool isOneOfFew) const
    {
        constexpr int fewest = 2, enough = 3, asFew = 5; // of so many one may be left
        return m_base.faults >= (isOneOfFew ? fewest : enough) && left.faults * asFew <= m_base.faults
            && left.all <= 1 + m_base.all / asFew && left.all < m_base.all;
    }
    [[nodiscard]] std::set<std::size_t, std::greater<>> placesOfShifts() const;
    [[nodiscard]] Differing withShift(std::size_t place, int shift);

    TextDiagnosis& m_diagnosis;
    const DifferingText& m_text;
    ForcedReader& m_reader;
    const Model& m_target;
    const Progress& m_progress;
    std::size_t m_fault; ///< the token of the whole text
    std::span<const TokenId> m_tokens;
    Differing m_base;
};

/// Where positions may have begun to be others: anywhere from the prompt's end to the fault; where that would take too
/// long, just before the fault, at the prompt's end and in between. The later ones first, so that the slots before each
/// are still those of the text itself.
std::set<std::size_t, std::greater<>> Trials::placesOfShifts() const
{
    constexpr double mostProducts = 2e12; // of weights and rows: about a minute of two cores
    constexpr std::size_t near = 6, spread = 8;
    const std::size_t end = m_text.promptSize, first = end > 0 ? end - 1 : 0;
    const double each = 2 * double(m_tokens.size() - first) * double(m_target.weights.parameterCount());
    std::set<std::size_t, std::greater<>> places;
    const bool triesAll = each * double(m_fault - std::min(first, m_fault)) <= mostProducts;
    for (std::size_t place = first; place < m_fault; ++place) {
        const std::size_t step = std::max<std::size_t>(1, (m_fault - first) / spread);
        if (triesAll || place + near >= m_fault || place <= end + 1 || (place - first) % step == 0)
            places.insert(place);
    }
    return places;
}

Differing Trials::withShift(std::size_t place, int shift)
{
    const std::size_t from = std::max(m_text.from, place + 1);
    Differing differing = ofTextBefore(from);
    add(differing,
        m_reader.read({.tokens = m_tokens, .from = from, .kept = place, .shiftFrom = place, .shift = shift},
                      m_progress));
    return differing;
}

void Trials::tryPositions()
{
    (void)m_reader.read({.tokens = m_tokens, .from = m_tokens.size()}, m_progress); // into the slots
    Differing best = m_base;
    for (const std::size_t place : placesOfShifts())
        for (const int shift : {1, -1}) {
            if ((shift < 0 && place == 0) || int(m_tokens.size()) + shift > m_target.config.contextLength)
                continue;
            const Differing left = withShift(place, shift);
            const bool isBetter = left.faults < best.faults || (left.faults == best.faults && left.all < best.all);
            if (!isBetter || !explains(left, place + 1 >= m_text.promptSize && place <= m_text.promptSize + 1))
                continue;
            best = left;
            m_diagnosis.pattern = TextPattern::shifted;
            m_diagnosis.shift = shift;
            m_diagnosis.shiftFrom = int(place);
            m_diagnosis.differingThen = left.all;
        }
}

void Trials::tryBeginnings()
{
    const TokenId begin = m_target.tokenizer->bos();
    if (begin == noToken || m_tokens.empty())
        return;
    const bool hasBegin = m_tokens.front() == begin;
    for (const int begins : hasBegin ? std::vector{0, 2} : std::vector{1}) {
        std::vector<TokenId> tokens(m_tokens.begin() + hasBegin, m_tokens.end());
        tokens.insert(tokens.begin(), std::size_t(begins), begin);
        const auto from = std::ptrdiff_t(m_text.from) + std::ptrdiff_t(tokens.size()) - std::ptrdiff_t(m_tokens.size());
        if (from < 1 || int(tokens.size()) > m_target.config.contextLength)
            continue;
        Differing left;
        add(left, m_reader.read({.tokens = tokens, .from = std::size_t(from)}, m_progress));
        if (!explains(left, true)
            || (m_diagnosis.pattern == TextPattern::shifted && left.all >= m_diagnosis.differingThen))
            continue;
        m_diagnosis.pattern = TextPattern::otherBegin;
        m_diagnosis.begins = begins;
        m_diagnosis.differingThen = left.all;
    }
}

} // namespace

void tryExplanations(TextDiagnosis& diagnosis, const DifferingText& text, ForcedReader& reader, const Model& target,
                     const Progress& progress)
{
    Trials trials(diagnosis, text, reader, target, progress);
    trials.tryPositions();
    trials.tryBeginnings();
}

} // namespace draftscope
