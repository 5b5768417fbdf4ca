// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "engine/jinja/budget.h"
#include "engine/jinja/failure.h"
#include "engine/jinja/parser.h"

namespace draftscope::jinja {

namespace {

std::string described(const Token& token)
{
    switch (token.kind) {
    case TokenKind::printEnd:
        return "}}";
    case TokenKind::tagEnd:
        return "%}";
    case TokenKind::string:
        return "a string";
    case TokenKind::number:
        return "a number";
    case TokenKind::end:
        return "the end of the template";
    case TokenKind::name:
    case TokenKind::sign:
        return token.text;
    default:
        return "a text";
    }
}

std::vector<ExpressionPtr> partsOf(ExpressionPtr first, ExpressionPtr second)
{
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    return parts;
}

std::optional<Comparison> comparisonOf(const Token& token)
{
    constexpr std::string_view signs[] = {"==", "!=", "<", "<=", ">", ">="};
    if (token.kind != TokenKind::sign)
        return std::nullopt;
    const auto* found = std::ranges::find(signs, token.text);
    return found == std::end(signs) ? std::nullopt : std::optional(Comparison(found - std::begin(signs)));
}

} // namespace

ExpressionParser::Level::Level(ExpressionParser& parser) : m_parser(parser)
{
    if (++m_parser.m_depth > deepestSyntax) {
        --m_parser.m_depth;
        throw Failure{FailureKind::limit, fmt::format("it nests deeper than {} levels", deepestSyntax),
                      parser.current().line};
    }
}

Token ExpressionParser::take()
{
    const std::size_t at = m_at;
    m_at = std::min(m_at + 1, m_tokens.size() - 1); // the end stays
    return m_tokens[at];
}

bool ExpressionParser::skipSign(std::string_view sign)
{
    const bool is = current().isSign(sign);
    if (is)
        take();
    return is;
}

bool ExpressionParser::skipName(std::string_view name)
{
    const bool is = current().isName(name);
    if (is)
        take();
    return is;
}

void ExpressionParser::refuse(const Token& token, std::string_view wanted) const
{
    throw Failure{FailureKind::syntax, fmt::format("{} is expected instead of {}", wanted, described(token)),
                  token.line};
}

void ExpressionParser::expectSign(std::string_view sign)
{
    if (!skipSign(sign))
        refuse(current(), sign);
}

std::string ExpressionParser::expectName()
{
    if (current().kind != TokenKind::name)
        refuse(current(), "a name");
    return take().text;
}

ExpressionPtr ExpressionParser::make(ExpressionKind kind, int line, std::vector<ExpressionPtr> parts) const
{
    auto expression = std::make_unique<Expression>();
    expression->kind = kind;
    expression->line = line;
    for (const ExpressionPtr& part : parts)
        if (part)
            expression->depth = std::max(expression->depth, part->depth + 1);
    if (expression->depth > deepestSyntax)
        throw Failure{FailureKind::limit, fmt::format("it nests deeper than {} levels", deepestSyntax), line};
    expression->parts = std::move(parts);
    return expression;
}

ExpressionPtr ExpressionParser::withArguments(ExpressionPtr expression, CallArguments arguments) const
{
    const auto count = [&](const ExpressionPtr& part) {
        if (part)
            expression->depth = std::max(expression->depth, part->depth + 1);
    };
    std::ranges::for_each(arguments.positional, count);
    for (const auto& [name, value] : arguments.named)
        count(value);
    count(arguments.morePositional);
    count(arguments.moreNamed);
    expression->arguments = std::move(arguments);
    return expression;
}

ExpressionPtr ExpressionParser::parseExpression(bool withCondition)
{
    const Level level(*this);
    return withCondition ? parseCondition() : parseOr();
}

ExpressionPtr ExpressionParser::parseCondition()
{
    const Level level(*this);
    const int line = current().line;
    const std::size_t unknown = m_unknown.size();
    ExpressionPtr value = parseOr();
    if (!current().isName("if"))
        return value;
    m_unknown.resize(unknown); // the value is conditional, as it turns out
    const bool wasConditional = std::exchange(m_isConditional, true);
    while (skipName("if")) {
        std::vector<ExpressionPtr> parts = partsOf(std::move(value), parseOr());
        parts.push_back(skipName("else") ? parseCondition() : nullptr);
        value = make(ExpressionKind::conditional, line, std::move(parts));
    }
    m_isConditional = wasConditional;
    return value;
}

ExpressionPtr ExpressionParser::parseOr()
{
    ExpressionPtr left = parseAnd();
    for (int line = current().line; skipName("or"); line = current().line)
        left = make(ExpressionKind::disjunction, line, partsOf(std::move(left), parseAnd()));
    return left;
}

ExpressionPtr ExpressionParser::parseAnd()
{
    ExpressionPtr left = parseNot();
    for (int line = current().line; skipName("and"); line = current().line)
        left = make(ExpressionKind::conjunction, line, partsOf(std::move(left), parseNot()));
    return left;
}

ExpressionPtr ExpressionParser::parseNot()
{
    const Level level(*this);
    const int line = current().line;
    if (!skipName("not"))
        return parseComparison();
    std::vector<ExpressionPtr> parts;
    parts.push_back(parseNot());
    return make(ExpressionKind::negation, line, std::move(parts));
}

ExpressionPtr ExpressionParser::parseComparison()
{
    const int line = current().line;
    std::vector<ExpressionPtr> parts;
    parts.push_back(parseSum());
    std::vector<Comparison> comparisons;
    while (true) {
        if (const auto comparison = comparisonOf(current())) {
            comparisons.push_back(*comparison);
            take();
        } else if (skipName("in")) {
            comparisons.push_back(Comparison::in);
        } else if (current().isName("not") && lookAhead().isName("in")) {
            comparisons.push_back(Comparison::notIn);
            take();
            take();
        } else {
            break;
        }
        parts.push_back(parseSum());
    }
    if (comparisons.empty())
        return std::move(parts[0]);
    ExpressionPtr expression = make(ExpressionKind::comparison, line, std::move(parts));
    expression->comparisons = std::move(comparisons);
    return expression;
}

ExpressionPtr ExpressionParser::parseSum()
{
    ExpressionPtr left = parseConcat();
    while (current().isSign("+") || current().isSign("-")) {
        const Token sign = take();
        left = make(ExpressionKind::arithmetic, sign.line, partsOf(std::move(left), parseConcat()));
        left->operation = sign.text == "+" ? Arithmetic::add : Arithmetic::subtract;
    }
    return left;
}

ExpressionPtr ExpressionParser::parseConcat()
{
    const int line = current().line;
    std::vector<ExpressionPtr> parts;
    parts.push_back(parseProduct());
    while (skipSign("~"))
        parts.push_back(parseProduct());
    return parts.size() == 1 ? std::move(parts[0]) : make(ExpressionKind::concat, line, std::move(parts));
}

ExpressionPtr ExpressionParser::parseProduct()
{
    constexpr std::pair<std::string_view, Arithmetic> signs[] = {{"*", Arithmetic::multiply},
                                                                 {"/", Arithmetic::divide},
                                                                 {"//", Arithmetic::floorDivide},
                                                                 {"%", Arithmetic::modulo}};
    ExpressionPtr left = parsePower();
    while (current().kind == TokenKind::sign) {
        const auto* found =
            std::ranges::find(signs, std::string_view(current().text), [](const auto& sign) { return sign.first; });
        if (found == std::end(signs))
            break;
        const int line = take().line;
        left = make(ExpressionKind::arithmetic, line, partsOf(std::move(left), parsePower()));
        left->operation = found->second;
    }
    return left;
}

ExpressionPtr ExpressionParser::parsePower()
{
    ExpressionPtr left = parseUnary();
    for (int line = current().line; skipSign("**"); line = current().line) { // to the left, unlike Python's
        left = make(ExpressionKind::arithmetic, line, partsOf(std::move(left), parseUnary()));
        left->operation = Arithmetic::power;
    }
    return left;
}

ExpressionPtr ExpressionParser::parseUnary(bool withFilters)
{
    const Level level(*this);
    ExpressionPtr expression;
    if (current().isSign("-") || current().isSign("+")) {
        const Token sign = take();
        std::vector<ExpressionPtr> parts;
        parts.push_back(parseUnary(false));
        expression = make(sign.text == "-" ? ExpressionKind::minus : ExpressionKind::plus, sign.line, std::move(parts));
    } else {
        expression = parsePrimary();
    }
    expression = parsePostfix(std::move(expression));
    return withFilters ? parseFilterExpression(std::move(expression)) : std::move(expression);
}

ExpressionPtr ExpressionParser::parseName()
{
    const Token token = take();
    ExpressionPtr expression = make(ExpressionKind::constant, token.line);
    if (token.text == "true" || token.text == "True" || token.text == "false" || token.text == "False") {
        expression->value = Value::boolean(token.text == "true" || token.text == "True");
    } else if (token.text != "none" && token.text != "None") {
        expression->kind = ExpressionKind::name;
        expression->name = token.text;
        for (Signature* macro : m_macros) {
            macro->usesCaller = macro->usesCaller || token.text == "caller";
            macro->usesKeywords = macro->usesKeywords || token.text == "kwargs";
            macro->usesRest = macro->usesRest || token.text == "varargs";
        }
    }
    return expression;
}

ExpressionPtr ExpressionParser::parsePrimary()
{
    const Token& token = current();
    if (token.kind == TokenKind::name)
        return parseName();
    if (token.kind == TokenKind::string || token.kind == TokenKind::number) {
        ExpressionPtr expression = make(ExpressionKind::constant, token.line);
        if (token.kind == TokenKind::number) {
            expression->value = take().number;
            return expression;
        }
        std::string text;
        while (current().kind == TokenKind::string)
            text += take().text;
        expression->value = Value::text(std::move(text));
        return expression;
    }
    if (skipSign("(")) {
        ExpressionPtr expression = parseTuple(true, {}, true);
        expectSign(")");
        return expression;
    }
    if (token.isSign("["))
        return parseList();
    if (token.isSign("{"))
        return parseDict();
    refuse(token, "a value");
}

ExpressionPtr ExpressionParser::parseTuple(bool withCondition, std::string_view end, bool isInParentheses)
{
    const int line = current().line;
    std::vector<ExpressionPtr> parts;
    bool isTuple = false;
    while (true) {
        if (!parts.empty())
            expectSign(",");
        const Token& token = current();
        if (token.kind == TokenKind::printEnd || token.kind == TokenKind::tagEnd || token.isSign(")")
            || (!end.empty() && token.isName(end)))
            break;
        parts.push_back(parseExpression(withCondition));
        if (!current().isSign(","))
            break;
        isTuple = true;
    }
    if (!isTuple && !parts.empty())
        return std::move(parts[0]);
    if (parts.empty() && !isInParentheses)
        refuse(current(), "a value");
    return make(ExpressionKind::tuple, line, std::move(parts));
}

ExpressionPtr ExpressionParser::parseList()
{
    const int line = take().line;
    std::vector<ExpressionPtr> parts;
    while (!current().isSign("]")) {
        if (!parts.empty())
            expectSign(",");
        if (current().isSign("]"))
            break;
        parts.push_back(parseExpression());
    }
    expectSign("]");
    return make(ExpressionKind::list, line, std::move(parts));
}

ExpressionPtr ExpressionParser::parseDict()
{
    const int line = take().line;
    std::vector<ExpressionPtr> parts;
    while (!current().isSign("}")) {
        if (!parts.empty())
            expectSign(",");
        if (current().isSign("}"))
            break;
        parts.push_back(parseExpression());
        expectSign(":");
        parts.push_back(parseExpression());
    }
    expectSign("}");
    return make(ExpressionKind::dict, line, std::move(parts));
}

} // namespace draftscope::jinja
