// SPDX-License-Identifier: MIT
#include "engine/core/json_parser.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace draftscope {

namespace {

using nlohmann::json;
using Flaw = ParsedJson::Flaw;

/// Builds the document from the parser's events. An event that returns false ends the parsing.
class DocumentBuilder final : public nlohmann::json_sax<json> {
public:
    DocumentBuilder(const JsonLimits& limits, const Progress& progress) : m_limits(limits), m_progress(progress) {}

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; } // JSON text has none
    bool start_object(std::size_t /*size*/) override { return open(json::object()); }
    bool start_array(std::size_t /*size*/) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override
    {
        const auto [place, isNew] = m_open.back()->get_ref<json::object_t&>().try_emplace(value);
        m_place = &place->second;
        if (!isNew)
            m_parsed.key = std::move(value);
        return isNew || flawed(Flaw::repeatedKey);
    }

    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override
    {
        return flawed(Flaw::syntax);
    }

    [[nodiscard]] ParsedJson take() { return std::move(m_parsed); }

private:
    bool flawed(Flaw flaw)
    {
        if (m_parsed.flaw == Flaw::none)
            m_parsed.flaw = flaw;
        return false;
    }

    /// Puts a value where it belongs; nullptr when that ends the parsing.
    json* put(json value)
    {
        constexpr std::size_t lookEvery = 4096;
        if (++m_count > m_limits.values)
            return flawed(Flaw::tooMany), nullptr;
        if (m_count % lookEvery == 0 && m_progress.isCancelled())
            return flawed(Flaw::cancelled), nullptr;
        if (m_open.empty())
            return &(m_parsed.document = std::move(value));
        if (m_open.back()->is_object())
            return &(*m_place = std::move(value));
        auto& array = m_open.back()->get_ref<json::array_t&>();
        return &array.emplace_back(std::move(value));
    }
    template <class Value>
    bool add(Value&& value)
    {
        return put(json(std::forward<Value>(value))) != nullptr;
    }
    bool open(json value)
    {
        if (m_open.size() >= m_limits.depth)
            return flawed(Flaw::tooDeep);
        json* const opened = put(std::move(value));
        if (opened)
            m_open.push_back(opened); // stays where it is: no sibling is added before it is closed
        return opened != nullptr;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    const JsonLimits& m_limits;
    const Progress& m_progress;
    ParsedJson m_parsed;
    std::vector<json*> m_open;
    json* m_place = nullptr; ///< where the value of the last key goes
    std::size_t m_count = 0;
};

} // namespace

ParsedJson parseJson(std::string_view text, const JsonLimits& limits, const Progress& progress)
{
    DocumentBuilder builder(limits, progress);
    const bool whole = json::sax_parse(text, &builder);
    ParsedJson parsed = builder.take();
    if (!whole && parsed.flaw == Flaw::none)
        parsed.flaw = Flaw::syntax;
    return parsed;
}

} // namespace draftscope
