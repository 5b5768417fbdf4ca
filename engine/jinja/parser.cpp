// SPDX-License-Identifier: MIT
#include "engine/jinja/parser.h"

#include <set>

namespace draftscope::jinja {

namespace {

using Words = std::initializer_list<std::string_view>;

class Parser : public ExpressionParser {
public:
    using ExpressionParser::ExpressionParser;
    Body parse()
    {
        Body body = parseBody({});
        if (!m_unknown.empty())
            throw m_unknown.front();
        return body;
    }

private:
    /// Up to a tag that begins with one of `ends`, whose name is then current; to the end of the template where there
    /// are none.
    Body parseBody(Words ends);
    /// A block's body: behind the end of its tag, to behind the name of `end`.
    Body parseBlock(std::string_view end);
    void parseStatement(Body& body);
    bool parseBlockStatement(Statement& statement, const std::string& name);
    void parseFor(Statement& statement);
    void parseIf(Statement& statement);
    void parseSet(Statement& statement);
    void parseWith(Statement& statement);
    void parseMacro(Statement& statement);
    void parseCallBlock(Statement& statement);
    void parsePrint(Statement& statement);
    void parseBlockTag(Statement& statement);
    void parseSignature(Signature& signature);
    void parseMacroBody(Statement& statement, std::string_view end);
    Target parseTarget(bool withNamespace, std::string_view end = {});
    Target parseSingleTarget(bool withNamespace);
    void endTag();

    /// While it lives, what is read is no part of a condition (or is one).
    struct Conditional {
        Conditional(bool& flag, bool value) : place(flag), before(std::exchange(flag, value)) {}
        ~Conditional() { place = before; }
        Conditional(const Conditional&) = delete;
        Conditional& operator=(const Conditional&) = delete;
        bool& place;
        bool before;
    };
    int m_loops = 0;     ///< around what is read, out of which break leads
    int m_loopNames = 0; ///< all of them: their variable "loop" stays what it is
    std::set<std::string> m_blocks;
};

Statement printOf(ExpressionPtr expression, int line)
{
    Statement statement;
    statement.kind = StatementKind::print;
    statement.line = line;
    statement.expressions.push_back(std::move(expression));
    return statement;
}

void refuseLoopName(const Target& target)
{
    if (!target.isTuple && target.attribute.empty() && target.name == "loop")
        throw Failure{FailureKind::syntax, "a loop sets the variable loop, which is its own", target.line};
    std::ranges::for_each(target.parts, refuseLoopName);
}

void Parser::endTag()
{
    if (current().kind != TokenKind::tagEnd)
        refuse(current(), "%}");
    take();
}

Body Parser::parseBody(Words ends)
{
    const Level level(*this);
    Body body;
    while (true) {
        Token token = take();
        switch (token.kind) {
        case TokenKind::text: {
            Statement text;
            text.line = token.line;
            text.text = std::move(token.text);
            body.push_back(std::move(text));
            break;
        }
        case TokenKind::printBegin:
            body.push_back(printOf(parseTuple(), token.line));
            if (current().kind != TokenKind::printEnd)
                refuse(current(), "}}");
            take();
            break;
        case TokenKind::tagBegin:
            if (current().kind == TokenKind::name && std::ranges::find(ends, current().text) != ends.end())
                return body;
            parseStatement(body);
            endTag();
            break;
        default:
            if (ends.size() > 0)
                throw Failure{FailureKind::syntax, fmt::format("the template ends without {}", *ends.begin()),
                              token.line};
            return body;
        }
    }
}

Body Parser::parseBlock(std::string_view end)
{
    skipSign(":"); // as in Python
    endTag();
    Body body = parseBody({end});
    take();
    return body;
}

void Parser::parseStatement(Body& body)
{
    constexpr std::string_view refused[] = {"include", "import", "from", "extends", "autoescape"};
    const Token token = current();
    if (token.kind != TokenKind::name)
        refuse(token, "the name of a statement");
    take();
    if (std::ranges::find(refused, token.text) != std::end(refused))
        throw Failure{FailureKind::unsupported, fmt::format("the statement {} is not supported", token.text),
                      token.line};
    Statement statement;
    statement.line = token.line;
    if (token.text == "break" || token.text == "continue") {
        if (m_loops == 0)
            throw Failure{FailureKind::syntax, fmt::format("{} stands outside of a loop", token.text), token.line};
        statement.kind = token.text == "break" ? StatementKind::breakLoop : StatementKind::continueLoop;
    } else if (token.text == "print") {
        parsePrint(statement);
    } else if (!parseBlockStatement(statement, token.text)) {
        throw Failure{FailureKind::syntax, fmt::format("there is no statement {}", token.text), token.line};
    }
    body.push_back(std::move(statement));
}

bool Parser::parseBlockStatement(Statement& statement, const std::string& name)
{
    if (name == "if") {
        parseIf(statement);
        return true;
    }
    if (name == "set") {
        parseSet(statement);
        return true;
    }
    const Conditional unconditional(m_isConditional, false);
    if (name == "for") {
        parseFor(statement);
    } else if (name == "with") {
        parseWith(statement);
    } else if (name == "macro") {
        parseMacro(statement);
    } else if (name == "call") {
        parseCallBlock(statement);
    } else if (name == "filter") {
        statement.kind = StatementKind::filterBlock;
        statement.expressions.push_back(parseFilters(nullptr, true));
        statement.bodies.push_back(parseBlock("endfilter"));
    } else if (name == "generation") {
        statement.kind = StatementKind::scope;
        const int loops = std::exchange(m_loops, 0);
        statement.bodies.push_back(parseBlock("endgeneration"));
        m_loops = loops;
    } else if (name == "block") {
        parseBlockTag(statement);
    } else {
        return false;
    }
    return true;
}

void Parser::parseFor(Statement& statement)
{
    statement.kind = StatementKind::forLoop;
    ++m_loopNames;
    statement.targets.push_back(parseTarget(false, "in"));
    refuseLoopName(statement.targets[0]);
    if (!skipName("in"))
        refuse(current(), "in");
    statement.expressions.push_back(parseTuple(false, "recursive"));
    statement.expressions.push_back(skipName("if") ? parseExpression() : nullptr);
    statement.isRecursive = skipName("recursive");
    skipSign(":");
    endTag();
    ++m_loops;
    statement.bodies.push_back(parseBody({"endfor", "else"}));
    --m_loops;
    if (take().text == "else")
        statement.otherwise = parseBlock("endfor");
    --m_loopNames;
}

void Parser::parseIf(Statement& statement)
{
    const Conditional conditional(m_isConditional, true);
    statement.kind = StatementKind::condition;
    while (true) {
        statement.expressions.push_back(parseTuple(false));
        skipSign(":");
        endTag();
        statement.bodies.push_back(parseBody({"endif", "elif", "else"}));
        const std::string word = take().text;
        if (word == "else")
            statement.otherwise = parseBlock("endif");
        if (word != "elif")
            return;
    }
}

void Parser::parseSet(Statement& statement)
{
    statement.targets.push_back(parseTarget(true));
    if (m_loopNames > 0)
        refuseLoopName(statement.targets[0]);
    if (skipSign("=")) {
        statement.kind = StatementKind::set;
        statement.expressions.push_back(parseTuple());
        return;
    }
    const Conditional unconditional(m_isConditional, false);
    statement.kind = StatementKind::setBlock;
    statement.expressions.push_back(parseFilters(nullptr));
    const int loops = std::exchange(m_loops, 0);
    statement.bodies.push_back(parseBlock("endset"));
    m_loops = loops;
}

void Parser::parseWith(Statement& statement)
{
    statement.kind = StatementKind::with;
    while (current().kind != TokenKind::tagEnd) {
        if (!statement.targets.empty())
            expectSign(",");
        statement.targets.push_back(parseTarget(false));
        expectSign("=");
        statement.expressions.push_back(parseExpression());
    }
    statement.bodies.push_back(parseBlock("endwith"));
}

void Parser::parseSignature(Signature& signature)
{
    expectSign("(");
    while (!current().isSign(")")) {
        if (!signature.parameters.empty())
            expectSign(",");
        const Token token = current();
        Target parameter = parseSingleTarget(false);
        if (parameter.isTuple)
            refuse(token, "a name");
        if (skipSign("="))
            signature.defaults.push_back(parseExpression());
        else if (!signature.defaults.empty())
            throw Failure{FailureKind::syntax, "a parameter without a default follows one with a default", token.line};
        signature.parameters.push_back(std::move(parameter.name));
    }
    expectSign(")");
}

void Parser::parseMacroBody(Statement& statement, std::string_view end)
{
    Signature& signature = statement.signature;
    const int loops = std::exchange(m_loops, 0);
    m_macros.push_back(&signature);
    statement.bodies.push_back(parseBlock(end));
    m_macros.pop_back();
    m_loops = loops;
    const auto isParameter = [&](std::string_view name) {
        return std::ranges::find(signature.parameters, name) != signature.parameters.end();
    };
    signature.usesCaller = signature.usesCaller && !isParameter("caller");
    signature.usesKeywords = signature.usesKeywords && !isParameter("kwargs");
    signature.usesRest = signature.usesRest && !isParameter("varargs");
}

void Parser::parseMacro(Statement& statement)
{
    statement.kind = StatementKind::macro;
    const Token token = current();
    const Target name = parseSingleTarget(false);
    if (name.isTuple)
        refuse(token, "a name");
    statement.signature.name = name.name;
    parseSignature(statement.signature);
    parseMacroBody(statement, "endmacro");
}

void Parser::parseCallBlock(Statement& statement)
{
    statement.kind = StatementKind::callBlock;
    statement.signature.name = "caller";
    if (current().isSign("("))
        parseSignature(statement.signature);
    const Token token = current();
    statement.expressions.push_back(parseExpression());
    if (statement.expressions[0]->kind != ExpressionKind::call)
        refuse(token, "a call");
    parseMacroBody(statement, "endcall");
}

void Parser::parsePrint(Statement& statement)
{
    statement.kind = StatementKind::print;
    while (current().kind != TokenKind::tagEnd) {
        if (!statement.expressions.empty())
            expectSign(",");
        statement.expressions.push_back(parseExpression());
    }
}

void Parser::parseBlockTag(Statement& statement)
{
    statement.kind = StatementKind::block;
    statement.text = expectName();
    const bool isScoped = skipName("scoped");
    if (isScoped || current().isName("required"))
        throw Failure{FailureKind::unsupported, "a block that is scoped or required is not supported", statement.line};
    if (!m_blocks.insert(statement.text).second)
        throw Failure{FailureKind::syntax, fmt::format("the block {} comes twice", statement.text), statement.line};
    const int loops = std::exchange(m_loops, 0);
    statement.bodies.push_back(parseBlock("endblock"));
    m_loops = loops;
    skipName(statement.text);
}

Target Parser::parseSingleTarget(bool withNamespace)
{
    constexpr std::string_view constants[] = {"true", "false", "none", "True", "False", "None"};
    const Level level(*this);
    const Token token = current();
    if (skipSign("(")) {
        Target target = parseTarget(withNamespace, ")");
        expectSign(")");
        return target;
    }
    Target target;
    target.line = token.line;
    target.name = expectName();
    if (std::ranges::find(constants, target.name) != std::end(constants))
        throw Failure{FailureKind::syntax, fmt::format("nothing can be put into {}", target.name), token.line};
    if (withNamespace && skipSign("."))
        target.attribute = expectName();
    return target;
}

Target Parser::parseTarget(bool withNamespace, std::string_view end)
{
    Target first = parseSingleTarget(withNamespace);
    if (!current().isSign(","))
        return first;
    Target target;
    target.line = first.line;
    target.isTuple = true;
    target.parts.push_back(std::move(first));
    while (skipSign(",")) {
        if (current().isSign("=") || current().isSign(")") || (!end.empty() && current().isName(end))
            || current().kind == TokenKind::tagEnd)
            break;
        target.parts.push_back(parseSingleTarget(withNamespace));
    }
    return target;
}

} // namespace

Body parsedTemplate(std::string_view source)
{
    return Parser(tokensOf(source)).parse();
}

} // namespace draftscope::jinja
