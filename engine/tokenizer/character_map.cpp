// SPDX-License-Identifier: MIT
// The character map's trie is a double array (Aoe 1989) as darts-clone stores it: a unit of 32 bits a node, where a
// node's children lie at its base XOR the child's byte.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "engine/tokenizer/sentencepiece_check.h"

namespace draftscope {

namespace {

// Size of the array in which sentencepiece collects the rules that match at one place.
constexpr std::size_t mostNestedRules = 32;
// The longest rules of Unicode's normal forms have under 100 bytes on either side. Every character of a text is looked
// up as far as rules reach, and may grow to the longest replacement.
constexpr std::size_t deepestRule = 1024, longestReplacement = 1024;

/// One unit of the array.
class Unit {
public:
    explicit Unit(std::uint32_t bits) : m_bits(bits) {}
    /// The byte that leads to it; more than 255 for a unit that holds a value.
    [[nodiscard]] std::uint32_t label() const { return m_bits & 0x8000'00FFU; }
    [[nodiscard]] bool hasLeaf() const { return (m_bits >> 8 & 1) != 0; }
    [[nodiscard]] std::uint32_t offset() const { return (m_bits >> 10) << ((m_bits & 0x200U) >> 6); }
    [[nodiscard]] std::uint32_t value() const { return m_bits & 0x7FFF'FFFFU; }

private:
    std::uint32_t m_bits;
};

/// Looks at everything that a text can reach, each edge twice: whether it is there, then how deep it lies.
class TrieCheck {
public:
    TrieCheck(std::string_view units, std::string_view replacements)
        : m_units(units), m_size(std::uint32_t(units.size() / sizeof(std::uint32_t))), m_replacements(replacements)
    {
    }

    /// Empty if all is well; else what is wrong, as the end of a sentence.
    std::string flaw()
    {
        if (m_size == 0)
            return "they are cut";
        listChildren();
        if (!reach(unit(0).offset()))
            return outside;
        for (std::size_t next = 0; next < m_reached.size(); ++next)
            for (std::uint32_t child = m_firstChild[m_reached[next]]; child != none; child = m_nextSibling[child])
                if (std::string wrong = flawOfEdge(child); !wrong.empty())
                    return wrong;
        return flawOfDepth();
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t(0);
    static constexpr const char* outside = "they point outside themselves";

    [[nodiscard]] Unit unit(std::uint32_t at) const
    {
        std::uint32_t bits;
        std::memcpy(&bits, m_units.data() + std::size_t(at) * sizeof bits, sizeof bits);
        return Unit(bits);
    }
    /// The base of the children of a child.
    [[nodiscard]] std::uint32_t baseBehind(std::uint32_t child) const { return child ^ unit(child).offset(); }

    /// A unit is the child of exactly one base, wherever that is: its own place XOR its label.
    void listChildren()
    {
        m_firstChild.assign(m_size, none);
        m_nextSibling.assign(m_size, none);
        m_nodes.assign(m_size, Node());
        for (std::uint32_t at = m_size; at-- > 0;) {
            const std::uint32_t label = unit(at).label(), base = at ^ label;
            if (label > 0xFF || base >= m_size)
                continue;
            m_nextSibling[at] = m_firstChild[base];
            m_firstChild[base] = at;
        }
    }

    /// Whether every byte that may come next leads to a unit that is there.
    bool reach(std::uint32_t base)
    {
        if (base >= m_size || (base | 0xFFU) >= m_size)
            return false;
        if (!m_nodes[base].isReached)
            m_reached.push_back(base);
        m_nodes[base].isReached = true;
        return true;
    }

    std::string flawOfEdge(std::uint32_t child)
    {
        const std::uint32_t base = baseBehind(child);
        if (!reach(base))
            return outside;
        ++m_nodes[base].parents;
        return unit(child).hasLeaf() ? flawOfReplacement(unit(base).value()) : std::string();
    }

    [[nodiscard]] std::string flawOfReplacement(std::uint32_t at) const
    {
        if (at >= m_replacements.size())
            return outside;
        const std::size_t end = m_replacements.substr(at, longestReplacement + 1).find('\0');
        return end == std::string_view::npos ? "a replacement is too long" : std::string();
    }

    /// Nodes in an order in which all parents come before their children (rules may share their ends).
    std::string flawOfDepth()
    {
        std::vector<std::uint32_t> ready;
        for (const std::uint32_t base : m_reached)
            if (m_nodes[base].parents == 0)
                ready.push_back(base);
        std::size_t done = 0;
        for (; done < ready.size(); ++done) {
            const Node from = m_nodes[ready[done]];
            if (from.depth > deepestRule)
                return "a rule is too long";
            if (from.rules > mostNestedRules)
                return "too many rules begin with each other";
            for (std::uint32_t child = m_firstChild[ready[done]]; child != none; child = m_nextSibling[child]) {
                const std::uint32_t base = baseBehind(child);
                Node& to = m_nodes[base];
                to.depth = std::max(to.depth, from.depth + 1);
                to.rules = std::max(to.rules, from.rules + (unit(child).hasLeaf() ? 1 : 0));
                if (--to.parents == 0)
                    ready.push_back(base);
            }
        }
        return done < m_reached.size() ? "they lead in a circle" : std::string();
    }

    struct Node {
        std::uint32_t parents = 0;
        std::uint32_t depth = 0, rules = 0; ///< of the longest way from the root: bytes, and rules that end on it
        bool isReached = false;
    };

    std::string_view m_units;
    std::uint32_t m_size;
    std::string_view m_replacements;
    std::vector<std::uint32_t> m_firstChild, m_nextSibling; ///< [units], by base and by unit
    std::vector<Node> m_nodes;                              ///< [units], by base
    std::vector<std::uint32_t> m_reached;                   ///< bases
};

} // namespace

Result<void> checkCharacterMap(std::string_view map, std::string_view name)
{
    if (map.empty())
        return {};
    std::uint32_t trieBytes = 0;
    std::string flaw = "they are cut";
    if (map.size() > sizeof trieBytes) {
        std::memcpy(&trieBytes, map.data(), sizeof trieBytes);
        const std::string_view rest = map.substr(sizeof trieBytes);
        if (trieBytes < rest.size() && trieBytes % sizeof(std::uint32_t) == 0)
            flaw = TrieCheck(rest.substr(0, trieBytes), rest.substr(trieBytes)).flaw();
    }
    if (!flaw.empty())
        return fail("The normalisation rules of the vocabulary of {} are damaged ({}): download it again.", name, flaw);
    return {};
}

} // namespace draftscope
