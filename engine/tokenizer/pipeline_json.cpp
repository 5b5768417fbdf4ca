// SPDX-License-Identifier: MIT
#include "engine/tokenizer/pipeline_json.h"

#include <array>

#include "engine/core/base64.h"
#include "engine/core/utf8.h"
#include "engine/tokenizer/json_part.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

using nlohmann::json;

constexpr int deepestSequence = 16;
constexpr std::size_t mostPipelineSteps = 64;

tl::unexpected<Error> unknownType(std::string_view file, std::string_view part, const std::string& type)
{
    return fail("The file {} has a {} of the type {}, which is not known: use another model, or one with a "
                "tokenizer.model.",
                file, part, type.empty() ? "that it does not name" : asUtf8(beginningOf(type, 40)));
}

/// Calls `read` for everything in a sequence of sequences. `list` is the key of what a sequence consists of.
template <class Read>
Result<void> readSequence(const json& object, std::string_view file, std::string_view part, std::string_view list,
                          const Read& read, int depth = 0)
{
    if (object.is_null())
        return {};
    JsonPart step(object, file, part);
    if (step.type() != "Sequence")
        return read(step);
    const auto parts = step.list(list);
    if (depth >= deepestSequence)
        step.complain(list, "too deep");
    if (step.error())
        return tl::unexpected(*step.error());
    for (const json* inner : parts) {
        if (inner->is_null())
            return unknownType(file, part, "");
        if (auto done = readSequence(*inner, file, part, list, read, depth + 1); !done)
            return done;
    }
    return {};
}

/// { "String": … } or { "Regex": … }; what stands there goes to `text`, and compiled to `expression` where it is one.
Result<void> readPattern(JsonPart& step, std::string_view file, std::string& text,
                         std::optional<Expression>& expression)
{
    const json& pattern = step.value("pattern");
    const json &literal = jsonValue(pattern, "String"), &regular = jsonValue(pattern, "Regex");
    if (!pattern.is_object() || pattern.size() != 1 || !(literal.is_string() || regular.is_string())) {
        step.complain("pattern", "neither a text nor an expression");
        return tl::unexpected(*step.error());
    }
    text = (literal.is_string() ? literal : regular).get<std::string>();
    if (literal.is_string() && !text.empty()) // an empty text is found between all characters, as an expression is
        return {};
    auto made = Expression::create(text, file);
    if (!made)
        return tl::unexpected(made.error());
    expression = std::move(*made);
    return {};
}

template <class Kind>
using KindName = std::pair<std::string_view, Kind>;

template <class Kind, std::size_t count>
std::optional<Kind> kindNamed(const std::array<KindName<Kind>, count>& names, std::string_view name)
{
    for (const auto& [known, kind] : names)
        if (known == name)
            return kind;
    return std::nullopt;
}

using Change = TextChange::Kind;
constexpr std::array<KindName<Change>, 8> plainChanges = {KindName<Change>{"Lowercase", Change::smallLetters},
                                                          {"StripAccents", Change::stripAccents},
                                                          {"Nmt", Change::nmt},
                                                          {"ByteLevel", Change::byteLevel},
                                                          {"NFC", Change::normalForm},
                                                          {"NFD", Change::normalForm},
                                                          {"NFKC", Change::normalForm},
                                                          {"NFKD", Change::normalForm}};
constexpr std::array<KindName<NormalForm>, 4> normalForms = {KindName<NormalForm>{"NFC", NormalForm::c},
                                                             {"NFD", NormalForm::d},
                                                             {"NFKC", NormalForm::kc},
                                                             {"NFKD", NormalForm::kd}};

Result<TextChange> readTextChange(JsonPart& step, std::string_view file)
{
    TextChange change;
    const std::string& type = step.type();
    if (const auto kind = kindNamed(plainChanges, type)) {
        change.kind = *kind;
        change.form = kindNamed(normalForms, type).value_or(NormalForm::c);
    } else if (type == "Strip") {
        change.kind = Change::strip;
        change.stripsBegin = step.flag("strip_left");
        change.stripsEnd = step.flag("strip_right");
    } else if (type == "Prepend") {
        change.kind = Change::prepend;
        change.to = step.text("prepend");
    } else if (type == "Replace") {
        change.to = step.text("content");
        if (auto read = readPattern(step, file, change.from, change.expression); !read)
            return tl::unexpected(read.error());
        change.kind = change.expression ? Change::replaceFound : Change::replaceText;
    } else if (type == "BertNormalizer") {
        change.kind = Change::bert;
        change.bert.cleansText = step.flag("clean_text");
        change.bert.padsChinese = step.flag("handle_chinese_chars");
        change.bert.takesSmallLetters = step.flag("lowercase");
        change.bert.stripsAccents = step.flagOrNone("strip_accents").value_or(change.bert.takesSmallLetters);
    } else if (type == "Precompiled") {
        change.kind = Change::characterMap;
        const auto bytes = fromBase64(step.has("precompiled_charsmap") ? step.text("precompiled_charsmap") : "");
        if (!bytes)
            step.complain("precompiled_charsmap", "not in base64");
        auto map = CharacterMap::create(bytes.value_or(""), file);
        if (!map)
            return tl::unexpected(map.error());
        change.map = std::move(*map);
    } else {
        return unknownType(file, "normalizer", type);
    }
    return change;
}

constexpr std::array<KindName<SplitRule>, 5> behaviors = {KindName<SplitRule>{"Isolated", SplitRule::isolate},
                                                          {"Removed", SplitRule::drop},
                                                          {"Contiguous", SplitRule::contiguous},
                                                          {"MergedWithPrevious", SplitRule::withPrevious},
                                                          {"MergedWithNext", SplitRule::withNext}};

SplitRule readBehavior(JsonPart& step)
{
    const auto rule = kindNamed(behaviors, step.text("behavior"));
    if (!rule)
        step.complain("behavior", "not known");
    return rule.value_or(SplitRule::isolate);
}

using Cut = WordCut::Kind;
constexpr std::array<KindName<WordCut::Prefix>, 3> prefixes = {
    KindName<WordCut::Prefix>{"always", WordCut::Prefix::always},
    {"first", WordCut::Prefix::first},
    {"never", WordCut::Prefix::never}};

WordCut::Prefix readPrefix(JsonPart& step)
{
    const bool isStated = step.value("prepend_scheme").is_string();
    const auto prefix = isStated ? kindNamed(prefixes, step.text("prepend_scheme")) : WordCut::Prefix::always;
    if (!prefix || (!isStated && step.states("prepend_scheme")))
        step.complain("prepend_scheme", "not known");
    if (step.flagOrNone("add_prefix_space") == false && prefix != WordCut::Prefix::never)
        step.complain("add_prefix_space", "another than its prepend_scheme");
    return prefix.value_or(WordCut::Prefix::always);
}

Result<WordCut> readWordCut(JsonPart& step, std::string_view file)
{
    WordCut cut;
    const std::string& type = step.type();
    if (type == "ByteLevel") {
        cut.kind = Cut::byteLevel;
        cut.addsSpacePrefix = step.flag("add_prefix_space");
        (void)step.flag("trim_offsets");
        cut.usesExpression = step.flag("use_regex", true);
        cut.expression = Expression::create(gpt2Expression, file).value();
    } else if (type == "Split") {
        cut.rule = readBehavior(step);
        cut.isInverted = step.flag("invert");
        if (auto read = readPattern(step, file, cut.text, cut.expression); !read)
            return tl::unexpected(read.error());
        cut.kind = cut.expression ? Cut::expression : Cut::text;
    } else if (type == "Digits") {
        cut.kind = Cut::digits;
        cut.rule = step.flag("individual_digits") ? SplitRule::isolate : SplitRule::contiguous;
    } else if (type == "Metaspace") {
        cut.kind = Cut::metaspace;
        cut.text = step.character("replacement");
        cut.prefix = readPrefix(step);
        cut.splits = step.flagOrNone("split").value_or(true);
    } else if (type == "Punctuation") {
        cut.kind = Cut::punctuation;
        cut.rule = step.states("behavior") ? readBehavior(step) : SplitRule::isolate;
    } else if (type == "CharDelimiterSplit") {
        cut.kind = Cut::text;
        cut.rule = SplitRule::drop;
        cut.text = step.character("delimiter");
    } else if (type == "FixedLength") {
        cut.kind = Cut::fixedLength;
        cut.length = step.count("length", 5);
        if (cut.length == 0)
            step.complain("length", "0");
    } else if (type == "Whitespace") {
        cut.kind = Cut::wordsAndMarks;
    } else if (type == "WhitespaceSplit") {
        cut.kind = Cut::whiteSpace;
    } else if (type == "BertPreTokenizer") {
        cut.kind = Cut::bert;
    } else if (type == "UnicodeScripts") {
        cut.kind = Cut::unicodeScripts;
    } else {
        return unknownType(file, "pre_tokenizer", type);
    }
    return cut;
}

/// Nothing for what changes nothing here.
Result<std::optional<PieceChange>> readPieceChange(JsonPart& step, std::string_view file)
{
    PieceChange change;
    const std::string& type = step.type();
    if (type == "ByteLevel") {
        change.kind = PieceChange::Kind::byteLevel;
    } else if (type == "ByteFallback") {
        change.kind = PieceChange::Kind::byteNames;
    } else if (type == "Fuse") {
        return std::optional<PieceChange>();
    } else if (type == "Strip") {
        change.kind = PieceChange::Kind::stripBegin;
        change.from = step.character("content");
        change.count = step.count("start");
        (void)step.count("stop");
    } else if (type == "Replace") {
        change.to = step.text("content");
        if (auto read = readPattern(step, file, change.from, change.expression); !read)
            return tl::unexpected(read.error());
        change.kind = change.expression ? PieceChange::Kind::replaceFound : PieceChange::Kind::replaceText;
    } else if (type == "Metaspace") {
        change.kind = PieceChange::Kind::metaspace;
        change.from = step.character("replacement");
        change.dropsFirst = readPrefix(step) != WordCut::Prefix::never;
    } else if (type == "WordPiece") {
        change.kind = PieceChange::Kind::wordPiece;
        change.from = step.text("prefix");
        change.tidies = step.flag("cleanup");
    } else if (type == "BPEDecoder") {
        change.kind = PieceChange::Kind::suffix;
        change.from = step.text("suffix");
    } else {
        return unknownType(file, "decoder", type);
    }
    return std::optional(std::move(change));
}

template <class Step, class Read>
Result<std::vector<Step>> readSteps(const json& object, std::string_view file, std::string_view part,
                                    std::string_view list, const Read& readOne)
{
    std::vector<Step> steps;
    const auto read = [&](JsonPart& step) -> Result<void> {
        auto one = readOne(step, file);
        if (!one)
            return tl::unexpected(one.error());
        if (step.error())
            return tl::unexpected(*step.error());
        if (steps.size() >= mostPipelineSteps)
            return fail("The file {} has more than {} steps in its {}: it is damaged, download it again.", file,
                        mostPipelineSteps, part);
        steps.push_back(std::move(*one));
        return {};
    };
    if (auto done = readSequence(object, file, part, list, read); !done)
        return tl::unexpected(done.error());
    return steps;
}

} // namespace

Result<std::vector<TextChange>> readTextChanges(const json& object, std::string_view file)
{
    return readSteps<TextChange>(object, file, "normalizer", "normalizers", readTextChange);
}

Result<std::vector<WordCut>> readWordCuts(const json& object, std::string_view file)
{
    return readSteps<WordCut>(object, file, "pre_tokenizer", "pretokenizers", readWordCut);
}

Result<std::vector<PieceChange>> readPieceChanges(const json& object, std::string_view file)
{
    if (object.is_null()) // such a library puts spaces between pieces
        return std::vector<PieceChange>{{.kind = PieceChange::Kind::spaceBetween}};
    auto steps = readSteps<std::optional<PieceChange>>(object, file, "decoder", "decoders", readPieceChange);
    if (!steps)
        return tl::unexpected(steps.error());
    std::vector<PieceChange> changes;
    for (auto& step : *steps)
        if (step)
            changes.push_back(std::move(*step));
    return changes;
}

} // namespace draftscope
