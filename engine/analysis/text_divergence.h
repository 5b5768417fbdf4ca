// SPDX-License-Identifier: MIT
// Where do two texts part, and why? Two texts of token ids against one target: the first token that differs, what the
// target says there in several roundings, how well each text agrees with the target when it is forced along, and what
// that is a sign of. docs/my-greedy-text-differs.md
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/forced_reading.h"
#include "engine/core/error.h"
#include "engine/model/model.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A text that is compared.
struct ComparedText {
    std::string name; ///< for people: the file's, "this program"
    std::vector<TokenId> prompt = {};
    std::vector<TokenId> tokens = {};       ///< behind the prompt
    bool knowsPrompt = false;               ///< else `tokens` is all there is
    std::optional<double> temperature = {}; ///< where the record says so; 0 is greedy
    std::string madeBy = {};                ///< the backend that its trace names
    std::string fault = {};                 ///< what its trace says was broken on purpose
    std::string targetHash = {};            ///< of the weights that its trace names
    std::string targetPath = {};
};

/// Of a trace: the tokens that a branch committed.
[[nodiscard]] ComparedText textOf(const Recording& recording, int branch, std::string name);

/// What a trace wrote down at one of its generated tokens.
struct RecordedPlace {
    Position at; ///< the moment at which it was decided
    TokenSource source = TokenSource::plain;
    DistributionRecord distribution = {}; ///< empty `top` where the trace keeps none
};
/// `index` counts tokens behind the prompt from 0.
[[nodiscard]] std::optional<RecordedPlace> recordedPlace(const Recording& recording, int branch, int index);

/// What a text is, by how the target agrees with it when it is forced along.
enum class TextPattern : std::uint8_t {
    nothingToJudge, ///< there is no token
    targets,        ///< each token is the target's likeliest
    nearTies,       ///< all that differ are near-ties, which rounding decides
    oneToken,       ///< one token is another, and from there on all is the target's
    tooFewBehind,   ///< one token is another, and too few follow to say why
    shifted,        ///< all agrees once positions are shifted by one behind a place
    otherBegin,     ///< all agrees without the token that begins a text, or with two of them
    drawn,          ///< above temperature 0
    elsewhere,      ///< hardly anything agrees: other weights, template or tokenizer
    computation,    ///< most agrees, and what does not is no near-tie: weights or a step that differ
};
/// "targets", "near-ties", "one-token", ...
[[nodiscard]] std::string_view nameOf(TextPattern pattern);

struct TextDiagnosis {
    TextPattern pattern = TextPattern::nothingToJudge;
    int from = 0;                    ///< the first token behind the prompt that could be judged
    int judged = 0;                  ///< tokens
    int differing = 0, nearTies = 0; ///< of them: not the target's likeliest; of these: near-ties
    int behind = 0, behindAgree = 0; ///< judged behind the place where the texts part, and those that agree
    std::optional<int> firstDifferent, firstFault; ///< behind the prompt; firstFault is no near-tie
    bool isSmallFault = false;                     ///< firstFault's margin is not far beyond near-ties
    int behindFault = 0, behindFaultAgree = 0;     ///< judged behind firstFault, and those that agree
    int shift = 0, shiftFrom = 0;      ///< shifted: by how many positions, from which token of the whole text
    int begins = 0;                    ///< otherBegin: how often the token that begins a text has to stand there
    int tried = 0, triedDiffering = 0; ///< tokens that other positions and beginnings were tried with
    int differingThen = 0;             ///< shifted, otherBegin: tokens that differ even so
    double temperature = 0;            ///< drawn
    Message sentence;
    [[nodiscard]] int faults() const { return differing - nearTies; }
    std::vector<ForcedPlace> places; ///< of the tokens from `from` on, without roundings
};

/// What one way of computing does to the place where the texts part, and to all places.
struct WayDifference {
    std::string key;
    Message name;
    bool isShape = false;
    float gap = 0;                     ///< the logit of the first text's token less that of the second's
    bool flips = false;                ///< the order of the two is another than without rounding
    int flipped = 0;                   ///< places of both texts at which another token is the likeliest
    float typical = 0;                 ///< root mean square of what it changes of the lead of the likeliest token
    float largest = 0;                 ///< the largest of that
    std::vector<LikelyToken> top = {}; ///< at the place where they part
};

struct Parting {
    int index = 0; ///< tokens behind the prompt that both have, which is the index of the first that differs
    TokenId first = noToken, second = noToken;
    ForcedPlace ofFirst = {}, ofSecond = {}; ///< behind the text that both have, nothing rounded
    bool isNearTie = false;                  ///< of these two tokens
    bool isJudged = true; ///< false: nothing stands before it, so that the target cannot say anything
};

enum class TextRelation : std::uint8_t {
    equal,
    firstIsShorter, ///< the second begins with all of the first
    secondIsShorter,
    sameCharacters, ///< other tokens of the same text
    part,
    otherPrompts, ///< they begin behind different prompts
};

struct TextDivergence {
    TextRelation relation = TextRelation::equal;
    std::optional<Parting> parting;  ///< where a token differs
    std::vector<WayDifference> ways; ///< the first one rounds nothing; where texts part
    float allowance = 0;             ///< logits that rounding may decide, by what the ways changed
    int leadsWithin = 0;             ///< places of the first text whose two likeliest tokens are as close as that
    std::optional<int> firstWithin;  ///< the first of them, behind the prompt
    TextDiagnosis first, second;
    std::vector<Message> sentences; ///< all of that in words, the most important first
};

/// Error: a token that the vocabulary of the target does not have; a text longer than its context; too little memory.
/// `targetTokens`: what a trace says its tokens are (Recording::tokens()), to be checked with checkTokens().
[[nodiscard]] Result<TextDivergence> compareTexts(const ComparedText& first, const ComparedText& second,
                                                  const std::shared_ptr<const Model>& target,
                                                  const std::vector<ReadingWay>& ways, const Progress& progress = {});

/// What the target writes greedily behind the prompt of a text, as far as that goes; `name` is its. Errors: those of
/// Backend::makePass(), and a text that the context has no room for. Throws as ForcedReader::write().
[[nodiscard]] Result<ComparedText> writtenBehind(const ComparedText& text, const std::shared_ptr<const Model>& target,
                                                 const std::shared_ptr<Backend>& backend, std::string name,
                                                 const Progress& progress = {});

/// Error: a trace's tokens are others than those of the target's tokenizer.
[[nodiscard]] Result<void> checkTokens(const Recording& recording, const std::string& name, const Model& target);

/// Puts the findings into words; part of compareTexts().
[[nodiscard]] Message sentenceOf(const TextDiagnosis& diagnosis, const ComparedText& text);
[[nodiscard]] std::vector<Message> sentencesOf(const TextDivergence& divergence, const ComparedText& first,
                                               const ComparedText& second, const Model& target);

} // namespace draftscope
