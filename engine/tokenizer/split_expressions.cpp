// SPDX-License-Identifier: MIT
#include "engine/tokenizer/split_expressions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace draftscope {

namespace {

// Endings that begin with an apostrophe, with letters of both cases.
constexpr std::string_view wordEndings = R"('[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])";
// llama.cpp knows letters as one class: \p{Lu}, \p{Ll} and so on are all of them there, and only A to Z and a to z have
// a case.
constexpr std::string_view notSmall = R"((?:(?![a-z])\p{L}))", notCapital = R"((?:(?![A-Z])\p{L}))";
constexpr std::string_view notSmallMarks = R"((?:(?![a-z])[\p{L}\p{M}]))",
                           notCapitalMarks = R"((?:(?![A-Z])[\p{L}\p{M}]))";

// Chinese characters as its table for Kimi K2 has them.
constexpr std::string_view hanCodes =
    R"(\x{4e00}-\x{9fff}\x{3400}-\x{4dbf}\x{20000}-\x{2a6df}\x{2a700}-\x{2ebef}\x{f900}-\x{faff}\x{2f800}-\x{2fa1f})";
constexpr std::string_view chineseAndKana = R"([\x{4e00}-\x{9fa5}\x{3040}-\x{309f}\x{30a0}-\x{30ff}]+)";
constexpr std::string_view kanaAndHangul = R"((?:(?!\s)[\x{4e00}-\x{9fa5}\x{800}-\x{4e00}\x{ac00}-\x{d7ff}])+)";
// The first group of digits takes what stands in front of it along. (*COMMIT): where no digit follows, none does
// further on.
constexpr std::string_view digitsByThreeFromEnd = R"(\P{N}*+(*COMMIT)\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N})))";
// DeepSeek's list of letters of Europe's and some other scripts.
constexpr std::string_view deepseekLetters =
    R"([A-Za-z\x{b5}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{1ba}\x{1bc}-\x{1bf}\x{1c4}-\x{293}\x{295}-\x{2af})"
    R"(\x{370}-\x{373}\x{376}\x{377}\x{37b}-\x{37d}\x{37f}\x{386}\x{388}-\x{38a}\x{38c}\x{38e}-\x{3a1})"
    R"(\x{3a3}-\x{3f5}\x{3f7}-\x{481}\x{48a}-\x{52f}\x{531}-\x{556}\x{10a0}-\x{10c5}\x{13a0}-\x{13f5})"
    R"(\x{13f8}-\x{13fd}\x{1c90}-\x{1cba}\x{1cbd}-\x{1cbf}\x{1d00}-\x{1d2b}\x{1d6b}-\x{1d77}\x{1d79}-\x{1d9a})"
    R"(\x{1e00}-\x{1f15}\x{1f18}-\x{1f1d}\x{1f20}-\x{1f45}\x{1f48}-\x{1f4d}\x{1f50}-\x{1f57}\x{1f59}\x{1f5b})"
    R"(\x{1f5d}\x{1f5f}-\x{1f7d}\x{1f80}-\x{1fb4}\x{1fb6}-\x{1fbc}\x{1fbe}\x{1fc2}-\x{1fc4}\x{1fc6}-\x{1fcc})"
    R"(\x{1fd0}-\x{1fd3}\x{1fd6}-\x{1fdb}\x{1fe0}-\x{1fec}\x{1ff2}-\x{1ff4}\x{1ff6}-\x{1ffc}\x{2102}\x{2107})"
    R"(\x{210a}-\x{2113}\x{2115}\x{2119}-\x{211d}\x{2124}\x{2126}\x{2128}\x{212a}-\x{212d}\x{212f}-\x{2134})"
    R"(\x{2139}\x{213c}-\x{213f}\x{2145}-\x{2149}\x{214e}\x{2183}\x{2184}\x{2c00}-\x{2c7b}\x{2c7e}-\x{2ce4})"
    R"(\x{2ceb}-\x{2cee}\x{2cf2}\x{2cf3}\x{a640}-\x{a66d}\x{a680}-\x{a69b}\x{a722}-\x{a76f}\x{a771}-\x{a787})"
    R"(\x{a78b}-\x{a78e}\x{ab70}-\x{abbf}\x{fb00}-\x{fb06}\x{fb13}-\x{fb17}\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a})"
    R"(\x{10400}-\x{1044f}\x{104b0}-\x{104d3}\x{104d8}-\x{104fb}\x{10c80}-\x{10cb2}\x{10cc0}-\x{10cf2})"
    R"(\x{118a0}-\x{118df}\x{1e900}-\x{1e943}])";
constexpr std::string_view afmoeScripts =
    R"([\x{4e00}-\x{9fff}\x{3400}-\x{4dbf}\x{8c48}-\x{faff}\x{3040}-\x{30ff}\x{ff65}-\x{ff9f}\x{2f00}-\x{2fdf})"
    R"(\x{e40}-\x{eff}\x{1780}-\x{17ff}\x{1000}-\x{109f}\x{aa60}-\x{aa7f}\x{a9e0}-\x{a9ff}\x{ac00}-\x{d7af})"
    R"(\x{1100}-\x{11ff}]+)";
constexpr std::string_view asciiPunctuationAndLetters = R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]\^_`{|}~][A-Za-z]+)";
constexpr std::string_view gapsBehindWords = R"( ?[^(\s|.,!?\x{2026}\x{3002}\x{ff0c}\x{3001}\x{964}\x{6d4}\x{60c})]+)";

using ExpressionList = std::vector<std::string>;

/// Llama 3's and those that differ from it in their numbers or in what follows them. `behind`: what a run of other
/// characters takes.
std::string likeLlama3(std::string_view numbers, std::string_view apostrophes = wordEndings)
{
    return fmt::format(
        R"({}{}[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)", apostrophes,
        apostrophes.empty() ? "" : "|", numbers);
}

/// GPT-4o's and those that differ from it: words by the case of their letters, with the wordEndings of such words.
std::string likeGpt4o(std::string_view first, std::string_view rest, std::string_view ending, std::string_view numbers)
{
    constexpr std::string_view before = R"([^\r\n\p{L}\p{N}]?)";
    return fmt::format(R"({0}{1}*{2}+{3}|{0}{1}+{2}*{3}|{4}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
                       before, first, rest, ending, numbers);
}

std::string endingsIfAny()
{
    return fmt::format("(?:{})?", wordEndings);
}

ExpressionList likeDeepseek3(std::string_view punctuation, std::string_view lines)
{
    return {R"(\p{N}{1,3})", std::string(chineseAndKana),
            fmt::format(R"({}|[^\r\n\p{{L}}\p{{P}}\p{{S}}]?[\p{{L}}\p{{M}}]+|{}|{}|\s+(?!\S)|\s+)",
                        asciiPunctuationAndLetters, punctuation, lines)};
}

ExpressionList gpt2Steps(ExpressionList before = {})
{
    before.emplace_back(gpt2Expression);
    return before;
}

ExpressionList deepseekLlm()
{
    return {R"([\r\n])",
            fmt::format(R"(\s?{}+)", deepseekLetters),
            R"(\s?(?:(?!\s)[!-/:-~\x{ff01}-\x{ff0f}\x{ff1a}-\x{ff5e}\x{2018}-\x{201f}\x{3000}-\x{3002}])+)",
            R"(\s+\z)",
            std::string(kanaAndHangul),
            R"(\p{N}+)"};
}

ExpressionList youtu()
{
    return {R"([\x{ac00}-\x{d7a3}\x{3131}-\x{318e}]+|)"
            R"([\x{ff01}\x{2026}\x{201c}\x{201d}\x{2018}\x{2019}\x{2014}\x{ff1a}\x{ff1b}\x{ff0c}\x{3001}-\x{303f})"
            R"(\x{fe30}-\x{fe4f}]+|[\x{3105}-\x{312f}]+|[\x{4e00}-\x{9fa5}\x{3040}-\x{309f}\x{30a0}-\x{30ff}]+)",
            likeGpt4o(R"([\p{L}\p{M}])", R"([\p{L}\p{M}])", endingsIfAny(), R"(\p{N})")};
}

ExpressionList kimiK2()
{
    return {fmt::format(
        R"([{0}]+|[^\r\n\p{{L}}\p{{N}}]?(?:(?![{0}])\p{{L}})+{1}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|)"
        R"(\s*[\r\n]+|\s+(?!\S)|\s+)",
        hanCodes, endingsIfAny())};
}

ExpressionList afmoe()
{
    ExpressionList steps = likeDeepseek3(R"( ?[\p{P}\p{S}]+[\r\n]*)", R"(\s*[\r\n]+)");
    steps[0] = digitsByThreeFromEnd;
    steps[1] = afmoeScripts;
    return steps;
}

ExpressionList jais2()
{
    std::string gaps;
    for (const int length : {512, 256, 128, 64, 32, 16, 8, 4})
        gaps += fmt::format(R"(\s{{{}}}(?!\S)|)", length);
    return {fmt::format(R"({}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|)"
                        R"({}\s{{1,2}}(?!\S)|\s{{1}})",
                        wordEndings, gaps)};
}

ExpressionList exaoneMoe()
{
    return {fmt::format(R"({}|[^\r\n\p{{L}}\p{{N}}]?(?:\p{{L}}\p{{M}}*(?: \p{{L}}\p{{M}}*)*)+|\p{{N}}|)"
                        R"( ?[^\s\p{{L}}\p{{N}}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+)",
                        wordEndings)};
}

ExpressionList chameleon()
{
    return gpt2Steps(
        {R"(<sentinel:[0-9]+>)", R"(IMGIMG[A-I]{1,4}Z)", R"([\t\n]|    |  )", R"(\p{N})", R"([\p{P}!-/:-@\[-`{-~])"});
}

ExpressionList qwen35()
{
    return {fmt::format(
        R"({}|[^\r\n\p{{L}}\p{{N}}]?[\p{{L}}\p{{M}}]+|\p{{N}}| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|)"
        R"(\s+(?!\S)|\s+)",
        wordEndings)};
}

ExpressionList bailing()
{
    return {R"('(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
            R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"};
}

ExpressionList seedCoder()
{
    return {
        fmt::format(R"({}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}| ?[^\s\p{{L}}\p{{N}}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+)",
                    wordEndings)};
}

ExpressionList spark()
{
    ExpressionList steps = likeDeepseek3(R"( ?[\p{P}\p{S}]+)", R"([\r\n])");
    steps.emplace_back(R"(\p{N})");
    return steps;
}

const ExpressionList numberSteps = {R"(\p{N})"};
const ExpressionList lineSteps = {R"([^\n]+|\n+)"};

/// What a group of names has in common.
struct SplitGroup {
    std::vector<std::string_view> names;
    ExpressionList steps;
    NamedSplits rest = {};
};

const std::vector<SplitGroup>& splitGroups()
{
    const std::string three = R"(\p{N}{1,3})", one = R"(\p{N})";
    const ExpressionList deepseek3 = likeDeepseek3(R"( ?[\p{P}\p{S}]+[\r\n]*)", R"(\s*[\r\n]+)");
    static const std::vector<SplitGroup> all = {
        {{"", "default"}, {R"([\p{P}\$\+<=>\^~\|]+)", std::string(gpt2Expression), R"(\p{N}+)", R"([0-9][0-9][0-9])"}},
        {{"minicpm5"}, {three, likeLlama3(R"(\p{N}+)")}, {.prefersWholePieces = true}},
        {{"llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano"},
         {likeLlama3(three)},
         {.prefersWholePieces = true, .addsBos = true}},
        {{"dbrx", "smaug-bpe", "chatglm-bpe"}, {likeLlama3(three)}},
        {{"glm4", "glm5"}, {likeLlama3(three)}, {.prefersWholePieces = true}},
        {{"jais-2"}, jais2()},
        {{"deepseek-llm"}, deepseekLlm()},
        {{"deepseek-coder"}, {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)", std::string(kanaAndHangul), R"(\p{N})"}},
        {{"deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4"}, deepseek3},
        {{"spark2_5"}, spark()},
        {{"youtu"}, youtu(), {.prefersWholePieces = true}},
        {{"falcon"}, {R"([\p{P}\$\+<=>\^~\|`]+)", std::string(gpt2Expression), R"([0-9][0-9][0-9])"}},
        {{"smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2"},
         gpt2Steps(numberSteps)},
        {{"gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "exaone4", "jina-es", "jina-de",
          "jina-v1-en", "jina-v2-es", "jina-v2-de", "jina-v2-code", "roberta-bpe", "gigachat", "a.x-4.0", "mellum",
          "modern-bert"},
         gpt2Steps()},
        {{"qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "megrez", "stablelm2", "hunyuan", "solar-open", "grok-2"},
         {likeLlama3(one)}},
        {{"ufakzeka"}, {likeLlama3(one, "")}},
        {{"laguna"}, {lineSteps[0], likeLlama3(one)}},
        {{"qwen35"}, qwen35()},
        {{"poro-chat", "bloom", "gpt3-finnish"}, {std::string(gapsBehindWords)}},
        {{"viking"}, {std::string(gapsBehindWords), one}},
        {{"tekken"}, {likeGpt4o(notSmall, notCapital, "", one)}, {.prefersWholePieces = true, .addsBos = true}},
        {{"gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"},
         {likeGpt4o(notSmall, notCapital, endingsIfAny(), three)}},
        {{"granite-embed-multi-97m"},
         {likeGpt4o(notSmallMarks, notCapitalMarks, endingsIfAny(), three)},
         {.prefersWholePieces = true}},
        {{"tiny_aya", "cohere2moe"},
         {std::string(digitsByThreeFromEnd), likeGpt4o(R"([\p{L}\p{M}])", R"([\p{L}\p{M}])", endingsIfAny(), three)}},
        {{"chameleon"}, chameleon(), {.addsBos = true}},
        {{"kimi-k2"}, kimiK2(), {.mayLackMerges = true}},
        {{"superbpe"}, {R"(\p{N}+)", R"((?=(?:[0-9]{3})+(?![0-9])))"}},
        {{"bailingmoe", "bailingmoe2", "llada-moe"}, bailing()},
        {{"seed-coder"}, seedCoder()},
        {{"afmoe"}, afmoe()},
        {{"exaone-moe"}, exaoneMoe()},
        {{"gemma4", "granite-embed-multi-311m"},
         lineSteps,
         {.alwaysAddsBos = true, .isOfCharacters = true, .keepsLines = true}},
        {{"sarvam-moe"}, lineSteps, {.isOfCharacters = true}},
        {{"whitespace"}, {R"(\S+)"}, {.isOfCharacters = true, .marksSpaces = false}},
    };
    return all;
}

} // namespace

std::optional<NamedSplits> splitsOf(std::string_view pre)
{
    for (const SplitGroup& group : splitGroups())
        if (std::ranges::count(group.names, pre) > 0) {
            NamedSplits splits = group.rest;
            for (const std::string& step : group.steps)
                splits.steps.push_back({step});
            return splits;
        }
    return std::nullopt;
}

std::vector<std::string_view> namedSplits()
{
    std::vector<std::string_view> names;
    for (const SplitGroup& group : splitGroups())
        names.insert(names.end(), group.names.begin(), group.names.end());
    return names;
}

} // namespace draftscope
