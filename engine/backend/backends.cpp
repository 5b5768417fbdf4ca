// SPDX-License-Identifier: MIT
#include "engine/backend/backends.h"

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cuda_module.h"

namespace draftscope {

namespace {

/// Why there is no device, where the CPU is taken in any case: without the advice to take it. The template, which is
/// the message's id, loses it, too.
Message withoutAdviceToTakeTheCpu(Message why)
{
    for (std::string* const words : {&why.text, &why.id})
        for (const std::string_view advice : {", or choose --backend cpu.", ": choose --backend cpu."})
            if (words->ends_with(advice))
                words->replace(words->size() - advice.size(), advice.size(), ".");
    return why;
}

} // namespace

Result<void> checkBackendName(std::string_view name)
{
    if (name == "auto" || name == "cpu" || name == "cuda")
        return {};
    return fail("There is no backend \"{}\": choose auto, cpu or cuda.", name);
}

std::vector<Supported> supportedBackends()
{
    return {{"cpu", "all of these", ""},
            {"cuda", "all of these", "heads of over 256 elements or of an odd number of them"}};
}

Backends::Backends(std::string name, int threads, std::string arithmetic)
    : m_name(std::move(name)), m_threads(threads), m_arithmetic(std::move(arithmetic))
{
}

Result<ChosenBackend> Backends::choose(std::span<const PlannedPass> passes)
{
    if (Result<void> known = checkBackendName(m_name); !known)
        return tl::unexpected(known.error());
    if (m_name == "cpu")
        return cpu(passes, {});
    auto chosen = cuda(passes);
    if (!chosen)
        return chooseAgain(passes, chosen.error());
    if (chosen->plan.fits())
        return chosen;
    if (m_name == "cuda")
        return tl::unexpected(chosen->plan.tooLarge());
    return cpu(passes, chosen->plan.shortfall());
}

Result<ChosenBackend> Backends::chooseAgain(std::span<const PlannedPass> passes, const Error& why)
{
    if (m_name != "auto")
        return tl::unexpected(why);
    return cpu(passes, withoutAdviceToTakeTheCpu(why.message()));
}

Result<ChosenBackend> Backends::cuda(std::span<const PlannedPass> passes)
{
    if (!m_device)
        m_device = loadCudaBackend();
    if (!*m_device)
        return tl::unexpected(m_device->error());
    ChosenBackend chosen{**m_device, {}, {}};
    if (passes.empty())
        return chosen;
    auto plan = chosen.backend->plan(passes);
    if (!plan)
        return tl::unexpected(plan.error());
    chosen.plan = std::move(*plan);
    return chosen;
}

Result<ChosenBackend> Backends::cpu(std::span<const PlannedPass> passes, const Message& reason)
{
    if (!m_cpu) {
        const auto arithmetic = arithmeticNamed(m_arithmetic);
        if (!arithmetic)
            return tl::unexpected(arithmetic.error());
        m_cpu = makeCpuBackend(m_threads, *arithmetic);
    }
    auto plan = m_cpu->plan(passes);
    if (!plan)
        return tl::unexpected(plan.error());
    if (!passes.empty()
        && !plan->fits()) { // the system would end the program, or read weights from the disk for each token
        const Error tooLarge = plan->tooLarge();
        return tl::unexpected(reason.empty() ? tooLarge : errorOf(message("{} {}", reason, tooLarge.message())));
    }
    return ChosenBackend{m_cpu, reason, std::move(*plan)};
}

} // namespace draftscope
