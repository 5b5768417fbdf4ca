// SPDX-License-Identifier: MIT
#include "engine/attach/served_stream.h"

#include "engine/attach/served_rounds.h"
#include "engine/attach/stream_lines.h"
#include "engine/core/json_parser.h"
#include "engine/core/printable.h"
#include "engine/core/text_file.h"
#include "engine/core/utf8.h"

namespace draftscope {

enum class PieceKind { none, llama, vllm, sglang, aiperf };

namespace {

constexpr std::size_t largestStream = 1'000'000'000; ///< bytes
constexpr std::int64_t mostTokensOfStream = 2 * std::int64_t(mostTokensOfText),
                       mostDraftedOfStream = 10 * std::int64_t(mostDraftedOfText);

PieceKind kindOf(const nlohmann::json& piece)
{
    const auto has = [&](const char* name) { return !servedMember(piece, name).is_null(); };
    if (has("spec_decode_acceptance"))
        return PieceKind::aiperf;
    if (has("meta_info"))
        return PieceKind::sglang;
    // Without timings in each piece llama-server's chats look like those of vLLM, but for its build: "b6123-0a1b2c3".
    const std::string build = servedWords(piece, "system_fingerprint");
    const bool isOfBuild = build.size() > 1 && build[0] == 'b' && build[1] >= '0' && build[1] <= '9';
    if (has("timings") || (has("content") && has("stop")) || (has("choices") && isOfBuild))
        return PieceKind::llama;
    return has("choices") || has("usage") ? PieceKind::vllm : PieceKind::none;
}

/// What a server says of a failure in the middle of a stream; empty where it says none.
std::string failureIn(const nlohmann::json& piece)
{
    const nlohmann::json& error = servedMember(piece, "error");
    if (error.is_string())
        return error.get<std::string>();
    std::string words = servedWords(error, "message");
    if (words.empty() && !error.is_null())
        words = error.dump();
    if (words.empty() && servedMember(piece, "object") == "error") // vLLM of old
        words = servedWords(piece, "message");
    while (words.ends_with('.') || words.ends_with(' '))
        words.pop_back();
    return printableName(beginningOf(words, 300));
}

} // namespace

struct ServedStream::Parts {
    StreamLines lines;
    std::unique_ptr<ServedRounds> rounds; ///< of the last text; null where none is open
    PieceKind kind = PieceKind::none;
    std::size_t bytes = 0;                ///< that have come
    std::int64_t tokens = 0, drafted = 0; ///< of the texts that have ended
};

ServedStream::ServedStream() : m_parts(std::make_unique<Parts>()) {}

ServedStream::~ServedStream() = default;

Result<void> ServedStream::add(std::string_view bytes)
{
    m_parts->bytes += bytes.size();
    if (m_parts->bytes > largestStream)
        return fail("The stream has more than {} MB, which is more than this program can hold: cut it.",
                    largestStream / 1'000'000);
    return m_parts->lines.add(bytes, [this](const std::string& document) { return take(document); });
}

Result<void> ServedStream::endText()
{
    if (m_parts->rounds) {
        if (Result<void> finished = m_parts->rounds->finish(m_texts.back()); !finished)
            return finished;
        m_parts->rounds.reset();
    }
    if (m_texts.empty())
        return {};
    for (const ServedRound& round : m_texts.back().rounds) {
        m_parts->tokens += std::int64_t(round.tokens.size());
        m_parts->drafted += round.drafted.value_or(0);
    }
    if (m_parts->tokens > mostTokensOfStream || m_parts->drafted > mostDraftedOfStream)
        return fail("The texts of the stream have {} tokens and {} drafted ones together, which is more than this "
                    "program can hold: cut it.",
                    m_parts->tokens, m_parts->drafted);
    return {};
}

Result<void> ServedStream::finish()
{
    const Result<void> rest = m_parts->lines.finish([this](const std::string& document) { return take(document); });
    // Also where the rest is cut: what was read before stays, and a text of which no more comes has its rounds.
    if (Result<void> finished = m_parts->rounds ? endText() : Result<void>(); !finished)
        return finished;
    if (!rest)
        return rest;
    if (m_documents == 0)
        return fail("There is nothing in the stream: it ended before the server said anything.");
    if (m_texts.empty())
        return fail(
            "None of the {} records says anything of drafts: AIPerf writes \"spec_decode_acceptance\" where the "
            "server tells it.",
            m_documents);
    if (ServedText& text = m_texts.back(); !text.isWhole)
        text.notes.push_back(phrase("The stream broke off before the server said that the text is over: what came "
                                    "until then is shown."));
    return {};
}

Result<void> ServedStream::take(const std::string& document)
{
    ++m_documents;
    const std::size_t begin = document.find_first_not_of(" \t");
    if (begin != std::string::npos && document[begin] == '<')
        return fail("This is a web page (HTML) and no answer of llama-server, vLLM or SGLang: check the address.");
    const ParsedJson parsed = parseJson(document);
    const nlohmann::json& piece = parsed.document;
    if (parsed.flaw != ParsedJson::Flaw::none || !piece.is_object())
        return fail("\"{}\" is no piece of what llama-server, vLLM or SGLang stream, nor a record of AIPerf.",
                    printableName(beginningOf(document, 60)));
    if (const std::string failure = failureIn(piece); !failure.empty() && servedMember(piece, "metadata").is_null())
        return fail("The server broke off: {}. Look at its log.", failure);

    const PieceKind kind = kindOf(piece);
    if (kind == PieceKind::aiperf) {
        if (Result<void> ended = m_parts->rounds ? endText() : Result<void>(); !ended)
            return ended;
        auto text = aiperfText(piece);
        if (!text)
            return tl::unexpected(text.error());
        m_texts.push_back(std::move(*text));
        return endText();
    }
    const bool isRecord = !servedMember(piece, "metadata").is_null(); // of AIPerf, of a request without drafts
    if (isRecord)
        return {};
    if (kind == PieceKind::none)
        return fail("\"{}\" is no piece of what llama-server, vLLM or SGLang stream, nor a record of AIPerf.",
                    printableName(beginningOf(document, 60)));
    // The OpenAI-like answers have the usage, with what was counted, behind the end of the text.
    const nlohmann::json& choices = servedMember(piece, "choices");
    const bool isUsage = choices.empty() && (kind == PieceKind::vllm || choices.is_array());
    const bool isBehindEnd = m_parts->rounds && m_texts.back().isWhole && !isUsage;
    if (m_parts->rounds && (isBehindEnd || kind != m_parts->kind))
        if (Result<void> ended = endText(); !ended)
            return ended;
    if (!m_parts->rounds) {
        m_parts->kind = kind;
        m_parts->rounds = kind == PieceKind::llama ? makeLlamaRounds()
            : kind == PieceKind::sglang            ? makeSglangRounds()
                                                   : makeVllmRounds();
        m_texts.emplace_back();
    }
    return m_parts->rounds->take(piece, m_texts.back());
}

Result<std::vector<ServedText>> readServedTexts(const std::string& path)
{
    const auto content = readTextFile(path, largestStream);
    if (!content)
        return tl::unexpected(content.error());
    ServedStream stream;
    Result<void> read = stream.add(*content);
    if (read)
        read = stream.finish();
    if (!read)
        return fail("The file {} cannot be read as a stream: {}", path, read.error().message());
    return stream.takeTexts();
}

} // namespace draftscope
