// SPDX-License-Identifier: MIT
#include "engine/formats/suffix_array.h"

#include <algorithm>
#include <cassert>

namespace draftscope {
namespace {

using Index = std::int32_t;
constexpr Index none = -1;

/// Counts what has been looked at, tells it, and stops where that is wanted.
class Steps {
public:
    Steps(std::size_t textLength, const Progress& progress)
        : m_expected(12.0 * double(textLength)), m_progress(progress)
    {
    }
    void add()
    {
        if (++m_done % (1 << 18) != 0)
            return;
        if (m_progress.isCancelled())
            throw Cancelled();
        m_progress.tell(std::min(1.0, double(m_done) / m_expected), "Sorting the suffixes");
    }

private:
    double m_expected; ///< passes over the text, and what recursion adds
    const Progress& m_progress;
    std::uint64_t m_done = 0;
};

/// Sorts the suffixes of one text: of the tokens, and in recursion of the names of its parts. A suffix *rises* if it
/// comes before the suffix that begins one further on (S-type in the paper), and falls otherwise (L-type). A rising one
/// behind a falling one is a *valley* (leftmost S-type, LMS). When the valleys are in order, two passes over the array
/// put all others where they belong; and the valleys' order is that of the parts between them.
class SuffixSorter {
public:
    SuffixSorter(std::span<const Index> text, Index alphabet, Steps& steps)
        : m_text(text), m_steps(steps), m_rises(text.size()), m_bucketBegin(std::size_t(alphabet) + 1)
    {
        for (Index i = size() - 2; i >= 0; --i)
            m_rises[std::size_t(i)] = at(i) != at(i + 1) ? at(i) < at(i + 1) : m_rises[std::size_t(i) + 1];
        for (const Index letter : text)
            ++m_bucketBegin[std::size_t(letter) + 1];
        for (std::size_t letter = 0; letter < std::size_t(alphabet); ++letter)
            m_bucketBegin[letter + 1] += m_bucketBegin[letter];
        for (Index i = 1; i < size(); ++i)
            if (isValley(i))
                m_valleys.push_back(i);
    }

    [[nodiscard]] std::vector<Index> sort()
    {
        std::vector<Index> order = inducedBy(m_valleys); // right for the parts, and so far only for them
        if (m_valleys.size() < 2)
            return order;
        std::vector<Index> sorted;
        sorted.reserve(m_valleys.size());
        std::ranges::copy_if(order, std::back_inserter(sorted), [&](Index i) { return isValley(i); });
        order = {}; // memory
        const auto [names, count] = namesOfParts(sorted);
        if (std::size_t(count) < sorted.size()) {
            const std::vector<Index> ranks = SuffixSorter(names, count, m_steps).sort();
            std::ranges::transform(ranks, sorted.begin(), [&](Index rank) { return m_valleys[std::size_t(rank)]; });
        }
        return inducedBy(sorted);
    }

private:
    [[nodiscard]] Index size() const { return Index(m_text.size()); }
    [[nodiscard]] Index at(Index i) const { return m_text[std::size_t(i)]; }
    [[nodiscard]] bool rises(Index i) const { return m_rises[std::size_t(i)]; }
    [[nodiscard]] bool isValley(Index i) const { return i > 0 && rises(i) && !rises(i - 1); }

    /// All suffixes, from the valleys in their order. A bucket has the suffixes of one first letter, falling ones
    /// first.
    [[nodiscard]] std::vector<Index> inducedBy(std::span<const Index> valleys)
    {
        std::vector<Index> order(m_text.size(), none);
        const auto slot = [](std::vector<Index>& of, Index letter) -> Index& { return of[std::size_t(letter)]; };
        std::vector<Index> ends(m_bucketBegin.begin() + 1, m_bucketBegin.end());
        for (auto valley = valleys.rbegin(); valley != valleys.rend(); ++valley)
            order[std::size_t(--slot(ends, at(*valley)))] = *valley;
        std::vector<Index> begins(m_bucketBegin.begin(), m_bucketBegin.end() - 1);
        order[std::size_t(slot(begins, at(size() - 1))++)] = size() - 1; // nothing is behind it, the least there is
        for (Index rank = 0; rank < size(); ++rank, m_steps.add()) {
            const Index before = order[std::size_t(rank)] - 1;
            if (before >= 0 && !rises(before))
                order[std::size_t(slot(begins, at(before))++)] = before;
        }
        ends.assign(m_bucketBegin.begin() + 1, m_bucketBegin.end());
        for (Index rank = size() - 1; rank >= 0; --rank, m_steps.add()) {
            const Index before = order[std::size_t(rank)] - 1;
            if (before >= 0 && rises(before))
                order[std::size_t(--slot(ends, at(before)))] = before;
        }
        return order;
    }

    struct Names {
        std::vector<Index> ofValleys; ///< in the order of the text
        Index count = 0;
    };
    /// Numbers for the parts from each valley to the next, both included: equal for equal parts, and in their order.
    [[nodiscard]] Names namesOfParts(std::span<const Index> sorted) const
    {
        std::vector<Index> numberAt(m_text.size() / 2 + 1, none); // two valleys are never beside each other
        for (std::size_t i = 0; i < m_valleys.size(); ++i)
            numberAt[std::size_t(m_valleys[i] / 2)] = Index(i);
        const auto part = [&](Index valley) {
            const auto next = std::size_t(numberAt[std::size_t(valley / 2)]) + 1;
            const Index end = next < m_valleys.size() ? m_valleys[next] + 1 : size();
            return m_text.subspan(std::size_t(valley), std::size_t(end - valley));
        };
        Names names{std::vector<Index>(sorted.size()), 0};
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const bool isLast = sorted[i] == m_valleys.back(), wasLast = i > 0 && sorted[i - 1] == m_valleys.back();
            // The last part ends where the text does, which is like no letter.
            if (i > 0 && (isLast || wasLast || !std::ranges::equal(part(sorted[i]), part(sorted[i - 1]))))
                ++names.count;
            names.ofValleys[std::size_t(numberAt[std::size_t(sorted[i] / 2)])] = names.count;
            m_steps.add();
        }
        ++names.count;
        return names;
    }

    std::span<const Index> m_text;
    Steps& m_steps;
    std::vector<bool> m_rises;
    std::vector<Index> m_bucketBegin; ///< by letter, and one more
    std::vector<Index> m_valleys;     ///< in the order of the text
};

} // namespace

std::vector<std::uint32_t> suffixArray(std::span<const TokenId> text, int vocabularySize, const Progress& progress)
{
    assert(text.size() <= longestSortedText);
    assert(std::ranges::all_of(text, [&](TokenId token) { return token >= 0 && token < vocabularySize; }));
    if (text.empty())
        return {};
    Steps steps(text.size(), progress);
    const std::vector<Index> order = SuffixSorter(text, vocabularySize, steps).sort();
    return {order.begin(), order.end()};
}

} // namespace draftscope
