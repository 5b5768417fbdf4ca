// SPDX-License-Identifier: MIT
// Every number that a round is decided by, computed again without the session: p and q by passes of one row each, u
// from its counter, acceptance, residual and tokens by their definitions. So nothing that a session sends to the
// models, or draws from, can be another than it should be.
#include <QTest>

#include <set>

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/five_letter_pair.h"
#include "engine/core/random.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// What a model alone says after the prompt and tokens behind it.
class Alone {
public:
    Alone(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& prompt, const SamplerSettings& sampler)
        : m_promptLength(prompt.size()), m_vocabulary(std::size_t(model->config.vocabularySize)),
          m_contexts(*makeCpuBackend(1)->makePass(model, model->config.contextLength), prompt, sampler,
                     model->tokenizer->size())
    {
    }
    /// `text` begins with the prompt.
    Distribution after(const std::vector<TokenId>& text)
    {
        int context = ContextDistributions::root;
        for (std::size_t i = m_promptLength; i < text.size(); ++i)
            context = m_contexts.after(context, text[i]);
        Distribution dense(m_vocabulary);
        for (const PossibleToken& next : m_contexts.at(context))
            dense[std::size_t(next.token)] = next.p;
        return dense;
    }

private:
    std::size_t m_promptLength, m_vocabulary;
    ContextDistributions m_contexts;
};

/// The record of a round, against all that can be computed again.
void checkRound(const RoundRecord& round, const std::vector<TokenId>& textBefore, Alone& target, Alone& draft,
                std::uint64_t seed)
{
    const auto u = [&](int node, Purpose purpose) {
        return uniform(seed, 0, std::uint32_t(round.round), std::uint32_t(node), purpose);
    };
    std::vector<TokenId> text = textBefore, committed;
    Distribution p = target.after(text);
    bool rejected = false;
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        const auto token = std::size_t(node.token);
        const Distribution q = draft.after(text);
        QCOMPARE(node.drawU, u(int(n), Purpose::draft));
        QCOMPARE(node.token, drawFrom(q, node.drawU));
        QCOMPARE(node.q, q[token]);
        QCOMPARE(node.p, p[token]);
        if (!rejected) {
            QCOMPARE(*node.acceptance, std::min(1.0, p[token] / q[token]));
            QCOMPARE(*node.u, u(int(n), Purpose::verdict));
            QCOMPARE(node.verdict, *node.u < *node.acceptance ? Verdict::accepted : Verdict::rejected);
            if (node.verdict == Verdict::accepted) {
                committed.push_back(node.token);
            } else {
                Distribution residual;
                residualOf(p, q, residual);
                QCOMPARE(round.draw->context, int(n));
                QCOMPARE(round.draw->u, u(int(n), Purpose::residual));
                committed.push_back(drawFrom(residual, round.draw->u));
                rejected = true;
            }
        }
        text.push_back(node.token);
        p = target.after(text);
    }
    if (!rejected) {
        const int context = int(round.nodes.size());
        QCOMPARE(round.draw->context, context);
        QCOMPARE(round.draw->u, u(context, context == 0 ? Purpose::plain : Purpose::bonus));
        committed.push_back(drawFrom(p, round.draw->u));
    }
    QCOMPARE(round.draw->token, committed.back());
    QCOMPARE(round.committed.size(), committed.size());
    for (std::size_t i = 0; i < committed.size(); ++i)
        QCOMPARE(round.committed[i].token, committed[i]);
}

} // namespace

class TestSessionDistributions : public QObject {
    Q_OBJECT
private slots:
    void everyRoundCanBeComputedAgain_data()
    {
        QTest::addColumn<int>("draftLength");
        QTest::addColumn<double>("topP");
        for (const int k : {1, 2, 3, 4, 6, 9}) {
            QTest::addRow("K = %d", k) << k << 1.0;
            QTest::addRow("K = %d, top-p 0.9", k) << k << 0.9;
        }
    }
    void everyRoundCanBeComputedAgain()
    {
        QFETCH(int, draftLength);
        QFETCH(double, topP);
        const TinyPair tiny = makeTinyPair();
        for (const auto& [pair, prompt] :
             {std::pair(Pair{tiny.target, tiny.draft}, "Once"), std::pair(fiveLetterPair(), "abc")}) {
            SessionSettings settings;
            settings.draftLength = draftLength;
            settings.sampler.topP = topP;
            settings.maxTokens = 60;
            settings.seed = 7 + std::uint64_t(draftLength);
            auto session = makeSession(pair, settings, prompt);
            const std::vector<TokenId> promptTokens = tokensOf(*session);
            Alone target(pair.target, promptTokens, settings.sampler),
                draft(pair.draft, promptTokens, settings.sampler);
            bool sawResidual = false, sawBonus = false;
            while (session->ended() == EndReason::none) {
                const std::vector<TokenId> before = tokensOf(*session);
                const RoundRecord round = session->finishRound();
                checkRound(round, before, target, draft, settings.seed);
                if (QTest::currentTestFailed())
                    return;
                sawResidual |= round.draw->source == TokenSource::residual;
                sawBonus |= round.draw->source == TokenSource::bonus;
            }
            QVERIFY(sawResidual);
            QVERIFY(sawBonus || draftLength > 4);
        }
    }

    /// Verdicts and draws of all rounds: a number that served twice would tie two of them together.
    void noUniformNumberServesTwice()
    {
        SessionSettings settings;
        settings.maxTokens = 100;
        auto session = makeSession(fiveLetterPair(), settings, "abc");
        std::multiset<double> used;
        while (session->ended() == EndReason::none) {
            const RoundRecord& round = session->finishRound();
            for (const NodeRecord& node : round.nodes) {
                used.insert(node.drawU);
                if (node.u)
                    used.insert(*node.u);
            }
            used.insert(round.draw->u);
        }
        QVERIFY(used.size() > 200);
        QCOMPARE(std::set<double>(used.begin(), used.end()).size(), used.size());
    }
};

DRAFTSCOPE_TEST(TestSessionDistributions)
#include "test_session_distributions.moc"
