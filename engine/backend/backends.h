// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/model/backend.h"

namespace draftscope {

/// Whether there is such a --backend at all: "auto" (a CUDA device if one answers and has room, else the CPU), "cpu" or
/// "cuda". The Error names them.
[[nodiscard]] Result<void> checkBackendName(std::string_view name);

/// What runs, and why it does.
struct ChosenBackend {
    std::shared_ptr<Backend> backend;
    std::string reason; ///< why "auto" took the CPU, a sentence; else empty
    LoadPlan plan;      ///< of the passes that it was chosen for
};

/// What a program computes on: made when it is first wanted, and kept. One thread at a time.
class Backends {
public:
    /// `name` as --backend takes it, `threads` as in makeCpuBackend(), `arithmetic` of the CPU as in arithmeticNamed().
    explicit Backends(std::string name = "auto", int threads = 0, std::string arithmetic = "auto");

    /// The one for passes that are to be made; none are known where it is only asked what there is. Errors: no such
    /// name or arithmetic; "cuda" where no device answers, or where the passes do not fit on it.
    [[nodiscard]] Result<ChosenBackend> choose(std::span<const PlannedPass> passes = {});
    /// The same when making them on a device has failed all the same, for instance because another program took the
    /// memory in between. The Error is `why` where the choice was not left to us.
    [[nodiscard]] Result<ChosenBackend> chooseAgain(std::span<const PlannedPass> passes, const Error& why);
    /// The device has failed: the next run looks for one again.
    void forgetDevice() { m_device.reset(); }

private:
    [[nodiscard]] Result<ChosenBackend> cpu(std::span<const PlannedPass> passes, const std::string& reason);
    [[nodiscard]] Result<ChosenBackend> cuda(std::span<const PlannedPass> passes);

    std::string m_name;
    int m_threads;
    std::string m_arithmetic;
    std::shared_ptr<Backend> m_cpu;
    std::optional<Result<std::shared_ptr<Backend>>> m_device; ///< once it was looked for
};

/// `Backends(name, threads).choose()`
[[nodiscard]] Result<ChosenBackend> backendNamed(std::string_view name, int threads = 0);

} // namespace draftscope
