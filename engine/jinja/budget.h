// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace draftscope::jinja {

/// What a template may take. Templates come with models that strangers publish, so one of them might never end.
struct Limits {
    std::size_t steps = 10'000'000; ///< expressions, statements, and items or pieces of text that they go through
    std::size_t bytes = std::size_t(512) << 20; ///< of all values that are made, those that are dropped again included
    std::size_t output = std::size_t(64) << 20; ///< bytes of text that is written
    int depth = 1000; ///< expressions, statements and macros inside of one another while it runs
};

inline constexpr std::size_t longestSource = std::size_t(1) << 20; ///< bytes of a template
inline constexpr int deepestSyntax = 200;            ///< expressions and statements inside of one another in a template
inline constexpr int deepestValue = 200;             ///< lists and dicts inside of one another
inline constexpr std::size_t longestRange = 100'000; ///< numbers of a range(), as in Jinja's sandbox

/// Counts what a template takes, for the thread that made it and as long as it lives. Values are made in many places,
/// operators and
/// filters among them, so these find it by themselves.
class Budget {
public:
    explicit Budget(const Limits& limits);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    // Each throws Failure where a limit is passed.
    void step(std::size_t count);
    void take(std::size_t bytes);
    void write(std::size_t bytes);
    void enter();
    void leave() { --m_depth; }

private:
    Limits m_limits;
    Budget* m_outer;
    std::size_t m_steps = 0, m_bytes = 0, m_output = 0;
    int m_depth = 0;
};

/// A level of what is inside of one another, while it lives, of this thread's budget.
class Nesting {
public:
    Nesting(); ///< throws Failure
    ~Nesting();
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
};

/// Of this thread's budget, or nothing where it has none. throws Failure
void takeSteps(std::size_t count = 1);
/// Before they are allocated. throws Failure
void takeBytes(std::size_t bytes);

} // namespace draftscope::jinja
