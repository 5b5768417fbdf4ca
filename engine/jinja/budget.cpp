// SPDX-License-Identifier: MIT
#include "engine/jinja/budget.h"

#include "engine/jinja/failure.h"

namespace draftscope::jinja {

namespace {

thread_local Budget* budgetOfThread = nullptr;

} // namespace

Budget::Budget(const Limits& limits) : m_limits(limits), m_outer(budgetOfThread)
{
    budgetOfThread = this;
}

Budget::~Budget()
{
    budgetOfThread = m_outer;
}

void Budget::step(std::size_t count)
{
    if (count > m_limits.steps || (m_steps += count) > m_limits.steps)
        stop(FailureKind::limit, "it takes more than {} steps", m_limits.steps);
}

void Budget::take(std::size_t bytes)
{
    if (bytes > m_limits.bytes || (m_bytes += bytes) > m_limits.bytes)
        stop(FailureKind::limit, "it takes more than {} MiB of memory", m_limits.bytes >> 20);
}

void Budget::write(std::size_t bytes)
{
    if (bytes > m_limits.output || (m_output += bytes) > m_limits.output)
        stop(FailureKind::limit, "it writes more than {} MiB of text", m_limits.output >> 20);
}

void Budget::enter()
{
    if (m_depth == m_limits.depth)
        stop(FailureKind::limit, "it calls and nests deeper than {} levels", m_limits.depth);
    ++m_depth;
}

Nesting::Nesting()
{
    if (budgetOfThread)
        budgetOfThread->enter();
}

Nesting::~Nesting()
{
    if (budgetOfThread)
        budgetOfThread->leave();
}

void takeSteps(std::size_t count)
{
    if (budgetOfThread)
        budgetOfThread->step(count);
}

void takeBytes(std::size_t bytes)
{
    if (budgetOfThread)
        budgetOfThread->take(bytes);
}

} // namespace draftscope::jinja
