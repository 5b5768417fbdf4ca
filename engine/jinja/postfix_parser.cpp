// SPDX-License-Identifier: MIT
// What follows a value: items, calls, filters and tests.
#include "engine/jinja/filters.h"
#include "engine/jinja/parser.h"
#include "engine/jinja/value_tests.h"

namespace draftscope::jinja {

ExpressionPtr ExpressionParser::parsePostfix(ExpressionPtr of)
{
    while (true) {
        if (current().isSign(".") || current().isSign("["))
            of = parseSubscript(std::move(of));
        else if (current().isSign("("))
            of = parseCall(std::move(of));
        else
            return of;
    }
}

ExpressionPtr ExpressionParser::parseFilterExpression(ExpressionPtr of)
{
    while (true) {
        if (current().isSign("|"))
            of = parseFilters(std::move(of));
        else if (current().isName("is"))
            of = parseTest(std::move(of));
        else if (current().isSign("("))
            of = parseCall(std::move(of));
        else
            return of;
    }
}

ExpressionPtr ExpressionParser::parseSubscript(ExpressionPtr of)
{
    const int line = current().line;
    if (skipSign(".")) {
        const Token token = take();
        std::vector<ExpressionPtr> parts;
        parts.push_back(std::move(of));
        if (token.kind == TokenKind::name) {
            ExpressionPtr expression = make(ExpressionKind::attribute, line, std::move(parts));
            expression->name = token.text;
            return expression;
        }
        if (token.kind != TokenKind::number || !token.number.isInteger())
            refuse(token, "a name or a number");
        parts.push_back(make(ExpressionKind::constant, line));
        parts[1]->value = token.number;
        return make(ExpressionKind::item, line, std::move(parts));
    }
    expectSign("[");
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(of));
    if (!current().isSign(":"))
        parts.push_back(parseTuple());
    if (current().isSign("]") && parts.size() == 2) {
        take();
        return make(ExpressionKind::item, line, std::move(parts));
    }
    parts.resize(2);
    expectSign(":");
    parts.push_back(current().isSign(":") || current().isSign("]") ? nullptr : parseExpression());
    parts.push_back(skipSign(":") && !current().isSign("]") ? parseExpression() : nullptr);
    if (current().isSign(","))
        throw Failure{FailureKind::unsupported, "an item with several slices is not supported", line};
    expectSign("]");
    return make(ExpressionKind::slice, line, std::move(parts));
}

CallArguments ExpressionParser::parseArguments()
{
    CallArguments arguments;
    const int line = current().line;
    expectSign("(");
    const auto ensure = [&](bool isRight) {
        if (!isRight)
            throw Failure{FailureKind::syntax, "the arguments of a call are in a wrong order", line};
    };
    for (bool isFirst = true; !current().isSign(")"); isFirst = false) {
        if (!isFirst) {
            expectSign(",");
            if (current().isSign(")"))
                break;
        }
        if (skipSign("*")) {
            ensure(!arguments.morePositional && !arguments.moreNamed);
            arguments.morePositional = parseExpression();
        } else if (skipSign("**")) {
            ensure(!arguments.moreNamed);
            arguments.moreNamed = parseExpression();
        } else if (current().kind == TokenKind::name && lookAhead().isSign("=")) {
            ensure(!arguments.moreNamed);
            std::string name = take().text;
            take();
            arguments.named.emplace_back(std::move(name), parseExpression());
        } else {
            ensure(!arguments.morePositional && !arguments.moreNamed && arguments.named.empty());
            arguments.positional.push_back(parseExpression());
        }
    }
    expectSign(")");
    return arguments;
}

ExpressionPtr ExpressionParser::parseCall(ExpressionPtr callee)
{
    const int line = current().line;
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(callee));
    return withArguments(make(ExpressionKind::call, line, std::move(parts)), parseArguments());
}

std::string ExpressionParser::parseDottedName()
{
    std::string name = expectName();
    while (skipSign("."))
        (name += '.') += expectName();
    return name;
}

ExpressionPtr ExpressionParser::parseFilters(ExpressionPtr of, bool startsInline)
{
    while (std::exchange(startsInline, false) || skipSign("|")) {
        const int line = current().line;
        std::vector<ExpressionPtr> parts;
        parts.push_back(std::move(of));
        of = make(ExpressionKind::filter, line, std::move(parts));
        of->name = parseDottedName();
        if (!m_isConditional && !isFilterOfJinja(of->name))
            m_unknown.push_back({FailureKind::syntax, fmt::format("there is no filter {}", of->name), line});
        if (current().isSign("("))
            of = withArguments(std::move(of), parseArguments());
    }
    return of;
}

ExpressionPtr ExpressionParser::parseTest(ExpressionPtr of)
{
    const int line = take().line; // is
    const bool isNegated = skipName("not");
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(of));
    ExpressionPtr test = make(ExpressionKind::test, line, std::move(parts));
    test->name = parseDottedName();
    if (!m_isConditional && !isTestOfJinja(test->name))
        m_unknown.push_back({FailureKind::syntax, fmt::format("there is no test {}", test->name), line});
    const Token& token = current();
    const bool isWord = token.isName("else") || token.isName("or") || token.isName("and");
    if (token.isSign("(")) {
        test = withArguments(std::move(test), parseArguments());
    } else if ((token.kind == TokenKind::name && !isWord) || token.kind == TokenKind::string
               || token.kind == TokenKind::number || token.isSign("[") || token.isSign("{")) {
        if (token.isName("is"))
            throw Failure{FailureKind::syntax, "two tests follow one another", line};
        CallArguments arguments;
        arguments.positional.push_back(parsePostfix(parsePrimary()));
        test = withArguments(std::move(test), std::move(arguments));
    }
    if (!isNegated)
        return test;
    std::vector<ExpressionPtr> tested;
    tested.push_back(std::move(test));
    return make(ExpressionKind::negation, line, std::move(tested));
}

} // namespace draftscope::jinja
