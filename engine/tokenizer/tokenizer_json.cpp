// SPDX-License-Identifier: MIT
// https://huggingface.co/docs/tokenizers: what a tokenizer.json says of its normaliser, pre-tokenizer, model and
// post-processor.
#include "engine/tokenizer/tokenizer_json.h"

#include <algorithm>
#include <array>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/byte_level_tokenizer.h"
#include "engine/tokenizer/expression_syntax.h"
#include "engine/tokenizer/json_part.h"
#include "engine/tokenizer/pipeline_json.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

using nlohmann::json;

/// The parts of a "Sequence" of post-processors, or the one thing itself.
std::vector<const json*> processorsOf(const json& object)
{
    const json &list = jsonValue(object, "processors"), &type = jsonValue(object, "type");
    if (type != "Sequence" || !list.is_array())
        return {&object};
    std::vector<const json*> parts;
    for (const json& part : list)
        parts.push_back(&part);
    return parts;
}

class TokenizerJson {
public:
    TokenizerJson(const json& document, std::string name, const StatedTokens& stated)
        : m_document(document), m_name(std::move(name)), m_stated(stated)
    {
    }

    [[nodiscard]] Result<std::shared_ptr<const Tokenizer>> read()
    {
        auto model = readPipelineModel(value("model"), m_name);
        if (!model)
            return tl::unexpected(model.error());
        m_model = std::move(*model);
        auto normalizer = readTextChanges(value("normalizer"), m_name);
        if (!normalizer)
            return tl::unexpected(normalizer.error());
        auto preTokenizer = readWordCuts(value("pre_tokenizer"), m_name);
        if (!preTokenizer)
            return tl::unexpected(preTokenizer.error());
        auto decoder = readPieceChanges(value("decoder"), m_name);
        if (!decoder)
            return tl::unexpected(decoder.error());
        if (auto added = readAddedTokens(); !added)
            return tl::unexpected(added.error());
        if (auto checked = checkPostProcessor(); !checked)
            return tl::unexpected(checked.error());
        m_normalizer = std::move(*normalizer);
        m_preTokenizer = std::move(*preTokenizer);
        m_decoder = std::move(*decoder);
        const auto* pairs = dynamic_cast<const BytePairModel*>(m_model.model.get());
        return pairs && isPlainlyOfBytes(*pairs) ? byteLevel(*pairs) : pipeline(pairs);
    }

private:
    [[nodiscard]] const json& value(std::string_view key) const { return jsonValue(m_document, key); }

    Result<void> readAddedTokens()
    {
        JsonPart document(m_document, m_name, "document");
        const std::vector<const json*> list =
            document.states("added_tokens") ? document.list("added_tokens") : std::vector<const json*>();
        if (document.states("version") && document.value("version") != "1.0")
            document.complain("version", "not \"1.0\"");
        if (document.error())
            return tl::unexpected(*document.error());
        for (const json* object : list) {
            const json& id = jsonValue(*object, "id");
            const auto token = addedTokenOf(*object, id.is_number_integer() ? id.get<std::int64_t>() : -1);
            if (!token)
                return fail("An added token of {} has no text or no usable id: download it again.", m_name);
            JsonPart stated(*object, m_name, fmt::format("added token {}", token->id));
            for (const char* flag : {"special", "normalized", "lstrip", "rstrip", "single_word"})
                (void)stated.flag(flag);
            if (stated.error())
                return tl::unexpected(*stated.error());
            if (token->id < m_stated.rows)
                m_added.push_back(*token);
        }
        addMissing(m_added, m_stated.added);
        return {};
    }

    [[nodiscard]] Result<void> checkPostProcessor() const
    {
        if (value("post_processor").is_null())
            return {};
        for (const json* part : processorsOf(value("post_processor"))) {
            JsonPart step(*part, m_name, "post_processor");
            constexpr std::array<std::string_view, 4> known = {"TemplateProcessing", "ByteLevel", "BertProcessing",
                                                               "RobertaProcessing"};
            if (std::ranges::count(known, step.type()) == 0)
                step.complain("type", "not known");
            if (step.type() == "TemplateProcessing")
                for (const char* key : {"single", "pair"})
                    (void)step.list(key);
            if (step.error())
                return tl::unexpected(*step.error());
        }
        return {};
    }

    /// Texts begin with this token, if the post-processor says so.
    [[nodiscard]] std::optional<std::string> firstOfTemplate() const
    {
        for (const json* part : processorsOf(value("post_processor"))) {
            const json &single = jsonValue(*part, "single"), &first = jsonValue(*part, "cls");
            if (single.is_array() && !single.empty())
                if (const json& text = jsonValue(jsonValue(single.front(), "SpecialToken"), "id"); text.is_string())
                    return text.get<std::string>();
            if (first.is_array() && !first.empty() && first.front().is_string())
                return first.front().get<std::string>();
        }
        return std::nullopt;
    }

    [[nodiscard]] TokenId idOf(const std::optional<std::string>& text) const
    {
        if (!text || text->empty())
            return noToken;
        for (const AddedToken& token : m_added)
            if (token.text == *text)
                return token.id;
        const auto found = std::find(m_model.pieces.begin(), m_model.pieces.end(), *text);
        return found == m_model.pieces.end() ? noToken : TokenId(found - m_model.pieces.begin());
    }

    [[nodiscard]] TokenId bos() const
    {
        const auto first = firstOfTemplate();
        return idOf(first ? first : m_stated.bos);
    }
    [[nodiscard]] bool addsBos() const { return m_stated.addsBos.value_or(firstOfTemplate().has_value()); }
    [[nodiscard]] TokenId unknown() const
    {
        return m_model.unknown.empty() ? idOf(m_stated.unknown) : idOf(m_model.unknown);
    }

    /// Whether it is what GPT-2, Llama 3, Qwen and most others have, for which there is a faster class: ByteLevel
    /// behind splits, and nothing else but normal form C.
    [[nodiscard]] bool isPlainlyOfBytes(const BytePairModel& model) const
    {
        const auto isSplit = [](const WordCut& cut) {
            return cut.kind == WordCut::Kind::expression || cut.kind == WordCut::Kind::text
                || cut.kind == WordCut::Kind::digits;
        };
        const auto isFormC = [](const TextChange& change) {
            return change.kind == TextChange::Kind::normalForm && change.form == NormalForm::c;
        };
        if (m_preTokenizer.empty() || m_preTokenizer.size() >= mostSplitSteps
            || m_preTokenizer.back().kind != WordCut::Kind::byteLevel)
            return false;
        return (m_preTokenizer.size() == 1 || !m_preTokenizer.back().addsSpacePrefix)
            && std::all_of(m_preTokenizer.begin(), m_preTokenizer.end() - 1, isSplit)
            && std::ranges::all_of(m_normalizer, isFormC) && m_normalizer.size() <= 1 && model.continuation.empty()
            && model.ending.empty() && model.byteFallback == BytePairModel::ByteFallback::none
            && std::ranges::all_of(m_decoder, [](const PieceChange& change) {
                   return change.kind == PieceChange::Kind::byteLevel || change.kind == PieceChange::Kind::spaceBetween;
               });
    }

    Result<std::shared_ptr<const Tokenizer>> byteLevel(const BytePairModel& model)
    {
        ByteLevelVocabulary vocabulary;
        for (const WordCut& cut : m_preTokenizer)
            if (cut.kind == WordCut::Kind::expression)
                vocabulary.splits.push_back({cut.text, cut.rule, cut.isInverted});
            else if (cut.kind == WordCut::Kind::text)
                vocabulary.splits.push_back({literalExpression(cut.text), cut.rule, cut.isInverted});
            else if (cut.kind == WordCut::Kind::digits)
                vocabulary.splits.push_back({R"(\p{N})", cut.rule});
            else if (cut.usesExpression)
                vocabulary.splits.push_back({std::string(gpt2Expression)});
        vocabulary.merges = std::move(m_model.merges);
        vocabulary.prefersWholePieces = model.prefersWholePieces;
        vocabulary.addsSpacePrefix = m_preTokenizer.back().addsSpacePrefix;
        vocabulary.normalizesToNfc = !m_normalizer.empty();
        vocabulary.bos = bos();
        vocabulary.eos = idOf(m_stated.eos);
        vocabulary.unknown = unknown();
        vocabulary.addsBos = addsBos();
        vocabulary.missingByte = model.unknown ? idOf(model.unknown) : noToken; // whatever other files call unknown
        vocabulary.fusesMissingBytes = model.fusesUnknown;
        vocabulary.pieces = std::move(m_model.pieces);
        vocabulary.added = std::move(m_added);
        return ByteLevelTokenizer::create(std::move(vocabulary), m_name);
    }

    /// What pairs of models and traces call it.
    [[nodiscard]] std::string_view kindOf(const BytePairModel* pairs) const
    {
        const bool hasByteLevel =
            std::ranges::any_of(m_preTokenizer, [](const auto& cut) { return cut.kind == WordCut::Kind::byteLevel; })
            || std::ranges::any_of(m_normalizer,
                                   [](const auto& change) { return change.kind == TextChange::Kind::byteLevel; });
        if (pairs)
            return hasByteLevel                                            ? "byte-level-bpe"
                : pairs->byteFallback != BytePairModel::ByteFallback::none ? "sentencepiece-bpe"
                                                                           : "bpe";
        return m_model.type == "Unigram"  ? "sentencepiece-unigram"
            : m_model.type == "WordPiece" ? "wordpiece"
                                          : "wordlevel";
    }

    Result<std::shared_ptr<const Tokenizer>> pipeline(const BytePairModel* pairs)
    {
        PipelineVocabulary vocabulary;
        vocabulary.kind = kindOf(pairs);
        vocabulary.bos = bos();
        vocabulary.eos = idOf(m_stated.eos);
        vocabulary.unknown = unknown();
        vocabulary.addsBos = addsBos();
        vocabulary.pieces = std::move(m_model.pieces);
        vocabulary.added = std::move(m_added);
        vocabulary.normalizer = std::move(m_normalizer);
        vocabulary.preTokenizer = std::move(m_preTokenizer);
        vocabulary.model = std::move(m_model.model);
        vocabulary.decoder = std::move(m_decoder);
        return PipelineTokenizer::create(std::move(vocabulary), m_name);
    }

    const json& m_document;
    const std::string m_name;
    const StatedTokens& m_stated;
    PipelineModel m_model;
    std::vector<TextChange> m_normalizer;
    std::vector<WordCut> m_preTokenizer;
    std::vector<PieceChange> m_decoder;
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
