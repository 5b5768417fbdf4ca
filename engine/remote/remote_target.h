// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/remote/known_texts.h"
#include "engine/remote/remote_server.h"
#include "engine/speculation/target.h"

namespace draftscope {

/// What a decode wants to know of p.
struct WantedOfP {
    SamplerSettings sampler;
    bool ruleNeedsAll = false; ///< its verifier or its tree cannot judge with a part of p
};

/// A target behind a server: a round's contexts are asked for together, and what has been told is kept. Where a part of
/// p is told, tokens behind a rejected draft and behind the last one are the server's own draws.
///
/// How many tokens are listed behind a text is what the ServerSpec says. Where that is left to the program they are
/// `listedUsually`, and all where the sampler or the rule needs all of p and the server lists all.
class RemoteTarget final : public Target {
public:
    static constexpr int listedUsually = 20;

    /// tokenizerSize: ids from there on have no text. vocabularySize: of the server. Precondition: the spec asks for no
    /// more than the server lists.
    RemoteTarget(std::unique_ptr<RemoteServer> server, const ServerSpec& spec, std::string name, int vocabularySize,
                 int tokenizerSize, const WantedOfP& wanted);

    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] std::string backendName() const override;
    [[nodiscard]] int vocabularySize() const override { return m_vocabularySize; }
    [[nodiscard]] int tokenizerSize() const override { return m_tokenizerSize; }

    void watch(const Progress& progress) override { m_progress = progress; }
    void align(std::span<const TokenId> text, const Progress& progress = {}) override;
    void plan(TokenId root, int textLength, const DraftTree& tree, std::span<const SideRow> sideRows = {}) override;
    void verify(const Progress& progress = {}) override;
    [[nodiscard]] bool isVerified(int context) const override;

    void beginSampling(const SamplerSettings& sampler) override;
    void sampleAll() override;
    [[nodiscard]] bool isSampled(int context) const override;
    [[nodiscard]] KnownOfP tells(const SamplerSettings& sampler) const override;
    [[nodiscard]] PartialTarget partly() override;
    [[nodiscard]] const Distribution& p(int context) override;
    [[nodiscard]] std::span<const float> logits(int context) const override;
    void commit(std::span<const int>) override {}
    void reset() override { m_contexts.clear(); }

    /// The address with how many probabilities it asks for with the sampler that it was made for.
    [[nodiscard]] ServerSpec asked() const;

private:
    struct Context {
        std::vector<TokenId> text;
        int parent = -1;
        bool isAsked = true;
        std::vector<TokenId> drafts; ///< behind it
        std::shared_ptr<KnownText> known = {};
        Message whyUntold = {}; ///< why it, or p of a draft behind it, cannot be known, as a sentence
        Distribution p = {};
        PartialDistribution part = {};
    };
    /// Likeliest tokens to ask for where tokens are chosen so; 0: all.
    [[nodiscard]] int countFor(const SamplerSettings& sampler) const;
    /// What is not known yet of the round's contexts and drafts.
    void askForRound();
    void askFor(int count, const Progress& progress);
    void askForDrafts(const Progress& progress);
    /// The round stands only if it comes to the context.
    void leaveUntold(Context& context, const Message& why);
    /// Where a text could not be asked for that the round has come to. Throws.
    static void needs(const Context& context);
    /// After a server was away another one may be there.
    void lookAgain(const Progress& progress);
    [[nodiscard]] PartialDistribution partOf(const KnownText& known) const;
    TokenProbability draw(int context, double u);

    std::unique_ptr<RemoteServer> m_server;
    ServerSpec m_spec;
    std::string m_name;
    int m_vocabularySize, m_tokenizerSize;
    WantedOfP m_wanted;
    bool m_wasAway = false;
    Progress m_progress; ///< of the call that the session is in
    std::vector<TokenId> m_text;
    std::vector<Context> m_contexts;
    KnownTexts m_known;
};

} // namespace draftscope
