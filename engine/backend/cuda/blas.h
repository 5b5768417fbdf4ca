// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/handle.h"
#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

template <class T>
inline constexpr runtime::GemmType gemmType = runtime::GemmType::f32;
template <>
inline constexpr runtime::GemmType gemmType<BFloat16> = runtime::GemmType::bf16;
template <>
inline constexpr runtime::GemmType gemmType<Float16> = runtime::GemmType::f16;

/// The library of matrix products, for the calling thread's device. How it sums depends on the number of rows, so only
/// rows of a prompt go this way. Used by one thread at a time.
class Blas {
public:
    /// Without a library where there is none that can be loaded; then whyNone is one sentence.
    [[nodiscard]] static Blas load(std::string& whyNone) { return Blas(runtime::createBlas(whyNone)); }

    [[nodiscard]] bool isThere() const { return m_state != nullptr; }
    /// Puts a product into the stream; not during a capture.
    void multiply(Stream& stream, const runtime::Gemm& product) const
    {
        stream.putOther();
        runtime::multiply(m_state.get(), stream.state(), product);
    }

private:
    explicit Blas(runtime::BlasState* state) : m_state(state) {}
    Handle<runtime::BlasState, runtime::destroyBlas> m_state;
};

} // namespace draftscope::cuda
