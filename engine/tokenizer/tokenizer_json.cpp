// SPDX-License-Identifier: MIT
// https://huggingface.co/docs/tokenizers: what a tokenizer.json says of its normaliser, pre-tokenizer, model and post-processor.
#include "engine/tokenizer/tokenizer_json.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/byte_pair_files.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

using nlohmann::json;

const json none;

constexpr std::size_t longestCutPiece = 256; ///< bytes; longer ones are lines and the like, which are added tokens

/// The value of a key; null where there is none.
const json& valueOf(const json& object, const char* key)
{
    if (!object.is_object())
        return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::string textOf(const json& object, const char* key)
{
    const json& value = valueOf(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool flagOf(const json& object, const char* key, bool unstated)
{
    const json& value = valueOf(object, key);
    return value.is_boolean() ? value.get<bool>() : unstated;
}

/// The parts of a "Sequence" (which names them by `key`), or the one thing itself; nothing for null.
std::vector<const json*> partsOf(const json& object, const char* key)
{
    if (object.is_null())
        return {};
    if (textOf(object, "type") != "Sequence")
        return {&object};
    std::vector<const json*> parts;
    for (const json& part : valueOf(object, key))
        for (const json* inner : partsOf(part, key))
            parts.push_back(inner);
    return parts;
}

/// A literal text as an expression.
std::string literal(std::string_view text)
{
    std::string expression;
    for (const char character : text) {
        if (std::string_view("\\^$.|?*+()[]{}/-").find(character) != std::string_view::npos)
            expression += '\\';
        expression += character;
    }
    return expression;
}

/// What is said about how a text becomes pieces, of either kind.
struct Pipeline {
    bool isByteLevel = false;
    bool normalizesToNfc = false;
    bool addsSpacePrefix = false;
    bool marksSpaces = false;      ///< as sentencepiece does
    bool prefixesEveryPart = true; ///< see SentencePieceSpec
    bool prefixesSpaces = true;
    std::vector<SplitStep> splits;
};

class TokenizerJson {
public:
    TokenizerJson(const json& document, std::string name, const StatedTokens& stated)
        : m_document(document), m_model(valueOf(document, "model")), m_name(std::move(name)), m_stated(stated)
    {
    }

    [[nodiscard]] Result<std::shared_ptr<const Tokenizer>> read()
    {
        // Files of before 2022 do not say that it is BPE.
        const std::string type = textOf(m_model, "type");
        if (type != "BPE" && !(type.empty() && valueOf(m_model, "merges").is_array()))
            return fail(
                "The file {} has a vocabulary of the type {}: use a model with byte-pair encoding (BPE), or one with a "
                "tokenizer.model.",
                m_name, type.empty() ? "unknown" : beginningOf(type, 40));
        for (const auto& step : {&TokenizerJson::readNormalizer, &TokenizerJson::readPreTokenizer,
                                 &TokenizerJson::readModel, &TokenizerJson::readAddedTokens})
            if (auto done = (this->*step)(); !done)
                return tl::unexpected(done.error());
        return m_pipeline.isByteLevel ? byteLevel() : sentencePieces();
    }

private:
    Result<void> readNormalizer()
    {
        for (const json* part : partsOf(valueOf(m_document, "normalizer"), "normalizers")) {
            const std::string type = textOf(*part, "type");
            if (type == "NFC")
                m_pipeline.normalizesToNfc = true;
            else if (type == "Prepend" && textOf(*part, "prepend") == spaceMark)
                m_pipeline.addsSpacePrefix = m_pipeline.marksSpaces = true;
            else if (type == "Replace" && textOf(*part, "content") == spaceMark
                     && textOf(valueOf(*part, "pattern"), "String") == " ")
                m_pipeline.marksSpaces = true;
            else
                return unsupported("normalises texts by", type);
        }
        return {};
    }

    Result<void> readPreTokenizer()
    {
        for (const json* part : partsOf(valueOf(m_document, "pre_tokenizer"), "pretokenizers")) {
            const std::string type = textOf(*part, "type");
            if (m_pipeline.isByteLevel)
                return unsupported("splits texts behind ByteLevel by", type);
            if (type == "ByteLevel") {
                m_pipeline.isByteLevel = true;
                m_pipeline.addsSpacePrefix = flagOf(*part, "add_prefix_space", true);
                if (m_pipeline.addsSpacePrefix && !m_pipeline.splits.empty())
                    return unsupported("puts a space in front of every part of a text by", type);
                if (flagOf(*part, "use_regex", true))
                    m_pipeline.splits.push_back(splitsOf("gpt-2")->steps.front());
            } else if (type == "Digits") {
                m_pipeline.splits.push_back({flagOf(*part, "individual_digits", false) ? R"(\p{N})" : R"(\p{N}+)"});
            } else if (type == "Split" && m_pipeline.marksSpaces
                       && textOf(valueOf(*part, "pattern"), "String") == " ") {
                continue; // Gemma's: by then there are no spaces
            } else if (type == "Split") {
                if (auto step = splitOf(*part); step)
                    m_pipeline.splits.push_back(std::move(*step));
                else
                    return tl::unexpected(step.error());
            } else if (type == "Metaspace" && textOf(*part, "replacement") == spaceMark
                       && !flagOf(*part, "split", true)) {
                m_pipeline.marksSpaces = true;
                const std::string scheme = textOf(*part, "prepend_scheme");
                m_pipeline.prefixesEveryPart = scheme != "first";
                m_pipeline.prefixesSpaces = m_pipeline.addsSpacePrefix; // by the normaliser, which looks at nothing
                m_pipeline.addsSpacePrefix = m_pipeline.addsSpacePrefix
                    || (scheme.empty() ? flagOf(*part, "add_prefix_space", true) : scheme != "never");
            } else {
                return unsupported("splits texts by", type);
            }
        }
        return {};
    }

    Result<SplitStep> splitOf(const json& part) const
    {
        const json& pattern = valueOf(part, "pattern");
        const json& expression = valueOf(pattern, "Regex");
        SplitStep step{expression.is_string() ? expression.get<std::string>() : literal(textOf(pattern, "String"))};
        const std::string behavior = textOf(part, "behavior");
        const bool inverted = flagOf(part, "invert", false);
        if (step.expression.empty() || (behavior != "Isolated" && behavior != "Removed"))
            return tl::unexpected(unsupported("splits texts by", "Split " + behavior).error());
        if (behavior == "Removed")
            step.rule = inverted ? SplitRule::keepFound : SplitRule::dropFound;
        return step;
    }

    Result<void> readModel()
    {
        for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"})
            if (!textOf(m_model, key).empty())
                return unsupported("marks pieces by", key);
        auto pieces = piecesOf(valueOf(m_model, "vocab"), m_name);
        if (!pieces)
            return tl::unexpected(pieces.error());
        m_pieces = std::move(*pieces);
        std::vector<std::pair<std::string_view, std::string_view>> pairs;
        for (const json& merge : valueOf(m_model, "merges")) {
            std::optional<std::pair<std::string_view, std::string_view>> pair;
            if (merge.is_string())
                pair = pairOfLine(merge.get_ref<const std::string&>());
            else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
                pair.emplace(merge[0].get_ref<const std::string&>(), merge[1].get_ref<const std::string&>());
            if (!pair)
                return fail("The merge {} of {} is no pair of pieces: download it again.", pairs.size(), m_name);
            pairs.push_back(*pair);
        }
        auto merges = mergesOf(pairs, m_pieces, m_name);
        if (!merges)
            return tl::unexpected(merges.error());
        m_merges = std::move(*merges);
        return {};
    }

    Result<void> readAddedTokens()
    {
        for (const json& object : valueOf(m_document, "added_tokens")) {
            const json& id = valueOf(object, "id");
            const auto token = addedTokenOf(object, id.is_number_integer() ? id.get<std::int64_t>() : -1);
            if (!token)
                return fail("An added token of {} has no text or no usable id: download it again.", m_name);
            if (token->id < m_stated.rows)
                m_added.push_back(*token);
        }
        addMissing(m_added, m_stated.added);
        return {};
    }

    /// Texts begin with this token, if the post-processor says so.
    [[nodiscard]] std::optional<std::string> firstOfTemplate() const
    {
        for (const json* part : partsOf(valueOf(m_document, "post_processor"), "processors"))
            if (const json& single = valueOf(*part, "single"); single.is_array() && !single.empty())
                if (const std::string text = textOf(valueOf(single.front(), "SpecialToken"), "id"); !text.empty())
                    return text;
        return std::nullopt;
    }

    [[nodiscard]] TokenId idOf(const std::optional<std::string>& text) const
    {
        if (!text || text->empty())
            return noToken;
        for (const AddedToken& token : m_added)
            if (token.text == *text)
                return token.id;
        const auto found = std::find(m_pieces.begin(), m_pieces.end(), *text);
        return found == m_pieces.end() ? noToken : TokenId(found - m_pieces.begin());
    }

    [[nodiscard]] TokenId bos() const
    {
        const auto first = firstOfTemplate();
        return idOf(first ? first : m_stated.bos);
    }
    [[nodiscard]] bool addsBos() const { return m_stated.addsBos.value_or(firstOfTemplate().has_value()); }
    [[nodiscard]] TokenId unknown() const
    {
        const std::string stated = textOf(m_model, "unk_token");
        return stated.empty() ? idOf(m_stated.unknown) : idOf(stated);
    }

    Result<std::shared_ptr<const Tokenizer>> byteLevel()
    {
        if (m_pipeline.marksSpaces)
            return fail(
                "The file {} marks spaces as sentencepiece does and has a vocabulary of bytes, which is not supported: "
                "use another model.",
                m_name);
        ByteLevelVocabulary vocabulary;
        vocabulary.merges = std::move(m_merges);
        vocabulary.splits = std::move(m_pipeline.splits);
        vocabulary.prefersWholePieces = flagOf(m_model, "ignore_merges", false);
        vocabulary.addsSpacePrefix = m_pipeline.addsSpacePrefix;
        vocabulary.normalizesToNfc = m_pipeline.normalizesToNfc;
        vocabulary.bos = bos();
        vocabulary.eos = idOf(m_stated.eos);
        vocabulary.unknown = unknown();
        vocabulary.addsBos = addsBos();
        vocabulary.missingByte = idOf(textOf(m_model, "unk_token")); // whatever other files call unknown
        vocabulary.fusesMissingBytes = flagOf(m_model, "fuse_unk", false);
        vocabulary.pieces = std::move(m_pieces);
        vocabulary.added = std::move(m_added);
        return ByteLevelTokenizer::create(std::move(vocabulary), m_name);
    }

    /// Whether sentencepiece, which joins whatever neighbours make a piece, and the best piece first, goes by these merges: every piece of
    /// several characters has all of its cuts into two pieces among them, one behind the other.
    [[nodiscard]] bool areSentencePieceMerges() const
    {
        std::unordered_map<std::string_view, TokenId> ids;
        for (std::size_t id = 0; id < m_pieces.size(); ++id)
            ids.emplace(m_pieces[id], TokenId(id));
        std::unordered_set<TokenId> made,
            apart = {unknown()}; // never made of others: found in texts, or steering the model
        for (const AddedToken& token : m_added)
            apart.insert(token.id);
        for (const AddedToken& token : m_added)
            if (!token
                     .isSpecial) // Gemma's runs of U+2581, which spaces become, are found in texts and made by merges, too
                made.insert(token.id);
        for (const BytePairMerges::Merge& merge : m_merges)
            if (made.contains(merge.result))
                apart.erase(merge.result);
        std::vector<std::size_t> cuts(m_pieces.size());
        for (std::size_t id = 0; id < m_pieces.size(); ++id) {
            const std::string_view piece = m_pieces[id];
            if (isByteName(piece) || apart.contains(TokenId(id)) || piece.size() > longestCutPiece)
                continue;
            bool isOneCharacter = true;
            for (std::size_t cut = 1; cut < piece.size(); ++cut) {
                if ((static_cast<unsigned char>(piece[cut]) & 0xc0) == 0x80)
                    continue;
                isOneCharacter = false;
                cuts[id] += ids.contains(piece.substr(0, cut)) && ids.contains(piece.substr(cut)) ? 1 : 0;
            }
            if (!isOneCharacter && cuts[id] == 0)
                return false; // nothing makes it here, and there it may be made of three
        }
        std::vector<bool> isDone(m_pieces.size());
        TokenId last = noToken;
        for (const BytePairMerges::Merge& merge : m_merges) {
            if (merge.result != last && last != noToken)
                isDone[std::size_t(last)] = true;
            if (isDone[std::size_t(merge.result)] || cuts[std::size_t(merge.result)]-- == 0)
                return false;
            last = merge.result;
        }
        return std::ranges::all_of(cuts, [](std::size_t left) { return left == 0; });
    }

    /// The same vocabulary as a sentencepiece model: what is merged first has the highest score there.
    Result<std::shared_ptr<const Tokenizer>> sentencePieces()
    {
        if (!flagOf(m_model, "byte_fallback", false) || m_pipeline.normalizesToNfc || !m_pipeline.splits.empty())
            return fail(
                "The file {} has a vocabulary that is neither of bytes nor of sentencepiece's kind: use a model with a "
                "tokenizer.model.",
                m_name);
        if (!areSentencePieceMerges())
            return fail("The file {} has merges that sentencepiece would not make, which is not supported for a "
                        "vocabulary that falls back on bytes: use a model with a tokenizer.model.",
                        m_name);
        SentencePieceVocabulary vocabulary;
        SentencePieceSpec& spec = vocabulary.spec;
        spec.model = SentencePieceModel::bpe;
        spec.byteFallback = true;
        spec.addsSpacePrefix = m_pipeline.addsSpacePrefix;
        spec.removesExtraSpaces = false;
        spec.prefixesEveryPart = m_pipeline.prefixesEveryPart;
        spec.prefixesSpaces = m_pipeline.prefixesSpaces;
        spec.bos = bos();
        spec.eos = idOf(m_stated.eos);
        spec.unknown = unknown();
        spec.pad = -1;
        if (spec.unknown == noToken)
            return fail("The vocabulary of {} names no token for what is unknown (unk_token): download it again.",
                        m_name);
        std::size_t size = m_pieces.size();
        for (const AddedToken& token : m_added)
            size = std::max(size, std::size_t(token.id) + 1);
        vocabulary.pieces.resize(size);
        for (std::size_t id = 0; id < size; ++id) {
            VocabularyPiece& piece = vocabulary.pieces[id];
            piece.text = id < m_pieces.size() && !m_pieces[id].empty() ? m_pieces[id] : fmt::format("[unused {}]", id);
            piece.type = id >= m_pieces.size() || m_pieces[id].empty() ? PieceType::unused : PieceType::normal;
            if (isByteName(piece.text))
                piece.type = PieceType::byte;
            piece.score = std::numeric_limits<float>::lowest(); // until a merge makes it
        }
        std::vector<bool> isMerged(size);
        for (const BytePairMerges::Merge& merge : m_merges)
            if (!isMerged[std::size_t(merge.result)]) {
                isMerged[std::size_t(merge.result)] = true;
                vocabulary.pieces[std::size_t(merge.result)].score = -float(merge.rank);
            }
        for (const AddedToken& token : m_added) {
            VocabularyPiece& piece = vocabulary.pieces[std::size_t(token.id)];
            piece.text = token.text;
            if (!isMerged[std::size_t(token.id)] || token.isSpecial)
                piece.type = token.isSpecial ? PieceType::control : PieceType::userDefined;
        }
        vocabulary.added = m_added;
        for (const TokenId id : {spec.bos, spec.eos})
            if (id != noToken)
                vocabulary.pieces[std::size_t(id)].type = PieceType::control;
        vocabulary.pieces[std::size_t(spec.unknown)].type = PieceType::unknown;
        return SentencePieceTokenizer::fromVocabulary(vocabulary, m_name, addsBos());
    }

    [[nodiscard]] Result<void> unsupported(std::string_view what, std::string_view type) const
    {
        return fail("The file {} {} {}, which is not supported: use another model, or one with a tokenizer.model.",
                    m_name, what, type.empty() ? "something that it does not name" : asUtf8(beginningOf(type, 40)));
    }

    const json& m_document;
    const json& m_model;
    const std::string m_name;
    const StatedTokens& m_stated;
    Pipeline m_pipeline;
    std::vector<std::string> m_pieces;
    std::vector<BytePairMerges::Merge> m_merges;
    std::vector<AddedToken> m_added;
};

} // namespace

Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(const std::filesystem::path& path,
                                                           const StatedTokens& stated)
{
    return withoutExceptions("The file " + path.string(), [&]() -> Result<std::shared_ptr<const Tokenizer>> {
        const auto document = readJsonObject(path);
        if (!document)
            return tl::unexpected(document.error());
        return TokenizerJson(*document, path.string(), stated).read();
    });
}

} // namespace draftscope
