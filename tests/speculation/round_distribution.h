// SPDX-License-Identifier: MIT
// The exact distribution of what a verifier commits, measured from its behaviour alone: every draft weighted by q,
// every verdict by the length of the interval of u on which the verifier really accepts (found by bisection, not taken
// from what it reports), and the drawn token by the intervals of u on which it is drawn. A wrong rule cannot hide.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "engine/core/random.h"
#include "engine/speculation/verifier.h"

namespace draftscope::testing {

using Text = std::vector<TokenId>;
using JointDistribution = std::map<Text, double>;
using ConditionalDistribution = std::function<Distribution(const Text& prefix)>;

/// Random distributions, one a prefix; some entries are 0 where `sparse`, all but one where `oneHot`.
struct RandomDistributions {
    int vocabulary = 4;
    std::uint64_t seed = 1;
    bool sparse = false, oneHot = false;

    Distribution operator()(const Text& prefix) const
    {
        std::uint32_t place = 1;
        for (const TokenId token : prefix)
            place = place * 31 + std::uint32_t(token) + 7;
        Distribution result;
        for (int i = 0; i < vocabulary; ++i) {
            const double u = uniform(seed, place, std::uint32_t(i), 0, Purpose::plain);
            result.push_back(sparse && u < 0.4 ? 0.0 : -std::log(1 - u));
        }
        if (oneHot) {
            const TokenId token =
                drawFrom(Distribution(std::size_t(vocabulary), 1.0), uniform(seed, place, 99, 0, Purpose::plain));
            result.assign(std::size_t(vocabulary), 0.0);
            result[std::size_t(token)] = 1;
        }
        double total = 0;
        for (const double value : result)
            total += value;
        if (total == 0)
            return Distribution(std::size_t(vocabulary), 1.0 / vocabulary);
        for (double& value : result)
            value /= total;
        return result;
    }
};

/// Parents of a draft tree's nodes; {-1, 0, 1} is a chain of three.
using Shape = std::vector<int>;
inline Shape chain(int length)
{
    Shape shape;
    for (int n = 0; n < length; ++n)
        shape.push_back(n - 1);
    return shape;
}

class RoundDistribution {
public:
    RoundDistribution(const Verifier& verifier, Shape shape, ConditionalDistribution p, ConditionalDistribution q)
        : m_verifier(verifier), m_shape(std::move(shape)), m_p(std::move(p)), m_q(q), m_judgedBy(std::move(q))
    {
    }
    /// The verifier is told this q although drafts are drawn from another: a fault that must show.
    void judgeBy(ConditionalDistribution q)
    {
        m_judgedBy = std::move(q);
        m_committed.clear();
    }

    /// What is done to every tree before it is judged.
    void prepareBy(std::function<void(DraftTree&)> prepare)
    {
        m_prepare = std::move(prepare);
        m_committed.clear();
    }

    /// How the children of a context are chosen: drawn from q each by itself, likewise but never twice, or the
    /// likeliest tokens of q.
    void drawBy(DrawRule rule)
    {
        m_tree.rule = rule;
        m_committed.clear();
    }

    /// Behind a node of smaller q nothing is drafted.
    void stopBelow(double q)
    {
        m_stopBelow = q;
        m_committed.clear();
    }

    /// Makes every tree that may be drafted after a text, one after another, and calls `judge` with each one's
    /// probability.
    using TreeSource =
        std::function<void(const Text& prefix, DraftTree& tree, const std::function<void(double weight)>& judge)>;
    /// Trees come from there, and not from the shape and q.
    void draftBy(TreeSource source)
    {
        m_source = std::move(source);
        m_committed.clear();
    }

    /// Probability of every text that a round after `prefix` commits.
    JointDistribution committed(const Text& prefix)
    {
        JointDistribution result;
        m_tree.clear();
        m_tree.q.clear();
        m_contexts.assign(1, m_p(prefix));
        if (m_source) {
            m_source(prefix, m_tree, [&](double weight) {
                m_contexts.resize(1);
                for (int node = 0; node < int(m_tree.nodes.size()); ++node)
                    m_contexts.push_back(m_p(textAt(prefix, node)));
                if (m_prepare)
                    m_prepare(m_tree);
                std::map<int, double> verdictUs;
                judge(prefix, verdictUs, weight, result);
            });
            return result;
        }
        addNode(prefix, 1.0, result);
        return result;
    }

    /// Joint distribution of the first tokens; rounds that commit fewer are followed by others.
    JointDistribution firstTokens(int count)
    {
        JointDistribution result, unfinished{{{}, 1.0}};
        while (!unfinished.empty()) {
            const auto [prefix, weight] = *unfinished.begin(); // what leads to it came before it
            unfinished.erase(unfinished.begin());
            for (const auto& [added, share] : committedAfter(prefix)) {
                Text text = prefix;
                text.insert(text.end(), added.begin(), added.end());
                if (int(text.size()) < count) {
                    unfinished[text] += weight * share;
                } else {
                    text.resize(std::size_t(count));
                    result[text] += weight * share;
                }
            }
        }
        return result;
    }

    /// Largest difference between firstTokens() and what the target alone writes.
    double errorOfFirst(int count)
    {
        JointDistribution expected{{{}, 1.0}};
        for (int i = 0; i < count; ++i) {
            JointDistribution longer;
            for (const auto& [prefix, weight] : expected) {
                const Distribution p = m_p(prefix);
                for (TokenId token = 0; token < TokenId(p.size()); ++token) {
                    Text text = prefix;
                    text.push_back(token);
                    longer[text] = weight * p[std::size_t(token)];
                }
            }
            expected = std::move(longer);
        }
        double error = 0;
        JointDistribution result = firstTokens(count);
        for (const auto& [text, mass] : expected)
            error = std::max(error, std::abs(result[text] - mass)); // `expected` has texts of probability 0, too
        return error;
    }
    /// Largest difference between a node's reported acceptance and the share of u on which it was accepted.
    [[nodiscard]] double errorOfReports() const { return m_reportError; }

private:
    const JointDistribution& committedAfter(const Text& prefix)
    {
        const auto [entry, isNew] = m_committed.try_emplace(prefix);
        if (isNew)
            entry->second = committed(prefix);
        return entry->second;
    }

    Text textAt(const Text& prefix, int node) const
    {
        Text text = prefix;
        for (const int n : m_tree.pathTo(node))
            text.push_back(m_tree.nodes[std::size_t(n)].token);
        return text;
    }

    /// All tokens for the next node of the shape, then its verdicts.
    void addNode(const Text& prefix, double weight, JointDistribution& result)
    {
        const std::size_t node = m_tree.nodes.size();
        if (node == m_shape.size()) {
            const std::vector<DraftTree::Node> all = m_tree.nodes;
            while (m_stopBelow > 0 && m_tree.nodes.back().pruned) // were not drafted
                m_tree.nodes.pop_back();
            std::map<int, double> verdictUs;
            if (m_prepare)
                m_prepare(m_tree);
            judge(prefix, verdictUs, weight, result);
            m_tree.nodes = all;
            return;
        }
        const int parent = m_shape[node];
        const Text context = textAt(prefix, parent);
        const Distribution q = m_q(context);
        m_tree.q.resize(m_shape.size() + 1);
        m_tree.q[std::size_t(parent + 1)] = m_judgedBy(context);
        const int depth = parent < 0 ? 1 : m_tree.nodes[std::size_t(parent)].depth + 1;
        const Distribution chances = m_tree.rule == DrawRule::deterministic ? likeliestBut(node, q)
            : m_tree.rule == DrawRule::withoutReplacement                   ? withoutSiblings(node, q)
                                                                            : q;
        const bool hasNone = std::ranges::count(chances, 0.0) == std::ptrdiff_t(chances.size());
        const DraftTree::Node* const above = parent < 0 ? nullptr : &m_tree.nodes[std::size_t(parent)];
        if (hasNone || (above && (above->pruned || above->q < m_stopBelow))) { // a drafter stops there
            m_tree.nodes.push_back({0, parent, depth, 0, 0, true});
            m_contexts.emplace_back();
            addNode(prefix, weight, result);
            m_contexts.pop_back();
            m_tree.nodes.pop_back();
            return;
        }
        for (TokenId token = 0; token < TokenId(chances.size()); ++token) {
            if (chances[std::size_t(token)] == 0)
                continue;
            m_tree.nodes.push_back({token, parent, depth, q[std::size_t(token)]});
            m_contexts.push_back(m_p(textAt(prefix, int(node))));
            addNode(prefix, weight * chances[std::size_t(token)], result);
            m_contexts.pop_back();
            m_tree.nodes.pop_back();
        }
    }

    /// norm(q without the siblings of the next node); all 0 where nothing is left.
    Distribution withoutSiblings(std::size_t node, Distribution q) const
    {
        for (std::size_t n = 0; n < node; ++n)
            if (m_shape[n] == m_shape[node])
                q[std::size_t(m_tree.nodes[n].token)] = 0;
        double total = 0;
        for (const double value : q)
            total += value;
        for (double& value : q)
            value = total > 0 ? value / total : 0;
        return q;
    }

    /// One-hot at the likeliest token of q that is no sibling's of the next node.
    Distribution likeliestBut(std::size_t node, Distribution q) const
    {
        for (std::size_t n = 0; n < node; ++n)
            if (m_shape[n] == m_shape[node])
                q[std::size_t(m_tree.nodes[n].token)] = -1;
        Distribution chosen(q.size(), 0.0);
        chosen[std::size_t(std::max_element(q.begin(), q.end()) - q.begin())] = 1;
        return chosen;
    }

    struct Outcome {
        std::vector<Judgement> judgements;
        Draw draw;
        int end = -1;
    };
    Outcome run(const std::map<int, double>& verdictUs, double drawU) const
    {
        const auto source = [&](int node, Purpose purpose) {
            if (purpose != Purpose::verdict)
                return drawU;
            const auto found = verdictUs.find(node);
            return found == verdictUs.end() ? 0.5 : found->second;
        };
        const auto judging = m_verifier.begin(
            m_tree, [this](int c) -> const Distribution& { return m_contexts[std::size_t(c)]; }, source, {});
        Outcome outcome;
        while (const auto judgement = judging->next())
            outcome.judgements.push_back(*judgement);
        outcome.end = judging->acceptedEnd();
        outcome.draw = judging->draw();
        return outcome;
    }

    /// The least u in [0, 1] from which `holds` is false; holds must be true before it.
    static double bisect(const std::function<bool(double)>& holds)
    {
        double low = 0, high = 1;
        if (!holds(0.0))
            return 0;
        if (holds(1 - 0x1p-53))
            return 1;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (holds(middle) ? low : high) = middle;
        }
        return high;
    }

    /// Both verdicts of the next node, or the draw if no node is left; verdictUs decides the nodes judged before.
    void judge(const Text& prefix, std::map<int, double>& verdictUs, double weight, JointDistribution& result)
    {
        const Outcome outcome = run(verdictUs, 0.5);
        if (outcome.judgements.size() == verdictUs.size())
            return draw(prefix, outcome, verdictUs, weight, result);
        const std::size_t at = verdictUs.size();
        const int node = outcome.judgements[at].node;
        const double accepting = bisect([&](double u) {
            verdictUs[node] = u;
            return run(verdictUs, 0.5).judgements[at].verdict == Verdict::accepted;
        });
        m_reportError = std::max(m_reportError, std::abs(accepting - outcome.judgements[at].acceptance));
        for (const bool accepted : {true, false}) {
            const double share = accepted ? accepting : 1 - accepting;
            if (share < 1e-15)
                continue;
            verdictUs[node] = accepted ? accepting / 2 : (1 + accepting) / 2;
            judge(prefix, verdictUs, weight * share, result);
        }
        verdictUs.erase(node);
    }

    void draw(const Text& prefix, const Outcome& outcome, const std::map<int, double>& verdictUs, double weight,
              JointDistribution& result)
    {
        Text text = textAt(prefix, outcome.end);
        text.erase(text.begin(), text.begin() + std::ptrdiff_t(prefix.size()));
        double before = 0;
        for (TokenId token = 0; token < TokenId(m_contexts[0].size()); ++token) {
            const double upTo = bisect([&](double u) { return run(verdictUs, u).draw.token <= token; });
            if (upTo > before) {
                text.push_back(token);
                result[text] += weight * (upTo - before);
                text.pop_back();
            }
            before = upTo;
        }
    }

    const Verifier& m_verifier;
    Shape m_shape;
    double m_stopBelow = 0;
    ConditionalDistribution m_p, m_q, m_judgedBy;
    std::function<void(DraftTree&)> m_prepare;
    TreeSource m_source;
    DraftTree m_tree;
    std::vector<Distribution> m_contexts;
    std::map<Text, JointDistribution> m_committed; ///< by the text before the round
    double m_reportError = 0;
};

} // namespace draftscope::testing
