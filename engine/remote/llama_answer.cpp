// SPDX-License-Identifier: MIT
#include "engine/remote/llama_answer.h"

#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/core/printable.h"
#include "engine/core/utf8.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr double longestComputed = 1e9; ///< milliseconds

/// Picks what is wanted out of the parser's events.
class LlamaAnswerReader final : public nlohmann::json_sax<json> {
public:
    LlamaAnswerReader(bool wantsTexts, std::vector<LlamaCompletion>& completions, const Progress& progress)
        : m_wantsTexts(wantsTexts), m_completions(completions), m_progress(progress)
    {
    }

    bool null() override { return number(std::numeric_limits<double>::quiet_NaN()); }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return number(double(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(double(value)); }
    bool number_float(number_float_t value, const string_t&) override { return number(value); }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return false; }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool end_object() override { return close(); }
    bool key(string_t& value) override
    {
        m_key = std::move(value);
        return true;
    }
    bool parse_error(std::size_t place, const std::string&, const nlohmann::detail::exception&) override
    {
        m_brokenAt = place;
        return false;
    }

    bool start_object(std::size_t) override
    {
        if (m_key.empty()) // the root, or an element of a list that is the root
            m_completions.emplace_back();
        else if (m_key == "top_logprobs" && !m_completions.empty()) {
            m_completions.back().likeliest.push_back({noToken, std::numeric_limits<double>::quiet_NaN()});
            if (m_wantsTexts)
                m_completions.back().texts.emplace_back();
            constexpr std::size_t lookEvery = 4096;
            if (m_completions.back().likeliest.size() % lookEvery == 0 && m_progress.isCancelled())
                return false;
        }
        return open();
    }

    [[nodiscard]] std::size_t brokenAt() const { return m_brokenAt; }

private:
    bool open()
    {
        m_keys.push_back(m_key);
        return m_keys.size() < 32;
    }
    bool close()
    {
        m_key = std::move(m_keys.back());
        m_keys.pop_back();
        return true;
    }
    bool number(double value)
    {
        if (m_completions.empty())
            return true;
        const std::string& in = m_keys.empty() ? m_key : m_keys.back();
        LlamaCompletion& now = m_completions.back();
        if (in == "top_logprobs" && !now.likeliest.empty())
            put(now.likeliest.back(), value);
        else if (in == "completion_probabilities")
            put(now.chosen, value);
        else if (in == "bytes" && m_wantsTexts && m_keys.size() > 1 && m_keys[m_keys.size() - 2] == "top_logprobs"
                 && !now.texts.empty())
            now.texts.back() += value >= 0 && value < 256 ? char(static_cast<unsigned char>(value)) : '\xff';
        else if (in == "timings" && (m_key == "prompt_ms" || m_key == "predicted_ms"))
            now.computed += value > 0 && value < longestComputed ? value / 1000 : 0;
        else if (in == "tokens")
            now.token = idOf(value);
        else if (in.empty() && m_key == "index")
            now.index = idOf(value);
        return true;
    }
    void put(TokenLogProbability& token, double value) const
    {
        if (m_key == "id")
            token.token = idOf(value);
        else if (m_key == "logprob")
            token.logP = value;
    }
    static int idOf(double value) { return value >= 0 && value < 1e9 ? int(value) : noToken; }

    bool m_wantsTexts;
    std::vector<LlamaCompletion>& m_completions;
    const Progress& m_progress;
    std::string m_key;               ///< of the value to come
    std::vector<std::string> m_keys; ///< of what is open
    std::size_t m_brokenAt = 0;
};

} // namespace

bool readLlamaAnswer(const std::string& answer, bool wantsTexts, std::vector<LlamaCompletion>& completions,
                     Message& why, const Progress& progress)
{
    LlamaAnswerReader reader(wantsTexts, completions, progress);
    if (json::sax_parse(answer, &reader))
        return true;
    if (progress.isCancelled())
        throw Cancelled();
    why = message("it is no JSON from byte {} on: \"{}\"", reader.brokenAt(), printableName(beginningOf(answer, 40)));
    return false;
}

} // namespace draftscope
