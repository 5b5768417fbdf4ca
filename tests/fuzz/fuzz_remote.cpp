// SPDX-License-Identifier: MIT
// What a server answers where the target computes behind it, where it is watched, or where it is the Hugging Face Hub.
// Nothing is sent: the functions of engine/core/http_client.h stand here once more, and give the answers that the input
// has.
//
// The first line of the input has four choices: the kind of server, the question, how much of p is wanted, and the
// sizes of the pieces in which answers come. The answers follow, between lines "=", each behind "/path" or "/path 404".
// Requests of a path get its answers in their order, and the last one again. Status 0: nothing can be reached; 1: the
// connection ends in the middle; 2: silence.
#include <algorithm>
#include <charconv>
#include <map>

#include <nlohmann/json.hpp>

#include "engine/attach/watched_server.h"
#include "engine/catalogue/hub_model.h"
#include "engine/core/decode_failure.h"
#include "engine/core/http_client.h"
#include "engine/core/utf8.h"
#include "engine/remote/remote_model.h"
#include "tests/fixtures/scripted_target.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace {

struct ScriptedAnswer {
    int status = 200;
    std::string_view body;
};

/// What is answered to the requests of a path, in order.
struct AnswersOfPath {
    std::vector<ScriptedAnswer> answers;
    std::size_t given = 0;
};

struct AnsweringServer {
    std::map<std::string, AnswersOfPath, std::less<>> paths;
    std::size_t pieceLength = 1;
    std::chrono::seconds wantedPause{7}; ///< when it is too busy
    int requests = 0;

    ScriptedAnswer next(std::string_view path)
    {
        const auto found = paths.find(path);
        if (found == paths.end())
            return {404, R"({"detail":"Not Found"})"};
        AnswersOfPath& of = found->second;
        return of.answers[std::min(of.given++, of.answers.size() - 1)];
    }
};

AnsweringServer server;
constexpr std::string_view serverUrl = "http://127.0.0.1:8080";

/// As engine/core/http_client.cpp gives an answer to its receiver.
HttpEnd answerTo(const HttpRequest& request, const HttpReceiver& receiver)
{
    constexpr int mostRequests = 300; // no server needs as many, so a client that asks without end is found
    fuzz::require(++server.requests < mostRequests && request.url.starts_with(serverUrl) && request.token == "secret");
    if (!receiver.goesOn())
        return {HttpEnd::Kind::stopped};
    const auto [status, body] = server.next(std::string_view(request.url).substr(serverUrl.size()));
    HttpEnd end{HttpEnd::Kind::answered, status, "127.0.0.1", "a reason"};
    end.retryAfter = status == 429 ? server.wantedPause : std::chrono::seconds(0);
    end.wasSilent = status == 2;
    if (status < 3)
        end.kind = status == 1 ? HttpEnd::Kind::cutShort : HttpEnd::Kind::unreachable;
    const bool isWanted = status == 1 || status == 200 || status == 206 || (request.takesFailures && status >= 400);
    if (!isWanted)
        return end;
    HttpHead head;
    head.status = status == 1 ? 200 : status;
    if (!receiver.begin(head))
        return {HttpEnd::Kind::stopped, head.status};
    for (std::size_t at = 0; at < body.size(); at += server.pieceLength)
        if (!receiver.take(std::as_bytes(std::span(body.substr(at, server.pieceLength)))))
            return {HttpEnd::Kind::stopped, head.status};
    return end;
}

} // namespace

namespace draftscope {

std::shared_ptr<HttpConnections> keepConnections()
{
    return nullptr;
}

HttpEnd httpGet(const HttpRequest& request, const HttpReceiver& receiver)
{
    fuzz::require(request.json.empty());
    return answerTo(request, receiver);
}

HttpEnd httpPost(const HttpRequest& request, const HttpReceiver& receiver)
{
    fuzz::require(nlohmann::json::accept(request.json));
    return answerTo(request, receiver);
}

bool isServerAddress(std::string_view name)
{
    return name.starts_with("http://") || name.starts_with("https://");
}

std::string originOf(const std::string& url)
{
    return isServerAddress(url) ? std::string(serverUrl) : std::string();
}

std::string escapedForUrl(std::string_view text, std::string_view)
{
    return std::string(text);
}

} // namespace draftscope

namespace {

constexpr int letters = 5; ///< of the draft's vocabulary

/// Sentences do not say the key, also where a server repeats it; but a model may be called anything.
void requireWords(const std::string& sentence)
{
    fuzz::require(sentence.size() > 10 && sentence.ends_with('.') && isUtf8(sentence));
    const auto has = [&](std::string_view words) { return sentence.find(words) != std::string::npos; };
    fuzz::require(!has("secret") || has(" has the model ") || has(" is no longer there, but "));
}

template <class Outcome>
void requireWordsOf(const Outcome& outcome)
{
    if (!outcome)
        requireWords(outcome.error().sentence);
}

/// Distributions of what the server told, which sum to 1 at most.
void checkContext(RemoteTarget& target, int context, const SamplerSettings& sampler)
{
    constexpr double rounding = 0.02;
    if (target.tells(sampler) == KnownOfP::all) {
        const Distribution& p = target.p(context);
        fuzz::require(p.size() == std::size_t(target.vocabularySize()));
        double sum = 0;
        for (const double one : p) {
            fuzz::require(one >= 0 && one <= 1);
            sum += one;
        }
        fuzz::require(sum > 1 - rounding && sum < 1 + rounding);
        return;
    }
    const PartialTarget partly = target.partly();
    if (target.tells(sampler) == KnownOfP::draftTokens) {
        const TokenProbability drawn = partly.draw(context, 0.5);
        fuzz::require(drawn.token >= 0 && drawn.token < letters && drawn.p >= 0 && drawn.p < 1 + rounding);
        fuzz::require(partly.draw(context, 0.5) == drawn && partly.p(context).at(drawn.token) == drawn.p);
    }
    const PartialDistribution& part = partly.p(context);
    fuzz::require(part.rest() >= 0 && part.rest() <= 1);
    for (const TokenProbability& one : part.known())
        fuzz::require(one.p >= 0 && one.p < 1 + rounding && one.token >= 0 && one.token < target.vocabularySize());
}

/// A round of three drafts, two of them siblings, and then one of none.
void askForRounds(RemoteTarget& target, const SamplerSettings& sampler)
{
    std::vector<TokenId> text = {0, 1, 2};
    DraftTree tree;
    tree.nodes = {{1, -1, 1}, {2, -1, 1}, {3, 0, 2}};
    for (int round = 0; round < 2; ++round) {
        try {
            target.align(text);
            target.plan(text.back(), int(text.size()), tree);
            target.verify();
            target.beginSampling(sampler);
            target.sampleAll();
            for (int context = 0; context <= int(tree.nodes.size()); ++context) {
                const bool isTold = target.isVerified(context) && target.isSampled(context);
                checkContext(target, context, sampler); // throws where a text cannot be asked for
                fuzz::require(isTold);
            }
        } catch (const DecodeFailure& failure) {
            requireWords(failure.what());
        }
        text.push_back(3);
        tree.nodes.clear();
    }
}

void runTarget(const std::string& address, const WantedOfP& wanted)
{
    static const std::shared_ptr<const Model> like = fixtures::scriptedModel(letters);
    const auto model = openRemoteModel(address, like);
    requireWordsOf(model);
    // Also what a server says whose vocabulary is another one.
    Model asked = model ? **model : *like;
    asked.record.path = address;
    if (!model) {
        const auto spec = readServerSpec(address);
        fuzz::require(spec.has_value());
        for (auto& [path, of] : server.paths)
            of.given = 0;
        auto connected = connectServer(*spec, "secret");
        requireWordsOf(connected);
        if (!connected || spec->probabilities > std::max((*connected)->facts().mostLikeliest, letters))
            return;
        try {
            (*connected)->useVocabulary(like->tokenizer);
        } catch (const DecodeFailure& failure) {
            requireWords(failure.what());
            return;
        }
        const int size = std::max((*connected)->facts().vocabularySize, letters);
        RemoteTarget target(std::move(*connected), *spec, "script", size, letters, wanted);
        askForRounds(target, wanted.sampler);
        return;
    }
    const auto target = makeRemoteTarget(asked, wanted);
    requireWordsOf(target);
    if (!target)
        return;
    fuzz::require(isUtf8((*target)->backendName()) && (*target)->vocabularySize() >= letters);
    askForRounds(**target, wanted.sampler);
}

void watchServer(const std::string& address, bool isChat)
{
    auto watched = WatchedServer::connect(address, "secret");
    requireWordsOf(watched);
    if (!watched)
        return;
    std::size_t bytes = 0;
    const WatchedText text = watched->watch(
        {.prompt = "Once \xff", .isChat = isChat, .mostTokens = 8}, [](const ServedText&) {},
        [&bytes](std::string_view piece) { bytes += piece.size(); });
    if (text.error)
        requireWords(text.error->sentence);
    fuzz::require(text.clockMilliseconds >= 0);
    constexpr int places = 3;
    const auto steps = watched->plainSteps(text.text, places);
    requireWordsOf(steps);
    if (steps)
        fuzz::require(steps->size() <= std::size_t(places));
    static_cast<void>(watched->totals());
}

/// A model of the Hub: what is to be fetched stays in its folder.
void lookAtHub(std::size_t choice)
{
    const HubName names[] = {{"org/tiny"},
                             {.repository = "org/tiny", .file = "tiny.gguf"},
                             {.repository = "org/tiny", .quantisation = "Q4_K_M"},
                             {.repository = "org/tiny", .file = "a/tiny-00001-of-00002.gguf"}};
    server.wantedPause = std::chrono::seconds(0);
    const auto model =
        findHubModel(names[choice % 4], {.address = std::string(serverUrl), .token = "secret", .pause = {}});
    fuzz::requireSentence(model);
    if (!model) {
        fuzz::require(isUtf8(model.error().sentence));
        return;
    }
    fuzz::require(model->commit.size() == 40 && !model->files.empty() && isUtf8(describe(*model)));
    for (const HubFile& file : model->files) {
        const std::filesystem::path path(file.path);
        fuzz::require(path.is_relative() && std::ranges::find(path, "..") == path.end());
        fuzz::require(!file.blob.empty() && file.blob.find('/') == std::string::npos
                      && isUtf8(describe(file, model->name)) && pathOf(file, *model).starts_with("/org/tiny/"));
    }
}

void readAnswers(std::string_view input)
{
    constexpr std::string_view between = "\n=\n";
    server.paths.clear();
    server.requests = 0;
    server.wantedPause = std::chrono::seconds(7);
    while (!input.empty()) {
        const std::string_view part = input.substr(0, input.find(between));
        input.remove_prefix(std::min(part.size() + between.size(), input.size()));
        const std::string_view line = part.substr(0, part.find('\n'));
        const std::string_view path = line.substr(0, line.find(' '));
        ScriptedAnswer answer{200, part.substr(std::min(line.size() + 1, part.size()))};
        if (path.size() < line.size())
            std::from_chars(line.data() + path.size() + 1, line.data() + line.size(), answer.status);
        answer.status = std::clamp(answer.status, 0, 599);
        server.paths[std::string(path)].answers.push_back(answer);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const bool hasKey = ::setenv("DRAFTSCOPE_API_KEY", "secret", 1) == 0;
    fuzz::require(hasKey);
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string_view choices = input.substr(0, input.find('\n'));
    readAnswers(input.substr(std::min(choices.size() + 1, size)));
    const auto choice = [&](std::size_t place) {
        return place < choices.size() ? std::size_t((unsigned char)choices[place]) : std::size_t(0);
    };
    constexpr std::string_view kinds[] = {"#kind=llama-server", "#kind=vllm", "#kind=sglang", "#silence=120",
                                          "#kind=openai"};
    constexpr std::size_t first = '0' % 5; // "0" in the input is the first kind
    constexpr std::string_view counts[] = {"", "&probabilities=2", "&probabilities=all", "&probabilities=5"};
    const std::string address =
        std::string(serverUrl) + std::string(kinds[(choice(0) + 5 - first) % 5]) + std::string(counts[choice(2) % 4]);
    constexpr std::size_t pieceLengths[] = {1 << 20, 1, 7, 64};
    server.pieceLength = pieceLengths[choice(4) % 4];
    WantedOfP wanted;
    wanted.sampler.greedy = choice(3) % 4 == 1;
    wanted.sampler.topK = choice(3) % 4 == 2 ? 2 : 0;
    wanted.ruleNeedsAll = choice(3) % 4 == 3;
    if (choice(1) % 4 == 0)
        runTarget(address, wanted);
    else if (choice(1) % 4 == 2)
        lookAtHub(choice(2));
    else
        watchServer(address, choice(1) % 4 == 3);
    return 0;
}
