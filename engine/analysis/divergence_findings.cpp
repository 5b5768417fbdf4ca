// SPDX-License-Identifier: MIT
// What a comparison of two texts comes to, in words.
#include <algorithm>
#include <cmath>

#include "engine/analysis/text_divergence.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

std::string wordsOf(const Model& target, TokenId token)
{
    const std::string bytes = target.tokenizer->bytes(token);
    return printableName(bytes.empty() ? target.tokenizer->piece(token) : bytes);
}

/// Tokens behind the prompt, counted from 1 as people do.
int counted(const std::optional<int>& index)
{
    return index.value_or(0) + 1;
}

Message sentenceOfBegin(const TextDiagnosis& diagnosis, const std::string& name)
{
    if (diagnosis.begins == 0)
        return message("{}: {} of {} tokens differ, and {} without the token that begins the text: the other program "
                       "leaves it out.",
                       name, diagnosis.triedDiffering, diagnosis.tried, diagnosis.differingThen);
    if (diagnosis.begins == 1)
        return message("{}: {} of {} tokens differ, and {} with the token that begins a text in front: the other "
                       "program puts it there.",
                       name, diagnosis.triedDiffering, diagnosis.tried, diagnosis.differingThen);
    return message("{}: {} of {} tokens differ, and {} where the token that begins the text stands there twice: the "
                   "other program puts it in front of a prompt that has it already, as a chat template writes it.",
                   name, diagnosis.triedDiffering, diagnosis.tried, diagnosis.differingThen);
}

Message sentenceOfShift(const TextDiagnosis& diagnosis, const std::string& name)
{
    if (diagnosis.shift > 0)
        return message(
            "{}: {} of {} tokens differ, and {} where positions are one more from about token {} of the "
            "whole text on: that is the sign of a position mistake, such as a position that is not taken back "
            "after a rejected draft.",
            name, diagnosis.triedDiffering, diagnosis.tried, diagnosis.differingThen, diagnosis.shiftFrom + 1);
    return message("{}: {} of {} tokens differ, and {} where positions are one less from about token {} of the whole "
                   "text on: that is the sign of a position mistake, such as a token that gets the position of the one "
                   "before it.",
                   name, diagnosis.triedDiffering, diagnosis.tried, diagnosis.differingThen, diagnosis.shiftFrom + 1);
}

Message sentenceOfOneToken(const TextDiagnosis& diagnosis, const std::string& name)
{
    if (diagnosis.isSmallFault)
        return message("{}: one token is another, token {} behind the prompt, by more than rounding explains, but not "
                       "by much; behind it {} of {} tokens are the target's likeliest again. That is the sign of one "
                       "token that was drawn, replaced or committed wrongly, or of positions, weights or a step of the "
                       "computation that differ a little: longer texts tell.",
                       name, counted(diagnosis.firstFault), diagnosis.behindFaultAgree, diagnosis.behindFault);
    return message("{}: one token is another, token {} behind the prompt, which is no near-tie; behind it {} of {} "
                   "tokens are the target's likeliest again. That is the sign of one token that was drawn, replaced or "
                   "committed wrongly: a bias, a grammar, a forced token, a verdict.",
                   name, counted(diagnosis.firstFault), diagnosis.behindFaultAgree, diagnosis.behindFault);
}

Message sentenceOfDrawn(const TextDiagnosis& diagnosis, const ComparedText& text)
{
    if (text.temperature.value_or(0) > 0)
        return message("{} was drawn at temperature {:.2f}, so it need not be the target's likeliest text: decode at "
                       "temperature 0 to compare.",
                       text.name, diagnosis.temperature);
    return message("{}: {} of {} tokens are not the likeliest, as many and as unlikely as in a text that is drawn at a "
                   "temperature of about {:.1f}: it was sampled, or written by weights that resemble these, such as "
                   "those of a draft, or damaged ones. Decode at temperature 0, and compare the weights.",
                   text.name, diagnosis.differing, diagnosis.judged, diagnosis.temperature);
}

Message sentenceOfPlace(const TextDivergence& divergence, const Model& target)
{
    const Parting& parting = *divergence.parting;
    const ForcedPlace &first = parting.ofFirst, &second = parting.ofSecond;
    return message("Behind the text that both have, the target gives \"{}\" the logit {:.3f} (p = {:.4f}, place {}) "
                   "and \"{}\" {:.3f} (p = {:.4f}, place {}): a margin of {:.3f}.",
                   wordsOf(target, parting.first), first.logit, first.p, first.rank, wordsOf(target, parting.second),
                   second.logit, second.p, second.rank, std::abs(first.logit - second.logit));
}

/// Whether rounding decides between the two tokens.
Message sentenceOfTie(const TextDivergence& divergence)
{
    const auto flips = [](const WayDifference& way) { return way.flips && !way.isShape; };
    const auto turned = std::ranges::find_if(divergence.ways, flips);
    const float margin = std::abs(divergence.ways.front().gap);
    if (turned != divergence.ways.end())
        return message("That is a near-tie, which rounding decides: the order turns with {} (margin {:.3f}).",
                       turned->name, std::abs(turned->gap));
    if (divergence.parting->isNearTie)
        return message("That is a near-tie: none of the roundings that were tried turns the order here, but they "
                       "change such margins by up to {:.3f}, and this one is {:.3f}.",
                       divergence.allowance, margin);
    return message("That is no near-tie: the roundings that were tried change such margins by up to {:.3f}, and this "
                   "one is {:.3f}.",
                   divergence.allowance, margin);
}

/// Of what came before the texts: who computed them, and with which weights.
void addOrigins(std::vector<Message>& sentences, const ComparedText& first, const ComparedText& second,
                const Model& target)
{
    for (const ComparedText* text : {&first, &second}) {
        if (!text->targetHash.empty() && !target.record.hash.empty() && text->targetHash != target.record.hash)
            sentences.push_back(message("{} was written by other weights than those of {}: their hashes differ.",
                                        text->name, target.name));
        if (!text->fault.empty())
            sentences.push_back(message("{} was broken on purpose ({}).", text->name, text->fault));
    }
    if (!first.madeBy.empty() && !second.madeBy.empty() && first.madeBy != second.madeBy)
        sentences.push_back(message("They were computed by {} and by {}.", first.madeBy, second.madeBy));
}

Message sentenceOfRelation(const TextDivergence& divergence, const ComparedText& first, const ComparedText& second,
                           const Model& target)
{
    const auto shorter = [&](const ComparedText& ends, const ComparedText& goesOn) {
        if (target.isEndOfText(ends.tokens.back()))
            return message("The texts are equal as far as both go ({} tokens). Then {} has ended with the token that "
                           "ends a text, and {} goes on with {} more: its program was told to ignore that token.",
                           ends.tokens.size(), ends.name, goesOn.name, goesOn.tokens.size() - ends.tokens.size());
        return message("The texts are equal as far as both go ({} tokens). Then {} ends, and {} goes on with {} more: "
                       "that is another limit, or a stop condition.",
                       ends.tokens.size(), ends.name, goesOn.name, goesOn.tokens.size() - ends.tokens.size());
    };
    switch (divergence.relation) {
    case TextRelation::equal:
        return message("The texts are equal: {} tokens.", first.tokens.size());
    case TextRelation::firstIsShorter:
        return shorter(first, second);
    case TextRelation::secondIsShorter:
        return shorter(second, first);
    case TextRelation::otherPrompts: {
        const auto at = std::ranges::mismatch(first.prompt, second.prompt).in1 - first.prompt.begin();
        return message("The prompts differ from their token {} on ({} tokens and {}), so the texts need not be equal: "
                       "compare texts behind the same prompt, to which a chat template and the token that begins a "
                       "text belong.",
                       at + 1, first.prompt.size(), second.prompt.size());
    }
    case TextRelation::sameCharacters:
        return message("The texts say the same in other tokens, from token {} on (\"{}\" and \"{}\"): one of them was "
                       "cut into tokens again. Compare token ids.",
                       counted(divergence.parting->index), wordsOf(target, divergence.parting->first),
                       wordsOf(target, divergence.parting->second));
    case TextRelation::part:
        break;
    }
    return message("They part at token {} behind the prompt, where {} has \"{}\" and {} has \"{}\".",
                   counted(divergence.parting->index), first.name, wordsOf(target, divergence.parting->first),
                   second.name, wordsOf(target, divergence.parting->second));
}

Message sentenceOfShapes(const TextDivergence& divergence)
{
    const auto changed =
        std::ranges::find_if(divergence.ways, [](const WayDifference& way) { return way.isShape && way.largest > 0; });
    if (changed == divergence.ways.end())
        return phrase("How many rows come in a pass changes no bit here; elsewhere it changes about as much as the "
                      "rounding does.");
    return message("How many rows come in a pass makes a difference here: {} changes such margins by up to {:.3f}.",
                   changed->name, changed->largest);
}

Message sentenceOfExpectation(const TextDivergence& divergence, const ComparedText& first)
{
    const int judged = divergence.first.judged;
    if (divergence.leadsWithin == 0)
        return message("What is expected of greedy texts: with one backend and one arithmetic they are equal, with "
                       "drafts or without; with others they part at near-ties only, and none of the {} places of {} "
                       "is one.",
                       judged, first.name);
    return message("What is expected of greedy texts: with one backend and one arithmetic they are equal, with drafts "
                   "or without; with others they part at near-ties only. Of the {} places of {}, {} are as close as "
                   "{:.3f}, the first of them at token {}.",
                   judged, first.name, divergence.leadsWithin, divergence.allowance, counted(divergence.firstWithin));
}

} // namespace

Message sentenceOf(const TextDiagnosis& diagnosis, const ComparedText& text)
{
    const std::string& name = text.name;
    const int agree = diagnosis.judged - diagnosis.differing;
    switch (diagnosis.pattern) {
    case TextPattern::nothingToJudge:
        break;
    case TextPattern::targets:
        return message("{}: each of its {} tokens is the target's likeliest.", name, diagnosis.judged);
    case TextPattern::nearTies:
        return message("{}: {} of {} tokens are not the target's likeliest, and all of these are near-ties: that is "
                       "rounding, and no fault.",
                       name, diagnosis.differing, diagnosis.judged);
    case TextPattern::oneToken:
        return sentenceOfOneToken(diagnosis, name);
    case TextPattern::tooFewBehind:
        return message("{}: token {} behind the prompt is not the target's likeliest, which is no near-tie, and too "
                       "few tokens follow it to say why: compare longer texts.",
                       name, counted(diagnosis.firstFault));
    case TextPattern::shifted:
        return sentenceOfShift(diagnosis, name);
    case TextPattern::otherBegin:
        return sentenceOfBegin(diagnosis, name);
    case TextPattern::drawn:
        return sentenceOfDrawn(diagnosis, text);
    case TextPattern::elsewhere:
        return message("{}: only {} of {} tokens are the target's likeliest when it is forced along. That is the sign "
                       "of other weights, of another template around the prompt, or of a tokenizer that numbers "
                       "tokens otherwise.",
                       name, agree, diagnosis.judged);
    case TextPattern::computation:
        return message("{}: {} of {} tokens are the target's likeliest when it is forced along, but {} differ by more "
                       "than rounding explains, the first of them token {}. That is the sign of a weight or a step of "
                       "the computation that is another: a damaged file, another quantisation, a scale, an attention "
                       "window.",
                       name, agree, diagnosis.judged, diagnosis.faults(), counted(diagnosis.firstFault));
    }
    return message("{}: there is no token that the target can be asked about.", name);
}

std::vector<Message> sentencesOf(const TextDivergence& divergence, const ComparedText& first,
                                 const ComparedText& second, const Model& target)
{
    std::vector<Message> sentences{sentenceOfRelation(divergence, first, second, target)};
    if (divergence.relation == TextRelation::part) {
        if (divergence.parting->isJudged) {
            sentences.push_back(sentenceOfPlace(divergence, target));
            sentences.push_back(sentenceOfTie(divergence));
            if (!divergence.parting->ofFirst.agrees() && !divergence.parting->ofSecond.agrees())
                sentences.push_back(message("The target itself would write \"{}\" there.",
                                            wordsOf(target, divergence.parting->ofFirst.likeliest)));
        } else {
            sentences.push_back(phrase("Nothing stands before that token, so the target cannot be asked about it: give "
                                       "the prompt."));
        }
    }
    sentences.push_back(divergence.first.sentence);
    if (divergence.relation != TextRelation::equal || first.temperature != second.temperature)
        sentences.push_back(divergence.second.sentence);
    addOrigins(sentences, first, second, target);
    if (divergence.ways.size() > 1)
        sentences.push_back(sentenceOfShapes(divergence));
    if (divergence.first.judged > 0)
        sentences.push_back(sentenceOfExpectation(divergence, first));
    return sentences;
}

} // namespace draftscope
