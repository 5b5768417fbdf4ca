// SPDX-License-Identifier: MIT
#include "engine/tokenizer/text_change.h"

#include <algorithm>
#include <stdexcept>

#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

namespace {

/// What of a text passes `keep`.
template <class Keep>
std::string kept(std::string_view text, const Keep& keep)
{
    std::string result;
    forEachCharacter(text, [&](std::int32_t code, std::size_t) {
        if (keep(code))
            appendUtf8(result, code);
    });
    return result;
}

std::string stripped(std::string_view text, bool begin, bool end)
{
    std::size_t from = 0, to = text.size();
    while (begin && from < to && isWhiteSpace(characterAt(text, from).code))
        from += characterAt(text, from).size;
    while (end && to > from && isWhiteSpace(characterBefore(text.substr(0, to), to).code))
        to -= characterBefore(text.substr(0, to), to).size;
    return std::string(text.substr(from, to - from));
}

bool isLineOrTab(std::int32_t code)
{
    return code == '\t' || code == '\n' || code == '\r';
}

/// BERT's ideographs, as its own tokenizer lists them: one of the blocks has a smaller beginning there than in Unicode.
bool isBertIdeograph(std::int32_t code)
{
    return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf)
        || (code >= 0x20000 && code <= 0x2a6df) || (code >= 0x2a700 && code <= 0x2b73f)
        || (code >= 0x2b740 && code <= 0x2b81f) || (code >= 0x2b920 && code <= 0x2ceaf)
        || (code >= 0xf900 && code <= 0xfaff) || (code >= 0x2f800 && code <= 0x2fa1f);
}

/// https://github.com/google-research/bert/blob/master/tokenization.py
Result<std::string> asBert(const TextChange::Bert& bert, std::string text)
{
    if (bert.cleansText) {
        std::string clean;
        forEachCharacter(text, [&](std::int32_t code, std::size_t) {
            if (code == 0 || code == 0xfffd || (isControlCode(code) && !isLineOrTab(code)))
                return;
            appendUtf8(clean, isWhiteSpace(code) ? ' ' : code);
        });
        text = std::move(clean);
    }
    if (bert.padsChinese) {
        std::string padded;
        forEachCharacter(text, [&](std::int32_t code, std::size_t) {
            const bool isIdeograph = isBertIdeograph(code);
            padded += isIdeograph ? " " : "";
            appendUtf8(padded, code);
            padded += isIdeograph ? " " : "";
        });
        text = std::move(padded);
    }
    if (bert.stripsAccents) {
        const auto apart = normalForm(NormalForm::d, text);
        if (!apart)
            return apart;
        text = kept(*apart, [](std::int32_t code) { return !isNonspacingMark(code); });
    }
    return bert.takesSmallLetters ? smallLetters(text) : text;
}

/// https://github.com/google/sentencepiece/blob/master/src/builder.cc, nmt_nfkc.
std::string asNmt(std::string_view text)
{
    std::string result;
    forEachCharacter(text, [&](std::int32_t code, std::size_t) {
        const bool goes = (code >= 0x01 && code <= 0x08) || code == 0x0b || (code >= 0x0e && code <= 0x1f)
            || code == 0x7f || code == 0x8f || code == 0x9f;
        const bool isSpace = code == 0x09 || code == 0x0a || code == 0x0c || code == 0x0d || code == 0x1680
            || (code >= 0x200b && code <= 0x200f) || code == 0x2028 || code == 0x2029 || code == 0x2581
            || code == 0xfeff || code == 0xfffd;
        if (!goes)
            appendUtf8(result, isSpace ? ' ' : code);
    });
    return result;
}

/// Throws std::length_error where the result has more than `most` bytes.
Result<std::string> replacedFound(const Expression& expression, std::string_view text, std::string_view to,
                                  std::size_t most)
{
    std::string result;
    std::size_t done = 0;
    const auto found = expression.find(text, [&](std::size_t begin, std::size_t end) {
        result += text.substr(done, begin - done);
        result += to;
        done = end;
        if (result.size() > most)
            throw std::length_error("a text grows");
    });
    if (!found)
        return tl::unexpected(found.error());
    return result + std::string(text.substr(done));
}

Result<std::string> changedOnce(const TextChange& change, std::string text, std::size_t most)
{
    switch (change.kind) {
    case TextChange::Kind::normalForm:
        return normalForm(change.form, text);
    case TextChange::Kind::smallLetters:
        return smallLetters(text);
    case TextChange::Kind::strip:
        return stripped(text, change.stripsBegin, change.stripsEnd);
    case TextChange::Kind::stripAccents:
        return kept(text, [](std::int32_t code) { return !isMark(code); });
    case TextChange::Kind::replaceText:
        return replacedAll(text, change.from, change.to, most);
    case TextChange::Kind::replaceFound:
        return replacedFound(*change.expression, text, change.to, most);
    case TextChange::Kind::prepend:
        return text.empty() ? text : change.to + text;
    case TextChange::Kind::bert:
        return asBert(change.bert, std::move(text));
    case TextChange::Kind::nmt:
        return asNmt(text);
    case TextChange::Kind::characterMap:
        return change.map->apply(text, most);
    case TextChange::Kind::byteLevel:
        return byteLevelPieceOf(text);
    }
    return text;
}

} // namespace

std::string replacedAll(std::string_view text, std::string_view from, std::string_view to, std::size_t most)
{
    if (from.empty())
        return std::string(text);
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, done)) {
        result += text.substr(done, at - done);
        result += to;
        done = at + from.size();
        if (result.size() > most)
            throw std::length_error("a text grows");
    }
    return result + std::string(text.substr(done));
}

Result<std::string> changed(const std::vector<TextChange>& changes, std::string text)
{
    // Unicode's normal forms make eleven times as many bytes of a text at most, and spaces become three.
    constexpr std::size_t mostGrowth = 16, mostPrefix = std::size_t(1) << 20;
    const std::size_t most = mostGrowth * text.size() + mostPrefix;
    try {
        for (const TextChange& change : changes) {
            auto next = changedOnce(change, std::move(text), most);
            if (!next)
                return next;
            if (next->size() > most)
                throw std::length_error("a text grows");
            text = std::move(*next);
        }
    } catch (const std::length_error&) {
        return fail("The text becomes longer than {} MiB when it is normalised: shorten it.", most >> 20);
    }
    return text;
}

} // namespace draftscope
