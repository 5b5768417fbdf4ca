// SPDX-License-Identifier: MIT
// A server at 127.0.0.1 that answers as llama-server, vLLM, SGLang or llama-cpp-python do, from a script, and that can
// lie and fail.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <set>

#include <QMutex>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <nlohmann/json.hpp>

#include "engine/core/random.h"
#include "engine/core/utf8.h"
#include "engine/sampling/distribution.h"
#include "tests/fixtures/patience.h"
#include "tests/fixtures/scripted_target.h"

namespace draftscope::test {

struct ServerRequest {
    QByteArray path, body, key;
    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(body.toStdString(), nullptr, false); }
};

struct ServerReply {
    QByteArray status = "200 OK", body = {};
    QByteArray headers = "Content-Type: application/json\r\n"; ///< lines that end in \r\n
    qint64 cut = -1;                                           ///< the connection ends after so many bytes of the body
    bool waits = false;                                        ///< says nothing at all, without ending
};

/// Answers one request at a time, in a thread of its own.
class PretendedServer : public QThread {
public:
    enum class Kind { llamaServer, vllm, sglang, openai };
    /// May change what is answered.
    using Twist = std::function<void(const ServerRequest& request, ServerReply& reply)>;
    using Json = nlohmann::json;

    PretendedServer(Kind kind, fixtures::Script script, int letters)
        : PretendedServer(kind, std::move(script), std::make_shared<fixtures::LetterTokenizer>(letters))
    {
    }
    PretendedServer(Kind kind, fixtures::Script script, std::shared_ptr<const Tokenizer> tokenizer)
        : m_kind(kind), m_script(std::move(script)), m_tokenizer(std::move(tokenizer)), m_letters(m_tokenizer->size())
    {
        start();
        while (m_port == 0)
            QThread::msleep(1);
    }
    ~PretendedServer() override
    {
        m_ends = true;
        wait();
    }

    [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(m_port); }
    [[nodiscard]] std::string address() const { return "http://" + host(); }
    [[nodiscard]] QList<ServerRequest> requests() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_requests;
    }
    void setTwist(Twist twist)
    {
        const QMutexLocker lock(&m_mutex);
        m_twist = std::move(twist);
    }
    /// As if its process had ended, or been started again at the same port.
    void setListening(bool listens)
    {
        m_listens = listens;
        while (m_isListening != listens)
            QThread::msleep(1);
    }

    // Before anything is asked:
    std::string model = "script"; ///< that it says it has
    int limit = 20;               ///< vLLM: tokens that it lists at most
    std::set<TokenId> unfinished; ///< llama-server: they end inside of a character, and it tells nothing of such a one
    std::string otherText;        ///< of token 1; empty: its own
    bool tellsWhatComes = false;  ///< openai: at each place p of what stands there, as with BOS; else of what follows
    TokenId end = noToken;        ///< openai: ends a text, and has no string
    TokenId skipped = noToken;    ///< openai: left out of the lists of tokens, as llama-cpp-python does with BOS
    TokenId unended = noToken;    ///< openai: ends inside of a character, so that the answer has one more behind it
    int silentLimit = 1 << 20;    ///< openai: tokens that it lists at most, without a word of it
    double anew = 0;              ///< openai: without echo its logits are so much larger, as if computed in another way

protected:
    void run() override
    {
        QTcpServer server;
        if (!server.listen(QHostAddress::LocalHost))
            qFatal("Nothing can listen at 127.0.0.1.");
        m_port = server.serverPort();
        while (!m_ends) {
            if (server.isListening() != m_listens) {
                if (server.isListening())
                    server.close();
                else if (!server.listen(QHostAddress::LocalHost, m_port))
                    qFatal("The port is taken.");
            }
            m_isListening = server.isListening();
            if (!m_isListening)
                QThread::msleep(1);
            else if (server.waitForNewConnection(2))
                serve(*server.nextPendingConnection());
        }
    }

private:
    void serve(QTcpSocket& socket)
    {
        QByteArray said;
        while (!said.contains("\r\n\r\n") && socket.waitForReadyRead(patience))
            said += socket.readAll();
        const qsizetype head = said.indexOf("\r\n\r\n") + 4;
        ServerRequest request;
        qsizetype length = 0;
        const QList<QByteArray> lines = said.left(head).split('\n');
        request.path = lines[0].split(' ').value(1);
        for (const QByteArray& line : lines) {
            const QByteArray value = line.mid(line.indexOf(':') + 1).trimmed();
            if (line.toLower().startsWith("content-length:"))
                length = value.toLongLong();
            if (line.toLower().startsWith("authorization:"))
                request.key = value;
        }
        while (said.size() < head + length && socket.waitForReadyRead(patience))
            said += socket.readAll();
        request.body = said.mid(head);
        ServerReply reply = honest(request);
        {
            const QMutexLocker lock(&m_mutex);
            m_requests << request;
            if (m_twist)
                m_twist(request, reply);
        }
        if (!reply.waits)
            socket.write("HTTP/1.1 " + reply.status + "\r\nConnection: close\r\n" + reply.headers
                         + "Content-Length: " + QByteArray::number(reply.body.size()) + "\r\n\r\n"
                         + (reply.cut < 0 ? reply.body : reply.body.left(reply.cut)));
        while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(patience)) {}
        while (reply.waits && !m_ends && socket.state() == QAbstractSocket::ConnectedState)
            socket.waitForReadyRead(10);
        socket.disconnectFromHost();
        if (socket.state() != QAbstractSocket::UnconnectedState)
            socket.waitForDisconnected(patience);
        delete &socket;
    }

    [[nodiscard]] ServerReply honest(const ServerRequest& request) const
    {
        Json answer;
        const Json asked = request.json();
        if (request.path == "/v1/models")
            answer = models();
        else if (m_kind == Kind::openai)
            return request.path == "/v1/completions" ? echoed(asked)
                                                     : ServerReply{"404 Not Found", R"({"detail":"Not Found"})"};
        else if (request.path == "/tokenize")
            answer["tokens"] =
                idsOf(asked.value(m_kind == Kind::llamaServer ? "content" : "prompt", ""),
                      asked.value(m_kind == Kind::llamaServer ? "add_special" : "add_special_tokens", false));
        else if (request.path == "/detokenize")
            answer[m_kind == Kind::llamaServer ? "content"
                       : m_kind == Kind::vllm  ? "prompt"
                                               : "text"] = textOf(asked["tokens"]);
        else if (m_kind == Kind::llamaServer && request.path == "/props")
            answer = {{"default_generation_settings", {{"n_ctx", 256}}}};
        else if (m_kind == Kind::llamaServer && request.path == "/completion")
            answer = completion(asked);
        else if (m_kind == Kind::sglang && request.path == "/get_model_info")
            answer = {{"model_path", model}, {"is_generation", true}};
        else if (m_kind == Kind::sglang && request.path == "/generate")
            answer = generated(asked);
        else if (m_kind == Kind::vllm && request.path == "/v1/completions")
            return completions(asked);
        else
            return {"404 Not Found", "{\"detail\":\"Not Found\"}"};
        return replyOf(answer);
    }
    static ServerReply replyOf(const Json& json)
    {
        return {"200 OK", QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace))};
    }

    [[nodiscard]] Json models() const
    {
        Json one = {{"id", model}, {"object", "model"}};
        if (m_kind == Kind::llamaServer)
            one["meta"] = {{"n_vocab", m_letters}};
        else if (m_kind == Kind::openai)
            one["owned_by"] = "me";
        else
            one["max_model_len"] = 256;
        return {{"object", "list"}, {"data", Json::array({one})}};
    }
    [[nodiscard]] Json idsOf(const std::string& text, bool isPrompt) const
    {
        return isPrompt ? *m_tokenizer->encodePrompt(text) : *m_tokenizer->encode(text);
    }
    [[nodiscard]] std::string textOfToken(TokenId token) const
    {
        return token == 1 && !otherText.empty() ? otherText : m_tokenizer->bytes(token);
    }
    [[nodiscard]] std::string textOf(const std::vector<TokenId>& tokens) const
    {
        if (otherText.empty())
            return m_tokenizer->decode(tokens);
        std::string text;
        for (const TokenId token : tokens)
            text += textOfToken(token);
        return text;
    }
    /// ids, likeliest first
    static std::vector<TokenId> fallingIn(const Distribution& p)
    {
        std::vector<TokenId> ids;
        for (TokenId token = 0; token < TokenId(p.size()); ++token)
            ids.push_back(token);
        std::ranges::stable_sort(ids, std::greater(), [&p](TokenId token) { return p[std::size_t(token)]; });
        return ids;
    }
    static std::vector<std::vector<TokenId>> textsIn(const Json& prompt)
    {
        if (!prompt.empty() && prompt[0].is_array())
            return prompt;
        return {prompt};
    }
    static TokenId drawnBy(const Distribution& p, const Json& seed)
    {
        const auto number = seed.is_number() ? seed.get<std::uint64_t>() : 0;
        return drawFrom(p, uniform(number, 0, 1, 2, Purpose::plain));
    }

    [[nodiscard]] Json completion(const Json& asked) const
    {
        Json parts = Json::array();
        for (const std::vector<TokenId>& text : textsIn(asked["prompt"])) {
            const Distribution p = scriptOf(text);
            const std::vector<TokenId> falling = fallingIn(p);
            const TokenId chosen = asked.contains("logit_bias") ? asked["logit_bias"][0][0].get<TokenId>()
                : asked.value("temperature", 0.8) == 0          ? falling[0]
                                                                : drawnBy(p, asked.value("seed", Json()));
            const auto told = [&](TokenId token) {
                Json bytes = Json::array();
                for (const char byte : textOfToken(token))
                    bytes.push_back(static_cast<unsigned char>(byte));
                return Json{{"id", token},
                            {"token", textOfToken(token)},
                            {"bytes", bytes},
                            {"logprob", std::log(p[std::size_t(token)])}};
            };
            Json part = {{"index", parts.size()},
                         {"tokens", {chosen}},
                         {"timings", {{"prompt_ms", 0.02}, {"predicted_ms", 0.01}, {"prompt_n", 1}}}};
            if (!unfinished.contains(chosen)) {
                Json one = told(chosen);
                one["top_logprobs"] = Json::array();
                for (int i = 0; i < std::min(m_letters, asked.value("n_probs", 0)); ++i)
                    one["top_logprobs"].push_back(told(falling[std::size_t(i)]));
                part["completion_probabilities"] = Json::array({one});
            }
            parts.push_back(part);
        }
        return asked["prompt"][0].is_array() && parts.size() > 1 ? parts : parts[0];
    }

    /// As vLLM lists a place of a prompt: the likeliest, and the token that stands there.
    [[nodiscard]] Json place(const Distribution& p, int count, TokenId own) const
    {
        Json listed = Json::object();
        const std::vector<TokenId> falling = fallingIn(p);
        for (int rank = 0; rank < m_letters; ++rank)
            if (const TokenId token = falling[std::size_t(rank)]; rank < count || token == own)
                listed[std::to_string(token)] = {{"logprob", std::log(p[std::size_t(token)])},
                                                 {"rank", rank + 1},
                                                 {"decoded_token", textOfToken(token)}};
        return listed;
    }
    [[nodiscard]] ServerReply completions(const Json& asked) const
    {
        const int places = asked.value("prompt_logprobs", 0), behind = asked.value("logprobs", 0);
        if (const int most = places < 0 ? m_letters : std::max(places, behind); most > limit)
            return {"400 Bad Request",
                    QByteArray::fromStdString(Json{
                        {"error",
                         {{"message",
                           "Requested prompt logprobs of " + std::to_string(most)
                               + ", which is greater than max allowed: " + std::to_string(limit)},
                          {"type",
                           "BadRequestError"}}}}.dump())};
        Json choices = Json::array();
        for (const std::vector<TokenId>& text : textsIn(asked["prompt"])) {
            const Distribution p = scriptOf(text);
            const std::vector<TokenId> falling = fallingIn(p);
            const TokenId drawn = drawnBy(p, asked.value("seed", Json()));
            const auto named = [](TokenId token) { return "token_id:" + std::to_string(token); };
            Json top = Json::object();
            for (int i = 0; i < std::min(m_letters, behind); ++i)
                top[named(falling[std::size_t(i)])] = std::log(p[std::size_t(falling[std::size_t(i)])]);
            Json choice = {{"index", choices.size()},
                           {"text", textOfToken(drawn)},
                           {"logprobs",
                            {{"tokens", {named(drawn)}},
                             {"token_logprobs", {std::log(p[std::size_t(drawn)])}},
                             {"top_logprobs", Json::array({top})}}}};
            if (places != 0) {
                choice["prompt_logprobs"] = Json::array({nullptr});
                for (std::size_t i = 1; i < text.size(); ++i)
                    choice["prompt_logprobs"].push_back(
                        place(scriptOf(std::span(text).first(i)), places < 0 ? m_letters : places, text[i]));
            }
            choices.push_back(choice);
        }
        return replyOf({{"object", "text_completion"}, {"choices", choices}});
    }
    /// As llama-cpp-python's server does: text only, tokens by their strings.
    [[nodiscard]] ServerReply echoed(const Json& asked) const
    {
        if (!asked["prompt"].is_string() || asked["prompt"].empty() || asked.value("max_tokens", 16) != 1)
            return {"500 Internal Server Error", R"({"error":{"message":"4 validation errors"}})"};
        const std::vector<TokenId> text = idsOf(asked["prompt"], true);
        const auto behind = logPOf(scriptOf(text), asked.value("echo", false) ? 0 : anew);
        std::vector<double> biased = behind;
        const Json biases = asked.value("logit_bias", Json::object());
        for (const auto& [token, bias] : biases.items())
            biased[std::size_t(std::stoi(token))] += bias.get<double>();
        const TokenId chosen = asked["temperature"] == 0 ? TokenId(std::ranges::max_element(biased) - biased.begin())
                                                         : drawnBy(scriptOf(text), asked.value("seed", Json()));
        if (chosen == unended && biases.value(std::to_string(chosen), 0.0) > 0) // again and again
            return {"500 Internal Server Error", R"({"error":{"message":"Requested tokens exceed the context"}})"};
        Json told = {{"tokens", Json::array()}, {"token_logprobs", Json::array()}, {"top_logprobs", Json::array()}};
        const auto place = [&](TokenId own, const std::vector<double>& logP) {
            if (own == skipped && own != noToken)
                return;
            const bool isNull = asked.value("echo", false) && told["tokens"].empty();
            const bool isToken = own >= 0 && own < m_letters;
            Json top = Json::object();
            const std::vector<TokenId> falling = fallingIn(logP);
            for (int i = 0; i < std::min({m_letters, silentLimit, asked["logprobs"].get<int>()}); ++i)
                top[stringOf(falling[std::size_t(i)])] = logP[std::size_t(falling[std::size_t(i)])];
            top[stringOf(own)] = isToken ? logP[std::size_t(own)] : -30.0;
            told["tokens"].push_back(stringOf(own));
            told["token_logprobs"].push_back(isNull ? Json() : top[stringOf(own)]);
            told["top_logprobs"].push_back(isNull ? Json() : top);
        };
        if (asked.value("echo", false))
            for (std::size_t i = 0; i < text.size(); ++i)
                place(text[i], logPOf(scriptOf(std::span(text).first(tellsWhatComes ? i : i + 1))));
        const bool isEnd = chosen == end;
        if (!isEnd && (tellsWhatComes || !asked.value("echo", false)))
            place(chosen, behind);
        if (chosen == unended && chosen != noToken) {
            std::vector<TokenId> more = text;
            more.push_back(chosen);
            place(fallingIn(scriptOf(more))[0], logPOf(scriptOf(more)));
        }
        return replyOf({{"object", "text_completion"},
                        {"choices",
                         Json::array({{{"index", 0},
                                       {"text", isEnd ? "" : stringOf(chosen)},
                                       {"logprobs", told},
                                       {"finish_reason", isEnd ? "stop" : "length"}}})},
                        {"usage", {{"prompt_tokens", text.size()}, {"completion_tokens", isEnd ? 0 : 1}}}});
    }
    /// Without what is no whole character.
    [[nodiscard]] std::string stringOf(TokenId token) const
    {
        const std::string bytes = textOfToken(token);
        return token != end && token != skipped && isUtf8(bytes) ? bytes : std::string();
    }
    static std::vector<double> logPOf(const Distribution& p, double sharper = 0)
    {
        double sum = 0;
        for (const double each : p)
            sum += std::pow(each, 1 + sharper);
        std::vector<double> logP;
        for (const double each : p)
            logP.push_back(sharper == 0 ? std::log(each) : std::log(std::pow(each, 1 + sharper) / sum));
        return logP;
    }
    /// Behind what no session asks for the script may have too little to go by.
    [[nodiscard]] Distribution scriptOf(std::span<const TokenId> text) const
    {
        if (text.size() < 2)
            return Distribution(std::size_t(m_letters), 1.0 / m_letters);
        return m_script({text.begin(), text.end()});
    }

    [[nodiscard]] Json generated(const Json& asked) const
    {
        Json parts = Json::array();
        const auto count = asked.value("top_logprobs_num", 0);
        const auto from = asked.value("logprob_start_len", std::size_t(0));
        const auto triple = [](const Distribution& p, TokenId token) {
            return Json::array({std::log(p[std::size_t(token)]), token, nullptr});
        };
        const auto top = [&](const Distribution& p) {
            Json listed = Json::array();
            const std::vector<TokenId> falling = fallingIn(p);
            for (int i = 0; i < std::min(m_letters, count); ++i)
                listed.push_back(triple(p, falling[std::size_t(i)]));
            return listed;
        };
        for (const std::vector<TokenId>& text : textsIn(asked["input_ids"])) {
            const Distribution p = scriptOf(text);
            Json meta = {{"input_token_logprobs", Json::array({Json::array({nullptr, text[from], nullptr})})},
                         {"input_top_logprobs", Json::array({nullptr})}};
            for (std::size_t i = from + 1; i < text.size(); ++i) {
                const Distribution before = scriptOf(std::span(text).first(i));
                meta["input_token_logprobs"].push_back(triple(before, text[i]));
                meta["input_top_logprobs"].push_back(top(before));
            }
            const TokenId drawn = drawnBy(p, asked["sampling_params"].value("sampling_seed", Json()));
            meta["output_token_logprobs"] = Json::array({triple(p, drawn)});
            meta["output_top_logprobs"] = Json::array({top(p)});
            parts.push_back({{"text", textOfToken(drawn)}, {"meta_info", meta}});
        }
        return parts;
    }

    const Kind m_kind;
    const fixtures::Script m_script;
    const std::shared_ptr<const Tokenizer> m_tokenizer;
    const int m_letters;
    mutable QMutex m_mutex;
    QList<ServerRequest> m_requests;
    Twist m_twist;
    std::atomic<quint16> m_port = 0;
    std::atomic<bool> m_ends = false, m_listens = true, m_isListening = true;
};

} // namespace draftscope::test
