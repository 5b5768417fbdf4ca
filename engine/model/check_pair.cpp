// SPDX-License-Identifier: MIT
#include "engine/model/model.h"

namespace draftscope {

namespace {

std::string shown(const Tokenizer& tokenizer, TokenId token)
{
    return token == noToken ? "none" : fmt::format("{} \"{}\"", token, tokenizer.piece(token));
}

bool sameToken(const Tokenizer& a, const Tokenizer& b, TokenId token)
{
    return a.piece(token) == b.piece(token) && a.isControl(token) == b.isControl(token)
        && a.isByte(token) == b.isByte(token);
}

/// The first two ids whose text differs, as "5 is "a" in the target and "b" in the draft"; empty if there are none.
/// The first two tokens that they have otherwise; empty where there are none.
Message differences(const Tokenizer& target, const Tokenizer& draft)
{
    std::vector<TokenId> others;
    for (TokenId token = 0; token < target.size() && others.size() < 2; ++token)
        if (!sameToken(target, draft, token))
            others.push_back(token);
    const auto piece = [](const Tokenizer& tokenizer, TokenId token) { return std::string(tokenizer.piece(token)); };
    if (others.empty())
        return {};
    if (others.size() == 1)
        return message("{} is \"{}\" in the target and \"{}\" in the draft", others[0], piece(target, others[0]),
                       piece(draft, others[0]));
    return message("{} is \"{}\" in the target and \"{}\" in the draft, {} is \"{}\" in the target and \"{}\" in the "
                   "draft",
                   others[0], piece(target, others[0]), piece(draft, others[0]), others[1], piece(target, others[1]),
                   piece(draft, others[1]));
}

} // namespace

Result<void> checkTarget(const Model& target)
{
    if (target.weights.tokenOfLogit.empty())
        return {};
    return fail(
        "{} is a draft with logits for {} of its {} tokens (d2t), so it cannot be the target: choose a whole model.",
        target.name, target.config.logitCount(), target.config.vocabularySize);
}

Result<void> checkPair(const Model& target, const Model& draft)
{
    if (auto whole = checkTarget(target); !whole)
        return whole;
    const Tokenizer &a = *target.tokenizer, &b = *draft.tokenizer;
    if (&a == &b)
        return {};
    const auto refuse = [&](const Message& why) {
        return Result<void>(tl::unexpected(errorOf(
            message("{} cannot draft for {}: {}. Choose a draft of the same family.", draft.name, target.name, why),
            why)));
    };
    if (a.kind() != b.kind())
        return refuse(message("its tokenizer is of the type {}, the target's is {}", b.kind(), a.kind()));
    if (a.addsBos() != b.addsBos() || a.bos() != b.bos())
        return refuse(message("it begins texts with the token {}, the target with {}",
                              b.addsBos() ? shown(b, b.bos()) : "none", a.addsBos() ? shown(a, a.bos()) : "none"));
    if (a.eos() != b.eos())
        return refuse(
            message("it ends texts with the token {}, the target with {}", shown(b, b.eos()), shown(a, a.eos())));
    if (a.size() != b.size())
        return refuse(message("its vocabulary has {} tokens, the target's {}", b.size(), a.size()));
    if (const Message found = differences(a, b); !found.empty())
        return refuse(message("their vocabularies differ: {}", found));
    return {};
}

} // namespace draftscope
