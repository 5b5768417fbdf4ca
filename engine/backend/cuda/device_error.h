// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <stdexcept>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/model/backend.h"

namespace draftscope::cuda {

/// A call of the device failed for a reason that is not the user's: a kernel fault, a lost device, a call during a
/// capture. The device may be unusable afterwards. Thrown inside the module only; atModuleEdge() makes a sentence of
/// it. Out of memory is not one of these: allocations return a Result.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Calls what a user of the module asked for, and turns a DeviceError into the error of the Result that it returns:
/// `return atModuleEdge([&] { return forward(rows); });`. What already returns a Result keeps its own errors.
template <class Call>
auto atModuleEdge(Call&& call)
{
    using Value = std::invoke_result_t<Call>;
    if constexpr (requires(Value value) { value.error().sentence; }) {
        try {
            return call();
        } catch (const DeviceError& error) {
            return Value(tl::unexpected<Error>(Error{error.what()}));
        }
    } else {
        try {
            if constexpr (std::is_void_v<Value>) {
                call();
                return Result<void>();
            } else {
                return Result<Value>(call());
            }
        } catch (const DeviceError& error) {
            return Result<Value>(tl::unexpected<Error>(Error{error.what()}));
        }
    }
}

/// The same for calls that return no Result: a DeviceError leaves the module as a BackendFailure.
template <class Call>
void asBackendFailure(Call&& call)
{
    try {
        call();
    } catch (const DeviceError& error) {
        throw BackendFailure(error.what());
    }
}

} // namespace draftscope::cuda
