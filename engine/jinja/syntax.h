// SPDX-License-Identifier: MIT
// What the parser makes of a template.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/jinja/operators.h"
#include "engine/jinja/value.h"

namespace draftscope::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

enum class ExpressionKind : std::uint8_t {
    constant,    ///< value
    name,        ///< name
    list,        ///< parts
    tuple,       ///< parts
    dict,        ///< parts: key, value, key, value, …
    attribute,   ///< parts[0].name
    item,        ///< parts[0][parts[1]]
    slice,       ///< parts[0][parts[1]:parts[2]:parts[3]], of which any but the first may be missing
    call,        ///< parts[0](arguments)
    filter,      ///< parts[0] | name(arguments); no part in a block of a filter
    test,        ///< parts[0] is name(arguments)
    negation,    ///< not parts[0]
    minus,       ///< -parts[0]
    plus,        ///< +parts[0]
    arithmetic,  ///< parts[0] operation parts[1]
    concat,      ///< parts[0] ~ parts[1] ~ …
    comparison,  ///< parts[0] comparisons[0] parts[1] comparisons[1] …
    conjunction, ///< parts[0] and parts[1]
    disjunction, ///< parts[0] or parts[1]
    conditional, ///< parts[0] if parts[1] else parts[2], which may be missing
};

struct CallArguments {
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
    ExpressionPtr morePositional, moreNamed; ///< *args and **kwargs
};

struct Expression {
    ExpressionKind kind = ExpressionKind::constant;
    int line = 0;
    Value value;
    std::string name;
    std::vector<ExpressionPtr> parts;
    CallArguments arguments;
    Arithmetic operation = Arithmetic::add;
    std::vector<Comparison> comparisons;
    int depth = 1; ///< of what lies in it, itself counted
};

/// What a value is put into: a name, an attribute of a namespace, or several of these.
struct Target {
    std::string name;
    std::string attribute; ///< of the namespace `name`; empty: the name itself
    bool isTuple = false;
    std::vector<Target> parts;
    int line = 0;
};

struct Statement;
using Body = std::vector<Statement>;

/// Of a macro, or of what a call block hands over.
struct Signature {
    std::string name;
    std::vector<std::string> parameters;
    std::vector<ExpressionPtr> defaults;                             ///< of the last of them
    bool usesCaller = false, usesKeywords = false, usesRest = false; ///< caller, kwargs and varargs
};

enum class StatementKind : std::uint8_t {
    text,        ///< written as it is
    print,       ///< expressions
    forLoop,     ///< for target in expressions[0] if expressions[1]: body, otherwise
    condition,   ///< if expressions[0]: body, elif expressions[1]: bodies[1], …, otherwise
    set,         ///< target = expressions[0]
    setBlock,    ///< target = body, through the filters of expressions[0] where there is one
    macro,       ///< signature, body
    callBlock,   ///< expressions[0] is called with body as its caller
    filterBlock, ///< body through the filters of expressions[0]
    with,        ///< targets = expressions: body
    scope,       ///< body, in a scope of its own (generation)
    block,       ///< body, in a scope that sees only what the template sets at its top
    breakLoop,
    continueLoop,
};

struct Statement {
    StatementKind kind = StatementKind::text;
    int line = 0;
    std::string text;
    std::vector<ExpressionPtr> expressions;
    std::vector<Target> targets;
    std::vector<Body> bodies;
    Body otherwise;
    bool isRecursive = false;
    Signature signature;
};

} // namespace draftscope::jinja
