// SPDX-License-Identifier: MIT
#include "engine/jinja/template.h"

#include <ctime>
#include <new>

#include "engine/core/utf8.h"
#include "engine/jinja/evaluator.h"
#include "engine/jinja/parser.h"

namespace draftscope::jinja {

namespace {

/// throws Failure: a number or a nesting that no value has, a text that is not UTF-8.
Value valueOf(const Json& json, int depth = 1)
{
    if (depth > deepestValue)
        stop(FailureKind::limit, "its lists and dicts nest deeper than {} levels", deepestValue);
    switch (json.type()) {
    case Json::value_t::boolean:
        return Value::boolean(json.get<bool>());
    case Json::value_t::number_unsigned:
        if (json.get<std::uint64_t>() > std::uint64_t(INT64_MAX))
            stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
        return Value::integer(json.get<std::int64_t>());
    case Json::value_t::number_integer:
        return Value::integer(json.get<std::int64_t>());
    case Json::value_t::number_float:
        return Value::real(json.get<double>());
    case Json::value_t::string:
        if (!isUtf8(json.get_ref<const std::string&>()))
            stopRun("a text that the template is given is not UTF-8");
        return Value::text(json.get_ref<const std::string&>());
    case Json::value_t::array: {
        std::vector<Value> items;
        for (const Json& item : json)
            items.push_back(valueOf(item, depth + 1));
        return Value::list(std::move(items));
    }
    case Json::value_t::object: {
        Dict dict;
        for (const auto& [key, value] : json.items())
            dict.set(Value::text(key), valueOf(value, depth + 1));
        return Value::dict(std::move(dict));
    }
    default:
        return {};
    }
}

} // namespace

struct Template::Parsed {
    Body body;
};

tl::expected<Template, Failure> Template::parse(std::string_view source)
{
    if (source.size() > longestSource)
        return tl::unexpected(
            Failure{FailureKind::limit, fmt::format("it has more than {} KiB", longestSource >> 10), 0});
    if (!isUtf8(source))
        return tl::unexpected(Failure{FailureKind::syntax, "it is not UTF-8", 0});
    try {
        return Template(std::make_shared<const Parsed>(Parsed{parsedTemplate(source)}));
    } catch (const Failure& failure) {
        return tl::unexpected(failure);
    }
}

tl::expected<std::string, Failure> Template::render(const Rendering& rendering) const
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(rendering.now);
    const auto part = rendering.now - std::chrono::system_clock::from_time_t(seconds);
    std::tm now{};
    localtime_r(&seconds, &now);
    int line = 0;
    try {
        std::vector<std::pair<std::string, Value>> variables;
        for (const auto& [name, json] : rendering.variables)
            variables.emplace_back(name, valueOf(json));
        Evaluator evaluator(rendering.limits, std::move(variables), now,
                            long(std::chrono::duration_cast<std::chrono::microseconds>(part).count()));
        try {
            return evaluator.run(m_parsed->body);
        } catch (const Failure&) {
            line = evaluator.line();
            throw;
        }
    } catch (Failure& failure) {
        failure.line = failure.line > 0 ? failure.line : line;
        return tl::unexpected(failure);
    } catch (const std::bad_alloc&) {
        return tl::unexpected(Failure{FailureKind::limit, "it takes more memory than there is", line});
    }
}

} // namespace draftscope::jinja
