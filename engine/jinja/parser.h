// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/jinja/failure.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/syntax.h"

namespace draftscope::jinja {

/// Jinja's grammar, with the tags that transformers adds (generation, break, continue). `source` is UTF-8. throws
/// Failure with a line: what
/// is wrong, or what is not supported.
[[nodiscard]] Body parsedTemplate(std::string_view source);

/// Reads expressions; Parser, which is in parser.cpp, reads statements with it.
class ExpressionParser {
public:
    explicit ExpressionParser(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}

protected:
    [[nodiscard]] const Token& current() const { return m_tokens[m_at]; }
    [[nodiscard]] const Token& lookAhead() const { return m_tokens[std::min(m_at + 1, m_tokens.size() - 1)]; }
    Token take();
    bool skipSign(std::string_view sign);
    bool skipName(std::string_view name);
    void expectSign(std::string_view sign);
    std::string expectName();
    [[noreturn]] void refuse(const Token& token, std::string_view wanted) const;

    [[nodiscard]] ExpressionPtr parseExpression(bool withCondition = true);
    /// One expression, or several with commas between them: a tuple. `end`: a word at which it ends, too.
    [[nodiscard]] ExpressionPtr parseTuple(bool withCondition = true, std::string_view end = {},
                                           bool isInParentheses = false);
    /// Filters behind one another, the first without a bar where `startsInline`. Nothing where there is none.
    [[nodiscard]] ExpressionPtr parseFilters(ExpressionPtr of, bool startsInline = false);

    /// While it lives, parsing is a level deeper.
    class Level {
    public:
        explicit Level(ExpressionParser& parser);
        ~Level() { --m_parser.m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        ExpressionParser& m_parser;
    };

    /// Macros that are being read, the innermost last: what they use of caller, kwargs and varargs.
    std::vector<Signature*> m_macros;
    /// Where a filter that does not exist is no error before it is used, as Jinja has it inside of conditions.
    bool m_isConditional = false;
    std::vector<Failure> m_unknown; ///< filters and tests elsewhere that do not exist

private:
    [[nodiscard]] ExpressionPtr make(ExpressionKind kind, int line, std::vector<ExpressionPtr> parts = {}) const;
    /// With arguments, whose depth it counts.
    [[nodiscard]] ExpressionPtr withArguments(ExpressionPtr expression, CallArguments arguments) const;
    [[nodiscard]] ExpressionPtr parseCondition();
    [[nodiscard]] ExpressionPtr parseOr();
    [[nodiscard]] ExpressionPtr parseAnd();
    [[nodiscard]] ExpressionPtr parseNot();
    [[nodiscard]] ExpressionPtr parseComparison();
    [[nodiscard]] ExpressionPtr parseSum();
    [[nodiscard]] ExpressionPtr parseConcat();
    [[nodiscard]] ExpressionPtr parseProduct();
    [[nodiscard]] ExpressionPtr parsePower();
    [[nodiscard]] ExpressionPtr parseUnary(bool withFilters = true);
    [[nodiscard]] ExpressionPtr parsePrimary();
    [[nodiscard]] ExpressionPtr parseName();
    [[nodiscard]] ExpressionPtr parseList();
    [[nodiscard]] ExpressionPtr parseDict();
    [[nodiscard]] ExpressionPtr parsePostfix(ExpressionPtr of);
    [[nodiscard]] ExpressionPtr parseFilterExpression(ExpressionPtr of);
    [[nodiscard]] ExpressionPtr parseSubscript(ExpressionPtr of);
    [[nodiscard]] ExpressionPtr parseTest(ExpressionPtr of);
    [[nodiscard]] ExpressionPtr parseCall(ExpressionPtr callee);
    [[nodiscard]] CallArguments parseArguments();
    [[nodiscard]] std::string parseDottedName();

    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace draftscope::jinja
