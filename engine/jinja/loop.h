// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engine/jinja/evaluator.h"
#include "engine/jinja/operators.h"

namespace draftscope::jinja {

/// The variable "loop" of a loop, and what it goes through. Items are taken when they are wanted: a loop's own
/// condition may depend on what
/// its body did before.
class Loop : public Object {
public:
    Loop(Evaluator& evaluator, const Statement& statement, Value items, std::shared_ptr<Scope> outer, int depth0);
    /// Goes on to the next item.
    [[nodiscard]] std::optional<Value> next();
    /// Behind its end it no longer knows where it stood, and cannot be called.
    void finish();

    [[nodiscard]] std::string_view typeName() const override { return "LoopContext"; }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& runtime) override;
    [[nodiscard]] std::optional<std::string> printed() const override;
    [[nodiscard]] bool isCallable() const override { return true; }
    Value call(Arguments& arguments, Runtime& runtime) override;
    [[nodiscard]] int depth() const override { return m_items.depth() + 1; }
    [[nodiscard]] Value cycle(const Arguments& arguments) const;
    [[nodiscard]] Value changed(const Arguments& arguments);

private:
    [[nodiscard]] std::optional<Value> fetch();
    [[nodiscard]] const std::optional<Value>& peek();
    [[nodiscard]] std::int64_t length() const;

    Evaluator* m_evaluator;
    const Statement* m_statement;
    std::shared_ptr<Scope> m_outer;
    Value m_items;
    Iteration m_iteration;
    std::int64_t m_index0 = -1;
    int m_depth0;
    mutable std::deque<Value> m_ahead; ///< fetched, not come to; the first is the next
    mutable bool m_isAtEnd = false;
    std::optional<Value> m_before, m_current, m_peeked;
    std::optional<std::vector<Value>> m_changed;
    mutable std::optional<std::int64_t> m_length;
};

} // namespace draftscope::jinja
