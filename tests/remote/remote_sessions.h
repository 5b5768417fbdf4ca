// SPDX-License-Identifier: MIT
// Sessions whose target is a pretended server of a few letters.
#pragma once

#include <array>
#include <cmath>
#include <map>

#include "engine/core/random.h"
#include "engine/remote/remote_model.h"
#include "pretended_server.h"
#include "tests/fixtures/session_helpers.h"

namespace draftscope::test {

constexpr int letters = 5;
inline const std::string prompt = "abcabcab";

/// Follows from the last two letters; no two probabilities of a context are alike.
inline Distribution byTwoLetters(const std::vector<TokenId>& text)
{
    const auto place = std::uint32_t(text[text.size() - 2] * letters + text.back());
    Distribution p;
    double total = 0;
    for (int i = 0; i < letters; ++i)
        total += p.emplace_back(0.1 + uniform(7, 0, place, std::uint32_t(i), Purpose::plain));
    for (double& each : p)
        each /= total;
    return p;
}

inline std::vector<TokenId> greedyText(int tokens)
{
    std::vector<TokenId> text = *fixtures::LetterTokenizer(letters).encode(prompt);
    for (int i = 0; i < tokens; ++i) {
        const Distribution p = byTwoLetters(text);
        text.push_back(TokenId(std::ranges::max_element(p) - p.begin()));
    }
    return text;
}

inline SessionSettings lookupSettings(bool isGreedy, int tokens, const char* method = "prompt-lookup")
{
    SessionSettings settings;
    settings.method = method;
    settings.sampler.greedy = isGreedy;
    settings.maxTokens = tokens;
    settings.draftLength = 3;
    if (settings.method == "prompt-lookup")
        settings.options["ngram-min"] = 1;
    return settings;
}

inline Result<std::unique_ptr<Session>> trySession(const std::string& address, const SessionSettings& settings)
{
    static const auto cpu = makeCpuBackend(1);
    const auto model = openRemoteModel(address, fixtures::scriptedModel(letters));
    if (!model)
        return tl::unexpected(model.error());
    return Session::create({*model, nullptr}, settings, prompt, cpu);
}

inline std::unique_ptr<Session> sessionAt(const std::string& address, const SessionSettings& settings)
{
    auto session = trySession(address, settings);
    if (!session)
        qFatal("%s", session.error().sentence.c_str());
    return std::move(*session);
}

inline std::string refusalAt(const std::string& address, const SessionSettings& settings)
{
    const auto session = trySession(address, settings);
    return session ? std::string() : session.error().sentence;
}

/// Chi-square of the letters that followed two others, over all of them; 100 degrees of freedom.
inline double distanceFromScript(const std::map<std::vector<TokenId>, std::map<TokenId, int>>& followed)
{
    double sum = 0;
    for (const auto& [two, counts] : followed) {
        int total = 0;
        for (const auto& [letter, count] : counts)
            total += count;
        const Distribution p = byTwoLetters(two);
        for (TokenId letter = 0; letter < letters; ++letter) {
            const double expected = total * p[std::size_t(letter)];
            const auto found = counts.find(letter);
            sum += std::pow((found == counts.end() ? 0 : found->second) - expected, 2) / expected;
        }
    }
    return sum;
}

struct Kind {
    const char* name;
    PretendedServer::Kind kind;
};
constexpr std::array<Kind, 4> allKinds = {{{"llama-server", PretendedServer::Kind::llamaServer},
                                           {"vLLM", PretendedServer::Kind::vllm},
                                           {"SGLang", PretendedServer::Kind::sglang},
                                           {"OpenAI completions", PretendedServer::Kind::openai}}};

/// To the end, from wherever it stands.
inline void finish(Session& session)
{
    while (session.ended() == EndReason::none)
        session.finishRound();
}

/// Kinds of servers by how much of p they are asked for.
inline void addServers()
{
    QTest::addColumn<PretendedServer::Kind>("kind");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("wishes");
    for (const Kind& kind : allKinds)
        for (const char* wishes : {"", "#probabilities=all", "#probabilities=2", "#probabilities=1"})
            QTest::addRow("%s %s", kind.name, wishes) << kind.kind << QString(kind.name) << QString(wishes);
}

} // namespace draftscope::test
