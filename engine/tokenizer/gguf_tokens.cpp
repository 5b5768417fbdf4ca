// SPDX-License-Identifier: MIT
#include "engine/tokenizer/gguf_tokens.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "engine/formats/gguf.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

namespace {

// Texts of tokens that end a text, and of those that stand for padding, a repository and a file where gaps are filled,
// of which one each ends a text, too.
constexpr std::array<std::string_view, 22> endTexts = {"<|eot_id|>",
                                                       "<|im_end|>",
                                                       "<|end|>",
                                                       "<|return|>",
                                                       "<|call|>",
                                                       "<|flush|>",
                                                       "<|calls|>",
                                                       "<end_of_turn>",
                                                       "<|endoftext|>",
                                                       "</s>",
                                                       "<|eom_id|>",
                                                       "<EOT>",
                                                       "_<EOT>",
                                                       "[EOT]",
                                                       "[EOS]",
                                                       "<|end_of_text|>",
                                                       "<end_of_utterance>",
                                                       "<eos>",
                                                       "<turn|>",
                                                       "<|tool_response>",
                                                       "<｜end▁of▁sentence｜>",
                                                       "[e~["};
constexpr std::array<std::string_view, 5> fillPadding = {"<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"};
constexpr std::array<std::string_view, 5> fillRepository = {"<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>",
                                                            "<reponame>"};
constexpr std::array<std::string_view, 1> fillFile = {"<|file_sep|>"};
constexpr std::array<std::string_view, 8> fillPrefix = {"<|fim_prefix|>",  "<fim-prefix>", "<fim_prefix>",
                                                        "<｜fim▁begin｜>", "<PRE>",        "▁<PRE>",
                                                        "<|code_prefix|>", "<|prefix|>"};
constexpr std::array<std::string_view, 8> fillSuffix = {"<|fim_suffix|>",  "<fim-suffix>", "<fim_suffix>",
                                                        "<｜fim▁hole｜>",  "<SUF>",        "▁<SUF>",
                                                        "<|code_suffix|>", "<|suffix|>"};
constexpr std::array<std::string_view, 8> fillMiddle = {"<|fim_middle|>",  "<fim-middle>", "<fim_middle>",
                                                        "<｜fim▁end｜>",   "<MID>",        "▁<MID>",
                                                        "<|code_middle|>", "<|middle|>"};
constexpr std::array<std::string_view, 4> shownOnes = {"<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"};

template <class List>
bool isAmong(const List& list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// All texts of the lists above begin so, and few others of a vocabulary do.
bool mayBeAmongLists(std::string_view text)
{
    return text.starts_with('<') || text.starts_with('[') || text.starts_with("_<") || text.starts_with("▁<");
}

class GgufTokenReader {
public:
    explicit GgufTokenReader(const Gguf& file) : m_file(file), m_path(file.path().string()) {}

    Result<GgufTokens> read()
    {
        if (auto done = readTexts(); !done)
            return tl::unexpected(done.error());
        if (auto done = readKinds(); !done)
            return tl::unexpected(done.error());
        const bool isSentencePiece = m_file.text("tokenizer.ggml.model") == "llama";
        m_tokens.bos = idOf("bos", isSentencePiece ? 1 : noToken);
        m_tokens.eos = idOf("eos", isSentencePiece ? 2 : noToken);
        m_tokens.unknown = idOf("unknown", isSentencePiece ? 0 : noToken);
        if (!m_statesKinds)
            guessKinds();
        m_tokens.addsBos = m_file.boolean("tokenizer.ggml.add_bos_token");
        // llama.cpp goes through a hash table of this kind that was filled in this order: of several texts that stand
        // for the same thing the first one there counts. Views have the hashes of strings, so the order is the same.
        for (std::size_t id = 0; id < m_tokens.texts.size(); ++id)
            m_byText[m_tokens.texts[id]] = TokenId(id);
        for (const auto& [text, id] : m_byText)
            if (mayBeAmongLists(text))
                m_named.emplace_back(text, id);
        findEnds();
        findSpaceTakers();
        return std::move(m_tokens);
    }

private:
    Result<void> readTexts()
    {
        const auto* tokens = m_file.array("tokenizer.ggml.tokens");
        if (tokens && tokens->size() > largestVocabulary)
            return fail("The vocabulary of {} has {} tokens, more than {}: download it again.", m_path, tokens->size(),
                        largestVocabulary);
        const auto names = tokens ? tokens->strings() : std::nullopt;
        if (!names || names->empty())
            return fail("The vocabulary of {} is empty: convert the model again with its tokenizer.", m_path);
        for (std::size_t id = 0; id < names->size(); ++id)
            m_tokens.texts.push_back((*names)[id].empty() ? fmt::format("[EMPTY_{}]", id) : std::string((*names)[id]));
        return {};
    }

    Result<void> readKinds()
    {
        const std::size_t size = m_tokens.texts.size();
        m_statesKinds = m_file.find("tokenizer.ggml.token_type") != nullptr;
        m_tokens.kinds.assign(size, ggufNormal);
        if (!m_statesKinds)
            return {};
        const auto* array = m_file.array("tokenizer.ggml.token_type");
        const auto types = array && array->size() >= size ? array->integers() : std::nullopt;
        if (!types)
            return fail("The vocabulary of {} has no type for every token: convert the model again.", m_path);
        for (std::size_t id = 0; id < size; ++id) {
            const std::int64_t stated = (*types)[id];
            if (stated < 0 || stated > 6) // 0: undefined, which is none of these
                return fail("The token {} of {} has the unknown type {}: convert the model again.", id, m_path, stated);
            m_tokens.kinds[id] = stated == 0 ? 0 : static_cast<unsigned char>(1U << (stated - 1));
        }
        return {};
    }

    /// An id outside the vocabulary (4294967295: none) is as if it were not there.
    [[nodiscard]] TokenId idOf(std::string_view name, TokenId unstated) const
    {
        const auto id = m_file.integer(fmt::format("tokenizer.ggml.{}_token_id", name));
        const auto size = std::int64_t(m_tokens.texts.size());
        if (id && *id >= 0 && *id < size)
            return TokenId(*id);
        return unstated < size ? unstated : noToken;
    }

    /// For files that state none.
    void guessKinds()
    {
        for (const TokenId id : {m_tokens.bos, m_tokens.eos, idOf("padding", noToken)})
            if (id != noToken)
                m_tokens.kinds[std::size_t(id)] = ggufControl;
        if (m_tokens.unknown != noToken)
            m_tokens.kinds[std::size_t(m_tokens.unknown)] = ggufUnknown;
        for (std::size_t id = 0; id < m_tokens.texts.size(); ++id)
            if (m_tokens.kinds[id] == ggufNormal && isByteName(m_tokens.texts[id]))
                m_tokens.kinds[id] = ggufByte;
    }

    unsigned char& kindOf(TokenId id) { return m_tokens.kinds[std::size_t(id)]; }

    /// The token of a key, else the first that has one of these texts; it becomes a control token.
    template <class Texts>
    TokenId named(std::initializer_list<std::string_view> keys, const Texts& texts)
    {
        TokenId id = noToken;
        for (const std::string_view key : keys)
            id = idOf(key, id);
        if (id != noToken)
            return id;
        for (const auto& [text, token] : m_named)
            if (isAmong(texts, text)) {
                kindOf(token) |= ggufControl;
                return token;
            }
        return noToken;
    }

    void findEnds()
    {
        std::set<TokenId> ends;
        named({"fim_pre", "prefix"}, fillPrefix);
        named({"fim_suf", "suffix"}, fillSuffix);
        named({"fim_mid", "middle"}, fillMiddle);
        ends.insert(named({"fim_pad"}, fillPadding));
        ends.insert(named({"fim_rep"}, fillRepository));
        ends.insert(named({"fim_sep"}, fillFile));
        for (const auto& [text, id] : m_byText)
            if (kindOf(id) & ggufControl && text.find("unused") != text.npos)
                kindOf(id) |= ggufUnused;
        for (const auto& [text, id] : m_named)
            if (isAmong(endTexts, text)) {
                ends.insert(id);
                kindOf(id) |= ggufControl;
            }
        for (const auto& [text, id] : m_named)
            if (isAmong(shownOnes, text)) // of gpt-oss
                kindOf(id) = ggufUserDefined;
        for (const TokenId id : {m_tokens.eos, idOf("eot", noToken), idOf("eom", noToken)})
            ends.insert(id);
        ends.erase(noToken);
        leaveOut(ends);
        m_tokens.ends.assign(ends.begin(), ends.end());
    }

    /// Texts that end others' texts and, beside certain tokens, not this model's.
    void leaveOut(std::set<TokenId>& ends)
    {
        const auto among = [&](std::string_view text) {
            const auto found =
                std::ranges::find_if(ends, [&](TokenId id) { return m_tokens.texts[std::size_t(id)] == text; });
            return found == ends.end() ? noToken : *found;
        };
        const bool calls = among("<|call|>") != noToken || among("<|calls|>") != noToken;
        if (const TokenId end = among("<|end|>");
            end != noToken && calls && (among("<|return|>") != noToken || among("<|flush|>") != noToken)) {
            ends.erase(end);
            kindOf(end) = ggufUserDefined;
        }
        if (const TokenId s = among("</s>");
            s != noToken && (among("<|tool_response>") != noToken || among("<|plamo:eos|>") != noToken)) {
            ends.erase(s);
            kindOf(s) = ggufNormal;
        }
    }

    /// The files do not say which tokens take white space, so llama.cpp knows it of some models by their names.
    void findSpaceTakers()
    {
        std::string name(m_file.text("general.name").value_or(""));
        std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
        const std::string_view pre = m_file.text("tokenizer.ggml.pre").value_or("");
        const std::string_view architecture = m_file.text("general.architecture").value_or("");
        const auto holds = [](std::string_view text, std::initializer_list<std::string_view> parts) {
            return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
        };
        const auto addFinder = [&](const char* text) {
            if (const auto found = m_byText.find(text); found != m_byText.end())
                m_tokens.spaceFinders = {found->second};
        };
        if (holds(pre, {"jina-v2-de", "jina-v2-es", "jina-v2-code"})
            || holds(architecture, {"nomic-bert-moe", "jina-bert-v3"})) {
            addFinder("<mask>");
        } else if (holds(name, {"phi-3", "phi3"})) {
            constexpr std::array<std::string_view, 3> others = {"<unk>", "<s>", "<|endoftext|>"};
            for (std::size_t id = 0; id < m_tokens.texts.size(); ++id)
                if (m_tokens.is(TokenId(id), ggufControl | ggufUserDefined | ggufUnknown)
                    && !isAmong(others, m_tokens.texts[id]))
                    m_tokens.spaceTakers.push_back(TokenId(id));
        } else if (holds(name, {"modern-bert"})) {
            addFinder("[MASK]");
        }
    }

    const Gguf& m_file;
    const std::string m_path;
    bool m_statesKinds = false;
    GgufTokens m_tokens;
    std::unordered_map<std::string_view, TokenId> m_byText;
    std::vector<std::pair<std::string_view, TokenId>> m_named; ///< of m_byText, in its order, those that lists may have
};

} // namespace

std::vector<AddedToken> GgufTokens::found() const
{
    std::vector<AddedToken> all;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto id = TokenId(i);
        if (is(id, ggufControl | ggufUserDefined | ggufUnknown))
            all.push_back({.text = texts[i],
                           .id = id,
                           .isSpecial = is(id, ggufControl | ggufUnknown),
                           .takesSpaceBefore = std::ranges::binary_search(spaceFinders, id),
                           .takesSpaceBehind = std::ranges::binary_search(spaceTakers, id)});
    }
    return all;
}

Result<GgufTokens> readGgufTokens(const Gguf& file)
{
    return GgufTokenReader(file).read();
}

} // namespace draftscope
