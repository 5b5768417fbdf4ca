// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/jinja/evaluator.h"

namespace draftscope::jinja {

/// A macro, or what a call block hands over as its caller.
class Macro : public Object {
public:
    Macro(Evaluator& evaluator, const Statement& statement, std::shared_ptr<Scope> outer)
        : m_evaluator(evaluator), m_statement(statement), m_outer(std::move(outer))
    {
    }
    /// Its scope may hold itself.
    void clear() { m_outer.reset(); }
    [[nodiscard]] std::string_view typeName() const override { return "Macro"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& /*runtime*/) override
    {
        const Signature& signature = m_statement.signature;
        if (name == "name")
            return signature.name == "caller" ? Value() : Value::text(signature.name);
        if (name == "arguments") {
            std::vector<Value> names;
            for (const std::string& parameter : signature.parameters)
                names.push_back(Value::text(parameter));
            return Value::tuple(std::move(names));
        }
        if (name == "caller")
            return Value::boolean(signature.usesCaller);
        if (name == "catch_kwargs")
            return Value::boolean(signature.usesKeywords);
        if (name == "catch_varargs")
            return Value::boolean(signature.usesRest);
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::string> printed() const override
    {
        return fmt::format("<Macro '{}'>", m_statement.signature.name);
    }
    Value call(Arguments& arguments, Runtime& /*runtime*/) override
    {
        return m_evaluator.callMacro(m_statement.signature, m_statement.bodies[0], m_outer, arguments);
    }

private:
    Evaluator& m_evaluator;
    const Statement& m_statement;
    std::shared_ptr<Scope> m_outer;
};

} // namespace draftscope::jinja
