// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <tuple>

#include "engine/core/base64.h"
#include "engine/core/utf8.h"
#include "engine/trace/json_fields.h"
#include "engine/trace/trace_json.h"
#include "engine/trace/traits_json.h"

namespace draftscope {
namespace {

SamplerSettings decodeSampler(const nlohmann::json& object)
{
    const JsonFields fields(object);
    SamplerSettings sampler;
    fields.read("temperature", sampler.temperature);
    fields.read("top_k", sampler.topK);
    fields.read("top_p", sampler.topP);
    fields.read("min_p", sampler.minP);
    fields.read("greedy", sampler.greedy);
    return sampler;
}

ModelRecord decodeModel(const nlohmann::json& object)
{
    const JsonFields fields(object);
    ModelRecord model;
    fields.read("name", model.name);
    fields.readIfThere("path", model.path);
    fields.readIfThere("hash", model.hash);
    fields.readIfThere("weight_type", model.weightType);
    fields.readIfThere("parameters", model.parameters);
    fields.readIfThere("layers", model.layers);
    fields.readIfThere("hidden", model.hidden);
    fields.readIfThere("vocabulary", model.vocabulary);
    fields.readIfThere("draft_vocabulary", model.draftVocabulary);
    fields.readIfThere("context", model.context);
    return model;
}

NodeRecord decodeNode(const nlohmann::json& object)
{
    const JsonFields fields(object);
    NodeRecord node;
    fields.read("token", node.token);
    fields.read("parent", node.parent);
    fields.read("depth", node.depth);
    fields.read("q", node.q);
    fields.read("draw_u", node.drawU);
    fields.read("p", node.p);
    fields.readName("verdict", node.verdict);
    if (fields.has("acceptance"))
        fields.read("acceptance", node.acceptance.emplace());
    if (fields.has("u"))
        fields.read("u", node.u.emplace());
    fields.readIfThere("target_slot", node.targetSlot);
    fields.readIfThere("draft_slot", node.draftSlot);
    fields.readIfThere("forced_token", node.forcedToken);
    fields.readIfThere("forced_u", node.forcedU);
    fields.readIfThere("forced_verdict", node.forcedVerdict);
    fields.readIfThere("pruned", node.pruned);
    fields.readIfThere("draft", node.draft);
    return node;
}

/// Returns whether the column is there.
bool readColumn(const JsonFields& fields, const char* key, DistributionRecord& context,
                float DistributionEntry::*member)
{
    if (!fields.has(key))
        return false;
    std::vector<float> column;
    fields.read(key, column);
    if (column.size() != context.top.size())
        throw BrokenRecord(fmt::format("\"{}\" is not as long as \"tokens\"", key));
    for (std::size_t i = 0; i < column.size(); ++i)
        context.top[i].*member = column[i];
    return true;
}

void readRule(const JsonFields& fields, DistributionRecord& context)
{
    if (fields.has("remainders"))
        for (const nlohmann::json& item : fields.arrayAt("remainders")) {
            const JsonFields one(item);
            RemainderRecord& remainder = context.remainders.emplace_back();
            one.read("node", remainder.node);
            one.read("mass", remainder.mass);
            one.read("p", remainder.values);
            one.read("tail", remainder.tail);
            if (remainder.values.size() != context.top.size())
                throw BrokenRecord("\"remainders\" has a list that is not as long as \"tokens\"");
        }
    RuleNumbers& numbers = context.numbers;
    for (const auto& [key, number] : {std::pair("kept", &numbers.kept),
                                      {"divisor", &numbers.divisor},
                                      {"entropy", &numbers.entropy},
                                      {"threshold", &numbers.threshold}})
        if (fields.has(key))
            fields.read(key, number->emplace());
    if (fields.has("distance"))
        fields.read("distance", context.distance.emplace());
}

DistributionRecord decodeContext(const nlohmann::json& object)
{
    const JsonFields fields(object);
    DistributionRecord context;
    std::vector<TokenId> tokens;
    fields.read("tokens", tokens);
    for (const TokenId token : tokens)
        context.top.push_back({.token = token});
    context.hasP = readColumn(fields, "p", context, &DistributionEntry::p);
    context.hasQ = readColumn(fields, "q", context, &DistributionEntry::q);
    readColumn(fields, "p_before", context, &DistributionEntry::pBefore);
    readColumn(fields, "q_before", context, &DistributionEntry::qBefore);
    readColumn(fields, "residual", context, &DistributionEntry::residual);
    fields.read("residual_mass", context.residualMass);
    const JsonFields tail(fields.at("tail"));
    tail.read("tokens", context.tailTokens);
    tail.read("p", context.tailP);
    tail.read("q", context.tailQ);
    tail.read("residual", context.tailResidual);
    readRule(fields, context);
    return context;
}

DrawRecord decodeDraw(const nlohmann::json& object)
{
    const JsonFields fields(object);
    DrawRecord draw;
    fields.read("token", draw.token);
    fields.readName("source", draw.source);
    fields.read("context", draw.context);
    fields.read("u", draw.u);
    return draw;
}

CommittedToken decodeCommitted(const nlohmann::json& object)
{
    const JsonFields fields(object);
    CommittedToken committed;
    fields.read("token", committed.token);
    fields.readName("source", committed.source);
    fields.read("node", committed.node);
    return committed;
}

Moment decodeMoment(const nlohmann::json& object)
{
    const JsonFields fields(object);
    Moment moment;
    fields.readName("kind", moment.kind);
    fields.readIfThere("node", moment.node);
    return moment;
}

OverrideRecord decodeOverride(const nlohmann::json& object)
{
    const JsonFields fields(object);
    OverrideRecord change;
    fields.readName("kind", change.kind);
    fields.read("node", change.node);
    fields.read("value", change.value);
    return change;
}

/// The lists of whole numbers below a key, each at least so long; none where it is not there.
std::vector<std::vector<int>> decodeNumbers(const JsonFields& fields, const char* key, std::size_t atLeast)
{
    std::vector<std::vector<int>> lists;
    fields.readIfThere(key, lists);
    if (std::ranges::any_of(lists, [&](const std::vector<int>& list) { return list.size() < atLeast; }))
        throw BrokenRecord(fmt::format("\"{}\" has a list that is too short", key));
    return lists;
}

void decodeCache(const JsonFields& fields, CacheOwner cache, std::vector<CacheChange>& changes)
{
    using Kind = CacheChange::Kind;
    const auto add = [&](Kind kind, int moment, int slot) -> CacheChange& {
        return changes.emplace_back(CacheChange{.moment = moment, .cache = cache, .kind = kind, .slot = slot});
    };
    for (const std::vector<int>& rows : decodeNumbers(fields, "written", 4)) {
        const int last = int(rows.size()) - 4;
        if (std::max(rows[1], rows[2]) > std::numeric_limits<int>::max() - last)
            throw BrokenRecord(fmt::format("\"written\" names slot {}", rows[1]));
        for (int i = 0; i <= last; ++i) {
            CacheChange& change = add(Kind::written, rows[0], rows[1] + i);
            change.position = rows[2] + i;
            change.token = rows[std::size_t(3 + i)];
        }
    }
    for (const std::vector<int>& read : decodeNumbers(fields, "read", 5)) {
        CacheChange& change = add(Kind::written, read[0], read[1]);
        change.position = read[2];
        change.count = read[3];
        change.textIndex = read[4];
    }
    for (const Kind kind : {Kind::rolledBack, Kind::committed, Kind::gap})
        for (const std::vector<int>& slots : decodeNumbers(fields, nameOf(kind).data(), 3))
            add(kind, slots[0], slots[1]).count = slots[2];
}

std::vector<CacheChange> decodeCaches(const nlohmann::json& object)
{
    const JsonFields fields(object);
    std::vector<CacheChange> changes;
    for (const CacheOwner cache : {CacheOwner::target, CacheOwner::draft})
        if (fields.has(nameOf(cache).data()))
            decodeCache(JsonFields(fields.at(nameOf(cache).data())), cache, changes);
    std::ranges::stable_sort(changes, {}, [](const CacheChange& change) {
        return std::tuple(change.moment, change.cache, change.kind, change.slot);
    });
    return changes;
}

/// Whole numbers by name; what later methods may have of other kinds is left out.
std::map<std::string, int> decodeOptions(const nlohmann::json& object)
{
    std::map<std::string, int> options;
    if (object.is_object())
        for (const auto& [name, value] : object.items())
            if (value.is_number_integer() && value >= 0 && value <= std::numeric_limits<int>::max())
                options.emplace(name, value.get<int>());
    return options;
}

/// Paths by name; the rest is left out.
std::map<std::string, std::string> decodeFiles(const nlohmann::json& object)
{
    std::map<std::string, std::string> files;
    if (object.is_object())
        for (const auto& [name, value] : object.items())
            if (value.is_string())
                files.emplace(name, value.get<std::string>());
    return files;
}

template <class Decode>
auto decodeList(const nlohmann::json& array, Decode decode)
{
    std::vector<decltype(decode(array))> list;
    list.reserve(array.size());
    for (const nlohmann::json& item : array)
        list.push_back(decode(item));
    return list;
}

} // namespace

TraceHeader decodeHeader(const nlohmann::json& record)
{
    const JsonFields fields(record);
    TraceHeader header;
    fields.read("format", header.format);
    fields.readIfThere("producer", header.producer);
    fields.readIfThere("backend", header.backend);
    fields.read("method", header.method);
    fields.readIfThere("shape", header.shape);
    fields.readIfThere("draws", header.draws);
    if (fields.has("options"))
        header.options = decodeOptions(fields.at("options"));
    if (fields.has("files"))
        header.files = decodeFiles(fields.at("files"));
    fields.readIfThere("verifier", header.verifier);
    header.target = decodeModel(fields.at("target"));
    if (fields.has("draft"))
        header.draft = decodeModel(fields.at("draft"));
    fields.readIfThere("head", header.head);
    header.sampler = decodeSampler(fields.at("sampler"));
    fields.read("k", header.draftLength);
    fields.read("seed", header.seed);
    fields.read("lossless", header.lossless);
    fields.readIfThere("fault", header.fault);
    fields.readIfThere("end_tokens", header.endTokens);
    fields.read("prompt", header.prompt);
    fields.read("prompt_tokens", header.promptTokens);
    fields.readIfThere("whole_prompt", header.isWholePrompt);
    const auto traits = decodeTraits(record);
    header.traits = traits ? *traits : traitsOfOldTrace(header.verifier, header.lossless);
    return header;
}

BranchRecord decodeBranch(const nlohmann::json& record)
{
    const JsonFields fields(record);
    BranchRecord branch;
    fields.read("branch", branch.branch);
    fields.read("parent", branch.parent);
    fields.read("fork_round", branch.forkRound);
    fields.read("fork_moment", branch.forkMoment);
    fields.readIfThere("reason", branch.reason);
    return branch;
}

BranchRecord decodeBranchNote(const nlohmann::json& record)
{
    const JsonFields fields(record);
    BranchRecord branch;
    fields.read("branch", branch.branch);
    fields.readIfThere("name", branch.name);
    fields.readIfThere("removed", branch.isRemoved);
    return branch;
}

BookmarkRecord decodeBookmark(const nlohmann::json& record)
{
    const JsonFields fields(record);
    BookmarkRecord bookmark;
    fields.read("branch", bookmark.at.branch);
    fields.read("round", bookmark.at.round);
    fields.read("moment", bookmark.at.moment);
    fields.readIfThere("name", bookmark.name);
    return bookmark;
}

RoundRecord decodeRound(const nlohmann::json& record)
{
    const JsonFields fields(record);
    RoundRecord round;
    fields.read("round", round.round);
    fields.readIfThere("sequence", round.sequence);
    fields.read("prefix", round.prefixLength);
    fields.read("root", round.root);
    fields.read("k", round.draftLength);
    round.sampler = decodeSampler(fields.at("sampler"));
    fields.readIfThere("verifier", round.verifier);
    fields.readIfThere("stop_below", round.stopBelow);
    fields.readIfThere("match_rate", round.matchRate);
    fields.readIfThere("draft_context_full", round.draftContextFull);
    fields.readIfThere("copied", round.copied);
    fields.readIfThere("steps", round.steps);
    fields.readIfThere("likeliest", round.likeliest);
    for (const std::vector<int>& row : decodeNumbers(fields, "side_rows", 4))
        round.sideRows.push_back({row[0], row[1], row[2], row[3]});
    round.nodes = decodeList(fields.arrayAt("nodes"), decodeNode);
    round.contexts = decodeList(fields.arrayAt("contexts"), decodeContext);
    if (fields.has("draw"))
        round.draw = decodeDraw(fields.at("draw"));
    round.committed = decodeList(fields.arrayAt("committed"), decodeCommitted);
    fields.readIfThere("end_of_text", round.endOfText);
    round.moments = decodeList(fields.arrayAt("moments"), decodeMoment);
    round.overrides = decodeList(fields.arrayAt("overrides"), decodeOverride);
    if (fields.has("cache"))
        round.cacheChanges = decodeCaches(fields.at("cache"));
    const JsonFields times(fields.at("times"));
    times.read("draft_steps", round.times.draftSteps);
    times.read("verify", round.times.verify);
    times.read("sample", round.times.sample);
    return round;
}

TokenTexts decodeTokens(const nlohmann::json& record)
{
    TokenTexts texts;
    const auto found = record.find("tokens");
    if (found == record.end())
        return texts;
    if (!found->is_object())
        throw BrokenRecord("\"tokens\" is not an object");
    for (const auto& [key, content] : found->items()) {
        TokenId token = noToken;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), token);
        if (error != std::errc() || end != key.data() + key.size() || token < 0)
            throw BrokenRecord(fmt::format("\"{}\" is not a token id", beginningOf(key, 40)));
        std::optional<std::string> bytes;
        if (content.is_string())
            bytes = content.get<std::string>();
        else if (content.is_object() && content.contains("base64") && content["base64"].is_string())
            bytes = fromBase64(content["base64"].get_ref<const std::string&>());
        if (!bytes)
            throw BrokenRecord(fmt::format("the text of token {} cannot be read", token));
        texts.emplace_back(token, std::move(*bytes));
    }
    return texts;
}

} // namespace draftscope
