// SPDX-License-Identifier: MIT
// The listings. Names that they do not define are those of the script: python_script.cpp.
#include <algorithm>
#include <initializer_list>

#include "engine/explain/code_listing.h"
#include "engine/explain/rule_formulas.h"

namespace draftscope {
namespace {

using Value = CodeValue;
using Lines = std::vector<CodeLine>;
constexpr unsigned anyDraw = code::residual | code::bonus;

// --- how drafts come to be

Lines chainDrafts(DraftedBy by)
{
    if (by == DraftedBy::chance)
        return {{"draft, q = [], []", code::draft},
                {"for i in range(K):", code::draft, 0, Value::draftLength},
                {"    q += [draft_model(text + draft)]", code::draft},
                {"    draft += [sample(q[i])]", code::draft, code::draft, Value::drafts},
                {"p = target(text, draft)", code::verify, code::verify, Value::pass}};
    return {{"draft = []", code::draft},
            {"for i in range(K):", code::draft, 0, Value::draftLength},
            {"    draft += [propose(text + draft)]", code::draft, code::draft, Value::drafts},
            {"p = target(text, draft)", code::verify, code::verify, Value::pass}};
}

Lines treeDrafts(DraftedBy by, bool hasOwnQ)
{
    if (by == DraftedBy::chance && hasOwnQ)
        return {{"tree, children, q = [ROOT], {}, {}", code::draft},
                {"for node in tree:", code::draft},
                {"    children[node] = draw_each(text, node, q)", code::draft, code::draft, Value::drafts},
                {"    tree += children[node]", code::draft},
                {"p = target(text, tree)", code::verify, code::verify, Value::pass}};
    if (by == DraftedBy::chance)
        return {{"tree, children, q = [ROOT], {}, {}", code::draft},
                {"for node in tree:", code::draft},
                {"    q[node] = draft_model(text, node)", code::draft},
                {"    children[node] = draw(q[node], node)", code::draft, code::draft, Value::drafts},
                {"    tree += children[node]", code::draft},
                {"p = target(text, tree)", code::verify, code::verify, Value::pass}};
    return {{"tree, children = [ROOT], {}", code::draft},
            {"for node in tree:", code::draft},
            {"    children[node] = propose(text, node)", code::draft, code::draft, Value::drafts},
            {"    tree += children[node]", code::draft},
            {"p = target(text, tree)", code::verify, code::verify, Value::pass}};
}

// --- how chains are judged

Lines chainEnd(std::string_view draw)
{
    return {{"    text += [x]", code::accept},
            {"    if x in END:", code::accept},
            {"        break"},
            {"else:", code::bonus},
            {draw, code::bonus, code::bonus, Value::drawn},
            {"roll_back(cache, len(text))", code::commit, code::commit, Value::givenBack}};
}

Lines joinedLines(std::initializer_list<Lines> parts)
{
    Lines all;
    for (const Lines& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

Lines samplingChain()
{
    return joinedLines(
        {{{"for i, x in enumerate(draft):", code::judge, 0, Value::index},
          {"    a = min(1, p[i][x] / q[i][x])", code::judge, 0, Value::acceptance},
          {"    if random() >= a:", code::judge, code::judge, Value::verdict, "show(x, p[i][x], q[i][x], a)"},
          {"        rest = maximum(0, p[i] - q[i])", code::residual, 0, Value::mass},
          {"        text += [sample(rest / sum(rest))]", code::residual, code::residual, Value::drawn},
          {"        break", code::residual}},
         chainEnd("    text += [sample(p[len(draft)])]")});
}

Lines certainChain()
{
    return joinedLines(
        {{{"for i, x in enumerate(draft):", code::judge, 0, Value::index},
          {"    a = p[i][x]", code::judge, 0, Value::acceptance},
          {"    if random() >= a:", code::judge, code::judge, Value::verdict, "show(x, p[i][x], None, a)"},
          {"        rest = without(p[i], x)", code::residual, 0, Value::mass},
          {"        text += [sample(rest / sum(rest))]", code::residual, code::residual, Value::drawn},
          {"        break", code::residual}},
         chainEnd("    text += [sample(p[len(draft)])]")});
}

Lines kSeqChain()
{
    return joinedLines(
        {{{"rho = 1", code::judge},
          {"for i, x in enumerate(draft):", code::judge, 0, Value::index},
          {"    a = min(1, p[i][x] / (rho * q[i][x]))", code::judge, 0, Value::acceptance},
          {"    if random() >= a:", code::judge, code::judge, Value::verdict, "show(x, p[i][x], q[i][x], a)"},
          {"        rest = p[i] - minimum(q[i], p[i] / rho)", code::residual, 0, Value::mass},
          {"        text += [sample(rest / sum(rest))]", code::residual, code::residual, Value::drawn},
          {"        break", code::residual}},
         chainEnd("    text += [sample(p[len(draft)])]")});
}

Lines greedyChain()
{
    return joinedLines({{{"for i, x in enumerate(draft):", code::judge, 0, Value::index},
                         {"    best = argmax(p[i])", code::judge, 0, Value::likeliest},
                         {"    if x != best:", code::judge, code::judge, Value::verdict,
                          "show(x, p[i][x], None, float(x == best), 0)"},
                         {"        text += [best]", code::residual, code::residual, Value::drawn},
                         {"        break", code::residual}},
                        chainEnd("    text += [argmax(p[len(draft)])]")});
}

Lines typicalChain()
{
    return joinedLines({{{"for i, x in enumerate(draft):", code::judge, 0, Value::index},
                         {"    threshold = min(0.09, 0.3 * exp(-entropy(p[i])))", code::judge, 0, Value::ruleNumber},
                         {"    if p[i][x] <= threshold:", code::judge, code::judge, Value::verdict,
                          "show(x, p[i][x], None, p[i][x], threshold)"},
                         {"        text += [argmax(p[i])]", code::residual, code::residual, Value::drawn},
                         {"        break", code::residual}},
                        chainEnd("    text += [argmax(p[len(draft)])]")});
}

Lines blockChain()
{
    return {{"keep = [1]", code::judge},
            {"for i, x in enumerate(draft):", code::judge},
            {"    keep += [min(1, keep[i] * p[i][x] / q[i][x])]", code::judge, 0, Value::ruleNumber},
            {"end = len(draft)", code::judge},
            {"while end > 0:", code::judge, 0, Value::index},
            {"    h = keep[end]", code::judge},
            {"    if end < len(draft):", code::judge},
            {"        s = sum(maximum(0, h * p[end] - q[end]))", code::judge},
            {"        h = s / (s + 1 - h) if s + 1 > h else 1", code::judge, 0, Value::acceptance},
            {"    if random() < h:", code::judge, code::judge, Value::verdict,
             "show(draft[end - 1], p[end - 1][draft[end - 1]], q[end - 1][draft[end - 1]], h)"},
            {"        break", code::accept},
            {"    end -= 1", code::reject},
            {"text += draft[:end]", anyDraw | code::commit},
            {"if end < len(draft):", anyDraw},
            {"    rest = maximum(0, keep[end] * p[end] - q[end])", code::residual, 0, Value::mass},
            {"    text += [sample(rest / sum(rest))]", code::residual, code::residual, Value::drawn},
            {"elif text[-1] not in END or end == 0:", code::bonus},
            {"    text += [sample(p[end])]", code::bonus, code::bonus, Value::drawn},
            {"roll_back(cache, len(text))", code::commit, code::commit, Value::givenBack}};
}

// --- how trees are judged

const CodeLine whileGoesOn = {"while node == ROOT or token[node] not in END:", code::judge | anyDraw};

Lines treeEnd(std::string_view draw)
{
    return {{"    else:", anyDraw},
            {draw, anyDraw, anyDraw, Value::drawn},
            {"        break", anyDraw},
            {"roll_back(cache, path(node))", code::commit, code::commit, Value::givenBack}};
}

Lines samplingTree(bool hasOwnQ)
{
    const std::string_view ratio = hasOwnQ ? "        a = min(1, rest[x] / q[child][x])"
                                           : "        a = min(1, rest[x] / q[node][x])",
                           log = hasOwnQ ? "show(x, rest[x], q[child][x], a, node=child)"
                                         : "show(x, rest[x], q[node][x], a, node=child)",
                           takeAway = hasOwnQ ? "        rest = maximum(0, rest - q[child])"
                                              : "        rest = maximum(0, rest - q[node])";
    return joinedLines({{{"node, rest = ROOT, p[ROOT]", code::judge | anyDraw},
                         whileGoesOn,
                         {"    for child in children[node]:", code::judge, 0, Value::index},
                         {"        x = token[child]", code::judge},
                         {ratio, code::judge, 0, Value::acceptance},
                         {"        if random() < a:", code::judge, code::judge, Value::verdict, log},
                         {"            text += [x]", code::accept},
                         {"            node, rest = child, p[child]", code::accept},
                         {"            break", code::accept},
                         {takeAway, code::reject},
                         {"        rest = rest / sum(rest)", code::reject, 0, Value::mass}},
                        treeEnd("        text += [sample(rest)]")});
}

Lines withoutReplacementTree()
{
    return joinedLines({{{"node, rest = ROOT, p[ROOT]", code::judge | anyDraw},
                         whileGoesOn,
                         {"    d = q[node]", code::judge},
                         {"    for child in children[node]:", code::judge, 0, Value::index},
                         {"        x = token[child]", code::judge},
                         {"        a = min(1, rest[x] / d[x])", code::judge, 0, Value::acceptance},
                         {"        if random() < a:", code::judge, code::judge, Value::verdict,
                          "show(x, rest[x], d[x], a, node=child)"},
                         {"            text += [x]", code::accept},
                         {"            node, rest = child, p[child]", code::accept},
                         {"            break", code::accept},
                         {"        rest = maximum(0, rest - d)", code::reject},
                         {"        rest = rest / sum(rest)", code::reject, 0, Value::mass},
                         {"        d = without(d, x)", code::reject},
                         {"        d = d / sum(d)", code::reject}},
                        treeEnd("        text += [sample(rest)]")});
}

Lines certainTree()
{
    return joinedLines({{{"node, rest = ROOT, p[ROOT]", code::judge | anyDraw},
                         whileGoesOn,
                         {"    for child in children[node]:", code::judge, 0, Value::index},
                         {"        x = token[child]", code::judge},
                         {"        a = rest[x]", code::judge, 0, Value::acceptance},
                         {"        if random() < a:", code::judge, code::judge, Value::verdict,
                          "show(x, rest[x], None, a, node=child)"},
                         {"            text += [x]", code::accept},
                         {"            node, rest = child, p[child]", code::accept},
                         {"            break", code::accept},
                         {"        rest = without(rest, x)", code::reject},
                         {"        rest = rest / sum(rest)", code::reject, 0, Value::mass}},
                        treeEnd("        text += [sample(rest)]")});
}

Lines kSeqTree()
{
    return joinedLines({{{"node = ROOT", code::judge | anyDraw},
                         whileGoesOn,
                         {"    k = len(children[node])", code::judge | anyDraw},
                         {"    rho = divisor(p[node], q[node], k)", code::judge | anyDraw, 0, Value::ruleNumber},
                         {"    for child in children[node]:", code::judge, 0, Value::index},
                         {"        x = token[child]", code::judge},
                         {"        a = min(1, p[node][x] / (rho * q[node][x]))", code::judge, 0, Value::acceptance},
                         {"        if random() < a:", code::judge, code::judge, Value::verdict,
                          "show(x, p[node][x], q[node][x], a, node=child)"},
                         {"            text += [x]", code::accept},
                         {"            node = child", code::accept},
                         {"            break", code::accept},
                         {"    else:", anyDraw},
                         {"        rest = p[node]", anyDraw},
                         {"        if k > 0:", anyDraw},
                         {"            passed = minimum(q[node], p[node] / rho)", code::residual},
                         {"            b = sum(passed)", code::residual},
                         {"            rest = rest - passed * (1 - (1 - b) ** k) / b", code::residual, 0, Value::mass},
                         {"        text += [sample(rest / sum(rest))]", anyDraw, anyDraw, Value::drawn},
                         {"        break", anyDraw},
                         {"roll_back(cache, path(node))", code::commit, code::commit, Value::givenBack}}});
}

Lines greedyTree()
{
    return joinedLines({{{"node = ROOT", code::judge | anyDraw},
                         whileGoesOn,
                         {"    best = argmax(p[node])", code::judge | anyDraw, 0, Value::likeliest},
                         {"    for child in children[node]:", code::judge, 0, Value::index},
                         {"        if token[child] == best:", code::judge, code::judge, Value::verdict,
                          "show(token[child], p[node][token[child]], None, float(token[child] == best), 0, child)"},
                         {"            text += [best]", code::accept},
                         {"            node = child", code::accept},
                         {"            break", code::accept}},
                        treeEnd("        text += [best]")});
}

Lines typicalTree()
{
    return {{"kept, end = {ROOT: (0, 0.0)}, ROOT", code::judge},
            {"for node in tree:", code::judge},
            {"    threshold = min(0.09, 0.3 * exp(-entropy(p[node])))", code::judge, 0, Value::ruleNumber},
            {"    for child in children[node]:", code::judge, 0, Value::index},
            {"        a = p[node][token[child]]", code::judge},
            {"        if node in kept and a > threshold:", code::judge, code::judge, Value::verdict,
             "node in kept and show(token[child], a, None, a, threshold, child)"},
            {"            depth, log_p = kept[node]", code::accept},
            {"            kept[child] = depth + 1, log_p + log(a)", code::accept},
            {"            end = max(end, child, key=kept.get)", code::accept},
            {"text += [token[node] for node in path(end)]", anyDraw | code::commit},
            {"if end == ROOT or token[end] not in END:", anyDraw},
            {"    text += [argmax(p[end])]", anyDraw, anyDraw, Value::drawn},
            {"roll_back(cache, path(end))", code::commit, code::commit, Value::givenBack}};
}

Lines plainLines(bool takesLikeliest)
{
    return {{"p = target(text)", code::verify, code::verify, Value::pass},
            {takesLikeliest ? "text += [argmax(p)]" : "text += [sample(p)]", code::bonus, code::bonus, Value::drawn},
            {"keep(cache, len(text))", code::commit, code::commit, Value::givenBack}};
}

/// How a verifier judges; a shape that it cannot judge has none.
struct JudgingLines {
    std::string_view verifier;
    bool takesLikeliest = false, usesQ = false;
    Lines (*chain)() = nullptr;
    Lines (*tree)() = nullptr;
    Lines (*treeOfOwnQ)() = nullptr;
};

constexpr JudgingLines judgingOfAllRules[] = {
    {.verifier = "greedy", .takesLikeliest = true, .chain = &greedyChain, .tree = &greedyTree},
    {.verifier = "speculative-sampling",
     .usesQ = true,
     .chain = &samplingChain,
     .tree = [] { return samplingTree(false); },
     .treeOfOwnQ = [] { return samplingTree(true); }},
    {.verifier = "block", .usesQ = true, .chain = &blockChain},
    {.verifier = "k-seq", .usesQ = true, .chain = &kSeqChain, .tree = &kSeqTree},
    {.verifier = "without-replacement", .usesQ = true, .chain = &samplingChain, .tree = &withoutReplacementTree},
    {.verifier = "deterministic-children", .chain = &certainChain, .tree = &certainTree},
    {.verifier = "typical", .takesLikeliest = true, .chain = &typicalChain, .tree = &typicalTree},
};

/// Drafts of several models, each with its own q.
bool siblingsHaveOwnQ(const RoundRecord& round)
{
    return std::ranges::any_of(round.nodes, [](const NodeRecord& node) { return node.draft > 0; });
}

} // namespace

std::optional<CodeListing> listingFor(std::string_view verifier, bool isTree, DraftedBy draftedBy, bool hasOwnQ)
{
    const auto* const judging = std::ranges::find(judgingOfAllRules, verifier, &JudgingLines::verifier);
    if (judging == std::end(judgingOfAllRules))
        return std::nullopt;
    CodeListing listing{.verifier = judging->verifier, .isTree = isTree, .draftedBy = draftedBy};
    if (draftedBy == DraftedBy::nothing) {
        listing.isTree = false;
        listing.lines = plainLines(judging->takesLikeliest);
        return listing;
    }
    const auto lines = !isTree ? judging->chain : hasOwnQ && judging->treeOfOwnQ ? judging->treeOfOwnQ : judging->tree;
    if (!lines)
        return std::nullopt;
    listing.hasOwnQ = hasOwnQ && isTree && judging->treeOfOwnQ;
    if (judging->usesQ)
        listing.draftedBy = DraftedBy::chance;
    listing.lines = joinedLines(
        {isTree ? treeDrafts(listing.draftedBy, listing.hasOwnQ) : chainDrafts(listing.draftedBy), lines()});
    return listing;
}

std::optional<CodeListing> listingOf(const TraceHeader& header, const RoundRecord& whole)
{
    const std::string_view verifier = verifierOf(whole);
    if (whole.nodes.empty()) // nothing was drafted, so the round is one of plain decoding
        return listingFor(verifier, false, DraftedBy::nothing);
    const bool isTree = draftsTree(whole) || (header.shape != "chain" && !whole.copied);
    const bool wasDrawn = !whole.sampler.isGreedy()
        && std::ranges::any_of(whole.nodes, [](const NodeRecord& node) { return node.drawU != 0; });
    return listingFor(verifier, isTree, wasDrawn ? DraftedBy::chance : DraftedBy::choice, siblingsHaveOwnQ(whole));
}

} // namespace draftscope
