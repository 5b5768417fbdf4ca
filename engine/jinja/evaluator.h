// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "engine/jinja/budget.h"
#include "engine/jinja/runtime.h"
#include "engine/jinja/scope.h"
#include "engine/jinja/syntax.h"

namespace draftscope::jinja {

class Loop;

/// Runs one template once. All throw Failure.
class Evaluator : public Runtime {
public:
    /// `variables`: what the template is told. `now`, `microseconds`: what strftime_now() says.
    Evaluator(const Limits& limits, std::vector<std::pair<std::string, Value>> variables, const std::tm& now,
              long microseconds);
    ~Evaluator() override;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    [[nodiscard]] std::string run(const Body& body);
    /// Where it is, for what a Failure does not say.
    [[nodiscard]] int line() const { return m_line; }

    [[nodiscard]] std::tm now(long& microseconds) const override;
    void keep(std::shared_ptr<Object> object) override { m_kept.push_back(std::move(object)); }

    /// The text of a macro's body, or of what a call block hands over.
    [[nodiscard]] Value callMacro(const Signature& signature, const Body& body, const std::shared_ptr<Scope>& outer,
                                  Arguments& arguments);
    /// The text of a loop: as a statement writes it, and as a recursive one gives it.
    void runLoop(const Statement& statement, const Value& items, const std::shared_ptr<Scope>& outer, int depth);
    [[nodiscard]] Value loopText(const Statement& statement, const Value& items, const std::shared_ptr<Scope>& outer,
                                 int depth);
    /// Whether a loop's own condition takes this item.
    [[nodiscard]] bool passes(const Statement& loop, const Value& item, const std::shared_ptr<Scope>& outer);

private:
    enum class Flow : std::uint8_t { onwards, breakLoop, continueLoop };
    using ScopePtr = std::shared_ptr<Scope>;

    Flow run(const Body& body, const ScopePtr& scope);
    Flow run(const Statement& statement, const ScopePtr& scope);
    Flow runCondition(const Statement& statement, const ScopePtr& scope);
    Flow runFiltered(const Statement& statement, const ScopePtr& scope);
    Flow runWith(const Statement& statement, const ScopePtr& scope);
    void runCallBlock(const Statement& statement, const ScopePtr& scope);
    /// Runs a body into a text of its own. `flow`: how it ended.
    std::string textOf(const Body& body, const ScopePtr& scope, Flow& flow);
    void assign(const Target& target, const Value& value, const ScopePtr& scope);
    void write(std::string_view text);

    Value evaluate(const Expression& expression, const ScopePtr& scope);
    Value evaluateKind(const Expression& expression, const ScopePtr& scope);
    Value evaluateName(const Expression& expression, const ScopePtr& scope);
    Value evaluateDict(const Expression& expression, const ScopePtr& scope);
    Value evaluateSlice(const Expression& expression, const ScopePtr& scope);
    Value evaluateComparison(const Expression& expression, const ScopePtr& scope);
    Value evaluateConcat(const Expression& expression, const ScopePtr& scope);
    Value evaluateConditional(const Expression& expression, const ScopePtr& scope);
    std::vector<Value> evaluateParts(const Expression& expression, const ScopePtr& scope);
    Arguments evaluateArguments(const CallArguments& arguments, const ScopePtr& scope);
    Value evaluateCall(const Expression& expression, const ScopePtr& scope, const Value* caller = nullptr);
    /// `value`: what the first of several filters is given, where it is not an expression.
    Value evaluateFilter(const Expression& expression, const ScopePtr& scope, const Value* value = nullptr);

    Budget m_budget;
    std::vector<std::shared_ptr<Object>> m_kept;
    ScopePtr m_root; ///< what the template sets at its top
    std::string m_output;
    std::tm m_now;
    long m_microseconds;
    int m_line = 1;
};

} // namespace draftscope::jinja
