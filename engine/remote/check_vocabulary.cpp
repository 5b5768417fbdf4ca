// SPDX-License-Identifier: MIT
#include "engine/remote/check_vocabulary.h"

#include <algorithm>

#include "engine/core/printable.h"
#include "engine/core/utf8.h"

namespace draftscope {
namespace {

/// Letters, marks and spaces that tokenizers split in different ways.
constexpr std::string_view probe = "The 3 quick brown foxes can't jump over 12,345 lazy dogs;  don't they? \n\n\tif (x "
                                   "!= y) return 0;  Größe, naïve café, 東京, Ελλάδα 🙂";

std::string quotedText(const std::string& text)
{
    return text.empty() ? "nothing" : "\"" + printableName(text) + "\"";
}

/// Ids whose texts a server can be asked for together: control tokens may be left out of a text, and what ends inside
/// of a character is no text alone.
bool isWholeText(const Tokenizer& tokenizer, TokenId token)
{
    return !tokenizer.isControl(token) && token != tokenizer.unknown() && !tokenizer.isByte(token)
        && isUtf8(tokenizer.bytes(token));
}

/// By the texts of all ids that the server tells at once.
Message differenceInTexts(const std::vector<std::string>& texts, const Tokenizer& tokenizer)
{
    for (TokenId token = 0; token < tokenizer.size(); ++token) {
        if (tokenizer.isControl(token) || token == tokenizer.unknown())
            continue;
        const std::string here = tokenizer.bytes(token);
        if (const std::string& there = texts[std::size_t(token)]; here != there)
            return message("token {} is {} here and {} there", token, quotedText(here), quotedText(there));
    }
    return {};
}

/// By the texts of many ids together, and then of fewer and fewer of those that differ.
class TextsTogether {
public:
    TextsTogether(RemoteServer& server, const Tokenizer& tokenizer, const Progress& progress)
        : m_server(server), m_tokenizer(tokenizer), m_progress(progress)
    {
        for (TokenId token = 0; token < tokenizer.size(); ++token)
            if (isWholeText(tokenizer, token))
                m_tokens.push_back(token);
    }

    /// False where the server cannot be asked.
    bool compare(Message& difference)
    {
        constexpr std::size_t together = 8192;
        for (std::size_t first = 0; first < m_tokens.size() && difference.empty(); first += together) {
            const auto tokens = std::span(m_tokens).subspan(first, std::min(together, m_tokens.size() - first));
            const auto there = textThere(tokens);
            if (!there)
                return false;
            if (textHere(tokens) != *there)
                difference = find(tokens);
        }
        return true;
    }

private:
    /// What begins a text may lose its space, so one that has none is put in front.
    std::optional<std::string> textThere(std::span<const TokenId> tokens)
    {
        return m_server.decode(led(tokens), m_progress);
    }
    std::string textHere(std::span<const TokenId> tokens) const { return m_tokenizer.decode(led(tokens)); }
    std::vector<TokenId> led(std::span<const TokenId> tokens) const
    {
        std::vector<TokenId> all = {m_tokens.front()};
        all.insert(all.end(), tokens.begin(), tokens.end());
        return all;
    }
    Message find(std::span<const TokenId> tokens)
    {
        while (tokens.size() > 1) {
            const auto half = tokens.first(tokens.size() / 2);
            tokens = textThere(half).value_or("") != textHere(half) ? half : tokens.subspan(half.size());
        }
        const TokenId token = tokens.front();
        return message("token {} is {} here, and there its text is another one", token,
                       quotedText(m_tokenizer.bytes(token)));
    }

    RemoteServer& m_server;
    const Tokenizer& m_tokenizer;
    const Progress& m_progress;
    std::vector<TokenId> m_tokens;
};

std::string idAt(const std::vector<TokenId>& tokens, std::size_t place)
{
    return place < tokens.size() ? std::to_string(tokens[place]) : "none";
}

} // namespace

Result<void> checkVocabulary(RemoteServer& server, const Tokenizer& tokenizer, const std::string& owner,
                             const Progress& progress)
{
    const std::string name = server.connection().name();
    const auto refuse = [&](const Message& why) -> Result<void> {
        return fail("{} cannot draft for the server {}: {}. Choose a draft of the same family.", owner, name,
                    server.connection().withoutKey(why));
    };
    progress.tell(-1, "Comparing the vocabularies");
    const int size = server.facts().vocabularySize;
    if (size > 0 && size < tokenizer.size())
        return refuse(message("its vocabulary has {} tokens, the server's {}", tokenizer.size(), size));
    Message difference;
    if (const std::vector<std::string> texts = server.texts(progress); !texts.empty())
        difference = differenceInTexts(texts, tokenizer);
    else
        static_cast<void>(TextsTogether(server, tokenizer, progress).compare(difference));
    if (!difference.empty())
        return refuse(message("their vocabularies differ: {}", difference));
    if (const auto differs = server.differenceOf(probe, progress)) {
        if (!differs->empty())
            return refuse(*differs);
        return {};
    }
    const auto here = tokenizer.encodePrompt(probe);
    const auto there = here ? server.encode(probe, true, progress) : std::nullopt;
    if (!there || *there == *here)
        return {};
    const auto first = std::size_t(std::ranges::mismatch(*here, *there).in1 - here->begin());
    return refuse(message("they split a text differently: its token {} is {} here and {} there", first + 1,
                          idAt(*here, first), idAt(*there, first)));
}

} // namespace draftscope
