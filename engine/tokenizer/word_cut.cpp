// SPDX-License-Identifier: MIT
#include "engine/tokenizer/word_cut.h"

#include <algorithm>

#include <unicode/uscript.h>

#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/split_expressions.h"
#include "engine/tokenizer/text_change.h"

namespace draftscope {

namespace {

using CutWords = std::vector<TextWord>;

void addWord(CutWords& words, const TextWord& from, std::size_t begin, std::size_t end)
{
    if (end > begin)
        words.push_back({from.text.substr(begin, end - begin), from.beginsText && begin == 0});
}

void addParts(CutWords& words, const TextWord& from, SplitRule rule, const std::vector<TextSpan>& spans)
{
    for (const TextSpan& part : partsBy(rule, spans))
        addWord(words, from, part.begin, part.end);
}

/// Each character that `isIt` as a span, and what lies between.
template <class IsIt>
std::vector<TextSpan> spansBy(std::string_view text, const IsIt& isIt)
{
    std::vector<TextSpan> spans;
    std::size_t done = 0;
    forEachCharacter(text, [&](std::int32_t code, std::size_t at) {
        if (!isIt(code))
            return;
        const std::size_t end = at + characterAt(text, at).size;
        if (at > done)
            spans.push_back({done, at, false});
        spans.push_back({at, end, true});
        done = end;
    });
    if (done < text.size())
        spans.push_back({done, text.size(), false});
    return spans;
}

std::vector<TextSpan> spansOfText(std::string_view text, std::string_view wanted, bool isInverted)
{
    std::vector<TextSpan> spans;
    std::size_t done = 0;
    for (std::size_t at = text.find(wanted); !wanted.empty() && at != std::string_view::npos;
         at = text.find(wanted, done)) {
        if (at > done)
            spans.push_back({done, at, isInverted});
        done = at + wanted.size();
        spans.push_back({at, done, !isInverted});
    }
    if (done < text.size())
        spans.push_back({done, text.size(), isInverted});
    return spans;
}

Result<void> cutAsByteLevel(const WordCut& cut, TextWord word, CutWords& words)
{
    if (cut.addsSpacePrefix && !word.text.starts_with(' '))
        word.text.insert(0, " ");
    if (!cut.usesExpression) {
        words.push_back({byteLevelPieceOf(word.text), word.beginsText});
        return {};
    }
    const auto spans = spansOf(*cut.expression, word.text, false);
    if (!spans)
        return tl::unexpected(spans.error());
    CutWords parts;
    addParts(parts, word, SplitRule::isolate, *spans);
    for (TextWord& part : parts)
        words.push_back({byteLevelPieceOf(part.text), part.beginsText});
    return {};
}

void cutAsMetaspace(const WordCut& cut, TextWord word, CutWords& words)
{
    word.text = replacedAll(word.text, " ", cut.text);
    const bool wantsPrefix =
        cut.prefix == WordCut::Prefix::always || (cut.prefix == WordCut::Prefix::first && word.beginsText);
    if (wantsPrefix && !word.text.starts_with(cut.text))
        word.text.insert(0, cut.text);
    if (cut.splits)
        addParts(words, word, SplitRule::withNext, spansOfText(word.text, cut.text, false));
    else
        words.push_back(std::move(word));
}

/// Runs of word characters and runs of what is neither these nor white space.
void cutWordsAndMarks(const TextWord& word, CutWords& words)
{
    enum { space, marks, letters } last = space;
    std::size_t begin = 0;
    forEachCharacter(word.text, [&](std::int32_t code, std::size_t at) {
        const auto kind = isWordCode(code) ? letters : isWhiteSpace(code) ? space : marks;
        if (kind == last)
            return;
        if (last != space)
            addWord(words, word, begin, at);
        begin = at;
        last = kind;
    });
    if (last != space)
        addWord(words, word, begin, word.text.size());
}

/// A character's script in Unicode 9, of which Hiragana and Katakana are Han; -1 for a space, which has every one, and
/// for codes that have none.
int scriptOf(std::int32_t code)
{
    constexpr std::int32_t prolongedSound = 0x30fc;
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = code == prolongedSound ? USCRIPT_HAN : uscript_getScript(code, &error);
    if (code == ' ' || script == USCRIPT_UNKNOWN || U_FAILURE(error) || !isOfUnicode(code, 9))
        return -1;
    if (code == 0x589 || code == 0x61c) // have one of their own since
        return USCRIPT_COMMON;
    if (code == 0x953 || code == 0x954) // are inherited since
        return USCRIPT_DEVANAGARI;
    return script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ? int(USCRIPT_HAN) : int(script);
}

/// What stands in front of the first script is dropped, as there.
void cutByScripts(const TextWord& word, CutWords& words)
{
    constexpr int noneYet = -2;
    int last = noneYet;
    std::vector<std::size_t> begins;
    forEachCharacter(word.text, [&](std::int32_t code, std::size_t at) {
        const int script = scriptOf(code);
        if (script == -1)
            return;
        if (script != last)
            begins.push_back(at);
        last = script;
    });
    begins.push_back(word.text.size());
    for (std::size_t i = 0; i + 1 < begins.size(); ++i)
        addWord(words, word, begins[i], begins[i + 1]);
}

void cutByLength(const TextWord& word, std::size_t length, CutWords& words)
{
    std::size_t begin = 0, count = 0;
    forEachCharacter(word.text, [&](std::int32_t, std::size_t at) {
        if (count == length) {
            addWord(words, word, begin, at);
            begin = at;
            count = 0;
        }
        ++count;
    });
    addWord(words, word, begin, word.text.size());
}

Result<void> cutOnce(const WordCut& cut, const TextWord& word, CutWords& words)
{
    switch (cut.kind) {
    case WordCut::Kind::expression: {
        const auto spans = spansOf(*cut.expression, word.text, cut.isInverted);
        if (!spans)
            return tl::unexpected(spans.error());
        addParts(words, word, cut.rule, *spans);
        break;
    }
    case WordCut::Kind::text:
        addParts(words, word, cut.rule, spansOfText(word.text, cut.text, cut.isInverted));
        break;
    case WordCut::Kind::byteLevel:
        return cutAsByteLevel(cut, word, words);
    case WordCut::Kind::metaspace:
        cutAsMetaspace(cut, word, words);
        break;
    case WordCut::Kind::punctuation:
        addParts(words, word, cut.rule, spansBy(word.text, isPunctuation));
        break;
    case WordCut::Kind::digits:
        addParts(words, word, cut.rule, spansBy(word.text, isNumeric));
        break;
    case WordCut::Kind::whiteSpace:
        addParts(words, word, SplitRule::drop, spansBy(word.text, isWhiteSpace));
        break;
    case WordCut::Kind::wordsAndMarks:
        cutWordsAndMarks(word, words);
        break;
    case WordCut::Kind::bert: {
        CutWords apart;
        addParts(apart, word, SplitRule::drop, spansBy(word.text, isWhiteSpace));
        for (const TextWord& part : apart)
            addParts(words, part, SplitRule::isolate, spansBy(part.text, isPunctuation));
        break;
    }
    case WordCut::Kind::unicodeScripts:
        cutByScripts(word, words);
        break;
    case WordCut::Kind::fixedLength:
        cutByLength(word, cut.length, words);
        break;
    }
    return {};
}

} // namespace

Result<std::vector<TextWord>> wordsOf(const std::vector<WordCut>& cuts, TextWord part)
{
    CutWords words;
    // A file may name many steps, and one that writes bytes as letters doubles them.
    const std::size_t most = 16 * part.text.size() + (std::size_t(1) << 20);
    if (!part.text.empty())
        words.push_back(std::move(part));
    for (const WordCut& cut : cuts) {
        CutWords next;
        std::size_t bytes = 0, counted = 0;
        for (const TextWord& word : words) {
            if (auto done = cutOnce(cut, word, next); !done)
                return tl::unexpected(done.error());
            for (; counted < next.size(); ++counted)
                bytes += next[counted].text.size();
            if (bytes > most)
                return fail("The text becomes longer than {} MiB when it is cut into words: shorten it.", most >> 20);
        }
        words = std::move(next);
    }
    return words;
}

} // namespace draftscope
