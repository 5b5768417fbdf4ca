// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/supported.h"
#include "engine/model/backend.h"

namespace draftscope {

/// Checks the value of --backend. It may be "cpu", "cuda" or "auto", which is a CUDA device if there is one with enough
/// memory, else the CPU. The Error lists the three.
[[nodiscard]] Result<void> checkBackendName(std::string_view name);

/// What they compute.
[[nodiscard]] std::vector<Supported> supportedBackends();

/// A backend, and why it was chosen.
struct ChosenBackend {
    std::shared_ptr<Backend> backend;
    Message reason; ///< a sentence that says why "auto" chose the CPU; else empty
    LoadPlan plan;  ///< the memory that the passes need on this backend
};

/// The backends of a program. Each is made when it is needed for the first time, and then kept. Not thread-safe.
class Backends {
public:
    /// `name` is a value of --backend, `threads` an argument of makeCpuBackend(), `arithmetic` one of arithmeticNamed()
    /// for the CPU.
    explicit Backends(std::string name = "auto", int threads = 0, std::string arithmetic = "auto");

    /// Chooses the backend for these passes. Without passes the memory is not looked at. Errors: an unknown name or
    /// arithmetic; "cuda" where there is no device; passes that do not fit into the memory of the backend (with "auto":
    /// of the CPU).
    [[nodiscard]] Result<ChosenBackend> choose(std::span<const PlannedPass> passes = {});
    /// Chooses again after the passes could not be made on the device, for instance because another program has taken
    /// its memory meanwhile. With "auto" this is the CPU; otherwise the Error is `why`.
    [[nodiscard]] Result<ChosenBackend> chooseAgain(std::span<const PlannedPass> passes, const Error& why);
    /// Drops a device that has failed, so that choose() looks for one again.
    void forgetDevice() { m_device.reset(); }

private:
    [[nodiscard]] Result<ChosenBackend> cpu(std::span<const PlannedPass> passes, const Message& reason);
    [[nodiscard]] Result<ChosenBackend> cuda(std::span<const PlannedPass> passes);

    std::string m_name;
    int m_threads;
    std::string m_arithmetic;
    std::shared_ptr<Backend> m_cpu;
    std::optional<Result<std::shared_ptr<Backend>>> m_device; ///< nothing before the first search
};

} // namespace draftscope
